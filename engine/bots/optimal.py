"""Perfect play, as far as it can be proved."""

from __future__ import annotations

from typing import Any

from engine.bots.exact_record import best_line, record_exact, record_layers
from engine.bots.traps import Trap, Traps, best_moves
from engine.context import Context
from engine.messages import Message, message
from engine.naming import told_move
from engine.protocols import (
    Decision,
    Estimate,
    Game,
    S,
    Unit,
    Unsolvable,
    Value,
    Variation,
    game_key,
)
from engine.solvers.exact import Exact, Hurried, Oracles, TableOracle

__all__ = ["Optimal", "best_moves", "blank_estimates"]

_NOTE_OF_VALUE = {Value.WIN: "wins", Value.DRAW: "draws", Value.LOSS: "loses"}


def blank_estimates(game: Game[S], state: S) -> tuple[Estimate, ...]:
    """Every legal move, nothing known about it."""
    return tuple(Estimate(move) for move in game.moves(state))


class Optimal:
    """Plays what the exact values say; among equal moves a trap, else at random.

    It admits what it cannot prove.
    """

    def __init__(self, oracles: Oracles | None = None) -> None:
        self.oracles = oracles if oracles is not None else Oracles()
        self._traps: dict[str, Traps[Any]] = {}

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
        trap = self._trap(game, state, exact, context)
        choices = best if trap is None else trap.moves
        move = choices[int(context.rng.integers(len(choices)))]
        if context.recorder is not None:
            record_layers(game, state, context.recorder, context.check)
            line = best_line(game, state, self.oracles.of(game), move, exact.source, context)
            record_exact(game, state, exact, best, trap, line, context.recorder)
        note = self._note(game, state, exact, move, len(best))
        if trap is not None:
            key = "bot.optimal.trap" if trap.exact else "bot.optimal.trap_seen"
            note = message(key, note=note, count=trap.looked_at)
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

    def _trap(
        self, game: Game[S], state: S, exact: Exact, context: Context[Decision]
    ) -> Trap | None:
        """The trap among the best moves, if there is one; none when there is no time for it."""
        key = game_key(game)
        if key not in self._traps:
            self._traps[key] = Traps(game, self.oracles.of(game))
        try:
            return self._traps[key].among(state, exact.estimates, context)
        except (Hurried, Unsolvable):
            return None

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
        text = told_move(game, state, move)
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
