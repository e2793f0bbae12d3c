"""The distance table of the Pocket Cube, all 3,674,160 states, cached in a file.

A damaged file is rebuilt.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import numpy as np

from engine.context import Context
from engine.files import make_private_folder, read_regular, replace_file
from engine.games.pocket_cube import STATES, PocketCube
from engine.solvers.distance_table import Bytes, DistanceTable, build


def load_or_build(
    cube: PocketCube, folder: Path | None, context: Context[Any]
) -> DistanceTable[int]:
    """Load the table from its file, or build it and save it if the folder is writable."""
    path = folder / f"cube_{cube.metric}.bin" if folder is not None else None
    if path is not None:
        stored = _read(path)
        if stored is not None:
            return DistanceTable(cube, stored)
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
        # Without the file only the next start is slower.
        return
