"""The distance table of a puzzle, cached in a file if it takes long to build.

A damaged file is rebuilt.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from engine.context import Context
from engine.files import make_private_folder, read_regular, replace_file
from engine.protocols import NumberedPuzzle, S, UniformPuzzle
from engine.solvers.distance_table import Bytes, DistanceTable, build

LARGE_TABLE = 1_000_000  # positions from which loading is faster than building


def load_or_build(
    puzzle: NumberedPuzzle[S], folder: Path | None, context: Context[Any]
) -> DistanceTable[S]:
    """Load the table from its file, or build it and save it if the folder is writable."""
    path = None
    if folder is not None and puzzle.num_positions >= LARGE_TABLE:
        path = folder / f"{'_'.join((puzzle.id, *puzzle.options.values()))}.bin"
        stored = _read(path, puzzle.num_positions)
        if stored is not None and _is_sound(puzzle, stored):
            return DistanceTable(puzzle, stored)
    table = build(puzzle, context)
    if path is not None:
        _write(path, table.distances)
    return table


def _read(path: Path, count: int) -> Bytes | None:
    try:
        data = read_regular(path, count + 4)
    except OSError:
        return None
    if len(data) != count + 4 or zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
        return None
    return np.frombuffer(data, np.uint8, offset=4)


def _is_sound(puzzle: NumberedPuzzle[S], distances: Bytes) -> bool:
    """Return whether a table has one goal, and the known number of positions at each distance."""
    if distances[puzzle.number(puzzle.goal())] != 0 or np.count_nonzero(distances == 0) != 1:
        return False
    return not isinstance(puzzle, UniformPuzzle) or np.array_equal(
        np.bincount(distances), puzzle.positions_at
    )


def _write(path: Path, distances: Bytes) -> None:
    data = distances.tobytes()
    try:
        make_private_folder(path.parent)
        replace_file(path, zlib.crc32(data).to_bytes(4, "big") + data, private=True, synced=False)
    except OSError:
        # Without the file only the next start is slower.
        return
