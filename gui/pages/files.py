"""The screens that open and save files."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pygame

from engine.messages import JouonsError, Message
from engine.own.games import agree, needs_trust
from engine.registry import is_own, own_name
from engine.saves import ENDING, SavedGame, load, save
from gui.kit import Icon, Label, ListBox, ListRow, TextField, Widget
from gui.kit.command import Command, by_id
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Card, Centred, Column, Flexible, Layout, Over, Pad, Row, px, tx
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.kit.text_wrap import shorten_start
from gui.kit.widget import key_pressed
from gui.pages.file_choice import FileModel, check_name, path_to_save, written_path
from gui.protocols import Open, Pop, Transition
from gui.services import Services
from gui.shortcuts import Action
from gui.ui import Ui

YES = "files.replace_yes"


class PathLabel(Label):
    """A path on one line; a long one is shortened in the middle, with the full path as tooltip."""

    def __init__(self, path: str) -> None:
        super().__init__(path, 14, quiet=True, maximum=1, middle=True, key="folder")
        self.path = path

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.text = shorten_start(ui.theme, self.path, 14, rect.w)
        self.tooltip = self.path if self.text != self.path else ""
        yield from super().place(ui, rect)


class FileScreen(Screen):
    """A file screen: the list of a folder above a field with the full path."""

    PREFIX = "files"
    HOME = "files"
    MODE = ""  # the text key of the screen's purpose
    EMPTY = "files.none"  # the text of an empty list

    def __init__(self, services: Services, text: str = "") -> None:
        super().__init__(services)
        system = services.system
        self.model = FileModel(system.documents(), system.drives, text)

    @abstractmethod
    def act(self, path: Path) -> None:
        """Open or save the file and leave. Raises JouonsError on failure."""

    def commands(self) -> Mapping[str, Command]:
        model = self.model
        return by_id(
            Command("up", lambda: self.go_to(model.above), Icon.BACK, enabled=model.can_go_up),
            Command("go", self.confirm, primary=True, text=self.MODE),
        )

    def confirm(self) -> None:
        """Confirm the folder or file in the path field, for Enter and the button."""
        self.model.confirm(self.act)
        if self.next is None:
            self.rebuild()

    def go_to(self, folder: Path | None) -> None:
        """Go to another folder."""
        self.model.go_to(folder)
        self.rebuild()

    def ask_first(self, title: str, says: str, yes: str, act: Callable[[], None]) -> None:
        """Act after a question, whose answer is `yes`; a fault is shown as usual."""

        def run() -> None:
            self.model.attempt(act)
            self.rebuild()

        keep = Choice(self.tr("gui.cancel"), lambda: None, primary=True)
        self.ask(self.tr(title), says, [keep, Choice(self.tr(yes), run)])

    def _choose(self, index: int) -> None:
        if self.model.choose(index):
            self.rebuild()

    def _open_row(self, index: int) -> None:
        entry = self.model.entries[index]
        if entry.is_folder:
            self.go_to(entry.path)
        else:
            self.model.text = entry.name
            self.confirm()

    def _type(self, text: str) -> None:
        self.model.text = text

    def enter(self, size: tuple[int, int]) -> None:
        first = self.widget_group.focus is None
        super().enter(size)
        if first:  # the text of the field is selected, ready for typing
            self.widget_group.focus_key("name", ring=False)

    def on_action(self, action: Action) -> bool:
        # A letter without Ctrl is part of a name here, not a shortcut, wherever the focus is.
        return action is Action.MUTE

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.widget_group.focus_key("name")
        elif key_pressed(event, pygame.K_UP, pygame.K_DOWN):
            self.widget_group.focus_key("files")
        elif key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return True
        else:
            return False
        return self.widget_group.handle(event)

    def view(self) -> Layout:
        return self.page(Column(self._field(), self._fault(), gap=tx(2)))

    def page(self, below: Layout) -> Layout:
        """Lay out the list with these parts below it."""
        page = Column(Flexible(self._list()), below)
        bar = self.bar(self.tr(f"files.{self.MODE}_title"))
        return Column(bar, Flexible(Pad(Centred(page, px(900)), 24, 20, 24, 40)), gap=0)

    def _list(self) -> Layout:
        model = self.model
        where = self.tr("files.drives") if model.folder is None else str(model.folder)
        folder = "" if model.folder is None else self.tr("files.folder")
        lines = [ListRow(each.name, folder if each.is_folder else "") for each in model.entries]
        files = ListBox(
            lines,
            self.ui.theme.tx(40),
            self._choose,
            chosen=model.chosen,
            open_row=self._open_row,
            key="files",
        )
        none = Label(self.tr(self.EMPTY), quiet=True, align=0.5, middle=True)
        head = Row(
            Box(self.offered().button("up"), 200, 40),
            Flexible(Pad(PathLabel(where), 0, 0, 4, 0)),
            gap=16,
        )
        content = Column(head, Flexible(Over(files, None if lines else none)), gap=8)
        return Card(content, pad=12, foot=12)

    def _field(self) -> Layout:
        field = TextField(
            self.model.text,
            change=self._type,
            confirm=self.confirm,
            key="name",
            faulty=self.model.fault is not None,
            hint=self.tr("files.hint"),
        )
        field.called = self.tr("access.file_name")
        return Row(Flexible(field), self.offered().button("go"), gap=12, height=44)

    def _fault(self) -> Layout:
        """Lay out the fault, or its empty space."""
        fault = self.model.fault
        return Box(FieldFault(self.tr(fault)) if fault else Row(), height=28)


class OpenScreen(FileScreen):
    """The screen that opens a saved game, in a new match or where `take` leads.

    `take` returns None when it has refused the game, and may raise JouonsError.
    """

    MODE = "open"

    def __init__(
        self, services: Services, take: Callable[[Path], Transition | None] | None = None
    ) -> None:
        super().__init__(services)
        self.take = take

    def act(self, path: Path) -> None:
        saved = load(path)
        if not needs_trust(saved):
            self._open(path, saved)
            return

        def run() -> None:
            agree(saved)
            self._open(path, saved)

        says = self.tr("own.trust_says", name=own_name(saved.game))
        self.ask_first("own.trust_question", says, "own.trust_yes", run)

    def _open(self, path: Path, saved: SavedGame) -> None:
        if self.take is None:
            self.go(Open("saved_match", {"saved": saved, "given": True}, instead=True))
            return
        taken = self.take(path)
        if taken is not None:
            self.go(taken)


class SaveScreen(FileScreen):
    """The screen that saves a game; replacing an existing file needs a confirmation."""

    MODE = "save"

    def __init__(self, services: Services, saved: SavedGame) -> None:
        name = own_name(saved.game) if is_own(saved.game) else saved.game
        super().__init__(services, f"{name}{ENDING}")
        self.saved = saved

    def act(self, path: Path) -> None:
        path = path_to_save(path)
        if not os.path.exists(path):
            self._write(path)
            return
        says = self.tr("files.replace", file=path.name)
        self.ask_first("files.replace_title", says, YES, lambda: self._write(path))

    def _write(self, path: Path) -> None:
        save(path, self.saved)
        self.services.notify(Message("files.saved", {"file": path.name}))
        self.go(Pop())


class ExportScreen(FileScreen):
    """The screen that exports an experiment as several files with a common prefix."""

    MODE = "export"
    EMPTY = "files.no_folders"

    def __init__(
        self,
        services: Services,
        stem: str,
        endings: Sequence[str],
        write: Callable[[Path], list[Path]],
    ) -> None:
        super().__init__(services, stem)
        self.endings = endings  # of the files that `write` makes
        self.write = write

    def act(self, path: Path) -> None:
        base = _base(path)
        names = [f"{base.name}{ending}" for ending in self.endings]
        there = [name for name in names if os.path.exists(base.with_name(name))]
        if not there:
            self._write(base)
            return
        title = "files.replace_title" if len(there) == 1 else "files.replace_title_export"
        says = self.tr("files.replace_export", files=", ".join(there), count=len(there))
        self.ask_first(title, says, YES, lambda: self._write(base))

    def _type(self, text: str) -> None:
        super()._type(text)
        self.rebuild()

    def view(self) -> Layout:
        plan = Label(self._plan(), 14, quiet=True)
        return self.page(Column(self._field(), plan, self._fault(), gap=tx(4)))

    def _plan(self) -> str:
        try:
            base = _base(written_path(self.model.text, self.model.folder))
        except JouonsError:
            return ""
        names = ", ".join(f"{base.name}{ending}" for ending in self.endings)
        return self.tr("files.will_export", files=names, folder=str(base.parent))

    def _write(self, base: Path) -> None:
        written = self.write(base)
        names = ", ".join(path.name for path in written)
        self.services.notify(
            Message("files.exported", {"files": names, "folder": str(base.parent)})
        )
        self.services.system.show_folder(base.parent)
        self.go(Pop())


def _base(path: Path) -> Path:
    """Return the common beginning of the exported files, without a typed ending.

    Raises JouonsError as `check_name` does.
    """
    check_name(path.name)
    name = path.name.removesuffix(".csv").removesuffix(".png")
    return path.with_name(name or path.name)
