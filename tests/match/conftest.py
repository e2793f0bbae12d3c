"""A house for matches without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import Home, at_home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    yield from at_home(tmp_path)
