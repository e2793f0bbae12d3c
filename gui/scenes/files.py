"""Choosing a file to open or to save, with the keyboard or the mouse."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from engine.messages import JouonsError, Message
from engine.saves import SavedGame, SaveError, path_from, save
from gui.controls import Button, Card, Icon, Kind, Label, ListBox, Row, TextField, Widget
from gui.controls.fields import FieldFault
from gui.protocols import Pop, Replace
from gui.scenes.base import WidgetScene
from gui.scenes.popups import Choice
from gui.services import Services

ENDING = ".jouons"
MOST_ENTRIES = 2000


def home() -> Path:
    """Where to look first."""
    documents = Path.home() / "Documents"
    return documents if documents.is_dir() else Path.home()


def listing(folder: Path) -> tuple[list[Path], Message | None]:
    """Folders and games of a folder, folders first; a sentence when it cannot be read."""
    try:
        entries = [
            entry
            for entry in folder.iterdir()
            if not entry.name.startswith(".") and (entry.is_dir() or entry.suffix == ENDING)
        ]
    except OSError as error:
        return [], Message("files.unreadable", {"folder": str(folder), "reason": error.strerror})
    entries.sort(key=lambda entry: (not entry.is_dir(), entry.name.lower()))
    return entries[:MOST_ENTRIES], None


class FileScene(WidgetScene):
    """A folder's list above a field with the whole path."""

    title_key = ""
    button_key = ""

    def __init__(self, services: Services, folder: Path | None = None) -> None:
        super().__init__(services)
        self.folder = folder or home()
        self.chosen = -1
        self.fault: Message | None = None
        self.text = ""
        self.entries: list[Path] = []
        self._list_folder()

    def _list_folder(self) -> None:
        self.entries, self.fault = listing(self.folder)
        self.chosen = -1

    @abstractmethod
    def act(self, path: Path) -> None:
        """Open or save; set self.fault or leave."""

    def _act(self) -> None:
        words = self.text.strip()
        if not words:
            self.fault = Message("files.no_name")
            self.rebuild()
            return
        try:
            path = path_from(words, self.folder)
        except SaveError as error:
            self.fault = error.message
            self.rebuild()
            return
        if os.path.isdir(path):  # pathlib's raises for names that cannot be
            self._go_to(path)
            return
        self.act(path)
        if self.next is None:
            self.rebuild()

    def _go_to(self, folder: Path) -> None:
        self.folder = folder
        self._list_folder()
        self.rebuild()

    def _choose(self, index: int) -> None:
        self.chosen = index
        entry = self.entries[index]
        if not entry.is_dir():
            self.text = entry.name
            self.fault = None
            self.rebuild()

    def _open_row(self, index: int) -> None:
        entry = self.entries[index]
        if entry.is_dir():
            self._go_to(entry)
        else:
            self.text = entry.name
            self._act()

    def _type(self, text: str) -> None:
        self.text = text

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._act()
            return True
        return False

    def build(self) -> Sequence[Widget]:
        theme = self.ui.theme
        bar = self.top_bar(self.tr(self.title_key), str(self.folder))
        top = self.bar_height() + theme.px(20)
        width = min(self.size[0] - theme.px(48), theme.px(900))
        left = (self.size[0] - width) // 2
        foot = theme.tx(44) + theme.px(16) + theme.tx(28)
        card = pygame.Rect(left, top, width, self.size[1] - top - theme.px(40) - foot)
        up = Button(
            pygame.Rect(card.x + theme.px(12), card.y + theme.px(12), theme.tx(200), theme.tx(40)),
            self.tr("files.up"),
            lambda: self._go_to(self.folder.parent),
            image=Icon.BACK,
            key="up",
            enabled=self.folder.parent != self.folder,
        )
        area = pygame.Rect(
            card.x + theme.px(12), up.rect.bottom + theme.px(8), card.w - theme.px(24), 0
        )
        area.h = card.bottom - theme.px(12) - area.y
        rows = [
            Row(entry.name, self.tr("files.folder") if entry.is_dir() else "")
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
        widgets: list[Widget] = [*bar, Card(card), up, box]
        if not rows:
            words = self.tr("files.none")
            widgets.append(Label(area, words, quiet=True, align=0.5, middle=True))
        return [*widgets, *self._foot(card)]

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
            key="name",
            faulty=self.fault is not None,
            hint=self.tr("files.hint"),
        )
        widgets: list[Widget] = [field, go]
        if self.fault is not None:
            place = pygame.Rect(card.x, y + theme.tx(46), card.w, theme.tx(44))
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

        try:
            from engine.saves import load

            saved = load(path)
            if self.take is None:
                scene = match_from_save(self.services, saved)
                if scene is not None:
                    self.go(Replace(scene))
                return
        except JouonsError as error:
            self.fault = error.message
            return
        if self.take(path):
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
        if path.suffix != ENDING:
            path = path.with_name(path.name + ENDING)
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
