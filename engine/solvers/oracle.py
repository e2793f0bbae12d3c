"""What every exact solver promises, and the oracle that answers from the generic table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Game, S, S_contra, Unit, Value
from engine.solvers.tabulate import DEFAULT_LIMIT, ValueTable


class Hurried(Exception):  # noqa: N818 - a request, not an error
    """An answer is wanted now and the exact one is not there yet."""


class ValueSource(Enum):
    """How a value is known."""

    TABLE = "table"  # every position worked out from the end
    BOOK = "book"  # read from the opening book
    SEARCH = "search"  # proved by searching from the position itself
    THEORY = "theory"  # follows from a theorem


@dataclass(frozen=True, slots=True)
class ExactValue:
    """What is proved about a position, for the player to move.

    `value` is None when the search was stopped before the proof, `remoteness` (plies to the end,
    0 in a finished position) when only the value is known. One estimate per legal move, for the
    player who makes it; its remoteness counts from the present position, that move included.
    """

    value: Value | None
    remoteness: int | None
    estimates: tuple[Estimate, ...]
    effort: int = 0  # positions or nodes looked at for this answer
    source: ValueSource = ValueSource.TABLE


class Oracle(Protocol[S_contra]):
    """Knows the exact value of every position of one game, or says that it is beyond it.

    `notice` is what a person should know about its answers, such as that the opening book is
    missing; it may appear with the first answer.
    """

    notice: Message | None

    def values(self, state: S_contra, context: Context[Any], measured: bool = True) -> ExactValue:
        """Value, remoteness and the estimate of each legal move.

        Not `measured`, remoteness may be left out where it takes a search of its own. Reports
        Decisions without a move while it works. Raises Unsolvable, Cancelled, or Hurried when an
        answer is wanted before there is one.
        """

    def is_quick(self, state: S_contra) -> bool:
        """Whether `values` answers without a long search."""

    def is_near(self, state: S_contra) -> bool:
        """Whether a dozen questions about such positions take a few seconds, not minutes."""


class ProverAnswer(NamedTuple):
    """An answer of a Prover."""

    yes: bool
    plies: int  # to the end of the game at most, if that is a win or a loss
    positions: int  # looked at for it


class Prover(Protocol[S_contra]):
    """Searches single positions of one game to the end, as far as it is allowed to."""

    def promising(self, state: S_contra) -> bool:
        """Whether the end is near enough for a short search."""

    def reaches(
        self, state: S_contra, goal: Value, positions: int, check: Callable[[], None]
    ) -> ProverAnswer | None:
        """Whether the player to move is sure of a result at least as good as `goal`.

        None when about so many positions do not tell. The position is not over and holds no win
        at once. `check` is called every few milliseconds and may raise. The same questions in the
        same order get the same answers.
        """


def stop_or_hurry(context: Context[Any]) -> Callable[[], None]:
    """A check for solvers that have nothing to show before they are done."""

    def check() -> None:
        context.check()
        if context.hurry:
            raise Hurried

    return check


class TableOracle(Generic[S]):
    """Answers from the generic table, which is filled as far as the questions reach."""

    def __init__(self, game: Game[S], limit: int = DEFAULT_LIMIT, symmetric: bool = True) -> None:
        self.game = game
        self.notice: Message | None = None
        self.table: ValueTable[S] = ValueTable(game, symmetric, limit)

    def values(self, state: S, context: Context[Any], measured: bool = True) -> ExactValue:
        """See Oracle."""
        before = len(self.table)

        def progress(positions: int) -> None:
            note = message("solver.progress", count=positions)
            context.report(Decision(None, (), note, effort=positions, unit=Unit.POSITIONS))

        self.table.solve(state, stop_or_hurry(context), progress)
        value, remoteness = self.table.value(state)
        effort = len(self.table) - before
        return ExactValue(value, remoteness, self.table.estimates(state), effort)

    def is_quick(self, state: S) -> bool:
        """See Oracle. Once the table is filled, which one question does."""
        return True

    def is_near(self, state: S) -> bool:
        """See Oracle."""
        return True
