"""Services the GUI models depend on; `Services` implements them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from engine.store.store import Store
    from gui.settings import Settings
    from gui.worker import Worker
    from gui.write_queue import WriteQueue

T = TypeVar("T")


class AppContext(Protocol):
    """The settings, the worker thread, the store, the pending writes and models that outlive."""

    settings: Settings
    worker: Worker
    write_queue: WriteQueue

    @property
    def store(self) -> Store:
        """The database of finished and unfinished games and of learned values."""

    def outliving(self, kind: type[T], make: Callable[[], T]) -> T:
        """Return the single model of a type that outlives its screen, made at the first call."""

    def change(self, settings: Settings) -> bool:
        """Apply and save new settings; return True when that rebuilt the screen."""


@runtime_checkable
class Closing(Protocol):
    """A model that must be closed when the program ends."""

    def close(self) -> None:
        """Stop its work and save its data."""
