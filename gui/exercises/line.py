"""Lines of best play: the reply to a move, and the moves after a good one. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message
from engine.protocols import Estimate, Game, Outcome, Unsolvable
from engine.puzzles.problems import PuzzleJudge
from gui.exercises.texts import of_game


@dataclass(frozen=True)
class Line:
    """The moves so far; `plies` are those to the end of best play, None where unknown."""

    moves: tuple[int, ...]
    plies: int | None = None


def best_line(game: Game[Any], state: Any, first: int, context: Context[Any]) -> None:
    """Report a good move and best play after it to the end, as far as it is within reach."""
    line = Line((first,))
    context.report(line)
    judge, after = PuzzleJudge(context), game.play(state, first)
    try:
        if game.moves(after):
            best = judge.best(game, after)
            line = Line(line.moves, None if best.remoteness is None else best.remoteness + 1)
        for move in judge.line(game, after):
            line = Line((*line.moves, move), line.plies)
            context.report(line)
    except JouonsError:
        return  # out of reach: keep the line so far


def best_reply(game: Game[Any], state: Any, context: Context[Any]) -> Estimate | None:
    """Return the best move in a position; None if there is none or it is out of reach."""
    if not game.moves(state):
        return None
    try:
        return PuzzleJudge(context).best(game, state)
    except Unsolvable:
        return None


def ending(game: Game[Any], state: Any, moves: Sequence[int], plies: int | None) -> Message | None:
    """Return how the line ends, or when it would with best play; None where unknown."""
    outcome = game.outcome(state)
    if outcome is not None:
        key = "puzzles.end.draw" if outcome is Outcome.DRAW else "puzzles.end.win"
        return of_game(key, game, count=len(moves))
    left = plies - len(moves) if plies is not None else 0
    return Message("puzzles.shown_later", {"count": left}) if left > 0 else None
