"""How strong the players are on Connect Four: wrong decisions, and the score against OpenSpiel.

Run as `python -m tests.benchmarks.strength_table [PLAYER ...] [--plies 8 12 16] [--positions 200]
[--games 40]`. The positions follow so many random plies, are not over, and their moves differ in
value; a decision is wrong if it gives away a win or a draw. Games are played against OpenSpiel's
tree search in C++, which gets as much processor time a move. Everything is told with its 95 %
interval. With `--openspiel N ...` OpenSpiel's search is asked for its decisions too.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.intervals import wilson
from engine.protocols import Value
from engine.registry import make_bot, oracle_for
from tests.benchmarks.match_openspiel import Match

PLAYERS = (
    *("mc:1000", "mc:20000", "mcts:1000", "mcts:5000", "mcts:20000"),
    *("alphabeta:4", "alphabeta:6", "alphabeta:8"),
)
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


def ours(player: str) -> Callable[[Stones, int], int]:
    """Ask a player of ours."""
    bot, game = make_bot(player), ConnectFour()

    def choose(state: Stones, seed: int) -> int:
        move = bot.choose(game, state, Context(seed)).move
        assert move is not None
        return move

    return choose


def openspiel(simulations: int) -> Callable[[Stones, int], int]:
    """Ask OpenSpiel's tree search, random rollouts, its solver on."""
    import pyspiel

    game, rules = pyspiel.load_game("connect_four"), ConnectFour()

    def choose(state: Stones, seed: int) -> int:
        mirror = game.new_initial_state()
        for move in some_order(rules, state):
            mirror.apply_action(move)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, True, seed, False)
        return int(bot.step(mirror))

    return choose


def some_order(game: ConnectFour, state: Stones) -> list[int]:
    """Moves that lead to a position, found by taking stones off again."""
    moves: list[int] = []
    stones = state.all
    red = game.stones_of(state)[0]

    def undo(left: int) -> bool:
        if not left:
            return True
        owner = left & red if left.bit_count() & 1 else left & ~red
        tops = owner & ~(left >> 1)
        while tops:
            stone = tops & -tops
            tops ^= stone
            if not game.has_four(owner ^ stone) and undo(left ^ stone):
                moves.append((stone.bit_length() - 1) // game.stride)
                return True
        return False

    assert undo(stones)
    return moves


def row(
    name: str,
    choose: Callable[[Stones, int], int],
    questions: list[list[Question]],
    score: str,
) -> str:
    """One line of the table."""
    parts, spent, asked = [], 0.0, 0
    for group in questions:
        wrong = 0
        for seed, (state, good) in enumerate(group):
            began = time.thread_time()
            wrong += choose(state, seed) not in good
            spent += time.thread_time() - began
            asked += 1
        share = wrong / len(group)
        low, high = wilson(share, len(group))
        parts.append(f"{100 * share:5.1f} % [{100 * low:4.1f}, {100 * high:4.1f}]")
    return f"{name:18} {1000 * spent / max(1, asked):7.1f} ms   {'   '.join(parts)}   {score}"


def score_against_openspiel(player: str, games: int, seed: int) -> str:
    """The score at equal time a move, with its interval."""
    match = Match(player, seed)
    for _ in range(games):
        match.play()
    return str(match)


def main() -> int:
    """Print the table; exit code 1, and a plain sentence, without OpenSpiel for the games."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("player", nargs="*", default=list(PLAYERS))
    parse.add_argument("--plies", type=int, nargs="+", default=[8, 12, 16])
    parse.add_argument("--positions", type=int, default=200)
    parse.add_argument("--games", type=int, default=40)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--openspiel", type=int, nargs="*", default=[])
    found = parse.parse_args()
    peer = importlib.util.find_spec("pyspiel") is not None
    questions: list[list[Any]] = [
        list(critical(plies, found.positions, found.seed)) for plies in found.plies
    ]
    heads = "   ".join(f"wrong after {plies} plies" for plies in found.plies)
    print(f"{'':18} {'a move':>10}   {heads}   score against OpenSpiel", flush=True)
    for player in found.player:
        played = peer and found.games
        score = score_against_openspiel(player, found.games, found.seed) if played else "-"
        print(row(player, ours(player), questions, score), flush=True)
    for simulations in found.openspiel:
        asked = openspiel(simulations)
        print(row(f"OpenSpiel {simulations}", asked, questions, "-"), flush=True)
    if found.games and not peer:
        print("OpenSpiel is not installed: nobody played against it.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
