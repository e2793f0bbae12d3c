"""Waiting for what another thread does, at little cost for that thread."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from gui.worker import Worker

FRAME = 0.016  # seconds from one picture of a window to the next
FIRST = 0.001
HANG = 600  # seconds; whatever takes so long never ends


def let_pass(frame: Callable[[], object], until: Callable[[], bool]) -> None:
    """Call `frame` until something holds: often at first, in the end as often as a window does.

    Every frame takes time from the thread that is waited for. Where no thread works, only the time
    that the frames count has to pass, and nothing is waited for.
    """
    pause = FIRST
    while not until():
        frame()
        if anybody_works():
            time.sleep(pause)
            pause = min(1.25 * pause, FRAME)
        else:
            pause = FIRST


def anybody_works() -> bool:
    """Whether some other thread is at work, or waits for one that is."""
    threads = {each.ident for each in threading.enumerate()} - {threading.get_ident()}
    places = sys._current_frames().items()
    return any(ident in threads and not has_no_job(place) for ident, place in places)


def has_no_job(place: FrameType) -> bool:
    """Whether a thread stands in the loop of a worker, to which no job is left."""
    if place.f_code is not Worker._loop.__code__:
        return False
    return all(job.done for job in place.f_locals["self"]._jobs)
