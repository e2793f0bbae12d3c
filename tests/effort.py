"""How much work something is, whatever the machine and whoever else uses it."""

from __future__ import annotations

import time

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
