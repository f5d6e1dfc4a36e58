"""Screens "why" (the proof of a fact, where a probability comes from) and "check" (a learner's claims, marked)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from solver import BosscatError, Record, RecordError, spoken_facts, spoken_proofs
from solver import spoken_reasons as spoken
from solver.catalogue import message
from solver.game.cards import Face, Kind
from solver.logic.model import Deal, Hand
from solver.odds.posterior import KindHeld
from solver.reasons.claims import Checked, Claim, mean_score, parse_claim, parse_claims
from solver.reasons.explanations import Explanation, Verdict
from solver.reasons.facts import BossFact, Compare, HandFact, parse_fact
from solver.reasons.whence import Whence
from solver.record.view import View
from webui.language import lang, link
from webui.reading import record_of_address, small_number
from webui.reasons import checked, explained, next_hint, origin
from webui.screen import screen
from webui.solved import solved

bp = Blueprint("why", __name__)

MOST_CLAIMS = 20
MOST_TEXT = 500  # characters of claims in an address: in Japanese nine bytes each
DEGREES = 3
HAS_NONE = "none"  # a claim of its own in the form: exactly 0 cards, whatever number stands beside it


@dataclass(frozen=True, slots=True)
class Shown:
    """An explanation for the screen: the fact in words, ``verdict``, its probability, proof, a deal against it."""

    fact: str
    verdict: str
    p: float
    proof: tuple[str, ...]
    example: tuple[tuple[str, tuple[tuple[Kind, int], ...]], ...]


def boss_fact(kind: Kind, p: float) -> str:
    """Return the fact that the boss cat is of this kind, or where that is impossible, that it is not."""
    return str(BossFact(kind, p > 0))


def hand_fact(player: str, kind: Kind, held: KindHeld) -> str:
    """Return the fact that the chance of any card of a kind in a hand is about, or the number where it is certain."""
    exact = held.min == held.max
    return str(HandFact(player, (kind,), Compare.EXACTLY if exact else Compare.AT_LEAST, held.min if exact else 1))


@bp.get("/why")
def why() -> ResponseReturnValue:
    """Show why a fact is certain or impossible, or where its probability comes from: now, or after ``at`` turns."""
    whole = record_of_address()
    at = small_number(request.args.get("at"))
    record = whole if at is None or at >= len(whole.turns) else whole.up_to(at)
    then = {} if record is whole else {"at": at}
    if not solved(record).posterior:
        return redirect(link("pages.answer", r=whole.to_line(), **then), 303)
    fact = parse_fact(request.args.get("fact", ""), View(record))
    hand = record.players.index(fact.player) if isinstance(fact, HandFact) else None
    anchor = None if hand is None else f"hand-{hand}"
    found = explained(record.to_line(), str(fact))
    kind = fact.kind if isinstance(fact, BossFact) and is_open(found) else None
    # With doubles every answer takes a moment to be counted, so what each did is told on request.
    told = kind and (not record.expansion or "moves" in request.args)
    source = origin(record.to_line(), str(kind)) if told else None
    return screen(
        "why.html",
        record,
        back=link("pages.answer", r=whole.to_line(), **then, hand=hand, _anchor=anchor),
        fact=spoken_facts.fact(View(record), fact, lang()),
        shown=None if isinstance(found, BosscatError) else shown(record, found),
        refusal=found if isinstance(found, BosscatError) else None,
        kind=kind,
        path=path_of(record, kind) if kind else (),
        told=told,
        moves=moves_of(record, source) if isinstance(source, Whence) else (),
    )


def path_of(record: Record, kind: Kind) -> list[float | None]:
    """Return the probability of a kind after 0, 1, ... turns; None where it could not be counted."""
    found = [solved(record.up_to(turns)).posterior for turns in range(len(record.turns) + 1)]
    return [posterior.p(kind) if posterior else None for posterior in found]


def moves_of(record: Record, found: Whence) -> list[str]:
    """Return in words what the answers did that moved a probability most."""
    return [spoken.moved(View(record), found.kind, move, lang()) for move in found.moves]


def is_open(found: Explanation | BosscatError) -> bool:
    """Return whether a fact turned out to be neither certain nor impossible."""
    return isinstance(found, Explanation) and found.verdict is Verdict.OPEN


def shown(record: Record, found: Explanation) -> Shown:
    """Return an explanation for the screen."""
    view = View(record)
    proof = tuple(spoken_proofs.proof(view, found.proof, lang())) if found.proof else ()
    example = tuple(hands_of(record, found.example)) if found.example else ()
    return Shown(spoken_facts.fact(view, found.fact, lang()), found.verdict.value, found.p, proof, example)


def hands_of(record: Record, deal: Deal) -> Iterator[tuple[str, tuple[tuple[Kind, int], ...]]]:
    """Yield everyone's hand in a deal, kind by kind, in the order of the table; last the boss cat's, without a name."""
    for player in (*record.others, ""):
        cells: Mapping[Face, int] = next((cards for place, cards in deal.items() if name_of(place) == player), {})
        numbers: dict[Kind, int] = {}
        for cell, number in cells.items():
            numbers[cell.kind] = numbers.get(cell.kind, 0) + number
        yield player, tuple((kind, numbers[kind]) for kind in sorted(numbers) if numbers[kind])


def name_of(place: object) -> str:
    """Return whose hand a place of a deal is; nobody's where it is the boss's."""
    return place.player if isinstance(place, Hand) else ""


@dataclass(frozen=True, slots=True)
class Marked:
    """One claim on the screen: in words, how sure, its turn, what became of it, and the claims without it."""

    claim: Claim
    fact: str
    shown: Shown | None
    score: float | None
    refusal: BosscatError | None
    without: str


@bp.get("/check")
def check() -> ResponseReturnValue:
    """Show the claims in the address, each marked, and the hint asked for."""
    record = record_of_address()
    text = request.args.get("c", "")
    if not solved(record).posterior:
        return redirect(link("pages.answer", r=record.to_line()), 303)
    try:
        claims = claims_in(text, record)
    except RecordError as error:
        return show_check(record, text, error=error), 422
    return show_check(record, text, claims)


@bp.post("/check")
def add_claim() -> ResponseReturnValue:
    """Add the claim put together by taps, or take the text as it was typed."""
    record = record_of_address()
    text = request.form.get("c", "") if "typed" in request.form else request.args.get("c", "")
    try:
        if "typed" not in request.form:
            text = "\n".join([*text.splitlines(), str(parse_claim(composed(record, request.form), record))])
        claims_in(text, record)
    except RecordError as error:
        return show_check(record, text, error=error), 422
    return redirect(link("why.check", r=record.to_line(), c=text, _anchor="claims"), 303)


def claims_in(text: str, record: Record) -> tuple[Claim, ...]:
    """Return the claims of a text; RecordError at the line that is none, or where there are too many."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_CLAIMS:
        raise RecordError("claims", len(lines), message("errors.range", least=0, most=MOST_CLAIMS))
    if len(text) > MOST_TEXT:
        raise RecordError("claims", text, message("errors.too_long", most=MOST_TEXT))
    return parse_claims(text, record)


