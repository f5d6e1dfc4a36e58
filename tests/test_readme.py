"""What the README shows is what the program does."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from solver import Record
from solver.cli import main
from solver.record import wire
from tests.evidence.__main__ import BY_NAME, SECTIONS
from tests.test_cli import bosscat

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CUT = "…"  # a line that stands for lines left out


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Every command of our own that is shown, with the output shown for it."""
    found = []
    for block in blocks("console"):
        for part in block.removeprefix("$ ").split("\n$ "):
            command, _, output = part.partition("\n")
            if command.startswith("bosscat "):
                found.append((command, output.rstrip("\n")))
    return found


@pytest.mark.parametrize(("command", "output"), commands())
def test_the_output_shown_is_the_output_printed(command, output, monkeypatch):
    monkeypatch.chdir(ROOT)
    printed = bosscat(*shlex.split(command)[1:]).stdout.rstrip("\n")
    start, cut, end = output.partition(f"{CUT}\n")
    if cut:
        assert printed.startswith(start)
        assert printed.endswith(end)
    else:
        assert printed == output


def test_the_first_thing_shown_is_a_record_solved():
    assert README.index("$ bosscat solve ") < README.index("\n## ")


def test_the_python_shown_prints_what_is_shown(monkeypatch):
    monkeypatch.chdir(ROOT)
    (code,), (output,) = blocks("python"), blocks("text")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == output


def test_the_record_shown_is_one():
    (record,) = blocks("toml")
    assert Record.from_toml(record).me == "Ben"


def test_every_command_is_listed_and_no_other():
    assert sorted(re.findall(r"^\| `bosscat (\w+)", README, re.MULTILINE)) == sorted(main.commands)


def test_every_key_of_a_record_is_explained():
    for key in wire.WireRecord.__struct_fields__:
        assert f"`{key}`" in README or key == "format"


@pytest.mark.parametrize("path", re.findall(r"^\| `((?:solver|webui|tests)/[^`]*)`", README, re.MULTILINE))
def test_every_room_named_is_there(path):
    assert (ROOT / path).exists()


def test_every_section_of_the_evidence_is_told_of():
    table = README.partition("\n## Evidence\n")[2].partition("\n### ")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == SECTIONS + BY_NAME
