"""What Save and Open offer and accept: folders, saved games, drives, names. Knows no window."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.files import reason
from engine.messages import JouonsError, Message
from engine.saves import ENDING, is_game, path_from

MAX_ENTRIES = 2000
# Windows makes something else of these, wherever they stand: a device, or a stream nobody sees.
# A game saved on one system is to be opened on every other.
REFUSED_SIGNS = frozenset('<>:"|?*\\/')
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"]
)


@dataclass(frozen=True)
class FileEntry:
    """A folder or a saved game in the list."""

    path: Path
    name: str
    is_folder: bool


class FileModel:
    """A folder's list, the entry chosen in it, what is written below it, and what is wrong.

    The folder is None above all drives, where there are any.
    """

    def __init__(
        self, folder: Path | None, drives: Callable[[], Sequence[Path]], text: str = ""
    ) -> None:
        self._drives = drives
        self.text = text
        self.go_to(folder)

    def go_to(self, folder: Path | None) -> None:
        """List another folder."""
        self.folder = folder
        self.chosen = -1
        self.fault: Message | None = None
        drives = self._drives() if folder is None or self.above is None else []
        self.can_go_up = folder is not None and (self.above is not None or bool(drives))
        if folder is None:
            self.entries = drive_entries(drives)
        else:
            self.entries, self.fault = listing(folder)

    @property
    def above(self) -> Path | None:
        """The folder above; above the last one, None: the drives."""
        if self.folder is None or self.folder.parent == self.folder:
            return None
        return self.folder.parent

    def choose(self, index: int) -> bool:
        """Point at an entry; whether its name has been written below."""
        self.chosen = index
        entry = self.entries[index]
        if not entry.is_folder:
            self.text, self.fault = entry.name, None
        return not entry.is_folder

    def confirm(self, act: Callable[[Path], None]) -> None:
        """Go to the folder that is written, or do something with the file; a fault is kept."""

        def run() -> None:
            path = written_path(self.text, self.folder)
            if os.path.isdir(path):
                self.go_to(path)
            else:
                act(path)

        self.attempt(run)

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something and keep what was wrong with it."""
        try:
            act()
        except JouonsError as error:
            self.fault = error.message


def listing(folder: Path) -> tuple[list[FileEntry], Message | None]:
    """Folders and games of a folder, folders first; a sentence when it cannot be read.

    An entry that cannot be looked at is left out, and hides no other.
    """
    try:
        names = [name for name in os.listdir(folder) if not name.startswith(".")]
    except OSError as error:
        return [], Message("files.unreadable", {"folder": str(folder), "reason": reason(error)})
    # os.path answers no where Path would raise: for what is not ours to look at.
    found = [FileEntry(folder / name, name, os.path.isdir(folder / name)) for name in names]
    entries = [entry for entry in found if entry.is_folder or is_game(entry.name)]
    entries.sort(key=lambda entry: (not entry.is_folder, entry.name.lower()))
    return entries[:MAX_ENTRIES], None


def drive_entries(drives: Sequence[Path]) -> list[FileEntry]:
    """The drives of Windows as if they were folders of one above them all."""
    return [FileEntry(drive, str(drive), True) for drive in drives]


def written_path(text: str, folder: Path | None) -> Path:
    """The path that was written, from this folder on. JouonsError where it says nothing.

    Without a folder, where the drives are shown, it has to be a whole path.
    """
    text = text.strip()
    if not text:
        raise JouonsError("files.no_name")
    if Path(text).drive and not Path(text).is_absolute():
        check_name(text)  # game:1 is a stream of Windows, or the folder in use on drive G
    path = path_from(text, folder or Path())
    if folder is None and not path.is_absolute():
        raise JouonsError("files.no_drive")
    return path


def path_to_save(path: Path) -> Path:
    """The path with our ending; JouonsError where some system would make something else of it."""
    check_name(path.name)
    return path if is_game(path.name) else path.with_name(path.name + ENDING)


def check_name(name: str) -> None:
    """JouonsError for a file name that is none on some system."""
    signs = sorted(REFUSED_SIGNS & set(name))
    if signs:
        raise JouonsError("files.sign", name=name, sign=signs[0])
    if name.split(".")[0].strip().lower() in DEVICES:
        raise JouonsError("files.device", name=name)
