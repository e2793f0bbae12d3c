"""What Connect Four costs: the book of its solver, and the two searching players."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.mcts import Mcts
from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.registry import make_bot
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.connect4_book import default_path, load_book
from tests.benchmarks.behind_book import positions

GAME = ConnectFour()


def test_bench_book_loading(benchmark: Any) -> None:
    """0.3 s at most; it is read and its checksum taken."""
    benchmark(load_book, default_path())
    assert benchmark.stats.stats.min < 0.3


@pytest.mark.parametrize("plies", [0, 6, 11, 12])
def test_bench_all_columns_from_the_book(benchmark: Any, plies: int) -> None:
    """5 ms at most."""
    oracle, states = Connect4Oracle(GAME), positions(plies, 20)
    assert oracle.book
    benchmark(lambda: [oracle.values(state, Context(0)) for state in states])
    assert benchmark.stats.stats.min / len(states) < 0.005


def test_bench_alphabeta(benchmark: Any) -> None:
    """200,000 nodes a second at least."""
    decision = benchmark.pedantic(
        lambda: make_bot("alphabeta:10").choose(GAME, GAME.initial(), Context(1)), rounds=3
    )
    assert decision.effort / benchmark.stats.stats.min > 200_000


@pytest.mark.parametrize("playouts", [1_000, 10_000, 100_000])
def test_bench_mcts(benchmark: Any, playouts: int) -> None:
    """150 ms class for 10,000 playouts."""
    benchmark.pedantic(
        lambda: Mcts(playouts).choose(GAME, GAME.initial(), Context(1)), rounds=5, warmup_rounds=1
    )
    if playouts == 10_000:
        assert benchmark.stats.stats.min < 0.3
