"""Proofs checked step by step, by listing hands and asking ``meows.py`` what they may show."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from solver.game.cards import Face
from solver.logic.meows import may_show
from solver.logic.model import Deal, Hand, Place
from solver.reasons.deduction import Bound, Rule, Side
from solver.reasons.entries import Entry, card
from solver.reasons.facts import BossFact, Compare, Fact
from solver.reasons.proofs import Proof, Step
from solver.record.schema import Record, Word
from solver.record.view import View

Cards = Counter[Face]


def size_of(view: View, place: Place) -> int:
    """Return how many cards a place holds."""
    return view.hand_size(place.player) if isinstance(place, Hand) else 1


def hands(view: View, place: Place) -> Iterator[Cards]:
    """Yield everything a place could hold before any cards are counted: a double once at most."""
    for cards in combinations_with_replacement(view.unseen, size_of(view, place)):
        held = Counter(cards)
        if all(number == 1 for cell, number in held.items() if cell.kind.is_double):
            yield held


def keeps(held: Cards, bound: Bound) -> bool:
    """Return whether a hand keeps a bound."""
    number = sum(held[cell] for cell in bound.cells)
    return number >= bound.number if bound.side is Side.LEAST else number <= bound.number


def lawful(view: View, entry: Entry, now: Cards, gone: Cards | None = None) -> bool:
    """Return whether a player who holds these cards now, and then held ``gone`` too, may have given an answer.

    ``gone`` None: all that was discarded since.
    """
    then = now + (view.discarded_since(entry.player, entry.turn) if gone is None else gone)
    looks = isinstance(entry.value, Face) and any(then[cell] for cell in view.looks(entry.value))
    call = view.record.turns[entry.turn - 1].call
    if call is None:
        return looks or isinstance(entry.value, Word)
    shown = may_show(call, (cell.kind for cell in then.elements()), view.record.reveal)
    if isinstance(entry.value, Word):
        return (shown is None) == (entry.value is Word.MATCHED)
    return looks and shown is not None and entry.value.kind in shown


def assert_proof(record: Record, proof: Proof) -> None:
    """Assert that every step follows from the entries and steps it names, and the fact from those not supposed."""
    view, supposed = View(record), list[set[int]]()
    for number, step in enumerate(proof.steps):
        assert all(premise < number for premise in step.premises)
        premises = [bound for premise in step.premises for bound in proof.steps[premise].conclusions]
        rests_on = set[int]().union(*(supposed[premise] for premise in step.premises))
        assert step.rule is not Rule.TOGETHER
        if step.rule is Rule.SUPPOSED:
            rests_on = {number}
        elif step.rule is Rule.REFUTED:
            (opposite,) = rests_on
            assert are_opposites(step.conclusions, proof.steps[opposite].conclusions)
            assert_nothing_fits(view, step, premises)
            rests_on = set()
        elif step.rule is Rule.DECK:
            assert_sum(view, step, premises)
        else:
            assert_hand(view, step, premises)
        supposed.append(rests_on)
    sound = [step for step, rests_on in zip(proof.steps, supposed, strict=True) if not rests_on]
    assert states(view, proof.fact, [bound for step in sound for bound in step.conclusions])


def are_opposites(some: Sequence[Bound], others: Sequence[Bound]) -> bool:
    """Return whether of two bounds on the same cards just one holds of any hand."""
    (one,), (other,) = some, others
    least, most = (one, other) if one.side is Side.LEAST else (other, one)
    sides = (least.side, most.side) == (Side.LEAST, Side.MOST)
    return sides and (one.place, one.cells) == (other.place, other.cells) and least.number == most.number + 1


def assert_nothing_fits(view: View, step: Step, premises: Sequence[Bound]) -> None:
    """Assert that there is a place of which no hand keeps the premises and makes the answers lawful."""
    places: list[Place] = [Hand(entry.player) for entry in step.answers] or sorted({b.place for b in premises}, key=str)
    assert len(step.answers) <= 1
    assert any(
        not any(
            all(keeps(held, bound) for bound in premises if bound.place == place)
            and all(lawful(view, entry, held) for entry in step.answers)
            for held in hands(view, place)
        )
        for place in places
    )


def assert_hand(view: View, step: Step, premises: Sequence[Bound]) -> None:
    """Assert that all hands which its answers allow and which keep the premises keep what a step concludes."""
    place = step.conclusions[0].place
    assert all(isinstance(place, Hand) and entry.player == place.player for entry in step.answers)
    assert {bound.place for bound in step.conclusions} == {place}
    own = [bound for bound in premises if bound.place == place]
    fitting = [
        held
        for held in hands(view, place)
        if all(keeps(held, bound) for bound in own) and all(lawful(view, entry, held) for entry in step.answers)
    ]
    assert fitting
    assert all(keeps(held, bound) for held in fitting for bound in step.conclusions)
    if step.rule is Rule.ANSWER:
        assert_since(view, step, own)


def assert_since(view: View, step: Step, own: Sequence[Bound]) -> None:
    """Assert that the discards a step names are those without which its numbers would be others, none too many."""
    (entry,) = step.answers
    if not view.discarded_since(entry.player, entry.turn):
        assert not step.since
        return
    fitting = [held for held in hands(view, Hand(entry.player)) if all(keeps(held, bound) for bound in own)]

    def numbers(gone: Cards | None) -> list[int]:
        left = [held for held in fitting if lawful(view, entry, held, gone)]
        held_of = ([sum(held[cell] for cell in bound.cells) for held in left] for bound in step.conclusions)
        pairs = zip(step.conclusions, held_of, strict=True)
        return [min(counts) if bound.side is Side.LEAST else max(counts) for bound, counts in pairs if counts]

    named = [view.cell(card(one)) for one in step.since]
    assert numbers(Counter(named)) == numbers(None)
    for number in range(len(named)):
        assert numbers(Counter(named[:number] + named[number + 1 :])) != numbers(None)


def assert_sum(view: View, step: Step, premises: Sequence[Bound]) -> None:
    """Assert that a step's sum is right: what each place holds by the premises, what is left for the others."""
    places: list[Place] = [*(Hand(player) for player in view.others)]
    for summand in step.summands:
        own = [bound for bound in premises if bound.place == summand.place]
        if own:
            assert all(
                keeps(held, summand) for held in hands(view, summand.place) if all(keeps(held, bound) for bound in own)
            )
        else:
            assert summand.side is Side.MOST
            assert summand.number >= size_of(view, summand.place)
    for bound in step.conclusions:
        total = sum(view.unseen[cell] for cell in bound.cells)
        shares = {summand.place: summand for summand in step.summands if summand.place != bound.place}
        assert all(share.cells == bound.cells for share in shares.values())
        known = sum(share.number for share in shares.values())
        if bound.side is Side.MOST:
            assert all(share.side is Side.LEAST for share in shares.values())
            assert total - known <= bound.number
        else:
            others = [place for place in (*places, *(s.place for s in step.summands)) if place != bound.place]
            assert all(share.side is Side.MOST for share in shares.values())
            assert set(others) <= set(shares)
            assert total - known >= bound.number


