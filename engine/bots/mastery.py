"""A bot of adjustable skill: it mixes perfect play with random moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.bots.optimal import Optimal, blank_estimates
from engine.context import Context
from engine.messages import Message, message
from engine.naming import move_name
from engine.protocols import Decision, Game, S, Unit
from engine.recording import RecordingKind
from engine.trace.draws import RandomMovePlayed, Thrown

TENTHS = 10


class Mastery:
    """A bot that plays perfectly with probability T/10, else uniformly at random."""

    def __init__(self, tenths: int, optimal: Optimal | None = None) -> None:
        if not 0 <= tenths <= TENTHS:
            raise ValueError(f"mastery {tenths} is outside 0..{TENTHS}")
        self.tenths = tenths
        self.optimal = optimal if optimal is not None else Optimal()

    def supports(self, game: Game[Any]) -> Message | None:
        return self.optimal.supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose by one random draw between the two; a random move solves nothing."""
        context.check()
        thrown = int(context.rng.integers(TENTHS))
        perfect = thrown < self.tenths
        if context.recorder is not None:
            throw = message(
                "watch.throw.perfect" if perfect else "watch.throw.random",
                number=thrown,
                tenths=self.tenths,
            )
            context.recorder.kind = RecordingKind.LAYERS
            context.recorder.add(Thrown(throw, (), thrown, self.tenths))
        if perfect:
            decision = self.optimal.choose(game, state, context)
            chosen = next(each for each in decision.estimates if each.move == decision.move)
            proved = chosen.value is not None
            key = "bot.mastery.optimal" if proved else "bot.mastery.wanted"
            note = message(key, tenths=self.tenths, note=decision.note)
            thrown_for = self.tenths < TENTHS and len(decision.estimates) > 1
            return replace(decision, note=note, by_chance=decision.by_chance or thrown_for)
        estimates = blank_estimates(game, state)
        move = estimates[int(context.rng.integers(len(estimates)))].move
        text = move_name(game, state, move)
        note = message("bot.mastery.random", tenths=self.tenths, move=text)
        if context.recorder is not None:
            context.recorder.add(RandomMovePlayed(note, (move,), move))
        several = len(estimates) > 1
        return Decision(move, estimates, note, unit=Unit.POSITIONS, by_chance=several)
