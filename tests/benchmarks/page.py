"""How long a page takes: two worker processes, eight clients, records of the base game in mid-round."""

import os
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from solver.play import Notes, simulate

WORKERS, CLIENTS, SECONDS = 2, 8, 20
SCREENS = ("/table?r={}", "/answer?r={}", "/history?r={}", "/share?r={}", "/end?r={}")
RECORDS = 200


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Serve the page with gunicorn on a free port; yield its address and the process that minds the workers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "gunicorn", "--no-control-socket", "--log-level", "warning"]
    server = subprocess.Popen([*command, "-w", str(WORKERS), "-b", address, "webui:create_app()"])
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://{address}/").close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://{address}", server.pid
    finally:
        server.terminate()
        server.wait(timeout=30)


def memory_of_workers(parent: int) -> int:
    """Return the memory of the workers together, in MiB (0 where the system does not tell)."""
    pages = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        if lines.get("PPid") == str(parent):
            pages += int(lines["VmRSS"].split()[0])
    return pages // 1024


def processor_time_of_workers(parent: int) -> float:
    """Return the seconds of processor time that the workers have used together (0 where the system does not tell)."""
    ticks = 0
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


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
        before, used = memory_of_workers(parent), processor_time_of_workers(parent)
        load = Load(base, addresses, time.perf_counter() + SECONDS)
        load.run()
        after, used = memory_of_workers(parent), processor_time_of_workers(parent) - used
    print(f"{'screen':10} {'requests':>8} {'median ms':>10} {'p95 ms':>8} {'worst ms':>9}")
    for path, taken in sorted(load.taken.items()):
        ordered = sorted(taken)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        print(f"{path:10} {len(taken):8} {statistics.median(taken):10.0f} {p95:8.0f} {ordered[-1]:9.0f}")
    each = 1000 * used / sum(map(len, load.taken.values()))
    print(f"processor time, all screens alike: {each:.0f} ms a request")
    print(f"failures: {load.failures}; workers' memory: {before} MiB before, {after} MiB after")


if __name__ == "__main__":
    main()
