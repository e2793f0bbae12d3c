"""A cube in the lab with its scramble and solutions: everything undo restores, in one value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.games.cube_facelets import SOLVED
from engine.games.cube_geometry import apply
from engine.games.cube_notation import TURNING, Turn


class Metric(Enum):
    """Definition of one turn."""

    QUARTER = "quarter"
    HALF = "half"


class Solver(Enum):
    """The two solvers."""

    BIDIRECTIONAL = "bidirectional"
    TABLE = "table"


class CubeSource(Enum):
    """Origin of the present cube."""

    SOLVED = "solved"
    RANDOM = "random"
    TYPED = "typed"
    PAINTED = "painted"


@dataclass(frozen=True)
class SolverAnswer:
    """The shortest solutions of a cube; `solutions` may be fewer than `count`, which is exact."""

    base: str
    metric: Metric
    solver: Solver
    length: int
    count: int
    solutions: tuple[tuple[Turn, ...], ...]
    visited: tuple[int, int] = (0, 0)
    one_way: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class CubeSnapshot:
    """Everything undo restores."""

    facelets: str = SOLVED
    source: CubeSource = CubeSource.SOLVED
    scramble: tuple[Turn, ...] = ()
    seed: int | None = None
    trail: tuple[Turn, ...] = ()  # turns made by hand since then
    answer: SolverAnswer | None = None
    choice: int = 0  # index of the chosen solution
    ply: int = 0  # number of its turns that are made
    left: bool = False  # the user left a solution by a turn off it
    # The number of its attempt by hand, 0 for none; equality ignores it.
    attempt: int = field(default=0, compare=False)

    @property
    def solution(self) -> tuple[Turn, ...]:
        """The chosen solution; empty without one."""
        answer = self.answer
        return answer.solutions[self.choice] if answer and answer.solutions else ()

    @property
    def solved(self) -> bool:
        """Whether every face has one colour."""
        return all(len(set(self.facelets[i : i + 4])) == 1 for i in range(0, 24, 4))

    def at(self, choice: int, ply: int) -> CubeSnapshot:
        """Return the same answer at a turn of one of its solutions."""
        if self.answer is None:
            return self
        place = replace(self, choice=choice, ply=ply)
        facelets = self.answer.base
        for turn in place.solution[:ply]:
            facelets = apply(facelets, turn.name, turn.quarters)
        return replace(place, facelets=facelets)

    def after(self, turn: Turn) -> CubeSnapshot:
        """Return the cube after a turn by hand: its next turn stays on the solution."""
        line = self.solution
        if self.answer is not None and self.ply < len(line):
            made = (*line[: self.ply], turn)
            fitting = [self.choice, *range(min(len(self.answer.solutions), 5000))]
            for choice in fitting:
                if self.answer.solutions[choice][: self.ply + 1] == made:
                    return self.at(choice, self.ply + 1)
        return replace(
            self,
            facelets=apply(self.facelets, turn.name, turn.quarters),
            trail=(*self.trail, *line[: self.ply], turn),
            answer=None,
            choice=0,
            ply=0,
            left=self.answer is not None and self.answer.length > 0,
        )


def turn_between(before: str, after: str) -> Turn | None:
    """Return the single turn that leads from one cube to another, if there is one."""
    for face in TURNING:
        for quarters in (1, 3, 2):
            if apply(before, face, quarters) == after:
                return Turn(face, quarters)
    return None


def fold_key(line: tuple[Turn, ...]) -> tuple[str, ...]:
    """Return a solution in quarter turns, with one form for both directions of a half turn."""
    words: list[str] = []
    for turn in line:
        if words and words[-1] == turn.text:
            words[-1] = turn.name + "2"
        else:
            words.append(turn.text)
    return tuple(words)


def folded(solutions: tuple[tuple[Turn, ...], ...]) -> tuple[int, ...]:
    """Return indices of solutions, one of those that differ only in the direction of half turns.

    In quarter turns a half turn is `U U` or `U' U'`; the first of each kind stays.
    """
    kept: dict[tuple[str, ...], int] = {}
    for index, line in enumerate(solutions):
        kept.setdefault(fold_key(line), index)
    return tuple(kept.values())
