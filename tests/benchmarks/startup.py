"""How long until the first answer: ``python -m tests.benchmarks.startup``, in half a minute."""

import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.server import served

TIMES = 7
EXAMPLE = Path(__file__).resolve().parent.parent.parent / "solver" / "examples" / "mid-game.toml"
COMMAND = [sys.executable, "-c", "from solver.cli import main; main()"]


def process(*arguments: str) -> float:
    """Return the seconds a whole process of the command takes."""
    start = time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def first_page() -> float:
    """Return the seconds from starting the server to its first page read."""
    start = time.perf_counter()
    with served() as (address, _):
        urllib.request.urlopen(f"{address}/").read()
        return time.perf_counter() - start


MEASURED: dict[str, Callable[[], float]] = {
    "bosscat --help": lambda: process("--help"),
    "bosscat solve, the example of the base game": lambda: process("solve", str(EXAMPLE)),
    "bosscat web, up to its first page": first_page,
}


def main() -> None:
    """Measure and print."""
    print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}; whole processes, each {TIMES} times")
    for name, measure in MEASURED.items():
        seconds = [measure() for _ in range(TIMES)]
        print(f"  {name}: median {statistics.median(seconds):.2f}, longest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
