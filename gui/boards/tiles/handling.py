"""Sliding tiles in a person's hands: position texts, and clues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.sliding_tiles import SlidingTiles
from engine.messages import Message
from engine.protocols import MoveError
from engine.solvers.puzzle_solvers import NO_HEURISTIC
from gui.boards.handling import Handling, Marks, Move, TextMove

GAP = "0"
Cell = tuple[int, int]  # row and column


def cells_of(position: str) -> dict[str, Cell]:
    """Return the row and the column of every tile and of the gap."""
    rows = [row.split() for row in position.split("/")]
    return {
        tile: (row, column) for row, tiles in enumerate(rows) for column, tile in enumerate(tiles)
    }


def shape_of(position: str) -> tuple[int, int]:
    """Return the number of rows and of columns."""
    rows = position.split("/")
    return len(rows), len(rows[0].split())


def slides(position: str, tile: str) -> tuple[str, ...]:
    """Return the tiles that slide when one in line with the gap is pushed, the first one first.

    Empty for a tile that is not in line with the gap.
    """
    cells = cells_of(position)
    at = {cell: each for each, cell in cells.items()}
    (row, column), (gap_row, gap_column) = cells[tile], cells[GAP]
    if tile == GAP or (row != gap_row and column != gap_column):
        return ()
    down, across = _sign(row - gap_row), _sign(column - gap_column)
    steps = max(abs(row - gap_row), abs(column - gap_column))
    return tuple(at[gap_row + down * n, gap_column + across * n] for n in range(1, steps + 1))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class TilesHandling(Handling):
    """Moves are the numbers of the tiles that slide."""

    puzzle: SlidingTiles

    def read_moves(self, text: str) -> tuple[Move, ...]:
        """Parse numbers of tiles, with or without spaces between them."""
        tiles = [tile for tile in text if not tile.isspace()]
        for tile in tiles:
            if tile not in self.palette or tile == GAP:
                accepted = ", ".join(self.palette[:-1])
                raise MoveError("tiles.no_tile", text=tile, accepted=accepted)
        return tuple(map(TextMove, tiles))

    def is_position(self, text: str) -> bool:
        return "/" in text or GAP in text

    def joined(self, marks: Marks) -> str:
        columns = self.puzzle.columns
        rows = (marks[start : start + columns] for start in range(0, len(marks), columns))
        return "/".join(map(" ".join, rows))

    def heuristic_terms(self, name: str, position: str) -> Mapping[str, int]:
        if name == NO_HEURISTIC:
            return {}
        terms = self.puzzle.heuristic_terms(name, self.state(position))
        return {str(tile): term for tile, term in terms.items()}

    def clue(self, position: str, line: Sequence[Move]) -> Message:
        """Return a hint at the direction of the first slide."""
        cells = cells_of(position)
        (row, column), (gap_row, gap_column) = cells[line[0].text], cells[GAP]
        if row != gap_row:
            return Message(f"puzzles.hint.slide.{'up' if gap_row < row else 'down'}")
        return Message(f"puzzles.hint.slide.{'left' if gap_column < column else 'right'}")
