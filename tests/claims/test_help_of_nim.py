"""The secret that the help of Nim tells wins, in both endings, and nothing else does."""

from __future__ import annotations

import pytest

from engine.messages import LANGUAGES, catalogue
from engine.registry import make_game
from engine.solvers.heap_theory import heaps_of
from tests.claims.claims import WIN, odd_ones, xor_of
from tests.claims.test_claims import positions
from tests.claims.truth import Truth


@pytest.mark.parametrize("misere", ["false", "true"])
def test_the_secret_of_nim_wins_in_both_endings(misere: str) -> None:
    game = make_game("nim", {"heaps": "4,3,2,1", "misere": misere})
    truth, found = Truth(game), 0
    for state in positions(game):
        moves = truth.moves(state) if game.moves(state) else {}
        for move, (value, _) in moves.items():
            left = heaps_of(game.play(state, move))
            ones = misere == "true" and max(left) <= 1
            assert (value == WIN) == (odd_ones(left) if ones else xor_of(left) == 0)
            found += value == WIN
    assert found > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_what_is_different_in_misere(language: str) -> None:
    told = catalogue(language)["help.nim"].rpartition("xor")[2]
    assert "misère" in told.lower()
