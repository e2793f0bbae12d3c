"""Pairs of small experiments, really played, one of which answers a question about both."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle
from typing import Any

import numpy as np

from engine.arena.experiment import batches, play_batch, sweep_pairings
from engine.arena.results import PairingTally
from engine.context import Context
from engine.intervals import wilson

GAMES = (20, 50, 100, 200)
MASTERIES = range(5)
MOST_GAMES = 10_000  # that a question may need
APART = 2  # times as many games at least, or the eye cannot tell which needs more


class ComparisonKind(StrEnum):
    """The question; the value is part of a key."""

    BELIEVE = "believe"  # which result is more than luck
    MORE = "more"  # which needs more games until it is


@dataclass(frozen=True)
class Comparison:
    """Two experiments at Nim against chance, and the index of the one that answers a question."""

    kind: ComparisonKind
    tallies: tuple[PairingTally, PairingTally]
    right: int


def comparisons(seed: int, context: Context[Any]) -> Iterator[Comparison]:
    """Yield comparisons without end, the same for a seed. Raises Cancelled through `context`."""
    rng = np.random.Generator(np.random.PCG64(seed))
    for kind in cycle(ComparisonKind):
        right = None
        while right is None:
            context.check()
            tallies = _played(rng), _played(rng)
            right = _answer(kind, tallies)
        yield Comparison(kind, tallies, right)


def games_needed(score: float) -> int:
    """Return after how many games the 95 % interval of a score above one half leaves out one half.

    MOST_GAMES where it takes more.
    """
    return bisect_left(range(MOST_GAMES), True, key=lambda games: wilson(score, games)[0] > 0.5)


def _played(rng: np.random.Generator) -> PairingTally:
    """Play an experiment whose player and number of games are drawn."""
    mastery, games = int(rng.choice(MASTERIES)), int(rng.choice(GAMES))
    (pairing,) = sweep_pairings("nim", {}, "mastery:{}", "random", [mastery])
    tally = PairingTally(pairing)
    for batch in batches(pairing, games, int(rng.integers(2**31))):
        for record in play_batch(batch):
            tally.add(record)
    return tally


def _answer(kind: ComparisonKind, tallies: Sequence[PairingTally]) -> int | None:
    """Return the experiment that answers a question; None where neither or both do."""
    scores = [tally.score for tally in tallies]
    sure = [tally.interval[0] > 0.5 for tally in tallies]
    if min(scores) <= 0.5:
        return None
    if kind is ComparisonKind.BELIEVE:
        return sure.index(True) if sum(sure) == 1 else None
    needed = [games_needed(score) for score in scores]
    is_clear = APART * min(needed) <= max(needed) < MOST_GAMES
    return needed.index(max(needed)) if is_clear and not any(sure) else None
