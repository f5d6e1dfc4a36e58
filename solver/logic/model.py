"""Formulas as a CP-SAT model of where the unseen cards lie: what is possible, and which requirements clash.

The second reader of the formulas beside counting, and the one place where ortools is imported. The model counts like
cards; it never tells how likely anything is.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from solver.catalogue import message
from solver.errors import SolverUnknown, TooMuchWork
from solver.game.cards import Face
from solver.logic.formulas import All, AtLeast, Formula, Not, Some

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

TIME_LIMIT = 10.0  # seconds for one question to the solver; questions of this game take milliseconds
WORK_FOR_MOST = 0.02  # in the solver's own measure, about as many seconds


class Status(Enum):
    """What the solver found out; UNKNOWN says nothing about what is possible."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a player holds now."""

    player: str


@dataclass(frozen=True, slots=True)
class Discard:
    """The one card put away in a turn (from 1), where the model is not told which it was."""

    turn: int


@dataclass(frozen=True, slots=True)
class Boss:
    """The one card left in the centre."""


Place = Hand | Discard | Boss
Deal = Mapping[Place, Mapping[Face, int]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to one question: ``deal`` where feasible, ``core`` where not.

    ``core`` is a set of names, in the order in which they were asked for, that cannot all be kept; not always a
    smallest one, and empty where not even the unnamed requirements can be met.
    """

    status: Status
    deal: Deal | None = None
    core: tuple[Any, ...] = ()


class DealModel:
    """Every way to lay ``supply`` (cell -> number of cards) into ``places`` (place -> size), like cards being alike.

    The supply has as many cards as the places together; none of its numbers is negative. Requirements are added,
    under a name where they are to be switched on and off. ``seconds`` bounds the time spent on one question.
    """

    def __init__(self, supply: Mapping[Face, int], places: Mapping[Place, int], seconds: float = TIME_LIMIT) -> None:
        from ortools.sat.python import cp_model

        self.seconds = seconds
        self.places = tuple(places)
        self.model = cp_model.CpModel()
        self.switches: dict[Hashable, cp_model.IntVar] = {}
        self.literals: dict[tuple[tuple[Place, ...], Formula], cp_model.LiteralT] = {}
        self.counts = {
            (place, cell): self.model.new_int_var(0, most, "")
            for place, size in places.items()
            for cell, number in supply.items()
            if (most := min(size, number)) > 0
        }
        for place, size in places.items():
            self.model.add(self.total([place], supply) == size)
        for cell, number in supply.items():
            self.model.add(self.total(places, [cell]) == number)

    def total(self, places: Iterable[Place], cells: Iterable[Face]) -> "cp_model.LinearExprT":
        """Return the number of cards of these cells in these places together."""
        keys = [(place, cell) for place in places for cell in cells]
        return sum(self.counts[key] for key in keys if key in self.counts)

    def atom(self, places: Sequence[Place], atom: AtLeast) -> "cp_model.LiteralT":
        """Return the literal that is true exactly where ``places`` hold what ``atom`` says.

        Channelled in both directions, so that no deal is counted twice by an auxiliary variable left free.
        """
        literal = self.model.new_bool_var("")
        number = self.total(places, sorted(atom.cards))
        self.model.add(number >= atom.number).only_enforce_if(literal)
        self.model.add(number <= atom.number - 1).only_enforce_if(~literal)
        return literal

    def literal(self, places: Sequence[Place], formula: Formula) -> "cp_model.LiteralT":
        """Return the literal that is true exactly where ``formula`` holds of the cards of ``places`` together."""
        if isinstance(formula, Not):
            return ~self.literal(places, formula.part)
        key = (tuple(places), formula)
        if key not in self.literals:
            self.literals[key] = self.define(places, formula)
        return self.literals[key]

    def define(self, places: Sequence[Place], formula: AtLeast | All | Some) -> "cp_model.LiteralT":
        """Return a new literal for an atom, a conjunction or a disjunction."""
        if isinstance(formula, AtLeast):
            return self.atom(places, formula)
        parts = [self.literal(places, part) for part in formula.parts]
        whole = self.model.new_bool_var("")
        if isinstance(formula, All):
            self.model.add_bool_and(parts).only_enforce_if(whole)
            self.model.add_bool_or([*(~part for part in parts), whole])
        else:
            self.model.add_bool_or(parts).only_enforce_if(whole)
            self.model.add_bool_and([~part for part in parts]).only_enforce_if(~whole)
        return whole

    def require(self, formula: Formula, places: Sequence[Place], name: Hashable = None) -> None:
        """Require ``formula`` of the cards of ``places`` together, whenever ``name`` is asked for (None: always)."""
        switches = [] if name is None else [self.switch(name)]
        for part in formula.parts if isinstance(formula, All) else (formula,):
            self.model.add_bool_or([self.literal(places, part)]).only_enforce_if(*switches)

    def limit(self, names: Iterable[Hashable], most: int) -> None:
        """Require that at most ``most`` of these names are asked for at once."""
        self.model.add(sum(self.switch(name) for name in names) <= most)

    def switch(self, name: Hashable) -> "cp_model.IntVar":
        """Return the literal that stands for a name: true where its requirements are enforced."""
        if name not in self.switches:
            self.switches[name] = self.model.new_bool_var("")
        return self.switches[name]

    def ask(self, names: Iterable[Hashable] = ()) -> Outcome:
        """Return whether a deal keeps the unnamed requirements and those under ``names``: a deal or a core."""
        from ortools.sat.python import cp_model

        asked = {self.switch(name).index: name for name in names}
        self.assume(asked.values())
        solver = self.solver()
        status = solver.solve(self.model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Outcome(Status.FEASIBLE, deal=self.deal(solver))
        if status != cp_model.INFEASIBLE:
            return Outcome(Status.UNKNOWN)
        clash = set(solver.sufficient_assumptions_for_infeasibility())
        return Outcome(Status.INFEASIBLE, core=tuple(name for index, name in asked.items() if index in clash))

    def assume(self, names: Iterable[Hashable]) -> None:
        """Ask for these names, and no others, in the next question to the solver."""
        self.model.clear_assumptions()
        self.model.add_assumptions([self.switch(name) for name in names])

    def most(self, names: Collection[Hashable], kept: Iterable[Hashable]) -> list[Hashable]:
        """Return a large set of ``names`` that some deal keeps beside all of ``kept``, in the order given.

        The largest there is, unless that takes more work than it is worth; the same every time. ``kept`` must be
        possible.
        """
        from ortools.sat.python import cp_model

        # With an objective in the model every core is the whole list asked for, so it must not stay.
        self.model.maximize(sum(self.switch(name) for name in names))
        kept = tuple(kept)
        self.assume(kept)
        solver = self.solver()
        solver.parameters.linearization_level = 0
        solver.parameters.max_deterministic_time = WORK_FOR_MOST
        status = solver.solve(self.model)
        self.model.clear_objective()  # type: ignore[no-untyped-call]
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return [name for name in names if name in kept]
        return [name for name in names if solver.value(self.switches[name])]

    def deal(self, solver: "cp_model.CpSolver") -> Deal:
        """Return the deal that the solver found."""
        deal: dict[Place, dict[Face, int]] = {place: {} for place in self.places}
        for (place, cell), variable in self.counts.items():
            if number := solver.value(variable):
                deal[place][cell] = number
        return deal

    def decided(self, names: Iterable[Hashable] = ()) -> Outcome:
        """Return the outcome of ``ask``; SolverUnknown where the solver does not say."""
        outcome = self.ask(names)
        if outcome.status is Status.UNKNOWN:
            raise self.unknown()
        return outcome

    def possible(self, names: Iterable[Hashable] = ()) -> bool:
        """Return whether some deal keeps all that is asked for; SolverUnknown where the solver does not say."""
        return self.decided(names).status is Status.FEASIBLE

    def unknown(self) -> SolverUnknown:
        """Return the error for a question that stayed open."""
        return SolverUnknown(message("errors.solver_unknown", seconds=self.seconds))

    def solutions(self, most: int) -> list[tuple[int, ...]]:
        """Return every deal that keeps all requirements, each exactly once: a number for each key of ``counts``.

        Requirements must not have names: a switch left free would list a deal twice. Raises TooMuchWork where there
        are more than ``most``, SolverUnknown where the time runs out before the end.
        """
        from ortools.sat.python import cp_model

        if self.switches:
            raise ValueError("deals are listed without switches")

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                found.append(tuple(map(self.value, variables)))
                if len(found) > most:
                    self.stop_search()

        found: list[tuple[int, ...]] = []
        variables = list(self.counts.values())
        solver = self.solver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.linearization_level = 0  # of no use where everything is listed
        status = solver.solve(self.model, Collector())
        if len(found) > most:
            raise TooMuchWork(message("errors.too_many_solutions", most=most))
        if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise self.unknown()
        return found

    def solver(self) -> "cp_model.CpSolver":
        """Return a solver that gives the same answer every time.

        One worker and a fixed seed make it so. On models as small as these, presolving and probing cost more than
        they save. The linear relaxation must stay: without it, that cards run out can take the search for ever to see.
        """
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.cp_model_presolve = False
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.max_time_in_seconds = self.seconds
        return solver
