"""The shape of the program: what may import what, how long a module may be, what its files may say."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the ground up: a room imports from itself and from rooms before it. "solver" is the public API, solver/__init__.
ROOMS = (
    "solver.catalogue",
    "solver.errors",
    "solver.game",
    "solver.record",
    "solver.logic",
    "solver.odds",
    "solver.reasons",
    "solver.play",
    "solver.advice",
    "solver.solving",
    "solver.arena",
    "solver",
    "solver.wording",
    "solver.spoken_advice",
    "solver.spoken_facts",
    "solver.spoken_proofs",
    "solver.spoken_reasons",
    "solver.spoken_conflicts",
    "solver.cli",
    "webui",
)
# Where each solver library may be imported: a module, or a room with all its modules.
HOMES = {
    "ortools": ("solver.logic.model",),
    "constraint": ("solver.logic.meows",),
    "numpy": ("solver.odds", "solver.advice"),
}
LONGEST_MODULE = 450  # lines
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:home|root|Users|work|tmp|mnt|opt|private/var)/\w")


def tracked_files() -> list[Path]:
    """Return every file of the project as git sees it, new ones that are not ignored included."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (ROOT / name for name in sorted(set(listing.stdout.split("\0"))) if name)
    return [path for path in paths if path.is_file()]


def package_files() -> list[Path]:
    return sorted(path for package in ("solver", "webui") for path in (ROOT / package).rglob("*.py"))


def module_name(path: Path) -> str:
    """Return the dotted name by which the module at ``path`` is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(name: str) -> str:
    """Return the room of a module, or of a name imported from one; the public API where no other room is named."""
    package, *rest = name.split(".")
    room = f"{package}.{rest[0]}" if rest else package
    return room if room in ROOMS else package


def imports(module: str, tree: ast.AST, *, is_package: bool) -> Iterator[str]:
    """Yield the dotted name of everything imported anywhere in ``tree``, inside functions too."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                if level:
                    parents = module.split(".")
                    base = parents[: len(parents) - level + is_package]
                    source = ".".join([*base, *([source] if source else [])])
                yield from (f"{source}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def imports_of(path: Path) -> list[str]:
    return list(imports(module_name(path), ast.parse(path.read_text("utf-8")), is_package=path.name == "__init__.py"))


def upward(importer: str, imported: str) -> bool:
    """Tell whether ``importer`` reaches for a room above its own."""
    if imported.split(".")[0] not in {"solver", "webui"}:
        return False
    return ROOMS.index(room_of(imported)) > ROOMS.index(room_of(importer))


def astray(importer: str, imported: str) -> bool:
    """Tell whether ``imported`` is a solver library that has no place in ``importer``."""
    homes = HOMES.get(imported.split(".")[0])
    return homes is not None and not any(f"{importer}.".startswith(f"{home}.") for home in homes)


def test_every_module_stands_in_a_room():
    names = {module_name(path) for path in package_files()}
    assert {name for name in names - {"solver"} if room_of(name) == "solver"} == set()


def test_imports_run_one_way_through_the_rooms():
    wrong = [(module_name(path), name) for path in package_files() for name in imports_of(path)]
    assert [pair for pair in wrong if upward(*pair)] == []


def test_each_solver_library_is_imported_in_one_place():
    pairs = [(module_name(path), name) for path in package_files() for name in imports_of(path)]
    assert [pair for pair in pairs if astray(*pair)] == []


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("import solver.odds.deals as d", ["solver.odds.deals"]),
        ("def f():\n    from solver.odds import deals", ["solver.odds.deals"]),
        ("from . import line", ["solver.record.line"]),
        ("from .line import read", ["solver.record.line.read"]),
        ("from ..game.cards import Kind", ["solver.game.cards.Kind"]),
        ("import importlib\nimportlib.import_module('webui')", ["importlib", "webui"]),
    ],
)
def test_an_import_is_seen_however_it_is_written(statement: str, names: list[str]):
    assert list(imports("solver.record.schema", ast.parse(statement), is_package=False)) == names


def test_a_relative_import_in_a_package_starts_from_the_package():
    assert list(imports("solver.record", ast.parse("from .line import read"), is_package=True)) == [
        "solver.record.line.read"
    ]


def test_an_import_of_a_higher_room_is_caught():
    assert upward("solver.game.cards", "solver.record.schema.Record")
    assert upward("solver.errors", "solver.Record")
    assert upward("solver.cli", "webui.create_app")
    assert not upward("solver.record.schema", "solver.game.cards.Kind")
    assert not upward("solver.record.schema", "solver.record.line")


def test_a_solver_library_out_of_place_is_caught():
    assert astray("solver.logic.answers", "ortools.sat.python.cp_model")
    assert astray("solver.logic.model", "constraint.Problem")
    assert not astray("solver.logic.model", "ortools.sat.python.cp_model")
    assert not astray("solver.odds.deals", "numpy")
    assert not astray("solver.logic.answers", "solver.logic.meows")


def test_no_module_is_too_long():
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in tracked_files()
        if path.suffix == ".py"
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_file_names_a_path_of_the_machine_it_was_written_on():
    found = []
    for path in tracked_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [(path.relative_to(ROOT).as_posix(), match[0]) for match in MACHINE_PATH.finditer(text)]
    assert found == []


def test_a_path_of_a_machine_is_caught():
    assert MACHINE_PATH.search("see " + "/".join(["", "home", "someone", "file"]))
    assert not MACHINE_PATH.search("https://example.org/home/page")


def test_the_locks_have_hashes_and_name_no_host():
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text("utf-8")
        pinned = re.findall(r"^[a-z0-9][\w.-]*==", text, re.MULTILINE)
        assert pinned
        assert len(re.findall(r"^[a-z0-9][\w.-]*==[^\n]*\\\n    --hash=sha256:", text, re.MULTILINE)) == len(pinned)
        assert "://" not in text
        assert "--index-url" not in text
