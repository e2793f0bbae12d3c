"""The theme of a puzzle in the words of its game: `Leave two equal heaps`."""

from __future__ import annotations

from typing import Any

from engine.messages import Message, is_written, message
from engine.protocols import Game, Impartial
from engine.puzzles.problems import Goal, Problem, PuzzleTheme
from engine.registry import PUZZLES, make_game, make_puzzle, text_in_force

# The themes that say of heaps only that every reply loses; what is left says why.
LEAVING = {
    *(PuzzleTheme.ZUGZWANG, PuzzleTheme.FORCED),
    *(PuzzleTheme.LONG_PLAN, PuzzleTheme.NOTHING_GOOD),
}


def short_theme(problem: Problem) -> Message:
    """Return the theme as a heading; of heaps, what the right move leaves."""
    return _left(problem) or message(f"puzzles.theme.{problem.theme.value}", count=problem.plies)


def theme_sentence(problem: Problem) -> Message:
    """Return the theme as a sentence that explains it."""
    left = _left(problem)
    if left is not None:
        return message("puzzle.theme.left", theme=left)
    make: Any = make_puzzle if problem.game in PUZZLES else make_game
    rules = make(problem.game, problem.options)
    key = text_in_force(f"puzzle.theme.{problem.theme.value}", rules)
    return message(key, count=problem.plies)


def _left(problem: Problem) -> Message | None:
    """Return what the only winning move leaves, in a game of heaps; None elsewhere."""
    if problem.goal is not Goal.WIN or problem.theme not in LEAVING:
        return None
    game: Game[Any] = make_game(problem.game, problem.options)
    if not isinstance(game, Impartial):
        return None
    state = game.parse(problem.position)
    after = game.play(state, game.parse_move(state, problem.solution[0]))
    heaps = [int(size) for size in game.board_text(after).split(",") if int(size)]
    own = f"theme.left.{game.id}"
    if is_written(own):
        return message(own, count=heaps[0])
    if set(heaps) == {1}:
        return message("theme.left.ones", count=len(heaps))
    return Message("theme.left.pair" if len(heaps) == 2 else "theme.left.several")
