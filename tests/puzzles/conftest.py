"""Puzzles that are soon graded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.puzzles.problems
from gui.exercises.puzzles import Puzzles
from tests.home import Home, at_home
from tests.puzzles.solving import made_once, opened


@pytest.fixture(autouse=True)
def tries(monkeypatch: pytest.MonkeyPatch) -> int:
    """Each player of the ladder tries once; the number of tries that people's puzzles have."""
    usual = engine.puzzles.problems.TRIES
    monkeypatch.setattr(engine.puzzles.problems, "TRIES", 1)
    return usual


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    yield from at_home(tmp_path)


@pytest.fixture
def model(home: Home) -> Puzzles:
    return opened(home, "connect4")


@pytest.fixture
def puzzles_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle of a day is the same for all tests: those that make it anew say so."""
    monkeypatch.setattr(
        "gui.exercises.today.day_problem",
        lambda game, day, levels, context: made_once(game, day, levels),
    )
