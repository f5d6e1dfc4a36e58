"""What the package offers at its top: curated, complete, and quick to import."""

import subprocess
import sys

import pytest

import solver


@pytest.mark.parametrize("name", solver.__all__)
def test_every_public_name_is_there_and_says_what_it_promises(name):
    assert getattr(solver, name).__doc__


def test_an_unknown_name_is_an_ordinary_error():
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        _ = solver.guess


def test_importing_the_package_loads_no_heavy_library():
    code = "import solver, sys; print(*{'numpy', 'ortools', 'constraint', 'flask'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


def test_the_errors_descend_from_one_root():
    errors = [solver.Contradiction, solver.RecordError, solver.SolverUnknown, solver.TooMuchWork]
    assert all(issubclass(error, solver.BosscatError) for error in errors)
