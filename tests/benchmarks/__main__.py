"""Measure how long a solve takes: ``python -m tests.benchmarks``, in some five minutes."""

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence

from tests.benchmarks import readme
from tests.benchmarks.positions import ALL_SERIES, PLAYERS, Position, Series, by_kind, named
from tests.benchmarks.readme import milliseconds, rows, summary
from tests.benchmarks.rivals import Compared, compare
from tests.benchmarks.timing import Run, Timed, in_own_process, timed

SLOWEST = 5
COMPARED = 12
COMPARED_SECONDS = 60.0


def main(arguments: Sequence[str]) -> None:
    """Measure what the arguments ask for and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure how long a solve takes.")
    parser.add_argument("--rounds", type=int, default=30, help="rounds for each number of players and turns (30)")
    parser.add_argument("--seconds", type=float, default=60.0, help="most seconds for each series (60)")
    parser.add_argument("--series", action="append", choices=[one.name for one in ALL_SERIES], help="only this series")
    parser.add_argument(
        "--cpu", action="store_true", help="measure processor time, for a machine with other work to do"
    )
    parser.add_argument("--readme", action="store_true", help="put the table into README.md too")
    parser.add_argument("--replay", metavar="NAME", help="solve one position again, five times, and print its record")
    options = parser.parse_args(arguments)
    if options.replay:
        replay(named(options.replay))
        return
    where = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"{where}, {time.strftime('%Y-%m-%d')}")
    clock, sort = (time.process_time, "of processor time") if options.cpu else (time.perf_counter, "by the clock")
    print(f"Whole solves with everybody's holdings, in milliseconds {sort}.")
    runs = []
    for series in ALL_SERIES:
        if not options.series or series.name in options.series:
            runs.append(in_own_process(series, options.rounds, options.seconds, clock))
            print_run(runs[-1])
    if options.series or options.cpu:
        return
    results = compared()
    print_rivals(results)
    if options.readme:
        readme.write(runs, results, where, time.strftime("%Y-%m-%d"))


def replay(position: Position) -> None:
    """Print the record of a position, as a comment how long it takes."""
    for _ in range(5):
        one = timed(position)
        print(f"# {position}: {milliseconds(one.seconds)} ms, {one.pairs:,} pairs, {one.classes} classes")
    print(position.record().to_toml())


def print_run(run: Run) -> None:
    """Print one series: a summary, a table by players and turns, how cost grows, and the slowest positions."""
    seconds = [one.seconds for one in run.timed]
    print(f"\n{run.series.title}: {len(seconds)} positions, {run.memory:.0f} MiB at most")
    print(f"  {summary(seconds)}")
    if run.series.points:
        aside = sum(one.set_aside > 0 for one in run.timed)
        print(f"  points of some answers set aside in {aside} positions ({aside / len(seconds):.1%})")
    if refused := sum(one.refused for one in run.timed):
        print(f"  refused as too much work: {refused}")
    print_table(run.series, run.timed)
    print("  by classes     " + groups(run.timed, lambda one: min(one.classes, 16) // 4, "{0}-{1}", 4))
    print("  by pairs       " + groups(run.timed, lambda one: len(str(one.pairs)), "10^{0}", 1))
    for one in sorted(run.timed, key=lambda one: -one.seconds)[:SLOWEST]:
        print(f"  {milliseconds(one.seconds):>8} ms  {one.position}  {one.pairs:,} pairs, {one.classes} classes")


def print_table(series: Series, results: Sequence[Timed]) -> None:
    """Print median and worst by number of players and turns."""
    turns = sorted({one.position.turns for one in results})
    print("  median / worst " + "".join(f"{f'turn {number}':>15}" for number in turns))
    for players in PLAYERS:
        cells = []
        for number in turns:
            here = [o.seconds for o in results if (o.position.players, o.position.turns) == (players, number)]
            cells.append(f"{milliseconds(statistics.median(here))} / {milliseconds(max(here))}" if here else "")
        print(f"  {players} players      " + "".join(f"{cell:>15}" for cell in cells))


def groups(results: Iterable[Timed], key: Callable[[Timed], int], name: str, step: int) -> str:
    """Return the median of every group of positions in one line."""
    found: dict[int, list[float]] = {}
    for one in results:
        found.setdefault(key(one), []).append(one.seconds)
    return "   ".join(
        f"{name.format(place * step, place * step + step - 1)}: {milliseconds(statistics.median(seconds))}"
        for place, seconds in sorted(found.items())
    )


def compared() -> list[Compared]:
    """Return how long other ways take, on late positions of the base game, cards by kind."""
    results: list[Compared] = []
    stop = time.perf_counter() + COMPARED_SECONDS
    series = ALL_SERIES[0]
    places = ((players, turns, number) for number in range(COMPARED) for turns in (12, 8) for players in PLAYERS)
    for players, turns, number in places:
        if len(results) < COMPARED and time.perf_counter() < stop:
            results.append(compare(by_kind(Position(series, players, turns, number).record())))
    return results


def print_rivals(results: Sequence[Compared]) -> None:
    """Print how much longer other ways take."""
    print(f"\nOther ways, on {len(results)} positions of the base game after 8 or 12 turns, cards noted by kind")
    print(f"  counting                                   {summary([one.counting for one in results])}")
    for name, times, given_up in rows(results):
        print(f"  {name:42} {times}")
        print(f"    {given_up}")


if __name__ == "__main__":
    main(sys.argv[1:])
