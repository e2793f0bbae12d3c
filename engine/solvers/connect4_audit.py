"""Entries of the Connect Four book, proved again: move by move to its last ply, then by search.

An entry of the last ply is searched to the end, without the book. One before it is worth the best
of what its moves lead to, which the book has too: so one of those is proved in its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.solvers.connect4_book import Book
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import geometry_of


@dataclass(frozen=True, slots=True)
class Audited:
    """One entry: the score it has in the book, and whether it holds."""

    position: str
    ply: int
    score: int
    proved: bool


class Audit:
    """Proves entries of a book; its search keeps its table between them."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.game = ConnectFour(book.columns, book.rows)
        self.geometry = geometry_of(book.columns, book.rows)
        self._searcher = Searcher(self.geometry)

    def entries(self, count: int, context: Context[None]) -> Iterator[Audited]:
        """That many entries reached by random moves, each proved or refuted.

        Raises Cancelled when the context is.
        """
        for _ in range(count):
            state = self._random_entry(context.rng)
            text, ply = self.game.text(state), state.all.bit_count()
            yield Audited(text, ply, self._score(state), self._holds(state, context))

    def _random_entry(self, rng: np.random.Generator) -> Stones:
        """A position of the book, its ply drawn first, so that all plies are met as often."""
        while True:
            state = self.game.initial()
            for _ in range(int(rng.integers(len(self.book.plies)))):
                moves = self.game.moves(state)
                if not moves:
                    break
                state = self.game.play(state, int(rng.choice(moves)))
            if self.game.moves(state) and not self._wins_at_once(state):
                return state

    def _wins_at_once(self, state: Stones) -> bool:
        """Whether the mover can complete four; the book leaves such positions out."""
        threats = self.geometry.threats(state.mover, state.all)
        return bool(threats & self.geometry.drops(state.all))

    def _score(self, state: Stones) -> int:
        """What the book says, or what winning at once is worth."""
        stones = state.all.bit_count()
        if self._wins_at_once(state):
            return (self.geometry.size + 1 - stones) // 2
        return self.book.score(self.geometry.canonical_key(state.mover, state.all), stones)

    def _holds(self, state: Stones, context: Context[None]) -> bool:
        """Whether an entry follows from the next ply's, down to the last one, which is searched."""
        while state.all.bit_count() + 1 in self.book.plies:
            children = [self.game.play(state, move) for move in self.game.moves(state)]
            if self._score(state) != max(-self._score(child) for child in children):
                return False
            asked = [child for child in children if not self._wins_at_once(child)]
            if not asked:
                return True
            state = asked[int(context.rng.integers(len(asked)))]
        score = self._score(state)
        reaches = self._searcher.reaches
        return (
            reaches(state.mover, state.all, score, context.check) >= score
            and reaches(state.mover, state.all, score + 1, context.check) <= score
        )
