"""A player whose skill is a dial: sometimes perfect, otherwise random."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bots.optimal import Optimal, blank_estimates
from engine.context import Context
from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Decision, Game, S, Unit
from engine.watch import RecordingKind

TENTHS = 10


class Mastery:
    """With probability T/10 the move of perfect play, else a uniformly random one."""

    def __init__(self, tenths: int, optimal: Optimal | None = None) -> None:
        if not 0 <= tenths <= TENTHS:
            raise ValueError(f"mastery {tenths} is outside 0..{TENTHS}")
        self.tenths = tenths
        self.optimal = optimal if optimal is not None else Optimal()

    def supports(self, game: Game[Any]) -> Message | None:
        """What perfect play supports."""
        return self.optimal.supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """One draw decides between the two; the random move costs no solving."""
        context.check()
        thrown = int(context.rng.integers(TENTHS))
        perfect = thrown < self.tenths
        if context.recorder is not None:
            told = message(
                "watch.throw.perfect" if perfect else "watch.throw.random",
                number=thrown,
                tenths=self.tenths,
            )
            context.recorder.kind = RecordingKind.LAYERS
            context.recorder.step("throw", told, (), thrown=thrown, tenths=self.tenths)
        if perfect:
            decision = self.optimal.choose(game, state, context)
            chosen = next(each for each in decision.estimates if each.move == decision.move)
            proved = chosen.value is not None
            key = "bot.mastery.optimal" if proved else "bot.mastery.wanted"
            return replace(decision, note=message(key, tenths=self.tenths, note=decision.note))
        estimates = blank_estimates(game, state)
        move = estimates[int(context.rng.integers(len(estimates)))].move
        text = move_name(game, state, move)
        note = message("bot.mastery.random", tenths=self.tenths, move=text)
        if context.recorder is not None:
            context.recorder.step("draw", note, (move,), move=move)
        return Decision(move, estimates, note, unit=Unit.POSITIONS)
