"""Waiting for what another thread does, at little cost for that thread."""

from __future__ import annotations

import time
from collections.abc import Callable

FRAME = 0.016  # seconds from one picture of a window to the next


def let_pass(frame: Callable[[], object], until: Callable[[], bool]) -> None:
    """Call `frame` until something holds: often at first, in the end as often as a window does.

    Every frame takes time from the thread that is waited for.
    """
    pause = 0.001
    while not until():
        frame()
        time.sleep(pause)
        pause = min(1.25 * pause, FRAME)
