"""Exact values of Connect Four: the opening book where it reaches, the search behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.messages import Message, message
from engine.protocols import Decision, Outcome, Unit, Unsolvable, Value
from engine.solvers.connect4_book import Book, BookError, default_path, load_book
from engine.solvers.connect4_bounds import MoveBounds
from engine.solvers.connect4_pool import SearchPool
from engine.solvers.connect4_search import CHECK_EVERY, Searcher
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.oracle import ExactValue, Hurried

# On a board of so many cells the search tells who wins with each move: at most 17 million nodes in
# all that was measured.
SEARCHED_CELLS = 36
# Elsewhere, where no book helps, a question may cost this many nodes: some seconds, the same
# answer everywhere.
NODE_LIMIT = 3_000_000
SOON_SEARCHED = 12  # empty places that a search fills in some milliseconds
NEAR = 29  # empty places, those behind the book, that it fills in a second almost always
REPORT_EVERY = 64 * CHECK_EVERY


class _SearchStopped(Exception):  # noqa: N818 - a request, not an error
    """The search must end with what it has: an answer is wanted, or the nodes are used up."""


class Connect4Oracle:
    """Value and remoteness of every position its book or its search can reach.

    On 7x6 with its book and on boards of at most SEARCHED_CELLS cells that is every position. On
    other boards, and without the book, a question costs at most `node_limit` nodes; what is not
    proved by then is left open, and Unsolvable is raised when nothing is. `notice` says so when the
    book could not be read. The book is read at the first question; the tables of the search are
    kept between questions, of which there may be only one at a time. Under a limit they are not:
    the same question always has the same answer.
    """

    def __init__(
        self, game: ConnectFour, book: Path | None = None, node_limit: int = NODE_LIMIT
    ) -> None:
        self.game = game
        self.node_limit = node_limit
        self.notice: Message | None = None
        self.geometry = geometry_of(game.columns, game.rows)
        self._path = book
        self._book: Book | None = None
        self._opened = False
        self._pool = SearchPool(self.geometry)
        self._answered: tuple[Stones, bool, ExactValue] | None = None  # the last question

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

    def values(self, state: Stones, context: Context[Any], measured: bool = True) -> ExactValue:
        """See Oracle. Reports who wins with each move first, in how many plies after.

        When hurried, or at its limit, it answers with what is proved; Hurried or Unsolvable are
        raised when nothing is.
        """
        context.check()
        if self._answered is not None and self._answered[:2] == (state, measured):
            return self._answered[2]
        found = self._search(state, context, measured)
        if not context.hurry:
            self._answered = state, measured, found
        return found

    def _search(self, state: Stones, context: Context[Any], measured: bool) -> ExactValue:
        moves = self.game.moves(state)
        if not moves:
            return self._finished(state)
        question = MoveBounds(self.geometry, state, moves)
        open_moves = [move for move in moves if not self._known(question, move)]
        if not open_moves:
            return question.exact(0)
        open_moves.sort(key=self.geometry.order.index)
        limit = self._limit()
        pool = self._pool
        start = pool.nodes
        # Where the limit may end it, what is found first must not depend on the machine.
        threads = context.threads if limit is None else 1

        def tick() -> None:
            context.check()
            spent = pool.nodes - start
            if context.hurry or (limit is not None and spent >= limit):
                raise _SearchStopped
            if spent % REPORT_EVERY < CHECK_EVERY:
                self._report(question, context, spent)

        def job(move: int, exact: bool, searcher: Searcher, tick: Callable[[], None]) -> None:
            self._narrow(question, move, exact, searcher, tick)
            if context.hurry:
                raise _SearchStopped
            self._report(question, context, pool.nodes - start)

        try:
            # Who wins with each move, then in how many plies.
            for exact in (False, True) if measured else (False,):
                pool.run((partial(job, move, exact) for move in open_moves), threads, tick)
        except _SearchStopped:
            found = question.exact(pool.nodes - start)
            if all(estimate.value is None for estimate in found.estimates):
                if context.hurry:
                    raise Hurried from None
                raise self._beyond() from None
            return found
        return question.exact(pool.nodes - start)

    def is_quick(self, state: Stones) -> bool:
        """See Oracle: the book knows every answer, or few places are empty."""
        stones, book = state.all.bit_count(), self.book()
        in_book = book is not None and stones + 1 in book.plies
        return in_book or self.geometry.size - stones <= SOON_SEARCHED

    def is_near(self, state: Stones) -> bool:
        """See Oracle."""
        return self.is_quick(state) or self.geometry.size - state.all.bit_count() <= NEAR

    def _limit(self) -> int | None:
        """How many nodes a question may cost; under a limit it finds the tables empty."""
        if self.geometry.size <= SEARCHED_CELLS or self.book() is not None:
            return None
        self._pool = SearchPool(self.geometry)
        return self.node_limit

    def _beyond(self) -> Unsolvable:
        if self.notice is not None:
            return Unsolvable("connect4.beyond_without_book", reason=self.notice)
        return Unsolvable("connect4.beyond", columns=self.game.columns, rows=self.game.rows)

    def _finished(self, state: Stones) -> ExactValue:
        outcome = self.game.outcome(state)
        assert outcome is not None
        if outcome is Outcome.DRAW:
            return ExactValue(Value.DRAW, 0, ())
        won = outcome is Outcome.win_of(self.game.to_move(state))
        return ExactValue(Value.WIN if won else Value.LOSS, 0, ())

    def _known(self, question: MoveBounds, move: int) -> bool:
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
            score = self._book_score(child)
            if score is None:
                self._limit_by_book(question, move, child)
                return question.low[move] == question.high[move]
            question.settle(move, -score)
        return True

    def _book_score(self, state: Stones) -> int | None:
        """What the book says of a position, unless the mover wins at once."""
        book, stones, geometry = self.book(), state.all.bit_count(), self.geometry
        if book is None or stones not in book.plies:
            return None
        if geometry.threats(state.mover, state.all) & geometry.drops(state.all):
            return None
        return book.score(geometry.canonical_key(state.mover, state.all), stones)

    def _limit_by_book(self, question: MoveBounds, move: int, child: Stones) -> None:
        """A move is worth at most what each position is that can come to the same stones."""
        book = self.book()
        if book is None or question.stones not in book.plies:
            return
        if question.best is None:
            question.best = self._book_score(question.state)
        last = child.mover ^ child.all
        tops = last & child.all & ~(child.all >> 1)
        while tops:
            stone = tops & -tops
            tops ^= stone
            parent = Stones(last ^ stone, child.all ^ stone)
            red = child.mover if question.stones & 1 else parent.mover
            if self.game.has_order(red, parent.all):
                score = self._book_score(parent)
                if score is not None:
                    question.limit(move, score)

    def _narrow(
        self,
        question: MoveBounds,
        move: int,
        exact: bool,
        searcher: Searcher,
        tick: Callable[[], None],
    ) -> None:
        """Ask whether the move scores at least some goal, until that is enough."""
        child = self.game.play(question.state, move)
        while (goal := question.next_goal(move, exact)) is not None:
            before = searcher.nodes
            score = -searcher.reaches(child.mover, child.all, 1 - goal, tick)
            question.narrow(move, goal, score, searcher.nodes - before)

    def _report(self, question: MoveBounds, context: Context[Any], nodes: int) -> None:
        note = message("connect4.searching", count=nodes)
        with question.lock:
            estimates = tuple(question.estimate(move) for move in question.moves)
            context.report(Decision(None, estimates, note, effort=nodes, unit=Unit.NODES))
