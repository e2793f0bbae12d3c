"""How often the intervals of the arena hold the truth: 95 % is wanted, and no open end missed.

Scores without repeated games are not simulated: every result that can be is weighed by its chance.
Repeated games: a pairing has some lines, each won or lost once and for all, and games follow them,
each line as often as any other or the first ones more often; the truth is the share of won lines in
endlessly many. Of mixed players, chance has a part in some of the games, which are new draws.
Random players play real games against each other. Common Elo: four players so many Elo apart,
everyone against everyone; the truth is taken from the same players whose mean the printed numbers
call zero.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from engine.arena.elo import Rating, Result, common_elo, middle_group, rating_of, reached_from
from engine.arena.experiment import batches, pairings, play_batch
from engine.arena.results import PairingTally
from engine.intervals import effective, wilson, without_draws

# Games of random players: with draws, and without any.
RANDOM: tuple[tuple[str, dict[str, str]], ...] = (
    ("tictactoe", {}),
    ("nim", {"heaps": "1,2"}),
    ("matches", {"start": "5"}),
)


def score_coverage(score: float, drawn: float, games: int) -> float:
    """How often the interval of a score, and that of its Elo, hold the true one."""
    draw = 2 * min(score, 1 - score) * drawn
    chances = (score - draw / 2, draw, max(0.0, 1 - score - draw / 2))
    held = 0.0
    for wins in range(games + 1):
        for draws in range(games + 1 - wins):
            counts = (wins, draws, games - wins - draws)
            ways = math.comb(games, wins) * math.comb(games - wins, draws)
            chance = ways * math.prod(p**n for p, n in zip(chances, counts, strict=True))
            mean = (wins + draws / 2) / games
            held += chance * holds(mean, without_draws(mean, draws / games, games), score)
    return held


def holds(mean: float, games: float, score: float) -> bool:
    """Whether the interval of a mean over so many games holds the true score, and its Elo too."""
    low, high = wilson(mean, games)
    rating = rating_of(mean, (low, high))
    elo = 400 * math.log10(score / (1 - score))
    inside = (rating.low is None or rating.low <= elo + 1e-9) and (
        rating.high is None or elo <= rating.high + 1e-9
    )
    assert inside == (low <= score + 1e-12 and score <= high + 1e-12)
    return inside


def repeated_coverage(
    score: float, lines: int, steep: float, games: int, rounds: int, by_chance: int = 0
) -> float:
    """The same where games follow a few lines; the k-th is chosen in proportion to k**-steep.

    Of these games, `by_chance` are new draws.
    """
    rng = np.random.default_rng((lines, games, round(1000 * score), round(10 * steep)))
    weights = np.arange(1, lines + 1) ** -steep
    held = 0
    for _ in range(rounds):
        won = rng.random(lines) < score
        played = rng.choice(lines, games - by_chance, p=weights / weights.sum())
        squares = sum(times * times for times in Counter(played.tolist()).values())
        wins = int(won[played].sum()) + int(rng.binomial(by_chance, score))
        held += holds(wins / games, effective(games, squares + by_chance), score)
    return held / rounds


def random_coverage(game: str, options: dict[str, str], games: int, experiments: int) -> float:
    """How often the interval of two random players holds one half, which symmetry gives them.

    An even number of `games` begins with each as often.
    """
    pairing = pairings(game, options, ("random", "random"))[0]
    held = 0
    for seed in range(experiments):
        tally = PairingTally(pairing)
        for batch in batches(pairing, games, seed):
            for record in play_batch(batch):
                tally.add(record)
        low, high = tally.interval
        held += low <= 0.5 <= high
    return held / experiments


def league(step: int) -> list[float]:
    """Four players so many Elo apart."""
    return [1.5 * step, 0.5 * step, -0.5 * step, -1.5 * step]


def numbers_and_truth(
    count: int, results: Sequence[Result], elos: Sequence[float]
) -> Iterator[tuple[Rating, float]]:
    """Each player's number beside the true one; not that of a player who alone is zero."""
    ratings = common_elo(count, results)
    strength = np.array([rating.rank_by for rating in ratings])
    zero = np.flatnonzero(middle_group(strength, reached_from(count, results))).tolist()
    mean = float(np.mean([elos[player] for player in zero]))
    for player, (rating, elo) in enumerate(zip(ratings, elos, strict=True)):
        if zero != [player]:
            yield rating, elo - mean


def common_elo_coverage(elos: Sequence[float], games: int, rounds: int) -> float:
    """How often the interval of a player's common Elo holds the true number."""
    rng = np.random.default_rng((games, round(elos[0])))
    count, held, tried = len(elos), 0, 0
    for _ in range(rounds):
        results: list[Result] = []
        for a in range(count):
            for b in range(a + 1, count):
                chance = 1 / (1 + 10 ** ((elos[b] - elos[a]) / 400))
                results.append((a, b, float(rng.binomial(games, chance)), games))
        for rating, elo in numbers_and_truth(count, results, elos):
            held += (rating.low is None or rating.low <= elo) and (
                rating.high is None or elo <= rating.high
            )
            tried += 1
    return held / tried
