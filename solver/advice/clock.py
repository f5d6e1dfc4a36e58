"""The time that advice may take, shared out among the stages of the work."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Protocol

Progress = Callable[[float], None]
Late = Callable[[], bool]

# Up to which share of the time each stage may go on.
BEFORE_CALL = {"screen": 0.3, "exact": 0.4, "tells": 0.55, "answers": 0.55, "rivals": 0.7, "wait": 0.95, "other": 1.0}
OTHERWISE = {"discards": 0.3, "rivals": 0.45, "wait": 0.75, "other": 1.0}
# Where every look is a count of its own, stages are begun in this order as long as they can come to anything.
COUNTED = {"exact": 0.85, "rivals": 0.95, "discards": 0.95, "wait": 1.0, "other": 1.0}


class Limit(Protocol):
    """What ends the stages of the work."""

    def late(self, stage: str) -> Late:
        """Return what tells, each time it is asked, whether a stage has to end."""
        ...


class Clock:
    """A limit of so many seconds from now; ``progress`` is told the share of them that is gone.

    ``shares`` stage -> the share of the time that is gone when it has to have ended.
    """

    def __init__(self, seconds: float, progress: Progress, shares: Mapping[str, float]) -> None:
        self.start, self.seconds, self.progress, self.shares = monotonic(), seconds, progress, shares

    def gone(self) -> float:
        """Return the seconds since the start."""
        return monotonic() - self.start

    def left(self, stage: str) -> float:
        """Return the seconds until a stage has to have ended, below 0 once it is late."""
        return self.shares[stage] * self.seconds - self.gone()

    def late(self, stage: str) -> Late:
        """See Limit: a stage ends when another step, as long as the last, would go on beyond its share."""
        asked: float | None = None

        def is_late() -> bool:
            nonlocal asked
            gone = self.gone()
            step = 0.0 if asked is None else gone - asked
            asked = gone
            self.progress(min(gone / max(self.seconds, 1e-9), 1.0))
            return self.left(stage) <= step

        return is_late


def never() -> bool:
    """Return False: time does not run out."""
    return False
