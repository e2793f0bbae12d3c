"""The common start of several commands: the requested position and the store."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.console import progress
from engine.folders import Folders
from engine.protocols import Game
from engine.session import Session

if TYPE_CHECKING:
    from engine.store.store import Store


def asked_position(game: Game[Any], found: argparse.Namespace) -> Any:
    """Return the state that --position or --moves leads to, by default the initial one."""
    if found.position is not None:
        return game.parse(found.position)
    return Session.replay(game, None, (found.moves or "").split()).state


@contextmanager
def opened_store(data_dir: Path | None, writing: bool = False) -> Iterator[Store]:
    """Open the store of a data folder; print its notice, if any, as progress.

    With `writing`, raises ReadOnlyStoreError if the store is only read.
    """
    from engine.store.store import Store

    store = Store(Folders.find(data_dir).data)
    try:
        if writing:
            store.check_writable()
        if store.notice is not None:
            progress(store.notice)
        yield store
    finally:
        store.close()
