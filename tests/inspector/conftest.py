"""Recordings are kept from test to test of a module, not longer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gui.shared_brush import without_shapes
from tests.inspector.recorded_frames import forget_brushes, forget_decisions


@pytest.fixture(autouse=True, scope="module")
def kept_decisions() -> Iterator[None]:
    """The decisions that the tests of a module look at are made once."""
    yield
    forget_decisions()


@pytest.fixture(scope="module")
def no_shapes() -> Iterator[None]:
    """The tests of a module look at texts and rectangles: no shape is painted for them."""
    forget_brushes()
    with without_shapes():
        yield
    forget_brushes()
