"""The cost of a recording: the processor time of a recorded decision over that of the decision.

Prints and records; asserts nothing about time, which noise could fail. Target: at most twice.
"""

from __future__ import annotations

import gc
import time
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.context import Context
from engine.protocols import Decision
from engine.recording import Recorder
from engine.registry import make_bot, make_game

CASES = [
    ("connect4", "alphabeta:7", ""),
    ("connect4", "alphabeta:7", "3 3 4 2"),
    ("connect4", "mcts:3000", ""),
    ("connect4", "mcts:1000/leaf", ""),
    ("tictactoe", "alphabeta:9", ""),
    ("tictactoe", "mcts:3000", ""),
    ("nim", "alphabeta:5", ""),
    ("nim", "mcts:3000", ""),
]


def seconds(game_id: str, player: str, moves: str, recorder: Recorder | None) -> float:
    """The processor time of one decision, with or without a recorder."""
    game = make_game(game_id, {})
    state = game.initial()
    for move in moves.split():
        state = game.play(state, game.parse_move(state, move))
    context: Context[Decision] = Context(5)
    context.recorder = recorder
    gc.collect()
    started = time.thread_time()
    make_bot(player).choose(game, state, context)
    return time.thread_time() - started


@pytest.mark.parametrize(
    ("game_id", "player", "moves"), CASES, ids=[" ".join(case) for case in CASES]
)
def test_cost_of_a_recording(
    benchmark: BenchmarkFixture, game_id: str, player: str, moves: str
) -> None:
    ratios: list[float] = []

    def both() -> None:
        plain = seconds(game_id, player, moves, None)
        ratios.append(seconds(game_id, player, moves, Recorder()) / plain)

    benchmark.pedantic(both, rounds=5, warmup_rounds=1)
    benchmark.extra_info["times_the_decision"] = round(median(ratios[1:]), 2)
    print(f"{game_id} {player} {moves}: {median(ratios[1:]):.2f} times the decision")
