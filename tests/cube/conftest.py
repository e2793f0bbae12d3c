"""What solves in a lab without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.lab.solving import Solving
from gui.worker import Worker


@pytest.fixture
def solving(tmp_path: Path) -> Iterator[Solving]:
    worker = Worker()
    yield Solving(worker, tmp_path)
    worker.close()
