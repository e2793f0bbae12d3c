"""Many random games at once, and how near to the truth their counts lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.protocols import Game, Playouts

SIGMAS = 5.0
# Of the empty boards: what the first player wins, what is drawn, what the second player wins.
TICTACTOE_SHARES = np.array([737 / 1260, 8 / 63, 121 / 420])
CONNECT4_SHARES, CONNECT4_KNOWN_TO = np.array([0.5559, 0.0026, 0.4415]), 1e-4


def bulk(game: Game[Any]) -> Playouts[Any]:
    """The game, which plays random games in bulk."""
    assert isinstance(game, Playouts)
    return game


def assert_close(
    counts: npt.NDArray[Any], shares: npt.NDArray[np.float64], known_to: float = 0.0
) -> None:
    """Each count lies within five standard deviations; what is impossible never happens.

    Both have a row for each position, or are one row.
    """
    total = counts.sum(axis=-1, keepdims=True)
    allowed = SIGMAS * np.sqrt(total * shares * (1 - shares)) + known_to * total
    assert (np.abs(counts - total * shares) <= allowed + 1e-6).all(), (counts, total * shares)


def random_line(game: Game[Any], rng: np.random.Generator) -> list[Any]:
    """Every position of one random game."""
    line = [game.initial()]
    while moves := game.moves(line[-1]):
        line.append(game.play(line[-1], moves[int(rng.integers(len(moves)))]))
    return line
