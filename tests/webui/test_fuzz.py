"""Whatever comes in by an address or a form: an answer in plain words, never a fault of the program."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from solver.game.cards import parse_face, parse_kind
from solver.record.schema import Result
from tests.webui.reading import words

SCREENS = ["/", "/new", "/cards", "/table", "/answer", "/history", "/end", "/share", "/cover", "/record.toml", "/open"]
SCREENS += ["/advice", "/review", "/why", "/check", "/laid-open"]
FORMS = ["/new", "/cards", "/table", "/history", "/end", "/open", "/check", "/laid-open"]
FIELDS = [
    "do",
    "p",
    "me",
    "lead",
    "out",
    "x",
    "n",
    "c",
    "k",
    "target",
    "batch",
    "text",
    "a0",
    "a0p",
    "a1",
    "a2",
    "d",
    "dp",
]
FIELDS += ["who", "kind", "is", "compare", "number", "sure", "typed"]
FIELDS += ["by", "guess", "boss", "points", "forget", "turn", "player", "entry", "instead", "reveal", "die"]
ARGUMENTS = [
    "r",
    "t",
    "at",
    "lang",
    "guide",
    "compare",
    "ask",
    "c",
    "hint",
    "fact",
    "moves",
    "back",
    "f",
    "h",
    "pile",
    "who",
    "open",
    "players",
    "p",
    "me",
    "lead",
    "out",
    "n",
]
ACTIONS = [f"{action}-{what}" for action in ("add", "take") for what in ("nii", "nii5", "nyaa/nii", "woof", "")]
ACTIONS += ["back", "missed", "keep", "done", "undo", "hand", "faceup", "batch"]

texts = st.one_of(
    st.sampled_from(
        [*ACTIONS, "", "0", "1", "3", "99", "-1", "²", "matched", "shown", "?", "nyaa3", "ニャア／ニィ", "10-11"]
    ),
    st.sampled_from(
        ["answer", "discard", "reveal", "lenient", "Aki", "<b>", "{x}", "%00", "\x00", "_scheme", "ja", "off"]
    ),
    st.sampled_from(["boss = nyao", "boss != nii 40%", "Aki nii >= 1", "2: Dai@1 nyaa+nyan <= 3 5%", "=", ">="]),
    st.text(max_size=30),
)


def damaged(line: str) -> st.SearchStrategy[str]:
    """Draw a line with something cut, changed, doubled or added, or left as it is."""
    places = st.integers(0, len(line))
    return st.one_of(
        st.just(line),
        st.builds(lambda a, b: line[: min(a, b)] + line[max(a, b) :], places, places),
        st.builds(lambda a, text: line[:a] + text + line[a + 1 :], places, st.text(max_size=3)),
        st.builds(lambda a: line[a:] + line, places),
    )


def pairs(names: list[str], values: st.SearchStrategy[str]) -> st.SearchStrategy[list[tuple[str, str]]]:
    return st.lists(st.tuples(st.one_of(st.sampled_from(names), st.text(max_size=5)), values), max_size=10)


@pytest.fixture(scope="session")
def lines(example) -> list[str]:
    """A round under way, and one that is over."""
    over = replace(example, result=Result("Aki", parse_kind("nii"), parse_face("nii1")))
    return [example.to_line(), over.to_line()]


def query(data, line: str) -> list[tuple[str, str]]:
    args = data.draw(pairs(ARGUMENTS, texts))
    return [*args, ("r", data.draw(damaged(line)))] if data.draw(st.booleans()) else args


@settings(max_examples=150)
@given(st.data())
def test_no_address_breaks_a_screen(client, lines, data):
    response = client.get(
        data.draw(st.sampled_from(SCREENS)), query_string=query(data, data.draw(st.sampled_from(lines)))
    )
    assert response.status_code < 500
    assert response.data


@settings(max_examples=150)
@given(st.data())
def test_no_form_breaks_a_screen(client, lines, data):
    address, line = data.draw(st.sampled_from(FORMS)), data.draw(st.sampled_from(lines))
    args = [("r", line), ("who", "2")] if data.draw(st.booleans()) else query(data, line)
    fields: dict[str, list[str]] = {}
    for name, text in data.draw(pairs(FIELDS, texts)):
        fields.setdefault(name, []).append(text)
    response = client.post(address, query_string=args, data=fields)
    assert response.status_code in (200, 303, 404, 422), words(response.text)
    if response.status_code == 303:
        assert client.get(response.location).status_code in (200, 422)


@given(
    st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
)
def test_no_body_breaks_the_api(client, body):
    assert client.post("/api/solve", data=body).status_code in (200, 422)


json_values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["nyaa", "Aki"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)),
    max_leaves=8,
)


@given(st.data())
def test_no_value_in_a_record_breaks_the_api(client, example, data):
    record = example.to_data()
    key = data.draw(st.sampled_from([*record, "deck", "setup", "result", "seats", "target", "die"]))
    record[key] = data.draw(json_values)
    assert client.post("/api/solve", json=record).status_code in (200, 422)


@pytest.mark.parametrize("name", ["\ud800", "a\u202eb", "\x7f", "​"])
def test_a_name_that_cannot_be_printed_is_refused(client, example, name):
    data = example.to_data()
    data["turns"][0]["answers"][name] = "matched"
    response = client.post("/api/solve", json=data)
    assert response.status_code == 422
    assert response.json["error"]["where"]


@pytest.mark.parametrize("name", ["\ud800", "x" * 10_000])
def test_a_key_that_cannot_be_printed_is_shown_on_the_page_without_harm(client, example, name):
    text = example.to_json().replace('"chips": {', '"chips": {"' + name.encode("unicode_escape").decode() + '": 1, ')
    response = client.post("/open", data={"text": text})
    assert response.status_code == 422
    assert response.data
