"""Threats of Connect Four (cells that complete four), updated by two table lookups a move.

A new stone can only make threats on the lines through its own cell. For every cell the player's
stones on these lines, selected with a mask, are the key of a table of the threats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.games.connect4 import ConnectFour


def _subsets(mask: int) -> Iterator[int]:
    """Yield every subset of the mask's bits, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def _table(own: int, lines: Sequence[int], empty: int) -> tuple[int, dict[int, int]]:
    """Return a mask, and a table from stones in it to the cells that make four with `own`.

    `lines` are all fours. The mask leaves out `own` itself and the cells of `empty`: those above
    it are always free.
    """
    fours = [line ^ own for line in lines if line & own]
    mask = 0
    for four in fours:
        mask |= four & ~empty
    threats_of: dict[int, int] = {}
    for stones in _subsets(mask):
        threats = 0
        for four in fours:
            rest = four & ~stones
            if rest and not rest & rest - 1:
                threats |= rest
        threats_of[stones] = threats
    return mask, threats_of


@lru_cache(maxsize=4)
def geometry_of(columns: int, rows: int) -> Geometry:
    """Return the cached geometry of a board size; making one takes some 20 ms."""
    return Geometry(columns, rows)


class Geometry:
    """The masks and threat tables of one board size; bit numbers are column * (rows + 1) + row."""

    def __init__(self, columns: int, rows: int) -> None:
        game = ConnectFour(columns, rows)
        self.columns, self.rows = columns, rows
        self.size = columns * rows
        self.stride, self.bottom, self.board = game.stride, game.bottom, game.board
        self.threats, self.mirror = game.threats, game.mirror
        # The upper and the lower cells of the pairs that each column makes, counted from the top.
        rows_down = [self.bottom << row for row in reversed(range(rows))]
        self.upper, self.lower = sum(rows_down[::2]), sum(rows_down[1::2])
        self.column_masks = tuple(((1 << rows) - 1) << c * self.stride for c in range(columns))
        # Centre columns take part in most lines, so they are tried first.
        self.order = tuple(sorted(range(columns), key=lambda c: (abs(2 * c - columns + 1), c)))
        self.ordered_masks = tuple(
            (place, self.column_masks[column]) for place, column in enumerate(self.order)
        )
        # A cell -> the two masks and tables of the lines through it.
        self.cells: dict[int, tuple[int, dict[int, int], int, dict[int, int]]] = {}
        lines = self._fours(1, self.stride), self._fours(self.stride - 1, self.stride + 1)
        for column in self.column_masks:
            for row in range(rows):
                own = (column & -column) << row
                straight, slanted = (_table(own, fours, column & -2 * own) for fours in lines)
                self.cells[own] = (*straight, *slanted)

    def _fours(self, *steps: int) -> list[int]:
        """Return every four cells in a line with one of these steps from bit to bit."""
        shapes = [sum(1 << times * step for times in range(4)) for step in steps]
        fours = [shape << cell for shape in shapes for cell in range(self.board.bit_length())]
        return [four for four in fours if not four & ~self.board]

    def drops(self, both: int) -> int:
        """Return the cells in which the next stone can land."""
        return (both + self.bottom) & self.board

    def canonical_key(self, mover: int, both: int) -> int:
        """Return the same key for a position and its mirror image."""
        key = mover + both
        return min(key, self.mirror(key))
