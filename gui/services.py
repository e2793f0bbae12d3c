"""Services shared by all screens: settings, drawing tools, worker, store, sounds, notices."""

from __future__ import annotations

import math
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.messages import JouonsError, Message, message
from gui.app_context import Closing
from gui.i18n import Translator
from gui.paint import Brush
from gui.settings import Settings, SettingsFile
from gui.system import System
from gui.theme import Motion, Theme, ThemeName, page_size
from gui.ui import Ui
from gui.worker import Worker
from gui.write_queue import SETTINGS, WriteQueue

if TYPE_CHECKING:
    from engine.store.store import Store
    from gui.sounds import Sounds

T = TypeVar("T")
NOTICE_SECONDS = 5.0
STANDING = math.inf  # the time left of a notice that stays until its cause ends
PATIENCE = 0.01  # seconds the main thread waits for a locked store
# The settings that the drawing tools depend on.
DRAWN = attrgetter("language", "look", "text_scale", "motion", "safe_palette")


@dataclass(eq=False)
class Notice:
    """One sentence at the top of the window. It disappears with the screen it appeared on.

    It also disappears when `holds()` becomes False. A fault stays until a key or a click after its
    time shows that it was read. A STANDING notice ends only with its cause.
    """

    text: str
    fault: bool
    left: float = NOTICE_SECONDS
    read: bool = False  # a key or a click came after its time
    over: bool = False
    holds: Callable[[], bool] | None = None
    _screen: object = None

    def pass_time(self, dt: float, screen: object) -> None:
        """Advance by `dt` seconds with this screen on top."""
        if self.left == STANDING:
            return
        self._screen = self._screen or screen
        self.left -= dt
        self.read = self.read and self.left <= 0
        self.over = (
            self.over
            or self._screen is not screen
            or (self.holds is not None and not self.holds())
            or (self.left <= 0 and (self.read or not self.fault))
        )

    def close(self) -> bool:
        """Close the notice on a click; return False when it must stay."""
        self.over = self.left != STANDING
        return self.over


def fresh_seed(wanted: int | None) -> int:
    """Return the requested seed, or a new random one of 32 bits."""
    return wanted if wanted is not None else int.from_bytes(os.urandom(4), "little")


