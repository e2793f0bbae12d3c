"""The command `puzzle`: positions with exactly one good move."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import Any

from engine.cli_console import print_json, say
from engine.messages import message
from engine.puzzles import Goal, Problem, day_problem, find
from engine.registry import ALL_GAMES


def run_puzzle(found: argparse.Namespace) -> int:
    """The puzzles of a day, or of a seed."""
    if found.day is not None:
        games = [found.game] if found.game is not None else list(ALL_GAMES)
        made = [day_problem(game, found.day, found.level) for game in games]
        made = list(islice(made, found.count))
    else:
        made = find(found.game, found.seed, found.count or 1, found.level)
    if found.json:
        print_json([report(problem) for problem in made])
        return 0
    for problem in made:
        say(f"{problem.game}  {problem.position}")
        say("  " + str(message(f"puzzle.goal.{problem.goal.value}", count=problem.plies)))
        theme = message(f"puzzle.theme.{problem.theme.value}", count=problem.plies)
        said = message("puzzle.told", level=problem.level, theme=theme)
        say(f"  {said}")
        key = "puzzle.solutions" if problem.goal is Goal.SOLVE else "puzzle.solution"
        moves = ", ".join(problem.solution)
        say("  " + str(message(key, moves=moves, count=len(problem.solution))))
    return 0


def report(problem: Problem) -> dict[str, Any]:
    """A puzzle as `puzzle --json` prints it."""
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
