"""Memory that tests have freed goes back to the system, so that a worker stays small."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path

ARENA_MAX = -8  # of <malloc.h>: how many heaps threads share; each keeps what was freed in it
GROWTH = 50_000_000  # bytes a worker may grow by before what only holds itself is freed
PAGE = 4096


class Memory:
    """The memory this process holds; nothing is done about it where there is no libc of Linux."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
        self._library = library if hasattr(library, "malloc_trim") else None
        self._level = 0
        if self._library is not None:
            self._library.mallopt(ARENA_MAX, 2)

    def held(self) -> int:
        """Bytes of memory in use."""
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE

    def give_back(self) -> None:
        """Once it has grown much, free what only holds itself, and hand it to the system.

        A window that runs has kept all that was there from being looked through, also what other
        tests have left. What is in use is kept from it again.
        """
        if self._library is None or self.held() - self._level < GROWTH:
            return
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._library.malloc_trim(0)
        self._level = self.held()
