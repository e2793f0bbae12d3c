"""Sliding tiles, the 8-puzzle in its usual size: a tile beside the gap moves into it.

A state is one byte for each cell in reading order, 0 for the gap. A move is the direction of the
gap; its text is the number of the tile that slides the other way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations, permutations
from operator import getitem

import numpy as np

from engine.messages import excerpt
from engine.protocols import LONGEST_SCRAMBLE, Int32Array, MoveError, OptionError, PositionError

SIZES = ("3x3", "2x3", "2x4")  # rows x columns


class SlidingTiles:
    """The puzzle; option `size`: rows x columns."""

    id = "tiles"
    num_moves = 4

    def __init__(self, size: str = "3x3", goal: str | None = None) -> None:
        """Set the size, and as text another goal than the tiles in reading order.

        Raises OptionError or PositionError.
        """
        if size not in SIZES:
            raise OptionError("option.value", name="size", text=size, accepted=", ".join(SIZES))
        self.size = size
        self.rows, self.columns = map(int, size.split("x"))
        self._cells = self.rows * self.columns
        self._solved = self._goal = bytes([*range(1, self._cells), 0])
        self._names = {str(tile): tile for tile in range(self._cells)}
        # The gap and a tile change places by exchanging their numbers.
        self._exchange = [
            bytes.maketrans(bytes((0, tile)), bytes((tile, 0))) for tile in range(self._cells)
        ]
        self._steps = (-self.columns, -1, 1, self.columns)
        self._moves = [self._moves_of(gap) for gap in range(self._cells)]
        self._beside = [
            tuple(gap + self._steps[move] for move in self._moves[gap])
            for gap in range(self._cells)
        ]
        self._odd = 0  # of the positions: whether two tiles must change places first
        if goal is not None:
            self._goal = self._read(goal)
            self._odd = self._swaps(self._goal)
        # Odd positions are numbered as even ones, with two tiles exchanged.
        self._even = bytes.maketrans(b"\1\2", b"\2\1") if self._odd else None

    def _moves_of(self, gap: int) -> tuple[int, ...]:
        """Return the possible directions of a gap in this cell: up, left, right, down."""
        row, column = divmod(gap, self.columns)
        free = (row > 0, column > 0, column < self.columns - 1, row < self.rows - 1)
        return tuple(move for move, is_free in enumerate(free) if is_free)

    @property
    def options(self) -> Mapping[str, str]:
        return {"size": self.size}

    # -- rules ---------------------------------------------------------------------------------

    def initial(self) -> bytes:
        """Return the tiles in reading order, the gap last."""
        return self._solved

    def goal(self) -> bytes:
        """Return the initial position, or the goal that was given."""
        return self._goal

    def with_goal(self, goal: str) -> SlidingTiles:
        """Return the puzzle of this size with another goal. Raises PositionError."""
        return SlidingTiles(self.size, goal)

    def moves(self, state: bytes) -> Sequence[int]:
        """Return the possible directions of the gap."""
        return self._moves[state.index(0)]

    def play(self, state: bytes, move: int) -> bytes:
        """Slide the tile in this direction from the gap."""
        tile = state[state.index(0) + self._steps[move]]
        return state.translate(self._exchange[tile])

    def neighbours(self, state: bytes) -> list[bytes]:
        exchange = self._exchange
        return [state.translate(exchange[state[cell]]) for cell in self._beside[state.index(0)]]

    def inverse(self, move: int) -> int:
        return 3 - move

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """Return random moves from the solved position without immediate reversals."""
        if not 0 <= length <= LONGEST_SCRAMBLE:
            raise MoveError("tiles.scramble_length", count=length, most=LONGEST_SCRAMBLE)
        gap = self._solved.index(0)
        moves: list[int] = []
        while len(moves) < length:
            back = self.inverse(moves[-1]) if moves else None
            free = [move for move in self._moves[gap] if move != back]
            moves.append(free[int(rng.integers(len(free)))])
            gap += self._steps[moves[-1]]
        return moves

    def move_text(self, state: bytes, move: int) -> str:
        """Return the number of the tile that slides."""
        return str(state[state.index(0) + self._steps[move]])

    def parse_move(self, state: bytes, text: str) -> int:
        """Parse the number of a tile into the direction of the gap."""
        tiles = {self.move_text(state, move): move for move in self.moves(state)}
        if text.strip() not in tiles:
            raise MoveError("tiles.move", text=excerpt(text, 20), accepted=", ".join(sorted(tiles)))
        return tiles[text.strip()]

    def text(self, state: bytes) -> str:
        """Return the rows from the top, numbers separated by spaces, rows by `/`, 0 for the gap."""
        starts = range(0, self._cells, self.columns)
        return "/".join(" ".join(map(str, state[k : k + self.columns])) for k in starts)

    def parse(self, text: str) -> bytes:
        """Parse the rows.

        Raises PositionError for wrong shapes, wrong or repeated numbers, and the other parity than
        that of the goal.
        """
        state = self._read(text)
        if self._swaps(state) != self._odd:
            raise PositionError("tiles.swapped")
        return state

    def _read(self, text: str) -> bytes:
        """Parse the rows of a position of either parity."""
        rows = [row.split() for row in text.split("/")]
        if [len(row) for row in rows] != [self.columns] * self.rows:
            raise PositionError(
                "tiles.shape",
                size=self.size,
                rows=self.rows,
                columns=self.columns,
                example=self.text(self._solved),
            )
        numbers = [number for row in rows for number in row]
        for cell, number in enumerate(numbers):
            if number not in self._names:
                last = self._cells - 1
                raise PositionError("tiles.number", (cell,), text=excerpt(number, 20), last=last)
        state = bytes(self._names[number] for number in numbers)
        for tile in state:
            if state.count(tile) > 1:
                twice = [cell for cell, other in enumerate(state) if other == tile]
                missing = min(set(self._solved) - set(state))
                raise PositionError("tiles.twice", twice, number=tile, missing=missing)
        return state

    def _swaps(self, state: bytes) -> int:
        """Return 0 if moves lead from a position to the initial one, 1 if not."""
        order, gap = state.replace(b"\0", b""), state.index(0)
        pairs = combinations(order, 2)
        return (sum(first > second for first, second in pairs) + self._parity(gap)) % 2

    def _parity(self, gap: int) -> int:
        """Return the parity of the permutation of the tiles, by the cell of the gap.

        A tile that slides up or down passes columns - 1 others; sideways it passes none.
        """
        return (self.rows - 1 - gap // self.columns) * (self.columns - 1) % 2

    # -- heuristics ----------------------------------------------------------------------------

    @cached_property
    def heuristics(self) -> Mapping[str, Callable[[bytes], int]]:
        """Lower bounds of the distance: misplaced tiles, and the sum of Manhattan distances."""
        return {name: partial(_sum_of_terms, terms) for name, terms in self._terms.items()}

    @cached_property
    def _terms(self) -> Mapping[str, list[tuple[int, ...]]]:
        """For each heuristic the terms of each cell, by the tile there; the gap has none."""
        places = [divmod(self._goal.index(tile), self.columns) for tile in range(self._cells)]
        distances = []
        for row, column in (divmod(cell, self.columns) for cell in range(self._cells)):
            away = [abs(row - home) + abs(column - across) for home, across in places]
            distances.append((0, *away[1:]))
        misplaced = [tuple(int(away > 0) for away in cell) for cell in distances]
        return {"misplaced": misplaced, "manhattan": distances}

    def heuristic_terms(self, name: str, state: bytes) -> Mapping[int, int]:
        """Return the terms of a heuristic that are not 0, by tile; their sum is its value."""
        terms = zip(state, map(getitem, self._terms[name], state), strict=True)
        return dict(sorted((tile, term) for tile, term in terms if term))

    # -- numbers of positions ------------------------------------------------------------------

    # The number of a position is the cell of the gap times the number of possible permutations of
    # the tiles, plus the rank of its permutation among those with the same gap.

    @property
    def num_positions(self) -> int:
        return len(self._orders[0]) * self._cells

    @cached_property
    def _orders(self) -> tuple[list[bytes], list[bytes]]:
        """The even and the odd permutations of the tiles, each sorted."""
        every = [bytes(order) for order in permutations(range(1, self._cells))]
        tiles = np.frombuffer(b"".join(every), np.uint8).reshape(len(every), -1)
        pairs = combinations(range(self._cells - 1), 2)
        odd = sum(tiles[:, i] > tiles[:, j] for i, j in pairs) % 2
        even_orders, odd_orders = ([every[k] for k in np.flatnonzero(odd == p)] for p in (0, 1))
        return even_orders, odd_orders

    @cached_property
    def _vertical(self) -> tuple[Int32Array, Int32Array]:
        """The number after the gap goes down, by the number; and after it goes up, likewise.

        A gap in the lowest row cannot go down, so the first array ends before it; the second begins
        with the first position whose gap is in the second row.
        """
        half, columns = len(self._orders[0]), self.columns
        tiles = [np.frombuffer(b"".join(o), np.uint8).reshape(half, -1) for o in self._orders]
        weights = 10 ** np.arange(self._cells - 2, -1, -1)  # base ten preserves the sorted order
        codes = [orders @ weights for orders in tiles]
        down = np.empty((self._cells - columns, half), np.int32)
        for gap, after in enumerate(down):
            slid = list(range(self._cells - 1))
            slid.insert(gap, slid.pop(gap + columns - 1))
            orders = tiles[self._parity(gap)][:, slid]
            ranks = np.searchsorted(codes[self._parity(gap + columns)], orders @ weights)
            after[:] = (gap + columns) * half + ranks
        flat = down.ravel()
        up = np.empty_like(flat)
        up[flat - columns * half] = np.arange(len(flat), dtype=np.int32)
        return flat, up

    def number(self, state: bytes) -> int:
        gap = state.index(0)
        orders = self._orders[self._parity(gap)]
        order = state.translate(self._even).replace(b"\0", b"")
        return gap * len(orders) + bisect_left(orders, order)

    def position(self, number: int) -> bytes:
        gap, rank = divmod(number, len(self._orders[0]))
        order = self._orders[self._parity(gap)][rank]
        return (order[:gap] + b"\0" + order[gap:]).translate(self._even)

    def successors(self, numbers: Int32Array) -> Iterator[Int32Array]:
        """Yield the numbers of all successors, an array for each direction."""
        half, columns = len(self._orders[0]), self.columns
        down, up = self._vertical
        column = numbers // half % columns
        yield up.take(numbers.compress(numbers >= columns * half) - columns * half)
        yield numbers.compress(column > 0) - np.int32(half)
        yield numbers.compress(column < columns - 1) + np.int32(half)
        yield down.take(numbers.compress(numbers < len(down)))


def _sum_of_terms(terms: Sequence[Sequence[int]], state: bytes) -> int:
    return sum(map(getitem, terms, state))
