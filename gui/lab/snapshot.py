"""A position in the lab, with everything undo restores: read from a text, or drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from gui.boards.handling import Handling, Handlings, Move

MAX_COMPARED = 5000  # solutions that a move by hand may follow


class PositionSource(Enum):
    """Origin of the present position."""

    SOLVED = "solved"
    RANDOM = "random"
    TYPED = "typed"
    PAINTED = "painted"


@dataclass(frozen=True)
class SolverAnswer:
    """The shortest solutions of a position, with the options and the effort of the search.

    `solutions` may be fewer than `count`, which is exact. `looked_at` and `one_way` count
    positions.
    """

    base: str
    options: Mapping[str, str]
    solver: str
    length: int
    count: int
    solutions: tuple[tuple[Move, ...], ...]
    looked_at: int = 0
    one_way: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class PuzzleSnapshot:
    """Everything undo restores."""

    position: str
    source: PositionSource = PositionSource.SOLVED
    scramble: tuple[Move, ...] = ()
    seed: int | None = None
    trail: tuple[Move, ...] = ()  # moves made by hand since then
    answer: SolverAnswer | None = None
    choice: int = 0  # index of the chosen solution
    ply: int = 0  # number of its moves that are made
    # The number of its attempt by hand, 0 for none; equality ignores it.
    attempt: int = field(default=0, compare=False)

    @property
    def solution(self) -> tuple[Move, ...]:
        """The chosen solution; empty without one."""
        answer = self.answer
        return answer.solutions[self.choice] if answer and answer.solutions else ()

    @property
    def worked_on(self) -> bool:
        """Whether it was moved by hand, solved or set up: more than drawn or reset."""
        given = self.source in (PositionSource.TYPED, PositionSource.PAINTED)
        return given or bool(self.trail) or self.answer is not None

    def at(self, choice: int, ply: int, handling: Handling) -> PuzzleSnapshot:
        """Return the same answer at a move of one of its solutions."""
        if self.answer is None:
            return self
        place = replace(self, choice=choice, ply=ply)
        return replace(place, position=handling.after(self.answer.base, place.solution[:ply]))

    def after(self, move: Move, handling: Handling) -> PuzzleSnapshot:
        """Return the position after a move by hand: the next one of a solution stays on it."""
        line = self.solution
        if self.answer is not None and self.ply < len(line):
            trail = (*line[: self.ply], move)
            fitting = [self.choice, *range(min(len(self.answer.solutions), MAX_COMPARED))]
            for choice in fitting:
                if self.answer.solutions[choice][: self.ply + 1] == trail:
                    return self.at(choice, self.ply + 1, handling)
        return replace(
            self,
            position=handling.play(self.position, move),
            trail=(*self.trail, *line[: self.ply], move),
            answer=None,
            choice=0,
            ply=0,
        )


# -- from a text, or drawn -------------------------------------------------------------------------


HIGHEST_SEED = 1_000_000


def read_position(
    handlings: Handlings, text: str, handling: Handling, start: PuzzleSnapshot | None = None
) -> PuzzleSnapshot:
    """Read a position, or moves (from `start`, else from the goal).

    Raises PositionError for an impossible position, MoveError for moves that cannot be made.
    """
    if handling.is_position(text):
        fitting = handlings.fitting(handling.puzzle.options, text)
        return PuzzleSnapshot(fitting.check(text), PositionSource.TYPED)
    moves = handling.read_moves(text)
    if start is not None:
        handling = handlings.fitting(handling.puzzle.options, start.position)
    before = start.position if start is not None else handling.goal
    return PuzzleSnapshot(handling.after(before, moves), PositionSource.TYPED, moves)


def scrambled(handling: Handling, length: int, seed: int | None) -> PuzzleSnapshot:
    """Return the scramble of the command line with the same numbers; None draws a seed.

    Raises MoveError for a length out of range.
    """
    if not handling.scrambles:
        return PuzzleSnapshot(handling.start, PositionSource.TYPED)
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    moves = handling.scramble(seed, length)
    position = handling.after(handling.goal, moves)
    return PuzzleSnapshot(position, PositionSource.RANDOM, moves, seed)
