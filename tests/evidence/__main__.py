"""Run the sections named, or all but those that run only so; exit status 1 where a finding is not as it should be.

All take about an hour on two cores.
"""

import sys
import time
from importlib import import_module

SECTIONS = ("agreement", "differential", "calibration", "reliability", "reasons", "estimates", "fuzzing", "load")
BY_NAME = ("strength", "mutation")


def main(names: list[str]) -> int:
    """Print the findings of every section and return the exit status."""
    all_good = True
    for name in names or SECTIONS:
        print(f"{name}:", flush=True)
        start = time.perf_counter()
        for good, line in import_module(f"tests.evidence.{name}").run():
            print(f"  {'ok   ' if good else 'WRONG'} {line}", flush=True)
            all_good &= good
        print(f"  {time.perf_counter() - start:.0f} s")
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
