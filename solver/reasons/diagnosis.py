"""Why no deal fits a record, and what would mend it, as one value worked out on demand."""

from dataclasses import dataclass
from functools import cached_property

from solver.reasons.conflicts import EntryModel
from solver.reasons.entries import Entry
from solver.reasons.repairs import LenientRepair, Mending, Repair, mend
from solver.record.schema import Record


@dataclass(frozen=True)
class Diagnosis:
    """Why no deal fits a record; each part is worked out when first asked for, and checked before it is shown."""

    record: Record

    @cached_property
    def conflict(self) -> tuple[Entry, ...]:
        """A smallest set of entries that cannot all be true, in record order; the same for the same record."""
        return EntryModel(self.record).checked_conflict()

    @cached_property
    def mending(self) -> Mending:
        """What would make the record possible: repairs, or else pairs of changes, and how far they are ranked."""
        return mend(self.record, self.conflict)

    @property
    def repairs(self) -> tuple[Repair | LenientRepair, ...]:
        """Every single entry whose change alone makes the record possible, with the values that do, best first."""
        return self.mending.repairs

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line and the API print (record.md, "When no deal fits").

        Beyond it ``pairs``, where no single change helps, and ``unranked``, how many values stand at the end of the
        repairs because there was no time to rank them, where there are such.
        """
        conflict = [entry.to_dict() for entry in self.conflict]
        return {"consistent": False, "conflict": conflict, **self.mending.to_dict()}


def diagnose(record: Record) -> Diagnosis:
    """Return why no deal fits ``record``. Every part of it raises ValueError where some deal does."""
    return Diagnosis(record)
