"""Run the sections named, or all of them; the exit status is 1 where a finding is not as it should be."""

import sys
import time

from tests.evidence import agreement, calibration

SECTIONS = {"agreement": agreement.run, "calibration": calibration.run}


def main(names: list[str]) -> int:
    """Print the findings of every section and return the exit status."""
    all_good = True
    for name in names or SECTIONS:
        print(f"{name}:", flush=True)
        start = time.perf_counter()
        for good, line in SECTIONS[name]():
            print(f"  {'ok   ' if good else 'WRONG'} {line}", flush=True)
            all_good &= good
        print(f"  {time.perf_counter() - start:.0f} s")
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
