"""The end of the window's process, whatever its threads still compute."""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress
from typing import NoReturn

import pygame

LEAVING_SECONDS = 1.0


def end(code: int, seconds: float = LEAVING_SECONDS) -> NoReturn:
    """End the process of the window with this code, `seconds` after it closed at the latest.

    Its threads have been asked to stop, and are waited for. One that still computes is not torn out
    of its work, as the interpreter's own end would do: where that is native code, the process
    aborts. Child processes that are left are terminated.
    """
    pygame.quit()
    last = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            with suppress(AssertionError, RuntimeError):  # a thread that Python has not started
                thread.join(max(0.0, last - time.monotonic()))
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.terminate()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # the reader is gone, or the stream is closed
            stream.flush()
    os._exit(code)
