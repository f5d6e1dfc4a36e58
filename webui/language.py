"""The language of a page, addresses that keep it, and how templates say things in it.

The address decides (``lang=ja``), else the browser's wish. Nothing is stored.
"""

from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, g, request, url_for

from solver.catalogue import LANGS, Lang, in_words, say
from solver.record.schema import Word
from solver.wording import WORDS, percent, signed

OTHER: dict[Lang, Lang] = {"en": "ja", "ja": "en"}
AREA = "page"
KEPT = ("lang", "guide")
KEPT_WITH_RECORD = ("open",)  # the record's last turn is still under way, though its discard is noted


def lang() -> Lang:
    """Return the language of this request: of its address, else of the browser, else English."""
    if "lang" not in g:
        g.lang = chosen_language(request.args.get("lang"))
    found: Lang = g.lang
    return found


def chosen_language(wish: str | None) -> Lang:
    """Return the language that an address asks for, else the one that the browser likes best."""
    for known in LANGS:
        if known == wish:
            return known
    return "ja" if request.accept_languages.best_match(LANGS, "en") == "ja" else "en"


def link(endpoint: str, **args: Any) -> str:
    """Return the address of a page, with what the reader chose (language, guide) carried along.

    With a record (``r``) that its last turn is still under way is carried along too; ``open=None`` leaves it out.
    """
    wanted = (*KEPT, *KEPT_WITH_RECORD) if "r" in args else KEPT
    kept: dict[str, Any] = {key: request.args[key] for key in wanted if key in request.args}
    return url_for(endpoint, **{**kept, **args})


def same_page(**changes: str) -> str:
    """Return the address of this very page with some of its arguments changed."""
    args = request.args.copy()
    for key, value in changes.items():
        args[key] = value
    return f"/{quote((request.script_root + request.path).lstrip('/'))}?{urlencode(list(args.items(multi=True)))}"


def t(key: str, **args: object) -> str:
    """Return a message of the catalogue in the language of this request; a key without an area is of ``AREA``."""
    return say(key if "." in key else f"{AREA}.{key}", lang(), **args)


def name(thing: object) -> str:
    """Return what ``thing`` (a card, a kind, a message, a list of these) is called in the language of this request."""
    return str(in_words(WORDS[thing.value] if isinstance(thing, Word) else thing, lang()))


def teach(app: Flask) -> None:
    """Give the templates of ``app`` these functions."""
    app.jinja_env.globals.update(t=t, lang=lang, link=link, same_page=same_page, other_language=lambda: OTHER[lang()])
    app.jinja_env.filters.update(name=name, percent=percent, signed=signed)
