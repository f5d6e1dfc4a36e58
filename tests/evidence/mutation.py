"""Deliberate faults, each of which some test must catch: ``python -m tests.evidence.mutation [NUMBER ...]``.

Every fault is put into a copy of the project, where the tests that should notice are run until one fails.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = ("solver", "webui", "tests", "pyproject.toml")
THREE_WAYS, ANSWERS, MODEL = "tests/test_three_ways.py", "tests/logic/test_answers.py", "tests/logic/test_model.py"
ENUMERATION, PRODUCTS = "tests/odds/test_enumeration.py", "tests/odds/test_products.py"
SOLVING, TABLE = "tests/test_solving.py", "tests/game/test_table.py"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in words; the file, what stands in it and what is put there; the tests that should notice."""

    says: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]


FAULTS = (
    Fault(
        "rules: a hand that lacks one meow of the call counts as matched",
        "solver/logic/answers.py",
        "return self.can_voice(call, len(call))",
        "return self.can_voice(call, len(call) - 1)",
        (ANSWERS, THREE_WAYS),
    ),
    Fault(
        "rules: a double serves two meows at once",
        "solver/logic/answers.py",
        "yield at_least(self.touching(meows), number - outside + set_aside)",
        "yield at_least(self.touching(meows), number - outside)",
        (ANSWERS, THREE_WAYS),
    ),
    Fault(
        "rules: a card may be shown though an earlier meow of the call is in the hand",
        "solver/logic/answers.py",
        "nothing_earlier = negate(at_least(self.touching(earlier), 1))",
        "nothing_earlier = negate(at_least(self.touching(earlier[:-1]), 1))",
        (ANSWERS, THREE_WAYS),
    ),
    Fault(
        "rules: every table is taken for lenient",
        "solver/logic/answers.py",
        "if self.reveal is Reveal.LENIENT or len(set(kind.meows) & set(call)) < 2:",
        "if self.reveal or len(set(kind.meows) & set(call)) < 2:",
        (ANSWERS, THREE_WAYS),
    ),
    Fault(
        "rules: who is knocked out loses all points, not all but one",
        "solver/game/table.py",
        "return chips - RETURN_CHIPS if knocked_out(chips, points) else points",
        "return chips if knocked_out(chips, points) else points",
        (TABLE, SOLVING),
    ),
    Fault(
        "weights: cards discarded since are forgotten among those that could have been shown",
        "solver/odds/problem.py",
        "sum(gone.get(cell, 0) for cell in cards) if gone else 0",
        "0",
        (THREE_WAYS,),
    ),
    Fault(
        "weights: under rules choices are weighed as under uniform",
        "solver/logic/answers.py",
        "uniform = meaning.view.record.choices is Choices.UNIFORM",
        "uniform = bool(meaning.view.record.choices)",
        (THREE_WAYS,),
    ),
    Fault(
        "weights: like cards in a hand are told apart by their order",
        "solver/odds/hands.py",
        "deals = 1 / FACTORIALS[rows].prod(axis=1)",
        "deals = np.ones(len(rows))",
        (THREE_WAYS,),
    ),
    Fault(
        "product: holdings are weighed by deals alone, not by choices too",
        "solver/odds/deals.py",
        "own.weights[0] * reached[player]",
        "own.weights[-1] * reached[player]",
        (PRODUCTS,),
    ),
    Fault(
        "product: the last digits of large numbers of deals are wrong",
        "solver/odds/deals.py",
        "return near + (residue - near + PRIME // 2) % PRIME - PRIME // 2",
        "return near + (residue - near + PRIME // 2) % PRIME",
        ("tests/test_cases.py", "tests/odds", THREE_WAYS),
    ),
    Fault(
        "product: cards known to be in a hand multiply the deals no more",
        "solver/odds/counting.py",
        "deals=weighed.deals * located_ways(view, posed)",
        "deals=weighed.deals",
        (THREE_WAYS,),
    ),
    Fault(
        "model: 'at least' is enforced one way only, so that a deal is listed more than once",
        "solver/logic/model.py",
        "self.model.add(number <= atom.number - 1).only_enforce_if(~literal)",
        "pass",
        (MODEL, ENUMERATION, THREE_WAYS),
    ),
    Fault(
        "model: a conjunction may be false though all its parts are true",
        "solver/logic/model.py",
        "self.model.add_bool_or([*(~part for part in parts), whole])",
        "pass",
        (MODEL, ENUMERATION, THREE_WAYS),
    ),
    Fault(
        "model: what the solver leaves open is read as impossible",
        "solver/logic/model.py",
        "return Outcome(Status.UNKNOWN)",
        "return Outcome(Status.INFEASIBLE)",
        (MODEL,),
    ),
)


def copied(folder: Path) -> None:
    """Copy the project."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)


def first_failure(folder: Path, tests: tuple[str, ...]) -> str:
    """Run tests of the copy until one fails and return its name; empty where all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    named = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return named[0].split(" - ")[0] if named else "" if done.returncode == 0 else done.stdout[-300:]


def run(numbers: Collection[int] = ()) -> Iterator[tuple[bool, str]]:
    """Yield that all tests pass in the copy as it is, then for every fault, by number from 1, which test catches it."""
    chosen = [(number, fault) for number, fault in enumerate(FAULTS, 1) if number in numbers or not numbers]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        failed = first_failure(folder, tuple(sorted({test for _, fault in chosen for test in fault.tests})))
        yield not failed, f"without a fault all tests pass {failed}"
        for number, fault in chosen:
            path = folder / fault.file
            text = path.read_text("utf-8")
            if text.count(fault.right) != 1:
                yield False, f"{number}. {fault.says}: {fault.file} has no longer one place for it"
                continue
            path.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
            caught = first_failure(folder, fault.tests)
            path.write_text(text, encoding="utf-8")
            yield bool(caught), f"{number}. {fault.says}: {caught or 'NOT CAUGHT'}"


def main(arguments: list[str]) -> int:
    """Print which test caught which fault; 1 where one went unnoticed."""
    all_good = True
    for good, line in run([int(argument) for argument in arguments]):
        print(f"{'ok   ' if good else 'WRONG'} {line}", flush=True)
        all_good &= good
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
