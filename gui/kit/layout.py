"""Layout containers: they measure their parts and give each widget its rectangle.

A screen describes its content as a nest of layouts; `arrange` turns that into placed widgets.
Every widget is a layout. Only `place` writes a widget's rectangle, once a build.

    Column(heading, Row(Flexible(name), button), Scroll(Pad(Centred(Column(*cards), 880), 24, 20)))

A part that is None is left out, so `fault and FieldFault(fault)` may be passed as a part.
A number is a length of the mockups (1280x800 at 100 %): gaps and pads scale with the window (`px`),
widths and heights with the text (`tx`). Pass a function of the theme for any other: `tx(12)`.

Laws every layout keeps (tests/gui/test_layout_laws.py tries them on random nests)

1. `min_width` is the width below which something is cut. `preferred_width` is the width at which no
   line is broken and no part squeezed. A cap that is a fraction of the width must therefore be part
   of the preferred width.
2. `height_at(ui, width)` is the height needed when `place` gives that width.
3. `measure(ui, width)` follows from these: its width is `preferred_width` if that fits, else the
   larger of `width` and `min_width`; its height is `height_at` of that.
4. `place` may get more room than was measured; parts then stretch. It never asks its parent.

How to make a container or a widget

- A container subclasses `Layout` and computes `measure_min_width`, `measure_preferred_width` and
  `measure_height` from its parts. `Layout` caches the results.
- A `Measured`, which every widget is, implements one method instead: `size_hint(ui, width)`. It is
  called more often.
- A kind of Button or Label with another size overrides the three `measure_` methods.
- Pass a costly, seldom visible part as a function: a choice of `FirstFit`, or a page of `Tabs`.

Traps

- A widget without `size_hint` gets 0 x 0. It must be honest: for width 0 it returns the min width.
- A constructor knows no rectangle yet: `place` sets it.
- Never change a widget for one of two choices of a `FirstFit`: both hold the same object. Copy it,
  as `icon_only` does.
- A widget that outlives a build (a board) and changes its size must not rely on the size cache,
  which is cleared only when the theme changes.
- A `Row` shrinks its parts down to their min widths before it fails to fit: a Button then wraps
  into two lines. `NoShrink` keeps the preferred width.
- `Tabs` builds all pages though it shows one, unless a page is passed as a function.
- `px(12) * 2` is not `px(24)`: where a pixel matters, use the same call everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass
from itertools import accumulate

import pygame

from gui.kit import Background, Button, Segments
from gui.kit.accessible import sentence
from gui.kit.texts import heading_height
from gui.kit.widget import Layout as Layout
from gui.kit.widget import Scroller, Widget
from gui.theme import Theme
from gui.ui import Ui

Length = float | Callable[[Theme], int]
Part = Layout | None


def px(length: float) -> Callable[[Theme], int]:
    """Return a length that scales with the window."""
    return lambda theme: theme.px(length)


def tx(length: float) -> Callable[[Theme], int]:
    """Return a length that scales with the text."""
    return lambda theme: theme.tx(length)


def exactly(pixels: int) -> Callable[[Theme], int]:
    """Return a length in real pixels."""
    return lambda theme: pixels


def gap_of(ui: Ui, length: Length) -> int:
    if not length:
        return 0
    return length(ui.theme) if callable(length) else ui.theme.px(length)


def side_of(ui: Ui, length: Length) -> int:
    if not length:
        return 0
    return length(ui.theme) if callable(length) else ui.theme.tx(length)


def stretch_lengths(room: int, lengths: list[int], shares: Sequence[float]) -> None:
    """Stretch the lengths with a nonzero share until they fill the room; none gets shorter.

    The rest is divided in proportion to the shares, down to the last pixel.
    """
    free = [index for index, fraction in enumerate(shares) if fraction]
    if len(free) == 1:
        only = lengths[free[0]]
        lengths[free[0]] = max(only, room - sum(lengths) + only)
        return
    while free:
        rest = room - sum(lengths) + sum([lengths[i] for i in free])
        whole = sum([shares[i] for i in free])
        short = [i for i in free if lengths[i] * whole > rest * shares[i]]
        if not short:
            ends = [int(rest * part / whole) for part in accumulate(shares[i] for i in free)]
            for i, start, end in zip(free, [0, *ends], ends, strict=False):
                lengths[i] = end - start
            return
        free = [i for i in free if i not in short]


# -- one part --------------------------------------------------------------------------------------


class Around(Layout):
    """A container of one part, with the size and place of that part by default."""

    def __init__(self, part: Layout) -> None:
        self.part = part

    def measure_min_width(self, ui: Ui) -> int:
        return self.part.min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self.part.place(ui, rect)


class Flexible(Around):
    """A part that takes the room left over along a Row or Column; without a part, a spring."""

    def __init__(self, part: Part = None, fraction: float = 1) -> None:
        super().__init__(Column() if part is None else part)
        self.stretch = fraction


class NoShrink(Around):
    """A part never narrower than its preferred width: FirstFit, Wrap or Grid then rearrange."""

    def measure_min_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)


@dataclass(eq=False)
class Box(Around):
    """A part with a fixed or least size, never so small that the part is cut.

    `width` fixes the width; `height` is a least height, `least_share` the least fraction of a
    Column's height. `at` aligns the part in a higher place (0 top, 0.5 middle) instead of
    stretching it.
    """

    part: Layout
    width: Length | None = None
    height: Length = 0
    _: KW_ONLY
    least_width: Length | None = None
    least_share: float = 0.0
    at: float | None = None

    def measure_min_width(self, ui: Ui) -> int:
        length = self.width if self.least_width is None else self.least_width
        least = self.part.min_width(ui)
        return least if length is None else max(least, side_of(ui, length))

    def measure_preferred_width(self, ui: Ui) -> int:
        natural = self.part.preferred_width(ui) if self.width is None else side_of(ui, self.width)
        return max(natural, self.min_width(ui))

    def measure_height(self, ui: Ui, width: int) -> int:
        used = width if self.width is None else min(width, self.preferred_width(ui))
        height = self.part.height_at(ui, used)
        return max(height, side_of(ui, self.height)) if self.height else height

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        if self.width is None and self.at is None:
            return self.part.place(ui, rect)
        width, height, top = rect.w, rect.h, rect.y
        if self.width is not None:
            width = min(width, self.preferred_width(ui))
        if self.at is not None:
            height = min(height, self.height_at(ui, rect.w))
            top += int((rect.h - height) * self.at)
        return self.part.place(ui, pygame.Rect(rect.x, top, width, height))


class Pad(Around):
    """Padding of a part: one length, (x, y), or (left, top, right, bottom)."""

    def __init__(self, part: Layout, *sides: Length) -> None:
        super().__init__(part)
        self.sides = sides

    def divide(self, ui: Ui, width: int) -> list[int]:
        edges = [gap_of(ui, side) for side in self.sides]
        return edges * (4 // len(edges))

    def _edges(self, ui: Ui) -> list[int]:
        edges: list[int] = self.divided(ui, 0)
        return edges

    def right(self, ui: Ui) -> int:
        """Return the padding at the right in pixels."""
        return self._edges(ui)[2]

    def measure_min_width(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.min_width(ui) + left + right

    def measure_preferred_width(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.preferred_width(ui) + left + right

    def measure_height(self, ui: Ui, width: int) -> int:
        left, top, right, bottom = self._edges(ui)
        return self.part.height_at(ui, max(0, width - left - right)) + top + bottom

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        left, top, right, bottom = self._edges(ui)
        size = max(0, rect.w - left - right), rect.h - top - bottom
        inner = pygame.Rect((rect.x + left, rect.y + top), size)
        return self.part.place(ui, inner)


class FixedHeight(Around):
    """A part of a fixed height, whatever height it asks for.

    For a part that scrolls, or omits something where space is short.
    """

    def __init__(self, part: Layout, height: Length) -> None:
        super().__init__(part)
        self.height = height

    def measure_height(self, ui: Ui, width: int) -> int:
        return side_of(ui, self.height)


class Centred(Around):
    """A part centred horizontally, at most `maximum` wide."""

    def __init__(self, part: Layout, maximum: Length) -> None:
        super().__init__(part)
        self.maximum = maximum

    def _used(self, ui: Ui, width: int) -> int:
        return min(width, max(side_of(ui, self.maximum), self.part.min_width(ui)))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._used(ui, self.part.preferred_width(ui))

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, self._used(ui, width))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        width = self._used(ui, rect.w)
        left = rect.x + (rect.w - width) // 2
        return self.part.place(ui, pygame.Rect(left, rect.y, width, rect.h))


# -- several parts ---------------------------------------------------------------------------------


class Several(Layout):
    """A container of several parts, by default as wide as the widest."""

    def __init__(self, parts: Iterable[Part], gap: Length = 0) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap

    def gaps(self, ui: Ui, count: int) -> int:
        """Return the total length of the gaps between `count` parts."""
        return gap_of(ui, self.gap) * (count - 1) if count > 1 else 0

    def measure_min_width(self, ui: Ui) -> int:
        return max([part.min_width(ui) for part in self.parts], default=0)

    def measure_preferred_width(self, ui: Ui) -> int:
        return max([part.preferred_width(ui) for part in self.parts], default=0)


class Over(Several):
    """A stack of parts in the same rectangle, later ones on top."""

    def __init__(self, *parts: Part) -> None:
        super().__init__(parts)

    def measure_height(self, ui: Ui, width: int) -> int:
        return max([part.height_at(ui, width) for part in self.parts], default=0)

    def place(self, ui: Ui, rect: pygame.Rect) -> list[Widget]:
        placed: list[Widget] = []
        for part in self.parts:
            placed += part.place(ui, rect)
        return placed


class Grouped(Over):
    """A content on its panel, whose name and note a screen reader speaks on entering it."""

    def __init__(self, panel: Widget, content: Layout) -> None:
        super().__init__(panel, content)
        self.panel = panel

    def place(self, ui: Ui, rect: pygame.Rect) -> list[Widget]:
        placed = super().place(ui, rect)
        for widget in placed:
            widget.group = None if widget is self.panel else self.panel
        return placed


class TallestVariant(Over):
    """A part with the size of its largest variant, so that the parts around never move.

    The other variants are not drawn.
    """

    def __init__(self, part: Layout, *forms: Layout) -> None:
        super().__init__(part, *forms)
        self.part = part

    def place(self, ui: Ui, rect: pygame.Rect) -> list[Widget]:
        return list(self.part.place(ui, rect))


class Row(Several):
    """A row of parts, all as high as the row; `height` is its least height.

    When room is short the gaps shrink to `least_gap`, then the parts to their min widths. Room
    left over goes to the Flexible parts; without one, `align` places them (0 left, 0.5 middle).
    """

    def __init__(
        self,
        *parts: Part,
        gap: Length = 8,
        least_gap: Length | None = None,
        height: Length = 0,
        align: float = 0.0,
    ) -> None:
        super().__init__(parts, gap)
        self.least_gap = gap if least_gap is None else least_gap
        self.height = height
        self.align = align

    def measure_min_width(self, ui: Ui) -> int:
        gaps = gap_of(ui, self.least_gap) * max(0, len(self.parts) - 1)
        return sum([part.min_width(ui) for part in self.parts]) + gaps

    def measure_preferred_width(self, ui: Ui) -> int:
        """Return the width at which every Flexible part gets its preferred width."""
        fills = [part for part in self.parts if part.stretch]
        whole = sum([fill.stretch for fill in fills])
        needed = [int(-(-fill.preferred_width(ui) * whole // fill.stretch)) for fill in fills]
        fixed = [part.preferred_width(ui) for part in self.parts if not part.stretch]
        return sum(fixed) + max(needed, default=0) + self.gaps(ui, len(self.parts))

    def measure_height(self, ui: Ui, width: int) -> int:
        _, widths = self.divided(ui, width)
        heights = [p.height_at(ui, w) for p, w in zip(self.parts, widths, strict=True)]
        return max([side_of(ui, self.height), *heights])

    def divide(self, ui: Ui, width: int) -> tuple[int, list[int]]:
        """Return the gap and the width of every part."""
        fills = [part.stretch for part in self.parts]
        widths = [
            part.min_width(ui) if part.stretch else part.preferred_width(ui) for part in self.parts
        ]
        used = sum(widths)
        gap = gap_of(ui, self.gap)
        if self.least_gap is not self.gap:
            spread = (width - used) // max(1, len(widths) - 1)
            gap = max(gap_of(ui, self.least_gap), min(gap, spread))
        room = width - gap * (len(widths) - 1)
        if used > room:
            least = [part.min_width(ui) for part in self.parts]
            spare, stretch = max(0, room - sum(least)), used - sum(least)
            widths = [
                low + spare * (own - low) // max(1, stretch)
                for low, own in zip(least, widths, strict=True)
            ]
        elif any(fills):
            stretch_lengths(room, widths, fills)
        return gap, widths

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        gap, widths = self.divided(ui, rect.w)
        used = sum(widths) + gap * max(0, len(widths) - 1)
        x = rect.x + max(0, int(rect.w * self.align) - int(used * self.align))
        placed: list[Widget] = []
        for part, width in zip(self.parts, widths, strict=True):
            placed += part.place(ui, pygame.Rect(x, rect.y, width, rect.h))
            x += width + gap
        return placed


class Column(Several):
    """A column of parts, all as wide as it; Flexible parts take the height left over.

    `first` is the index of the part that comes first in the order of Tab and screen readers.
    """

    def __init__(self, *parts: Part, gap: Length = 16, first: int = 0) -> None:
        super().__init__(parts, gap)
        self.first = first

    def measure_height(self, ui: Ui, width: int) -> int:
        heights = [part.height_at(ui, width) for part in self.parts]
        return sum(heights) + self.gaps(ui, len(heights))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        gap, y, places = gap_of(ui, self.gap), rect.y, []
        for part, height in zip(self.parts, self._shared_heights(ui, rect), strict=True):
            places.append((part, pygame.Rect(rect.x, y, rect.w, height)))
            y += height + gap
        if self.first:
            places.insert(0, places.pop(self.first))
        placed: list[Widget] = []
        for part, place in places:
            placed += part.place(ui, place)
        return placed

    def _shared_heights(self, ui: Ui, rect: pygame.Rect) -> list[int]:
        fills = [part.stretch for part in self.parts]
        lone = len(fills) - fills.count(0) == 1
        heights = [  # a lone Flexible takes the rest, whatever its height
            0 if fill and lone else part.height_at(ui, rect.w)
            for part, fill in zip(self.parts, fills, strict=True)
        ]
        for index, part in enumerate(self.parts):
            if part.least_share:
                heights[index] = max(heights[index], round(part.least_share * rect.h))
        room = rect.h - self.gaps(ui, len(heights))
        if any(fills):
            if sum(heights) > room:
                heights = [0 if fill else h for h, fill in zip(heights, fills, strict=True)]
            stretch_lengths(max(room, sum(heights)), heights, fills)
        return heights


class Wrap(Several):
    """Parts that flow like words: each row holds as many as fit at their preferred widths."""

    def __init__(self, *parts: Part, gap: Length = 8, row_gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.row_gap = row_gap

    def measure_preferred_width(self, ui: Ui) -> int:
        widths = [part.preferred_width(ui) for part in self.parts]
        return sum(widths) + self.gaps(ui, len(widths))

    def _rows(self, ui: Ui, width: int) -> list[list[tuple[Layout, int, int]]]:
        """Return the rows as lists of (part, start, width)."""
        gap = gap_of(ui, self.gap)
        rows: list[list[tuple[Layout, int, int]]] = []
        x = 0
        for part in self.parts:
            own = part.preferred_width(ui)
            if not rows or x + own > width:
                rows.append([])
                x, own = 0, min(own, max(width, part.min_width(ui)))
            rows[-1].append((part, x, own))
            x += own + gap
        return rows

    def measure_height(self, ui: Ui, width: int) -> int:
        rows = self._rows(ui, width)
        height = sum(self._height(ui, row) for row in rows)
        return height + gap_of(ui, self.row_gap) * max(0, len(rows) - 1)

    @staticmethod
    def _height(ui: Ui, row: Sequence[tuple[Layout, int, int]]) -> int:
        return max(part.height_at(ui, width) for part, _, width in row)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        y = rect.y
        for row in self._rows(ui, rect.w):
            height = self._height(ui, row)
            for part, start, width in row:
                yield from part.place(ui, pygame.Rect(rect.x + start, y, width, height))
            y += height + gap_of(ui, self.row_gap)


class Grid(Several):
    """A grid of equal columns, as many (up to `columns`) as the widest min width allows."""

    def __init__(self, *parts: Part, columns: int = 3, gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.columns = max(1, min(columns, len(self.parts)))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.columns * super().measure_preferred_width(ui) + self.gaps(ui, self.columns)

    def _rows(self, ui: Ui, width: int) -> tuple[int, list[tuple[int, list[Layout]]]]:
        """Return the width of a column and the rows, each with its height."""
        gap, least = gap_of(ui, self.gap), self.min_width(ui)
        columns = max(1, min(self.columns, (width + gap) // max(1, least + gap)))
        cell = max(least, (width - gap * (columns - 1)) // columns)
        rows = [self.parts[i : i + columns] for i in range(0, len(self.parts), columns)]
        return cell, [(max(part.height_at(ui, cell) for part in row), row) for row in rows]

    def measure_height(self, ui: Ui, width: int) -> int:
        _, rows = self._rows(ui, width)
        return sum(height for height, _ in rows) + self.gaps(ui, len(rows))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        cell, rows = self._rows(ui, rect.w)
        gap, y = gap_of(ui, self.gap), rect.y
        for height, row in rows:
            for index, part in enumerate(row):
                x = rect.x + index * (cell + gap)
                yield from part.place(ui, pygame.Rect(x, y, cell, height))
            y += height + gap


# -- cards, tabs, scrolling areas, the first form that fits ----------------------------------------


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


def arrange(ui: Ui, layout: Layout, rect: pygame.Rect) -> list[Widget]:
    """Place a layout and return its widgets in the order of Tab."""
    widgets = list(layout.place(ui, rect))
    assert len({id(widget) for widget in widgets}) == len(widgets), "a widget is placed twice"
    return widgets
