"""Recordings are kept from test to test of a module, not longer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.inspector.recorded_frames import forget_decisions


@pytest.fixture(autouse=True, scope="module")
def kept_decisions() -> Iterator[None]:
    """The decisions that the tests of a module look at are made once."""
    yield
    forget_decisions()
