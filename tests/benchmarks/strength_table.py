"""How strong the players are on Connect Four: wrong decisions, and the score against OpenSpiel.

Run as `python -m tests.benchmarks.strength_table [PLAYER ...] [--plies 8 12 16] [--positions 200]
[--games 40]`. The positions follow so many random plies, are not over, and their moves differ in
value; a decision is wrong if it gives away a win or a draw. Games are played against OpenSpiel's
tree search in C++, random rollouts with its solver on; its simulations are corrected after every
game, so that its mean time a move follows ours. Processor time of this one thread is what counts,
so that a busy machine is as hard on both. Everything is told with its 95 % interval. `--plies`
without a number asks nothing and plays only.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.intervals import wilson
from engine.protocols import Value
from engine.registry import make_bot, oracle_for

PLAYERS = (
    *("mc:1000", "mc:20000", "mcts:1000", "mcts:5000", "mcts:20000"),
    *("alphabeta:4", "alphabeta:6", "alphabeta:8"),
)
UCT_C = 2.0  # OpenSpiel's own default, for rewards from -1 to 1
FIRST_GUESS = 10_000  # simulations, before anything has been timed
STEP = 1.5  # a budget is multiplied or divided by no more than this at once
Question = tuple[Stones, frozenset[int]]  # a position and the moves that keep its value


def critical(plies: int, count: int, seed: int) -> Iterator[Question]:
    """Positions after so many random plies whose moves differ in value, with the good moves."""
    game = ConnectFour()
    oracle = oracle_for(game)
    rng = np.random.default_rng((seed, plies))
    found = 0
    while found < count:
        state = game.initial()
        for _ in range(plies):
            moves = game.moves(state)
            if not moves:
                break
            state = game.play(state, moves[int(rng.integers(len(moves)))])
        if not game.moves(state):
            continue
        values = {e.move: e.value for e in oracle.values(state, Context(0)).estimates}
        best = max(value if value is not None else Value.LOSS for value in values.values())
        good = frozenset(move for move, value in values.items() if value is best)
        if len(good) < len(values):
            found += 1
            yield state, good


@dataclass
class Side:
    """Seconds of processor time and moves of one side."""

    seconds: float = 0.0
    moves: int = 0

    @contextmanager
    def thinks(self) -> Iterator[None]:
        """Count a move."""
        began = time.thread_time()
        yield
        self.seconds += time.thread_time() - began
        self.moves += 1

    @property
    def mean(self) -> float:
        """Seconds a move."""
        return self.seconds / max(1, self.moves)


class Match:
    """Games against OpenSpiel's tree search, in pairs, with either side to begin."""

    def __init__(self, player: str, seed: int) -> None:
        import pyspiel

        self.library, self.board = pyspiel, pyspiel.load_game("connect_four")
        self.bot, self.seed = make_bot(player), seed
        self.simulations = FIRST_GUESS
        self.scores: list[float] = []
        self.ours, self.theirs = Side(), Side()
        self._game(1, -1)  # warm up, and a first guess of their budget
        self._follow(10.0)
        self.ours, self.theirs = Side(), Side()

    def play(self) -> None:
        """One more game."""
        number = len(self.scores)
        self.scores.append(self._game(number % 2, number))
        self._follow(STEP)

    def _follow(self, maximum: float) -> None:
        ratio = self.ours.mean / self.theirs.mean
        self.simulations = int(self.simulations * min(maximum, max(1 / maximum, ratio)))

    def _their_move(self, mirror: Any, seed: int) -> int:
        evaluator = self.library.RandomRolloutEvaluator(1, seed)
        bot = self.library.MCTSBot(
            self.board, evaluator, UCT_C, self.simulations, 1000, True, seed, False
        )
        with self.theirs.thinks():
            return int(bot.step(mirror))

    def _game(self, our_side: int, number: int) -> float:
        seed = np.random.SeedSequence((self.seed, number + 1))
        game = ConnectFour()
        state, mirror = game.initial(), self.board.new_initial_state()
        while game.moves(state):
            (child,) = seed.spawn(1)
            if game.to_move(state) == our_side:
                with self.ours.thinks():
                    move = self.bot.choose(game, state, Context(child)).move
            else:
                move = self._their_move(mirror, int(child.generate_state(1)[0] >> 1))
            assert move is not None
            state = game.play(state, move)
            mirror.apply_action(move)
        assert mirror.is_terminal()
        outcome = game.outcome(state)
        assert outcome is not None
        return outcome.score(our_side)

    def __str__(self) -> str:
        mean = sum(self.scores) / max(1, len(self.scores))
        low, high = wilson(mean, len(self.scores))
        won, drawn, lost = (self.scores.count(result) for result in (1.0, 0.5, 0.0))
        times = f"{1e3 * self.ours.mean:.0f} ms a move against {1e3 * self.theirs.mean:.0f}"
        score = f"{mean:.3f} [{low:.3f}, {high:.3f}] ({won} won, {drawn} drawn, {lost} lost)"
        return f"{score}; {times}, {self.simulations} simulations"


def row(player: str, questions: list[list[Question]], score: str) -> str:
    """One line of the table."""
    bot, game = make_bot(player), ConnectFour()
    parts, spent, asked = [], 0.0, 0
    for group in questions:
        wrong = 0
        for seed, (state, good) in enumerate(group):
            began = time.thread_time()
            wrong += bot.choose(game, state, Context(seed)).move not in good
            spent += time.thread_time() - began
            asked += 1
        share = wrong / len(group)
        low, high = wilson(share, len(group))
        parts.append(f"{100 * share:5.1f} % [{100 * low:4.1f}, {100 * high:4.1f}]")
    return f"{player:18} {1000 * spent / max(1, asked):7.1f} ms   {'   '.join(parts)}   {score}"


def main() -> int:
    """Print the table; exit code 1, and a plain sentence, without OpenSpiel for the games."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("player", nargs="*", default=list(PLAYERS))
    parse.add_argument("--plies", type=int, nargs="*", default=[8, 12, 16])
    parse.add_argument("--positions", type=int, default=200)
    parse.add_argument("--games", type=int, default=40)
    parse.add_argument("--seed", type=int, default=1)
    found = parse.parse_args()
    peer = importlib.util.find_spec("pyspiel") is not None
    questions = [list(critical(plies, found.positions, found.seed)) for plies in found.plies]
    heads = "   ".join(f"wrong after {plies} plies" for plies in found.plies)
    print(f"{'':18} {'a move':>10}   {heads}   score against OpenSpiel", flush=True)
    for player in found.player:
        score = "-"
        if peer and found.games:
            match = Match(player, found.seed)
            for _ in range(found.games):
                match.play()
            score = str(match)
        print(row(player, questions, score), flush=True)
    if found.games and not peer:
        print("OpenSpiel is not installed: nobody played against it.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
