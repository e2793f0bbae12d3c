"""Screens that are read and filled in: cards of rows, in one column or two, that scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from gui.controls import Button, Card, Label, Segments, Widget
from gui.controls.base import Ui
from gui.controls.texts import heading_height

WIDEST = 1240
CONTROL = 44


class Column:
    """Places widgets from the top of a card down; `y` is where the next one goes."""

    def __init__(self, ui: Ui, x: int, y: int, width: int) -> None:
        self.ui = ui
        self.x = x
        self.y = y
        self.width = width
        self.widgets: list[Widget] = []

    @property
    def right(self) -> int:
        """The right edge of the content."""
        return self.x + self.width

    def gap(self, length: float) -> None:
        """Leave some room."""
        self.y += self.ui.theme.px(length)

    def add(self, widget: Widget) -> None:
        """Take a widget that is placed already, and go on below it."""
        self.widgets.append(widget)
        self.y = max(self.y, widget.rect.bottom)

    def words(
        self,
        words: str,
        size: float = 16,
        *,
        bold: bool = False,
        quiet: bool = False,
        mono: bool = False,
    ) -> None:
        """A paragraph over the whole width."""
        height = Label.height(self.ui, words, size, self.width, bold)
        rect = pygame.Rect(self.x, self.y, self.width, height)
        self.add(Label(rect, words, size, bold=bold, quiet=quiet, mono=mono))

    def row(
        self,
        label: str,
        width: int,
        make: Callable[[pygame.Rect], Widget],
        *,
        note: str = "",
        high: int = 0,
    ) -> Widget:
        """A label at the left and its control at the right, one below the other when narrow.

        The control is `width` pixels wide at most; a note in small text follows below.
        """
        theme = self.ui.theme
        high = high or theme.tx(CONTROL)
        width = min(width, self.width)
        room = self.width - width - theme.px(16)
        longest = max(theme.width(word, 16) for word in label.split())
        beside = room >= max(longest, min(theme.width(label, 16), theme.tx(120)))
        if beside:
            tall = max(high, Label.height(self.ui, label, 16, room))
            place = pygame.Rect(self.x, self.y, room, tall)
            self.widgets.append(Label(place, label, 16, middle=True))
            box = pygame.Rect(self.right - width, self.y + (tall - high) // 2, width, high)
            self.y += tall
        else:
            self.words(label)
            self.gap(4)
            box = pygame.Rect(self.x, self.y, self.width, high)
            self.y += high
        control = make(box)
        self.widgets.append(control)
        if note:
            self.gap(2)
            self.words(note, 14, quiet=True)
        self.gap(10)
        return control


Filler = Callable[[Column], None]


def card(
    ui: Ui, rect: pygame.Rect, title: str, fill: Filler, note: str = ""
) -> tuple[list[Widget], int]:
    """A card from rect's top, as high as what `fill` puts into it; its widgets and its end."""
    theme = ui.theme
    pad = theme.px(24)
    head = heading_height(ui) + theme.px(4) if title else theme.px(20)
    column = Column(ui, rect.x + pad, rect.y + head, rect.w - 2 * pad)
    fill(column)
    bottom = column.y + theme.px(14)
    ground = Card(pygame.Rect(rect.x, rect.y, rect.w, bottom - rect.y), title, note, pad=24)
    return [ground, *column.widgets], bottom


def flow(
    ui: Ui, area: pygame.Rect, cards: Sequence[tuple[str, Filler]], least: int
) -> tuple[list[Widget], int]:
    """Cards in two columns when each is at least `least` pixels wide, else in one.

    The order is kept: the first ones fill the left column, up to about half of the height. Returns
    the widgets and where the longer column ends.
    """
    gap = ui.theme.px(16)
    columns = 2 if (area.w - gap) // 2 >= least and len(cards) > 1 else 1
    width = (area.w - gap * (columns - 1)) // columns
    made = []
    for title, fill in cards:
        made.append(card(ui, pygame.Rect(area.x, area.y, width, 0), title, fill))
    heights = [bottom - area.y + gap for _, bottom in made]
    split = best_split(heights) if columns == 2 else len(made)
    widgets: list[Widget] = []
    ends = [area.y]
    for part in (range(split), range(split, len(made))):
        y = area.y
        x = area.x + (width + gap if part.start else 0)
        for index in part:
            for widget in made[index][0]:
                widget.rect = widget.rect.move(x - area.x, y - area.y)
                widgets.append(widget)
            y += heights[index]
        ends.append(y - gap)
    return widgets, max(ends)


def best_split(heights: Sequence[int]) -> int:
    """How many of the first go into the left column so that the longer one is shortest."""
    return min(range(1, len(heights) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))


def tab_rows(
    ui: Ui,
    rect: pygame.Rect,
    labels: Sequence[str],
    chosen: int,
    choose: Callable[[int], None],
    key: str,
) -> tuple[list[Widget], int]:
    """Segments over one row, or more where a label would be cut; widgets and their end."""
    theme = ui.theme
    rows = 1
    while rows < len(labels):
        half = -(-len(labels) // rows)
        parts = [labels[i : i + half] for i in range(0, len(labels), half)]
        if max(Segments.width_for(ui, part) for part in parts) <= rect.w:
            break
        rows += 1
    half = -(-len(labels) // rows)
    high, y = theme.tx(48), rect.y
    widgets: list[Widget] = []
    for row, first in enumerate(range(0, len(labels), half)):
        part = labels[first : first + half]
        width = min(rect.w, max(Segments.width_for(ui, part), rect.w if rows > 1 else 0))
        here = chosen - first if first <= chosen < first + len(part) else -1

        def pick(index: int, offset: int = first) -> None:
            choose(index + offset)

        box = pygame.Rect(rect.x, y, width, high)
        widgets.append(Segments(box, part, here, pick, f"{key}{row}"))
        y = box.bottom + theme.px(8)
    return widgets, y - theme.px(8)


def middle_area(ui: Ui, size: tuple[int, int], top: int) -> pygame.Rect:
    """The content below a bar: margins at both sides, centred when the window is wide."""
    margin = ui.theme.px(24)
    width = min(size[0] - 2 * margin, max(ui.theme.px(WIDEST), ui.theme.tx(WIDEST)))
    return pygame.Rect((size[0] - width) // 2, top, width, 0)


def mark_open(bar: Sequence[Widget], key: str) -> None:
    """Show a button of the top bar as pressed in: it closes the screen it opened."""
    for widget in bar:
        if isinstance(widget, Button) and widget.key == key:
            widget.on = True
