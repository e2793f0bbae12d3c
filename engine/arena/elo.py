"""Elo differences of scores, and a common Elo scale for all players of an experiment.

The common scale maximises the likelihood in the model of Bradley and Terry, a draw counting as half
a win. The 95 % intervals come from the profile likelihood: every number that the results do not
refute, whatever the others are. Results that are all wins or all losses refute no difference,
however large, so their interval is open at one end; its other end is the number under which such
results occur in one case of twenty.

Two players are in one group if each scored against the other, directly or through others. Zero is
the mean of the group in the middle of the ranking, or of both groups if the middle lies between
two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.intervals import TAIL, Z
from engine.messages import Message, message

SCALE = 400 / math.log(10)
STEPS = 100
NEAR_ENOUGH = 1e-6
LONGEST_STEP = 2.0
# Regularisation, which keeps numbers finite where the likelihood has no maximum; too weak to move
# an existing maximum.
RIDGE = 1e-5
ROOTS = 60
ROOT_ENOUGH = 1e-3
OPEN_Z = math.sqrt(-2 * math.log(TAIL))  # the same as Z, for a one-sided interval
Result = tuple[int, int, float, float]  # player, player, points of the first, games
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Rating:
    """An Elo number and its 95 % interval; None where the results set no bound.

    `rank_by` orders players even if the number itself has no bound.
    """

    elo: float | None
    low: float | None
    high: float | None
    rank_by: float

    @property
    def message(self) -> Message:
        """The number, or the only known bound: `+566 or more`."""
        if self.elo is not None:
            return message("arena.elo", elo=round(self.elo))
        if self.low is not None:
            return message("arena.elo_or_more", elo=round(self.low))
        if self.high is not None:
            return message("arena.elo_or_less", elo=round(self.high))
        return message("arena.elo_unknown")

    @property
    def full_message(self) -> Message:
        """The number with its interval, or the bound."""
        if self.elo is None:
            return self.message
        return message(
            "arena.elo_interval", elo=self.message, low=_end(self.low), high=_end(self.high)
        )


def _end(elo: float | None) -> Message:
    return message("arena.elo_unknown") if elo is None else message("arena.elo", elo=round(elo))


def elo(score: float) -> float | None:
    """Return the Elo difference of a mean score 0 .. 1; None at 0 and 1, where it is infinite."""
    return SCALE * math.log(score / (1 - score)) if 0 < score < 1 else None


def rating_of(score: float, interval: tuple[float, float]) -> Rating:
    """Return the Elo difference of a score and its interval."""
    return Rating(elo(score), elo(interval[0]), elo(interval[1]), score)


# -- common numbers ------------------------------------------------------------------------------


def common_elo(count: int, results: Sequence[Result]) -> list[Rating]:
    """Return the common Elo of each player; numbers of games need not be integers, and may be 0."""
    if not count:
        return []
    fit = _Likelihood(count, results)
    summit = fit.climb(np.zeros((1, count)))
    strength = summit[0]
    reaches = reached_from(count, results)
    zero = middle_group(strength, reaches)
    centre = np.where(zero, 1 / zero.sum(), 0.0)
    # A number has a lower bound if its player reaches all of the group, an upper one if all of the
    # group reach the player.
    bounded = np.stack([np.all(reaches[:, zero], axis=1), np.all(reaches[zero, :], axis=0)])
    closed: Flags = bounded[0] & bounded[1]
    forms = np.eye(count) - centre
    ends = np.where(bounded, 0.0, np.nan)
    # Skip the only player of a group, whose number is zero by definition.
    sides, players = np.nonzero(bounded & forms.any(axis=1))
    limits: Floats = np.array([Z if closed[player] else OPEN_Z for player in players])
    ends[sides, players] = fit.ends(summit, forms[players], np.where(sides == 1, 1.0, -1.0), limits)
    numbers = forms @ strength
    return [
        Rating(
            SCALE * float(numbers[player]) if closed[player] else None,
            _bound(ends[0, player]),
            _bound(ends[1, player]),
            float(numbers[player]),
        )
        for player in range(count)
    ]


def _bound(strength: float) -> float | None:
    return None if math.isnan(strength) else SCALE * float(strength)


def reached_from(count: int, results: Sequence[Result]) -> Flags:
    """Return whether the row's player scored against the column's, directly or through others."""
    reaches = np.eye(count, dtype=bool)
    for a, b, points, games in results:
        reaches[a, b] |= points > 0
        reaches[b, a] |= points < games
    for player in range(count):
        reaches |= np.outer(reaches[:, player], reaches[player])
    return reaches


def middle_group(strength: Floats, reaches: Flags) -> Flags:
    """Return the players whose mean is zero."""
    order = np.argsort(-strength, kind="stable")
    middle = order[[(len(order) - 1) // 2, len(order) // 2]]
    return np.asarray((reaches & reaches.T)[middle].any(axis=0))


class _Likelihood:
    """The likelihood of the results, vectorised over sets of strengths (one per row)."""

    def __init__(self, count: int, results: Sequence[Result]) -> None:
        self.a = np.array([each[0] for each in results], dtype=int)
        self.b = np.array([each[1] for each in results], dtype=int)
        self.points = np.array([each[2] for each in results], dtype=float)
        self.games = np.array([each[3] for each in results], dtype=float)
        # One row per result: +1 at the first player, -1 at the second.
        self.pairs = np.zeros((len(results), count))
        self.pairs[np.arange(len(results)), self.a] += 1
        self.pairs[np.arange(len(results)), self.b] -= 1

    def value(self, strengths: Floats) -> Floats:
        """Return the log-likelihood of each row."""
        gaps = strengths @ self.pairs.T
        terms = self.points * gaps - self.games * np.logaddexp(0.0, gaps)
        return np.asarray(terms.sum(axis=1) - RIDGE / 2 * (strengths**2).sum(axis=1))

    def _slope(self, strengths: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the negative Hessian."""
        gaps = strengths @ self.pairs.T
        expected = 1 / (1 + np.exp(-gaps))
        slope = (self.points - self.games * expected) @ self.pairs - RIDGE * strengths
        bend = self.games * expected * (1 - expected)
        curve = (self.pairs.T * bend[:, None, :]) @ self.pairs
        return slope, curve + RIDGE * np.eye(strengths.shape[1])

    def climb(self, strengths: Floats, forms: Floats | None = None) -> Floats:
        """Maximise the likelihood by Newton's method; with `forms`, keep their values fixed."""
        for _ in range(STEPS):
            slope, curve = self._slope(strengths)
            if forms is None:
                step = np.linalg.solve(curve, slope[..., None])[..., 0]
            else:
                both = np.linalg.solve(curve, np.stack([slope, forms], axis=2))
                step, along = both[..., 0], both[..., 1]
                fraction = (forms * step).sum(axis=1) / (forms * along).sum(axis=1)
                step = step - fraction[:, None] * along
            longest = np.abs(step).max(axis=1, initial=0.0, keepdims=True)
            strengths = strengths + step * (LONGEST_STEP / np.maximum(longest, LONGEST_STEP))
            if float(longest.max(initial=0.0)) < NEAR_ENOUGH:
                break
        return strengths

    def ends(self, summit: Floats, forms: Floats, sides: Floats, limits: Floats) -> Floats:
        """Return the last value of each form, on its side, that the results do not refute.

        On that side every form has one. `limits` are the square roots of twice the loss of
        log-likelihood there. Newton's method finds them, since the root is nearly linear,
        safeguarded by a bracket.
        """
        at = forms @ summit[0]
        low, high = np.zeros(len(forms)), np.full(len(forms), np.inf)
        strengths = np.repeat(summit, len(forms), axis=0)
        norms = (forms**2).sum(axis=1)
        away = np.full(len(forms), 0.5)
        for _ in range(ROOTS):
            shift = (at + sides * away - (forms * strengths).sum(axis=1)) / norms
            strengths = self.climb(strengths + shift[:, None] * forms, forms)
            loss = 2 * (self.value(summit) - self.value(strengths))
            root = np.sqrt(np.maximum(loss, 1e-12))
            if float(np.abs(root - limits).max(initial=0.0)) < ROOT_ENOUGH:
                break
            low, high = np.where(root < limits, away, low), np.where(root < limits, high, away)
            slope = self._slope(strengths)[0]
            pull = np.abs((slope * forms).sum(axis=1)) / norms  # parallel to the form
            newton = away + (limits - root) * root / np.maximum(pull, 1e-12)
            halved = np.where(np.isinf(high), 2 * away, (low + high) / 2)
            away = np.where((newton > low) & (newton < np.minimum(high, 3 * away)), newton, halved)
        return np.asarray(at + sides * away)
