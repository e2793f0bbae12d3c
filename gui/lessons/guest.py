"""The services of a lesson: nothing that happens in it reaches the store or the settings file."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from gui.services import Services
from gui.settings import Settings
from gui.write_queue import WriteQueue

# The settings that a screen of a lesson shares with the person; all others it keeps to itself.
SHARED = (
    "language",
    "look",
    "text_scale",
    "motion",
    "safe_palette",
    "volume",
    "muted",
    "cube_letters",
    "window",
)


def _of_host(name: str) -> Any:
    """Return an attribute that the guest reads and writes in the services of its host."""
    return property(
        lambda guest: getattr(guest.host, name),
        lambda guest, value: setattr(guest.host, name, value),
    )


class GuestServices(Services):
    """Services for one step of a lesson: worker, sounds, notices and drawing tools of the host.

    Settings, store and data folder are its own: they begin with the defaults of a new person, and
    `close` throws them away. Changes of SHARED settings go to the host.
    """

    ui, notices, sounds = _of_host("ui"), _of_host("notices"), _of_host("sounds")
    size, opening = _of_host("size"), _of_host("opening")
    forced_language, listening = _of_host("forced_language"), _of_host("listening")
    on_change = _of_host("on_change")

    def __init__(self, host: Services, seed: int | None = None) -> None:
        self.host = host_of(host)
        self.system, self.file, self.worker = host.system, host.file, host.worker
        self._own = Settings()
        self.seed = seed
        self._folder = tempfile.TemporaryDirectory(
            prefix="jouons-lesson-", ignore_cleanup_errors=True
        )
        self.folder = Path(self._folder.name)
        self.write_queue = WriteQueue(self._say_held_up)
        self._store = self._refusal = None
        self._outliving = {}

    @property
    def settings(self) -> Settings:
        """The present settings: the SHARED ones of the host, and its own."""
        shared = {name: getattr(self.host.settings, name) for name in SHARED}
        return replace(self._own, **shared)

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._own = settings

    def resize(self, size: tuple[int, int]) -> None:
        self.host.resize(size)

    def change(self, settings: Settings) -> bool:
        """Apply new settings; the host saves those SHARED ones that differ."""
        before, self.settings = self.settings, settings
        new = {name: getattr(settings, name) for name in SHARED}
        changed = {name: value for name, value in new.items() if value != getattr(before, name)}
        return self.host.change(replace(self.host.settings, **changed))

    def listen(self, on: bool) -> None:
        self.host.listen(on)

    def close(self) -> None:
        """Stop the work begun here and remove the store; the worker stays with the host."""
        self.write_queue.close()
        self.close_models()
        if self._store is not None:
            self._store.close()
        self._folder.cleanup()


def host_of(services: Services) -> Services:
    """Return the services of the person, also from those of a lesson."""
    return services.host if isinstance(services, GuestServices) else services
