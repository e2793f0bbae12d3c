"""Services the GUI models depend on; `Services` implements them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from engine.store import Store
    from gui.settings import Settings
    from gui.worker import Worker
    from gui.write_queue import WriteQueue


class AppContext(Protocol):
    """The settings, the worker thread, the store and the queue of pending writes."""

    settings: Settings
    worker: Worker
    write_queue: WriteQueue

    @property
    def store(self) -> Store:
        """The database of finished and unfinished games and of learned values."""

    def change(self, settings: Settings) -> bool:
        """Apply and save new settings; return True when that rebuilt the screen."""


@runtime_checkable
class Closing(Protocol):
    """A model that must be closed when the program ends."""

    def close(self) -> None:
        """Stop its work and save its data."""
