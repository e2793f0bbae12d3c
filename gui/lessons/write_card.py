"""The part of the card where a person writes a file: items of the check, hints, the way to it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.messages import Message
from gui.kit import Button, ButtonKind, Icon, Label, Widget, icon
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.code import CodeBlock
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Over, Pad, Row
from gui.kit.popup import Popup
from gui.kit.widget import Size
from gui.lessons.writing import WritingModel
from gui.match.players import Plate
from gui.ui import Ui

SIGN, SPACE, LINE = 16, 28, 24  # the side of the sign of an item, its column, the height of a line
RING = 12
FOOT = 44
WIDEST = 900  # of the popup with lines of Python
SPOKEN = {None: "write.unknown", True: "lessons.right", False: "lessons.wrong"}


class ItemSign(Widget):
    """The sign of an item: a tick, a cross, or a ring until it was checked."""

    def __init__(self, passed: bool | None) -> None:
        super().__init__()
        self.passed = passed

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.TEXT, ui.tr(SPOKEN[self.passed]))

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(SPACE), ui.theme.tx(LINE)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        side = theme.tx(RING if self.passed is None else SIGN)
        place = (self.rect.x + (theme.tx(SIGN) - side) // 2, self.rect.centery - side // 2)
        if self.passed is None:
            ui.brush.rounded(target, pygame.Rect(place, (side, side)), side // 2, None, c.text2, 2)
            return
        image, ink = (Icon.CHECK, c.win) if self.passed else (Icon.CROSS, c.loss)
        target.blit(icon(ui.brush, image, side, ink), place)


def check_part(writing: WritingModel, ui: Ui) -> Layout:
    """Lay out the items of the check; the first that is wrong has its sentence."""
    tr = ui.tr
    saved = writing.note
    note = Label(tr(saved), 14, quiet=True, align=1, maximum=1) if saved is not None else None
    title = NoShrink(Label(tr(writing.title), 14, bold=True))
    lines: list[Layout] = []
    for item in writing.items:
        name = Label(tr(item.name), 16, quiet=item.passed is None, middle=True)
        words = Column(name, Label(tr(item.text), 14) if item.text is not None else None, gap=2)
        lines.append(Row(NoShrink(Box(ItemSign(item.passed), at=0)), Flexible(words), gap=0))
    if writing.fault is not None:
        lines.append(FieldFault(tr(writing.fault)))
    content = Column(Row(title, Flexible(note) if note else None, gap=12), *lines, gap=2)
    return Over(Plate("table2"), Pad(content, 14, 8, 14, 8))


def check_news(writing: WritingModel, tr: Callable[[Message], str]) -> list[str]:
    """Return what a reader hears of a check: how much is right, and the first mistake."""
    texts = [writing.title, *(item.text for item in writing.items), writing.fault]
    return [] if writing.busy else [tr(text) for text in texts if text is not None]


def write_buttons(offered: Commands) -> Layout:
    """Lay out the way to a solution, and that to the file."""
    names = ("write_hint", "write_open")
    hint, file = (NoShrink(Box(offered.button(name), height=FOOT)) for name in names)
    return Row(hint, Flexible(), file, gap=8)


class CodePopup(Popup):
    """Lines of Python over the screen; a click on them copies them."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        title: str,
        text: str,
        copy: Callable[[str], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(ui, modal=True)
        self.title = title
        tip = ui.tr("write.copy_tip")
        code = CodeBlock(text, numbers=False, copy=copy, tooltip=tip)
        buttons = Row(
            Flexible(Label(tip, 14, quiet=True, middle=True)),
            NoShrink(Button(ui.tr("write.close"), close, kind=ButtonKind.PRIMARY, key="close")),
            gap=12,
            height=FOOT,
        )
        self.show_centred(code, buttons, size, ui.theme.tx(WIDEST))
        self.widget_group.focus_key("close")
