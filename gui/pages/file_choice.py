"""The model of the file dialogs: folders, saved games, drives and valid names. No pygame."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.files import reason
from engine.messages import JouonsError, Message
from engine.saves import ENDING, is_game, path_from

MAX_ENTRIES = 2000
# Windows reserves these in file names, for devices and hidden streams. Refuse them on every
# system, so that a game saved on one opens on all.
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
    """A folder's entries, the selected one, the text of the path field, and its fault.

    The folder is None above all drives, on systems with drives.
    """

    def __init__(
        self, folder: Path | None, drives: Callable[[], Sequence[Path]], text: str = ""
    ) -> None:
        self._drives = drives
        self.text = text
        self.go_to(folder)

    def go_to(self, folder: Path | None) -> None:
        """Go to another folder and list it."""
        self.folder = folder
        self.chosen = -1
        self.fault: Message | None = None
        drives = self._drives() if folder is None or self.above is None else []
        self.can_go_up = folder is not None and (self.above is not None or bool(drives))
        if folder is None:
            self.entries = [FileEntry(drive, str(drive), True) for drive in drives]
        else:
            self.entries, self.fault = listing(folder)

    @property
    def above(self) -> Path | None:
        """The parent folder; None above a root: the list of drives."""
        if self.folder is None or self.folder.parent == self.folder:
            return None
        return self.folder.parent

    def choose(self, index: int) -> bool:
        """Select an entry; return True when the path field has taken its name."""
        self.chosen = index
        entry = self.entries[index]
        if not entry.is_folder:
            self.text, self.fault = entry.name, None
        return not entry.is_folder

    def confirm(self, act: Callable[[Path], None]) -> None:
        """Go to the folder in the path field, or call `act` with the file; store a fault."""

        def run() -> None:
            path = written_path(self.text, self.folder)
            if os.path.isdir(path):
                self.go_to(path)
            else:
                act(path)

        self.attempt(run)

    def attempt(self, act: Callable[[], None]) -> None:
        """Call `act` and store its fault."""
        try:
            act()
        except JouonsError as error:
            self.fault = error.message


def listing(folder: Path) -> tuple[list[FileEntry], Message | None]:
    """Return the folders and games of a folder, folders first, and a message if it is unreadable.

    An inaccessible entry is omitted without affecting the others.
    """
    try:
        names = [name for name in os.listdir(folder) if not name.startswith(".")]
    except OSError as error:
        return [], Message("files.unreadable", {"folder": str(folder), "reason": reason(error)})
    # os.path returns False where Path raises: for entries without permission.
    rows = [FileEntry(folder / name, name, os.path.isdir(folder / name)) for name in names]
    entries = [entry for entry in rows if entry.is_folder or is_game(entry.name)]
    entries.sort(key=lambda entry: (not entry.is_folder, entry.name.lower()))
    return entries[:MAX_ENTRIES], None


def written_path(text: str, folder: Path | None) -> Path:
    """Return the typed path, relative to this folder. Raises JouonsError for an empty one.

    Without a folder, in the list of drives, the path must be absolute.
    """
    text = text.strip()
    if not text:
        raise JouonsError("files.no_name")
    if Path(text).drive and not Path(text).is_absolute():
        check_name(text)  # on Windows, game:1 is a stream, or a path on drive G
    path = path_from(text, folder or Path())
    if folder is None and not path.is_absolute():
        raise JouonsError("files.no_drive")
    return path


def path_to_save(path: Path) -> Path:
    """Return the path with our suffix. Raises JouonsError as `check_name` does."""
    check_name(path.name)
    return path if is_game(path.name) else path.with_name(path.name + ENDING)


def check_name(name: str) -> None:
    """Raise JouonsError for a file name that is empty, or invalid on at least one system."""
    if not name:
        raise JouonsError("files.no_name")
    signs = sorted(REFUSED_SIGNS & set(name))
    if signs:
        raise JouonsError("files.sign", name=name, sign=signs[0])
    if name.split(".")[0].strip().lower() in DEVICES:
        raise JouonsError("files.device", name=name)
