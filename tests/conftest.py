"""A screen for the tests that open real windows."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.screen import need


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen of 1280x800 for the whole run."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [need("Xvfb"), "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(timeout=10)
