"""Puzzles a minute on one core, and whether a level says how many players find the move."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

import numpy as np

from engine.context import Context
from engine.puzzles.problems import Problem, problems
from engine.registry import GAMES, make_bot, make_game

PUZZLES = 200
TRIED = 60  # of each game
A_MINUTE = 1_000
# Other players, other seeds than those that grade.
SOLVERS = (
    *("random", "mc:20", "mc:200", "mc:2000", "mcts:300", "mcts:3000"),
    *("alphabeta:2", "alphabeta:3", "alphabeta:5", "alphabeta:7"),
)


def ranks(values: list[float]) -> Any:
    """Ranks with ties shared, for the rank correlation (Spearman 1904)."""
    order = np.argsort(values, kind="stable")
    made = np.empty(len(values))
    made[order] = np.arange(len(values))
    array = np.array(values)
    for value in set(values):
        made[array == value] = made[array == value].mean()
    return made


def test_puzzles_a_minute() -> None:
    next(problems("connect4", 1))  # the book is read
    started = time.process_time()
    made = list(islice(problems("connect4", 2), PUZZLES))
    seconds = time.process_time() - started
    print(f"{len(made) / seconds * 60:,.0f} Connect Four puzzles a minute of processor time")
    assert len(made) / seconds * 60 >= A_MINUTE


def test_levels_follow_the_share_of_players_who_find_the_move() -> None:
    levels: list[float] = []
    solved: list[float] = []
    for game_id in GAMES:
        mine = [share_and_level(problem) for problem in islice(problems(game_id, 11), TRIED)]
        shares, grades = [share for share, _ in mine], [level for _, level in mine]
        print(f"{game_id}: rank correlation {correlation(grades, shares):.2f}", end="; ")
        for level in sorted(set(grades)):
            found = [share for share, grade in mine if grade == level]
            print(f"level {level:.0f} found by {np.mean(found):.2f} of {len(found)}", end=" ")
        print()
        levels += grades
        solved += shares
    print(f"all: {correlation(levels, solved):.2f}")
    assert correlation(levels, solved) <= -0.8


def share_and_level(problem: Problem) -> tuple[float, float]:
    """The share of the solvers who find the move, and the level."""
    game = make_game(problem.game, problem.options)
    state = game.parse(problem.position)
    right = []
    for player in SOLVERS:
        for seed in (21, 22, 23):
            move = make_bot(player).choose(game, state, Context(seed)).move
            assert move is not None
            right.append(game.move_text(state, move) in problem.solution)
    return sum(right) / len(right), float(problem.level)


def correlation(levels: list[float], solved: list[float]) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(ranks(levels), ranks(solved))[0, 1])
