"""What the models of the window need of the program round them; its services are one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from engine.store import Store
    from gui.settings import Settings
    from gui.worker import Worker
    from gui.write_queue import WriteQueue


class AppContext(Protocol):
    """Settings, the worker thread, the store, and writes that wait until they can be made."""

    settings: Settings
    worker: Worker
    write_queue: WriteQueue

    @property
    def store(self) -> Store:
        """Finished and unfinished games, and what learners know."""

    def change(self, settings: Settings) -> bool:
        """Take and keep new settings."""


@runtime_checkable
class Closing(Protocol):
    """A model with work of its own to end when the program ends."""

    def close(self) -> None:
        """End it, and keep what can be kept."""
