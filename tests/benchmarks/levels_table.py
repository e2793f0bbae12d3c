"""How strong the levels are, and how well `fit` fits: the tables of docs/bots.md.

Run as `python -m tests.benchmarks.levels_table [GAME ...] [--games N] [--series N]`, with
`--only levels` or `--only fit` for one of the two.
The levels: each against the one below, and Easy against a careful beginner. `fit`: stand-ins for
people play series of sixty games, and their score in games 11 to 60 is told; outside 0.40 to 0.60
a star marks it. Every game has its own seed, so that the table is the same on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from engine.context import Context
from engine.levels import FIT, LEVELS, MIDDLE, FittingPlayer, next_rung
from engine.protocols import Bot, Game
from engine.registry import GAMES, make_bot, make_game

BEGINNER = "mastery:3"
STAND_INS = (
    *(f"mastery:{tenths}" for tenths in range(1, 10)),
    *("mc:10", "mc:1000"),
    *(f"alphabeta:{depth}" for depth in range(2, 7)),
)
GAMES_OF_A_SERIES, LEARNT = 60, 10  # the first games find the rung
LOW, HIGH = 0.40, 0.60


def score_of_game(game: Game[Any], players: Sequence[Bot], number: int, *seed: int) -> float:
    """The first player's score in one game; the other begins in games of odd number."""
    words = (*seed, number)
    contexts = [Context[Any](each) for each in np.random.SeedSequence(words).spawn(2)]
    starter, state = number % 2, game.initial()
    while (outcome := game.outcome(state)) is None:
        who = game.to_move(state) ^ starter
        move = players[who].choose(game, state, contexts[who]).move
        assert move is not None
        state = game.play(state, move)
    return outcome.score(starter)


def match(game: Game[Any], one: str, other: str, games: int) -> tuple[float, float]:
    """The score of one player against another, and the share of draws."""
    players = (make_bot(one), make_bot(other))
    scores = [score_of_game(game, players, number, 1) for number in range(games)]
    return sum(scores) / games, scores.count(0.5) / games


def series(game: Game[Any], stand_in: Bot, fit: FittingPlayer, seed: int) -> list[float]:
    """The stand-in's scores in a series against the opponent that fits, from the middle rung."""
    rung, scores = MIDDLE, []
    for number in range(GAMES_OF_A_SERIES):
        score = score_of_game(game, (stand_in, fit.at(rung)), number, seed, 7)
        scores.append(score)
        rung = next_rung(rung, 1 - score)
    return scores


def fitted(game: Game[Any], stand_in: str, count: int) -> float:
    """The mean score after the first games, over some series."""
    bot, fit = make_bot(stand_in), make_bot(FIT)
    assert isinstance(fit, FittingPlayer)
    scores = [s for seed in range(count) for s in series(game, bot, fit, seed)[LEARNT:]]
    return sum(scores) / len(scores)


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("game", nargs="*", default=list(GAMES))
    parse.add_argument("--games", type=int, default=200, help="of each match of levels")
    parse.add_argument("--series", type=int, default=10, help="of each stand-in")
    parse.add_argument("--only", choices=("levels", "fit"))
    found = parse.parse_args()
    for name in found.game:
        game = make_game(name)
        if found.only != "fit":
            pairs = [(LEVELS[0], BEGINNER), *((b, a) for a, b in pairwise(LEVELS))]
            for one, other in pairs:
                score, draws = match(game, one, other, found.games)
                print(f"{name:12} {one:8} {other:10} {score:.3f} ({draws:.2f} drawn)", flush=True)
        if found.only != "levels":
            for stand_in in STAND_INS:
                score = fitted(game, stand_in, found.series)
                mark = "" if LOW <= score <= HIGH else " *"
                print(f"{name:12} fit      {stand_in:12} {score:.3f}{mark}", flush=True)


if __name__ == "__main__":
    main()
