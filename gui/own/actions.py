"""Actions of a screen on own bots: a new one, the editor, the folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.messages import message
from engine.own.source import ENDING
from engine.registry import OWN, own_name
from gui.kit.screen import Screen
from gui.own.files import OwnFiles
from gui.own.new_bot import NewFilePopup
from gui.protocols import Open


class OwnActions:
    """The actions of one screen; `files` are shared by all screens."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.files = screen.services.outliving(OwnFiles, OwnFiles)

    def new(self, take: Callable[[str], None], games: bool = False) -> None:
        """Ask for a new bot or, with `games`, game; open its file, and hand its text on."""
        screen = self._screen

        def created(name: str) -> None:
            screen.popup = None
            take(f"{OWN}:{name}")
            self.edit(f"{OWN}:{name}")

        screen.popup = NewFilePopup(screen.ui, screen.size, self.files, created, games)

    def card(self, player: str) -> None:
        """Open the card of a bot."""
        self._screen.go(Open("own_card", {"player": player}))

    def edit(self, player: str) -> None:
        """Open the file of a bot in the system's editor, or say where it is."""
        path = Path(player) if player.endswith(ENDING) else self.files.path(own_name(player))
        self._screen.services.edit(path)

    def show_folder(self, folder: Path | None = None) -> None:
        """Show a folder, by default that of the bots, in the file manager, and say where it is."""
        folder = self.files.folder if folder is None else folder
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._screen.services.system.show_folder(folder)
        self._screen.services.notify(message("own.folder", folder=str(folder)))
