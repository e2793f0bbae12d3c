"""Where the next stone would make four: kept up to date by two look-ups a move.

A new stone can only make threats on the lines through its own cell. For every cell the player's
stones on these lines, cut out with a mask, are the key of a table that gives the threats. The
tables are filled as patterns occur.
"""

from __future__ import annotations


class _Lines(dict[int, int]):
    """Stones on some lines through one cell, without the cell itself -> cells that make four."""

    def __init__(self, cell: int, lines: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.cell = 1 << cell
        # Every stretch of four cells that holds the cell.
        self.fours = tuple(
            sum(1 << place for place in line[start : start + 4])
            for line in lines
            for start in range(len(line) - 3)
            if cell in line[start : start + 4]
        )
        self.mask = 0
        for four in self.fours:
            self.mask |= four & ~self.cell

    def __missing__(self, stones: int) -> int:
        threats = 0
        for four in self.fours:
            rest = four & ~stones & ~self.cell
            if rest and not rest & rest - 1:
                threats |= rest
        self[stones] = threats
        return threats


class Geometry:
    """Masks and threat tables of one board size. Bits as in the game: column * (rows + 1) + row."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.stride = rows + 1
        self.bottom = sum(1 << c * self.stride for c in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
        self.column_masks = tuple(((1 << rows) - 1) << c * self.stride for c in range(columns))
        # Centre columns take part in most lines, so they are tried first.
        self.order = tuple(sorted(range(columns), key=lambda c: (abs(2 * c - columns + 1), c)))
        self.ordered_masks = tuple(
            (place, self.column_masks[column]) for place, column in enumerate(self.order)
        )
        self.cells: dict[int, tuple[int, _Lines, int, _Lines]] = {}
        for column in range(columns):
            for row in range(rows):
                straight = _Lines(self._bit(column, row), self._straight(column, row))
                slanted = _Lines(self._bit(column, row), self._slanted(column, row))
                self.cells[1 << self._bit(column, row)] = (
                    straight.mask,
                    straight,
                    slanted.mask,
                    slanted,
                )
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
        """The empty cells that would give these stones four in a line."""
        found = 0
        for bit, (straight, first, slanted, second) in self.cells.items():
            if stones & bit:
                found |= first[stones & straight] | second[stones & slanted]
        return found & ~both

    def drops(self, both: int) -> int:
        """The cells in which a stone can come to rest."""
        return (both + self.bottom) & self.board

    def mirror(self, word: int) -> int:
        """The word with its columns in reverse order."""
        image = 0
        for mask, shift in self._mirrors:
            part = word & mask
            image |= part << shift if shift >= 0 else part >> -shift
        return image

    def canonical_key(self, mover: int, both: int) -> int:
        """One number for a position and its mirror image."""
        key = mover + both
        return min(key, self.mirror(key))
