"""The help and a lesson tell the sizes of the games, which tests/registry counts."""

from __future__ import annotations

import re

import pytest

from engine.messages import LANGUAGES, catalogue
from engine.registry import GAMES, GameSize


def width_and_length(name: str) -> tuple[int, int]:
    """Choices a move, and moves of the longest game."""
    size = GAMES[name].size
    assert size is not None
    return size.choices, size.longest


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_help_tells_the_size(name: str, language: str) -> None:
    last = catalogue(language)[f"help.{name}"].rpartition(". ")[2]
    told = [int(re.sub(r"\D", "", each)) for each in re.findall(r"\d[\d.,\u202f]*", last)]
    assert tuple(told[:2]) == width_and_length(name)
    assert name == "connect4" or GAMES[name].size == GameSize(*told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_on_width_tells_three_sizes(language: str) -> None:
    told = catalogue(language)["lesson.ends.width.new.shown"]
    pairs = [(int(wide), int(deep)) for wide, deep in re.findall(r"\((\d+)\D+(\d+)", told)]
    assert pairs == [width_and_length(name) for name in ("tictactoe", "matches", "connect4")]
