"""Common Elo: one number a player from all games of an experiment, with its interval.

The model of Bradley and Terry, a draw being half a win: the numbers under which the results are
likeliest. Each player also has one drawn game against the average, which keeps the numbers finite
where somebody won everything. They are written with mean 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.arena_judge import Thrown
from engine.intervals import Z, wilson
from engine.report import Tally

SCALE = 400 / math.log(10)
STEPS = 100
NEAR_ENOUGH = 1e-10
LONGEST_STEP = 2.0


@dataclass(frozen=True)
class Standing:
    """One player of a tournament over all games; `player` is the index among those named."""

    player: int
    text: str
    games: int
    points: float
    elo: float
    elo_low: float
    elo_high: float
    thrown: Thrown | None  # None where nothing was judged
    milliseconds: float

    @property
    def score(self) -> float:
        """The mean score; 1/2 before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return wilson(self.score, self.games)


def ratings(
    count: int, results: Sequence[tuple[int, int, float, int]]
) -> list[tuple[float, float]]:
    """Elo and the half width of its 95 % interval, of each player.

    `results` are (player, player, points of the first, games).
    """
    strength = np.zeros(count)
    curve = np.eye(count)
    for _ in range(STEPS):
        slope = 0.5 - 1 / (1 + np.exp(-strength))  # the drawn game against the average
        weight = np.exp(-np.abs(strength))
        curve = np.diag(weight / (1 + weight) ** 2)
        for a, b, points, games in results:
            expected = 1 / (1 + math.exp(strength[b] - strength[a]))
            slope[a] += points - games * expected
            slope[b] -= points - games * expected
            bend = games * expected * (1 - expected)
            curve[a, a] += bend
            curve[b, b] += bend
            curve[a, b] -= bend
            curve[b, a] -= bend
        step = np.clip(np.linalg.solve(curve, slope), -LONGEST_STEP, LONGEST_STEP)
        strength = strength + step
        if float(np.abs(step).max(initial=0.0)) < NEAR_ENOUGH:
            break
    centred = np.eye(count) - 1 / max(1, count)
    spread = np.sqrt(np.maximum(np.diag(centred @ np.linalg.inv(curve) @ centred.T), 0.0))
    strength = strength - strength.mean() if count else strength
    return [
        (SCALE * float(here), SCALE * Z * float(wide))
        for here, wide in zip(strength, spread, strict=True)
    ]


def standings(tallies: Sequence[Tally]) -> list[Standing]:
    """The players of a tournament, in the order in which they were named.

    `tallies` are those of all its pairings, in the order of `arena.pairings`.
    """
    count = (1 + math.isqrt(1 + 8 * len(tallies))) // 2
    seats = list(combinations(range(count), 2))
    results = [
        (a, b, tally.score * tally.games, tally.games)
        for (a, b), tally in zip(seats, tallies, strict=True)
    ]
    fitted = ratings(count, [each for each in results if each[3]])
    made = []
    for player, (elo, reach) in enumerate(fitted):
        own = [
            (tally, seat.index(player))
            for seat, tally in zip(seats, tallies, strict=True)
            if player in seat
        ]
        thrown = [tally.thrown[side] for tally, side in own if tally.thrown is not None]
        pairing, side = own[0][0].pairing, own[0][1]
        moves = sum(tally.moves_of(at) for tally, at in own)
        made.append(
            Standing(
                player,
                (pairing.a, pairing.b)[side],
                sum(tally.games for tally, _ in own),
                sum(tally.points_of(at) for tally, at in own),
                elo,
                elo - reach,
                elo + reach,
                sum(thrown, Thrown()) if thrown else None,
                1000 * sum(tally.seconds_of(at) for tally, at in own) / moves if moves else 0.0,
            )
        )
    return made


def ranked(standings: Sequence[Standing]) -> list[Standing]:
    """The strongest first; equal ones in the order in which they were named."""
    return sorted(standings, key=lambda each: (-each.elo, each.player))
