"""Which tests run on Linux alone, and the reason they give on Windows and macOS."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

NO_SCREEN = "opens a window on the screen of Xvfb, which only Linux has"


def why_not(platform: str, marks: Iterable[pytest.Mark], fixtures: Iterable[str]) -> str | None:
    """The reason a test cannot run on this platform, or None. On Linux every test runs."""
    if platform.startswith("linux"):
        return None
    for mark in marks:
        if mark.name == "linux":
            return str(mark.args[0])
    return NO_SCREEN if "display" in fixtures else None
