"""All advice on a record, within a number of seconds: what the page and the command line ask for."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Protocol

import numpy as np
from msgspec.structs import replace

from solver.advice.calls import Drawn, Search, different_calls, entropy, told, values_before, with_tells
from solver.advice.discards import discards
from solver.advice.findings import Advice, CallFound, Calls, Discards, Moment, Rival, Stand, Timing
from solver.advice.guess import best_guess
from solver.advice.retold import as_scenes, my_cards, position, turn_now, under_way
from solver.advice.rivals import rivals
from solver.advice.scene import LENGTHS, Scene
from solver.advice.stakes import Stakes
from solver.advice.wait import FEWEST as FEWEST_ROUNDS
from solver.advice.wait import Future, follow, play_on, stand
from solver.errors import TooMuchWork
from solver.odds.counting import POINTS_BUDGET, answers_with_points, count
from solver.odds.posterior import Posterior
from solver.odds.sampling import Sampler
from solver.odds.seats import Call, KindView, Seats
from solver.odds.telling import Outlook
from solver.record.checks import DIE_SIDES
from solver.record.schema import Choices, Record, Turn
from solver.record.view import View

DEALS = 200
ROUNDS = 2000
DRAWN = 40  # deals for a call that is too much work to be exact
FEWEST = 2
DRAWING_BUDGET = 100_000_000
LEADING = 5  # calls of which it is worked out what they tell the others
REFINED = 15  # calls worked out exactly after screening
SHARES = {"screen": 0.3, "exact": 0.4, "tells": 0.55, "rivals": 0.65, "discards": 0.65, "wait": 0.9, "other": 1.0}

Progress = Callable[[float], None]


class Limit(Protocol):
    """What ends the stages of the work."""

    def late(self, stage: str) -> Callable[[], bool]:
        """Return what tells, each time it is asked, whether a stage has to end."""
        ...


class Clock:
    """A limit of so many seconds from now; ``progress`` is told the share of them that is gone."""

    def __init__(self, seconds: float, progress: Progress) -> None:
        self.start, self.seconds, self.progress = monotonic(), seconds, progress

    def late(self, stage: str) -> Callable[[], bool]:
        """See Limit: a stage ends when the share of the time that goes up to its end is used up."""

        def is_late() -> bool:
            gone = (monotonic() - self.start) / max(self.seconds, 1e-9)
            self.progress(min(gone, 1.0))
            return gone >= SHARES[stage]

        return is_late


def advise(record: Record, seconds: float, progress: Progress = lambda share: None) -> Advice | None:
    """Return advice on a record that solves, or None where no deal fits it.

    It takes about ``seconds``: with fewer the estimates are coarser and fewer calls are looked at. The best guess now
    is exact; what is estimated says so with its standard error. Raises TooMuchWork where even the count by kind is
    too much.
    """
    limit = Clock(seconds, progress)
    found = count(View(record))
    if found is None:
        return None
    moment, me = moment_of(record), record.players.index(record.me)
    scenes: list[Scene] = []
    with suppress(TooMuchWork):
        scenes = scenes_of(record, DEALS)
    known: tuple[Rival, ...] = ()
    calls, put_away = None, None
    if scenes:
        with suppress(TooMuchWork):
            if moment is Moment.BEFORE_CALL and scenes[0].hands[me] and found.boss[0].p < 1.0:
                calls = calls_of(record, scenes, me, limit)
            known = rivals(scenes, record.players, me, limit.late("rivals"))
        if moment is Moment.AFTER_CALL:
            put_away = discards_of(scenes, me)
    timing = timing_of(record, found, scenes, moment, calls, limit) if my_cards(record) else None
    return Advice(timing, calls, put_away, known, by_kind=bool(answers_with_points(View(record))))


def moment_of(record: Record) -> Moment:
    """Return where in a turn I am."""
    turn = under_way(record)
    if record.leader(turn_now(record)) != record.me:
        return Moment.ELSEWHERE
    return Moment.AFTER_CALL if turn and has_begun(turn) else Moment.BEFORE_CALL


def has_begun(turn: Turn) -> bool:
    """Return whether the call of a turn was made: it is noted, or an answer to it is."""
    return bool(turn.call or turn.answers)


def scenes_of(record: Record, number: int) -> list[Scene]:
    """Return the round as it may be, over deals drawn from the posterior; the same record gives the same deals.

    Where the points of cards shown make drawing too much work, they are left out. Empty where no deal fits.
    """
    try:
        sampler = Sampler(View(record), POINTS_BUDGET)
    except TooMuchWork:
        sampler = Sampler(KindView(record), DRAWING_BUDGET)
    if not sampler.possible:
        return []
    deals = sampler.draw(np.random.default_rng(len(record.turns)), number)
    return as_scenes(record, position(record, deals[0]), deals)


def lengths_of(record: Record) -> Sequence[int]:
    """Return how long my call may be: what the die says, or up to its sides before it is rolled, or anything."""
    turn = under_way(record)
    if turn is not None and turn.die is not None:
        return (turn.die,)
    return range(1, DIE_SIDES + 1) if record.die else LENGTHS


def calls_of(record: Record, scenes: Sequence[Scene], me: int, limit: Limit) -> Calls | None:
    """Return the calls I may make, best first: as many as the time allows worked out exactly.

    None where no time is left to look at a call, which for want of shared tables takes a count.
    """
    options = different_calls(lengths_of(record))
    rng, stakes, first = Random(len(record.turns)), scenes[0].stakes(me), scenes[0]
    allowed = sum(options.values())
    rivals_left = [seat for seat in range(len(first.hands)) if seat != me and first.hands[seat]]
    found: list[CallFound] = []
    if isinstance(first.public, Seats):
        search = Search(Outlook(first.public, me, first.counts(me)), stakes, options)
        search.screen(options, limit.late("screen"))
        ranked, late = search.ranked(), limit.late("exact")
        for call in ranked[:REFINED]:
            if found and late():
                break
            exact = search.exact(call)
            found += [exact] if exact else drawn_calls([call], search.number, scenes[:DRAWN], stakes, rng, late)
        different, screened = len(ranked), len(search.sketches)
    else:
        late = limit.late("exact")
        if late():
            return None
        found = drawn_calls(counting(options), options, scenes, stakes, rng, late)
        different, screened = len(options), len(found)
    found.sort(key=lambda call: (-call.value.mean, -call.bits.mean, len(call.call)))
    if first.public.shared:
        found = tells_of(found, record.players, scenes, rivals_left, rng, limit)
    return Calls(allowed, different, screened, tuple(found))


def measured_call(scenes: Sequence[Scene], me: int, call: Call) -> CallFound | None:
    """Return what one call of mine does, exactly; None where that is too much work."""
    public = scenes[0].public
    if not isinstance(public, Seats):
        return None
    search = Search(Outlook(public, me, scenes[0].counts(me)), scenes[0].stakes(me), {call: 1}, number={call: 1})
    return search.exact(call)


def counting(options: Mapping[Call, int]) -> list[Call]:
    """Return the calls of one meow that come closest to three of it: those that tell most as a rule."""
    single = [call for call in options if len(set(call)) == 1]
    nearest = min(abs(len(call) - 3) for call in single)
    return [call for call in single if abs(len(call) - 3) == nearest]


def drawn_calls(
    calls: Sequence[Call],
    same: Mapping[Call, int],
    scenes: Sequence[Scene],
    stakes: Stakes,
    rng: Random,
    late: Callable[[], bool],
) -> list[CallFound]:
    """Return what these calls do, estimated over deals drawn until ``late``; one call on two deals at least."""
    some: list[Drawn] = []
    for call in calls:
        if some and late():
            break
        some.append(Drawn(call, same[call]))
        for drawn in scenes[:FEWEST]:
            some[-1].look(drawn, stakes, rng)
    for drawn in scenes[FEWEST:]:
        if late():
            break
        for looked in some:
            looked.look(drawn, stakes, rng)
    before = entropy(scenes[0].odds(scenes[0].leader))
    return [call.found(before, float(stakes.right.max())) for call in some]


def tells_of(
    found: list[CallFound],
    players: Sequence[str],
    scenes: Sequence[Scene],
    seats: Sequence[int],
    rng: Random,
    limit: Limit,
) -> list[CallFound]:
    """Return the calls with what the leading ones tell the rivals, these in the order of what is gained by them."""
    some = scenes[: max(20, len(scenes) // 4)]
    late = limit.late("tells")
    before = {} if late() else values_before(some, seats)
    leading: list[CallFound] = []
    for call in found[:LEADING]:
        if late():
            break
        tells = {players[seat]: figure for seat, figure in told(call.call, some, before, rng).items()}
        leading.append(with_tells(call, tells))
    leading.sort(key=lambda call: (-call.net.mean, -call.bits.mean, len(call.call)))
    return [*leading, *found[len(leading) :]]


def discards_of(scenes: Sequence[Scene], me: int) -> Discards | None:
    """Return what my discards tell; None where nobody else holds a card, or hands cannot be listed."""
    some = scenes[: len(scenes) // 2]
    seats = [seat for seat in range(len(some[0].hands)) if seat != me and some[0].hands[seat]]
    if not seats or not some[0].public.shared or not some[0].hands[me]:
        return None
    return discards(some, values_before(some, seats))


def timing_of(
    record: Record, found: Posterior, scenes: Sequence[Scene], moment: Moment, calls: Calls | None, limit: Limit
) -> Timing:
    """Return whether to guess now or to wait, under both readings of choices."""
    call, turn, me = calls.best[0].call if calls else None, under_way(record), record.players.index(record.me)
    called = turn is not None and has_begun(turn)
    other = replace(record, choices=next(choices for choices in Choices if choices is not record.choices))
    own = future_of(scenes, me, called, call, limit.late("wait"))
    stands = {record.choices.value: stand_of(record, found, moment, own)}
    if not limit.late("other")():
        rest, counted = Future(0.0), count(View(other))
        assert counted is not None
        with suppress(TooMuchWork):
            rest = future_of(scenes_of(other, DEALS // 2), me, called, call, limit.late("other"))
        stands[other.choices.value] = stand_of(other, counted, moment, rest)
    seats = [seat for seat in range(len(record.players)) if seat != me]
    first = {record.players[seat]: own.before_me(seat) for seat in seats} if own.waiting else {}
    verdicts = [one.verdict for one in stands.values()]
    return Timing(moment, stands, first, verdicts[0], len(set(verdicts)) == 1 if len(verdicts) > 1 else None)


def future_of(scenes: Sequence[Scene], me: int, called: bool, call: Call | None, late: Callable[[], bool]) -> Future:
    """Return what comes of playing on until ``late``; nothing where there is nothing to play on from, or no time.

    ``called``: the call of the turn under way was made.
    """
    if not scenes:
        return Future(0.0)
    least = FEWEST_ROUNDS if scenes[0].public.quick else 0
    try:
        return follow(play_on(scenes, me, called, call, Random(0)), late, least, ROUNDS)
    except TooMuchWork:
        return Future(0.0)


def stand_of(record: Record, found: Posterior, moment: Moment, future: Future) -> Stand:
    """Return guess and waiting side by side for a record and its posterior."""
    guess = best_guess(found.boss, record.chips[record.me], record.target)
    return stand(found.boss, guess, record.chips[record.me], moment, future.waiting)
