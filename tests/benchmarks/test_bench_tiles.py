"""The speed of the solvers on sliding tiles, in processor time; the figures are in PERFORMANCE."""

from __future__ import annotations

from statistics import median

import pytest

from engine.games.sliding_tiles import SlidingTiles
from engine.solvers.puzzle_solvers import PuzzleSolvers
from tests.benchmarks.tiles_table import HARDEST, measure, random_positions, table_milliseconds


def test_bench_the_complete_table() -> None:
    """0.15 s."""
    assert min(table_milliseconds()) < 150


@pytest.mark.parametrize(
    ("solver", "milliseconds", "hardest"),
    [("twoway", 15, 500), ("astar", 10, 500), ("ida", 20, 1000)],
)
def test_bench_all_solutions(solver: str, milliseconds: float, hardest: float) -> None:
    """The median of 100 positions, and one that needs 31 moves."""
    puzzle = SlidingTiles()
    solvers = PuzzleSolvers(puzzle)
    efforts = measure(solvers, random_positions(puzzle, 100), solver, None)
    assert median(effort.milliseconds for effort in efforts) < milliseconds
    (slowest,) = measure(solvers, [puzzle.parse(HARDEST)], solver, None)
    assert slowest.milliseconds < hardest
