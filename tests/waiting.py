"""Waiting for what another thread or process does, at little cost for it, and not for ever."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from gui.worker import Worker

FRAME = 0.016  # seconds from one picture of a window to the next
FIRST = 0.001
HANG = 300  # seconds; whatever takes so long never ends


def let_pass(frame: Callable[[], object], until: Callable[[], object]) -> None:
    """Call `frame` until something holds: often at first, in the end as often as a window does.

    Every frame takes time from the thread that is waited for. Where no worker works, only the time
    that the frames count has to pass, and nothing is waited for. Fails after HANG seconds.
    """
    pause, end = FIRST, time.monotonic() + HANG
    while not until():
        assert time.monotonic() < end, f"nothing came in {HANG} seconds"
        frame()
        if anybody_works():
            time.sleep(pause)
            pause = min(1.25 * pause, FRAME)
        else:
            pause = FIRST


def wait_for(until: Callable[[], object], pause: float = 0.005) -> None:
    """Sleep until something holds that no frame of this thread brings about.

    Fails after HANG seconds.
    """
    let_pass(lambda: time.sleep(pause), until)


def anybody_works() -> bool:
    """Whether a worker has a job that is not done; threads of libraries never count."""
    frames = sys._current_frames()
    return any(
        worker is not None and not all(job.done for job in worker._jobs)
        for thread in threading.enumerate()
        if (worker := worker_of(frames.get(thread.ident or 0))) is not None
    )


def worker_of(place: FrameType | None) -> Worker | None:
    """The worker in whose loop a thread stands, however deep."""
    while place is not None and place.f_code is not Worker._loop.__code__:
        place = place.f_back
    return place.f_locals["self"] if place is not None else None
