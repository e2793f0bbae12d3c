"""The sizes of the games that their help and a lesson tell are counted."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from engine.messages import LANGUAGES, catalogue
from engine.registry import make_game

# Choices a move, moves of the longest game, positions; those of Connect Four are too many to count
# here: 4,531,985,219,092, by Edelkamp and Kissmann.
SIZES = {
    "tictactoe": (9, 9, 5_478),
    "nim": (15, 15, 1_408),
    "matches": (3, 16, 32),
    "subtraction": (3, 21, 42),
    "connect4": (7, 42, None),
}
COUNTED = [name for name, (_, _, positions) in SIZES.items() if positions is not None]


@pytest.mark.parametrize("name", COUNTED)
def test_a_game_has_the_size_that_is_told(name: str) -> None:
    game = make_game(name)

    @cache
    def longest(state: Any) -> int:
        after = (game.play(state, move) for move in game.moves(state))
        return max((1 + longest(each) for each in after), default=0)

    states, rest = {game.initial()}, [game.initial()]
    while rest:
        state = rest.pop()
        new = {game.play(state, move) for move in game.moves(state)} - states
        states |= new
        rest += new
    choices = max(len(game.moves(state)) for state in states)
    assert (choices, longest(game.initial()), len(states)) == SIZES[name]


def test_connect_four_has_a_move_for_each_column_and_square() -> None:
    game = make_game("connect4")
    state = game.initial()
    assert (len(game.moves(state)), game.text(state).count(".")) == SIZES["connect4"][:2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SIZES)
def test_the_help_tells_the_size(name: str, language: str) -> None:
    last = catalogue(language)[f"help.{name}"].rpartition(". ")[2]
    told = [int(re.sub(r"\D", "", each)) for each in re.findall(r"\d[\d.,\u202f]*", last)]
    assert tuple(told[:2]) == SIZES[name][:2]
    assert name not in COUNTED or told[2] == SIZES[name][2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_on_width_tells_three_sizes(language: str) -> None:
    told = catalogue(language)["lesson.ends.width.new.shown"]
    pairs = [(int(wide), int(deep)) for wide, deep in re.findall(r"\((\d+)\D+(\d+)", told)]
    assert pairs == [SIZES[name][:2] for name in ("tictactoe", "matches", "connect4")]
