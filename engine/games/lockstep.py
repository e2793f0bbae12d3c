"""What the bulk playouts of all games share: who owns which game, in batches of bounded size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt


def batches(states: int, repeats: Sequence[int] | int, size: int) -> Iterator[npt.NDArray[np.intp]]:
    """Arrays of state numbers, each state `repeats` times in all, `size` games at most at once.

    The arrays are never empty; memory stays bounded however many playouts are asked for.
    """
    wanted = np.full(states, repeats, np.int64) if isinstance(repeats, int) else np.array(repeats)
    ends = np.cumsum(wanted)
    total = int(ends[-1]) if states else 0
    for start in range(0, total, size):
        games = np.arange(start, min(total, start + size))
        yield np.searchsorted(ends, games, side="right")
