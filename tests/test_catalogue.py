"""The catalogue: both languages say the same, everything said is in it, and everything in it is said."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.catalogue import LANGS, Message, in_words, message, messages, say
from solver.game.cards import Face, Kind, Meow

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "solver" / "catalogue"
AREAS = sorted(path.stem for path in CATALOGUE.glob("*.toml"))
PAGE = "page"  # the area of a key that templates name without one
ALL = {f"{area}.{name}": texts for area in AREAS for name, texts in messages(area).items()}
KEY = re.compile(rf"(?:{'|'.join(AREAS)})\.[a-z0-9_]*")
LETTERS = re.compile(r"[A-Za-z]")
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠々]")
HIRAGANA = re.compile(r"[ぁ-ん]")

# Keys named in code: whole, or as the beginning of those that are put together ("errors.type_" + ...).
Used = tuple[set[str], set[str]]


def gaps(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


def sources(*suffixes: str) -> list[Path]:
    return sorted(
        path for package in ("solver", "webui") for path in (ROOT / package).rglob("*") if path.suffix in suffixes
    )


def keys_in_python(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every key that a module names, and whether it is only the beginning of one."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if KEY.fullmatch(start):
                yield start, True
            case ast.Constant(value=str(name)) if KEY.fullmatch(name):
                yield name, name.endswith(("_", "."))
            case ast.Call(func=ast.Name(id="t"), args=[ast.Constant(value=str(name)), *_]) if "." not in name:
                yield f"{PAGE}.{name}", False
            case ast.Call(func=ast.Name(id="t"), args=[ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]), *_]):
                yield (start if "." in start else f"{PAGE}.{start}"), True


def keys_in_template(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every key that a template names, and whether it is only the beginning of one."""
    for code in re.findall(r"\{[{%](.*?)[%}]\}", text, re.DOTALL):
        for _, name in re.findall(r"""(["'])([a-z0-9_.]+)\1""", code):
            if KEY.fullmatch(name):
                yield name, name.endswith(("_", "."))
        for _, name in re.findall(r"""\bt\(\s*(["'])([a-z0-9_]+)\1""", code):
            yield f"{PAGE}.{name}", name.endswith("_")


def used() -> Used:
    found = [pair for path in sources(".py") for pair in keys_in_python(path.read_text("utf-8"))]
    found += [pair for path in sources(".html") for pair in keys_in_template(path.read_text("utf-8"))]
    return {key for key, begins in found if not begins}, {key for key, begins in found if begins}


@pytest.mark.parametrize("key", ALL)
def test_a_message_is_in_both_languages_with_the_same_gaps(key):
    texts = ALL[key]
    assert set(texts) == set(LANGS)
    assert gaps(texts["en"]) == gaps(texts["ja"])
    assert all(name.isidentifier() for name in gaps(texts["en"]))


@pytest.mark.parametrize("key", ALL)
def test_japanese_is_japanese(key):
    english, japanese = (re.sub(r"\{.*?\}", "", ALL[key][lang]) for lang in LANGS)
    if LETTERS.search(english):
        assert JAPANESE.search(japanese) or english == japanese or not re.search(r"\w", japanese)
    assert not re.search(r"[A-Za-z]{2,}(?: [A-Za-z]+){2,}", japanese)
    assert not re.search(r"[!?,.;] ?$", japanese)


def test_every_key_that_is_named_exists():
    whole, beginnings = used()
    assert sorted(whole - set(ALL)) == []
    assert [start for start in sorted(beginnings) if not any(key.startswith(start) for key in ALL)] == []


def test_every_message_is_used():
    whole, beginnings = used()
    assert [key for key in ALL if key not in whole and not key.startswith(tuple(beginnings))] == []


def test_no_japanese_sentence_stands_outside_the_catalogue():
    found = [path for path in sources(".py", ".html", ".js") if HIRAGANA.search(path.read_text("utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in found] == []


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ("message('errors.json')", [("errors.json", False)]),
        ("message(f'errors.type_{x}')", [("errors.type_", True)]),
        ("t('title')", [("page.title", False)]),
        ("open('errors-css'), 'other.key'", []),
    ],
)
def test_a_key_is_seen_however_code_names_it(code, keys):
    assert list(dict.fromkeys(keys_in_python(code))) == keys


@pytest.mark.parametrize(
    ("template", "keys"),
    [
        ('{{ t("title") }}', [("page.title", False)]),
        ('{{ t("errors.json") }}', [("errors.json", False)]),
        ('{% set x = "errors.type_" ~ y %}', [("errors.type_", True)]),
        ('<a class="errors.json">', []),
    ],
)
def test_a_key_is_seen_however_a_template_names_it(template, keys):
    assert list(keys_in_template(template)) == keys


def test_a_message_shows_its_gaps_in_its_own_language():
    told = message("errors.one_of", options=[Meow.NII, Face(Kind.of(Meow.NII, Meow.NYAA)), 3, "x"])
    assert told.say("en") == "one of: nii, nyaa/nii, 3, x"
    assert told.say("ja") == "次のどれかです：ニィ、ニャア／ニィ、3、x"
    assert "one of" in message("errors.wrong_record", where="a", value="b", expected=told).say("en")


def test_a_name_with_braces_is_shown_as_it_is():
    assert "{x}" in say("errors.wrong_record", "en", where="players[0]", value="{x}", expected="{y}")
    assert in_words("{x}", "ja") == "{x}"


def test_an_unknown_key_or_a_gap_not_filled_is_an_error():
    with pytest.raises(KeyError):
        say("errors.nonsense", "en")
    with pytest.raises(KeyError):
        Message("errors.one_of").say("en")
