"""The command ``bosscat``. Each command reads, calls one function of the solver, and prints what came of it."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from solver.catalogue import LANGS, Lang, message, say
from solver.cli import report
from solver.cli.language import Number, OneOf, Program, Whole
from solver.errors import Contradiction, RecordError
from solver.game.cards import MAX_CALL, parse_call, parse_faces
from solver.game.table import MAX_PLAYERS
from solver.record import wire
from solver.record.schema import Choices, Record, Reveal
from solver.solving import Engine, solve

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

NO_DEAL_FITS = 3
DEALT_PLAYERS = 4  # below that the rules give no numbers to deal
MOST_TURNS, LARGEST_SEED = 99, 2**63 - 1
MOST_SECONDS, MOST_ROUNDS, MOST_JOBS = 3600, 10**6, 256


def command(name: str) -> Callable[[Callable[..., object]], click.Command]:
    """Return the decorator of a command that takes ``--lang`` and ``--help`` too; its help is ``cli.NAME``."""

    def declare(function: Callable[..., object]) -> click.Command:
        return HELP(LANG(main.command(name, help=f"cli.{name}", add_help_option=False)(function)))

    return declare


# Which language it is, is known before click parses: see ``language``.
LANG = click.option("--lang", type=OneOf(LANGS), expose_value=False, help="cli.lang")
HELP = click.help_option("--help", help="cli.help")


@click.group(cls=Program, help="cli.bosscat", add_help_option=False)
@HELP
@LANG
def main() -> None:
    """Group the commands."""


@command("solve")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="cli.solve_json")
@click.option("--engine", type=OneOf(["counting", "cp-sat"]), default="counting", help="cli.solve_engine")
@click.option("--choices", type=OneOf([choice.value for choice in Choices]), help="cli.solve_choices")
@click.pass_obj
def solve_command(lang: Lang, file: str, as_json: bool, engine: Engine, choices: str | None) -> int:
    """Print what the record in ``file`` says."""
    record = parsed(read(file))
    if choices:
        record = replace(record, choices=Choices(choices))
    try:
        posterior = solve(record, engine=engine)
    except Contradiction as contradiction:
        return refused(record, contradiction, as_json, lang)
    click.echo(
        json.dumps(posterior.to_dict(), ensure_ascii=False) if as_json else report.posterior(record, posterior, lang)
    )
    return 0


@command("explain")
@click.argument("file")
@click.argument("fact")
@click.pass_obj
def explain_command(lang: Lang, file: str, fact: str) -> int:
    """Print whether a fact is certain in the position that the record in ``file`` shows, and why."""
    from solver.cli import reasoning

    record = parsed(read(file))
    if clash := clashing(record, False, lang):
        return clash
    click.echo(reasoning.explanation(record, fact, lang))
    return 0


@command("check")
@click.argument("file")
@click.argument("claims", nargs=-1)
@click.option("--claims", "listed", help="cli.check_claims")
@click.pass_obj
def check_command(lang: Lang, file: str, claims: tuple[str, ...], listed: str | None) -> int:
    """Print what becomes of claims about the round that the record in ``file`` shows."""
    from solver.cli import reasoning

    record = parsed(read(file))
    text = "\n".join([*claims, *([read(listed)] if listed else [])])
    if clash := clashing(record, False, lang):
        return clash
    click.echo(reasoning.marks(record, text, lang))
    return 0


@command("hint")
@click.argument("file")
@click.argument("known", nargs=-1)
@click.option("--degree", type=Whole(1, 3), default=1, show_default=True, help="cli.hint_degree")
@click.pass_obj
def hint_command(lang: Lang, file: str, known: tuple[str, ...], degree: int) -> int:
    """Print a hint at what can be known in the position that the record in ``file`` shows, beside what is known."""
    from solver.cli import reasoning

    record = parsed(read(file))
    if clash := clashing(record, False, lang):
        return clash
    click.echo(reasoning.hinted(record, known, degree, lang))
    return 0


@command("advise")
@click.argument("file")
@click.option("--budget", type=Number(0, MOST_SECONDS), default=2.0, show_default=True, help="cli.advise_budget")
@click.option("--json", "as_json", is_flag=True, help="cli.solve_json")
@click.pass_obj
def advise_command(lang: Lang, file: str, budget: float, as_json: bool) -> int:
    """Print what to do in the position that the record in ``file`` shows."""
    from solver.advice.advising import advise
    from solver.cli import counsel

    record = parsed(read(file))
    if clash := clashing(record, as_json, lang):
        return clash
    with working(lang) as told:
        found = advise(record, budget, told)
    assert found is not None
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else counsel.advice(record, found, lang))
    return 0


@command("review")
@click.argument("file")
@click.option("--budget", type=Number(0, MOST_SECONDS), default=5.0, show_default=True, help="cli.advise_budget")
@click.option("--json", "as_json", is_flag=True, help="cli.solve_json")
@click.pass_obj
def review_command(lang: Lang, file: str, budget: float, as_json: bool) -> int:
    """Print a look back on the round in ``file``, whose result is recorded."""
    from solver.advice.review import review
    from solver.cli import counsel

    record = parsed(read(file))
    if clash := clashing(record, as_json, lang):
        return clash
    with working(lang) as told:
        found = review(record, budget, told)
    assert found is not None
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else counsel.review(found, lang))
    return 0


@command("arena")
@click.option("--rounds", type=Whole(1, MOST_ROUNDS), default=100, show_default=True, help="cli.arena_rounds")
@click.option("--seats", default="advised,plain,plain,plain", show_default=True, help="cli.arena_seats")
@click.option("--expansion", is_flag=True, help="cli.simulate_expansion")
@click.option("--die", is_flag=True, help="cli.arena_die")
@click.option("--seed", type=Whole(0, LARGEST_SEED), default=0, show_default=True, help="cli.arena_seed")
@click.option("--jobs", type=Whole(1, MOST_JOBS), default=os.cpu_count() or 1, help="cli.arena_jobs")
@click.option("--json", "as_json", is_flag=True, help="cli.solve_json")
@click.pass_obj
def arena_command(
    lang: Lang, rounds: int, seats: str, expansion: bool, die: bool, seed: int, jobs: int, as_json: bool
) -> None:
    """Print what full games between players of different skill show."""
    from solver.arena import PLAYERS, Rules, arena
    from solver.cli import standings

    players = tuple(seat.strip() for seat in seats.split(","))
    for player in players:
        if player not in PLAYERS:
            raise RecordError("--seats", player, message("errors.one_of", options=list(PLAYERS)))
    if not DEALT_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise RecordError("--seats", seats, message("errors.players", least=DEALT_PLAYERS, most=MAX_PLAYERS))
    with progress(lang, rounds) as shown:
        found = arena(Rules(players, expansion, die), rounds, seed, jobs, shown.update)
    click.echo(json.dumps(found.to_dict()) if as_json else standings.report(found, lang))


def clashing(record: Record, as_json: bool, lang: Lang) -> int:
    """Return 0 where some deal fits the record; else print the contradiction and return the exit code."""
    try:
        solve(record)
    except Contradiction as contradiction:
        return refused(record, contradiction, as_json, lang)
    return 0


def refused(record: Record, found: Contradiction, as_json: bool, lang: Lang) -> int:
    """Print why no deal fits the record; return the exit code."""
    from solver.cli import reasoning

    told = json.dumps(found.to_dict(), ensure_ascii=False) if as_json else reasoning.contradiction(record, found, lang)
    click.echo(told)
    return NO_DEAL_FITS


def progress(lang: Lang, length: int) -> "ProgressBar[int]":
    """Return a progress bar on standard error, hidden where that is no screen."""
    label, hidden = say("cli.working", lang), not sys.stderr.isatty()
    return click.progressbar(length=length, file=sys.stderr, label=label, hidden=hidden)


@contextmanager
def working(lang: Lang) -> Iterator[Callable[[float], None]]:
    """Show a progress bar while something works that tells the share of it that is done."""
    with progress(lang, 100) as shown:
        yield lambda share: shown.update(int(share * 100) - shown.pos)


@command("line")
@click.argument("file")
def line_command(file: str) -> None:
    """Print a record as one line, and a record that is one line as TOML."""
    text = read(file)
    record = parsed(text)
    click.echo(record.to_toml().rstrip() if is_line(text) else record.to_line())


@command("simulate")
@click.option(
    "--players", type=Whole(DEALT_PLAYERS, MAX_PLAYERS), default=4, show_default=True, help="cli.simulate_players"
)
@click.option("--expansion", is_flag=True, help="cli.simulate_expansion")
@click.option("--turns", type=Whole(0, MOST_TURNS), default=4, show_default=True, help="cli.simulate_turns")
@click.option("--seed", type=Whole(0, LARGEST_SEED), default=0, show_default=True, help="cli.simulate_seed")
@click.option("--seat", type=Whole(1, MAX_PLAYERS), default=1, show_default=True, help="cli.simulate_seat")
@click.option("--reveal", is_flag=True, help="cli.simulate_reveal")
@click.pass_obj
def simulate_command(lang: Lang, players: int, expansion: bool, turns: int, seed: int, seat: int, reveal: bool) -> None:
    """Print the record that one player writes of a simulated round."""
    from solver.play import simulate

    if seat > players:
        raise RecordError("--seat", seat, message("errors.range", least=1, most=players))
    played = simulate(players, expansion, turns, seed)
    if reveal:
        click.echo(report.truth(played, lang))
    click.echo(played.record(seat - 1).to_toml().rstrip())


@command("meows")
@click.option("--hand", required=True, metavar="CARDS", help="cli.meows_hand")
@click.option("--call", required=True, metavar="MEOWS", help="cli.meows_call")
@click.option("--lenient", is_flag=True, help="cli.meows_lenient")
@click.pass_obj
def meows_command(lang: Lang, hand: str, call: str, lenient: bool) -> None:
    """Print the ways in which a hand voices a call, and what must be shown."""
    cards, meows = parse_faces(hand, "--hand"), parse_call(call, "--call")
    if not cards:
        raise RecordError("--hand", hand, message("errors.card_unknown"))
    if not 1 <= len(meows) <= MAX_CALL:
        raise RecordError("--call", call, message("errors.call_length", most=MAX_CALL))
    click.echo(report.meows(meows, cards, Reveal.LENIENT if lenient else Reveal.STRICT, lang))


@command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a record."""
    click.echo(json.dumps(wire.json_schema(), indent=2))


