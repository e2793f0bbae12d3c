"""A screen for the tests that open real windows; what each system cannot run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.elsewhere import why_not
from tests.screen import need


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that cannot run here are skipped with their reason; on Linux there are none."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        reason = why_not(sys.platform, item.iter_markers(), fixtures)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen of 1280x800 for the whole run."""
    read, write = os.pipe()
    server = subprocess.Popen(
        # It would begin anew when a window closes, and turn away the next one meanwhile.
        [
            *(need("Xvfb"), "-displayfd", str(write), "-screen", "0", "1280x800x24"),
            *("-nolisten", "tcp", "-noreset"),
        ],
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
