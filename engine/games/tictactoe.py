"""Tic-tac-toe on two nine-bit masks, with the two draw rules and misere.

Bulk playouts go by table: three random plies a step, or one decisive ply. For every position at the
start of a step, all equally likely sequences of its plies are listed once; a step of a playout is
one table lookup. The tables are built at the first use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from engine.games.lockstep import Ints, batches, draw
from engine.messages import excerpt
from engine.protocols import MoveError, Outcome, PlayMany, PositionError
from engine.recording import GameSampler

CHUNK = 8_192  # arrays that fit into the processor's cache and need no new allocation
FULL = 0b111_111_111
LINES = (
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
)


class Marks(NamedTuple):
    """The cells of X and of O: bit i is cell i, in reading order from the top left."""

    first: int
    second: int


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the cells whose bits are set."""
    return tuple(cell for cell in range(9) if mask >> cell & 1)


def lined(mask: int) -> tuple[int, ...]:
    """Return the cells of every three in a line, in reading order."""
    cells = 0
    for line in LINES:
        if mask & line == line:
            cells |= line
    return cells_of(cells)


# Whether each mask has a line.
LINED = tuple(any(mask & line == line for line in LINES) for mask in range(512))


_TURN, _MIRROR = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)  # of the cells


def _moved(board: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(board[cell] for cell in cells)


# Without numpy, which an own bot's process loads only where it is needed.
_TURNED = [*accumulate((_TURN,) * 3, _moved, initial=tuple(range(9)))]
# For each symmetry the image of every cell.
SYMMETRIES = (*_TURNED, *(_moved(board, _MIRROR) for board in _TURNED))
# The names of all but the first, in the same order.
SYMMETRY_NAMES = (
    *("turned_left", "turned_over", "turned_right"),
    *("mirrored", "mirrored_down", "mirrored_over", "mirrored_up"),
)


@cache
def _images() -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry the image of every mask."""
    return tuple(
        tuple(sum(1 << cells[i] for i in range(9) if mask >> i & 1) for mask in range(512))
        for cells in SYMMETRIES
    )


class TicTacToe:
    """Tic-tac-toe; options `draw` (draw or second) and `misere`."""

    id = "tictactoe"
    num_moves = 9

    def __init__(self, draw_to_second: bool = False, misere: bool = False) -> None:
        self.draw_to_second = draw_to_second
        self.misere = misere

    @property
    def options(self) -> Mapping[str, str]:
        draw = "second" if self.draw_to_second else "draw"
        return {"draw": draw, "misere": "true" if self.misere else "false"}

    def initial(self) -> Marks:
        return Marks(0, 0)

    def to_move(self, state: Marks) -> int:
        """Return 0 if both players have the same number of marks, else 1."""
        return (state.first | state.second).bit_count() & 1

    def moves(self, state: Marks) -> Sequence[int]:
        """Return the free cells; none once the game is over."""
        first, second = state
        if LINED[first] or LINED[second]:
            return ()
        free = FULL & ~(first | second)
        return [cell for cell in range(9) if free >> cell & 1]

    def null_move_wins(self, state: Marks) -> Sequence[int]:
        if self.misere:  # a line loses
            return ()
        other = 1 - self.to_move(state)
        both = state.first | state.second
        return [
            cell
            for cell in self.moves(state)
            if LINED[state[other] | 1 << cell]
            or (self.draw_to_second and other == 1 and both | 1 << cell == FULL)
        ]

    def play(self, state: Marks, move: int) -> Marks:
        """Mark a free cell."""
        first, second = state
        if (first | second).bit_count() & 1:
            return Marks(first, second | 1 << move)
        return Marks(first | 1 << move, second)

    def outcome(self, state: Marks) -> Outcome | None:
        """Return the outcome: a line decides at once, also on the ninth move; else a full board."""
        first, second = state
        if LINED[first]:
            return Outcome.SECOND_WINS if self.misere else Outcome.FIRST_WINS
        if LINED[second]:
            return Outcome.FIRST_WINS if self.misere else Outcome.SECOND_WINS
        if first | second == FULL:
            return Outcome.SECOND_WINS if self.draw_to_second else Outcome.DRAW
        return None

    def canonical(self, state: Marks) -> Marks:
        """Return the smallest of the eight images."""
        first, second = state
        return Marks(*min((image[first], image[second]) for image in _images()))

    def symmetry_of_move(self, state: Marks, move: int) -> int:
        """Return the smallest image of the cell under the symmetries to canonical(state)."""
        first, second = state
        goal = self.canonical(state)
        return min(
            cells[move]
            for cells, image in zip(SYMMETRIES, _images(), strict=True)
            if (image[first], image[second]) == goal
        )

    def symmetry_between(self, state: Marks, other: Marks) -> str | None:
        """Return the first symmetry that turns one position into another."""
        first, second = state
        for name, image in zip(SYMMETRY_NAMES, _images()[1:], strict=True):
            if (image[first], image[second]) == other:
                return name
        return None

    @property
    def playouts(self) -> PlayMany[Marks]:
        return _step_tables(self.draw_to_second, self.misere, decisive=False).play

    def decisive_moves(self, state: Marks) -> Sequence[int]:
        """Return the immediate wins; else the moves without an immediate loss; else all."""
        moves, mine = self.moves(state), Outcome.win_of(self.to_move(state))

        def loses(move: int) -> bool:
            after = self.play(state, move)
            ends = [self.outcome(self.play(after, reply)) for reply in self.moves(after)]
            return any(
                end not in (None, mine, Outcome.DRAW) for end in (self.outcome(after), *ends)
            )

        wins = [move for move in moves if self.outcome(self.play(state, move)) is mine]
        return wins or [move for move in moves if not loses(move)] or moves

    @property
    def decisive_playouts(self) -> PlayMany[Marks]:
        """The function for games whose players make `decisive_moves`."""
        return _step_tables(self.draw_to_second, self.misere, decisive=True).play

    def winning_line(self, state: Marks) -> tuple[int, ...]:
        """Return the cells of every finished line, in reading order; empty when there is none."""
        return tuple(sorted(cell for mask in state for cell in lined(mask)))

    def line_through(self, state: Marks, player: int, move: int) -> tuple[int, ...]:
        """Return the cells of the lines that a mark of a player in a cell would complete."""
        return lined(state[player] | 1 << move)

    def move_text(self, state: Marks, move: int) -> str:
        """Return the cell's number."""
        return str(move)

    def parse_move(self, state: Marks, text: str) -> int:
        """Parse a free cell from 0 to 8."""
        words = text.strip()
        legal = self.moves(state)
        if not legal:
            raise MoveError("move.over", text=words)
        if not (words.isascii() and words.isdigit() and len(words) == 1 and words != "9"):
            raise MoveError("move.cell", text=excerpt(words, 20))
        if int(words) not in legal:
            raise MoveError("move.occupied", text=words, legal=" ".join(map(str, legal)))
        return int(words)

    def diagram(self, state: Marks) -> list[str]:
        """Return the three rows, free squares as their numbers."""
        cells = self.text(state)[:9]
        marks = [str(square) if mark == "." else mark for square, mark in enumerate(cells)]
        return [" ".join(marks[row : row + 3]) for row in (0, 3, 6)]

    def text(self, state: Marks) -> str:
        """Return nine characters in reading order, a space, and the player to move."""
        first, second = state
        cells = "".join(
            "X" if first >> i & 1 else "O" if second >> i & 1 else "." for i in range(9)
        )
        return f"{cells} {'XO'[self.to_move(state)]}"

    def parse(self, text: str) -> Marks:
        """Parse nine characters and the player to move; raises PositionError."""
        cells, _, mover = text.strip().partition(" ")
        mover = mover.strip()
        if len(cells) != 9:
            raise PositionError("position.tictactoe.length", count=len(cells))
        for character in cells:
            if character not in "XO.":
                where = (i for i in range(9) if cells[i] not in "XO.")
                raise PositionError("position.tictactoe.letter", where, letter=character)
        if not mover:
            raise PositionError("position.mover.missing", choices="X, O")
        if mover not in ("X", "O"):
            raise PositionError("position.mover", text=excerpt(mover, 20), choices="X, O")
        state = Marks(
            sum(1 << i for i in range(9) if cells[i] == "X"),
            sum(1 << i for i in range(9) if cells[i] == "O"),
        )
        self._check(state, "XO".index(mover))
        return state

    def _check(self, state: Marks, mover: int) -> None:
        first, second = state.first.bit_count(), state.second.bit_count()
        if first - second not in (0, 1):
            where = cells_of(state[first <= second])
            raise PositionError("position.counts", where, a="X", b="O", first=first, second=second)
        if mover != self.to_move(state):
            right = "XO"[self.to_move(state)]
            raise PositionError("position.wrong_mover", right=right, first=first, second=second)
        if LINED[state.first] and LINED[state.second]:
            raise PositionError("position.both_lines", self.winning_line(state))
        for mask, last in ((state.first, 0), (state.second, 1)):
            # Five marks form at most two lines, which share the cell that was marked last.
            if LINED[mask] and mover == last:
                raise PositionError("position.line_then_move", lined(mask), name="XO"[last])


class StepTables:
    """The tables, extended as positions are reached; several threads may extend and read them.

    A step is `step` plies of players who make each of their `choices` equally often.
    """

    def __init__(
        self, game: TicTacToe, step: int, choices: Callable[[Marks], Sequence[int]]
    ) -> None:
        self.game, self.step, self.choices = game, step, choices
        self.number: dict[Marks, int] = {}
        self.states: list[Marks] = []
        self.result: list[int] = []
        self.first: list[int] = []
        self.count: list[int] = []
        self.next: list[int] = []
        self._arrays: tuple[Ints, ...] | None = None
        self._way_moves: dict[int, list[tuple[int, ...]]] = {}
        self._lock = threading.Lock()

    def way_moves(self, number: int) -> list[tuple[int, ...]]:
        """Return the moves of each sequence from a position, cached, for sampled games."""
        moves = self._way_moves.get(number)
        if moves is None:
            moves = [line for _, line in self._ways(self.states[number])]
            self._way_moves[number] = moves
        return moves

    def _ways(self, state: Marks) -> list[tuple[Marks, tuple[int, ...]]]:
        """Return each equally likely sequence of a step: the position after it, and its moves.

        A game that ends early counts once for each choice that would have been left.
        """
        play, free = self.game.play, 9 - (state.first | state.second).bit_count()
        level: list[tuple[Marks, tuple[int, ...]]] = [(state, ())]
        for ply in range(min(self.step, free)):
            following: list[tuple[Marks, tuple[int, ...]]] = []
            for at, line in level:
                after = [(play(at, move), (*line, move)) for move in self.choices(at)]
                following += after or [(at, line)] * (free - ply)
            level = following
        return level

    def add(self, state: Marks, check: Callable[[], None]) -> int:
        """Return the number of a position; adds it and all its successors to the tables.

        Exceptions of `check` propagate: a position is added after all its successors, so that the
        tables are consistent after a cancel.
        """
        earlier = self.number.get(state)
        if earlier is not None:
            return earlier
        result = self.game.outcome(state)
        ways: list[int] = []
        if result is None:
            check()
            ways = [self.add(child, check) for child, _ in self._ways(state)]
        with self._lock:
            number = self.number.setdefault(state, len(self.states))
            if number == len(self.states):  # no other thread was faster
                self._arrays = None
                self.states.append(state)
                self.result.append(-1 if result is None else int(result))
                self.first.append(len(self.next))
                self.next.extend(ways or [number])
                self.count.append(max(1, len(ways)))
        return number

    def arrays(self) -> tuple[Ints, ...]:
        """Return first entry, number of entries, next positions, results."""
        with self._lock:
            if self._arrays is None:
                columns = self.first, self.count, self.next, self.result
                self._arrays = tuple(np.array(column, np.int64) for column in columns)
            return self._arrays

    def play(
        self,
        states: Sequence[Marks],
        repeats: Sequence[int] | int,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: GameSampler | None = None,
    ) -> Ints:
        """Return outcome counts of games, as PlayMany."""
        numbers = np.array([self.add(state, check) for state in states], np.int64)
        first, count, following, result = self.arrays()
        depth = max((9 - (a | b).bit_count() for a, b in states), default=0)
        counts = np.zeros(len(states) * 3, np.int64)
        start = 0
        for owner in batches(len(states), repeats, CHUNK):
            check()
            at, games = numbers[owner], np.arange(start, start + len(owner))
            for _ in range(-(-depth // self.step)):
                way = draw(rng, count.take(at))
                if singles is not None:
                    self._tell(singles, games, at, way)
                at = following.take(first.take(at) + way)
            if singles is not None:
                singles.ended(games, result.take(at))
            start += len(owner)
            counts += np.bincount(owner * 3 + result.take(at), minlength=len(counts))
        return counts.reshape(-1, 3)

    def _tell(self, singles: GameSampler, games: Ints, at: Ints, way: Ints) -> None:
        """Record the moves of this step; `way` is the index of the sequence from `at`."""
        for game, index in singles.places(games):
            number = int(at[index])
            if self.result[number] < 0:
                singles.moves[game] += self.way_moves(number)[int(way[index])]


@cache
def _step_tables(draw_to_second: bool, misere: bool, decisive: bool) -> StepTables:
    """Return the tables of these rules, which all their games share: building takes 0.2 s."""
    game = TicTacToe(draw_to_second, misere)
    return StepTables(game, *((1, game.decisive_moves) if decisive else (3, game.moves)))
