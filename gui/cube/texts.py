"""Cubes as texts: parsers of scrambles and facelets, random scrambles, faults of painted cubes."""

from __future__ import annotations

import numpy as np

from engine.games.cube_facelets import SOLVED, HeldCube
from engine.games.cube_geometry import apply
from engine.games.cube_notation import FACES, Turn, parse_turns
from engine.games.pocket_cube import PocketCube
from engine.messages import JouonsError, Message
from engine.protocols import PositionError
from gui.cube.snapshot import CubeSnapshot, CubeSource, Metric

EMPTY = "."  # an unpainted facelet
HIGHEST_SEED = 1_000_000


def after(facelets: str, turns: tuple[Turn, ...]) -> str:
    """Return the facelets after turns."""
    for turn in turns:
        facelets = apply(facelets, turn.name, turn.quarters)
    return facelets


def looks_like_facelets(text: str) -> bool:
    """Whether a text is meant as facelets rather than turns: letters alone, in long words."""
    words = text.split()
    letters = "".join(words)
    return len(letters) > 12 and letters.isalpha() and max(map(len, words)) >= 4


def as_painted(text: str) -> str | None:
    """Return the 24 letters of a text that the unfolded cube can show, possible or not."""
    letters = "".join(text.split()).upper()
    paintable = len(letters) == 24 and all(letter in FACES for letter in letters)
    return letters if paintable else None


def read_cube(text: str, start: CubeSnapshot | None = None) -> CubeSnapshot:
    """Read a cube from 24 facelets or from a scramble (from `start`, else from solved).

    Raises PositionError for an impossible cube, MoveError for turns that cannot be read.
    """
    if looks_like_facelets(text):
        return CubeSnapshot(HeldCube.parse(text).facelets, CubeSource.TYPED)
    turns = tuple(parse_turns(text))
    before = start.facelets if start is not None else SOLVED
    return CubeSnapshot(after(before, turns), CubeSource.TYPED, turns)


def scrambled(length: int, seed: int | None, metric: Metric) -> CubeSnapshot:
    """Return the scramble of the command line with the same numbers; None draws a seed.

    Raises MoveError for a length out of range.
    """
    if seed is None:
        seed = int(np.random.default_rng().integers(HIGHEST_SEED))
    puzzle = PocketCube(metric.value)
    rng = np.random.Generator(np.random.PCG64(seed))
    turns = tuple(puzzle.turns[move] for move in puzzle.scramble(rng, length))
    return CubeSnapshot(after(SOLVED, turns), CubeSource.RANDOM, turns, seed)


def fault_of(letters: str) -> tuple[Message | None, frozenset[int]]:
    """Return the fault of painted letters, and its facelets."""
    missing = letters.count(EMPTY)
    if missing:
        return Message("cube_lab.paint.missing", {"count": missing}), frozenset()
    try:
        HeldCube.parse(letters)
    except PositionError as error:
        return error.message, frozenset(error.where)
    except JouonsError as error:
        return error.message, frozenset()
    return None, frozenset()
