"""A Python file dropped on the window: after one question it is an own bot, and chosen."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from engine.folders import own_settings
from engine.messages import JouonsError, excerpt
from engine.own.templates import copy_in
from engine.registry import OWN
from gui.kit import Icon
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.own.files import OwnFiles
from gui.protocols import Open


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
