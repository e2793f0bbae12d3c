"""The report of a Pocket Cube solved in its orientation, for the command line."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import MAX_TURNS, parse_turns
from engine.games.pocket_cube import CubeOfFaces, PocketCube
from engine.protocols import OptionError
from engine.solvers.puzzle_solvers import PuzzleSolvers

SOLVERS = {"bidirectional": "twoway", "table": "table"}  # by their names on the command line
MAX_LISTED = 100_000


def solves(scramble: str, solution: str) -> bool:
    """Return whether a solution solves a scrambled cube."""
    return HeldCube().turns(parse_turns(scramble)).turns(parse_turns(solution)).solved


def held_from(
    scramble: str | None, state: str | None, random_turns: int | None, seed: int, metric: str
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


def cube_report(
    scramble: str | None,
    state: str | None,
    random_turns: int | None,
    seed: int,
    metric: str,
    solver: str,
    every: bool,
    context: Context[Any],
    folder: Path | None = None,
    goal: str | None = None,
    faces: str | None = None,
) -> dict[str, Any]:
    """Return the JSON object that the CLI prints for a cube.

    `goal` are the facelets of another goal than the solved cube, held in any way, `faces` the faces
    that may be turned. Raises JouonsError for bad input, Unsolvable if the goal is out of reach.
    """
    held = held_from(scramble, state, random_turns, seed, metric)
    cube = PocketCube(metric) if faces is None else CubeOfFaces(metric, faces)
    if solver not in SOLVERS:
        raise OptionError("puzzle.solver", text=solver, accepted=", ".join(SOLVERS))
    # The stored table is that of all turns.
    solvers = PuzzleSolvers(cube, folder if faces is None else None)
    position = cube.state_of(held)
    if goal is not None:
        position = cube.relative(position, cube.parse(goal))
    started = time.perf_counter()
    result = solvers.solve(position, SOLVERS[solver], None, context)
    assert result.sides is not None, "both solvers count the positions of the two sides"
    lines = islice(result.lines(), MAX_LISTED if every else 1)
    return {
        "state": held.facelets,
        **({} if goal is None else {"goal": HeldCube.parse(goal).facelets}),
        **({} if faces is None else {"turns": list(faces)}),
        "metric": metric,
        "length": result.length,
        "count": result.count,
        "solutions": [" ".join(cube.turns[move].text for move in line) for line in lines],
        "solver": solver,
        "visited": list(result.sides),
        "one_way": solvers.one_way(position, result.length, context),
        "seconds": time.perf_counter() - started,
    }
