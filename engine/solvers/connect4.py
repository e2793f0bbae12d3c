"""Exact values of Connect Four: from the opening book where it reaches, else from the search.

Idea: the book (connect4_book.py) holds the scores of the first plies, whose search would take
longest. Behind it a search with null windows asks of each move whether it reaches a score, and
narrows the bounds of all moves (MoveBounds) until the best is known and, if wanted, how
long every one lasts. Search order and scores are those of Pascal Pons' solver.

Cost: a lookup in the book's plies; behind them a few hundredths of a second at the median and about
a second at worst on 7x6. It cannot solve every position of a larger board, or without the book: a
call stops after NODE_LIMIT nodes there, and a move that is not proved by then has no value.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Unit, Unsolvable, Value
from engine.solvers.connect4_book import Book, BookError, default_path, shared_book
from engine.solvers.connect4_search import (
    CHECK_EVERY,
    Searcher,
    SearchPool,
    SearchStopped,
    load_lua,
)
from engine.solvers.connect4_threats import Geometry, geometry_of
from engine.solvers.oracle import ExactValue, Hurried, ProverAnswer, ValueSource


def plies_to_end(size: int, stones: int, score: int) -> int:
    """Return the plies to the end of a position with `stones` stones and the mover's `score`."""
    if not score:
        return size - stones
    parity = (stones + (score > 0)) & 1
    end = size + 2 - 2 * abs(score)
    return end - ((end ^ parity) & 1) - stones


