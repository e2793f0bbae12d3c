"""Time and effort of each solver on sliding tiles, beside a search in breadth.

Run as `python -m tests.benchmarks.tiles_table [--positions 200]`. All positions of the 3x3 size are
equally likely; the last column is one of the two positions that need 31 moves. Time is processor
time; positions looked at are a share of those that a search in breadth looks at. Every solver finds
all shortest solutions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from engine.context import Context
from engine.games.sliding_tiles import SlidingTiles
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.solvers.shortest_paths import PathResult

HARDEST = "8 6 7/2 5 4/3 0 1"
METHODS = (
    *(("twoway", None), ("table", None)),
    *(("astar", name) for name in ("none", "misplaced", "manhattan")),
    ("ida", "manhattan"),
)


@dataclass(frozen=True)
class Effort:
    """The effort of one position: milliseconds, and positions as a share of a search in breadth."""

    milliseconds: float
    looked_at: float
    stored: float


def table_milliseconds(repeats: int = 5) -> list[float]:
    """Processor time of building the complete table, the puzzle new each time."""
    times = []
    for _ in range(repeats):
        solvers = PuzzleSolvers(SlidingTiles())
        began = time.process_time()
        solvers.table(Context(0))
        times.append(1000 * (time.process_time() - began))
    return times


def random_positions(puzzle: SlidingTiles, count: int) -> list[bytes]:
    """Positions of a fixed seed, all equally likely."""
    numbers = np.random.default_rng(1).integers(0, puzzle.num_positions, count)
    return [puzzle.position(number) for number in numbers.tolist()]


def measure(
    solvers: PuzzleSolvers[bytes], states: Sequence[bytes], solver: str, heuristic: str | None
) -> list[Effort]:
    """The effort of each position; the complete table is built beforehand."""
    solvers.table(Context(0))
    efforts = []
    for state in states:
        began = time.process_time()
        found: PathResult = solvers.solve(state, solver, heuristic, Context(0))
        took = time.process_time() - began
        breadth = solvers.one_way(state, found.length, Context(0))
        efforts.append(Effort(1000 * took, found.looked_at / breadth, found.stored / breadth))
    return efforts


def main() -> None:
    """Print the table."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("--positions", type=int, default=200)
    count = parse.parse_args().positions
    puzzle = SlidingTiles()
    solvers = PuzzleSolvers(puzzle)
    states = [*random_positions(puzzle, count), puzzle.parse(HARDEST)]
    print(f"complete table: median {median(table_milliseconds()):.0f} ms")
    print(f"{'':16} {'median ms':>10} {'slowest':>9} {'looked at':>10} {'stored':>9} {HARDEST:>20}")
    for solver, heuristic in METHODS:
        *efforts, hardest = measure(solvers, states, solver, heuristic)
        times = [effort.milliseconds for effort in efforts]
        looked_at, stored = (
            median(getattr(effort, name) for effort in efforts) for name in ("looked_at", "stored")
        )
        print(
            f"{solver + ' ' + (heuristic or ''):16} {median(times):10.1f} {max(times):9.1f}"
            f" {looked_at:10.2%} {stored:9.3%} {hardest.milliseconds:17.0f} ms"
        )


if __name__ == "__main__":
    main()
