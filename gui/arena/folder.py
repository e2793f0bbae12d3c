"""A folder of own bots as players: its files, and the popup that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from engine.folders import own_settings
from engine.messages import JouonsError, excerpt
from engine.own.source import ENDING, sources_in
from engine.saves import path_from
from gui.arena.form import MAX_PLAYERS, ExperimentForm
from gui.kit import Button, ButtonKind, Label, TextField
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, NoShrink, Pad, Row
from gui.kit.popup import Popup
from gui.ui import Ui

WIDTH = 560


def bots_in(folder: Path, form: ExperimentForm) -> list[str]:
    """Return the files of a folder that play the game of a form, as player texts.

    A file that cannot be read or loaded is among them: its faults are counted. Raises JouonsError
    for a folder that is none, for one without such a file, and for one with too many.
    """
    if not folder.is_dir():
        raise JouonsError("arena.no_folder", folder=excerpt(str(folder), 80))
    sources = sources_in(folder)
    imported = {name for each in sources.values() for name, _ in each.files[1:]}
    players = [
        str(folder / f"{name}{ENDING}")
        for name, each in sources.items()
        if f"{name}{ENDING}" not in imported
        and (each.plays or each.kind is None)
        and (not each.games or form.game in each.games)
    ]
    if not players:
        raise JouonsError("arena.empty_folder", folder=excerpt(str(folder), 80))
    if len(players) + len(form.players) > MAX_PLAYERS:
        raise JouonsError("arena.large_folder", found=len(players), most=MAX_PLAYERS)
    return players


def in_folders(players: Sequence[str]) -> list[tuple[str, int]]:
    """Return the players in order, those of one folder together: its path, or "", and how many."""
    parts: list[tuple[str, int]] = []
    for folder, group in groupby(players, _folder):
        count = len(list(group))
        parts += [(folder, count)] if folder and count > 1 else [("", 1)] * count
    return parts


def _folder(player: str) -> str:
    return str(Path(player).parent) if player.endswith(ENDING) else ""


class FolderPopup(Popup):
    """Popup of the path of a folder; `take` gets it, and its fault is told below the field."""

    def __init__(self, ui: Ui, size: tuple[int, int], take: Callable[[Path], None]) -> None:
        super().__init__(ui, modal=True)
        self.take = take
        self.text = str(own_settings().folder)
        self._size = size
        self._show()
        self.widget_group.focus_key("folder", ring=False)

    def _show(self, fault: str = "") -> None:
        tr = self.ui.tr
        field = TextField(
            self.text, change=self._type, confirm=self._done, key="folder", faulty=bool(fault)
        )
        cancel = Button(tr("gui.cancel"), self._leave, key="cancel")
        okay = Button(tr("arena.folder_take"), self._done, kind=ButtonKind.PRIMARY, key="take")
        body = Column(
            Label(tr("arena.folder_title"), 22, bold=True, maximum=1),
            Label(tr("arena.folder_says"), 14, quiet=True),
            Box(field, height=44),
            FieldFault(fault) if fault else None,
            Row(Flexible(), NoShrink(cancel), NoShrink(okay), height=44),
        )
        self.show_centred(Pad(body, 24), self._size, self.ui.theme.tx(WIDTH))

    def _type(self, text: str) -> None:
        self.text = text

    def _leave(self) -> None:
        self.closed = True

    def _done(self) -> None:
        try:
            self.take(path_from(self.text.strip(), Path.home()))
            self.closed = True
        except JouonsError as error:
            self._show(self.ui.tr(error.message))
