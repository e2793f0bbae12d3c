"""The common start of several commands: the requested position and the store."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.console import progress
from engine.folders import Folders
from engine.protocols import Game, Memory
from engine.registry import bot_forms, is_own, learns
from engine.session import Session

if TYPE_CHECKING:
    from engine.arena.experiment import OwnTasks
    from engine.store.store import Store


def asked_position(game: Game[Any], args: argparse.Namespace) -> Any:
    """Return the state that --position or --moves leads to, by default the initial one."""
    if args.position is not None:
        return game.parse(args.position)
    return Session.replay(game, None, (args.moves or "").split()).state


def own_texts_of(players: Iterable[str], data_dir: Path | None) -> OwnTasks | None:
    """Return the texts of the own bots among players, see `own_tasks_of`."""
    players = [player for player in players if is_own(player)]
    if not players:
        return None
    from engine.arena.experiment import own_tasks_of

    with opened_store(data_dir) as store:
        return own_tasks_of(players, lambda: store)


@contextmanager
def opened_store(data_dir: Path | None) -> Iterator[Store]:
    """Open the store of a data folder; print its notice, if any, as progress."""
    from engine.store.store import Store

    with closing(Store(Folders.find(data_dir).data)) as store:
        if store.notice is not None:
            progress(store.notice)
        yield store


@contextmanager
def asked_memory(game: Game[Any], args: argparse.Namespace) -> Iterator[Memory | None]:
    """Open the memory of the player that is asked once; None for one without a memory."""
    players = [args.player] if args.player is not None else []
    if any(learns(player, partial(bot_forms, game, True)) for player in players):
        with opened_store(args.data_dir) as store:
            yield store
        return
    own = own_texts_of(players, args.data_dir)
    if own is None:
        yield None
        return
    from engine.arena.experiment import SnapshotMemory

    yield SnapshotMemory({}, own)
