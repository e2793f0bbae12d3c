"""The two simplest bots, which serve as baselines."""

from __future__ import annotations

from typing import Any

from engine.context import Context
from engine.messages import message
from engine.naming import move_name
from engine.protocols import Bot, Decision, Estimate, Game, S
from engine.trace.draws import FirstMoveChosen, MoveDrawn


class First(Bot):
    """A bot that plays the lowest legal move."""

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        context.check()
        moves = game.moves(state)
        text = move_name(game, state, moves[0])
        note = message("note.first", move=text)
        if context.recorder is not None:
            context.recorder.add(FirstMoveChosen(note, (moves[0],), moves[0]))
        return Decision(moves[0], tuple(Estimate(move) for move in moves), note)


def drawn_move(game: Game[S], state: S, context: Context[Any]) -> tuple[int, tuple[Estimate, ...]]:
    """Draw a move, each with the same chance; return it with an empty estimate of every move."""
    moves = game.moves(state)
    move = int(moves[int(context.rng.integers(len(moves)))])
    return move, tuple(Estimate(each) for each in moves)


class Random(Bot):
    """A bot that plays uniformly at random."""

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        context.check()
        move, estimates = drawn_move(game, state, context)
        count = len(estimates)
        note = message("note.random", move=move_name(game, state, move), count=count)
        if context.recorder is not None:
            context.recorder.add(MoveDrawn(note, (move,), move, count))
        return Decision(move, estimates, note, by_chance=count > 1)
