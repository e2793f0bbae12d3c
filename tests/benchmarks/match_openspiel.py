"""Our tree search against OpenSpiel's in C++ on Connect Four, at equal time per move.

    python tests/benchmarks/match_openspiel.py [--playouts 10000] [--games 100] [--seed 1]

OpenSpiel plays random rollouts with its solver on. Before the match both are timed on the same
positions, and OpenSpiel gets as many simulations as fit in our time; while playing its budget is
corrected after every game, so that its mean time per move does not fall below ours. Processor
time of this one thread is what counts.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.bots.mcts import Mcts
from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.protocols import Decision, Outcome

UCT_C = 2.0  # OpenSpiel's own default, for rewards from -1 to 1


class Clock:
    """Seconds of processor time and moves of one side."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.moves = 0

    def mean(self) -> float:
        return self.seconds / max(1, self.moves)


class Ours:
    def __init__(self, playouts: int) -> None:
        self.bot = Mcts(playouts)
        self.clock = Clock()

    def move(self, game: ConnectFour, state: Any, seed: np.random.SeedSequence) -> int:
        start = time.process_time()
        context: Context[Decision] = Context(seed)
        move = self.bot.choose(game, state, context).move
        assert move is not None
        self.clock.seconds += time.process_time() - start
        self.clock.moves += 1
        return move


class Theirs:
    def __init__(self, simulations: int) -> None:
        self.game = pyspiel.load_game("connect_four")
        self.simulations = simulations
        self.clock = Clock()

    def move(self, state: Any, seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(
            self.game, evaluator, UCT_C, self.simulations, 1000, True, seed, False
        )
        start = time.process_time()
        move = int(bot.step(state))
        self.clock.seconds += time.process_time() - start
        self.clock.moves += 1
        return move


def play(ours: Ours, theirs: Theirs, our_side: int, seed: np.random.SeedSequence) -> float:
    """One game; our score."""
    game = ConnectFour()
    state, mirror = game.initial(), theirs.game.new_initial_state()
    while game.moves(state):
        (child,) = seed.spawn(1)
        if game.to_move(state) == our_side:
            move = ours.move(game, state, child)
        else:
            move = theirs.move(mirror, int(child.generate_state(1)[0] >> 1))
        state = game.play(state, move)
        mirror.apply_action(move)
    assert mirror.is_terminal()
    outcome = game.outcome(state)
    assert isinstance(outcome, Outcome)
    return outcome.score(our_side)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--playouts", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ours, theirs = Ours(options.playouts), Theirs(options.playouts)
    seeds = np.random.SeedSequence(options.seed).spawn(options.games + 1)
    play(ours, theirs, 0, seeds[-1])  # warm up, and a first guess of the budget
    theirs.simulations = int(theirs.simulations * ours.clock.mean() / theirs.clock.mean())
    ours.clock, theirs.clock = Clock(), Clock()
    scores: list[float] = []
    for number in range(options.games):
        scores.append(play(ours, theirs, number % 2, seeds[number]))
        ratio = ours.clock.mean() / theirs.clock.mean()
        theirs.simulations = int(theirs.simulations * min(1.5, max(0.67, ratio)))
        if (number + 1) % 10 == 0:
            mean = sum(scores) / len(scores)
            margin = 1.96 * math.sqrt(mean * (1 - mean) / len(scores))
            print(
                f"{len(scores)} games: score {mean:.3f} +- {margin:.3f}, "
                f"{scores.count(1.0)} won {scores.count(0.5)} drawn {scores.count(0.0)} lost; "
                f"ms a move {1e3 * ours.clock.mean():.1f} against {1e3 * theirs.clock.mean():.1f}, "
                f"simulations {theirs.simulations}",
                flush=True,
            )


if __name__ == "__main__":
    main()
