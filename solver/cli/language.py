"""click in two languages: help texts, headings and complaints from the catalogue, in the user's language.

Commands are declared with the keys of their help texts; a program that runs is a copy with the texts put in.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from solver.catalogue import LANGS, Lang, message, say
from solver.errors import BosscatError, RecordError, SolverUnknown, TooMuchWork

# Exit codes beside 0; 3, for a record that no deal fits, is given by the command that solves it.
OUTPUT_GONE, WRONG_INPUT, NO_ANSWER, INTERRUPTED = 1, 2, 4, 130

NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


class OneOf(click.Choice[str]):
    """A choice among words; any other is an error of ours."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        if value not in self.choices:
            raise RecordError(name_of(param), value, message("errors.one_of", options=list(self.choices)))
        return str(value)


class Whole(click.ParamType[int, Any]):
    """A whole number within bounds; anything else is an error of ours."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        digits = str(value).strip()
        if len(digits) <= 20 and digits.removeprefix("-").isdecimal() and self.least <= int(digits) <= self.most:
            return int(digits)
        raise RecordError(name_of(param), value, message("errors.range", least=self.least, most=self.most))


class Number(click.ParamType[float, Any]):
    """A number within bounds, with or without a fraction; anything else is an error of ours."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        text = str(value).strip()
        if NUMBER.fullmatch(text) and self.least <= float(text) <= self.most:
            return float(text)
        raise RecordError(name_of(param), value, message("cli.number", least=self.least, most=self.most))


def name_of(param: click.Parameter | None) -> str:
    """Return an option or argument as the user writes it."""
    return "" if param is None else param.opts[0] if isinstance(param, click.Option) else param.human_readable_name


class Formatter(click.HelpFormatter):
    """Help with headings in the user's language, the ``obj`` of the call."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line that shows how a command is used."""
        super().write_usage(prog, args, prefix or say("cli.usage", click.get_current_context().obj) + " ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of options or commands."""
        key = {"Options": "cli.options", "Commands": "cli.commands"}.get(heading)
        super().write_heading(say(key, click.get_current_context().obj) if key else heading)


class Context(click.Context):
    """A call of a command whose help is in the user's language."""

    formatter_class = Formatter


def language(args: Sequence[str], environ: Mapping[str, str]) -> Lang:
    """Return the language asked for by ``--lang``, else that of the environment, else English."""
    for place, arg in enumerate(args):
        for lang in LANGS:
            if arg == f"--lang={lang}" or (arg == "--lang" and args[place + 1 : place + 2] == [lang]):
                return lang
    settings = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    first = next((setting for setting in settings if setting), "")
    return "ja" if first.lower().startswith("ja") else "en"


def in_language(command: click.Command, lang: Lang) -> click.Command:
    """Return a copy of ``command`` and all below it, its help texts no longer keys but texts in ``lang``."""
    told = copy(command)
    told.help = say(command.help, lang) if command.help else None
    told.params = [param_in_language(param, lang) for param in command.params]
    told.context_class = Context
    if isinstance(told, click.Group):
        told.commands = {name: in_language(below, lang) for name, below in told.commands.items()}
    return told


def param_in_language(param: click.Parameter, lang: Lang) -> click.Parameter:
    """Return a copy of an option with its help text in ``lang``."""
    told = copy(param)
    if isinstance(told, click.Option) and told.help:
        told.help = say(told.help, lang)
    return told


class Program(click.Group):
    """The whole command: runs in the user's language and turns every error into one line and an exit code."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> NoReturn:
        """Run the program and leave with its exit code; never a traceback for a user's mistake."""
        given = list(sys.argv[1:] if args is None else args)
        lang = language(given, os.environ)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a letter that this terminal does not know
        try:
            program = in_language(self, lang)
            code = click.Command.main(program, given, "bosscat", standalone_mode=False, obj=lang)
            sys.stdout.flush()
        except (BosscatError, click.UsageError) as error:
            click.echo(complaint(error, given, lang), err=True)
            code = NO_ANSWER if isinstance(error, TooMuchWork | SolverUnknown) else WRONG_INPUT
        except (KeyboardInterrupt, click.Abort):
            code = INTERRUPTED
        except BrokenPipeError:
            # Whoever read the output has left. Nobody reads what is still in the buffer either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = OUTPUT_GONE
        sys.exit(code)


def complaint(error: BosscatError | click.UsageError, args: Sequence[str], lang: Lang) -> str:
    """Return an error in words, one line; the help where the program was called without a command."""
    match error:
        case BosscatError():
            return error.say(lang)
        case click.exceptions.NoArgsIsHelpError():
            return error.format_message()
        case click.NoSuchOption():
            said = message("cli.no_such_option", option=error.option_name)
        case click.BadOptionUsage():
            said = message("cli.option_usage", option=error.option_name)
        case click.MissingParameter():
            said = message("cli.missing", name=name_of(error.param))
        case _:
            said = message("cli.wrong_usage", args=" ".join(args)[:80])
    command = error.ctx.command_path if error.ctx else "bosscat"
    return say("cli.see_help", lang, complaint=said, command=command)
