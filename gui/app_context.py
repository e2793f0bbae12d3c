"""Services the GUI models depend on; `Services` implements them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from engine.messages import Message

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


@dataclass(frozen=True)
class BackgroundWork:
    """Long work that goes on after its screen was left: its progress, and that screen.

    `screen` is a name of gui/screens.py, `arguments` lead to the work on it.
    """

    progress: Message
    screen: str
    arguments: Mapping[str, object]


@runtime_checkable
class Working(Protocol):
    """A model that may have long work running while its screen is closed."""

    def background_work(self) -> BackgroundWork | None:
        """Return the running work, or None."""


@runtime_checkable
class Closing(Protocol):
    """A model that must be closed when the program ends."""

    def close(self) -> None:
        """Stop its work and save its data."""