def composed(record: Record, fields: MultiDict[str, str]) -> str:
    """Return the claim that the form's choices make, as text; it may still be wrong."""
    moment = f"{fields['turn']}: " if fields.get("turn") else ""
    sure = f" {fields['sure']}%" if fields.get("sure") else ""
    place = small_number(fields.get("who"))
    if place is None or place >= len(record.players):
        return f"{moment}boss {fields.get('is', '=')} {fields.get('kind', '')}{sure}"
    player = record.players[place].replace("\\", "\\\\").replace('"', '\\"')
    compare, number = fields.get("compare", "="), fields.get("number", "")
    if compare == HAS_NONE:
        compare, number = "=", "0"
    return f'{moment}"{player}" {fields.get("kind", "")} {compare} {number}{sure}'


def show_check(record: Record, text: str, claims: Sequence[Claim] = (), error: RecordError | None = None) -> str:
    """Return the page."""
    if not solved(record).posterior:
        claims = ()
    found = [checked(record.to_line(), str(claim)) for claim in claims]
    marked = tuple(marks(record, claims, found))
    degree = min(small_number(request.args.get("hint")) or 0, DEGREES)
    return screen(
        "check.html",
        record,
        text=text,
        error=error,
        marked=marked,
        mean=mean_score([one for one in found if isinstance(one, Checked)]),
        hints=hints(record, found, degree),
        degree=degree,
        degrees=DEGREES,
    )


def marks(record: Record, claims: Sequence[Claim], found: Sequence[Checked | BosscatError]) -> Iterator[Marked]:
    """Yield the claims with what became of them."""
    for place, (claim, one) in enumerate(zip(claims, found, strict=True)):
        then = record if claim.turn is None else record.up_to(claim.turn)
        without = "\n".join(str(other) for number, other in enumerate(claims) if number != place)
        yield Marked(
            claim=claim,
            fact=spoken_facts.fact(View(then), claim.fact, lang()),
            shown=shown(then, one.explanation) if isinstance(one, Checked) else None,
            score=one.score if isinstance(one, Checked) else None,
            refusal=None if isinstance(one, Checked) else one,
            without=without,
        )


def hints(record: Record, found: Sequence[Checked | BosscatError], degree: int) -> tuple[str, ...]:
    """Return the hint at the next thing that can be known, in as many degrees as asked for."""
    if not degree:
        return ()
    proven = [one.claim for one in found if isinstance(one, Checked) and one.explanation.verdict is Verdict.PROVEN]
    next_one = next_hint(record.to_line(), tuple(str(claim.fact) for claim in proven if claim.turn is None))
    if isinstance(next_one, BosscatError):
        return (next_one.say(lang()),)
    steps = range(1, degree + 1) if next_one else [1]
    return tuple(line for step in steps for line in spoken.hint(View(record), next_one, step, lang()))
