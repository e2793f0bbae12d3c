"""Choosing a file to open or to save, with the keyboard or the mouse."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.messages import JouonsError, Message
from engine.saves import SavedGame, load, save
from gui.controls import Button, Card, Icon, Kind, Label, ListBox, Row, TextField, Widget
from gui.controls.base import key_pressed
from gui.controls.fields import FieldFault
from gui.controls.words import shorten_middle
from gui.file_choice import (
    ENDING,
    Entry,
    drive_entries,
    listing,
    path_to_save,
    written_path,
)
from gui.kit.popup import Choice
from gui.protocols import Pop, Replace
from gui.scenes.base import WidgetScene
from gui.services import Services
from gui.shortcuts import Action


class FileScene(WidgetScene):
    """A folder's list above a field with the whole path."""

    title_key = ""
    button_key = ""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # None: above all drives, where there are any.
        self.folder: Path | None = services.system.documents()
        self.chosen = -1
        self.fault: Message | None = None
        self.text = ""
        self.entries: list[Entry] = []
        self._list_folder()

    def _list_folder(self) -> None:
        if self.folder is None:
            self.entries, self.fault = drive_entries(self.services.system.drives()), None
        else:
            self.entries, self.fault = listing(self.folder)
        self.chosen = -1

    @abstractmethod
    def act(self, path: Path) -> None:
        """Open or save, and leave; JouonsError where that cannot be."""

    def _act(self) -> None:
        try:
            path = written_path(self.text, self.folder)
            if os.path.isdir(path):
                self._go_to(path)
                return
            self.act(path)
        except JouonsError as error:
            self.fault = error.message
        if self.next is None:
            self.rebuild()

    def _above(self) -> Path | None:
        """The folder above; above the last one, None: the drives."""
        if self.folder is None or self.folder.parent == self.folder:
            return None
        return self.folder.parent

    def _can_go_up(self) -> bool:
        if self._above() is not None:
            return True
        return self.folder is not None and bool(self.services.system.drives())

    def _go_to(self, folder: Path | None) -> None:
        self.folder = folder
        self._list_folder()
        self.rebuild()

    def _choose(self, index: int) -> None:
        self.chosen = index
        entry = self.entries[index]
        if not entry.is_folder:
            self.text = entry.name
            self.fault = None
            self.rebuild()

    def _open_row(self, index: int) -> None:
        entry = self.entries[index]
        if entry.is_folder:
            self._go_to(entry.path)
        else:
            self.text = entry.name
            self._act()

    def _type(self, text: str) -> None:
        self.text = text

    def enter(self, size: tuple[int, int]) -> None:
        super().enter(size)
        if self.desk.focus is None:
            self.desk.focus_key("name", ring=False)  # its text selected: one can write at once

    def on_action(self, action: Action) -> bool:
        # A letter without Ctrl is part of a name here, wherever the focus is.
        return action is Action.MUTE

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.desk.focus_key("name")
        elif key_pressed(event, pygame.K_UP, pygame.K_DOWN):
            self.desk.focus_key("files")
        elif key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._act()
            return True
        else:
            return False
        return self.desk.handle(event)

    def build(self) -> Sequence[Widget]:
        theme = self.ui.theme
        bar = self.top_bar(self.tr(self.title_key))
        top = self.bar_height() + theme.px(20)
        width = min(self.size[0] - theme.px(48), theme.px(900))
        left = (self.size[0] - width) // 2
        foot = theme.tx(46) + theme.px(16) + self._fault_height(width)
        card = pygame.Rect(left, top, width, self.size[1] - top - theme.px(40) - foot)
        up = Button(
            pygame.Rect(card.x + theme.px(12), card.y + theme.px(12), theme.tx(200), theme.tx(40)),
            self.tr("files.up"),
            lambda: self._go_to(self._above()),
            image=Icon.BACK,
            key="up",
            enabled=self._can_go_up(),
        )
        where = self._folder_label(up.rect, card.right - theme.px(16))
        area = pygame.Rect(
            card.x + theme.px(12), up.rect.bottom + theme.px(8), card.w - theme.px(24), 0
        )
        area.h = card.bottom - theme.px(12) - area.y
        rows = [
            Row(entry.name, self.tr("files.folder") if entry.is_folder and self.folder else "")
            for entry in self.entries
        ]
        box = ListBox(
            area,
            rows,
            theme.tx(40),
            self._choose,
            chosen=self.chosen,
            open_row=self._open_row,
            key="files",
        )
        widgets: list[Widget] = [*bar, Card(card), up, where, box]
        if not rows:
            words = self.tr("files.none")
            widgets.append(Label(area, words, quiet=True, align=0.5, middle=True))
        return [*widgets, *self._foot(card)]

    def _fault_height(self, width: int) -> int:
        """Room for what was wrong, however long the name it repeats."""
        least = self.ui.theme.tx(28)
        if self.fault is None:
            return least
        return max(least, FieldFault.height(self.ui, self.tr(self.fault), width))

    def _folder_label(self, up: pygame.Rect, right: int) -> Label:
        """Beside the way up, where one is; a long path loses its middle."""
        left = up.right + self.ui.theme.px(16)
        rect = pygame.Rect(left, up.y, right - left, up.h)
        whole = self.tr("files.drives") if self.folder is None else str(self.folder)
        words = shorten_middle(self.ui.theme, whole, 14, rect.w)
        tip = whole if words != whole else ""
        return Label(rect, words, 14, quiet=True, most=1, middle=True, key="folder", tooltip=tip)

    def _foot(self, card: pygame.Rect) -> list[Widget]:
        theme = self.ui.theme
        y = card.bottom + theme.px(16)
        label = self.tr(self.button_key)
        width = Button.width_for(self.ui, label)
        go = Button(
            pygame.Rect(card.right - width, y, width, theme.tx(44)),
            label,
            self._act,
            kind=Kind.PRIMARY,
            key="go",
        )
        field = TextField(
            pygame.Rect(card.x, y, card.w - width - theme.px(12), theme.tx(44)),
            self.text,
            change=self._type,
            confirm=self._act,
            key="name",
            faulty=self.fault is not None,
            hint=self.tr("files.hint"),
        )
        widgets: list[Widget] = [field, go]
        if self.fault is not None:
            high = self._fault_height(card.w)
            place = pygame.Rect(card.x, y + theme.tx(46), card.w, high)
            widgets.append(FieldFault(place, self.tr(self.fault)))
        return widgets


