"""Platform-specific code for Windows, macOS and Linux; all other modules call this one.

`System.here()` describes this machine. Tests construct other systems with fake platform APIs, so
that every branch runs on every machine.
"""

from __future__ import annotations

import ctypes
import locale
import os
import stat
import string
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.cli.console import WINDOWED_PROGRAM
from engine.messages import FIRST_LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from pygame import Window

Size = tuple[int, int]
SMALLEST_WINDOW: Size = (320, 240)  # on systems that enforce a least size
DOTS_AT_FULL_SIZE = 96  # per inch, at Windows's scale of 100 %
M_MMAP_THRESHOLD = -3  # from malloc.h of the GNU C library
LARGE_BYTES = 1_048_576
INVISIBLE = ("dummy", "offscreen")  # the drivers SDL falls back to without a screen
IDENTITY = "org.jouons.Jouons"


class Platform(Enum):
    """The supported platforms; any other counts as Linux."""

    LINUX = "linux"
    WINDOWS = "win32"
    MACOS = "darwin"


# The part of the desktop a window cannot use: task bar or Dock, menu bar, title, edges.
BARS: Mapping[Platform, Size] = {
    Platform.LINUX: (0, 96),
    Platform.WINDOWS: (16, 96),
    Platform.MACOS: (0, 140),
}


