"""The protocols of exact solvers, the oracle that answers from the generic table, and a cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Game, S, S_contra, Unit, Value, game_key
from engine.solvers.tabulate import ValueTable


class Hurried(Exception):  # noqa: N818 - a request, not an error
    """Raised when the context asks for an immediate answer before the exact one is proved."""


class ValueSource(Enum):
    """The source of an exact value."""

    TABLE = "table"  # a table of all positions, computed from the end
    BOOK = "book"  # read from the opening book
    SEARCH = "search"  # proved by searching from the position itself
    THEORY = "theory"  # follows from a theorem


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The proved facts about a position, for the player to move.

    `value` is None when the search was stopped before the proof, `remoteness` (plies to the end,
    0 in a finished position) is None when it is not known. `estimates` has one estimate per legal
    move, for the player who makes it; its remoteness counts from the present position, that move
    included.
    """

    value: Value | None
    remoteness: int | None
    estimates: tuple[Estimate, ...]
    effort: int = 0  # positions or nodes visited for this answer
    source: ValueSource = ValueSource.TABLE


class Oracle(Protocol[S_contra]):
    """A source of exact values for the positions of one game; raises Unsolvable beyond its reach.

    `notice` is a message for the user about the quality of its answers, such as a missing opening
    book; it may appear with the first answer.
    """

    notice: Message | None = None

    def values(self, state: S_contra, context: Context[Any], measured: bool = True) -> ExactValue:
        """Return value, remoteness and the estimate of each legal move.

        With `measured` false, remoteness may be None where it takes a separate search. Reports
        Decisions without a move while it works. Raises Unsolvable, Cancelled, or Hurried when the
        context is hurried before there is an answer.
        """

    def is_quick(self, state: S_contra) -> bool:
        """Return whether `values` answers without a long search, as a table or a theory does."""
        return True

    def is_near(self, state: S_contra) -> bool:
        """Return whether a dozen calls for such positions take a few seconds, not minutes."""
        return True


class ProverAnswer(NamedTuple):
    """The answer of a Prover to one question."""

    yes: bool
    plies: int  # at most this many to the end of the game, if that is a win or a loss
    positions: int  # visited for the answer


class Prover(Protocol[S_contra]):
    """A search of single positions of one game to the end, within a budget."""

    def promising(self, state: S_contra) -> bool:
        """Return whether the end is near enough for a short search."""

    def reaches(
        self, state: S_contra, goal: Value, positions: int, check: Callable[[], None]
    ) -> ProverAnswer | None:
        """Prove whether the player to move can force a result at least as good as `goal`.

        Returns None when about `positions` positions do not suffice. The position must not be
        over or hold an immediate win. `check` is called every few milliseconds and may raise. The
        same questions in the same order get the same answers.
        """


def stop_or_hurry(context: Context[Any]) -> Callable[[], None]:
    """Return a check that raises Cancelled or Hurried, for solvers without partial results."""

    def check() -> None:
        context.check()
        if context.hurry:
            raise Hurried

    return check


class TableOracle(Oracle[S], Generic[S]):
    """An oracle on the generic table, which it fills as far as the requested positions need."""

    def __init__(self, game: Game[S], table: ValueTable[S] | None = None) -> None:
        self.game = game
        self.table: ValueTable[S] = ValueTable(game) if table is None else table

    def values(self, state: S, context: Context[Any], measured: bool = True) -> ExactValue:
        before = len(self.table)

        def progress(positions: int) -> None:
            note = message("solver.progress", count=positions)
            context.report(Decision(None, (), note, effort=positions, unit=Unit.POSITIONS))

        self.table.solve(state, stop_or_hurry(context), progress)
        value, remoteness = self.table.value(state)
        effort = len(self.table) - before
        return ExactValue(value, remoteness, self.table.estimates(state), effort)


class Oracles:
    """A cache of oracles, one for each game and its options, so that nothing is solved twice."""

    def __init__(self, make: Callable[[Game[Any]], Oracle[Any]]) -> None:
        self._make = make
        self._oracles: dict[str, Oracle[Any]] = {}

    def of(self, game: Game[Any]) -> Oracle[Any]:
        """Return the oracle of a game, made at the first call."""
        key = game_key(game)
        if key not in self._oracles:
            self._oracles[key] = self._make(game)
        return self._oracles[key]