class OpenScene(FileScene):
    """Open a saved game, on the table it was asked from or on a new one."""

    title_key = "files.open_title"
    button_key = "files.open"

    def __init__(self, services: Services, take: Callable[[Path], bool] | None = None) -> None:
        super().__init__(services)
        self.take = take

    def act(self, path: Path) -> None:
        from gui.scenes.match_start import match_from_save

        saved = load(path)
        if self.take is None:
            scene = match_from_save(self.services, saved)
            if scene is not None:
                self.go(Replace(scene))
        elif self.take(path):
            self.go(Pop())


class SaveScene(FileScene):
    """Save a game; an existing file is replaced only after a question."""

    title_key = "files.save_title"
    button_key = "files.save"

    def __init__(self, services: Services, saved: SavedGame) -> None:
        super().__init__(services)
        self.saved = saved
        self.text = f"{saved.game}{ENDING}"

    def act(self, path: Path) -> None:
        path = path_to_save(path)
        if os.path.exists(path):
            self.rebuild()
            self.ask(
                self.tr("files.replace_title"),
                self.tr("files.replace", file=path.name),
                [
                    Choice(self.tr("files.replace_yes"), lambda: self._write(path), primary=True),
                    Choice(self.tr("gui.cancel"), lambda: None),
                ],
            )
            return
        self._write(path)

    def _write(self, path: Path) -> None:
        try:
            save(path, self.saved)
        except JouonsError as error:
            self.fault = error.message
            self.rebuild()
            return
        self.services.notify(Message("files.saved", {"file": path.name}))
        self.go(Pop())
