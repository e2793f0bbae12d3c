"""What solving costs; the figures to reach are in PERFORMANCE (solved games)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.learner import Learner
from engine.bots.training import train
from engine.context import Context
from engine.registry import make_bot, make_game, oracle_for
from engine.solvers.tabulate import ValueTable


def whole(name: str, options: dict[str, str], symmetric: bool = True) -> int:
    game = make_game(name, options)
    table: ValueTable[Any] = ValueTable(game, symmetric)
    table.solve(game.initial())
    return len(table)


def test_bench_tictactoe_whole(benchmark: Any) -> None:
    """3 ms, the tables of the rules made beforehand."""
    game = make_game("tictactoe")
    game.canonical(game.initial())

    def solve() -> int:
        table: ValueTable[Any] = ValueTable(game)
        table.solve(game.initial())
        return len(table)

    assert benchmark(solve) == 765
    assert benchmark.stats.stats.min < 0.009


def test_bench_tictactoe_without_symmetry(benchmark: Any) -> None:
    assert benchmark(whole, "tictactoe", {}, False) == 5478


@pytest.mark.parametrize("misere", ["false", "true"])
def test_bench_nim(benchmark: Any, misere: str) -> None:
    """2 ms for 5,4,3,2,1."""
    assert benchmark(whole, "nim", {"misere": misere}) == 251
    assert benchmark.stats.stats.min < 0.008


def test_bench_the_largest_single_heap(benchmark: Any) -> None:
    game = make_game("subtraction", {"start": "999", "takes": "1,2,3,4,5,6,7,8,99"})
    exact = benchmark(lambda: oracle_for(game).values(game.initial(), Context()))
    assert exact.remoteness is not None


@pytest.mark.parametrize("heaps", ["20,20,20,20", "99,99", ",".join(["99"] * 12)])
def test_bench_the_first_answer_of_optimal_on_large_heaps(benchmark: Any, heaps: str) -> None:
    game = make_game("nim", {"heaps": heaps})
    decision = benchmark.pedantic(
        lambda: make_bot("optimal").choose(game, game.initial(), Context(1)), rounds=3
    )
    assert decision.move in game.moves(game.initial())
    assert benchmark.stats.stats.min < 2


def test_bench_a_thousand_games_of_self_play(benchmark: Any) -> None:
    """Well under a second, the two measurements against random play included."""
    game = make_game("matches")
    report = benchmark.pedantic(lambda: train(game, Learner(), 1000, None, 1, Context()), rounds=3)
    assert report.after > 0.85
    assert benchmark.stats.stats.min < 1
