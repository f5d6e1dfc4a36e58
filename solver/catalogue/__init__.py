"""Every sentence and label a user reads, in English and Japanese side by side.

One TOML file an area (``errors.toml``, ``page.toml``, ...); in it one table a message with the keys ``en`` and
``ja``, each a ``str.format`` template. Code names a message by ``area.name`` and never holds a sentence itself.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal

Lang = Literal["en", "ja"]
LANGS: tuple[Lang, ...] = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Message:
    """A message as data: ``key`` names it in the catalogue, ``args`` fill its gaps.

    An argument is shown in the language of the whole where it has one: another message, a named value of the
    game, or a sequence of these (joined by commas).
    """

    key: str
    args: Mapping[str, object] = field(default_factory=dict)

    def say(self, lang: Lang) -> str:
        """Return the message in ``lang``; KeyError where the catalogue lacks it or an argument is missing."""
        area, _, name = self.key.partition(".")
        return messages(area)[name][lang].format(**{gap: in_words(value, lang) for gap, value in self.args.items()})

    def __str__(self) -> str:
        return self.say("en")


def message(key: str, **args: object) -> Message:
    """Return the message ``key`` with its gaps to be filled by ``args``."""
    return Message(key, args)


def say(key: str, lang: Lang, **args: object) -> str:
    """Return the message ``key`` in ``lang``, its gaps filled by ``args``."""
    return Message(key, args).say(lang)


@cache
def messages(area: str) -> dict[str, dict[Lang, str]]:
    """Return one area of the catalogue: name -> language -> template."""
    return tomllib.loads(files(__package__).joinpath(f"{area}.toml").read_text(encoding="utf-8"))


def in_words(value: object, lang: Lang) -> object:
    """Return an argument as ``lang`` shows it; numbers stay numbers, so that templates can format them.

    What has a name of its own in each language (a meow, a kind, a card) tells it by its method ``name_in``.
    """
    if isinstance(value, Message):
        return value.say(lang)
    name_in: Callable[[Lang], str] | None = getattr(value, "name_in", None)
    if name_in is not None:
        return name_in(lang)
    if isinstance(value, list | tuple):
        return ("、" if lang == "ja" else ", ").join(str(in_words(part, lang)) for part in value)
    return value
