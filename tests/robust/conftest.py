"""Starts of the program that tests of this folder share: all of it is imported once."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator

import pytest

from tests.forked import EVERY_MODULE, Alone, Starts

DROP_FROM_BOUNDING_SET, MAY_WRITE_ANYWHERE, MAY_READ_ANYWHERE = 24, 1, 2


def as_a_person() -> None:
    """Root may read and write in closed folders; take that from it before the program starts."""
    if sys.platform == "linux" and os.geteuid() == 0:
        for right in (MAY_WRITE_ANYWHERE, MAY_READ_ANYWHERE):
            assert ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, right, 0, 0, 0) == 0


@pytest.fixture(scope="session")
def starts() -> Iterator[Alone]:
    """The program of one who has no rights but his own, and the window with somebody busy in it."""
    made = Starts(
        (*EVERY_MODULE, "tests.robust.busy_window"),
        setup=as_a_person if sys.platform != "win32" else None,
    )
    yield made
    made.close()
