"""Memory that tests have freed goes back to the system, so that a worker stays small.

Temporary files lie in memory where the system offers a folder for it.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

ARENA_MAX = -8  # of <malloc.h>: how many heaps threads share; each keeps what was freed in it
GROWTH = 40_000_000  # bytes a worker may grow by before what only holds itself is freed
MUCH = 250_000_000  # bytes from which tests also lose what they keep for each other
PAGE = 4096


class Memory:
    """The memory this process holds; nothing is done about it where there is no libc of Linux."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
        self._library = library if hasattr(library, "malloc_trim") else None
        self._level = 0
        self._frozen = 0  # objects that no search for garbage walks through
        if self._library is not None:
            self._library.mallopt(ARENA_MAX, 2)

    def held(self) -> int:
        """Bytes of memory in use."""
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE

    def freeze(self) -> None:
        """Keep all that is there now from being looked through: it stays to the end."""
        gc.collect()
        gc.freeze()
        self._frozen = gc.get_freeze_count()

    def give_back(self) -> None:
        """Once it has grown much, free what only holds itself, and hand it to the system.

        A search through all objects takes a quarter of a second, so that it is made only after
        somebody else has frozen what is there, with what other tests had left.
        """
        if self._library is None or not self._has_grown():
            return
        if self.held() > MUCH:
            forget()
        gc.collect()
        self._library.malloc_trim(0)
        if self._has_grown() and gc.get_freeze_count() > self._frozen:
            gc.unfreeze()
            self.freeze()
            self._library.malloc_trim(0)
        self._level = self.held()

    def _has_grown(self) -> bool:
        return self.held() - self._level >= GROWTH


def has_room_for_programs(folder: str, room: int) -> bool:
    """Whether a folder is there, so many bytes fit into it, and programs run from there."""
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= room and not found.f_flag & os.ST_NOEXEC


def forget() -> None:
    """Empty every cache of the tests' own modules: they make again what they ask for again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()
