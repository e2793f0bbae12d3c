"""What solves in a lab without a window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gui.lab.solving import Solving
from gui.worker import Worker


@pytest.fixture
def solving() -> Iterator[Solving]:
    worker = Worker()
    yield Solving(worker)
    worker.close()