class MoveBounds:
    """The bounds on the scores of one position's moves, for the player to move.

    Several threads may narrow them at once, each for its own move; the result of one can settle
    the move of another. Reporting needs `lock`, so that no older report follows a newer one.
    """

    def __init__(self, geometry: Geometry, state: Stones, moves: Sequence[int]) -> None:
        self.lock = threading.Lock()
        self.geometry = geometry
        self.state = state
        self.stones = state.all.bit_count()
        self.moves = moves
        # The score of each move lies in low .. high.
        self.low = dict.fromkeys(moves, -((geometry.size - self.stones) // 2))
        self.high = dict.fromkeys(moves, (geometry.size + 1 - self.stones) // 2)
        self.nodes = dict.fromkeys(moves, 0)
        self.best: int | None = None  # the position's own score, when known beforehand
        self.hopes: set[int] = set()  # moves that may well be worth their upper bound

    def settle(self, move: int, score: int) -> None:
        """Set the exact score of a move."""
        self.low[move] = self.high[move] = score

    def limit(self, move: int, score: int) -> None:
        """Lower the upper bound of a move, which often equals its score."""
        if score < self.high[move]:
            self.high[move] = score
            self.hopes.add(move)

    def narrow(self, move: int, goal: int, score: int, nodes: int) -> None:
        """Apply a null-window result: `score` bounds the move's score from the side of `goal`."""
        with self.lock:
            self.nodes[move] += nodes
            # Another thread may have settled the move meanwhile: bounds never go back.
            if score >= goal:
                self.low[move] = max(score, self.low[move])
            else:
                self.high[move] = min(score, self.high[move])
            if self.best is None:
                return
            # One of the moves must be worth as much as the position.
            able = [move for move in self.moves if self.high[move] >= self.best]
            if len(able) == 1:
                self.settle(able[0], self.best)

    def next_goal(self, move: int, exact: bool) -> int | None:
        """Return the next null-window goal of a move; None when its value (or score) is known.

        The score is needed only if `exact`.
        """
        with self.lock:
            low, high = self.low[move], self.high[move]
            if low < high and move in self.hopes:
                self.hopes.discard(move)
                return high
        if low <= 0 < high:
            return 1
        if low < 0 <= high:
            return 0
        if not exact or low == high:
            return None
        # The late end comes first: most positions are decided late.
        return low + 1 if low > 0 else high

    def _proved(self, low: int, high: int) -> tuple[Value | None, int | None]:
        """Return the value and the plies to the end that bounds prove, None for none."""
        value = Value.WIN if low > 0 else Value.LOSS if high < 0 else None
        if low != high:
            return value, None
        plies = plies_to_end(self.geometry.size, self.stones, low)
        return Value.DRAW if value is None else value, plies

    def estimate(self, move: int) -> Estimate:
        """Return the estimate of a move from its present bounds."""
        value, remoteness = self._proved(self.low[move], self.high[move])
        score = None if value is None else (value + 1) / 2
        spent = self.nodes[move] or None
        return Estimate(move, score, value, remoteness, spent, unit=Unit.POSITIONS)

    def exact(self, effort: int) -> ExactValue:
        """Return the proved part of the answer; `effort` 0 means that all comes from the book."""
        low, high = max(self.low.values()), max(self.high.values())
        if self.best is not None:
            low = high = self.best
        estimates = tuple(self.estimate(move) for move in self.moves)
        value, remoteness = self._proved(low, high)
        source = ValueSource.SEARCH if effort else ValueSource.BOOK
        return ExactValue(value, remoteness, estimates, effort, source)


PROVER_TABLE_BITS = 17  # 1.2 MB, allocated for every decision
PROVER_CHECK_EVERY = 64  # nodes, some 0.1 ms: a search exceeds its budget by fewer
LARGEST = 34  # empty cells; with more, short searches proved nothing in measurements


class Connect4Prover:
    """The Prover of Connect Four; one transposition table serves all its answers."""

    def __init__(self, game: ConnectFour) -> None:
        load_lua()  # a missing package raises at the first decision, not in the middle of a game
        self.geometry = geometry_of(game.columns, game.rows)
        self._searcher: Searcher | None = None

    def promising(self, state: Stones) -> bool:
        return self.geometry.size - state.all.bit_count() <= LARGEST

    def reaches(
        self, state: Stones, goal: Value, positions: int, check: Callable[[], None]
    ) -> ProverAnswer | None:
        if self._searcher is None:
            self._searcher = Searcher(self.geometry, PROVER_TABLE_BITS, PROVER_CHECK_EVERY)
        searcher = self._searcher
        start = searcher.nodes

        def tick() -> None:
            check()
            if searcher.nodes - start >= positions:
                raise SearchStopped

        least = int(goal is Value.WIN)
        try:
            score = searcher.reaches(state.mover, state.all, least, tick)
        except SearchStopped:
            return None
        plies = plies_to_end(self.geometry.size, state.all.bit_count(), score)
        return ProverAnswer(score >= least, plies, searcher.nodes - start)


# On a board of at most this many cells the search has no limit: it took at most 17 million nodes
# in all measurements.
SEARCHED_CELLS = 36
# On larger boards without a book one call may visit this many nodes: some seconds. The limit
# counts nodes, so that the answer is the same on every machine.
NODE_LIMIT = 3_000_000
SOON_SEARCHED = 12  # with this many empty cells a search takes some milliseconds
NEAR = 29  # with this many empty cells, those behind the book, almost always below a second
REPORT_EVERY = 64 * CHECK_EVERY


class Connect4Oracle:
    """The oracle of Connect Four, on its opening book and its search.

    On 7x6 with the book and on boards of at most SEARCHED_CELLS cells it solves every position. On
    other boards, and without the book, a call visits at most `node_limit` nodes; a move not proved
    by then has no value, and Unsolvable is raised when none is proved. `notice` is set when the
    book could not be read. The first call opens the book. The transposition tables serve later
    calls, except under a limit, where the same call must always give the same answer. Calls must
    not overlap.
    """

    def __init__(
        self, game: ConnectFour, book: Path | None = None, node_limit: int = NODE_LIMIT
    ) -> None:
        self.game = game
        self.node_limit = node_limit
        self.notice: Message | None = None
        self.geometry = geometry_of(game.columns, game.rows)
        self._path = book
        self._pool = SearchPool(self.geometry)
        self._answered: tuple[Stones, bool, ExactValue] | None = None  # the last call

    @cached_property
    def book(self) -> Book | None:
        """The book, opened at the first use; None when there is none for this board."""
        try:
            if (self.game.columns, self.game.rows) == (7, 6):
                return shared_book(self._path or default_path())
        except BookError as fault:
            self.notice = fault.message
        return None

    def values(self, state: Stones, context: Context[Any], measured: bool = True) -> ExactValue:
        """Return the exact values; reports the value of each move first, then its remoteness.

        When hurried, or at the limit, it returns the values proved so far; raises Hurried or
        Unsolvable when there are none.
        """
        context.check()
        if self._answered is not None and self._answered[:2] == (state, measured):
            return self._answered[2]
        decision = self._search(state, context, measured)
        if not context.hurry:
            self._answered = state, measured, decision
        return decision

    def _search(self, state: Stones, context: Context[Any], measured: bool) -> ExactValue:
        moves = self.game.moves(state)
        if not moves:
            lost = self.game.has_four(state.mover ^ state.all)
            return ExactValue(Value.LOSS if lost else Value.DRAW, 0, ())
        bounds = MoveBounds(self.geometry, state, moves)
        open_moves = [move for move in moves if not self._known(bounds, move)]
        if not open_moves:
            return bounds.exact(0)
        open_moves.sort(key=self.geometry.order.index)
        limit = self._limit()
        pool = self._pool
        start = pool.nodes
        # Under a limit, the order of the results must not depend on the machine.
        threads = context.threads if limit is None else 1

        def tick() -> None:
            context.check()
            spent = pool.nodes - start
            if context.hurry or (limit is not None and spent >= limit):
                raise SearchStopped
            if spent % REPORT_EVERY < CHECK_EVERY:
                self._report(bounds, context, spent)

        def job(move: int, exact: bool, searcher: Searcher, tick: Callable[[], None]) -> None:
            self._narrow(bounds, move, exact, searcher, tick)
            if context.hurry:
                raise SearchStopped
            self._report(bounds, context, pool.nodes - start)

        try:
            # First the value of each move, then its remoteness.
            for exact in (False, True) if measured else (False,):
                pool.run((partial(job, move, exact) for move in open_moves), threads, tick)
        except SearchStopped:
            decision = bounds.exact(pool.nodes - start)
            if all(estimate.value is None for estimate in decision.estimates):
                if context.hurry:
                    raise Hurried from None
                raise self._beyond() from None
            return decision
        return bounds.exact(pool.nodes - start)

    def is_quick(self, state: Stones) -> bool:
        """Return whether the book holds every answer or few cells are empty."""
        stones, book = state.all.bit_count(), self.book
        in_book = book is not None and stones + 1 in book.plies
        return in_book or self.geometry.size - stones <= SOON_SEARCHED

    def is_near(self, state: Stones) -> bool:
        return self.is_quick(state) or self.geometry.size - state.all.bit_count() <= NEAR

    def _limit(self) -> int | None:
        """Return the node limit of a call, None for no limit; under a limit empty the tables."""
        if self.geometry.size <= SEARCHED_CELLS or self.book is not None:
            return None
        self._pool = SearchPool(self.geometry)
        return self.node_limit

    def _beyond(self) -> Unsolvable:
        if self.notice is not None:
            return Unsolvable("connect4.beyond_without_book", reason=self.notice)
        return Unsolvable("connect4.beyond", columns=self.game.columns, rows=self.game.rows)

    def _known(self, bounds: MoveBounds, move: int) -> bool:
        """Settle a move that needs no search, and return whether it is settled.

        Such a move ends the game, allows an immediate win, or is in the book.
        """
        game, geometry = self.game, self.geometry
        child = game.play(bounds.state, move)
        stones = bounds.stones + 1
        if game.has_four(child.mover ^ child.all):
            bounds.settle(move, (geometry.size + 1 - bounds.stones) // 2)
        elif stones == geometry.size:
            bounds.settle(move, 0)
        elif geometry.threats(child.mover, child.all) & geometry.drops(child.all):
            bounds.settle(move, -((geometry.size + 1 - stones) // 2))
        else:
            score = self._book_score(child)
            if score is None:
                self._limit_by_book(bounds, move, child)
                return bounds.low[move] == bounds.high[move]
            bounds.settle(move, -score)
        return True

    def _book_score(self, state: Stones) -> int | None:
        """Return the book's score of a position; None outside it or with an immediate win."""
        book, stones, geometry = self.book, state.all.bit_count(), self.geometry
        if book is None or stones not in book.plies:
            return None
        if geometry.threats(state.mover, state.all) & geometry.drops(state.all):
            return None
        return book.score(geometry.canonical_key(state.mover, state.all), stones)

    def _limit_by_book(self, bounds: MoveBounds, move: int, child: Stones) -> None:
        """Bound a move from above by the book's score of every other parent of its position."""
        book = self.book
        if book is None or bounds.stones not in book.plies:
            return
        if bounds.best is None:
            bounds.best = self._book_score(bounds.state)
        last = child.mover ^ child.all
        for stone in self.game.last_stones(last, child.all):
            parent = Stones(last ^ stone, child.all ^ stone)
            red = child.mover if bounds.stones & 1 else parent.mover
            if self.game.has_order(red, parent.all):
                score = self._book_score(parent)
                if score is not None:
                    bounds.limit(move, score)

    def _narrow(
        self,
        bounds: MoveBounds,
        move: int,
        exact: bool,
        searcher: Searcher,
        tick: Callable[[], None],
    ) -> None:
        """Search a move with null windows until its value, or its score if `exact`, is known."""
        child = self.game.play(bounds.state, move)
        while (goal := bounds.next_goal(move, exact)) is not None:
            before = searcher.nodes
            score = -searcher.reaches(child.mover, child.all, 1 - goal, tick)
            bounds.narrow(move, goal, score, searcher.nodes - before)

    def _report(self, bounds: MoveBounds, context: Context[Any], nodes: int) -> None:
        note = message("connect4.searching", count=nodes)
        with bounds.lock:
            estimates = tuple(bounds.estimate(move) for move in bounds.moves)
            context.report(Decision(None, estimates, note, effort=nodes, unit=Unit.NODES))
