"""All errors of the package.

::

    BosscatError
    ├── RecordError      the record is wrong: where, what stands there, what was expected
    ├── Contradiction    the record is well formed, but no deal fits it
    ├── TooMuchWork      exact work beyond the budget; nothing is said about the record
    └── SolverUnknown    a solver stopped without an answer; never to be read as "impossible"
"""

from typing import Any, Protocol

from solver.catalogue import Lang, Message, message


class BosscatError(Exception):
    """Root of all errors of the package; ``message`` says it in each language."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def say(self, lang: Lang) -> str:
        """Return the error as one line in ``lang``."""
        return self.message.say(lang)

    def __str__(self) -> str:
        return self.say("en")


class RecordError(BosscatError):
    """A wrong record: ``where`` the place (a path such as ``turns[1].answers.Dai``), ``value`` what stands there.

    ``expected`` says what was expected instead. Place and value are kept to one line, 80 characters each. A place
    that is no path (characters of a text) is a message, and ``where`` its English.
    """

    def __init__(self, place: str | Message, value: object, expected: Message) -> None:
        self.place = in_one_line(place) if isinstance(place, str) else place
        self.where = str(self.place)
        self.value = in_one_line(str(value))
        self.expected = expected
        said = "errors.wrong_record" if self.value.strip() else "errors.nothing_there"
        super().__init__(message(said, where=self.place, value=self.value, expected=expected))

    def to_dict(self, lang: Lang = "en") -> dict[str, str]:
        """Return ``where``, ``value`` and ``expected`` (in ``lang``), the object under ``error`` of the API."""
        where = self.place.say(lang) if isinstance(self.place, Message) else self.place
        return {"where": where, "value": self.value, "expected": self.expected.say(lang)}


def in_one_line(text: str) -> str:
    """Return the text as it can stand in a message: spaces for what cannot be printed, at most 80 characters."""
    shown = "".join(c if c.isprintable() else " " for c in text[:81])
    return shown if len(shown) <= 80 else shown[:79] + "…"


class TooMuchWork(BosscatError):
    """The exact answer would take more work than the budget allows; nothing is said about what is possible."""


class SolverUnknown(BosscatError):
    """A solver ran out of time or gave up. It says nothing about what is possible."""


class Diagnosis(Protocol):
    """Why no deal fits a record; each part is worked out when first asked for."""

    @property
    def conflict(self) -> tuple[Any, ...]:
        """A smallest set of entries that cannot all be true."""

    @property
    def repairs(self) -> tuple[Any, ...]:
        """Every single entry whose change alone makes the record possible, best first."""

    @property
    def mending(self) -> Any:
        """All that would mend the record: the repairs, or else pairs of changes, and how far they are ranked."""

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line and the API print."""


class Contradiction(BosscatError):
    """No deal fits the record. What clashes, and what would mend it, is worked out when first asked for."""

    def __init__(self, diagnosis: Diagnosis) -> None:
        super().__init__(message("errors.contradiction"))
        self.diagnosis = diagnosis

    @property
    def conflict(self) -> tuple[Any, ...]:
        """A smallest set of entries that cannot all be true; the same record always gives the same set."""
        return self.diagnosis.conflict

    @property
    def repairs(self) -> tuple[Any, ...]:
        """Every single entry whose change alone makes the record possible, with the values that do, best first."""
        return self.diagnosis.repairs

    def to_dict(self) -> dict[str, object]:
        """Return the object of record.md for records that no deal fits."""
        return self.diagnosis.to_dict()