class Services:
    """The services of the window; `folder` holds the store of games."""

    def __init__(
        self,
        settings: Settings,
        file: SettingsFile,
        folder: Path,
        size: tuple[int, int],
        language: str = "",
        seed: int | None = None,
        system: System | None = None,
    ) -> None:
        self.settings = settings
        self.system = system or System()
        self.file = file
        self.folder = folder
        self.forced_language = language
        self.seed = seed
        self.window = size
        self.worker = Worker(self.system.switch_seconds)
        self.notices: list[Notice] = []
        # The file that an editor was last asked to open, with its program; no program: none.
        self.opening: tuple[Path, subprocess.Popen[bytes] | None] | None = None
        self.write_queue = WriteQueue(self._say_held_up)
        self.on_change: Callable[[], None] = lambda: None
        self._store: Store | None = None
        self._refusal: Message | None = None  # the reason why the store stays closed
        self._sounds: Sounds | None = None
        self._outliving: dict[type, object] = {}
        self.listening = False  # a screen reader needs the texts that widgets draw
        self._brush = Brush()
        self.ui = self._make_ui()

    def _make_ui(self) -> Ui:
        chosen = self.settings
        self.size = page_size(self.window, chosen.text_scale)  # of the page that screens are on
        theme = Theme(
            ThemeName(chosen.look),
            self.size,
            chosen.text_scale,
            Motion[chosen.motion],
            chosen.safe_palette,
        )
        theme.heard = [] if self.listening else None
        language = self.forced_language or chosen.language or self.system.language()
        say = partial(self.notify, fault=True)
        return Ui(theme, self._brush, Translator(language), say, self.system)

    def listen(self, on: bool) -> None:
        """Turn on or off the recording of drawn texts for screen readers."""
        self.listening = on
        self.ui.theme.heard = [] if on else None

    def tr(self, text: Message | str, /, **values: object) -> str:
        """Return the sentence in the present language."""
        return self.ui.tr(text, **values)

    def resize(self, window: tuple[int, int]) -> None:
        """Adapt the page and the drawing tools to a new size of the window."""
        if window != self.window:
            self.window = window
            self.ui = self._make_ui()

    def change(self, settings: Settings) -> bool:
        """Apply and save new settings; return True when that rebuilt the screen."""
        if settings == self.settings:
            return False
        if settings.language != self.settings.language:
            self.forced_language = ""
        drawn = DRAWN(settings) != DRAWN(self.settings)
        visible = drawn or settings.muted != self.settings.muted
        self.file.changed(self.settings, settings)
        self.settings = settings
        self.write_queue.put(SETTINGS, self._keep_settings)
        if self._sounds is not None:
            self._sounds.set_volume(0.0 if settings.muted else settings.volume)
        if drawn:
            colours = self.ui.theme.colours
            self.ui = self._make_ui()
            if self.ui.theme.colours != colours:
                self._brush.forget()  # cached pictures contain the old colours
        if visible:
            self.on_change()
        return visible

    def fresh_seed(self) -> int:
        """Return the requested seed, or a new one; games save it so that they can be replayed."""
        return fresh_seed(self.seed)

    def notify(
        self,
        text: Message | str,
        fault: bool = False,
        holds: Callable[[], bool] | None = None,
    ) -> None:
        """Show a notice for a few seconds, and only while `holds()` is True."""
        standing = [notice for notice in self.notices if notice.left == STANDING]
        self.notices = [*standing, Notice(self.tr(text), fault, holds=holds)]

    def edit(self, file: Path) -> None:
        """Open a text in the system's editor; a notice says where it is if that fails."""
        self.opening = file, self.system.edit(file)
        self.follow_editor()

    def follow_editor(self) -> None:
        """Say where a file is once its editor could not be opened."""
        if self.opening is None:
            return
        file, program = self.opening
        code = 1 if program is None else program.poll()
        if code is not None:
            self.opening = None
        if code:
            self.notify(message("own.no_editor", file=str(file)), fault=True)

    def _say_held_up(self, fault: Message | None) -> None:
        """Show a failed write until it succeeds, or once if it never can; None clears it."""
        self.notices = [notice for notice in self.notices if notice.left != STANDING]
        if fault is not None and self.write_queue.refused:
            self.notify(fault, fault=True)
        elif fault is not None:
            text = self.tr("keeping.waits", fault=fault)
            self.notices.insert(0, Notice(text, True, STANDING))

    def _keep_settings(self) -> None:
        fault = self.file.save(self.settings)
        if fault is not None:
            raise JouonsError(fault.key, **fault.values)

    @property
    def store(self) -> Store:
        """The store, opened at first use; a notice reports a damaged one that was set aside.

        For the main thread only: while another program locks the file, calls raise StoreBusy at
        once. Jobs in the worker use `own_store`. A store of a newer version raises
        ReadOnlyStoreError each time, without another attempt.
        """
        if self._store is None:
            from engine.store.store import Store
            from engine.store.store_file import ReadOnlyStoreError

            if self._refusal is not None:
                raise ReadOnlyStoreError(self._refusal.key, **self._refusal.values)
            try:
                self._store = Store(self.folder, patience=PATIENCE)
            except ReadOnlyStoreError as error:
                self._refusal = error.message
                raise
            notice = self._store.notice
            if notice is not None:
                self.notify(notice, fault=True)
        return self._store

    def own_store(self) -> Store:
        """Open the store for a job in another thread, which may wait for other programs."""
        from engine.store.store import Store

        return Store(self.folder) if self._store is None else self._store.another()

    @property
    def sounds(self) -> Sounds:
        """The sounds, loaded at first use; silent on a machine without audio."""
        if self._sounds is None:
            from gui.sounds import Sounds

            volume = 0.0 if self.settings.muted else self.settings.volume
            self._sounds = Sounds(volume)
        return self._sounds

    def outliving(self, kind: type[T], make: Callable[[], T]) -> T:
        """Return the single model of a type that outlives its screen, made at the first call."""
        if kind not in self._outliving:
            self._outliving[kind] = make()
        model = self._outliving[kind]
        assert isinstance(model, kind)
        return model

    def close_models(self) -> None:
        """Close the models that outlive their screens."""
        for model in self._outliving.values():
            if isinstance(model, Closing):
                model.close()

    def close(self) -> None:
        """Stop all work, flush the write queue and close the store."""
        self.worker.close()
        self.close_models()
        self.write_queue.close()
        if self._store is not None:
            self._store.close()
