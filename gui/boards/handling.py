"""A puzzle in a person's hands: positions as texts, moves by hand, and a position set up by hand.

No pygame here. The default follows the rules; a puzzle replaces it where hands can do more than the
solvers' moves, such as hold a cube in any orientation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from engine.messages import JouonsError, Message, message
from engine.protocols import PositionError, Puzzle, game_key
from engine.registry import entry_of, make_puzzle

BLANK = "."  # an empty cell of a position that is being set up
Marks = tuple[str, ...]  # of the cells of a position that is being set up


class Move(Protocol):
    """A move by hand; two moves are equal when they look the same."""

    @property
    def text(self) -> str:
        """The move as a person writes it."""


@dataclass(frozen=True, slots=True)
class TextMove:
    """A move that is no more than its text."""

    text: str


def moves_text(moves: Iterable[Move]) -> str:
    return " ".join(move.text for move in moves)


class Handling:
    """One puzzle as a person handles it; positions are texts that `check` has accepted."""

    def __init__(self, puzzle: Puzzle[Any]) -> None:
        self.puzzle = puzzle

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.puzzle.id

    @property
    def variant(self) -> str:
        """The name under which best results are saved, different for other options."""
        return game_key(self.puzzle)

    @property
    def start(self) -> str:
        """The position of a new lab; "" for a scramble."""
        return ""

    @property
    def scrambles(self) -> bool:
        """Whether random moves from the goal lead to a position that can be solved."""
        return True

    # -- positions -------------------------------------------------------------------------------

    @cached_property
    def goal(self) -> str:
        """The solved position."""
        return self.puzzle.text(self.puzzle.goal())

    def check(self, text: str) -> str:
        """Return a position in its usual form; raises PositionError, which names the fault."""
        return self.puzzle.text(self.puzzle.parse(text))

    def state(self, position: str) -> Any:
        """Return the solvers' state."""
        return self.puzzle.parse(position)

    def solved(self, position: str) -> bool:
        """Return whether the puzzle is solved."""
        return position == self.goal

    def goal_of(self, position: str) -> str:
        """Return the solved position that the solvers' moves reach from this one."""
        return self.goal

    def heuristic_terms(self, name: str, position: str) -> Mapping[str, int]:
        """Return the terms of a heuristic by the part of the position; empty if it has none."""
        return {}

    # -- moves -----------------------------------------------------------------------------------

    def moves(self, position: str) -> Sequence[Move]:
        """Return every move by hand."""
        state = self.state(position)
        return [TextMove(self.puzzle.move_text(state, each)) for each in self.puzzle.moves(state)]

    def play(self, position: str, move: Move) -> str:
        """Return the position after a move; MoveError if it is not possible."""
        state = self.state(position)
        return self.puzzle.text(self.puzzle.play(state, self.puzzle.parse_move(state, move.text)))

    def after(self, position: str, moves: Iterable[Move]) -> str:
        """Return the position after several moves."""
        for move in moves:
            position = self.play(position, move)
        return position

    def move_between(self, before: str, after: str) -> Move | None:
        """Return the single move that leads from one position to another, if there is one.

        A position of another variant has none.
        """
        try:
            moves = self.moves(before)
        except PositionError:
            return None
        return next((move for move in moves if self.play(before, move) == after), None)

    def read_moves(self, text: str) -> tuple[Move, ...]:
        """Parse moves; MoveError for a text that can be none."""
        return tuple(map(TextMove, text.split()))

    def solver_moves(self, position: str, line: Sequence[int]) -> tuple[Move, ...]:
        """Return a line of the solvers from a position as moves by hand."""
        state, moves = self.state(position), []
        for move in line:
            moves.append(TextMove(self.puzzle.move_text(state, move)))
            state = self.puzzle.play(state, move)
        return tuple(moves)

    def scramble(self, seed: int, length: int) -> tuple[Move, ...]:
        """Return random moves from the goal; MoveError for a length out of range."""
        rng = np.random.Generator(np.random.PCG64(seed))
        return self.solver_moves(self.goal, self.puzzle.scramble(rng, length))

    def count(self, moves: Sequence[Move]) -> int:
        """Return the number that moves count for."""
        return len(moves)

    def counts(self, move: Move) -> bool:
        """Return whether a move counts at all; turning the whole puzzle does not."""
        return True

    def clue(self, position: str, line: Sequence[Move]) -> Message:
        """Return a first hint at a solution that does not name its first move."""
        return message("puzzles.hint.last", turn=line[-1].text)

    # -- positions set up by hand ------------------------------------------------------------------

    def is_position(self, text: str) -> bool:
        """Return whether a text is meant as a position rather than as moves."""
        return "/" in text

    def marks(self, position: str) -> Marks:
        """Return the mark of every cell."""
        return tuple(mark for mark in position if mark not in " /")

    def joined(self, marks: Marks) -> str:
        """Return the position of marks, possible or not."""
        return "".join(marks)

    @cached_property
    def palette(self) -> Marks:
        """The marks a cell may have, in the order of the palette."""
        return tuple(dict.fromkeys(self.marks(self.goal)))

    def paintable(self, text: str) -> Marks | None:
        """Return the marks of a text that can be set up by hand, possible or not."""
        marks = self.marks(text.upper())
        fits = len(marks) == len(self.marks(self.goal)) and set(marks) <= set(self.palette)
        return marks if fits else None

    def fault(self, marks: Marks) -> tuple[Message | None, frozenset[int]]:
        """Return the fault of a position set up by hand, and its cells."""
        missing = marks.count(BLANK)
        if missing:
            return Message("cube_lab.paint.missing", {"count": missing}), frozenset()
        try:
            self.check(self.joined(marks))
        except PositionError as error:
            return error.message, frozenset(error.where)
        except JouonsError as error:
            return error.message, frozenset()
        return None, frozenset()


@dataclass(frozen=True)
class DraftPosition:
    """A position that is being set up; `faulty` cells make it impossible."""

    marks: Marks
    fault: Message | None
    faulty: frozenset[int]


class Handlings:
    """A puzzle of the registry as a person handles it, with each of its options."""

    def __init__(self, puzzle_id: str, make: Callable[[Any], Handling] = Handling) -> None:
        self.id = puzzle_id
        self.options = entry_of(puzzle_id).options
        self._make = make
        self._made: dict[tuple[str, ...], Handling] = {}

    def of(self, options: Mapping[str, str]) -> Handling:
        """Return the puzzle with options; a missing or invalid one becomes its default."""
        chosen = {
            option.name: options[option.name]
            if options.get(option.name) in option.choices
            else option.default
            for option in self.options
        }
        key = tuple(chosen.values())
        if key not in self._made:
            self._made[key] = self._make(make_puzzle(self.id, chosen))
        return self._made[key]

    def variants(self, options: Mapping[str, str]) -> Iterator[Handling]:
        """Yield the puzzle with these options, then with every other choice of one of them."""
        yield self.of(options)
        for option in self.options:
            for choice in option.choices:
                if choice != options.get(option.name, option.default):
                    yield self.of({**options, option.name: choice})

    def fitting(self, options: Mapping[str, str], text: str) -> Handling:
        """Return the first variant in which a position is possible.

        Raises PositionError, with the fault in the first variant, if there is none.
        """
        fault: JouonsError | None = None
        for handling in self.variants(options):
            try:
                handling.check(text)
            except JouonsError as error:
                fault = fault or error
            else:
                return handling
        assert fault is not None
        raise fault
