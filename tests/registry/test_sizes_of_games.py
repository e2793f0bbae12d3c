"""The sizes of games that help and a lesson tell: choices a move, longest game, all positions."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine.messages import LANGUAGES, catalogue
from engine.registry import GAMES, make_game
from tests.solvers.slow_values import reachable

PUBLISHED = {"connect4": (7, 42)}  # and 4,531,985,219,092 positions (OEIS A212693)


@cache
def size(game_id: str) -> tuple[int, ...]:
    """Most choices of a move, moves of the longest game, number of positions, by the graph."""
    if game_id in PUBLISHED:
        return PUBLISHED[game_id]
    game: Any = make_game(game_id)

    @cache
    def longest(position: Any) -> int:
        after = [game.play(position, move) for move in game.moves(position)]
        return max((1 + longest(child) for child in after), default=0)

    positions = [*reachable(game, game.initial())]
    choices = max(len(game.moves(position)) for position in positions)
    return choices, longest(game.initial()), len(positions)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_tells_the_size(name: str, language: str) -> None:
    last = catalogue(language)[f"help.{name}"].rpartition(". ")[2]
    numbers = [int(re.sub(r"\D", "", each)) for each in re.findall(r"\d[\d.,\u202f]*", last)]
    assert tuple(numbers[: len(size(name))]) == size(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_on_width_tells_three_sizes(language: str) -> None:
    text = catalogue(language)["lesson.ends.width.new.shown"]
    pairs = [(int(wide), int(deep)) for wide, deep in re.findall(r"\((\d+)\D+(\d+)", text)]
    assert pairs == [size(name)[:2] for name in ("tictactoe", "matches", "connect4")]
