"""Counting against CP-SAT's list of all solutions, and against a model counter that knows nothing of the solver."""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice

from msgspec.structs import replace

from solver import TooMuchWork, solve
from solver.odds import enumeration
from solver.odds.posterior import Posterior
from solver.play import Notes, simulate
from solver.record.schema import Choices, Record, Reveal
from solver.record.view import View
from tests.cnf import weights_within
from tests.evidence.parallel import spread
from tests.strategies import small_setup

LISTED, LIST_TRIED = 500, 900  # positions wanted, and tried at most: where there are too many solutions, the next
MOST_SOLUTIONS = 2_000
COUNTED, COUNT_TRIED = 50, 100
PATIENCE = 10.0  # seconds for the model counter on one position
CLOSE = 1e-9


def position(seed: int) -> Record:
    """Return a record of a round with 2 to 5 cards in each hand or the full number, every sort in turn."""
    players, expansion, hand = 4 + seed % 4, seed // 4 % 2 == 1, (2, 3, 4, 5, None)[seed % 5]
    setup = small_setup(players, expansion, hand) if hand else None
    reveal, choices = list(Reveal)[seed % 3 == 0], list(Choices)[seed // 8 % 2]
    turns = 1 + seed % 7 if setup else 8 + seed % 7
    points = (1.0, 0.8, 0.0)[seed // 16 % 3]
    notes = Notes(points=points, answer_points=points, calls=0.9, answers=0.9, cards=0.9, seed=seed)
    return simulate(players, expansion, turns, seed, setup=setup, reveal=reveal).record(seed % players, notes, choices)


def figures(posterior: Posterior) -> dict[tuple[object, ...], float]:
    """Return every number of a posterior but that of the deals."""
    found: dict[tuple[object, ...], float] = {}
    for chance in posterior.boss:
        found[chance.kind,] = chance.p
        found |= {(chance.kind, value): p for value, p in chance.points.items()}
    for player, holding in posterior.holdings.items():
        for kind, held in holding.kinds.items():
            numbers = {"min": held.min, "max": held.max, "mean": held.mean, "p_any": held.p_any}
            found |= {(player, kind, name): number for name, number in numbers.items()}
    return found


def gap_to_list(seed: int) -> float | None:
    """Return how far counting is from the list of all solutions anywhere, deals relatively; None where that is long."""
    view = View(position(seed))
    try:
        listed = enumeration.count(view, MOST_SOLUTIONS)
    except TooMuchWork:
        return None
    assert listed is not None, "a true record has a deal"
    one, other = figures(solve(view.record)), figures(listed)
    if one.keys() != other.keys():
        return 1.0
    return max(abs(solve(view.record).deals / listed.deals - 1), *(abs(one[key] - other[key]) for key in one))


def gap_to_counter(seed: int) -> float | None:
    """Return how far counting is from the model counter, of deals relatively; None where that takes too long."""
    record = position(seed)
    weighed = weights_within(record, PATIENCE)
    dealt = weights_within(replace(record, choices=Choices.RULES), PATIENCE) if weighed else None
    if weighed is None or dealt is None:
        return None
    weights, deals = weighed[0], sum(dealt[0].values())
    posterior, total = solve(record), sum(weights.values())
    gaps = [abs(posterior.p(kind) - weight / total) for kind, weight in weights.items()]
    return max(abs(deals / posterior.deals - 1), *gaps)


def run() -> Iterator[tuple[bool, str]]:
    """Yield by how much counting is off from each, at worst, and every position where it is off."""
    for name, question, wanted, tried in (
        ("CP-SAT's list of solutions", gap_to_list, LISTED, LIST_TRIED),
        ("the model counter", gap_to_counter, COUNTED, COUNT_TRIED),
    ):
        if question is gap_to_counter and not find_spec("pyganak"):
            yield False, "the model counter is not installed: pyganak has no wheel for this machine"
            return
        answers = enumerate(spread(question, range(tried)))
        gaps = dict(islice(((seed, gap) for seed, gap in answers if gap is not None), wanted))
        wrong = [seed for seed, gap in gaps.items() if gap >= CLOSE]
        good = not wrong and len(gaps) == wanted
        yield (
            good,
            f"{len(gaps) - len(wrong)} of {wanted} positions agree with {name}, worst gap {max(gaps.values()):.1e}",
        )
        for seed in wrong[:10]:
            yield False, f"position {seed} is off by {gaps[seed]:.1e}"
