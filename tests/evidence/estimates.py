"""Are the estimates of advice as sure as they say, is the cheap model of rivals near the dear one, is time kept?"""

from collections.abc import Iterator
from random import Random
from statistics import mean, median
from time import perf_counter, process_time

import numpy as np

from solver.advice.advising import advise, drawn_calls, measured_call, scenes_of
from solver.advice.retold import from_seat, with_my_answers
from solver.advice.rivals import rivals
from solver.advice.scene import random_call
from solver.odds.counting import count
from solver.odds.sampling import Sampler
from solver.odds.seats import KindView
from solver.play import Notes, simulate
from solver.record.schema import Record
from solver.record.view import View

POSITIONS = 200
DEALS = 60
WITHIN = 3.0  # standard errors
ENOUGH = 0.95
SECONDS = 1.5
RIVAL_DEALS = 200


def led(seed: int, notes: Notes) -> Record:
    """Return the record of whoever leads next, some turns into a base game of 4 or 5 players."""
    played = simulate(4 + seed % 2, False, 3 + seed % 8, seed)
    return played.record(played.leader(4 + seed % 8), notes)


def agreement(positions: range) -> dict[str, float]:
    """Return the share of positions in which what is estimated of a call lies near what is exact, figure by figure."""
    near: dict[str, list[bool]] = {"p": [], "value": [], "bits": []}
    for seed in positions:
        record = led(seed, Notes(answer_points=0))
        me = record.players.index(record.me)
        scenes = scenes_of(record, DEALS)
        call, rng = random_call(Random(seed)), Random(seed + 1)
        exact = measured_call(scenes, me, call)
        (drawn,) = drawn_calls([call], {call: 1}, scenes, scenes[0].stakes(me), rng, lambda: False)
        for name, found in near.items():
            right, estimate = getattr(exact, name), getattr(drawn, name)
            found.append(abs(right.mean - estimate.mean) <= WITHIN * estimate.error + 1e-9)
    return {name: mean(found) for name, found in near.items()}


def by_kind(positions: range) -> tuple[float, float]:
    """Return how far a rival's best probability by kind is from that with all points, and how often the kinds agree."""
    off, same = [], []
    for seed in positions:
        record = led(seed, Notes())
        sampler = Sampler(View(record))
        deal = sampler.draw(np.random.default_rng(seed), 1)[0]
        for player in record.others:
            seen = from_seat(with_my_answers(record), deal, player)
            plain, full = count(KindView(seen)), count(View(seen))
            assert plain is not None
            assert full is not None
            off.append(abs(plain.boss[0].p - full.boss[0].p))
            same.append(plain.boss[0].kind == full.boss[0].kind)
    return mean(off), mean(same)


def times(positions: range) -> list[float]:
    """Return how many seconds advice took when asked for in ``SECONDS``."""
    found = []
    for seed in positions:
        record, start = led(seed, Notes(answer_points=0)), perf_counter()
        advise(record, SECONDS)
        found.append(perf_counter() - start)
    return found


def rival_times(positions: range) -> list[float]:
    """Return how many seconds of one core it took to say what rivals may know, over ``RIVAL_DEALS`` deals."""
    found = []
    for seed in positions:
        played = simulate(4, False, seed % 12, seed)
        record = played.record(0, Notes(answer_points=0))
        start = process_time()
        rivals(scenes_of(record, RIVAL_DEALS), record.players, 0, lambda: False)
        found.append(process_time() - start)
    return found


def run() -> Iterator[tuple[bool, str]]:
    """Yield the findings."""
    for name, share in agreement(range(POSITIONS)).items():
        line = f"within {WITHIN:.0f} standard errors in {share:.1%} of {POSITIONS} positions"
        yield share >= ENOUGH, f"{name} of a call estimated on {DEALS} deals: {line}"
    off, same = by_kind(range(POSITIONS // 4))
    yield same >= 0.8, f"a rival's best guess by kind: {off:.3f} from that with all points, the same kind in {same:.0%}"
    took = rival_times(range(24))
    line = f"median {median(took):.2f} s, longest {max(took):.2f} s of {len(took)}"
    yield max(took) < 1.0, f"what three rivals may know, over {RIVAL_DEALS} deals: {line}"
    took = times(range(20))
    yield (
        max(took) < 2 * SECONDS,
        f"advice in {SECONDS} s: median {median(took):.2f} s, longest {max(took):.2f} s of {len(took)}",
    )
