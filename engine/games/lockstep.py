"""What the bulk playouts of all games share: who owns which game, in batches of bounded size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt


def batches(states: int, repeats: Sequence[int] | int, size: int) -> Iterator[npt.NDArray[np.intp]]:
    """Arrays of state numbers, each state `repeats` times in all, about `size` games at once.

    The arrays are never empty and equally long, up to one; none is longer than 1.5 `size`, so that
    memory stays bounded however many playouts are asked for.
    """
    wanted = np.full(states, repeats, np.int64) if isinstance(repeats, int) else np.array(repeats)
    ends = np.cumsum(wanted)
    total = int(ends[-1]) if states else 0
    parts = max(1, round(total / size))
    stop = 0
    for part in range(1, parts + 1):
        start, stop = stop, total * part // parts
        if stop > start:
            yield np.searchsorted(ends, np.arange(start, stop), side="right")
