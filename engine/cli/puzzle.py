"""The command `puzzle`: positions with exactly one good move."""

from __future__ import annotations

import argparse
from typing import Any

from engine.cli.console import printed_list, progress, say
from engine.messages import message
from engine.puzzles.problems import DAILY, LEVELS, Goal, Problem, find
from engine.puzzles.text import rules_of, text_of, theme_sentence
from engine.registry import ALL_GAMES, rule_text, text_in_force


def run_puzzle(args: argparse.Namespace) -> int:
    """Print the puzzles of a day, one a game, or of a seed, as they are found.

    Those of a day are for everybody, unless a level is named. Reports if fewer were found.
    """
    levels = None if args.level is None else (args.level,)
    if args.day is not None:
        count = args.count or (len(ALL_GAMES) if args.game is None else 1)
        problems = find(args.game, args.day, count, levels or DAILY, maximum=1)
    else:
        count = args.count or 1
        problems = find(args.game, args.seed, count, levels or LEVELS)
    done = 0
    for problem in printed_list(problems, report) if args.json else problems:
        done += 1
        if not args.json:
            _say_puzzle(problem)
    if done < count:
        progress(message("puzzle.fewer", count=done, wanted=count))
    return 0


def _say_puzzle(problem: Problem) -> None:
    """Print a puzzle: its code for the window, rule, goal, level, theme and solution."""
    rules = rules_of(problem.game, problem.options)
    theme = theme_sentence(problem)
    key = "puzzle.solutions" if problem.goal is Goal.SOLVE else "puzzle.solution"
    moves = ", ".join(problem.solution)
    say(text_of(problem))
    for line in (
        rule_text(rules),
        message(text_in_force(f"puzzle.goal.{problem.goal.value}", rules), count=problem.plies),
        message("puzzle.told", level=problem.level, theme=theme),
        message(key, moves=moves, count=len(problem.solution)),
    ):
        say(f"  {line}")


def report(problem: Problem) -> dict[str, Any]:
    """Return a puzzle as `puzzle --json` prints it."""
    return {
        "game": problem.game,
        "options": dict(problem.options),
        "position": problem.position,
        "goal": problem.goal.value,
        "solution": list(problem.solution) if problem.goal is Goal.SOLVE else problem.solution[0],
        "plies": problem.plies,
        "level": problem.level,
        "theme": problem.theme.value,
    }
