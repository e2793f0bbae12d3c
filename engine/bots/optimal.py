"""Perfect play, as far as it can be proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.exact_record import best_line, record_exact, record_layers
from engine.context import Context
from engine.messages import Message, message
from engine.protocols import (
    Decision,
    Estimate,
    Game,
    S,
    Unit,
    Unsolvable,
    Value,
    Variation,
)
from engine.solvers.exact import Exact, Hurried, Oracles, TableOracle

_NOTE_OF_VALUE = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}


def best_moves(estimates: Sequence[Estimate]) -> list[int]:
    """The moves that perfect play may choose, ascending: those of the highest rank."""
    best = max(estimate.rank for estimate in estimates)
    return [estimate.move for estimate in estimates if estimate.rank == best]


def blank_estimates(game: Game[S], state: S) -> tuple[Estimate, ...]:
    """Every legal move, nothing known about it."""
    return tuple(Estimate(move) for move in game.moves(state))


class Optimal:
    """Plays what the exact values say, equal moves at random; admits what it cannot prove."""

    def __init__(self, oracles: Oracles | None = None) -> None:
        self.oracles = oracles if oracles is not None else Oracles()

    def supports(self, game: Game[Any]) -> Message | None:
        """Every game: a position beyond it is played at random, and it says so."""
        return None

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """One of the best moves. Where nothing is proved, a random one that says why."""
        try:
            exact = self.oracles.of(game).values(state, context)
        except Unsolvable as fault:
            return self._guess(game, state, context, message("bot.beyond", reason=fault.message))
        except Hurried:
            return self._guess(game, state, context, message("bot.hurried"))
        best = best_moves(exact.estimates)
        move = best[int(context.rng.integers(len(best)))]
        if context.recorder is not None:
            record_layers(game, state, context.recorder, context.check)
            line = best_line(game, state, self.oracles.of(game), move, exact.source, context)
            record_exact(game, state, exact, best, line, context.recorder)
        note = self._note(game, state, exact, move, len(best))
        notice = self.oracles.of(game).notice
        if notice is not None:
            note = message("bot.noticed", note=note, notice=notice)
        return Decision(
            move,
            exact.estimates,
            note,
            effort=exact.effort,
            unit=Unit.POSITIONS,
            detail=self._line(game, state, move),
        )

    def _line(self, game: Game[S], state: S, move: int) -> Variation | None:
        oracle = self.oracles.of(game)
        if not isinstance(oracle, TableOracle):
            return None
        return Variation((move, *oracle.table.line(game.play(state, move))))

    def _guess(
        self, game: Game[S], state: S, context: Context[Decision], reason: Message
    ) -> Decision:
        if context.recorder is not None:
            context.recorder.step("guess", reason)
        estimates = blank_estimates(game, state)
        move = estimates[int(context.rng.integers(len(estimates)))].move
        return Decision(move, estimates, reason, unit=Unit.POSITIONS)

    def _note(self, game: Game[S], state: S, exact: Exact, move: int, equal: int) -> Message:
        text = game.move_text(state, move)
        chosen = next(e for e in exact.estimates if e.move == move)
        if chosen.value is None:
            return message("bot.optimal.unproved", move=text)
        name = _NOTE_OF_VALUE[chosen.value]
        if chosen.remoteness is None:
            return message(f"bot.optimal.{name}.unmeasured", move=text)
        plies = chosen.remoteness
        if equal > 1:
            return message(f"bot.optimal.{name}.equal", move=text, count=plies, equal=equal)
        return message(f"bot.optimal.{name}", move=text, count=plies)
