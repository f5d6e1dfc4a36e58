"""The command line, as a person and as a program meets it."""

import json
import os
import re
import socket
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver import Record, SolverUnknown, TooMuchWork, solve
from solver.catalogue import LANGS, message
from solver.cli import layout, main, parsed
from solver.cli import server as serving
from solver.cli.language import language
from solver.record import wire
from solver.record.schema import Word

EXAMPLES = sorted(
    path.stem for path in map(Path, map(str, files("solver.examples").iterdir())) if path.suffix == ".toml"
)
PLAIN = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}


def example(name: str) -> str:
    """The text of an example that is shipped."""
    return files("solver.examples").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def bosscat(*args: str, text: str | bytes = "", **env: str) -> Result:
    """What the command does with ``text`` as standard input; fails where it ends in a traceback."""
    result = CliRunner().invoke(main, list(args), input=text, env={**PLAIN, **env})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def complaint(result: Result, code: int = 2) -> str:
    """The one line on standard error with which a command ended."""
    assert result.exit_code == code
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def process(code: str, text: str = "", **env: str) -> "subprocess.CompletedProcess[bytes]":
    """Python in a process of its own, running ``code`` with ``text`` as standard input."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, env={**os.environ, **PLAIN, **env}, input=text.encode())


class TestLanguage:
    @pytest.mark.parametrize(
        ("environ", "lang"),
        [
            ({}, "en"),
            ({"LANG": "ja_JP.UTF-8"}, "ja"),
            ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
            ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"}, "ja"),
            ({"LANG": "ja", "LC_MESSAGES": "", "LC_ALL": ""}, "ja"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
        ],
    )
    def test_the_environment_gives_the_language_as_it_does_for_other_programs(self, environ, lang):
        assert language([], environ) == lang

    @pytest.mark.parametrize(
        "args", [["--lang", "ja", "solve"], ["solve", "x", "--lang=ja"], ["--help", "--lang", "ja"]]
    )
    def test_the_option_comes_before_the_environment_wherever_it_stands(self, args):
        assert language(args, {"LANG": "en_US"}) == "ja"

    @pytest.mark.parametrize("command", [[], *([name] for name in main.commands)])
    def test_help_is_in_the_language_asked_for(self, command):
        english, japanese = (bosscat(*command, "--help", "--lang", lang).stdout for lang in LANGS)
        assert english.startswith("Usage: bosscat")
        assert japanese.startswith("使い方: bosscat")
        assert not re.search("[ぁ-ん]", english)
        for line in japanese.splitlines():
            assert layout.width(line) <= layout.WIDTH
            if line.startswith("  ") and "--port" not in line:
                assert re.search("[ぁ-んァ-ヶ一-龠]", line)

    def test_another_language_is_an_error(self):
        assert complaint(bosscat("solve", "-", "--lang", "fr")) == ("--lang: fr stands there; expected one of: en, ja")

    def test_help_in_one_language_leaves_no_trace_in_the_other(self):
        before = bosscat("--help").stdout
        bosscat("--help", "--lang", "ja")
        assert bosscat("--help").stdout == before


class TestSolve:
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_json_is_the_object_that_python_gives(self, name):
        result = bosscat("solve", "-", "--json", text=example(name))
        assert result.exit_code == 0
        assert json.loads(result.stdout) == json.loads(json.dumps(solve(Record.from_toml(example(name))).to_dict()))

    @pytest.mark.parametrize("lang", LANGS)
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_a_person_reads_every_boss_cat_and_every_player(self, name, lang):
        posterior = solve(Record.from_toml(example(name)))
        result = bosscat("solve", "-", "--lang", lang, text=example(name))
        assert result.exit_code == 0
        for chance in posterior.boss:
            assert chance.kind.name_in(lang) in result.stdout
        for player in posterior.holdings:
            assert re.search(rf"^  {player} +\d", result.stdout, re.MULTILINE)
        assert max(map(layout.width, result.stdout.splitlines())) <= 110

    def test_columns_are_aligned_in_both_languages(self):
        for lang in LANGS:
            rows = bosscat("solve", "-", "--lang", lang, text=example("expansion")).stdout.splitlines()
            bars = [layout.width(row[: row.index("█")]) for row in rows if "█" in row]
            assert len(bars) > 5
            assert len(set(bars)) == 1

    def test_a_certain_boss_cat_has_100_percent_and_no_other_has(self):
        assert "100%" in bosscat("solve", "-", text=example("proven")).stdout
        assert "100%" not in bosscat("solve", "-", text=example("mid-game")).stdout

    def test_toml_json_and_the_line_are_told_apart_by_content(self):
        record = Record.from_toml(example("mid-game"))
        texts = [
            record.to_toml(),
            record.to_json(),
            record.to_line(),
            f"\n {record.to_json()}\n",
            f"{record.to_line()}\n",
        ]
        outputs = {bosscat("solve", "-", "--json", text=text).stdout for text in texts}
        assert len(outputs) == 1

    def test_a_file_is_read_like_standard_input(self, tmp_path):
        (tmp_path / "r.toml").write_text(example("mid-game"), encoding="utf-8-sig")
        there = bosscat("solve", str(tmp_path / "r.toml"))
        assert there.stdout == bosscat("solve", "-", text=example("mid-game")).stdout

    def test_choices_of_the_command_come_before_those_of_the_record(self):
        found = [
            json.loads(bosscat("solve", "-", "--json", "--choices", choices, text=example("mid-game")).stdout)
            for choices in ("uniform", "rules")
        ]
        assert [data["choices"] for data in found] == ["uniform", "rules"]
        assert found[0]["boss"] != found[1]["boss"]

    def test_both_engines_give_the_same(self):
        a, b = (
            json.loads(bosscat("solve", "-", "--json", "--engine", engine, text=SMALL).stdout)
            for engine in ("counting", "cp-sat")
        )
        assert a["deals"] == b["deals"]
        assert {c["kind"]: c["p"] for c in a["boss"]} == pytest.approx({c["kind"]: c["p"] for c in b["boss"]}, abs=1e-9)

    def test_an_unknown_engine_is_an_error(self):
        assert "counting, cp-sat" in complaint(bosscat("solve", "-", "--engine", "magic", text=SMALL))

    def test_the_answers_whose_points_were_set_aside_are_told(self, monkeypatch):
        found = solve(Record.from_json(SMALL))
        monkeypatch.setattr("solver.cli.solve", lambda record, engine: replace(found, set_aside=((1, "B"),)))
        assert "turn 1, B" in bosscat("solve", "-", text=SMALL).stdout


# 4 players, a turn before the end: few deals, so that listing them all is quick.
SMALL = json.dumps(
    {
        "format": "bosscat/1",
        "players": ["A", "B", "C", "D"],
        "me": "A",
        "first_leader": "A",
        "setup": {"face_up": 46, "hand": 2},
        "face_up": ["nyaa"] * 16 + ["nyan"] * 12 + ["nyao"] * 10 + ["nyau"] * 7 + ["nii"],
        "hand": ["nii", "nii"],
        "turns": [{"call": ["nii", "nyan"], "answers": {"B": "nii", "C": "nyau", "D": "matched"}}],
    }
)
IMPOSSIBLE = json.dumps({**json.loads(SMALL), "turns": [{"call": ["nyan"], "answers": {"B": "nyaa"}}]})


class TestContradiction:
    def test_json_goes_to_standard_output_with_exit_code_3(self):
        result = bosscat("solve", "-", "--json", text=IMPOSSIBLE)
        assert result.exit_code == 3
        assert result.stderr == ""
        data = json.loads(result.stdout)
        assert data["consistent"] is False
        assert data["conflict"] == [{"turn": 1, "player": "B", "entry": "answer", "value": "nyaa"}]

    @pytest.mark.parametrize(
        ("lang", "entry", "repair"),
        [
            ("en", "Turn 1: B showed nyaa", "Turn 1, B: nii"),
            ("ja", "1ターン目：Bさんは", "1ターン目・Bさん：ニャアではなく"),
        ],
    )
    def test_a_person_reads_which_entries_clash_and_what_would_mend_it(self, lang, entry, repair):
        result = bosscat("solve", "-", "--lang", lang, text=IMPOSSIBLE)
        assert result.exit_code == 3
        assert f"\n  {entry}" in result.stdout
        assert f"\n  {repair}" in result.stdout


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "where"),
        [
            ("", "format"),
            ("x", "end"),
            ("a = [", "end"),
            ("{", "line 1, column 2"),
            ('{"format": 1}', "format"),
            (b"\x00\x01\x02", "line 1, column 1"),
            (b"a = \xff", "byte 4"),
            (example("mid-game").replace('me = "Ben"', 'me = "Eve"'), "me"),
            (example("mid-game").replace('"nyau2", "nyau3"]', '"nyau2"]'), "hand"),
            (example("mid-game").replace('Dai = "nyao3"', 'Dai = "meow"'), "turns[3].answers.Dai"),
            (example("mid-game").replace("bosscat/1", "bosscat/2"), "format"),
            (example("mid-game") + "colour = 1\n", "turns[3].colour"),
            ("b1.Aki", "characters 4 to 6"),
            ("b2.x", "characters 1 to 2"),
            ("[" * 100_000, "line"),
            ('{"a":' * 30_000, "JSON"),
            ("x" * 1_000_000, "length"),
        ],
    )
    @pytest.mark.parametrize("lang", LANGS)
    def test_wrong_input_is_one_line_with_its_place_and_exit_code_2(self, text, where, lang):
        line = complaint(bosscat("solve", "-", "--lang", lang, text=text))
        if lang == "en":
            assert line.startswith(where)
            assert "; expected " in line
        else:
            assert re.search("[ぁ-ん]", line)
        assert len(line) < 400

    @pytest.mark.parametrize("command", ["solve", "line"])
    def test_a_file_that_cannot_be_read_is_an_error(self, command, tmp_path):
        for path in (tmp_path / "none.toml", tmp_path):
            assert complaint(bosscat(command, str(path))).startswith(f"FILE: {str(path)[:20]}")

    def test_a_file_without_end_is_not_read_to_its_end(self):
        assert complaint(bosscat("solve", "/dev/zero")).startswith("length")

    @pytest.mark.parametrize("error", [TooMuchWork, SolverUnknown])
    def test_no_answer_within_the_bounds_of_the_work_is_one_line_and_exit_code_4(self, error, monkeypatch):
        def refuse(record, engine):
            raise error(message("errors.too_many_solutions", most=7))

        monkeypatch.setattr("solver.cli.solve", refuse)
        assert "more than 7 solutions" in complaint(bosscat("solve", "-", text=SMALL), 4)

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (["solve", "--what"], "There is no option --what; see bosscat solve --help"),
            (["solve"], "FILE is missing; see bosscat solve --help"),
            (["meows", "--hand", "nii"], "--call is missing; see bosscat meows --help"),
            (["nonsense"], "This command cannot be understood: nonsense; see bosscat --help"),
            (["solve", "a", "b"], "This command cannot be understood: solve a b; see bosscat solve --help"),
            (["simulate", "--turns"], "Option --turns is used in a wrong way"),
            (["simulate", "--players", "3"], "--players: 3 stands there; expected a whole number from 4 to 7"),
            (["simulate", "--players", "five"], "--players: five stands there"),
            (["simulate", "--seed", "9" * 5000], "--seed: 999"),
            (["simulate", "--seat", "5"], "--seat: 5 stands there; expected a whole number from 1 to 4"),
            (["simulate", "--turns", "60"], "turns: 60 stands there; expected a whole number from 0 to 44"),
            (["web", "--port", "0"], "--port: 0 stands there"),
        ],
    )
    def test_a_command_used_in_a_wrong_way_is_one_line(self, args, words):
        assert complaint(bosscat(*args)).startswith(words)
        assert re.search("[ぁ-ん]", complaint(bosscat(*args, LANG="ja_JP.UTF-8")))

    def test_without_a_command_the_help_is_shown(self):
        assert bosscat().stderr == bosscat("--help").stdout


class TestLine:
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_a_record_becomes_a_line_and_a_line_the_record(self, name):
        line = bosscat("line", "-", text=example(name))
        assert re.fullmatch(r"b1\.[A-Za-z0-9._~-]+\n", line.stdout)
        back = bosscat("line", "-", text=line.stdout)
        assert Record.from_toml(back.stdout) == Record.from_toml(example(name))

    def test_a_damaged_line_is_an_error_with_the_place(self):
        line = bosscat("line", "-", text=example("proven")).stdout
        assert complaint(bosscat("line", "-", text=line.replace("Ben", "Bon"))).startswith("characters 4 to ")


class TestSimulate:
    def test_the_same_seed_gives_the_same_record(self):
        args = ("simulate", "--players", "5", "--expansion", "--turns", "4", "--seed", "7")
        assert bosscat(*args).stdout == bosscat(*args).stdout
        record = Record.from_toml(bosscat(*args).stdout)
        assert (len(record.players), record.expansion, len(record.turns)) == (5, True, 4)
        assert bosscat(*args[:-1], "8").stdout != bosscat(*args).stdout

    def test_the_seat_says_whose_record_it_is(self):
        records = [Record.from_toml(bosscat("simulate", "--seat", str(seat)).stdout) for seat in (1, 2, 3, 4)]
        assert [record.me for record in records] == list(records[0].players)
        assert len({record.face_up for record in records}) == 1

    @pytest.mark.parametrize("lang", LANGS)
    def test_the_truth_is_told_only_when_asked_for_and_only_in_comments(self, lang):
        args = ("simulate", "--turns", "2", "--lang", lang)
        plain, told = bosscat(*args).stdout, bosscat(*args, "--reveal").stdout
        assert "#" not in plain
        assert told.endswith(plain)
        assert sum(line.startswith("# ") for line in told.splitlines()) == 5
        assert Record.from_toml(told) == Record.from_toml(plain)

    def test_a_simulated_record_can_be_solved(self):
        assert bosscat("solve", "-", text=bosscat("simulate").stdout).exit_code == 0


class TestMeows:
    # The examples of the rules, "Which card must be shown".
    @pytest.mark.parametrize(
        ("hand", "call", "told"),
        [
            ("nyaa nyao nyao nyaa/nyao", "nyaa nyaa nyao nyao", "Matched: put any card face down"),
            ("nyao nyao nyaa/nyao", "nyaa nyaa nyao nyao", "Not matched: show nyaa/nyao."),
            ("nyaa nyao nyaa/nyao", "nyaa nyaa nyao nyao", "Not matched: show nyaa or nyaa/nyao."),
            ("nyaa nyaa/nyan", "nyaa nyan nyao", "Not matched: show nyaa."),
            ("nyau nyau", "nii nyaa nyaa nyao", "Not matched: show any card."),
            ("ニャア3、ニィ", "ニャア", "Matched"),
        ],
    )
    def test_it_says_what_must_be_shown(self, hand, call, told):
        result = bosscat("meows", "--hand", hand, "--call", call)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1].startswith(told)

    def test_a_lenient_table_may_show_either(self):
        args = ("meows", "--hand", "nyaa nyaa/nyan", "--call", "nyaa nyan nyao")
        assert bosscat(*args, "--lenient").stdout.endswith("show nyaa or nyaa/nyan.\n")

    def test_every_way_stands_in_a_line_of_its_own(self):
        lines = bosscat("meows", "--hand", "nyao nyao nyaa/nyao", "--call", "nyaa nyaa nyao nyao").stdout.splitlines()
        assert lines[0] == "Meows that the hand can voice at once: 3 of 4"
        rule = "-" * len(lines[2].strip())
        assert [line.split() for line in lines[2:6]] == [
            ["nyaa", "nyaa", "nyao", "nyao"],
            [rule],
            ["nyaa/nyao", "-", "nyao", "nyao"],
            ["-", "nyaa/nyao", "nyao", "nyao"],
        ]

    def test_many_ways_are_cut_short_and_counted(self):
        hand = "nyaa/nyan nyaa/nyao nyaa/nyau nyaa/nii nyaa nyaa nyaa nyaa nyaa"
        lines = bosscat("meows", "--hand", hand, "--call", "nyaa nyaa nyaa nyaa nyaa").stdout.splitlines()
        assert any(re.fullmatch(r"  \.\.\. and further ways: \d+", line) for line in lines)
        assert len(lines) < 30

    @pytest.mark.parametrize(
        ("hand", "call", "where"),
        [
            ("", "nyaa", "--hand"),
            ("nyaa meow", "nyaa", "--hand"),
            ("nyaa", "", "--call"),
            ("nyaa", "nyaa " * 6, "--call"),
            ("nyaa", "nyaa/nyao", "--call"),
        ],
    )
    def test_what_is_no_hand_or_no_call_is_an_error(self, hand, call, where):
        assert complaint(bosscat("meows", "--hand", hand, "--call", call)).startswith(where)


def test_the_schema_names_every_key_of_a_record():
    schema = json.loads(bosscat("schema").stdout)
    assert set(schema["$defs"]["WireRecord"]["properties"]) == set(wire.WireRecord.__struct_fields__)


class TestWeb:
    def test_a_port_that_is_taken_is_an_error(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            line = complaint(bosscat("web", "--port", str(port)))
        assert line.startswith(f"--host, --port: 127.0.0.1:{port} stands there")

    def test_an_address_of_nowhere_is_an_error(self):
        assert complaint(bosscat("web", "--host", "192.0.2.1")).startswith("--host, --port: 192.0.2.1:8000")

    def test_the_page_is_named_so_that_it_can_be_found(self):
        assert callable(serving.application())


class TestProcess:
    def loaded(self, statement: str) -> set[str]:
        """The libraries that are loaded once ``statement`` has run."""
        code = f"import sys\ntry:\n    {statement}\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
        done = process(code, example("mid-game"))
        return {name.split(".")[0] for name in done.stderr.decode().split()}

    def test_help_loads_no_solver_and_no_web_library(self):
        loaded = self.loaded("from solver.cli import main; main(['solve', '--help'])")
        assert "solver" in loaded
        assert loaded.isdisjoint({"numpy", "ortools", "constraint", "flask", "gunicorn", "pandas", "webui"})

    def test_solving_loads_neither_ortools_nor_a_web_library(self):
        loaded = self.loaded("from solver.cli import main; main(['solve', '-'])")
        assert "numpy" in loaded
        assert loaded.isdisjoint({"ortools", "constraint", "flask", "gunicorn", "pandas", "webui"})

    def test_a_reader_that_leaves_early_causes_no_traceback(self):
        command = [sys.executable, "-c", "from solver.cli import main; main()", "schema"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **PLAIN}
        ) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            child.stdout.close()
            assert child.stderr.read() == b""
        assert child.returncode == 1

    def test_letters_that_a_terminal_does_not_know_cause_no_traceback(self):
        done = process(
            "from solver.cli import main; main(['solve', '-', '--lang', 'ja'])",
            text=example("proven"),
            PYTHONIOENCODING="latin-1",
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_record_read_from_any_text_keeps_answers_not_noticed():
    record = parsed(json.dumps({**json.loads(SMALL), "turns": [{"call": ["nii"], "answers": {"B": "?"}}]}))
    assert record.turns[0].answers == {"B": Word.MISSED}
