"""Actions of a screen on own bots: a new one, a dropped one, the editor, the folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from engine.folders import own_settings
from engine.messages import JouonsError, excerpt, message
from engine.own.source import ENDING
from engine.own.templates import copy_in
from engine.registry import OWN, own_name
from gui.kit import Icon
from gui.kit.popup import Choice
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


def add_dropped(screen: Screen, file: Path) -> None:
    """Ask whether to add a file to the bots folder; one that lies there is chosen at once."""
    if file.parent.absolute() == own_settings().folder.absolute():
        _choose(screen, file.stem)
        return
    tr = screen.tr
    choices = [
        Choice(tr("own.drop_yes"), partial(_add, screen, file), Icon.PLUS),
        Choice(tr("gui.cancel"), screen.close_popup, primary=True),
    ]
    screen.ask(tr("own.drop_question"), tr("own.drop_says", file=excerpt(file.name, 80)), choices)


def _add(screen: Screen, file: Path) -> None:
    try:
        path = copy_in(own_settings().folder, file)
    except JouonsError as error:
        screen.services.notify(error.message, fault=True)
        return
    _choose(screen, path.stem)


def _choose(screen: Screen, name: str) -> None:
    """Choose a game; give a bot a seat in the settings that are open, else in the last game's."""
    player = f"{OWN}:{name}"
    files = screen.services.outliving(OwnFiles, OwnFiles)
    files.look()  # at the new file
    source = files.source(name)
    if source is not None and source.has_rules:
        screen.go(Open("setup", {"game_id": player}))
        return
    if not screen.seat(player):
        game = screen.services.settings.last_game
        screen.go(Open("setup", {"game_id": game, "own": player}))
