"""Layouts made of the others: cards, tabs, scrolling areas, the first form that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy

import pygame

from gui.kit import Background, Button, Segments
from gui.kit.accessible import sentence
from gui.kit.layout.containers import Column, Over, Row
from gui.kit.layout.wrappers import Around, Box, Flexible, Length, Pad
from gui.kit.texts import heading_height
from gui.kit.widget import Layout, Scroller, Widget
from gui.ui import Ui


class Card(Over):
    """A part on a quiet panel, with a heading and a note at its right.

    `head` and `foot` are the room above and below the part, `pad` the margin at the sides of the
    heading and of the part (`inner` replaces it for the part). The panel stretches with its
    neighbours; its content stays at the top unless it has a Flexible.
    """

    def __init__(
        self,
        part: Layout,
        title: str = "",
        note: str = "",
        *,
        pad: int = 20,
        inner: Length | None = None,
        head: Length | None = None,
        foot: Length = 20,
    ) -> None:
        if head is None:
            head = heading_height if title else pad
        side = pad if inner is None else inner
        super().__init__(Background(title, note, pad), Pad(part, side, head, side, foot))


Page = tuple[str, Layout | Callable[[], Layout]]


class Tabs(Column):
    """One of several pages below their names; a page may be a function, called when shown."""

    def __init__(self, *pages: Page, at: int, choose: Callable[[int], None], key: str) -> None:
        names = [name for name, _ in pages]
        page = pages[at][1]
        shown = page() if callable(page) else page
        row = Segments(names, at, choose, key)
        row.called = sentence(names)
        super().__init__(Box(row, height=48), Flexible(shown))


BAR = 12  # pixels that a scroll bar takes at the right


class Scroll(Around):
    """A scrolling view of a part; it needs no height itself, so wrap it in a Flexible.

    The content is at least as high as the view. `key` preserves the offset over a rebuild. A scroll
    bar stands in the padding at the right, or beside the content where it is not padded; `margin`
    says that a part which is no Pad has room there.
    """

    def __init__(self, part: Layout, key: str = "", *, margin: bool = False) -> None:
        super().__init__(part)
        self.key = key
        self.margin = margin

    def measure_height(self, ui: Ui, width: int) -> int:
        return 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        height, width = self.part.height_at(ui, rect.w), rect.w
        beside = self.part.right(ui) if isinstance(self.part, Pad) else BAR * self.margin
        if height > rect.h and beside < BAR:
            width = max(rect.w - BAR + beside, min(rect.w, self.part.min_width(ui)))
            height = self.part.height_at(ui, width)
        scroller = Scroller(rect, height, self.key)
        content = pygame.Rect(rect.x, rect.y, width, max(rect.h, height))
        placed = list(self.part.place(ui, content))
        for widget in placed:
            widget.scroller = scroller
            if (first := widget.shown_first(ui)) is not None:
                below = first.bottom - rect.bottom  # what is above stays in view where it can
                scroller.start = min(scroller.maximum, max(0, min(below, first.y - rect.y)))
        return placed


class FirstFit(Layout):
    """The first of several layouts that fits, else the last, which should be the narrowest.

    Measuring checks the width alone; placing checks the height too. A choice may be a function,
    called when the choices before it do not fit.
    """

    def __init__(self, *choices: Layout | Callable[[], Layout]) -> None:
        self.choices = list(choices)

    def _choice(self, index: int) -> Layout:
        choice = self.choices[index]
        if callable(choice):
            choice = self.choices[index] = choice()
        return choice

    def _chosen(self, ui: Ui, width: int, height: int | None = None) -> Layout:
        for index in range(len(self.choices) - 1):
            choice = self._choice(index)
            if choice.fits(ui, width, height):
                return choice
        return self._choice(-1)

    def measure_min_width(self, ui: Ui) -> int:
        return min(self._choice(0).min_width(ui), self._choice(-1).min_width(ui))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._choice(0).preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self._chosen(ui, width).height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self._chosen(ui, rect.w, rect.h).place(ui, rect)


def two_columns(left: Sequence[Layout], right: Sequence[Layout], least: Length) -> Layout:
    """Lay out parts in two columns, or in one where a column would be narrower than `least`."""
    columns = (Flexible(Box(Column(*each), least_width=least)) for each in (left, right) if each)
    return FirstFit(Row(*columns, gap=16), Column(*left, *right))


def smaller(button: Button) -> Button:
    """Return a copy of the button with smaller words and no icon."""
    small = copy(button)
    small.image, small.size = None, 14
    return small


def icon_only(button: Button) -> Button:
    """Return a copy of the button with its label as tooltip; without an icon, the button itself."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._theme = None
    return small
