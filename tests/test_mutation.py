"""The faults planted by ``tests.evidence.mutation`` still have their place in the program."""

import ast

import pytest

from tests.evidence.mutation import FAULTS, ROOT, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.says for fault in FAULTS])
def test_a_fault_changes_one_place_and_leaves_a_program(fault: Fault):
    text = (ROOT / fault.file).read_text("utf-8")
    assert text.count(fault.right) == 1
    assert ast.dump(ast.parse(text.replace(fault.right, fault.wrong))) != ast.dump(ast.parse(text))
    assert all((ROOT / test).exists() for test in fault.tests)
