"""The scale of scores of the searches that look ahead.

Whole numbers for the player to move: WIN minus the plies from the root for a won game, 0 for a
draw, and a guess between -GUESS and GUESS where the search ends too early.
"""

from __future__ import annotations

WIN = 100_000
PROVED = WIN - 10_000  # any score beyond this is a won game
GUESS = 1_000
INFINITE = 1 << 20


def guess_of(fraction: float) -> int:
    """An expected score 0 .. 1 on the scale of guesses."""
    return round((2 * fraction - 1) * GUESS)