@dataclass(frozen=True)
class System:
    """A description of the machine; `scale` is the display scale of Windows."""

    platform: Platform = Platform.LINUX
    packaged: bool = False
    scale: float = 1.0
    desktops: tuple[Size, ...] = ()  # empty without a visible desktop
    windows: Any = None  # ctypes.windll, or a fake of a test

    @classmethod
    def here(cls) -> System:
        """Return a description of this machine, before the display is open."""
        platforms = {platform.value: platform for platform in Platform}
        platform = platforms.get(sys.platform, Platform.LINUX)
        return cls(
            platform, bool(getattr(sys, "frozen", False)), windows=getattr(ctypes, "windll", None)
        )

    @property
    def mac(self) -> bool:
        """Whether the keyboard is that of a Mac."""
        return self.platform is Platform.MACOS

    def give_back_memory(self) -> None:
        """Make freed surfaces return their memory to the system at once.

        Needed on Linux only: glibc otherwise allocates surfaces among small objects, and the gaps
        between those stay with the process: half of its memory after some thousand actions.
        """
        if self.platform is not Platform.LINUX:
            return
        with suppress(AttributeError, OSError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)

    @property
    def reads_from_the_start(self) -> bool:
        """Whether screen readers must be attached before the window first appears."""
        return self.platform is not Platform.LINUX

    # -- the window ------------------------------------------------------------------------------

    def prepare_display(self, environment: MutableMapping[str, str]) -> None:
        """Set up the process and SDL's environment; call it before pygame.display.init."""
        environment.setdefault("SDL_VIDEO_CENTERED", "1")
        if self.platform is Platform.WINDOWS:
            # Otherwise Windows draws the window small and stretches the picture.
            environment.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
            if not self.packaged:
                # Without an identity of its own the task bar shows Python's name and icon.
                with suppress(AttributeError, OSError):  # not on this Windows
                    self.windows.shell32.SetCurrentProcessExplicitAppUserModelID(IDENTITY)

    def with_display(self, driver: str, desktops: Iterable[Size]) -> System:
        """Return a copy with the desktops and the scale, once the display is open."""
        visible = (
            () if driver in INVISIBLE else tuple((width, height) for width, height in desktops)
        )
        return replace(self, desktops=visible, scale=self._windows_scale())

    def _windows_scale(self) -> float:
        if self.platform is not Platform.WINDOWS:
            return 1.0
        try:
            dots = int(self.windows.user32.GetDpiForSystem())
        except (AttributeError, OSError):  # before Windows 10
            return 1.0
        return max(1.0, dots / DOTS_AT_FULL_SIZE)

    def _bars(self) -> Size:
        width, height = BARS[self.platform]
        return round(width * self.scale), round(height * self.scale)

    def first_size(self, saved: Size) -> Size:
        """Return the size of the window for a saved one: scaled and inside the desktop."""
        width, height = round(saved[0] * self.scale), round(saved[1] * self.scale)
        if self.desktops:
            bars = self._bars()
            width = min(width, self.desktops[0][0] - bars[0])
            height = min(height, self.desktops[0][1] - bars[1])
        return max(SMALLEST_WINDOW[0], width), max(SMALLEST_WINDOW[1], height)

    def kept_size(self, size: Size) -> Size:
        """Return the size to save, the inverse of `first_size`."""
        return round(size[0] / self.scale), round(size[1] / self.scale)

    def fills_desktop(self, size: Size) -> bool:
        """Whether a window of this size is maximised or full-screen, and so not worth saving."""
        bars = self._bars()
        return any(size[0] >= w and size[1] >= h - bars[1] for w, h in self.desktops)

    def window(self) -> Window:
        """Return the open window, to hide it and to set its least size."""
        from pygame import Window

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # pygame has no other way yet
            return Window.from_display_module()

    def keep_window_large(self) -> None:
        """Set the least size of the window; tiling window managers ignore it."""
        self.window().minimum_size = SMALLEST_WINDOW

    def icon(self) -> str | None:
        """Return the file of the window's icon; None if the packaged program has a better one."""
        if self.mac:
            return None if self.packaged else "icon/jouons-256.png"
        return "icon/jouons-64.png"

    @property
    def switch_seconds(self) -> float:
        """The interpreter's switch interval: how long the window waits for a thinking bot.

        The default of 5 ms would cost a third of a frame each time. Windows counts in whole
        milliseconds: a shorter interval would become 0, and the waiting thread would spin.
        """
        return 0.001 if self.platform is Platform.WINDOWS else 0.0005

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's file manager; do nothing without a desktop."""
        self._open("explorer", "open", "xdg-open", str(folder))

    def edit(self, file: Path) -> subprocess.Popen[bytes] | None:
        """Open a text in the system's editor; None where no program could be started.

        One that finds no editor ends with another number than 0.
        """
        if self.platform is Platform.MACOS:
            return self._open("", "open", "", "-t", str(file))
        return self._open("notepad", "", "xdg-open", str(file))

    def _open(
        self, windows: str, mac: str, linux: str, *arguments: str
    ) -> subprocess.Popen[bytes] | None:
        """Start the program of this system; None without it, and without a desktop."""
        program = {Platform.WINDOWS: windows, Platform.MACOS: mac}.get(self.platform, linux)
        if not self.desktops:
            return None
        try:
            return subprocess.Popen(
                [program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return None  # no such program: a notice names the file or folder

    # -- folders ---------------------------------------------------------------------------------

    def documents(self) -> Path:
        """Return the first folder of Save and Open: the system's documents folder, if it exists."""
        from platformdirs import user_documents_path

        try:
            for folder in (user_documents_path(), Path.home()):
                if folder.is_dir():
                    return folder
        except (OSError, RuntimeError):
            pass  # no home folder: start in the working directory
        return Path.cwd()

    def drives(self) -> list[Path]:
        """Return the drives of Windows (C:, D: and so on); other systems have only the root."""
        if self.platform is not Platform.WINDOWS:
            return []
        try:
            present = int(self.windows.kernel32.GetLogicalDrives())
        except (AttributeError, OSError):
            return []
        letters = enumerate(string.ascii_uppercase)
        return [Path(f"{letter}:\\") for bit, letter in letters if present >> bit & 1]

    # -- words -----------------------------------------------------------------------------------

    def language(self, asked: Callable[[], Iterable[str]] | None = None) -> str:
        """Return the first supported language in the system's order; English if there is none."""
        for name in (asked or preferred_languages)():
            if name[:2].lower() in LANGUAGES:
                return name[:2].lower()
        return FIRST_LANGUAGE

    def is_unheard(self, streams: Iterable[TextIO | None], program: str = sys.executable) -> bool:
        """Whether output printed by the windowed program would be lost."""
        windowed = self.packaged and Path(program).stem == WINDOWED_PROGRAM
        return windowed and all(leads_nowhere(stream) for stream in streams)


def preferred_languages() -> list[str]:
    """Return the system's language names in order of preference; never raises."""
    try:
        from pygame.system import get_pref_locales

        names = [str(entry.get("language", "")) for entry in get_pref_locales()]
    except (ImportError, RuntimeError):
        names = []
    if any(names):
        return names
    try:
        return [locale.getlocale()[0] or ""]
    except (ValueError, TypeError):  # Python lacks some of Windows's regions
        return []


def leads_nowhere(stream: TextIO | None) -> bool:
    """Whether a stream discards its output: None, or the null device."""
    # On Windows isatty() is True for the null device.
    if stream is None or getattr(stream, "name", None) == os.devnull:
        return True
    try:
        number = stream.fileno()
        return stat.S_ISCHR(os.fstat(number).st_mode) and not os.isatty(number)
    except (OSError, ValueError, AttributeError):  # closed, or a stream in memory
        return stream.closed
