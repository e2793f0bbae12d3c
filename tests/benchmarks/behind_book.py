"""How long Connect Four takes behind its book: every column of random positions, ply by ply.

Run as `python -m tests.benchmarks.behind_book [--plies 13 14 ...] [--positions 1000]`. Each
position is asked with an empty table; what counts is processor time, with `--threads` more than one
the time on the clock.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.solvers.connect4 import Connect4Oracle


def positions(plies: int, count: int) -> list[Stones]:
    """Unfinished positions after that many random plies."""
    rng, states = random.Random(plies), list[Stones]()
    game = ConnectFour()
    while len(states) < count:
        state = game.initial()
        for _ in range(plies):
            if legal := game.moves(state):
                state = game.play(state, rng.choice(legal))
        if game.moves(state) and state.all.bit_count() == plies:
            states.append(state)
    return states


def row(game: ConnectFour, plies: int, count: int, threads: int) -> list[tuple[float, int]]:
    """Seconds and nodes of each position."""
    found, clock = [], time.process_time if threads == 1 else time.perf_counter
    for state in positions(plies, count):
        oracle = Connect4Oracle(game)
        assert oracle.book
        began = clock()
        exact = oracle.values(state, Context[Any](0, threads=threads))
        found.append((clock() - began, exact.effort))
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
    asked = parse.parse_args()
    game = ConnectFour()
    print("   plies  count   median     95 %   99.9 %  largest  within 1 s  most nodes", flush=True)
    everything = []
    for plies in asked.plies:
        spent = row(game, plies, asked.positions, asked.threads)
        everything += spent
        print(told(str(plies), spent), flush=True)
    print(told("all", everything), flush=True)


if __name__ == "__main__":
    main()
