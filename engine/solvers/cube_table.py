"""The distance of every state of the Pocket Cube, all 3,674,160 of them, by numpy.

A layer is found from the one before by two tables, one for arrangements and one for twists. Kept
in a file if a folder is given; a damaged file is made anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.context import Context
from engine.files import make_private_folder, read_regular, replace_file
from engine.games.pocket_cube import STATES, TWISTS, PocketCube
from engine.messages import message
from engine.protocols import Decision, Unit

UNKNOWN = 255
Bytes = npt.NDArray[np.uint8]


class DistanceTable:
    """Distances to the solved cube; solves a state by walking downhill."""

    def __init__(self, cube: PocketCube, distances: Bytes) -> None:
        self.cube = cube
        self.distances = distances
        self._plain = distances.data  # gives ints, not numpy scalars

    def histogram(self) -> list[int]:
        """How many states there are at each distance."""
        return [int(n) for n in np.bincount(self.distances)]

    def distance(self, state: int) -> int:
        """Turns to the solved cube."""
        return int(self.distances[state])

    def farthest(self) -> int:
        """A state as far from the solved cube as there are."""
        return int(self.distances.argmax())

    def solve(self, state: int) -> tuple[int, ...]:
        """One shortest solution."""
        distances = self._plain
        moves = list(zip(self.cube.order_moves, self.cube.twist_moves, strict=True))
        left = distances[state]
        line = []
        while left:
            left -= 1
            order, twists = divmod(state, TWISTS)
            for move, (orders, turned) in enumerate(moves):
                after = orders[order] + turned[twists]
                if distances[after] == left:
                    line.append(move)
                    state = after
                    break
        return tuple(line)

    def count(self, state: int) -> int:
        """The exact number of shortest solutions."""
        layer = {state: 1}
        for left in range(self.distance(state) - 1, -1, -1):
            following: dict[int, int] = {}
            for before, ways in layer.items():
                for after in self.cube.neighbours(before):
                    if self.distances[after] == left:
                        following[after] = following.get(after, 0) + ways
            layer = following
        return sum(layer.values())

    def lines(self, state: int) -> Iterator[tuple[int, ...]]:
        """Every shortest solution, one by one."""
        left = self.distance(state)
        if left == 0:
            yield ()
            return
        for move, after in enumerate(self.cube.neighbours(state)):
            if self.distances[after] == left - 1:
                for tail in self.lines(after):
                    yield (move, *tail)


def build(cube: PocketCube, context: Context[Any]) -> DistanceTable:
    """Find every distance; reports each layer, raises Cancelled between layers."""
    orders = np.array(cube.order_moves, np.int32)
    twists = np.array(cube.twist_moves, np.int32)
    distances = np.full(STATES, UNKNOWN, np.uint8)
    distances[cube.goal()] = 0
    frontier = np.array([cube.goal()], np.int32)
    depth = 0
    while len(frontier):
        context.check()
        depth += 1
        frontier = _layer(distances, frontier, orders, twists, depth)
        done = int(np.count_nonzero(distances != UNKNOWN))
        note = message("cube.table_progress", depth=depth, count=done)
        context.report(Decision(None, (), note, effort=done, budget=STATES, unit=Unit.POSITIONS))
    return DistanceTable(cube, distances)


def _layer(
    distances: Bytes,
    frontier: npt.NDArray[np.int32],
    orders: npt.NDArray[np.int32],
    twists: npt.NDArray[np.int32],
    depth: int,
) -> npt.NDArray[np.int32]:
    """Mark the unknown neighbours of a layer and return them."""
    order, twist = np.divmod(frontier, np.int32(TWISTS))
    found = []
    for move in range(len(orders)):
        after = orders[move].take(order)
        after += twists[move].take(twist)
        fresh = after.compress(distances.take(after) == UNKNOWN)
        distances[fresh] = depth
        found.append(fresh)
    together = np.concatenate(found)
    if len(together) > 50_000:
        return np.flatnonzero(distances == depth).astype(np.int32)
    return np.unique(together)


def load_or_build(cube: PocketCube, folder: Path | None, context: Context[Any]) -> DistanceTable:
    """The table from its file, or made now and kept there if the folder can be written."""
    path = folder / f"cube_{cube.metric}.bin" if folder is not None else None
    if path is not None:
        kept = _read(path)
        if kept is not None:
            return DistanceTable(cube, kept)
    table = build(cube, context)
    if path is not None:
        _write(path, table.distances)
    return table


def _read(path: Path) -> Bytes | None:
    try:
        data = read_regular(path, STATES + 4)
    except OSError:
        return None
    if len(data) != STATES + 4 or zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
        return None
    return np.frombuffer(data, np.uint8, offset=4)


def _write(path: Path, distances: Bytes) -> None:
    data = distances.tobytes()
    try:
        make_private_folder(path.parent)
        replace_file(path, zlib.crc32(data).to_bytes(4, "big") + data, private=True, synced=False)
    except OSError:
        # Only the next start is slower.
        return
