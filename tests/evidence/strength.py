"""What advice is worth, and how the game plays: full games, their number fixed beforehand.

In the base game with 4 players 400 rounds gave a gain to within 0.3 points a round, so 2,000 show one of 0.2 with a
power of 80%; with the expansion points swing more than twice as far. The seeds are apart from those that advice was
tuned on (0 to 99).
"""

from collections.abc import Iterator
from os import cpu_count

from solver.arena import Interval, Report, Rules, arena

SEED = 1000
COMPARED = (
    (Rules(("advised", *["plain"] * 3)), 2000),
    (Rules(("advised", *["plain"] * 5)), 1000),
    (Rules(("advised", *["plain"] * 3), expansion=True), 1000),
    (Rules(("logic", *["plain"] * 3)), 1000),
)
PLAYED = 1000  # rounds for each line of the table of how the game plays


def shown(found: Interval | None, form: str) -> str:
    """Return a mean with its margin."""
    if found is None:
        return "-"
    return (
        f"{found.mean:{form}}" if found.margin is None else f"{found.mean:{form}} ± {found.margin:{form.lstrip('+')}}"
    )


def title(report: Report) -> str:
    """Return who played what for how long."""
    rules = report.rules
    extras = [word for word, on in (("expansion", rules.expansion), ("die", rules.die)) if on]
    return f"{', '.join(dict.fromkeys(rules.seats))}, {len(rules.seats)} players{''.join(', ' + w for w in extras)}"


def compared(report: Report) -> str:
    """Return what the first seat gained over a plain player in its place."""
    points, won = shown(report.gain, "+.2f"), shown(report.gain_won, "+.0%")
    return f"{title(report)}: {points} points a round, {won} of {report.games} games ({report.rounds} rounds)"


def table(report: Report) -> str:
    """Return how rounds went."""
    turns, right, out = shown(report.turns, ".1f"), shown(report.right, ".0%"), shown(report.knocked_out, ".0%")
    first = f"{shown(report.first, '.0%')} (alike: {report.even:.0%})"
    return f"{title(report)}: {turns} turns, right guess {right}, knocked out {out}, by the first leader {first}"


def run(rounds: float = 1.0) -> Iterator[tuple[bool, str]]:
    """Yield the findings; ``rounds`` the share of the rounds that are played."""
    jobs = cpu_count() or 1
    for rules, number in COMPARED:
        report = arena(rules, max(1, int(number * rounds)), SEED, jobs)
        gain = report.gain
        gains = gain is not None and gain.margin is not None and gain.mean - gain.margin > 0
        yield gains or rules.seats[0] != "advised", compared(report)
    for players in (4, 5, 6, 7):
        for die in (False, True):
            yield True, table(arena(Rules(("plain",) * players, die=die), max(1, int(PLAYED * rounds)), SEED, jobs))
