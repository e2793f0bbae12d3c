"""The parts of the screen of mistakes, as functions of view model and callbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.protocols import Value
from gui.boards.token import Token
from gui.boards.values import badge
from gui.exercises.mistakes_view_model import MistakeViewModel, PastMove
from gui.kit import Icon, Label, SmallIcon, Widget
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.background import Divider
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Tabs,
    exactly,
)
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.ui import Ui

LEAST_PAST = 110
LIST_ROW = 36
MOST_ROWS = 5
SIZES = (16, 14, 12)  # of the letters of past moves, from the usual one to the least


def side(
    view_model: MistakeViewModel,
    ui: Ui,
    token: Token,
    progress: Layout,
    tab: int,
    choose_tab: Callable[[int], None],
) -> Layout:
    """Lay out the cards in a column if they fit, else as tabs."""
    first = (progress, happened(view_model, ui))
    past = past_card(view_model, ui, token)

    def pages() -> Layout:
        return Tabs(
            (ui.tr("retry.tab_now"), lambda: Scroll(Column(*first, Flexible()))),
            (ui.tr("retry.tab_past"), past),
            at=tab,
            choose=choose_tab,
            key="tabs",
        )

    return FirstFit(Column(*first, Flexible(Box(past, height=LEAST_PAST))), pages)


def mistake_list(
    view_model: MistakeViewModel, ui: Ui, at: int, choose: Callable[[int], None]
) -> Layout:
    """Build the list of all mistakes; a longer one scrolls."""
    rows = [
        [
            TableCell(ui.tr(row.move), ui.tr(row.short)),
            TableCell(ui.tr(row.length), picture=badge(ui, row.after, ui.theme.tx(20))),
        ]
        for row in view_model.rows
    ]
    table = Table(
        [TableColumn(align=0), TableColumn(align=0)],
        rows,
        choose=lambda row, column: choose(row),
        at=(at, 0),
        row_height=LIST_ROW,
        head_height=0,
        key="mistakes",
    )
    visible = min(len(rows), MOST_ROWS)
    return Box(Scroll(table, "mistakes"), height=lambda theme: visible * theme.tx(LIST_ROW))


def happened(view_model: MistakeViewModel, ui: Ui) -> Layout:
    """Build the card with the lost value and the moves tried in this retry."""
    tr = ui.tr
    before, after = view_model.before, view_model.after
    rows: list[Layout] = [
        _fact(before[0], tr("retry.before_name"), tr(before[1])),
        _fact(after[1], tr(after[0]), tr(after[2])),
    ]
    if view_model.tried:
        rows += [Box(Divider(), height=exactly(1)), Label(tr("retry.tried_now"), 14, quiet=True)]
    for text in view_model.tried:
        sign = Box(SmallIcon(Icon.CROSS, 16), at=0.5)
        rows.append(Row(sign, Flexible(Label(tr(text), 16)), gap=12))
    return Card(Column(*rows, gap=10), tr("retry.happened"), foot=14)


def _fact(value: Value, when: str, what: str) -> Layout:
    mark = Box(Badge(value), at=0.5)
    first, second = Label(when, 16, bold=True), Label(what, 16, quiet=True)
    text = FirstFit(
        Row(NoShrink(first), Flexible(NoShrink(second)), gap=16), Column(first, second, gap=0)
    )
    return Row(mark, Flexible(Box(text, at=0.5)), gap=12)


def past_card(view_model: MistakeViewModel, ui: Ui, token: Token) -> Layout:
    """Build the card of the moves before the mistake."""
    rows = Scroll(Pad(PastMoves(view_model.past, token), 20, 0, 20, 8), "past")
    return Card(Column(Flexible(rows)), ui.tr("retry.past"), inner=0, foot=8)


class Badge(Widget):
    """Badge of a position's value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        picture = badge(ui, self.value, ui.theme.tx(24))
        target.blit(picture, picture.get_rect(center=self.rect.center))


class PastMoves(Widget):
    """The moves in pairs; the last one is marked."""

    def __init__(self, moves: Sequence[PastMove], token: Token) -> None:
        super().__init__()
        self.moves = moves
        self.token = token

    @property
    def _lead(self) -> int:
        return self.moves[0].side if self.moves else 0

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        rows = (len(self.moves) + self._lead + 1) // 2
        return theme.tx(32) + 2 * (self._widest(ui, SIZES[0]) + theme.tx(36)), rows * theme.tx(28)

    def _widest(self, ui: Ui, size: float) -> int:
        return max((self._width(ui, move, size) for move in self.moves), default=0)

    def _width(self, ui: Ui, move: PastMove, size: float) -> int:
        """Return the width of a move: numbers have letters of one width, words need none."""
        return ui.theme.width(ui.tr(move.text), size, mono=isinstance(move.text, str))

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the moves in words."""
        words = ", ".join(ui.tr(move.words) for move in self.moves)
        return AccessibleInfo(Role.TEXT, ui.tr("retry.past"), note=words) if words else None

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, step = ui.theme, ui.theme.colours, ui.theme.tx(28)
        number, room = theme.tx(32), (self.rect.w - theme.tx(32)) // 2
        clip, free = target.get_clip(), room - theme.tx(36)
        size = next((each for each in SIZES if self._widest(ui, each) <= free), SIZES[-1])
        for index, move in enumerate(self.moves):
            row, half = divmod(index + self._lead, 2)
            middle = self.rect.y + row * step + step // 2
            if not clip.top - step < middle < clip.bottom + step:
                continue
            if half == 0 or index == 0:
                right = (self.rect.x + number - theme.tx(10), middle)
                theme.blit_text(target, str(row + 1), 14, right, c.text2, align=1)
            box = pygame.Rect(self.rect.x + number + half * room, middle - step // 2 + 1, 0, step)
            box.w = min(room, self._width(ui, move, size) + theme.tx(40))
            if index == len(self.moves) - 1:
                ui.brush.rounded(target, box.inflate(0, -4), theme.px(8), c.raised, c.accent, 1)
            picture = self.token(move.side, theme.tx(12))
            target.blit(picture, picture.get_rect(center=(box.x + theme.tx(12), middle)))
            mono = isinstance(move.text, str)
            text = shorten(theme, ui.tr(move.text), size, free, mono=mono)
            theme.blit_text(target, text, size, (box.x + theme.tx(24), middle), mono=mono)
