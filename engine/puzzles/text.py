"""Texts of a puzzle: its code, short and without the answer, and its theme in words.

The code ends in the game's id, the position, and the options that differ from the defaults:
`connect4 .7/.7/.7/.3YY../.RYR.../RYRYR.. Y`, `nim 3,5,4 0 heaps=3,5,4`. Any text before it is
ignored. `.7` is a row of seven points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.context import Context
from engine.messages import JouonsError, Message, excerpt, is_written, message
from engine.protocols import Game, Impartial, Unsolvable
from engine.puzzles.problems import (
    MAX_SOLUTIONS,
    Goal,
    Problem,
    PuzzleError,
    PuzzleJudge,
    PuzzleTheme,
)
from engine.registry import ALL_GAMES, PUZZLES, make_game, make_puzzle, text_in_force

LARGEST_TEXT = 500
_NAMED = re.compile(rf"(?<!\S)({'|'.join(ALL_GAMES)})\s+(\S.*)", re.DOTALL)
_OPTION = re.compile(r"([a-z_]+)=(\S+)")


def text_of(problem: Problem) -> str:
    """Return the code of a puzzle with its position as every command prints and reads it."""
    usual = rules_of(problem.game, {}).options
    options = [f"{name}={text}" for name, text in problem.options.items() if usual[name] != text]
    return " ".join([problem.game, problem.position, *options])


def code_of(problem: Problem) -> str:
    """Return the code of a puzzle for sharing, which `problem_of` reads: rows of points cut."""
    return re.sub(r"\.{3,}", lambda found: f".{len(found[0])}", text_of(problem))


def find_code(text: str) -> re.Match[str] | None:
    """Return a match with the game's id (1) and the rest of the code (2); None without a code.

    What looks like a code may still be invalid. It is quick whatever the text.
    """
    return _NAMED.search(text) if len(text) <= LARGEST_TEXT else None


def problem_of(text: str, context: Context[Any]) -> Problem:
    """Read, prove and grade the puzzle of a code. Raises PuzzleError if there is none."""
    match = find_code(text)
    if match is None:
        raise PuzzleError("puzzle.no_code")
    words = match[2].split()
    named = [option for option in map(_OPTION.fullmatch, words) if option is not None]
    options = {option[1]: option[2] for option in named}
    twice = next((name for name, count in Counter(o[1] for o in named).items() if count > 1), "")
    if twice:
        raise PuzzleError("puzzle.bad_code", fault=message("cli.twice", name=excerpt(twice)))
    position = " ".join(word for word in words if _OPTION.fullmatch(word) is None)
    judge = PuzzleJudge(context)
    reason = "puzzle.not_one"
    problem = None
    try:
        rules = rules_of(match[1], options)
        state = rules.parse(re.sub(r"\.(\d{1,2})", _points, position))
        if match[1] in PUZZLES:
            problem = judge.turns_problem(rules, state)
        elif rules.outcome(state) is not None:
            reason = "puzzle.over"
        elif len(rules.moves(state)) < 2:
            reason = "puzzle.no_choice"
        else:
            problem = judge.problem(rules, state)
    except Unsolvable:
        reason = "puzzle.unsolved"
    except JouonsError as fault:
        raise PuzzleError("puzzle.bad_code", fault=fault.message) from None
    if problem is None and match[1] in PUZZLES:
        entry = PUZZLES[match[1]]
        bounds = {"low": entry.moves_of_levels[0], "high": entry.most_moves}
        raise PuzzleError("puzzle.not_turns", solutions=MAX_SOLUTIONS, **bounds)
    if problem is None:
        raise PuzzleError(reason)
    return problem


def _points(match: re.Match[str]) -> str:
    return "." * int(match[1])


def rules_of(game_id: str, options: Mapping[str, str]) -> Any:
    """Make the rules of a game or puzzle of the registry."""
    return (make_puzzle if game_id in PUZZLES else make_game)(game_id, options)


# -- the theme -------------------------------------------------------------------------------------


# The themes that say of heaps only that every reply loses; what is left says why.
LEAVING = {
    PuzzleTheme.ZUGZWANG,
    PuzzleTheme.LONG_PLAN,
    PuzzleTheme.NOTHING_GOOD,
}


def short_theme(problem: Problem) -> Message:
    """Return the theme as a heading; of heaps, what the right move leaves."""
    return _left(problem) or message(f"puzzles.theme.{problem.theme.value}", count=problem.plies)


def theme_sentence(problem: Problem) -> Message:
    """Return the theme as a sentence that explains it."""
    left = _left(problem)
    if left is not None:
        return message("puzzle.theme.left", theme=left)
    rules = rules_of(problem.game, problem.options)
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
