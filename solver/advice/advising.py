"""All advice on a record, within a number of seconds: what the page and the command line ask for."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

import msgspec
import numpy as np

from solver.advice.calls import (
    WORK,
    Drawn,
    Search,
    different_calls,
    entropy,
    in_order,
    told,
    values_before,
    with_tells,
)
from solver.advice.clock import BEFORE_CALL, COUNTED, OTHERWISE, Clock, Late, Limit, Progress, never
from solver.advice.discards import discards
from solver.advice.findings import (
    ENOUGH,
    Advice,
    CallFound,
    Calls,
    Discards,
    Moment,
    Part,
    Rival,
    Stand,
    Timing,
    Verdict,
)
from solver.advice.guess import best_guess
from solver.advice.retold import as_scenes, has_begun, moment_of, my_cards, position, under_way
from solver.advice.rivals import rivals
from solver.advice.scene import LENGTHS, Scene, answers
from solver.advice.stakes import Stakes
from solver.advice.wait import Future, follow, play_on, stand
from solver.errors import TooMuchWork
from solver.game.cards import Meow
from solver.odds.counting import POINTS_BUDGET, answers_with_points, count
from solver.odds.posterior import Posterior
from solver.odds.sampling import Sampler
from solver.odds.seats import Call, KindView, Seats
from solver.odds.telling import Outlook
from solver.record.checks import DIE_SIDES
from solver.record.schema import Choices, Record
from solver.record.view import View

DEALS = 200
DEALS_A_SECOND = 130  # drawn for a budget, which is to be spent on looking at them
ROUNDS = 2000
DRAWN = 40  # deals for a call that is too much work to be exact
FEWEST = 2
DRAWING_BUDGET = 100_000_000
LEADING = 5  # calls of which it is worked out what they tell the others
REFINED = 15  # calls worked out exactly after screening
MARGIN = 1.1  # on the time of a deal, as the next may take longer
SLOWER_AT_FIRST = 3  # times as long as the next ones the first look may take
COUNTED_DEALS = 30  # looked at where each look is a count of its own, so that every part has its turn
WORK_A_SECOND = 40_000_000  # pairs of rows for one call, in a budget of a second


def advise(record: Record, seconds: float, progress: Progress = lambda share: None) -> Advice | None:
    """Return advice on a record that solves, or None where no deal fits it.

    It takes about ``seconds``: with fewer the estimates are coarser, fewer calls are looked at, and what has not enough
    behind it is left out. The best guess now is exact; what is estimated says so with its standard error. Raises
    TooMuchWork where even the count by kind is too much.
    """
    moment = moment_of(record)
    clock = Clock(seconds, progress, BEFORE_CALL if moment is Moment.BEFORE_CALL else OTHERWISE)
    found = count(View(record))
    if found is None:
        return None
    work = Advising(record, found, moment, clock, clock.gone())
    work.draw(max(2 * ENOUGH, min(DEALS, int(seconds * DEALS_A_SECOND))))
    return work.advice()


@dataclass
class Advising:
    """The work on one record: its posterior, deals drawn, and the time there is.

    ``counting`` the seconds that the count took; ``pace`` those of a deal in every stage where each look is a count
    of its own. ``scenes`` is empty where drawing takes too long, or is ``too_much`` work however long it may take.
    ``short`` gathers the parts that more time would fill.
    """

    record: Record
    found: Posterior
    moment: Moment
    clock: Clock
    counting: float
    scenes: Sequence[Scene] = ()
    too_much: bool = False
    pace: Mapping[str, float] = field(default_factory=dict)
    short: list[Part] = field(default_factory=list)

    @property
    def me(self) -> int:
        """My seat."""
        return self.record.players.index(self.record.me)

    @property
    def others(self) -> list[int]:
        """The seats of the others with a card."""
        view = View(self.record)
        return [seat for seat, p in enumerate(self.record.players) if seat != self.me and view.hand_size(p)]

    def draw(self, number: int) -> None:
        """Draw so many deals, where there is time: it takes about as long as the count."""
        try:
            self.scenes = scenes_of(self.record, number) if self.clock.seconds > 2 * self.counting else ()
        except TooMuchWork:
            self.too_much = True

    def lack(self, part: Part) -> None:
        """Take note that a part was left out, unless more time would not fill it."""
        if not self.too_much:
            self.short.append(part)

    def advice(self) -> Advice:
        """Return all that can be told in the time."""
        calls, known, put_away = None, tuple[Rival, ...](), None
        try:
            self.measure()
            calls = self.calls()
            known = self.rivals()
        except TooMuchWork:
            self.scenes, self.too_much = (), True
        if self.moment is Moment.AFTER_CALL:
            put_away = self.discards()
        timing = self.timing(calls) if my_cards(self.record) else None
        seen = {rival.player for rival in known}
        others = [self.record.players[seat] for seat in self.others]
        unseen = tuple(player for player in others if player not in seen)
        by_kind = bool(answers_with_points(View(self.record)))
        return Advice(timing, calls, put_away, known, by_kind, tuple(self.short), unseen)

    def measure(self) -> None:
        """Find out how long a deal takes where every look at it is a count; TooMuchWork where that is too much."""
        if not self.scenes or not self.others or self.scenes[0].public.shared:
            return
        self.clock.shares, self.scenes = COUNTED, self.scenes[:COUNTED_DEALS]
        scene, call = self.scenes[0], (Meow.NYAA,) * 3
        start = self.clock.gone()
        scene.odds(self.me)  # what is worked out once for all looks is in it
        first, start = self.clock.gone() - start, self.clock.gone()
        if ENOUGH * first > SLOWER_AT_FIRST * self.clock.left("wait"):
            self.pace = dict.fromkeys(COUNTED, first)
            return
        for seat in self.others:
            scene.odds(seat)
        theirs = self.clock.gone() - start
        scene.called(call, answers(scene, call, Random(0))).odds(self.me)
        mine = self.clock.gone() - start - theirs
        self.pace = {"exact": len(Meow) * mine, "rivals": theirs, "wait": theirs + mine, "other": theirs + mine}

    def fits(self, stage: str) -> bool:
        """Return whether a stage has time for enough deals."""
        return self.clock.left(stage) > MARGIN * ENOUGH * self.pace.get(stage, 0.0)

    def calls(self) -> Calls | None:
        """Return the calls of which enough is known, best first."""
        if self.moment is not Moment.BEFORE_CALL or self.found.boss[0].p == 1.0 or not my_cards(self.record):
            return None
        work, fits = work_in(self.clock.seconds), bool(self.scenes) and self.fits("exact")
        found = calls_of(self.record, self.scenes, self.me, self.clock, work) if fits else None
        best, equal = in_order(call for call in (found.best if found else ()) if call.enough())
        if found is None or not best:
            self.lack(Part.CALLS)
            return None
        return replace(found, best=tuple(best), equal=equal)

    def rivals(self) -> tuple[Rival, ...]:
        """Return the rivals of whom enough is known."""
        if not self.others:
            return ()
        late, fits = self.clock.late("rivals"), bool(self.scenes) and self.fits("rivals")
        known = rivals(self.scenes, self.record.players, self.me, late) if fits else ()
        known = tuple(rival for rival in known if rival.enough())
        if len(known) < len(self.others):
            self.lack(Part.RIVALS)
        return known

    def discards(self) -> Discards | None:
        """Return what my discards tell, if enough is known of it."""
        if not self.others or (self.scenes and not self.scenes[0].public.shared):
            return None
        found = discards_of(self.scenes, self.me, self.clock.late("discards")) if self.scenes else None
        if found is None or not found.enough():
            self.lack(Part.DISCARDS)
            return None
        return found

    def timing(self, calls: Calls | None) -> Timing:
        """Return whether to guess now or to wait, under both readings of choices."""
        call, own_choices = calls.best[0].call if calls else None, self.record.choices
        own = self.future(self.scenes, call, "wait")
        stands = {own_choices.value: stand_of(self.record, self.found, self.moment, own)}
        waiting, decided = stands[own_choices.value].waiting, stands[own_choices.value].verdict is not Verdict.CLOSE
        if waiting is None and self.found.boss[0].p < 1.0:
            self.lack(Part.WAITING)
        if (waiting or decided) and (other := self.other_stand(call)) is not None:
            stands[next(c.value for c in Choices if c is not own_choices)] = other
        seats = [seat for seat in range(len(self.record.players)) if seat != self.me]
        first = {self.record.players[seat]: own.before_me(seat) for seat in seats} if waiting else {}
        verdicts = [one.verdict for one in stands.values()]
        return Timing(self.moment, stands, first, verdicts[0], len(set(verdicts)) == 1 if len(verdicts) > 1 else None)

    def other_stand(self, call: Call | None) -> Stand | None:
        """Return guess and waiting under the other reading of choices; None where the time does not tell."""
        taken = self.counting  # the other count takes about as long as the first
        if self.clock.left("other") <= taken:
            return None
        other = msgspec.structs.replace(
            self.record, choices=next(choices for choices in Choices if choices is not self.record.choices)
        )
        found = count(View(other))
        assert found is not None
        now = stand_of(other, found, self.moment, Future(0.0))
        if now.verdict is not Verdict.CLOSE:
            return now  # whatever waiting is worth
        scenes: list[Scene] = []
        with suppress(TooMuchWork):
            scenes = scenes_of(other, DEALS // 2) if self.clock.left("other") > taken else []
        played = stand_of(other, found, self.moment, self.future(scenes, call, "other"))
        return played if played.waiting else None

    def future(self, scenes: Sequence[Scene], call: Call | None, stage: str) -> Future:
        """Return what comes of playing on, nothing where that cannot come to enough."""
        if not self.fits(stage):
            return Future(0.0)
        turn = under_way(self.record)
        return future_of(scenes, self.me, turn is not None and has_begun(turn), call, self.clock.late(stage))


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


def calls_of(record: Record, scenes: Sequence[Scene], me: int, limit: Limit, work: int = WORK) -> Calls | None:
    """Return the calls I may make, best first: as many as the time allows worked out exactly.

    ``work`` limits the pairs of rows gone through for one exact call. None where nobody else holds a card, or no time
    is left to look at a call, which for want of shared tables takes a count.
    """
    options = different_calls(lengths_of(record))
    rng, stakes, first = Random(len(record.turns)), scenes[0].stakes(me), scenes[0]
    allowed = sum(options.values())
    if not first.others(me):
        return None
    found: list[CallFound] = []
    if isinstance(first.public, Seats):
        search = Search(Outlook(first.public, me, first.counts(me)), stakes, options, work=work)
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
        found = tells_of(found, record.players, scenes, first.others(me), rng, limit)
    return Calls(allowed, different, screened, tuple(found))


def work_in(seconds: float) -> int:
    """Return how many pairs of rows may be gone through for one exact call, with so many seconds for all."""
    return min(WORK, int(seconds * WORK_A_SECOND))


def measured_call(scenes: Sequence[Scene], me: int, call: Call, work: int = WORK) -> CallFound | None:
    """Return what one call of mine does, exactly; None where nobody answers it, or that is too much work."""
    public = scenes[0].public
    if not isinstance(public, Seats) or not scenes[0].others(me):
        return None
    search = Search(
        Outlook(public, me, scenes[0].counts(me)), scenes[0].stakes(me), {call: 1}, number={call: 1}, work=work
    )
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
    late: Late,
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
    hurry = limit.late("answers")
    before = {} if late() else values_before(some, seats, hurry)
    leading: list[CallFound] = []
    for call in found[:LEADING]:
        if not before or late():
            break
        tells = {players[seat]: figure for seat, figure in told(call.call, some, before, rng, hurry).items()}
        leading.append(with_tells(call, tells))
    leading.sort(key=lambda call: (-call.net.mean, -call.bits.mean, len(call.call)))
    return [*leading, *found[len(leading) :]]


def discards_of(scenes: Sequence[Scene], me: int, late: Late = never) -> Discards | None:
    """Return what my discards tell; None where nobody else holds a card, hands cannot be listed, or it is ``late``."""
    some = scenes[: len(scenes) // 2]
    seats = some[0].others(me)
    if not seats or not some[0].public.shared or not some[0].hands[me]:
        return None
    before = values_before(some, seats, late)
    return discards(some, before, late) if before else None


def future_of(scenes: Sequence[Scene], me: int, called: bool, call: Call | None, late: Late) -> Future:
    """Return what comes of playing on until ``late``; nothing where there is nothing to play on from, or no time.

    ``called``: the call of the turn under way was made.
    """
    if not scenes:
        return Future(0.0)
    try:
        return follow(play_on(scenes, me, called, call, Random(0)), late, ROUNDS)
    except TooMuchWork:
        return Future(0.0)


def stand_of(record: Record, found: Posterior, moment: Moment, future: Future) -> Stand:
    """Return guess and waiting side by side for a record and its posterior; waiting as far as enough is known of it."""
    guess, waiting = best_guess(found.boss, record.chips[record.me], record.target), future.waiting
    known = waiting if waiting is not None and waiting.points_enough() else None
    return stand(found.boss, guess, record.chips[record.me], moment, known)
