"""How much work something is, whatever the machine and whoever else uses it."""

from __future__ import annotations

import time
from collections.abc import Callable

STEADY = 0.0005  # seconds the yardstick takes where README measures


def _yardstick() -> float:
    """The processor time of a fixed piece of work of Python's kind, in seconds."""
    began = time.thread_time()
    words = {str(number): [number] * 4 for number in range(2000)}
    assert sum(len(word) + words[word][0] for word in sorted(words)) == 2_005_890
    return time.thread_time() - began


def slowness() -> float:
    """How many times slower this thread is now than where README measures."""
    return min(_yardstick() for _ in range(3)) / STEADY


def milliseconds(work: Callable[[], object], times: int = 1) -> float:
    """The least processor time of this thread for a piece of work, as it would be at README's.

    The yardstick is taken before and after, and the slower of the two counts.
    """
    least = float("inf")
    for _ in range(times):
        before, began = slowness(), time.thread_time()
        work()
        took = time.thread_time() - began
        least = min(least, 1000 * took / max(before, slowness()))
    return least
