"""Puzzles that are soon graded."""

from __future__ import annotations

import pytest

import engine.puzzles.problems


@pytest.fixture(autouse=True)
def tries(monkeypatch: pytest.MonkeyPatch) -> int:
    """Each player of the ladder tries once; the number of tries that people's puzzles have."""
    usual = engine.puzzles.problems.TRIES
    monkeypatch.setattr(engine.puzzles.problems, "TRIES", 1)
    return usual
