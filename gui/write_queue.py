"""A queue of pending writes, and the save slots of games.

No pygame here. A failed write, because another program locks the file or the disk is full, is
retried each second and before the program ends.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.messages import JouonsError, Message

if TYPE_CHECKING:
    from engine.store.store import Store, UnfinishedGame

SETTINGS = "settings"  # the key of the one write that does not go to the store
NEWER = ("store.newer", "store.newer_format")  # the faults of a store of a newer version
AGAIN_SECONDS = 1.0
LEAVING_SECONDS = 3.0
log = logging.getLogger(__name__)


class WriteQueue:
    """A queue of pending writes; `say` gets the fault that delays them, and None at its end."""

    def __init__(self, say: Callable[[Message | None], None]) -> None:
        self._say = say
        self._waiting: dict[Hashable, Callable[[], None]] = {}
        self._fault: Message | None = None
        self.refused = False  # True when no later attempt can succeed
        self._since = 0.0
        self.removed: list[UnfinishedGame] = []  # by the user, who can undo it; oldest first

    @property
    def waiting(self) -> bool:
        return bool(self._waiting)

    @property
    def lost(self) -> Message | None:
        """The fault that keeps a game from being saved; None if only other writes wait.

        That of a store which a newer version wrote was said at the start.
        """
        games = any(isinstance(key, SaveSlot) for key in self._waiting)
        newer = self._fault is not None and self._fault.key in NEWER
        return self._fault if games and not newer else None

    def put(self, key: Hashable, write: Callable[[], None]) -> None:
        """Write at once, or as soon as possible; a later write replaces one of the same key.

        `write` raises JouonsError on failure and is then called again.
        """
        held_up = self.waiting  # then wait for the next retry
        self._waiting[key] = write
        if not held_up:
            self.flush()

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds; retry the pending writes each second."""
        if self.waiting:
            self._since += dt
            if self._since >= AGAIN_SECONDS:
                self.flush()

    def flush(self) -> bool:
        """Attempt all pending writes now; return True when none is left."""
        from engine.store.store_file import ReadOnlyStoreError

        self._since = 0.0
        self.refused = False
        fault: Message | None = None
        store_failed = False
        for key, write in list(self._waiting.items()):
            if store_failed and key != SETTINGS:
                continue  # they share one file, and each attempt may block
            try:
                write()
                del self._waiting[key]
            except JouonsError as error:
                fault = fault or error.message
                store_failed = store_failed or key != SETTINGS
                self.refused = self.refused or isinstance(error, ReadOnlyStoreError)
        if fault != self._fault:
            self._fault = fault
            self._say(fault)
        return not self.waiting

    def close(self) -> None:
        """Retry for LEAVING_SECONDS at the end of the program, then log the remaining fault."""
        end = time.monotonic() + LEAVING_SECONDS
        while not self.flush() and not self.refused and time.monotonic() < end:
            time.sleep(0.1)
        if self.waiting:
            log.error("Not written before the end: %s", self._fault)

    # -- unfinished games ----------------------------------------------------------------------

    def unfinished(self, store: Store, game: str | None = None) -> list[UnfinishedEntry]:
        """Return all unfinished games, the newest first, including pending ones."""
        self.flush()
        waiting = [key for key in self._waiting if isinstance(key, SaveSlot)]
        older = {record.number for record in waiting}
        stored = [
            UnfinishedEntry(row.game, row.saved, row.saved_at, SaveSlot(row.id, row.saved), row)
            for row in store.unfinished(game)
            if row.id not in older
        ]
        pending = [
            UnfinishedEntry(record.game, record.saved, "", record, None)
            for record in reversed(waiting)
            if record.ending is None and game in (None, record.game)
        ]
        return [*pending, *stored]

    def remove(self, store: Store, kept: UnfinishedGame) -> None:
        """Remove an unfinished game at the user's request. Raises StoreError on failure."""
        store.remove_unfinished(kept.id)
        self.removed.append(kept)

    def restore(self, store: Store) -> UnfinishedGame:
        """Undo the last removal. Raises StoreError on failure, IndexError without a removal."""
        store.restore_unfinished(self.removed[-1])
        return self.removed.pop()


@dataclass(frozen=True)
class Ending:
    """The record of a finished game in the list."""

    first: str
    second: str
    seed: int
    result: str  # first, second or draw
    plies: int
    counts: bool  # in the statistics, not only in the list
    names: tuple[str, str] = ("", "")  # of the persons, empty for bots


class SaveSlot:
    """The saved form of one game: nothing yet, an unfinished game, or a finished one.

    The slot stays with its game through undo and new games, so no game is saved twice.
    """

    def __init__(
        self, number: int | None = None, saved: str = "", came_with: tuple[int, ...] = ()
    ) -> None:
        self.number = number  # the store's number of the unfinished game
        self.row: int | None = None  # the store's row of the finished game
        self.touched = number is not None
        self.given = False  # set up or opened: saved even before its first move
        self.came_with = came_with  # the moves it started with, from a file for example
        self.booked = False  # its end has updated levels and learners once and for all
        self.game = ""
        self.saved = saved
        self.ending: Ending | None = None
        self._written: tuple[str, Ending | None] | None = (saved, None) if saved else None

    def begun(self, moves: tuple[int, ...]) -> bool:
        """Whether the game is worth saving: it has new moves, or was set up or opened."""
        self.touched = self.touched or moves != self.came_with
        return self.touched or self.given

    def want(self, game: str, saved: str, ending: Ending | None) -> bool:
        """Set the state to save; return True when the store lacks it."""
        self.game, self.saved, self.ending = game, saved, ending
        return (saved, ending) != self._written

    def write(self, store: Store, learn: Callable[[], object] | None = None) -> None:
        """Write the state in one transaction. Raises StoreError, and then nothing is written.

        `learn` saves the training from the end of the game, in the same transaction.
        """
        target = self.saved, self.ending
        if target == self._written:
            return
        number, row, end = self.number, self.row, self.ending
        with store.together():
            if end is None or row is not None:
                number = store.keep_unfinished(number, self.game, self.saved, self.given)
            if row is not None:
                store.remove_game(row)
                row = None
            if end is not None:
                who = end.first, end.second, end.seed
                how = end.result, end.plies, self.saved
                row = store.add_game(self.game, *who, *how, number, learn, end.counts, end.names)
        self.number, self.row, self._written = number, row, target

    def withdraw(self, store: Store) -> None:
        """Remove a game that was only set up or opened, because undo left it."""
        if self.number is not None:
            store.remove_unfinished(self.number)
        self.number, self._written = None, None


@dataclass(frozen=True)
class UnfinishedEntry:
    """An unfinished game in the list; `kept` is its row in the store, None while pending."""

    game: str
    saved: str
    saved_at: str
    record: SaveSlot
    kept: UnfinishedGame | None
