"""Random games a second and the cost of a Monte Carlo decision, beside OpenSpiel's in C++.

The figures to reach are in PERFORMANCE. Absolute figures move with the machine, so the ratios
against OpenSpiel are printed with every run, and nothing here fails for being slow.
"""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.registry import make_bot, make_game
from tests.benchmarks.peers import openspiel_games_a_second
from tests.bulk import bulk

SIZES = [1024, 4096, 32_768]


@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "nim", "subtraction", "matches"])
def test_bench_random_games(benchmark: Any, name: str, games: int) -> None:
    game = make_game(name)
    start = [game.initial()]
    rng = np.random.Generator(np.random.PCG64(1))
    counts = benchmark(bulk(game).playouts, start, games, rng, lambda: None)
    assert counts.sum() == games
    rate = games / benchmark.stats.stats.min
    benchmark.extra_info["games a second"] = round(rate)


@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_bench_random_games_beside_openspiel(benchmark: Any, name: str) -> None:
    if importlib.util.find_spec("pyspiel") is None:
        pytest.fail("OpenSpiel is not installed (pip install open-spiel): nothing was compared")
    game = make_game(name)
    start = [game.initial()]
    rng = np.random.Generator(np.random.PCG64(1))
    benchmark(bulk(game).playouts, start, 32_768, rng, lambda: None)
    ours = 32_768 / benchmark.stats.stats.min
    theirs = openspiel_games_a_second(name)
    benchmark.extra_info["times OpenSpiel"] = round(ours / theirs, 1)
    print(f"\n{name}: {ours / 1e6:.2f} M games/s, OpenSpiel {theirs / 1e6:.3f} M")


@pytest.mark.parametrize("playouts", [1000, 33_000])
def test_bench_decision_on_the_empty_connect_four_board(benchmark: Any, playouts: int) -> None:
    """2 ms and 8 ms."""
    game = make_game("connect4")
    bot = make_bot(f"mc:{playouts}")
    decision = benchmark(lambda: bot.choose(game, game.initial(), Context(1)))
    assert decision.effort == playouts
