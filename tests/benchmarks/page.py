"""How long a page takes: two worker processes, eight clients, records of the base game in mid-round.

Linux only: the memory and the processor time of the workers come from ``/proc``.
"""

import statistics
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from solver.play import Notes, simulate
from tests.server import processor_time, served, workers

CLIENTS, SECONDS = 8, 20
SCREENS = ("/table?r={}", "/answer?r={}", "/history?r={}", "/share?r={}", "/end?r={}")
RECORDS = 200


@dataclass
class Load:
    """Requests sent by all clients until ``until``, in turn over the addresses; milliseconds by screen, failures."""

    base: str
    addresses: list[str]
    until: float
    taken: dict[str, list[float]] = field(default_factory=dict)
    failures: int = 0
    place: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def client(self) -> None:
        while time.perf_counter() < self.until:
            with self.lock:
                address = self.addresses[self.place % len(self.addresses)]
                self.place += 1
            begun = time.perf_counter()
            try:
                urllib.request.urlopen(self.base + address).read()
            except (OSError, urllib.error.HTTPError):
                self.failures += 1
            with self.lock:
                self.taken.setdefault(urlsplit(address).path, []).append(1000 * (time.perf_counter() - begun))

    def run(self) -> None:
        threads = [threading.Thread(target=self.client) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def main() -> None:
    """Print, screen by screen, how long the page took under load, and the workers' memory before and after."""
    lines = []
    for seed in range(RECORDS):
        players = 4 + seed % 4
        record = simulate(players, False, 3 + seed % 5, seed=seed).record(seed % players, Notes(answer_points=0.3))
        lines.append(record.to_line())
    addresses = [screen.format(line) for line in lines for screen in SCREENS]
    with served() as (base, parent):
        warm = Load(base, addresses, time.perf_counter() + SECONDS / 4)
        warm.run()
        before, used = workers(parent), sum(map(processor_time, workers(parent)))
        load = Load(base, addresses, time.perf_counter() + SECONDS)
        load.run()
        after, used = workers(parent), sum(map(processor_time, workers(parent))) - used
    print(f"{'screen':10} {'requests':>8} {'median ms':>10} {'p95 ms':>8} {'worst ms':>9}")
    for path, taken in sorted(load.taken.items()):
        ordered = sorted(taken)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        print(f"{path:10} {len(taken):8} {statistics.median(taken):10.0f} {p95:8.0f} {ordered[-1]:9.0f}")
    each = 1000 * used / sum(map(len, load.taken.values()))
    print(f"processor time, all screens alike: {each:.0f} ms a request")
    memory = (" and ".join(f"{size:.0f}" for size in sizes.values()) for sizes in (before, after))
    print("failures: {}; workers' memory: {} MiB before, {} MiB after".format(load.failures, *memory))


if __name__ == "__main__":
    main()
