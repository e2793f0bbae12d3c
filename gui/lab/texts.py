"""Positions of the lab from texts, and random scrambles."""

from __future__ import annotations

import numpy as np

from gui.boards.handling import Handling, Handlings
from gui.lab.snapshot import PositionSource, PuzzleSnapshot

HIGHEST_SEED = 1_000_000


def read_position(
    handlings: Handlings, text: str, handling: Handling, start: PuzzleSnapshot | None = None
) -> PuzzleSnapshot:
    """Read a position, or moves (from `start`, else from the goal).

    Raises PositionError for an impossible position, MoveError for moves that cannot be made.
    """
    if handling.is_position(text):
        fitting = handlings.fitting(handling.puzzle.options, text)
        return PuzzleSnapshot(fitting.check(text), PositionSource.TYPED)
    moves = handling.read_moves(text)
    if start is not None:
        handling = handlings.fitting(handling.puzzle.options, start.position)
    before = start.position if start is not None else handling.goal
    return PuzzleSnapshot(handling.after(before, moves), PositionSource.TYPED, moves)


def scrambled(handling: Handling, length: int, seed: int | None) -> PuzzleSnapshot:
    """Return the scramble of the command line with the same numbers; None draws a seed.

    Raises MoveError for a length out of range.
    """
    if not handling.scrambles:
        return PuzzleSnapshot(handling.start, PositionSource.TYPED)
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    moves = handling.scramble(seed, length)
    position = handling.after(handling.goal, moves)
    return PuzzleSnapshot(position, PositionSource.RANDOM, moves, seed)
