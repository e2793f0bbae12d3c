"""Stores for a test, all of the same file, closed in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from engine.store.store import Store
from tests.database import execute

Reopen = Callable[..., Store]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The store of the test's own folder."""
    with closing(Store(tmp_path)) as made:
        yield made


@pytest.fixture
def second(store: Store, tmp_path: Path) -> Iterator[Store]:
    """That of another window."""
    with closing(Store(tmp_path)) as made:
        yield made


@pytest.fixture
def reopen(store: Store, tmp_path: Path) -> Iterator[Reopen]:
    """Closes the store, executes statements on its file, and opens it anew."""
    with ExitStack() as opened:

        def anew(*statements: str, values: tuple[object, ...] = ()) -> Store:
            store.close()
            execute(tmp_path, *statements, values=values)
            return opened.enter_context(closing(Store(tmp_path)))

        yield anew
