"""A bots folder of its own for a test of the window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.folders import BOTS, use_own_settings


@contextmanager
def bots_folder(data: Path) -> Iterator[Path]:
    """The bots folder inside a data folder, in force meanwhile."""
    use_own_settings(data)
    yield data / BOTS
    use_own_settings()
