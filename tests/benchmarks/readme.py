"""The figures in words, and the table of them in the README."""

import re
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.rivals import MODELLED_SECONDS, TRIED_SECONDS, Compared
from tests.benchmarks.timing import Run, share

README = Path(__file__).resolve().parent.parent.parent / "README.md"
PLACE = re.compile(r"(<!-- benchmarks -->\n).*?(<!-- end of benchmarks -->\n)", re.DOTALL)


def milliseconds(seconds: float) -> str:
    """Return seconds as milliseconds, with three digits that tell."""
    number = 1000 * seconds
    return f"{number:.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def three(seconds: Sequence[float]) -> list[str]:
    """Return median, 95th percentile and worst, in milliseconds."""
    return [milliseconds(one) for one in (statistics.median(seconds), share(seconds, 0.95), max(seconds))]


def summary(seconds: Sequence[float]) -> str:
    """Return median, 95th percentile and worst in one line."""
    return "median {}, p95 {}, worst {} ms".format(*three(seconds))


def rows(results: Sequence[Compared]) -> Iterator[tuple[str, str, str]]:
    """Yield for every other way its name, how many times as long as counting it takes, and where it gave up."""
    listed = [one.listing / one.counting for one in results if one.listing is not None]
    yield "listing all solutions with CP-SAT", times(listed), f"too many solutions in {left(listed, results)}"
    modelled = [one.modelling / one.counting for one in results if one.modelling is not None]
    name = "a model counter on clauses (pyganak)"
    yield name, times(modelled), f"more than {MODELLED_SECONDS:.0f} s in {left(modelled, results)}"
    tried = [one.trying / one.counting for one in results]
    seldom = f"{sum(one.seldom for one in results)} of {len(results)}"
    name = "dealing at random, to one percentage point"
    yield name, times(tried), f"not one deal that fits within {TRIED_SECONDS:.0f} s in {seldom}"


def times(ratios: Sequence[float]) -> str:
    """Return how many times as long something takes."""
    if not ratios:
        return "–"
    return f"{statistics.median(ratios):,.0f} times as long (median), {max(ratios):,.0f} at most"


def left(done: Sequence[float], results: Sequence[Compared]) -> str:
    """Return how many positions are not among those done."""
    return f"{len(results) - len(done)} of {len(results)}"


def table(runs: Sequence[Run], results: Sequence[Compared], where: str, day: str) -> str:
    """Return the figures as Markdown."""
    lines = [
        f"Whole solves with everybody's holdings, {day}, {where}; milliseconds by the clock.",
        "",
        "| positions | number | median | p95 | worst | memory |",
        "|---|---|---|---|---|---|",
    ]
    for run in runs:
        cells = " | ".join(three([one.seconds for one in run.timed]))
        lines.append(f"| {run.series.title} | {len(run.timed)} | {cells} | {run.memory:.0f} MiB |")
    lines += [
        "",
        f"Other ways to the same numbers, on {len(results)} positions of the base game after 8 or 12 turns, cards "
        "noted by kind:",
        "",
        "| way | beside counting | gave up |",
        "|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in rows(results)),
    ]
    return "\n".join(lines) + "\n"


def put(text: str, table: str) -> str:
    """Return the text with the table in its place; ValueError where there is no place for it."""
    if not PLACE.search(text):
        raise ValueError("README.md has no place marked for the benchmarks")
    return PLACE.sub(lambda place: f"{place[1]}{table}{place[2]}", text)


def write(runs: Sequence[Run], results: Sequence[Compared], where: str, day: str) -> None:
    """Put the table into the README."""
    README.write_text(put(README.read_text("utf-8"), table(runs, results, where, day)), encoding="utf-8")
