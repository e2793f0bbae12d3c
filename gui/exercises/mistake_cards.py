"""The parts of the screen of mistakes, as functions of view model and callbacks."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.protocols import Value
from gui.boards.move_list import MoveList, listed_texts
from gui.boards.token import Token
from gui.boards.values import badge
from gui.exercises.mistakes_view_model import MistakeViewModel
from gui.kit import Icon, Label, SmallIcon, Widget
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
from gui.kit.texts import Divider
from gui.kit.widget import Size
from gui.ui import Ui

LEAST_PAST = 110
LIST_ROW = 36
MOST_ROWS = 5


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
            TableCell(ui.tr(row.length), picture=_badge(ui, row.after)),
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


def _badge(ui: Ui, value: Value | None) -> pygame.Surface | None:
    return None if value is None else badge(ui, value, ui.theme.tx(20))


def happened(view_model: MistakeViewModel, ui: Ui) -> Layout:
    """Build the card with the lost value and the moves tried in this retry."""
    tr = ui.tr
    rows: list[Layout] = []
    if view_model.before is not None:
        value, what = view_model.before
        rows.append(_fact(value, tr("retry.before_name"), tr(what)))
    if view_model.after is not None:
        when, value, what = view_model.after
        rows.append(_fact(value, tr(when), tr(what)))
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
    title, moves, (first, second) = ui.tr("retry.past"), view_model.past, view_model.sides
    texts, sides, better = listed_texts(moves, ui), (ui.tr(first), ui.tr(second)), [""] * len(moves)
    listed = MoveList(title, "", sides, moves, texts, better, len(moves), token, None)
    return Card(Column(Flexible(Pad(listed, -4, 0)), gap=0), title, foot=10)


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
