"""Puzzles of every game from one seed, made once for all the tests that look at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from engine.puzzles.problems import Problem, problems

SEED = 3
FEW, MANY = 8, 30


@cache
def _begun(game_id: str) -> tuple[Iterator[Problem], list[Problem]]:
    return problems(game_id, SEED), []


def some(game_id: str, count: int) -> list[Problem]:
    """Return the first puzzles of a game; those that were made already are not made again."""
    source, made = _begun(game_id)
    made += islice(source, max(0, count - len(made)))
    return made[:count]
