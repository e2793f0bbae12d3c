"""Turns and facelets between the window and the engine: texts read, scrambles drawn, solving."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.context import Context
from engine.games.cube_facelets import SOLVED, FaceletError, HeldCube
from engine.games.cube_geometry import apply
from engine.games.cube_notation import Turn, parse_turns
from engine.games.pocket_cube import PocketCube
from engine.messages import JouonsError, Message
from engine.solvers.cube import CubeSolution, CubeSolvers
from engine.solvers.cube_table import DistanceTable


def read_turns(text: str) -> tuple[Turn, ...]:
    """Turns from their usual notation. Raises MoveError naming the faulty one."""
    return tuple(parse_turns(text))


def after(facelets: str, turns: tuple[Turn, ...]) -> str:
    """The facelets after turns."""
    for turn in turns:
        facelets = apply(facelets, turn.name, turn.quarters)
    return facelets


def looks_like_facelets(text: str) -> bool:
    """Whether a text is meant as facelets rather than turns: letters alone, in long words."""
    words = text.split()
    letters = "".join(words)
    return len(letters) > 12 and letters.isalpha() and max(map(len, words)) >= 4


def read_facelets_or_turns(text: str, start: str = SOLVED) -> tuple[str, tuple[Turn, ...]]:
    """The cube that 24 facelets or a scramble from `start` describe, and the scramble's turns.

    Raises PositionError for an impossible cube, MoveError for turns that cannot be read.
    """
    if looks_like_facelets(text):
        return HeldCube.parse(text).facelets, ()
    turns = read_turns(text)
    return after(start, turns), turns


def fault_of(letters: str) -> tuple[Message | None, frozenset[int]]:
    """What is wrong with painted letters and where; `.` is a facelet not painted yet."""
    missing = letters.count(".")
    if missing:
        return Message("cube_lab.paint.missing", {"count": missing}), frozenset()
    try:
        HeldCube.parse(letters)
    except FaceletError as error:
        return error.message, frozenset(error.where)
    except JouonsError as error:
        return error.message, frozenset()
    return None, frozenset()


def random_turns(length: int, seed: int, metric: str) -> tuple[Turn, ...]:
    """The scramble the command line makes of the same numbers; MoveError for a bad length."""
    puzzle = PocketCube(metric)
    rng = np.random.Generator(np.random.PCG64(seed))
    return tuple(puzzle.turns[move] for move in puzzle.scramble(rng, length))


def solve(
    solvers: CubeSolvers, facelets: str, metric: str, solver: str, most: int, context: Context[Any]
) -> CubeSolution:
    """The shortest solutions of a cube as it is held, at most `most` of them written out."""
    return solvers.solve(HeldCube(facelets), metric, solver, most, context)


def distance(solvers: CubeSolvers, table: DistanceTable, facelets: str, metric: str) -> int:
    """How many turns a cube is from solved, by the complete table."""
    return table.distance(solvers.cube(metric).state_of(HeldCube(facelets)))
