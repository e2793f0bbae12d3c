"""Exact values of Connect Four: the opening book where it reaches, the search behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Outcome, Unsolvable, Value
from engine.solvers.connect4_book import Book, BookError, default_path, load_book
from engine.solvers.connect4_search import CHECK_EVERY, Searcher
from engine.solvers.connect4_threats import Geometry
from engine.solvers.oracle import Exact, Hurried

# Where no book helps, a question may cost this many nodes: some seconds, the same answer
# everywhere.
NODE_LIMIT = 3_000_000
REPORT_EVERY = 16 * CHECK_EVERY


class _Stopped(Exception):  # noqa: N818 - a request, not an error
    """The search must end with what it has: an answer is wanted, or the nodes are used up."""


class _Question:
    """What is known so far about the moves of one position; scores are the mover's."""

    def __init__(self, geometry: Geometry, state: Stones, moves: Sequence[int]) -> None:
        self.geometry = geometry
        self.state = state
        self.stones = state.all.bit_count()
        self.moves = moves
        # The score lies in low .. high.
        self.low = dict.fromkeys(moves, -((geometry.size - self.stones) // 2))
        self.high = dict.fromkeys(moves, (geometry.size + 1 - self.stones) // 2)
        self.nodes = dict.fromkeys(moves, 0)
        self.best: int | None = None  # the position's own score, when known beforehand

    def settle(self, move: int, score: int) -> None:
        """The exact score of a move."""
        self.low[move] = self.high[move] = score

    def value_of(self, low: int, high: int) -> Value | None:
        """What the bounds say about who wins."""
        if low > 0:
            return Value.WIN
        if high < 0:
            return Value.LOSS
        return Value.DRAW if low == high == 0 else None

    def remoteness_of(self, score: int) -> int:
        """Plies from the position to the end, for the player to move."""
        total, stones = self.geometry.size, self.stones
        if not score:
            return total - stones
        parity = (stones + (score > 0)) & 1
        end = total + 2 - 2 * abs(score)
        return end - ((end ^ parity) & 1) - stones

    def estimate(self, move: int) -> Estimate:
        """What can be said of a move now."""
        low, high = self.low[move], self.high[move]
        value = self.value_of(low, high)
        remoteness = self.remoteness_of(low) if low == high else None
        score = None if value is None else (value + 1) / 2
        return Estimate(move, score, value, remoteness, self.nodes[move] or None)

    def exact(self, effort: int) -> Exact:
        """The answer as far as it is proved."""
        low, high = max(self.low.values()), max(self.high.values())
        if self.best is not None:
            low = high = self.best
        estimates = tuple(self.estimate(move) for move in self.moves)
        remoteness = self.remoteness_of(low) if low == high else None
        return Exact(self.value_of(low, high), remoteness, estimates, effort)


class Connect4Oracle:
    """Value and remoteness of every position its book or its search can reach.

    On 7x6 with its book that is every position. On other boards, and without the book, a question
    costs at most `node_limit` nodes; what is not proved by then is left open, and Unsolvable is
    raised when nothing is. `notice` says so when the book could not be read. The book is read at
    the first question; the table of the search is kept between questions.
    """

    def __init__(
        self, game: ConnectFour, book: Path | None = None, node_limit: int = NODE_LIMIT
    ) -> None:
        self.game = game
        self.node_limit = node_limit
        self.notice: Message | None = None
        self.geometry = Geometry(game.columns, game.rows)
        self._path = book
        self._book: Book | None = None
        self._opened = False
        self._kept: Searcher | None = None

    def book(self) -> Book | None:
        """The book, read at the first call; None when there is none for this board."""
        if not self._opened:
            self._opened = True
            try:
                if (self.game.columns, self.game.rows) == (7, 6):
                    self._book = load_book(self._path or default_path())
            except BookError as fault:
                self.notice = fault.message
        return self._book

    def _searcher(self) -> Searcher:
        if self._kept is None:
            self._kept = Searcher(self.geometry)
        return self._kept

    def values(self, state: Stones, context: Context[Any]) -> Exact:
        """See Oracle. Reports who wins with each move first, in how many plies after.

        When hurried, or at its limit, it answers with what is proved; Hurried or Unsolvable are
        raised when nothing is.
        """
        exact = self._values(state, context)
        return replace(exact, notice=self.notice) if self.notice is not None else exact

    def _values(self, state: Stones, context: Context[Any]) -> Exact:
        context.check()
        moves = self.game.moves(state)
        if not moves:
            return self._finished(state)
        question = _Question(self.geometry, state, moves)
        open_moves = [move for move in moves if not self._known(question, move)]
        if not open_moves:
            return question.exact(0)
        open_moves.sort(key=self.geometry.order.index)
        searcher = self._searcher()
        start = searcher.nodes
        limit = None if self.book() is not None else self.node_limit

        def tick() -> None:
            context.check()
            spent = searcher.nodes - start
            if context.hurry or (limit is not None and spent >= limit):
                raise _Stopped
            if spent % REPORT_EVERY < CHECK_EVERY:
                self._report(question, context, spent)

        searcher.tick = tick
        try:
            self._search(question, open_moves, searcher, context)
        except _Stopped:
            exact = question.exact(searcher.nodes - start)
            if all(estimate.value is None for estimate in exact.estimates):
                if context.hurry:
                    raise Hurried from None
                raise self._beyond() from None
            return exact
        return question.exact(searcher.nodes - start)

    def _beyond(self) -> Unsolvable:
        if self.notice is not None:
            return Unsolvable("connect4.beyond_without_book", reason=self.notice)
        return Unsolvable("connect4.beyond", columns=self.game.columns, rows=self.game.rows)

    def _finished(self, state: Stones) -> Exact:
        outcome = self.game.outcome(state)
        assert outcome is not None
        if outcome is Outcome.DRAW:
            return Exact(Value.DRAW, 0, ())
        won = outcome is Outcome.win_of(self.game.to_move(state))
        return Exact(Value.WIN if won else Value.LOSS, 0, ())

    def _known(self, question: _Question, move: int) -> bool:
        """Settle a move that needs no search: it wins, loses at once, or is in the book."""
        game, geometry = self.game, self.geometry
        child = game.play(question.state, move)
        stones = question.stones + 1
        if game.has_four(child.mover ^ child.all):
            question.settle(move, (geometry.size + 1 - question.stones) // 2)
        elif stones == geometry.size:
            question.settle(move, 0)
        elif geometry.threats(child.mover, child.all) & geometry.drops(child.all):
            question.settle(move, -((geometry.size + 1 - stones) // 2))
        else:
            book = self.book()
            if book is None or stones not in book.plies:
                self._bound_by_book(question, book)
                return False
            key = geometry.canonical_key(child.mover, child.all)
            question.settle(move, -book.score(key, stones))
        return True

    def _bound_by_book(self, question: _Question, book: Book | None) -> None:
        """The last ply of the book knows the best score, though not whose it is."""
        state = question.state
        if question.best is not None or book is None or question.stones not in book.plies:
            return
        if self.geometry.threats(state.mover, state.all) & self.geometry.drops(state.all):
            return
        key = self.geometry.canonical_key(state.mover, state.all)
        question.best = book.score(key, question.stones)
        for move, high in question.high.items():
            question.high[move] = min(high, question.best)

    def _search(
        self,
        question: _Question,
        moves: Sequence[int],
        searcher: Searcher,
        context: Context[Any],
    ) -> None:
        """Who wins with each move, then in how many plies; reports after each."""
        for narrow in (False, True):
            for move in moves:
                self._narrow(question, move, searcher, narrow)
                if context.hurry:
                    raise _Stopped
                self._report(question, context, searcher.nodes)

    def _narrow(self, question: _Question, move: int, searcher: Searcher, narrow: bool) -> None:
        """Ask whether the move scores at least some goal, until that is enough."""
        child = self.game.play(question.state, move)
        low, high = question.low, question.high
        while (goal := _next_goal(low[move], high[move], narrow)) is not None:
            before = searcher.nodes
            score = -searcher.score(child.mover, child.all, -goal, 1 - goal)
            question.nodes[move] += searcher.nodes - before
            if score >= goal:
                low[move] = score
            else:
                high[move] = score

    def _report(self, question: _Question, context: Context[Any], nodes: int) -> None:
        estimates = tuple(question.estimate(move) for move in question.moves)
        note = message("connect4.searching", count=nodes)
        context.report(Decision(None, estimates, note, effort=nodes, unit="nodes"))


def _next_goal(low: int, high: int, narrow: bool) -> int | None:
    """What to ask of a score in low .. high: its sign first, then, if `narrow`, halfway."""
    if low <= 0 < high:
        return 1
    if low < 0 <= high:
        return 0
    if narrow and low < high:
        return (low + high + 1) // 2
    return None
