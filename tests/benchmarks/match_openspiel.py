"""A player of ours against OpenSpiel's tree search in C++ on Connect Four, at equal time per move.

    python -m tests.benchmarks.match_openspiel [--ms 100 | --player mcts:10000] [--games 200]

OpenSpiel plays random rollouts with its solver on. `--ms` gives our tree search as many playouts
as fit in that time. OpenSpiel's simulations are corrected after every game, so that its mean time
per move follows ours. Processor time of this one thread is what counts, so that a busy machine is
as hard on both. Games of the same seed go the same way as long as the budgets do.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.intervals import wilson
from engine.protocols import Decision, Outcome
from engine.registry import make_bot

UCT_C = 2.0  # OpenSpiel's own default, for rewards from -1 to 1
FIRST_GUESS = 10_000  # playouts or simulations, before anything has been timed
STEP = 1.5  # a budget is multiplied or divided by no more than this at once


@dataclass
class Clock:
    """Seconds of processor time and moves of one side."""

    seconds: float = 0.0
    moves: int = 0

    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / max(1, self.moves)


class Ours:
    """A player of ours, and what its moves have cost."""

    def __init__(self, player: str) -> None:
        self.bot = make_bot(player)
        self.clock = Clock()

    def move(self, game: ConnectFour, state: Any, seed: np.random.SeedSequence) -> int:
        """Its move in this position."""
        start = time.thread_time()
        context: Context[Decision] = Context(seed)
        move = self.bot.choose(game, state, context).move
        assert move is not None
        self.clock.seconds += time.thread_time() - start
        self.clock.moves += 1
        return move


class Theirs:
    """OpenSpiel's tree search, and what its moves have cost."""

    def __init__(self, simulations: int) -> None:
        import pyspiel

        self.library = pyspiel
        self.game = pyspiel.load_game("connect_four")
        self.simulations = simulations
        self.clock = Clock()

    def move(self, state: Any, seed: int) -> int:
        """Its move in this position."""
        evaluator = self.library.RandomRolloutEvaluator(1, seed)
        bot = self.library.MCTSBot(
            self.game, evaluator, UCT_C, self.simulations, 1000, True, seed, False
        )
        start = time.thread_time()
        move = int(bot.step(state))
        self.clock.seconds += time.thread_time() - start
        self.clock.moves += 1
        return move


@dataclass
class Score:
    """The games of a match so far, from our side."""

    games: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        mean = sum(self.games) / max(1, len(self.games))
        low, high = wilson(mean, len(self.games))
        won, drawn, lost = (self.games.count(result) for result in (1.0, 0.5, 0.0))
        return f"{mean:.3f} [{low:.3f}, {high:.3f}] ({won} won, {drawn} drawn, {lost} lost)"


class Match:
    """Games in pairs, with either side to begin."""

    def __init__(self, player: str, seed: int) -> None:
        self.ours, self.theirs = Ours(player), Theirs(FIRST_GUESS)
        self.score = Score()
        self.seed = seed
        self._game(1, -1)  # warm up, and a first guess of their budget
        self._follow(10.0)
        self.ours.clock, self.theirs.clock = Clock(), Clock()

    def play(self) -> None:
        """One more game."""
        number = len(self.score.games)
        self.score.games.append(self._game(number % 2, number))
        self._follow(STEP)

    def _follow(self, maximum: float) -> None:
        ratio = self.ours.clock.mean() / self.theirs.clock.mean()
        self.theirs.simulations = int(
            self.theirs.simulations * min(maximum, max(1 / maximum, ratio))
        )

    def _game(self, our_side: int, number: int) -> float:
        seed = np.random.SeedSequence((self.seed, number + 1))
        game = ConnectFour()
        state, mirror = game.initial(), self.theirs.game.new_initial_state()
        while game.moves(state):
            (child,) = seed.spawn(1)
            if game.to_move(state) == our_side:
                move = self.ours.move(game, state, child)
            else:
                move = self.theirs.move(mirror, int(child.generate_state(1)[0] >> 1))
            state = game.play(state, move)
            mirror.apply_action(move)
        assert mirror.is_terminal()
        outcome = game.outcome(state)
        assert isinstance(outcome, Outcome)
        return outcome.score(our_side)

    def __str__(self) -> str:
        times = (1e3 * side.clock.mean() for side in (self.ours, self.theirs))
        took = "{:.0f} ms a move against {:.0f}".format(*times)
        return f"{self.score}; {took}, {self.theirs.simulations} simulations"


def playouts_within(seconds: float, seed: int) -> int:
    """How many playouts of our tree search fit in this time a move, over one game of its own."""
    playouts = FIRST_GUESS
    for _ in range(3):
        ours, game = Ours(f"mcts:{playouts}"), ConnectFour()
        state = game.initial()
        while game.moves(state):
            state = game.play(state, ours.move(game, state, np.random.SeedSequence(seed)))
        playouts = int(playouts * min(4.0, max(0.25, seconds / ours.clock.mean())))
    return playouts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="mcts:10000")
    parser.add_argument("--ms", type=float)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player = options.player
    if options.ms:
        player = f"mcts:{playouts_within(options.ms / 1000, options.seed)}"
    match = Match(player, options.seed)
    for _ in range(options.games):
        match.play()
        if len(match.score.games) % 10 == 0:
            print(f"{player}, {len(match.score.games)} games: {match}", flush=True)


if __name__ == "__main__":
    main()
