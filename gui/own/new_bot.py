"""The popup of a new bot or game: its name, and the program that it starts from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain, count

import pygame

from engine.messages import JouonsError, Message
from engine.own.source import ENDING
from engine.own.templates import RULES_KINDS, check_name, write_new
from gui.kit import Button, ButtonKind, Icon, Label, TextField, icon
from gui.kit.buttons import Pressable
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Grid, Layout, NoShrink, Row
from gui.kit.popup import Popup
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size
from gui.own.files import OwnFiles
from gui.theme import mix
from gui.ui import Ui

STARTS = ("random", "rules", "montecarlo", "minimax", "learner", "kaggle")
USUAL = "rules"
PROPOSED = {False: "my_bot", True: "my_game"}
WIDEST = 640
LEAST_TILE = 200
TILE_LINES = 2  # of the sentence of a tile


class StartTile(Pressable):
    """One starting point: its name, a sentence, and a tick where it is chosen."""

    def __init__(self, kind: str, ui: Ui, chosen: bool, action: Callable[[], None]) -> None:
        super().__init__(action, f"start {kind}")
        says = f"own.template.{kind}.sentence" if kind in RULES_KINDS else f"own.start.{kind}_says"
        self.name, self.sentence = ui.tr(f"own.start.{kind}"), ui.tr(says)
        self.chosen = chosen

    def words(self) -> str:
        return f"{self.name}: {self.sentence}"

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size of the name above the lines of the sentence."""
        theme, wide = ui.theme, max(ui.theme.tx(LEAST_TILE), min(width, ui.theme.tx(WIDEST)))
        lines = max(TILE_LINES, len(wrap(theme, self.sentence, 14, wide - theme.tx(32))))
        return wide, theme.tx(46) + lines * theme.line_height(14)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ground = mix(mix(c.raised, c.accent, 0.12) if self.chosen else c.raised, c.hover, self.glow)
        edge, wide = (c.accent, 2) if self.chosen else (c.hair, 1)
        ui.brush.rounded(target, rect, theme.px(10), ground, edge, wide)
        left, y = rect.x + theme.tx(16), rect.y + theme.tx(21)
        theme.blit_text(target, self.name, 16, (left, y), bold=True)
        step = theme.line_height(14)
        for number, line in enumerate(wrap(theme, self.sentence, 14, rect.w - theme.tx(32))):
            theme.blit_text(target, line, 14, (left, y + theme.tx(23) + number * step), c.text2)
        if self.chosen:
            side = theme.tx(16)
            tick = icon(ui.brush, Icon.CHECK, side, c.accent)
            target.blit(tick, (rect.right - theme.tx(14) - side, y - side // 2))


class NewFilePopup(Popup):
    """Asks for a name and a starting point, writes the file, and hands its name to `take`."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        files: OwnFiles,
        take: Callable[[str], None],
        games: bool = False,
    ) -> None:
        super().__init__(ui, modal=True)
        self.files, self.take, self.size, self.games = files, take, size, games
        self.kinds = RULES_KINDS if games else STARTS
        self.kind = self.kinds[0] if games else USUAL
        self.name = free_name(files, PROPOSED[games])
        self.fault: Message | None = None
        self.title = ui.tr("own.new_game_title" if games else "own.new_title")
        self._show()
        self.widget_group.focus_key("name", ring=False)

    def _show(self) -> None:
        widest = self.ui.theme.tx(WIDEST)
        self.show_centred(self._body(), self._foot(), self.size, widest)

    def _body(self) -> Layout:
        ui, fault = self.ui, self.fault
        field = TextField(
            self.name,
            change=self._typed,
            confirm=self._create,
            key="name",
            faulty=fault is not None,
        )
        ending = Label(ENDING, 16, mono=True, middle=True)
        tiles = [
            StartTile(kind, ui, kind == self.kind, partial(self._choose, kind))
            for kind in self.kinds
        ]
        return Column(
            Label(ui.tr("own.new_name"), 14, quiet=True),
            Row(Flexible(field), NoShrink(ending), gap=12, height=44),
            None if fault is None else FieldFault(ui.tr(fault)),
            Label(ui.tr("own.starts_from"), 14, quiet=True),
            Grid(*tiles, columns=2, gap=8),
            gap=6,
        )

    def _choose(self, kind: str) -> None:
        self.kind = kind
        self._show()

    def _foot(self) -> Layout:
        ui = self.ui
        says = ui.tr("own.game_opens" if self.games else "own.opens")
        words = Label(says, 14, quiet=True, middle=True)
        cancel = Button(ui.tr("gui.cancel"), self._leave, key="cancel")
        create = Button(
            ui.tr("own.create"),
            self._create,
            kind=ButtonKind.PRIMARY,
            enabled=self.fault is None,
            key="create",
        )
        about = Flexible(Box(words, least_width=180))
        return Row(about, NoShrink(cancel), NoShrink(create), gap=8, height=44)

    def _typed(self, text: str) -> None:
        """Check a name while it is typed; the fault stands below the field."""
        before, self.name, self.fault = self.fault, text.strip(), None
        try:
            check_name(self.files.folder, self.name)
        except JouonsError as error:
            self.fault = error.message
        if self.fault != before:
            self._show()

    def _leave(self) -> None:
        self.closed = True

    def _create(self) -> None:
        try:
            language = self.ui.tr.language
            path = write_new(self.files.folder, self.name, self.kind, language, self.kinds)
        except JouonsError as error:
            self.fault = error.message
            self._show()
            return
        self.closed = True
        self.files.look()
        self.take(path.stem)


def free_name(files: OwnFiles, proposed: str) -> str:
    """Return the name that is proposed: one that no file has."""
    names = chain([proposed], (f"{proposed}_{number}" for number in count(2)))
    return next(name for name in names if not files.path(name).exists())
