"""What solving a game completely costs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import make_game
from engine.solvers.tabulate import ValueTable


@pytest.mark.parametrize(
    ("name", "misere", "positions", "maximum"),
    [("tictactoe", "false", 765, 0.009), ("nim", "false", 251, 0.008), ("nim", "true", 251, 0.008)],
)
def test_bench_a_whole_table(
    benchmark: Any, name: str, misere: str, positions: int, maximum: float
) -> None:
    """At most three times the seconds of a quiet machine."""
    game = make_game(name, {"misere": misere})
    game.canonical(game.initial())  # the tables of the rules are made beforehand

    def solve() -> int:
        table: ValueTable[Any] = ValueTable(game)
        table.solve(game.initial())
        return len(table)

    assert benchmark(solve) == positions
    assert benchmark.stats.stats.min < maximum
