"""Services that models depend on, and the notices of models. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
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


@runtime_checkable
class Closing(Protocol):
    """A model that must be closed when the program ends."""

    def close(self) -> None:
        """Stop its work and save its data."""


@dataclass(frozen=True)
class ModelNotice:
    """One sentence for the player."""

    text: Message
    fault: bool = False
    here: bool = False  # about the current position, so outdated in the next one


class NoticeQueue(list[ModelNotice]):
    """The notices since the screen last took them, the oldest first."""

    def add(self, text: Message | str, *, fault: bool = False, here: bool = False) -> None:
        """Add a notice, given by its key if it has no values."""
        message = text if isinstance(text, Message) else Message(text)
        self.append(ModelNotice(message, fault, here))

    def take(self) -> list[ModelNotice]:
        """Return the waiting notices, and drop them."""
        taken = list(self)
        self.clear()
        return taken
