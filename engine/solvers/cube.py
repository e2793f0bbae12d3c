"""Pocket Cubes as they are held: given in one of three ways, and solved in their orientation."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.games.cube_facelets import MAX_TURNS, HeldCube, parse_turns
from engine.games.pocket_cube import CubeOfFaces, PocketCube
from engine.protocols import OptionError
from engine.solvers.puzzle_solvers import PuzzleSolvers


def held_from(
    scramble: str | None = None,
    state: str | None = None,
    random_turns: int | None = None,
    seed: int = 0,
    metric: str = "quarter",
) -> HeldCube:
    """Return the cube given by a scramble, by 24 facelets or by a number of random turns.

    Raises JouonsError for bad input.
    """
    if scramble is not None:
        return HeldCube().turns(parse_turns(scramble))
    if state is not None:
        return HeldCube.parse(state)
    if random_turns is None or not 0 <= random_turns <= MAX_TURNS:
        raise OptionError("cube.scramble_length", count=random_turns, most=MAX_TURNS)
    cube = PocketCube(metric)
    rng = np.random.Generator(np.random.PCG64(seed))
    moves = cube.scramble(rng, random_turns)
    return HeldCube().turns([cube.turns[move] for move in moves])


def solvers_of(
    held: HeldCube, metric: str, folder: Path | None, goal: HeldCube | None, faces: str | None
) -> tuple[PuzzleSolvers[int], int]:
    """Return the solvers of a cube, and the position whose solutions lead to the goal.

    `goal` is another one than the solved cube, held in any way, `faces` the faces that may be
    turned. `folder` caches the table of distances.
    """
    cube = PocketCube(metric) if faces is None else CubeOfFaces(metric, faces)
    position = cube.state_of(held)
    if goal is not None:
        position = cube.relative(position, cube.state_of(goal))
    # The stored table is that of all turns.
    return PuzzleSolvers(cube, folder if faces is None else None), position


def solves(held: HeldCube, solution: str) -> bool:
    """Return whether a solution solves a cube."""
    return held.turns(parse_turns(solution)).solved
