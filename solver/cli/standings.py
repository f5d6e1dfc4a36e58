"""What ``bosscat arena`` prints; every phrase is from the catalogue."""

from solver.arena import Interval, Report
from solver.catalogue import Lang, message, say
from solver.cli.layout import WIDTH, table, wrap


def report(found: Report, lang: Lang) -> str:
    """Return what games showed: who gained, against whom, and how rounds went."""
    rules = found.rules
    game = message("results.expansion_game" if rules.expansion else "results.base_game")
    die = message("arena.with_die") if rules.die else ""
    numbers = {"games": f"{found.games:,}", "rounds": f"{found.rounds:,}", "players": len(rules.seats)}
    blocks = [[say("arena.played", lang, game=game, die=die, **numbers)], seats(found, lang)]
    if found.gain and found.gain_won:
        told = say("arena.gain", lang, points=points(found.gain), won=share(found.gain_won, signed=True))
        blocks.append(wrap([word + " " for word in told.split(" ")] if lang == "en" else [told], "", WIDTH))
    blocks.append(rounds(found, lang))
    return "\n\n".join("\n".join(block) for block in blocks)


def seats(found: Report, lang: Lang) -> list[str]:
    """Return one line a seat: points a round, games won."""
    heads = [say("arena.seat", lang), "", say("arena.points", lang), say("arena.won", lang)]
    rows = [
        [str(number), say(f"arena.{seat.player}", lang), points(seat.points), share(seat.won)]
        for number, seat in enumerate(found.seats, 1)
    ]
    return table([heads, *rows], right=[2, 3])


def rounds(found: Report, lang: Lang) -> list[str]:
    """Return how rounds went, one figure a line."""
    turns = f"{found.turns.mean:.1f} ± {margin(found.turns.margin, '.1f')}"
    rows = [[say("arena.turns", lang), turns]]
    for name in ("right", "wrong", "knocked_out", "unguessed", "first"):
        rows.append([say(f"arena.{name}", lang), share(getattr(found, name))])
    rows.append([say("arena.even", lang), f"{found.even:.0%}"])
    return table(rows, right=[1])


def points(found: Interval) -> str:
    """Return points with their margin."""
    return f"{found.mean:+.2f} ± {margin(found.margin, '.2f')}"


def share(found: Interval, signed: bool = False) -> str:
    """Return a share with its margin, both in percent."""
    return f"{found.mean:{'+' if signed else ''}.0%} ± {margin(found.margin, '.0%')}"


def margin(number: float | None, form: str) -> str:
    """Return a margin; a question mark where there was too little to say."""
    return "?" if number is None else format(number, form)
