"""Our random games beside OpenSpiel's, measured in one run.

    python -m tests.benchmarks.peers

OpenSpiel plays its rollouts in C++: one simulation of its tree search plays `n_rollouts` random
games from the empty board, so that the search itself costs nothing beside them.
Processor time of one thread is what counts, the best of several runs on both sides.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from engine.context import Context
from engine.registry import make_bot, make_game
from tests.bulk import bulk

THEIR_NAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}
SIZES = (1024, 4096, 32_768)
ROUNDS = 15


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def openspiel_games_a_second(name: str, games: int = 20_000, rounds: int = 3) -> float:
    """Random games a second of OpenSpiel's C++ rollouts; raises ImportError if not installed."""
    import pyspiel

    board = pyspiel.load_game(THEIR_NAMES[name])
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    best = float("inf")
    for seed in range(rounds):
        bot = pyspiel.MCTSBot(board, evaluator, 2.0, 1, 1000, False, seed, False)
        state = board.new_initial_state()
        best = min(best, seconds(partial(bot.step, state)))
    return games / best


def our_games_a_second(name: str, games: int) -> float:
    """Random games a second from the empty board, that many at once."""
    game = make_game(name)
    rng = np.random.Generator(np.random.PCG64(1))
    start, play = [game.initial()], bulk(game).playouts
    times = [seconds(lambda: play(start, games, rng, lambda: None)) for _ in range(ROUNDS)]
    return games / min(times)


def decision_seconds(playouts: int) -> float:
    """Seconds of one flat Monte Carlo decision on the empty Connect Four board."""
    game = make_game("connect4")
    bot = make_bot(f"mc:{playouts}")
    return min(seconds(lambda: bot.choose(game, game.initial(), Context(1))) for _ in range(ROUNDS))


def main() -> int:
    """Print a table; exit code 1, and a plain sentence, when there is nothing to compare with."""
    peer = importlib.util.find_spec("pyspiel") is not None
    print("| random games a second, one core | tic-tac-toe | Connect Four |\n|---|---:|---:|")
    rows: dict[str, list[float]] = {}
    if peer:
        rows["OpenSpiel, rollouts in C++"] = [openspiel_games_a_second(n) for n in THEIR_NAMES]
    for size in SIZES:
        rows[f"{size:,} at once"] = [our_games_a_second(name, size) for name in THEIR_NAMES]
    for label, rates in rows.items():
        print(f"| {label} | " + " | ".join(f"{rate / 1e6:.2f} M" for rate in rates) + " |")
    if peer:
        theirs, ours = next(iter(rows.values())), list(rows.values())[-1]
        ratios = [f"{our / their:.0f}" for our, their in zip(ours, theirs, strict=True)]
        print("| times OpenSpiel | " + " | ".join(ratios) + " |")
    for playouts in (1000, 33_000):
        print(f"mc:{playouts} on the empty board: {1e3 * decision_seconds(playouts):.2f} ms")
    if not peer:
        print("OpenSpiel is not installed: NOTHING was compared with it.", file=sys.stderr)
    return 0 if peer else 1


if __name__ == "__main__":
    sys.exit(main())
