"""Drafts of positions set up by hand: cell contents and the side to move, to text and back.

No pygame here. A draft may be illegal; only the rules decide when they parse its text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.options import is_number

EMPTY = 0


@dataclass(frozen=True)
class Draft:
    """The content of each cell, in the order of the text, and the side to move.

    On a grid 0 is empty, 1 a piece of the first player, 2 of the second; else the size of a heap.
    """

    cells: tuple[int, ...]
    mover: int = 0

    def put(self, cell: int, content: int) -> Draft:
        """Return a copy with another content of one cell."""
        return replace(self, cells=(*self.cells[:cell], content, *self.cells[cell + 1 :]))


@dataclass(frozen=True)
class GridEditing:
    """Cells in rows, one letter each; with `falling`, pieces drop onto the pieces below."""

    letters: Callable[[Any], str]  # (rules): of the two players, first player first
    shape: Callable[[Any], tuple[int, int]]  # columns and rows
    between: str = ""  # separator of the rows in the text
    falling: bool = False

    def empty(self, game: Any) -> Draft:
        """Return an empty draft."""
        columns, rows = self.shape(game)
        return Draft((EMPTY,) * (columns * rows))

    def text(self, game: Any, draft: Draft) -> str:
        """Return the draft in the text form that the rules parse."""
        (columns, rows), letters = self.shape(game), self.letters(game)
        signs = "".join(f".{letters}"[content] for content in draft.cells)
        lines = (signs[row * columns : (row + 1) * columns] for row in range(rows))
        return f"{self.between.join(lines)} {letters[draft.mover]}"

    def read(self, game: Any, text: str) -> Draft | None:
        """Parse a text; None where it is not a board of this game."""
        (columns, rows), letters = self.shape(game), self.letters(game)
        board, _, mover = text.strip().partition(" ")
        lines = board.split(self.between) if self.between else [board]
        whole = [columns] * rows if self.between else [columns * rows]
        signs = "".join(lines)
        alphabet = f".{letters}"
        if [len(line) for line in lines] != whole or not set(signs) <= set(alphabet):
            return None
        cells = tuple(alphabet.index(sign) for sign in signs)
        turn = mover.strip()
        return Draft(cells, letters.index(turn) if turn and turn in letters else 0)

    def put(self, game: Any, draft: Draft, cell: int, content: int) -> Draft:
        """Return the draft with a cell changed; the piece counts set the turn if they can."""
        columns, _ = self.shape(game)
        if self.falling and content and not draft.cells[cell]:
            while cell + columns < len(draft.cells) and not draft.cells[cell + columns]:
                cell += columns
        changed = draft.put(cell, content)
        ahead = changed.cells.count(1) - changed.cells.count(2)
        return replace(changed, mover=ahead) if ahead in (0, 1) else changed


@dataclass(frozen=True)
class HeapEditing:
    """Heaps written as numbers."""

    maximum: Callable[[Any], int]  # most items in a heap
    heaps: int = 1  # most heaps

    def empty(self, game: Any) -> Draft:
        return Draft((0,))

    def text(self, game: Any, draft: Draft) -> str:
        return f"{','.join(map(str, draft.cells))} {draft.mover}"

    def read(self, game: Any, text: str) -> Draft | None:
        sizes, space, mover = text.strip().rpartition(" ")
        parts = [part.strip() for part in (sizes if space else mover).split(",")]
        if not all(is_number(part) and int(part) <= self.maximum(game) for part in parts):
            return None
        if len(parts) > self.heaps:
            return None
        return Draft(tuple(map(int, parts)), 1 if space and mover == "1" else 0)


Editing = GridEditing | HeapEditing
