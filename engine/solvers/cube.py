"""Solving of a Pocket Cube in its orientation, with either solver: for the lab and the CLI."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import MAX_TURNS, parse_turns
from engine.games.pocket_cube import POSITIONS_AT, PocketCube
from engine.protocols import OptionError
from engine.solvers.bidirectional import solve as solve_from_both_ends
from engine.solvers.distance_table import DistanceTable
from engine.solvers.table_file import load_or_build

SOLVERS = ("bidirectional", "table")
MAX_LISTED = 100_000


@dataclass(frozen=True)
class CubeSolution:
    """The shortest solutions of a cube, with the effort of finding them.

    `solutions` holds at most the requested number, in the notation of the metric; `count` is
    exact. `visited` counts positions found from the scrambled and from the solved side, `one_way`
    those of a search from one side: every position up to this distance.
    """

    length: int
    count: int
    solutions: tuple[str, ...]
    visited: tuple[int, int]
    one_way: int
    solver: str


class CubeSolvers:
    """Both solvers of both metrics; it caches the distance tables, in `folder` if there is one."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._cubes = {metric: PocketCube(metric) for metric in ("quarter", "half")}
        self._tables: dict[str, DistanceTable[int]] = {}

    def cube(self, metric: str) -> PocketCube:
        return self._cubes[metric]

    def table(self, metric: str, context: Context[Any]) -> DistanceTable[int]:
        """Return the distance table of a metric, loaded or built at the first call."""
        if metric not in self._tables:
            self._tables[metric] = load_or_build(self._cubes[metric], self.folder, context)
        return self._tables[metric]

    def solve(
        self,
        held: HeldCube,
        metric: str,
        solver: str,
        maximum: int,
        context: Context[Any],
    ) -> CubeSolution:
        """Find the shortest solutions and write out `maximum`, in turns of U, R and F as held.

        Raises OptionError for an unknown solver.
        """
        if solver not in SOLVERS:
            raise OptionError("puzzle.solver", text=solver, accepted=", ".join(SOLVERS))
        cube = self._cubes[metric]
        state = cube.state_of(held)
        if solver == "table":
            table = self.table(metric, context)
            length, count = table.distance(state), table.count(state)
            # The descent visits one position a turn; building the table visited all of them.
            visited = (length + 1, sum(table.histogram()))
            lines: Iterator[tuple[int, ...]] = table.lines(state)
        else:
            found = solve_from_both_ends(cube, state, context)
            length, count, visited, lines = found.length, found.count, found.visited, found.lines()
        texts = tuple(
            " ".join(cube.turns[move].text for move in line) for line in islice(lines, maximum)
        )
        one_way = sum(POSITIONS_AT[metric][: length + 1])
        return CubeSolution(length, count, texts, visited, one_way, solver)


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
) -> dict[str, Any]:
    """Return the JSON object that the CLI prints for a cube. Raises JouonsError for bad input."""
    held = held_from(scramble, state, random_turns, seed, metric)
    solvers = CubeSolvers(folder)
    started = time.perf_counter()
    maximum = MAX_LISTED if every else 1
    found = solvers.solve(held, metric, solver, maximum, context)
    return {
        "state": held.facelets,
        "metric": metric,
        "length": found.length,
        "count": found.count,
        "solutions": list(found.solutions),
        "solver": solver,
        "visited": list(found.visited),
        "one_way": found.one_way,
        "seconds": time.perf_counter() - started,
    }