def states(view: View, fact: Fact, conclusions: Sequence[Bound]) -> bool:
    """Return whether bounds say a fact at sight."""
    if isinstance(fact, BossFact):
        kinds, bounds = {fact.kind}, [(Side.LEAST, 1) if fact.holds else (Side.MOST, 0)]
        about = [bound for bound in conclusions if not isinstance(bound.place, Hand)]
    else:
        gone = view.discarded_since(fact.player, fact.turn) if fact.turn else Counter[Face]()
        kinds, now = set(fact.kinds), fact.number - sum(n for cell, n in gone.items() if cell.kind in fact.kinds)
        bounds = [(Side.LEAST, now)] if fact.compare is not Compare.AT_MOST and now > 0 else []
        bounds += [(Side.MOST, now)] if fact.compare is not Compare.AT_LEAST else []
        about = [bound for bound in conclusions if bound.place == Hand(fact.player)]
    least = [b.number for b in about if b.side is Side.LEAST and {cell.kind for cell in b.cells} <= kinds]
    most = [b.number for b in about if b.side is Side.MOST and {cell.kind for cell in b.cells} >= kinds]
    return all(max(least, default=0) >= n if side is Side.LEAST else min(most, default=99) <= n for side, n in bounds)


def assert_deal(record: Record, deal: Deal) -> None:
    """Assert that a deal uses up the unseen cards, keeps the sizes of hands, and makes every answer lawful."""
    view, held = View(record), Counter[Face]()
    for place, cards in deal.items():
        assert sum(cards.values()) == size_of(view, place)
        held.update(cards)
    assert held == +Counter(view.unseen)
    for number, turn in enumerate(record.turns, 1):
        for player in view.others:
            answer = turn.answers.get(player, Word.MISSED)
            if answer is not Word.MISSED:
                assert lawful(view, Entry(number, player, "answer", answer), Counter(deal[Hand(player)]))
