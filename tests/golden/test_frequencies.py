"""How often random games end each way, against the figures known for the empty boards."""

from __future__ import annotations

import numpy as np
import pytest

from engine.registry import make_game
from engine.solvers.playout import outcome_counts

GAMES = 400_000


@pytest.mark.parametrize(
    ("name", "shares", "known_to"),
    [
        ("tictactoe", (737 / 1260, 8 / 63, 121 / 420), 0.0),
        ("connect4", (0.5559, 0.0026, 0.4415), 0.0001),
    ],
)
def test_random_games_from_the_empty_board(
    name: str, shares: tuple[float, float, float], known_to: float
) -> None:
    game = make_game(name)
    rng = np.random.Generator(np.random.PCG64(2024))
    counts = outcome_counts(game, [game.initial()], GAMES, rng, lambda: None)[0]
    for count, share in zip(counts, shares, strict=True):
        spread = (share * (1 - share) / GAMES) ** 0.5
        assert abs(count / GAMES - share) < 5 * spread + known_to
