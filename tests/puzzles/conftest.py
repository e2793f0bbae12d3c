"""Puzzles that are soon graded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.puzzles.problems
from gui.exercises.puzzles import Puzzles
from gui.exercises.today import Today
from tests.home import Home, at_home
from tests.puzzles.solving import (
    DAY,
    made_once,
    solve_until,
)


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
    made = Puzzles(home, Today(home, lambda: DAY), 5, "connect4")
    made.enter()
    solve_until(made, lambda: made.attempt is not None)
    return made


@pytest.fixture
def puzzles_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle of a day is the same for all tests: those that make it anew say so."""
    monkeypatch.setattr(
        "gui.exercises.today.day_problem",
        lambda game, day, levels, context: made_once(game, day, levels),
    )
