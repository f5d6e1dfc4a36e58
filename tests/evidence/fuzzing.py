"""Whatever is sent in, an answer or an error of ours: never a fault, never a record taken for another."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from solver import Contradiction, Posterior, Record, RecordError, solve
from solver.game.cards import parse_call, parse_face, parse_faces, parse_kind
from solver.odds import counting
from solver.record.view import View
from tests.evidence import damage
from tests.evidence.parallel import spread
from tests.webui.test_fuzz import ARGUMENTS, FIELDS, FORMS, SCREENS, pairs
from tests.webui.test_fuzz import texts as page_texts
from webui import HEADERS, create_app

PARTS = 8  # runs of each property, each with a seed of its own


def refused_well(error: RecordError) -> None:
    """Check an error: one short line, which says what was expected, in both languages."""
    told = [error.to_dict(lang) for lang in ("en", "ja")]
    assert told[0].keys() == {"where", "value", "expected"}
    for text in (error.where, error.value, *(each["expected"] for each in told)):
        assert text.isprintable()
    assert max(len(error.where), len(error.value)) <= 80
    assert all(each["expected"] for each in told)
    assert "\n" not in error.say("en") + error.say("ja")


def read(reader: Callable[[Any], Record], text: str | bytes) -> Record | None:
    """Return the record read, the same from everything it is written as; None where it is refused as it should be."""
    try:
        record = reader(text)
    except RecordError as error:
        refused_well(error)
        return None
    assert Record.from_json(record.to_json()) == record
    assert Record.from_toml(record.to_toml()) == record
    assert Record.from_line(record.to_line()) == record
    return record


def damaged_json(data: damage.Data) -> None:
    """Read a damaged record as JSON."""
    read(Record.from_json, json.dumps(data))


def any_text(blob: bytes) -> None:
    """Read anything as a record in every form, and as cards."""
    for reader in (Record.from_json, Record.from_toml):
        read(reader, blob)
    text = blob.decode("utf-8", "replace")
    read(Record.from_line, text)
    for parser in (parse_face, parse_kind, parse_call, parse_faces):
        try:
            parser(text)
        except RecordError as error:
            refused_well(error)


def damaged_line(drawn: tuple[Record, str]) -> None:
    """Read a damaged line: refused, unless it is as it was."""
    true, line = drawn
    assert read(Record.from_line, line) in (None, true)
    assert (read(Record.from_line, line) is None) == (line != true.to_line())


def forged_line(line: str) -> None:
    """Read a line whose checks are right."""
    read(Record.from_line, line)


def sound(posterior: Posterior, record: Record) -> None:
    """Check what holds of every posterior."""
    assert abs(sum(chance.p for chance in posterior.boss) - 1) < 1e-9
    assert all(0 < chance.p <= 1 for chance in posterior.boss)
    assert posterior.deals > 0
    for player, holding in posterior.holdings.items():
        assert abs(sum(held.mean for held in holding.kinds.values()) - holding.cards) < 1e-9 * 60, player
        assert all(0 <= held.min <= held.mean <= held.max for held in holding.kinds.values())
    json.dumps(posterior.to_dict(), allow_nan=False)


def solved(data: damage.Data) -> None:
    """Solve a well-formed record that may be false."""
    try:
        record = Record.from_json(json.dumps(data))
    except RecordError as error:
        refused_well(error)
        return
    try:
        posterior = solve(record)
    except RecordError as error:
        refused_well(error)
    except Contradiction:
        assert counting.count(View(record)) is None
    else:
        sound(posterior, record)


@cache
def client() -> FlaskClient:
    """Return a client of the page; its advice takes no time."""
    app = create_app()
    app.config.update(TESTING=True, ADVICE_SECONDS=0.0)
    return app.test_client()


def called(data: damage.Data) -> None:
    """Send a damaged record to the API."""
    response = client().post("/api/solve", data=json.dumps(data))
    assert response.status_code in (200, 422)
    told = json.loads(response.data)
    assert ("error" in told) == (response.status_code == 422)
    assert response.status_code == 422 or "consistent" in told


Sent = tuple[str, list[tuple[str, str]]]
lines = st.one_of(
    damage.records.map(Record.to_line), damage.forged_lines(), damage.damaged_lines().map(lambda drawn: drawn[1])
)


@st.composite
def queries(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Draw what an address carries: a record or none, and arguments that may mean something."""
    return [("r", draw(lines)), *draw(pairs(ARGUMENTS, page_texts))] if draw(st.integers(0, 9)) else []


def page(drawn: Sent) -> None:
    """Open a page with any record in its address."""
    screen, query = drawn
    response = client().get(screen, query_string=query)
    assert response.status_code in (200, 404, 422)
    assert response.data
    assert HEADERS.items() <= dict(response.headers).items()


def form(drawn: tuple[str, list[tuple[str, str]], list[tuple[str, str]]]) -> None:
    """Send a form with anything in its fields; where it leads on, follow."""
    screen, query, entries = drawn
    fields: dict[str, list[str]] = {}
    for name, text in entries:
        fields.setdefault(name, []).append(text)
    response = client().post(screen, query_string=query, data=fields)
    assert response.status_code in (200, 303, 404, 422)
    if response.status_code == 303:
        assert client().get(response.location).status_code in (200, 422)


@dataclass(frozen=True, slots=True)
class Property:
    """What must hold of everything that ``drawn`` draws, and how many examples the evidence tries."""

    holds: Callable[[Any], None]
    drawn: st.SearchStrategy[Any]
    examples: int


PROPERTIES = {
    "damaged records": Property(damaged_json, damage.damaged_data(), 36_000),
    "any text": Property(any_text, damage.blobs, 16_000),
    "damaged lines": Property(damaged_line, damage.damaged_lines(), 16_000),
    "forged lines": Property(forged_line, damage.forged_lines(), 16_000),
    "records that may be false": Property(solved, damage.spoiled(), 8_000),
    "the API": Property(called, damage.damaged_data(), 8_000),
    "pages": Property(page, st.tuples(st.sampled_from(SCREENS), queries()), 4_000),
    "forms": Property(form, st.tuples(st.sampled_from(FORMS), queries(), pairs(FIELDS, page_texts)), 4_000),
}


def fuzz(name: str, examples: int, start: int) -> None:
    """Try a property; raises what it raises, on the smallest example found."""
    tried = PROPERTIES[name]

    @seed(start)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(tried.drawn)
    def holds(drawn: Any) -> None:
        tried.holds(drawn)

    holds()


def fault(name: str, part: int) -> str:
    """Return what breaks the property in one part of its examples, in a line; empty where nothing does."""
    try:
        fuzz(name, PROPERTIES[name].examples // PARTS, part)
    except Exception as error:
        notes = " ".join(getattr(error, "__notes__", []))
        return " ".join(f"{type(error).__name__}: {error} {notes}".split())[-600:]
    return ""


def run() -> Iterator[tuple[bool, str]]:
    """Yield, for every property, how many examples were tried and the first fault."""
    for name, tried in PROPERTIES.items():
        faults = [found for found in spread(partial(fault, name), range(PARTS)) if found]
        yield not faults, f"{name}: {tried.examples:,} examples{''.join(f'; {found}' for found in faults[:1])}"
    yield True, f"{sum(tried.examples for tried in PROPERTIES.values()):,} examples in all"
