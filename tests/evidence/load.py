"""The page under load: eight clients, a worker killed in the middle, and records that take long to solve.

Linux only: the memory of the workers and their process ids come from ``/proc``.
"""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle
from random import Random
from threading import Lock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from solver.game.cards import Meow, standard_deck
from solver.game.table import standard_setup
from solver.play import Notes, RandomPlayer, Round, simulate
from solver.play.simulation import deal, play
from solver.record.schema import Record, Reveal
from tests.server import served, workers

CLIENTS, SECONDS, ROUNDS = 8, 30.0, 24
SCREENS = ("table", "answer", "history", "share", "end")
HOSTILE, PATIENCE = 10, 3.0  # seconds that a normal page may take meanwhile
WARM_UP = 8  # times that everything is asked for before, so that every worker has met every record
GROWTH = 1.1  # of a worker's memory, from then on


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: a page, or a record to solve as ``body``."""

    path: str
    body: bytes | None = None

    def of(self, base: str) -> None:
        """Send it; OSError or HTTPException where the connection breaks, HTTPError where the answer is an error."""
        headers = {"Content-Type": "application/json"} if self.body else {}
        with urlopen(Request(base + self.path, self.body, headers), timeout=120) as response:
            response.read()


@dataclass
class Load:
    """What came of many requests: milliseconds of each, connections that broke and were asked again, errors."""

    taken: list[float] = field(default_factory=list)
    broken: int = 0
    errors: list[str] = field(default_factory=list)

    def ask(self, base: str, ask: Ask) -> None:
        """Ask; what breaks off is asked once more, for the address holds all there is to know."""
        begun = time.monotonic()
        for _ in range(2):
            try:
                ask.of(base)
                break
            except HTTPError as error:
                self.errors.append(f"{ask.path[:20]}: {error}")
                break
            except (OSError, HTTPException):  # no answer, or part of one
                self.broken += 1
        else:
            self.errors.append(f"{ask.path[:20]}: broke off twice")
        self.taken.append(1000 * (time.monotonic() - begun))

    def client(self, base: str, asks: Iterator[Ask], lock: Lock, until: float) -> None:
        """Ask one thing after another until then."""
        while time.monotonic() < until:
            with lock:
                ask = next(asks)
            self.ask(base, ask)

    def share(self, part: float) -> float:
        """Return how many milliseconds that share of the requests took at most."""
        return sorted(self.taken)[int(part * (len(self.taken) - 1))]


def usual() -> list[Ask]:
    """Return pages and calls of the API for rounds of every size in mid-round."""
    asks = []
    for seed in range(ROUNDS):
        players, expansion = 4 + seed % 4, seed // 4 % 2 == 1
        played = simulate(players, expansion, (10 if expansion else 4) + seed % 6, seed)
        record = played.record(seed % players, Notes(answer_points=0.0))
        asks += [Ask(f"/{screen}?r={record.to_line()}") for screen in SCREENS]
        asks.append(Ask("/api/solve", record.to_json().encode()))
    return asks


class CallsAll(RandomPlayer):
    """Calls all five meows, in any order: what tells the most cards apart."""

    def call(self, so_far: Round, seat: int) -> tuple[Meow, ...]:
        """Return the five meows."""
        return tuple(sorted(Meow, key=lambda _: self.rng.random()))


def hostile(seed: int) -> Record:
    """Return a record as hard as they come: 7 players, nearly all doubles unseen, one turn with all five meows."""
    deck = standard_deck(expansion=True)
    for attempt in range(seed * 1000, (seed + 1) * 1000):
        rng = Random(attempt)
        dealt = deal(rng, 7, deck, standard_setup(7, expansion=True), Reveal.STRICT)
        if sum(face.kind.is_double for face in (*dealt.face_up, *dealt.hands[0])) <= 1:
            return play(dealt, [CallsAll(rng)] * 7, 1).record(0)
    raise AssertionError("one deal in twenty is such")


def warm_up(base: str) -> None:
    """Ask for everything a few times."""
    with ThreadPoolExecutor(CLIENTS) as pool:
        for asked in [pool.submit(ask.of, base) for ask in usual() * WARM_UP]:
            asked.result()


def under_load(base: str, parent: int) -> Load:
    """Let the clients ask for a while, and kill a worker in the middle."""
    load, lock, asks = Load(), Lock(), cycle(usual())
    until = time.monotonic() + SECONDS
    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = [pool.submit(load.client, base, asks, lock, until) for _ in range(CLIENTS)]
        time.sleep(SECONDS / 2)
        os.kill(max(workers(parent)), signal.SIGKILL)
        for client in clients:
            client.result()
    return load


def beside_hostile(base: str, asks: Sequence[Ask]) -> tuple[Load, Load]:
    """Return what came of the hostile records, sent at once, and of what was asked for again and again meanwhile."""
    heavy, normal = Load(), Load()
    records = [Ask("/api/solve", hostile(seed).to_json().encode()) for seed in range(HOSTILE)]
    with ThreadPoolExecutor(HOSTILE) as pool:
        sent = [pool.submit(heavy.ask, base, record) for record in records]
        time.sleep(0.5)
        for ask in cycle(asks):
            if all(each.done() for each in sent):
                break
            normal.ask(base, ask)
    return heavy, normal


def run() -> Iterator[tuple[bool, str]]:
    """Yield what became of the requests, the memory of the workers, and the wait beside hostile records."""
    with served() as (base, parent):
        warm_up(base)
        before = workers(parent)
        load = under_load(base, parent)
        after = workers(parent)
        said = f"{len(load.taken)} requests by {CLIENTS} clients in {SECONDS:.0f} s, {wrong(load)}; "
        yield not load.errors, said + f"median {load.share(0.5):.0f} ms, p95 {load.share(0.95):.0f} ms"
        replaced = len(after) == len(before) and len(set(after) - set(before)) == 1
        said = f"a worker killed and replaced; {load.broken} requests broke off and were answered when repeated"
        yield replaced, said
        stayed = {pid: (before[pid], after[pid]) for pid in before if pid in after}
        words = ", ".join(f"{warm:.0f} MiB once warm, {end:.0f} MiB at the end" for warm, end in stayed.values())
        yield all(end < GROWTH * warm for warm, end in stayed.values()), f"memory of the worker that stayed: {words}"
    with served() as (base, parent):
        heavy, normal = beside_hostile(base, [ask for ask in usual() if not ask.path.startswith("/history")])
        memory = ", ".join(f"{mib:.0f} MiB" for mib in workers(parent).values())
        said = f"{HOSTILE} hostile records at once: the last answered after {max(heavy.taken) / 1000:.1f} s, "
        yield not heavy.errors, said + f"{wrong(heavy)}; memory of the workers {memory}"
        slowest = max(normal.taken, default=0.0) / 1000
        said = f"{len(normal.taken)} normal pages meanwhile: the slowest after {slowest:.1f} s, {wrong(normal)}"
        yield not normal.errors and slowest < PATIENCE, said


def wrong(load: Load) -> str:
    """Return how many errors there were, and the first of them."""
    return f"{len(load.errors)} errors" + "".join(f" ({error})" for error in load.errors[:1])
