"""Keeping what may not be lost: writes that wait until they can be made, and games as kept.

No pygame here. A write that fails, because another program holds the file or the disk is full,
waits and is tried again each second and before the program ends.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.messages import JouonsError, Message

if TYPE_CHECKING:
    from engine.store import Store, UnfinishedGame

SETTINGS = "settings"  # the key of the one write that does not go to the store
AGAIN_SECONDS = 1.0
LEAVING_SECONDS = 3.0
log = logging.getLogger(__name__)


class WriteQueue:
    """The writes under way; `say` is told what holds them up, and None once it is over."""

    def __init__(self, say: Callable[[Message | None], None]) -> None:
        self._say = say
        self._waiting: dict[Hashable, Callable[[], None]] = {}
        self._fault: Message | None = None
        self.refused = False  # for good: no later try will succeed
        self._since = 0.0
        self.removed: list[UnfinishedGame] = []  # by a wish that can be taken back, oldest first

    @property
    def waiting(self) -> bool:
        """Whether something is not written yet."""
        return bool(self._waiting)

    def put(self, key: Hashable, write: Callable[[], None]) -> None:
        """Write at once, or as soon as it can be; a later write replaces one of the same key.

        `write` raises JouonsError when it could not be made, and is then called again.
        """
        held_up = self.waiting  # then the next try is the one that is due
        self._waiting[key] = write
        if not held_up:
            self.flush()

    def update(self, dt: float) -> None:
        """Let time pass: what waits is tried again each second."""
        if self.waiting:
            self._since += dt
            if self._since >= AGAIN_SECONDS:
                self.flush()

    def flush(self) -> bool:
        """Try everything that waits now; whether all of it is written."""
        self._since = 0.0
        self.refused = False
        fault: Message | None = None
        store_failed = False
        for key, write in list(self._waiting.items()):
            if store_failed and key != SETTINGS:
                continue  # they share one file, and each try may take its patience
            try:
                write()
                del self._waiting[key]
            except JouonsError as error:
                fault = fault or error.message
                store_failed = store_failed or key != SETTINGS
                self.refused = self.refused or _is_lasting(error)
        if fault != self._fault:
            self._fault = fault
            self._say(fault)
        return not self.waiting

    def close(self) -> None:
        """Before leaving: try for some seconds; what is lost then is at least in the log."""
        end = time.monotonic() + LEAVING_SECONDS
        while not self.flush() and not self.refused and time.monotonic() < end:
            time.sleep(0.1)
        if self.waiting:
            log.error("could not be written before the end: %s", self._fault)

    # -- unfinished games ----------------------------------------------------------------------

    def unfinished(self, store: Store, game: str | None = None) -> list[UnfinishedEntry]:
        """Every game that can be continued, the newest first, those not written yet included."""
        self.flush()
        waiting = [key for key in self._waiting if isinstance(key, SaveSlot)]
        older = {record.number for record in waiting}
        found = [
            UnfinishedEntry(
                kept.game, kept.saved, kept.saved_at, SaveSlot(kept.id, kept.saved), kept
            )
            for kept in store.unfinished(game)
            if kept.id not in older
        ]
        return [*_not_written(waiting, game), *found]

    def remove(self, store: Store, kept: UnfinishedGame) -> None:
        """Forget an unfinished game by a person's wish. StoreError when it cannot be now."""
        store.remove_unfinished(kept.id)
        self.removed.append(kept)

    def restore(self, store: Store) -> UnfinishedGame:
        """Take the last removal back. StoreError when it cannot be now; IndexError without one."""
        store.restore_unfinished(self.removed[-1])
        return self.removed.pop()


@dataclass(frozen=True)
class Ending:
    """How a finished game is listed."""

    first: str
    second: str
    seed: int
    result: str  # first, second or draw
    plies: int
    counts: bool  # in the statistics; else it is only listed
    names: tuple[str, str] = ("", "")  # of the persons


class SaveSlot:
    """What is kept of one game on a table: nothing yet, an unfinished game, or a finished one.

    It stays with its game through undo, new games and back: so nothing is kept twice.
    """

    def __init__(
        self, number: int | None = None, saved: str = "", came_with: tuple[int, ...] = ()
    ) -> None:
        self.number = number  # of the unfinished game, as the store gave it last
        self.row: int | None = None  # of the finished game
        self.touched = number is not None
        self.given = False  # it was set up or opened, and is kept before its first move
        self.came_with = came_with  # moves it had when it came from a file, say
        self.booked = False  # an end of it moved rungs and filled bags, once and for all
        self.game = ""
        self.saved = saved
        self.ending: Ending | None = None
        self._written: tuple[str, Ending | None] | None = (saved, None) if saved else None

    def begun(self, moves: tuple[int, ...]) -> bool:
        """Whether there is something to keep: a move more than it came with, or what was given."""
        self.touched = self.touched or moves != self.came_with
        return self.touched or self.given

    def want(self, game: str, saved: str, ending: Ending | None) -> bool:
        """Say how the game stands; whether the store does not know yet."""
        self.game, self.saved, self.ending = game, saved, ending
        return (saved, ending) != self._written

    def write(self, store: Store, learn: Callable[[], object] | None = None) -> None:
        """Bring the store to what is wanted, all at once. StoreError; then nothing is done.

        `learn` keeps what learners gained by the end, if the store has not known of it.
        """
        wanted = self.saved, self.ending
        if wanted == self._written:
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
        self.number, self.row, self._written = number, row, wanted

    def withdraw(self, store: Store) -> None:
        """Take what was only given out of the store: undo went back to the game before it."""
        if self.number is not None:
            store.remove_unfinished(self.number)
        self.number, self._written = None, None


@dataclass(frozen=True)
class UnfinishedEntry:
    """An unfinished game in the list; `kept` is its row in the store, if it is there yet."""

    game: str
    saved: str
    saved_at: str
    record: SaveSlot
    kept: UnfinishedGame | None


def _is_lasting(error: JouonsError) -> bool:
    from engine.store import NewerStoreError

    return isinstance(error, NewerStoreError)


def _not_written(waiting: list[SaveSlot], game: str | None) -> Iterator[UnfinishedEntry]:
    for record in reversed(waiting):
        if record.ending is None and game in (None, record.game):
            yield UnfinishedEntry(record.game, record.saved, "", record, None)
