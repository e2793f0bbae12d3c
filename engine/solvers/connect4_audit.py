"""Verification of the Connect Four book: by its own entries to its last ply, then by search.

A search without the book proves an entry of the last ply. An earlier entry must be the best of
the entries its moves lead to; one of those, drawn at random, is verified in turn.
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
    """One verified entry: its score in the book, and whether it was proved."""

    position: str
    ply: int
    score: int
    proved: bool


class Audit:
    """A verifier of book entries; its transposition table serves all of them."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.game = ConnectFour(book.columns, book.rows)
        self.geometry = geometry_of(book.columns, book.rows)
        self._searcher = Searcher(self.geometry)

    def entries(self, count: int, context: Context[None]) -> Iterator[Audited]:
        """Verify `count` random book entries, yielding each as proved or refuted.

        Raises Cancelled when the context is cancelled.
        """
        for _ in range(count):
            state = self._random_entry(context.rng)
            text, ply = self.game.text(state), state.all.bit_count()
            yield Audited(text, ply, self._score(state), self._holds(state, context))

    def _random_entry(self, rng: np.random.Generator) -> Stones:
        """Draw a position of the book by random moves, its ply first, so that plies are uniform."""
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
        """Return whether the mover can complete four; the book omits such positions."""
        threats = self.geometry.threats(state.mover, state.all)
        return bool(threats & self.geometry.drops(state.all))

    def _score(self, state: Stones) -> int:
        """Return the book's score, or the score of an immediate win."""
        stones = state.all.bit_count()
        if self._wins_at_once(state):
            return (self.geometry.size + 1 - stones) // 2
        return self.book.score(self.geometry.canonical_key(state.mover, state.all), stones)

    def _holds(self, state: Stones, context: Context[None]) -> bool:
        """Verify an entry from those of the next ply, down to the last ply, which is searched."""
        while state.all.bit_count() + 1 in self.book.plies:
            children = [self.game.play(state, move) for move in self.game.moves(state)]
            if self._score(state) != max(-self._score(child) for child in children):
                return False
            searchable = [child for child in children if not self._wins_at_once(child)]
            if not searchable:
                return True
            state = searchable[int(context.rng.integers(len(searchable)))]
        score = self._score(state)
        reaches = self._searcher.reaches
        return (
            reaches(state.mover, state.all, score, context.check) >= score
            and reaches(state.mover, state.all, score + 1, context.check) <= score
        )