@command("web")
@click.option("--host", default="127.0.0.1", show_default=True, help="cli.web_host")
@click.option("--port", type=Whole(1, 65535), default=8000, show_default=True, help="cli.web_port")
@click.option("--lan", is_flag=True, help="cli.web_lan")
@click.pass_obj
def web_command(lang: Lang, host: str, port: int, lan: bool) -> None:
    """Serve the page."""
    from solver.cli import server

    def ready() -> None:
        url = f"http://{server.own_address() if lan else host}:{port}/"
        click.echo(say("cli.web_ready", lang, url=url), err=True)
        if lan:
            click.echo(server.code(url) + say("cli.web_open_to_all", lang), err=True)

    server.serve("0.0.0.0" if lan else host, port, ready)


def read(file: str) -> str:
    """Return the text of a file, or of standard input for ``-``; RecordError where it cannot be read or is no text."""
    try:
        with click.open_file(file, "rb") as stream:
            data = stream.read(wire.MAX_TEXT + 1)
    except OSError:
        raise RecordError("FILE", file, message("cli.readable_file")) from None
    return wire.readable(data)


def is_line(text: str) -> bool:
    """Tell whether a text is a record on one line, of this version or another."""
    return re.match(r"\s*b\d+\.", text) is not None


def parsed(text: str) -> Record:
    """Return the record that a text holds: a line, JSON or TOML, told apart by how it begins."""
    if is_line(text):
        return Record.from_line(text.strip())
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.from_toml(text)
