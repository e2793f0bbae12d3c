"""Positions set up by hand: what lies where and who is to move, sound or not, as a text and back.

No pygame here. A draft is what a hand has put down; only the rules say whether it is a position,
when its text is read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.options import is_number

EMPTY = 0


@dataclass(frozen=True)
class Draft:
    """What lies in each cell, in the order of the text, and who is to move.

    On a grid 0 is nothing, 1 the first player's and 2 the second's; else the size of a heap.
    """

    cells: tuple[int, ...]
    mover: int = 0

    def put(self, cell: int, content: int) -> Draft:
        """With another content of one cell."""
        return replace(self, cells=(*self.cells[:cell], content, *self.cells[cell + 1 :]))


class Editing(ABC):
    """How the positions of one game are set up."""

    @abstractmethod
    def empty(self, game: Any) -> Draft:
        """Nothing put down yet."""

    @abstractmethod
    def text(self, game: Any, draft: Draft) -> str:
        """As the rules read it."""

    @abstractmethod
    def read(self, game: Any, text: str) -> Draft | None:
        """What a text puts down; None where it is no board of this game at all."""


@dataclass(frozen=True)
class GridEditing(Editing):
    """Cells in rows, one letter each; where things fall they are put on what lies below."""

    letters: str  # of the two players
    shape: Callable[[Any], tuple[int, int]]  # columns and rows
    between: str = ""  # the rows in the text
    falling: bool = False

    def empty(self, game: Any) -> Draft:
        columns, rows = self.shape(game)
        return Draft((EMPTY,) * (columns * rows))

    def text(self, game: Any, draft: Draft) -> str:
        columns, rows = self.shape(game)
        signs = "".join(f".{self.letters}"[content] for content in draft.cells)
        lines = (signs[row * columns : (row + 1) * columns] for row in range(rows))
        return f"{self.between.join(lines)} {self.letters[draft.mover]}"

    def read(self, game: Any, text: str) -> Draft | None:
        columns, rows = self.shape(game)
        board, _, mover = text.strip().partition(" ")
        lines = board.split(self.between) if self.between else [board]
        whole = [columns] * rows if self.between else [columns * rows]
        signs = "".join(lines)
        known = f".{self.letters}"
        if [len(line) for line in lines] != whole or not set(signs) <= set(known):
            return None
        cells = tuple(known.index(sign) for sign in signs)
        turn = mover.strip()
        return Draft(cells, self.letters.index(turn) if turn and turn in self.letters else 0)

    def put(self, game: Any, draft: Draft, cell: int, content: int) -> Draft:
        """With a thing put down or taken away; the turn is that of whoever has fewer by rights."""
        columns, _ = self.shape(game)
        if self.falling and content and not draft.cells[cell]:
            while cell + columns < len(draft.cells) and not draft.cells[cell + columns]:
                cell += columns
        changed = draft.put(cell, content)
        ahead = changed.cells.count(1) - changed.cells.count(2)
        return replace(changed, mover=ahead) if ahead in (0, 1) else changed


@dataclass(frozen=True)
class HeapEditing(Editing):
    """Heaps as numbers."""

    maximum: Callable[[Any], int]  # of things in a heap
    heaps: int = 1  # as many there may be

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
