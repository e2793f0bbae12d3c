"""How long Connect Four takes behind its book: every column of random positions, ply by ply.

Run as `python -m tests.benchmarks.behind_book [--plies 13 14 ...] [--positions 1000]`. Each
position is asked with an empty table; what counts is processor time, with `--threads` more than one
the time on the clock. `--check` compares every answer with the public solver bitbully.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.protocols import Estimate
from engine.solvers.connect4 import Connect4Oracle
from tests.benchmarks.strength_table import some_order
from tests.benchmarks.test_bench_connect4 import positions

Check = Callable[[Stones, tuple[Estimate, ...]], None]


def bitbully_check(game: ConnectFour) -> Check:
    """Fails when a column's value or remoteness is not the one bitbully finds."""
    from bitbully import bitbully_core
    from bitbully_databases import BitBullyDatabases

    from tests.solvers.test_connect4_solver import expected

    solver = bitbully_core.BitBullyCore(BitBullyDatabases.get_database_path("12-ply-dist"))

    def check(state: Stones, estimates: tuple[Estimate, ...]) -> None:
        board = bitbully_core.BoardCore()
        assert board.play("".join(map(str, some_order(game, state))))
        scores = solver.scoreMoves(board)
        for estimate in estimates:
            known = expected(scores[estimate.move], state.all.bit_count())
            assert (estimate.value, estimate.remoteness) == known, game.text(state)

    return check


def row(
    game: ConnectFour, plies: int, count: int, check: Check | None, threads: int
) -> list[tuple[float, int]]:
    """Seconds and nodes of each position."""
    found, clock = [], time.process_time if threads == 1 else time.perf_counter
    for state in positions(plies, count):
        oracle = Connect4Oracle(game)
        oracle.book()
        began = clock()
        exact = oracle.values(state, Context[Any](0, threads=threads))
        found.append((clock() - began, exact.effort))
        if check is not None:
            check(state, exact.estimates)
    return found


def told(name: str, spent: list[tuple[float, int]]) -> str:
    """One line of the table."""
    seconds = sorted(second for second, _ in spent)
    count = len(seconds)
    marks = [seconds[min(count - 1, int(share * count))] for share in (0.5, 0.95, 0.999, 1)]
    within = sum(second < 1 for second in seconds) / count
    nodes = max(nodes for _, nodes in spent)
    times = " ".join(f"{mark:8.3f}" for mark in marks)
    return f"{name:>8} {count:6} {times} {100 * within:9.2f} % {nodes:10,}"


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("--plies", type=int, nargs="+", default=list(range(13, 25)))
    parse.add_argument("--positions", type=int, default=1000)
    parse.add_argument("--threads", type=int, default=1)
    parse.add_argument("--check", action="store_true")
    asked = parse.parse_args()
    game = ConnectFour()
    check = bitbully_check(game) if asked.check else None
    print("   plies  count   median     95 %   99.9 %  largest  within 1 s  most nodes", flush=True)
    everything = []
    for plies in asked.plies:
        spent = row(game, plies, asked.positions, check, asked.threads)
        everything += spent
        print(told(str(plies), spent), flush=True)
    print(told("all", everything), flush=True)


if __name__ == "__main__":
    main()
