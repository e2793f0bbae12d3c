"""The one room for what differs between Windows, macOS and Linux; every other room asks here.

`System.here()` looks at this machine. A test makes the system it wants and hands in what the
system would answer, so that every branch runs on every machine.
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
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from engine.cli_console import WINDOWED_PROGRAM
from engine.messages import LANGUAGES

if TYPE_CHECKING:
    from pygame import Window

Size = tuple[int, int]
SMALLEST: Size = (640, 480)  # of a window that a person makes, where the system asks us
DOTS_AT_FULL_SIZE = 96  # an inch, where Windows enlarges nothing
M_MMAP_THRESHOLD = -3  # as malloc.h of the GNU C library has it
LARGE_BYTES = 1_048_576
INVISIBLE = ("dummy", "offscreen")  # what SDL falls back to without a screen
IDENTITY = "org.jouons.Jouons"


class Platform(Enum):
    """The systems that differ; anything else is taken as Linux."""

    LINUX = "linux"
    WINDOWS = "win32"
    MACOS = "darwin"


# What a window cannot have of the desktop: task bar or Dock, menu bar, title, edges.
BARS: Mapping[Platform, Size] = {
    Platform.LINUX: (0, 96),
    Platform.WINDOWS: (16, 96),
    Platform.MACOS: (0, 140),
}


@dataclass(frozen=True)
class System:
    """What is known of the machine. `scale` says how much larger Windows wants everything."""

    platform: Platform = Platform.LINUX
    packaged: bool = False
    scale: float = 1.0
    desktops: tuple[Size, ...] = ()  # none: no desktop that a window could fill
    windows: Any = None  # ctypes.windll, or what a test puts in its place

    @classmethod
    def here(cls) -> System:
        """This machine, before anything of the display is open."""
        known = {platform.value: platform for platform in Platform}
        platform = known.get(sys.platform, Platform.LINUX)
        return cls(
            platform, bool(getattr(sys, "frozen", False)), windows=getattr(ctypes, "windll", None)
        )

    @property
    def mac(self) -> bool:
        """Whether keys are those of a Mac."""
        return self.platform is Platform.MACOS

    def give_back_memory(self) -> None:
        """Have a large picture's memory go back to the system with the picture.

        Elsewhere that is so; the C library of Linux puts pictures among small things, and what is
        free between those stays with the program: after some thousand actions, half of it.
        """
        if self.platform is not Platform.LINUX:
            return
        try:
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        except (AttributeError, OSError):
            return  # another C library

    @property
    def reads_from_the_start(self) -> bool:
        """Whether screen readers must be let in before the window is shown for the first time."""
        return self.platform is not Platform.LINUX

    # -- the window ------------------------------------------------------------------------------

    def prepare_display(self, environment: MutableMapping[str, str]) -> None:
        """To be called before pygame.display.init: what SDL reads at that moment."""
        environment.setdefault("SDL_VIDEO_CENTERED", "1")
        if self.platform is Platform.WINDOWS:
            # Else Windows draws the window small and stretches the picture.
            environment.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
            if not self.packaged:
                self._name_the_program()

    def _name_the_program(self) -> None:
        """From the sources, the task bar would show Python's name and picture."""
        try:
            self.windows.shell32.SetCurrentProcessExplicitAppUserModelID(IDENTITY)
        except (AttributeError, OSError):
            return  # a Windows without it: the bar shows Python, nothing else is lost

    def with_display(self, driver: str, desktops: Iterable[Size]) -> System:
        """The same with what is known once the display is open."""
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

    def first_size(self, kept: Size) -> Size:
        """The size to open with for one that was kept: enlarged as wished, inside the desktop."""
        width, height = round(kept[0] * self.scale), round(kept[1] * self.scale)
        if self.desktops:
            bars = self._bars()
            width = min(width, self.desktops[0][0] - bars[0])
            height = min(height, self.desktops[0][1] - bars[1])
        return max(SMALLEST[0], width), max(SMALLEST[1], height)

    def kept_size(self, size: Size) -> Size:
        """What to keep of a window's size, so that `first_size` gives it back."""
        return round(size[0] / self.scale), round(size[1] / self.scale)

    def fills_desktop(self, size: Size) -> bool:
        """Whether a window so large is maximised or full-screen: no size to open with."""
        bars = self._bars()
        return any(size[0] >= w and size[1] >= h - bars[1] for w, h in self.desktops)

    @property
    def knows_its_window(self) -> bool:
        """Whether there is a way to the window that is open."""
        from pygame import Window

        return hasattr(Window, "from_display_module")

    def window(self) -> Window | None:
        """The one window there is, to hide it and to set its limits; None where pygame forgot it.

        The way to it is to go one day; then there is no limit, and readers are let in on Linux.
        """
        from pygame import Window

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            find = getattr(Window, "from_display_module", None)
            return find() if find is not None else None

    def keep_window_large(self) -> None:
        """Have the system let nobody make the window smaller; a tiling desktop does not ask."""
        window = self.window()
        if window is not None:
            window.minimum_size = SMALLEST

    def icon(self) -> str | None:
        """The picture for the window; None where the packaged program brings a better one."""
        if self.mac:
            return None if self.packaged else "icon/jouons-256.png"
        return "icon/jouons-64.png"

    @property
    def switch_seconds(self) -> float:
        """After how long a waiting window gets the interpreter from a thinking bot.

        The default of 5 ms would cost a third of a frame each time. Windows counts in whole
        milliseconds: less than one would be none, and the waiting thread would spin.
        """
        return 0.001 if self.platform is Platform.WINDOWS else 0.0005

    def show_folder(self, folder: Path) -> None:
        """Have the system show a folder to the person; without a desktop, nothing happens."""
        if not self.desktops:
            return
        program = {Platform.WINDOWS: "explorer", Platform.MACOS: "open"}.get(
            self.platform, "xdg-open"
        )
        try:
            subprocess.Popen(
                [program, str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return  # a system without it: the notice says where the files are

    # -- folders ---------------------------------------------------------------------------------

    def documents(self) -> Path:
        """Where Save and Open begin: the system's own folder for documents, where there is one."""
        from platformdirs import user_documents_path

        try:
            for folder in (user_documents_path(), Path.home()):
                if folder.is_dir():
                    return folder
        except (OSError, RuntimeError):
            pass  # no home at all: begin where the program was started
        return Path.cwd()

    def drives(self) -> list[Path]:
        """What Windows calls C:, D: and so on; nowhere else is there anything above the root."""
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
        """The first language the system prefers that we speak; English if there is none."""
        for name in (asked or preferred_languages)():
            if name[:2].lower() in LANGUAGES:
                return name[:2].lower()
        return "en"

    def is_unheard(self, streams: Iterable[TextIO | None], program: str = sys.executable) -> bool:
        """Whether a sentence printed by the windowed program would be read by nobody."""
        windowed = self.packaged and Path(program).stem == WINDOWED_PROGRAM
        return windowed and all(leads_nowhere(stream) for stream in streams)


def preferred_languages() -> list[str]:
    """Language names as the system gives them, the most wanted first; never raises."""
    try:
        from pygame.system import get_pref_locales

        names = [str(entry.get("language", "")) for entry in get_pref_locales()]
    except (ImportError, RuntimeError):
        names = []
    if any(names):
        return names
    try:
        return [locale.getlocale()[0] or ""]
    except (ValueError, TypeError):  # Python does not know every region that Windows has
        return []


def leads_nowhere(stream: TextIO | None) -> bool:
    """Whether what is written is lost: no stream, or the null device."""
    # On Windows the null device says of itself that it is a terminal.
    if stream is None or getattr(stream, "name", None) == os.devnull:
        return True
    try:
        number = stream.fileno()
        return stat.S_ISCHR(os.fstat(number).st_mode) and not os.isatty(number)
    except (OSError, ValueError, AttributeError):  # closed, or a stream in memory
        return stream.closed


def show_box(title: str, text: str) -> None:
    """A sentence in a box of the system's own, for a program without window and terminal."""
    import pygame

    try:
        pygame.display.message_box(title, text, "warn")
    except pygame.error:
        return  # no screen either: nobody can be told
