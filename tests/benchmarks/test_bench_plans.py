"""How many lost positions of Connect Four have a plan, how many a person can follow, and the time.

Seeded random positions with the player to move lost. Run it with -s for the table.
"""

from __future__ import annotations

import random
import time
from statistics import quantiles

import pytest

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.connect4_why import FOLLOWED_LEVELS, FOLLOWED_MARKS, explain
from tests.solvers.test_connect4_solver import random_state

POSITIONS = 60
# ply -> the percentage that is aimed at with a plan, and with one that a person can follow
LEAST = {24: (98, 90), 20: (90, 70), 16: (78, 45), 12: (35, 0)}


def lost_positions(game: ConnectFour, plies: int, count: int, seed: int) -> list[Stones]:
    """Random positions whose player to move loses and has no four at once."""
    rng, geometry = random.Random(seed), geometry_of(game.columns, game.rows)
    searcher, lost = Searcher(geometry), list[Stones]()
    while len(lost) < count:
        state, _ = random_state(game, plies, rng)
        quiet = not geometry.threats(state.mover, state.all) & geometry.drops(state.all)
        if quiet and searcher.reaches(state.mover, state.all, 0) < 0:
            lost.append(state)
    return lost


@pytest.mark.parametrize("plies", LEAST)
def test_plans_are_found_for_most_lost_positions(plies: int) -> None:
    game, times, planned, followed = ConnectFour(), list[float](), 0, 0
    for state in lost_positions(game, plies, POSITIONS, 7000 + plies):
        oracle = Connect4Oracle(game)
        began = time.process_time()
        answer = explain(game, oracle, state, Context(0))
        times.append(time.process_time() - began)
        planned += answer.report is not None
        marks = sum(level.bit_count() for level in answer.levels)
        short = len(answer.levels) <= FOLLOWED_LEVELS and marks <= FOLLOWED_MARKS
        followed += answer.report is not None and short
    shares = [round(100 * each / POSITIONS) for each in (planned, followed)]
    tenths = quantiles(times, n=10)
    print(
        f"\nply {plies}: a plan {shares[0]} %, followable {shares[1]} %, "
        f"seconds {tenths[4]:.2f} in the median, {tenths[8]:.2f} in nine of ten"
    )
    assert shares[0] >= LEAST[plies][0] and shares[1] >= LEAST[plies][1]
