"""Heap games: Nim, the subtraction game and the match game as one class.

A move takes a number of things from one heap; a player who cannot move has lost (normal play) or
won (misere). The three differ by their start, the allowed numbers and the ending.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.messages import excerpt
from engine.protocols import MoveError, Outcome, PlayMany, PositionError

LARGEST_NIM_HEAP = 99
LARGEST_SINGLE_HEAP = 999
MAX_HEAPS = 12


class Heaps(NamedTuple):
    """The heaps in order (empty ones included) and the player to move."""

    heaps: tuple[int, ...]
    mover: int


class HeapGame:
    """A heap game; `takes` None allows any number (Nim).

    The number of a move is heap * width + index of the amount, width the number of amounts.
    """

    def __init__(
        self, name: str, start: tuple[int, ...], takes: tuple[int, ...] | None, misere: bool
    ) -> None:
        self.id = name
        self.start = start
        self.takes = takes
        self.misere = misere
        self.largest = LARGEST_NIM_HEAP if takes is None else max(LARGEST_SINGLE_HEAP, *start)
        self.amounts = takes if takes is not None else tuple(range(1, self.largest + 1))
        # A pasted Nim position may have more heaps than the start.
        self.num_moves = (MAX_HEAPS if takes is None else 1) * len(self.amounts)

    @property
    def options(self) -> Mapping[str, str]:
        misere = "true" if self.misere else "false"
        if self.takes is None:
            return {"heaps": ",".join(map(str, self.start)), "misere": misere}
        takes = ",".join(map(str, self.takes))
        return {"start": str(self.start[0]), "takes": takes, "misere": misere}

    def initial(self) -> Heaps:
        return Heaps(self.start, 0)

    def to_move(self, state: Heaps) -> int:
        """Return the player to move, which the heaps alone do not determine."""
        return state.mover

    def moves(self, state: Heaps) -> Sequence[int]:
        """Return the legal moves: every allowed amount that a heap still has."""
        amounts, moves = self.amounts, list[int]()
        for heap, size in enumerate(state.heaps):
            first = heap * len(amounts)
            moves += range(first, first + bisect_right(amounts, size))
        return moves

    def null_move_wins(self, state: Heaps) -> Sequence[int]:
        passed = Heaps(state.heaps, 1 - state.mover)
        won = Outcome.win_of(passed.mover)
        return [move for move in self.moves(passed) if self.outcome(self.play(passed, move)) is won]

    def split(self, move: int) -> tuple[int, int]:
        """Return the heap (from 0) and the amount of a move."""
        heap, index = divmod(move, len(self.amounts))
        return heap, self.amounts[index]

    def join(self, heap: int, amount: int) -> int | None:
        """Return the move that takes an amount from a heap (from 0), or None for a wrong amount."""
        return self._move(heap, amount) if amount in self.amounts else None

    def _move(self, heap: int, amount: int) -> int:
        return heap * len(self.amounts) + self.amounts.index(amount)

    def play(self, state: Heaps, move: int) -> Heaps:
        """Take the amount; an empty heap keeps its index."""
        heap, amount = self.split(move)
        heaps = state.heaps
        return Heaps((*heaps[:heap], heaps[heap] - amount, *heaps[heap + 1 :]), 1 - state.mover)

    def outcome(self, state: Heaps) -> Outcome | None:
        """Return the outcome when no move is left: the last taker wins, or loses in misere."""
        smallest = self.amounts[0]
        if any(size >= smallest for size in state.heaps):
            return None
        return Outcome.win_of(state.mover if self.misere else 1 - state.mover)

    def canonical(self, state: Heaps) -> Heaps:
        """Sort the heaps from the largest down, without empty ones; one stays if all are empty."""
        sizes = sorted((size for size in state.heaps if size), reverse=True)
        return Heaps(tuple(sizes) or (0,), state.mover)

    def symmetry_between(self, state: Heaps, other: Heaps) -> str | None:
        """Return that the heaps are in another order or beside other empty ones."""
        if self.canonical(state) != self.canonical(other):
            return None
        return "reordered" if sorted(state.heaps) == sorted(other.heaps) else "without_empty"

    def symmetry_of_move(self, state: Heaps, move: int) -> int:
        """Return the same amount from the first of the equal heaps of canonical(state)."""
        heap, amount = self.split(move)
        place = self.canonical(state).heaps.index(state.heaps[heap])
        return self._move(place, amount)

    @property
    def playouts(self) -> PlayMany[Heaps]:
        from engine.games.heaps_playouts import playouts

        return partial(playouts, self.takes, self.misere, self._move)

    def move_text(self, state: Heaps, move: int) -> str:
        """Return `H-K` in Nim, the amount alone in games of one heap."""
        heap, amount = self.split(move)
        return f"{heap + 1}-{amount}" if self.takes is None else str(amount)

    def parse_move(self, state: Heaps, text: str) -> int:
        """Parse an amount that the heap has and the rules allow."""
        words = text.strip()
        if not self.moves(state):
            raise MoveError("move.over", text=excerpt(words, 20))
        heap, amount = self._read(state, words)
        left = state.heaps[heap]
        if amount > left:
            if self.takes is not None:
                raise MoveError("move.too_many", amount=amount, count=left)
            if left:
                raise MoveError("move.heap_too_many", heap=heap + 1, amount=amount, left=left)
            filled = (str(index + 1) for index, size in enumerate(state.heaps) if size)
            raise MoveError("move.heap_empty", heap=heap + 1, legal=", ".join(filled))
        return self._move(heap, amount)  # _read and the check above allow no other amount

    def _read(self, state: Heaps, text: str) -> tuple[int, int]:
        """Parse the heap (from 0) and the amount, at least 1, of a move text."""
        if self.takes is not None:
            if not _number(text) or int(text) not in self.takes:
                takes = ", ".join(map(str, self.takes))
                raise MoveError("move.take", text=excerpt(text, 20), takes=takes)
            return 0, int(text)
        heap, _, amount = text.partition("-")
        if not (_number(heap) and _number(amount) and int(amount)):
            raise MoveError("move.nim", text=excerpt(text, 20))
        if not 1 <= int(heap) <= len(state.heaps):
            raise MoveError("move.no_heap", heap=heap, count=len(state.heaps))
        return int(heap) - 1, int(amount)

    def diagram(self, state: Heaps) -> list[str]:
        """Return a line for each heap: its number, if there are several, its size, its objects."""
        several = len(state.heaps) > 1
        return [
            f"{f'{number:>2}:  ' if several else ''}{size:>3}  {'|' * size}".rstrip()
            for number, size in enumerate(state.heaps, start=1)
        ]

    def text(self, state: Heaps) -> str:
        """Return the heaps separated by commas, a space, and the player to move."""
        return f"{self.board_text(state)} {state.mover}"

    def board_text(self, state: Heaps) -> str:
        """Return the heaps alone: both players have the same moves."""
        return ",".join(map(str, state.heaps))

    def parse(self, text: str) -> Heaps:
        """Parse heaps and the player to move; raises PositionError.

        Nim accepts up to 12 heaps of up to 99; the other games accept one number.
        """
        sizes, space, mover = text.strip().rpartition(" ")
        if not space:
            sizes, mover = mover, ""
        heaps = [self._size(part.strip(), place) for place, part in enumerate(sizes.split(","))]
        if not mover:
            raise PositionError("position.mover.missing", choices="0, 1")
        if mover not in ("0", "1"):
            raise PositionError("position.mover", text=excerpt(mover, 20), choices="0, 1")
        if self.takes is not None and len(heaps) != 1:
            raise PositionError("position.heaps.single", count=len(heaps))
        if len(heaps) > MAX_HEAPS:
            raise PositionError("position.heaps.too_many", count=len(heaps), most=MAX_HEAPS)
        return Heaps(tuple(heaps), int(mover))

    def _size(self, text: str, place: int) -> int:
        """Parse the size of a heap, 0 .. largest; `place` is its index."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            example = self.text(self.initial())
            raise PositionError(
                "position.heaps.number", [place], text=excerpt(text, 20), example=example
            )
        if digits != text:
            raise PositionError("position.heaps.negative", [place], heap=excerpt(text, 20))
        if len(digits) > 6 or int(digits) > self.largest:
            raise PositionError(
                "position.heaps.large", [place], heap=excerpt(text, 20), largest=self.largest
            )
        return int(digits)


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6
