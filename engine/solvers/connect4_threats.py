"""Threats of Connect Four (cells that complete four), updated by two table lookups a move.

A new stone can only make threats on the lines through its own cell. For every cell the player's
stones on these lines, selected with a mask, are the key of a table of the threats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

Line = tuple[int, ...]


def _subsets(mask: int) -> Iterator[int]:
    """Yield every subset of the mask's bits, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def _table(cell: int, lines: Sequence[Line], empty: int) -> tuple[int, dict[int, int]]:
    """Return a mask, and a table from stones in it to the cells that make four with `cell`.

    The mask leaves out `cell` itself and the cells of `empty`: those above it are always free.
    """
    own = 1 << cell
    # Every four cells in a row that include the cell, without it.
    fours = [
        sum(1 << place for place in line[start : start + 4]) ^ own
        for line in lines
        for start in range(len(line) - 3)
        if cell in line[start : start + 4]
    ]
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
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.stride = rows + 1
        self.bottom = sum(1 << c * self.stride for c in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
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
        for column in range(columns):
            for row in range(rows):
                cell = self._bit(column, row)
                above = sum(1 << self._bit(column, r) for r in range(row + 1, rows))
                straight = _table(cell, self._straight(column, row), above)
                slanted = _table(cell, self._slanted(column, row), above)
                self.cells[1 << cell] = (*straight, *slanted)
        low = (1 << self.stride) - 1
        self._mirrors = tuple(
            (low << c * self.stride, (columns - 1 - 2 * c) * self.stride) for c in range(columns)
        )

    def _bit(self, column: int, row: int) -> int:
        return column * self.stride + row

    def _straight(self, column: int, row: int) -> tuple[tuple[int, ...], ...]:
        across = tuple(self._bit(c, row) for c in range(self.columns))
        upwards = tuple(self._bit(column, r) for r in range(self.rows))
        return across, upwards

    def _slanted(self, column: int, row: int) -> tuple[tuple[int, ...], ...]:
        rising = [(c, row + c - column) for c in range(self.columns)]
        falling = [(c, row - c + column) for c in range(self.columns)]
        return tuple(
            tuple(self._bit(c, r) for c, r in line if 0 <= r < self.rows)
            for line in (rising, falling)
        )

    def threats(self, stones: int, both: int) -> int:
        """Return the empty cells that would give these stones four in a line."""
        cells = placed = 0
        # The tables require stones in order, each column from the bottom up.
        for bit, (straight, first, slanted, second) in self.cells.items():
            if stones & bit:
                cells |= first[placed & straight] | second[placed & slanted]
                placed |= bit
        return cells & ~both

    def drops(self, both: int) -> int:
        """Return the cells in which the next stone can land."""
        return (both + self.bottom) & self.board

    def mirror(self, word: int) -> int:
        """Return the bitboard with its columns in reverse order."""
        image = 0
        for mask, shift in self._mirrors:
            part = word & mask
            image |= part << shift if shift >= 0 else part >> -shift
        return image

    def canonical_key(self, mover: int, both: int) -> int:
        """Return the same key for a position and its mirror image."""
        key = mover + both
        return min(key, self.mirror(key))
