"""Where things stand on a screen: containers that measure and place what is in them.

A screen says what it shows as a nest of layouts, `arrange` turns that into widgets with rectangles.
Every widget is a layout; nobody but `place` writes a widget's rectangle, once a build.

    Column(heading, Row(Fill(name), button), Scroll(Pad(Column(*cards), 24, 20)))

A part that is None is left out, so `fault and FieldFault(fault)` may stand among parts.
A number is a length of the mockups (1280x800 at 100 %): gaps and pads grow with the window (`px`),
widths and heights with the text (`tx`); a function of the theme says anything else: `tx(12)`.

Laws every layout keeps (tests/gui/test_layout_laws.py tries them on random nests)

1. `measure(ui, 0)` has the least width, `measure(ui, ROOMY)` the natural one.
2. When the natural width fits, the size is the natural size. A cap that is a share of the width
   must therefore be part of the natural width.
3. The height belongs to the width: it is the one needed when `place` gives that width. A width that
   is not natural is the one asked for, or the least when that is more.
4. `place` may give more than was wanted, parts stretch; it never asks the parent back.

How to make a screen

1. Record pictures before and after each step and compare (`python -m tests.gui.pictures`): equal
   at 1280x800 and 100 %; elsewhere the same widgets in the same order, each difference looked at.
2. Put what is no widget (choices, faults, texts typed) into a model that imports no pygame.
3. Subclass `gui.kit.screen.Screen`; its `view() -> Layout` is
   `Column(self.bar(title), Fill(Scroll(Pad(Centred(cards), 24, 20))), gap=0)`. Cards are
   functions of what they show and of callbacks, never of the screen.
4. Do no arithmetic; widgets get their rectangle from the layout:
   a thing beside or below another is `Fit(Row(a, Whole(b)), Column(a, b))`; a threshold is
   `Box(least_width=)`; things that go on in the next line are a `Wrap` (a group that stays
   together is a Wrap in it); equal heights of neighbours are `Row(Fill(a), Fill(b))`; labels that
   drop when short of room are `Fit(Row(*buttons), Row(*map(icon_only, buttons)))`; cards else
   tabs are `Fit(Column(*cards), Tabs(...))`.
5. What moves is in a `Scroll`; the rest stays. Let the Scroll own the margin (Pad inside it), else
   shadows of cards are cut at its edge.
6. Undo, hint and so on: declare them once in `commands()` (gui.kit.command).
7. Open other screens with `self.go(Open("setup", {"game_id": game}))`; add yours to gui/screens.py.
8. Run tests/gui/test_layout.py for your screen.

Examples: gui/pages/preferences.py (a form, with gui/kit/forms.py), gui/setup (model, cards as
functions, screen). A container of your own is a Measured with `wanted`, `place` and, because they
are asked most often, `narrowest` and `roomiest` (its least and natural width from those of its
parts, without heights). A kind of Button or Label that wants another size says both anew.
What is costly and seldom shown is a function: a choice of Fit, a page of Tabs.

Traps

- A widget of your own needs `wanted` (honest: the least width at 0), else it gets
  0 x 0. A constructor knows no rectangle yet: `place` does.
- Never change a widget for one of two choices of a Fit: both hold the same one. Copy: `icon_only`.
- What is kept over builds (a board) and changes what it wants must not rely on the memo: it is
  forgotten with the theme only.
- A Row shrinks parts down to their least width before it gives up: a Button then wraps into two
  lines. `Whole` keeps the natural width.
- All pages of Tabs are made though one is shown, unless a page is given as a function.
- `px(12) * 2` is not `px(24)`: where a pixel decides, use the same call as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import accumulate

import pygame

from gui.kit import Button, Ground, Segments
from gui.kit.widget import ROOMY, Layout, Measured, Scroller, Size, Widget
from gui.theme import Theme
from gui.ui import Ui

__all__ = [
    "ROOMY",
    "Box",
    "Card",
    "Centred",
    "Column",
    "Fill",
    "Fit",
    "Flow",
    "Gap",
    "Grid",
    "Layout",
    "Measured",
    "Over",
    "Pad",
    "Pairs",
    "Row",
    "Scroll",
    "Tabs",
    "Ui",
    "Whole",
    "Widget",
    "Wrap",
    "arrange",
    "exactly",
    "icon_only",
    "px",
    "tx",
]

Length = float | Callable[[Theme], int]
Part = Layout | None


def px(length: float) -> Callable[[Theme], int]:
    """A length that grows with the window."""
    return lambda theme: theme.px(length)


def tx(length: float) -> Callable[[Theme], int]:
    """A length that grows with the text."""
    return lambda theme: theme.tx(length)


def exactly(pixels: int) -> Callable[[Theme], int]:
    """A length in real pixels."""
    return lambda theme: pixels


def _gap(ui: Ui, length: Length) -> int:
    return length(ui.theme) if callable(length) else ui.theme.px(length)


def _side(ui: Ui, length: Length) -> int:
    return length(ui.theme) if callable(length) else ui.theme.tx(length)


def _widest(ui: Ui, parts: Sequence[Layout]) -> int:
    """The least width in which none of several parts is cut."""
    return max((part.least(ui) for part in parts), default=0)


def _shared(room: int, needs: Sequence[int], shares: Sequence[float]) -> list[int]:
    """Divide a length by shares, nobody getting less than it needs; no pixel is left over."""
    got = list(needs)
    free = list(range(len(needs)))
    while free:
        rest = room - sum(got[i] for i in range(len(got)) if i not in free)
        whole = sum(shares[i] for i in free)
        short = [i for i in free if needs[i] * whole > rest * shares[i]]
        if not short:
            ends = [int(rest * part / whole) for part in accumulate(shares[i] for i in free)]
            for i, start, end in zip(free, [0, *ends], ends, strict=False):
                got[i] = end - start
            return got
        free = [i for i in free if i not in short]
    return got


# -- the smallest parts ----------------------------------------------------------------------------


class Fill(Measured):
    """Takes what the others leave along the axis of a Row or Column; without a part, a spring."""

    PASSES = True

    def __init__(self, part: Part = None, share: float = 1) -> None:
        self.part = part
        self.share = share

    def narrowest(self, ui: Ui) -> int:
        return self.part.least(ui) if self.part is not None else 0

    def roomiest(self, ui: Ui) -> int:
        return self.part.natural(ui) if self.part is not None else 0

    def wanted(self, ui: Ui, width: int) -> Size:
        return self.part.measure(ui, width) if self.part is not None else (0, 0)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        if self.part is not None:
            yield from self.part.place(ui, rect)


class Gap(Measured):
    """Nothing, of a length, beside the gaps a Row or Column has anyway."""

    def __init__(self, length: Length) -> None:
        self.length = length

    def wanted(self, ui: Ui, width: int) -> Size:
        return _gap(ui, self.length), _gap(ui, self.length)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from ()


class _Around(Measured):
    """A container of one part, which is placed in the same rectangle unless it says otherwise."""

    def __init__(self, part: Layout) -> None:
        self.part = part

    def narrowest(self, ui: Ui) -> int:
        return self.part.least(ui)

    def wanted(self, ui: Ui, width: int) -> Size:
        return self.part.measure(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)


class Whole(_Around):
    """Never narrower than natural: what has no room for it goes elsewhere (Fit, Wrap, Grid)."""

    def narrowest(self, ui: Ui) -> int:
        return self.roomiest(ui)

    def roomiest(self, ui: Ui) -> int:
        return self.part.natural(ui)

    def wanted(self, ui: Ui, width: int) -> Size:
        return self.part.measure(ui, ROOMY)


class Box(_Around):
    """A part with a size of its own, or a least one; never so small that the part is cut.

    A part with a `width` is never wider. `height` is a least height; `share` asks a Column for at
    least that share of its height. `at` says where the part stands in a higher place (0 top,
    0.5 middle) instead of stretching.
    """

    def __init__(
        self,
        part: Layout,
        width: Length | None = None,
        height: Length = 0,
        *,
        least_width: Length | None = None,
        share: float = 0.0,
        at: float | None = None,
    ) -> None:
        super().__init__(part)
        self.width = width
        self.height = height
        self.least_width = least_width
        self.share = share
        self.at = at

    def narrowest(self, ui: Ui) -> int:
        least = max(
            self.part.least(ui), 0 if self.least_width is None else _side(ui, self.least_width)
        )
        if self.width is None or self.least_width is not None:
            return least
        return max(_side(ui, self.width), least)

    def roomiest(self, ui: Ui) -> int:
        own = self.part.natural(ui) if self.width is None else self.part.least(ui)
        lengths = [each for each in (self.width, self.least_width) if each is not None]
        return max([own, *(_side(ui, each) for each in lengths)])

    def wanted(self, ui: Ui, width: int) -> Size:
        least = _side(ui, self.least_width) if self.least_width is not None else 0
        if self.width is None:
            needed = max(least, self.part.measure(ui, width)[0])
        else:
            own = max(_side(ui, self.width), least, self.part.least(ui))
            low = own if self.least_width is None else max(least, self.part.least(ui))
            needed = min(own, max(low, width))
        return needed, max(self.part.measure(ui, needed)[1], _side(ui, self.height))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width, height = self.measure(ui, rect.w)
        # Its height was said for its own width: the part may be higher in a wider place.
        width = rect.w if self.width is None else min(width, rect.w)
        top, height = (rect.y, rect.h) if self.at is None else (rect.y, min(height, rect.h))
        if self.at is not None:
            top += int((rect.h - height) * self.at)
        yield from self.part.place(ui, pygame.Rect(rect.x, top, width, height))


class Pad(_Around):
    """Room around a part: for all sides, for (x, y), or for (left, top, right, bottom)."""

    PASSES = True

    def __init__(self, part: Layout, *sides: Length) -> None:
        super().__init__(part)
        every = {1: (0, 0, 0, 0), 2: (0, 1, 0, 1), 4: (0, 1, 2, 3)}[len(sides)]
        self.sides = [sides[index] for index in every]

    def _edges(self, ui: Ui) -> list[int]:
        if self._memo_of is not ui.theme:
            self._forget(ui)
        if not self._lengths:
            self._lengths[0] = [_gap(ui, side) for side in self.sides]
        edges: list[int] = self._lengths[0]
        return edges

    def narrowest(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.least(ui) + left + right

    def roomiest(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.natural(ui) + left + right

    def wanted(self, ui: Ui, width: int) -> Size:
        left, top, right, bottom = self._edges(ui)
        needed, height = self.part.measure(ui, max(0, width - left - right))
        return needed + left + right, height + top + bottom

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        left, top, right, bottom = self._edges(ui)
        inner = pygame.Rect(
            rect.x + left, rect.y + top, max(0, rect.w - left - right), rect.h - top - bottom
        )
        yield from self.part.place(ui, inner)


class Centred(_Around):
    """In the middle of a wide place, `most` wide at most."""

    def __init__(self, part: Layout, maximum: Length) -> None:
        super().__init__(part)
        self.maximum = maximum

    def _limit(self, ui: Ui) -> int:
        return max(_side(ui, self.maximum), self.part.least(ui))

    def wanted(self, ui: Ui, width: int) -> Size:
        return self.part.measure(ui, min(width, self._limit(ui)))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width = min(rect.w, self._limit(ui))
        left = rect.x + (rect.w - width) // 2
        yield from self.part.place(ui, pygame.Rect(left, rect.y, width, rect.h))


class Over(Measured):
    """Several parts in the same rectangle, later ones above."""

    PASSES = True

    def __init__(self, *parts: Part) -> None:
        self.parts = [part for part in parts if part is not None]

    def narrowest(self, ui: Ui) -> int:
        return _widest(ui, self.parts)

    def roomiest(self, ui: Ui) -> int:
        return max((part.natural(ui) for part in self.parts), default=0)

    def wanted(self, ui: Ui, width: int) -> Size:
        sizes = [part.measure(ui, width) for part in self.parts]
        return max((w for w, _ in sizes), default=0), max((h for _, h in sizes), default=0)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        for part in self.parts:
            yield from part.place(ui, rect)


# -- many parts ------------------------------------------------------------------------------------


class Row(Measured):
    """Parts side by side, all as high as the row; `height` is its least height.

    Short of room the gaps shrink to `least_gap`, then the parts to their least widths. Room left
    over goes to the Fills; without one, `align` says where the parts stand (0 left, 0.5 middle).
    """

    def __init__(
        self,
        *parts: Part,
        gap: Length = 8,
        least_gap: Length | None = None,
        height: Length = 0,
        align: float = 0.0,
    ) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap
        self.least_gap = gap if least_gap is None else least_gap
        self.height = height
        self.align = align

    def narrowest(self, ui: Ui) -> int:
        gaps = _gap(ui, self.least_gap) * max(0, len(self.parts) - 1)
        return sum(part.least(ui) for part in self.parts) + gaps

    def wanted(self, ui: Ui, width: int) -> Size:
        if width >= ROOMY:
            width = self.natural(ui)
        gap, widths = self._widths(ui, width)
        used = sum(widths) + gap * max(0, len(widths) - 1)
        heights = (p.measure(ui, w)[1] for p, w in zip(self.parts, widths, strict=True))
        return max(used, width), max(_side(ui, self.height), max(heights, default=0))

    def roomiest(self, ui: Ui) -> int:
        """So wide that equal shares leave every Fill its natural width."""
        fills = [part for part in self.parts if isinstance(part, Fill)]
        whole = sum(fill.share for fill in fills)
        needed = (-(-fill.natural(ui) * whole // fill.share) for fill in fills)
        fixed = sum(p.natural(ui) for p in self.parts if not isinstance(p, Fill))
        return (
            fixed + int(max(needed, default=0)) + _gap(ui, self.gap) * max(0, len(self.parts) - 1)
        )

    def _widths(self, ui: Ui, width: int) -> tuple[int, list[int]]:
        """The gap and the width of every part; asked when measured and when placed."""
        if self._memo_of is not ui.theme:
            self._forget(ui)
        if width not in self._lengths:
            self._lengths[width] = self._divided(ui, width)
        divided: tuple[int, list[int]] = self._lengths[width]
        return divided

    def _divided(self, ui: Ui, width: int) -> tuple[int, list[int]]:
        fills = [isinstance(part, Fill) for part in self.parts]
        least = [part.least(ui) for part in self.parts]
        widths = [
            low if fill else part.natural(ui)
            for part, low, fill in zip(self.parts, least, fills, strict=True)
        ]
        gaps = max(1, len(self.parts) - 1)
        spread = (width - sum(widths)) // gaps
        gap = max(_gap(ui, self.least_gap), min(_gap(ui, self.gap), spread))
        room = width - gap * (len(self.parts) - 1)
        if sum(widths) > room:
            spare, stretch = max(0, room - sum(least)), sum(widths) - sum(least)
            widths = [
                low + spare * (own - low) // max(1, stretch)
                for low, own in zip(least, widths, strict=True)
            ]
        elif any(fills):
            fixed = sum(w for w, fill in zip(widths, fills, strict=True) if not fill)
            needs = [low for low, fill in zip(least, fills, strict=True) if fill]
            shares = [part.share for part in self.parts if isinstance(part, Fill)]
            parts = iter(_shared(room - fixed, needs, shares))
            widths = [next(parts) if fill else w for w, fill in zip(widths, fills, strict=True)]
        return gap, widths

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        gap, widths = self._widths(ui, rect.w)
        used = sum(widths) + gap * max(0, len(widths) - 1)
        x = rect.x + max(0, int(rect.w * self.align) - int(used * self.align))
        for part, width in zip(self.parts, widths, strict=True):
            yield from part.place(ui, pygame.Rect(x, rect.y, width, rect.h))
            x += width + gap


class Column(Measured):
    """Parts below one another, all as wide as the column; Fills take the height left over."""

    PASSES = True

    def __init__(self, *parts: Part, gap: Length = 16) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap

    def narrowest(self, ui: Ui) -> int:
        return _widest(ui, self.parts)

    def roomiest(self, ui: Ui) -> int:
        return max((part.natural(ui) for part in self.parts), default=0)

    def wanted(self, ui: Ui, width: int) -> Size:
        sizes = [part.measure(ui, width) for part in self.parts]
        gaps = _gap(ui, self.gap) * max(0, len(self.parts) - 1)
        return max((w for w, _ in sizes), default=0), sum(h for _, h in sizes) + gaps

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        gap, y = _gap(ui, self.gap), rect.y
        for part, height in zip(self.parts, self._heights(ui, rect), strict=True):
            yield from part.place(ui, pygame.Rect(rect.x, y, rect.w, height))
            y += height + gap

    def _heights(self, ui: Ui, rect: pygame.Rect) -> list[int]:
        fills = [i for i, part in enumerate(self.parts) if isinstance(part, Fill)]
        heights = [  # a lone Fill takes what is left, whatever it wanted
            0 if [index] == fills else part.measure(ui, rect.w)[1]
            for index, part in enumerate(self.parts)
        ]
        for index, part in enumerate(self.parts):
            if isinstance(part, Box):
                heights[index] = max(heights[index], round(part.share * rect.h))
        rest = rect.h - _gap(ui, self.gap) * max(0, len(heights) - 1)
        rest -= sum(height for i, height in enumerate(heights) if i not in fills)
        needs = [heights[i] for i in fills]
        if sum(needs) > rest:
            needs, rest = [0] * len(fills), max(0, rest)
        shares = [part.share for part in self.parts if isinstance(part, Fill)]
        for index, height in zip(fills, _shared(rest, needs, shares), strict=True):
            heights[index] = height
        return heights


class Wrap(Measured):
    """Parts one after another like words, as many in a row as fit with their natural widths."""

    def __init__(self, *parts: Part, gap: Length = 8, row_gap: Length = 8) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap
        self.row_gap = row_gap

    def _rows(self, ui: Ui, width: int) -> list[list[tuple[Layout, int, int]]]:
        """The rows of (part, start, width)."""
        gap = _gap(ui, self.gap)
        rows: list[list[tuple[Layout, int, int]]] = []
        x = 0
        for part in self.parts:
            natural = part.natural(ui)
            if not rows or x + natural > width:
                rows.append([])
                x, natural = 0, part.measure(ui, width)[0]
            rows[-1].append((part, x, natural))
            x += natural + gap
        return rows

    def narrowest(self, ui: Ui) -> int:
        return _widest(ui, self.parts)

    def wanted(self, ui: Ui, width: int) -> Size:
        rows = self._rows(ui, width)
        height = sum(self._height(ui, row) for row in rows)
        height += _gap(ui, self.row_gap) * max(0, len(rows) - 1)
        ends = max((row[-1][1] + row[-1][2] for row in rows), default=0)
        return (ends if width >= ROOMY else max(ends, width)), height

    @staticmethod
    def _height(ui: Ui, row: Sequence[tuple[Layout, int, int]]) -> int:
        return max(part.measure(ui, width)[1] for part, _, width in row)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        y = rect.y
        for row in self._rows(ui, rect.w):
            height = self._height(ui, row)
            for part, start, width in row:
                yield from part.place(ui, pygame.Rect(rect.x + start, y, width, height))
            y += height + _gap(ui, self.row_gap)


class Grid(Measured):
    """Equal columns, as many (up to `columns`) as the widest least width allows."""

    def __init__(self, *parts: Part, columns: int = 3, gap: Length = 8) -> None:
        self.parts = [part for part in parts if part is not None]
        self.columns = columns
        self.gap = gap

    def _cells(self, ui: Ui, width: int) -> tuple[int, int]:
        """How many columns, and how wide each is."""
        gap, maximum = _gap(ui, self.gap), max(1, min(self.columns, len(self.parts)))
        least = max((part.least(ui) for part in self.parts), default=0)
        if width >= ROOMY:
            return maximum, max((part.natural(ui) for part in self.parts), default=0)
        columns = max(1, min(maximum, (width + gap) // max(1, least + gap)))
        return columns, max(least, (width - gap * (columns - 1)) // columns)

    def _rows(self, columns: int) -> list[list[Layout]]:
        return [self.parts[i : i + columns] for i in range(0, len(self.parts), columns)]

    def narrowest(self, ui: Ui) -> int:
        return _widest(ui, self.parts)

    def wanted(self, ui: Ui, width: int) -> Size:
        columns, needed = self._cells(ui, width)
        gap, rows = _gap(ui, self.gap), self._rows(columns)
        height = sum(max(part.measure(ui, needed)[1] for part in row) for row in rows)
        used = columns * needed + gap * (columns - 1)
        size = used if width >= ROOMY else max(used, width)
        return size, height + gap * max(0, len(rows) - 1)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        columns, width = self._cells(ui, rect.w)
        gap, y = _gap(ui, self.gap), rect.y
        for row in self._rows(columns):
            height = max(part.measure(ui, width)[1] for part in row)
            for index, part in enumerate(row):
                x = rect.x + index * (width + gap)
                yield from part.place(ui, pygame.Rect(x, y, width, height))
            y += height + gap


class Pairs(Measured):
    """A form: names in a column as wide as the widest (half at most), controls at the right."""

    def __init__(
        self, *pairs: tuple[Layout, Layout] | None, gap: Length = 16, row_gap: Length = 4
    ) -> None:
        self.pairs = [pair for pair in pairs if pair is not None]
        self.gap = gap
        self.row_gap = row_gap

    def _widest(self, ui: Ui, side: int, width: int) -> int:
        return max((pair[side].measure(ui, width)[0] for pair in self.pairs), default=0)

    def _columns(self, ui: Ui, width: int) -> tuple[int, int]:
        """The widths of names and controls."""
        gap = _gap(ui, self.gap)
        names, controls = (self._narrowest_of(ui, side) for side in (0, 1))
        room = max(names, min(width // 2, width - gap - controls))
        first = min(self._widest(ui, 0, ROOMY), room)
        return first, max(controls, width - gap - first)

    def _narrowest_of(self, ui: Ui, side: int) -> int:
        return _widest(ui, [pair[side] for pair in self.pairs])

    def narrowest(self, ui: Ui) -> int:
        return self._narrowest_of(ui, 0) + _gap(ui, self.gap) + self._narrowest_of(ui, 1)

    def wanted(self, ui: Ui, width: int) -> Size:
        gap = _gap(ui, self.gap)
        if width >= ROOMY:
            names, controls = (self._widest(ui, side, ROOMY) for side in (0, 1))
            width = max(names + gap + controls, 2 * names)
        first, second = self._columns(ui, width)
        heights = [max(a.measure(ui, first)[1], b.measure(ui, second)[1]) for a, b in self.pairs]
        gaps = _gap(ui, self.row_gap) * max(0, len(heights) - 1)
        return max(width, first + gap + second), sum(heights) + gaps

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        first, second = self._columns(ui, rect.w)
        x, y = rect.x + first + _gap(ui, self.gap), rect.y
        for name, control in self.pairs:
            height = max(name.measure(ui, first)[1], control.measure(ui, second)[1])
            yield from name.place(ui, pygame.Rect(rect.x, y, first, height))
            yield from control.place(ui, pygame.Rect(x, y, second, height))
            y += height + _gap(ui, self.row_gap)


class Flow(Measured):
    """Parts in two columns where each is at least `least` wide, else in one, like a newspaper.

    The order is kept: the first ones fill the left column, so that the longer one is shortest.
    """

    def __init__(self, *parts: Part, least: Length, gap: Length = 16) -> None:
        self.parts = [part for part in parts if part is not None]
        self.wide_enough = least
        self.gap = gap

    def _columns(self, ui: Ui, width: int) -> tuple[int, list[list[Layout]]]:
        """The width of a column, and what stands in each."""
        gap, half = _gap(ui, self.gap), (width - _gap(ui, self.gap)) // 2
        widest = max((part.least(ui) for part in self.parts), default=0)
        least = max(_side(ui, self.wide_enough), widest)
        if half < least or len(self.parts) < 2:
            return width, [self.parts]
        heights = [part.measure(ui, half)[1] + gap for part in self.parts]
        split = min(
            range(1, len(heights) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:]))
        )
        return half, [self.parts[:split], self.parts[split:]]

    def narrowest(self, ui: Ui) -> int:
        return _widest(ui, self.parts)

    def roomiest(self, ui: Ui) -> int:
        natural = max((part.natural(ui) for part in self.parts), default=0)
        if len(self.parts) < 2:
            return natural
        return 2 * max(natural, _side(ui, self.wide_enough)) + _gap(ui, self.gap)

    def wanted(self, ui: Ui, width: int) -> Size:
        gap = _gap(ui, self.gap)
        if width >= ROOMY:
            width = self.natural(ui)
        needed, columns = self._columns(ui, width)
        least = max((part.measure(ui, needed)[0] for part in self.parts), default=0)
        heights = [sum(p.measure(ui, needed)[1] + gap for p in column) - gap for column in columns]
        return max(width, least), max(0, *heights)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width, columns = self._columns(ui, rect.w)
        gap, x = _gap(ui, self.gap), rect.x
        for column in columns:
            y = rect.y
            for part in column:
                height = part.measure(ui, width)[1]
                yield from part.place(ui, pygame.Rect(x, y, width, height))
                y += height + gap
            x += width + gap


class Fit(Measured):
    """The first of several layouts that fits, else the last, which should be the narrowest.

    Width decides what is wanted; once there is a place, its height counts too. A choice may be a
    function that makes it when those before it do not fit.
    """

    def __init__(self, *choices: Layout | Callable[[], Layout]) -> None:
        self.choices = list(choices)

    def _choice(self, index: int) -> Layout:
        choice = self.choices[index]
        if callable(choice):
            choice = self.choices[index] = choice()
        return choice

    def _before_last(self) -> Iterator[Layout]:
        return (self._choice(index) for index in range(len(self.choices) - 1))

    def narrowest(self, ui: Ui) -> int:
        return min(self._choice(index).least(ui) for index in range(len(self.choices)))

    def roomiest(self, ui: Ui) -> int:
        return self._choice(0).natural(ui)

    def _measured(self, ui: Ui, width: int) -> Size:
        return self._first_fitting(ui, width) or super()._measured(ui, width)

    def _first_fitting(self, ui: Ui, width: int) -> Size | None:
        sizes = (choice.measure(ui, width) for choice in self._before_last())
        return next((size for size in sizes if size[0] <= width), None)

    def wanted(self, ui: Ui, width: int) -> Size:
        return self._first_fitting(ui, width) or self._choice(-1).measure(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        for choice in self._before_last():
            width, height = choice.measure(ui, rect.w)
            if width <= rect.w and height <= rect.h:
                yield from choice.place(ui, rect)
                return
        yield from self._choice(-1).place(ui, rect)


# -- made of the others ----------------------------------------------------------------------------


def _heading(theme: Theme) -> int:
    return theme.px(8) + theme.tx(36)


class Card(Over):
    """A part on a quiet panel, with a heading and a note at its right.

    `head` and `foot` are the room above and below the part, `pad` that at the sides of heading and
    part (`inner`, when the part has another). The panel stretches with its neighbours; what is in
    it stays at its top unless it has a Fill.
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
            head = _heading if title else pad
        side = pad if inner is None else inner
        super().__init__(Ground(title, note, pad), Pad(part, side, head, side, foot))


Page = tuple[str, Layout | Callable[[], Layout]]


class Tabs(Column):
    """One of several pages below the row of their names; a page may be made when it is shown.

    Names without room are written smaller.
    """

    def __init__(self, *pages: Page, at: int, choose: Callable[[int], None], key: str) -> None:
        names = [name for name, _ in pages]
        page = pages[at][1]
        shown = page() if callable(page) else page
        usual, small = (Segments(names, at, choose, key, size=size) for size in (16, 14))
        super().__init__(Box(Fit(usual, small), height=48), Fill(shown))


class Scroll(_Around):
    """Shows a part that may be higher than the place; it wants no height, so give it a Fill.

    The content is at least as high as the place. `key` keeps the offset over a rebuild.
    """

    def __init__(self, part: Layout, key: str = "") -> None:
        super().__init__(part)
        self.key = key

    def roomiest(self, ui: Ui) -> int:
        return self.part.natural(ui)

    def wanted(self, ui: Ui, width: int) -> Size:
        """As wide as the part needs; it is only asked for widths that are not natural."""
        return (self.natural(ui) if width >= ROOMY else width), 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        height = self.part.measure(ui, rect.w)[1]
        scroller = Scroller(rect, height, self.key)
        content = pygame.Rect(rect.x, rect.y, rect.w, max(rect.h, height))
        for widget in self.part.place(ui, content):
            widget.scroller = scroller
            yield widget


def icon_only(button: Button) -> Button:
    """The same button without its label, which becomes the tooltip; without an icon, unchanged."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._memo_of = None
    return small


# -- the whole -------------------------------------------------------------------------------------


def arrange(ui: Ui, layout: Layout, rect: pygame.Rect) -> list[Widget]:
    """Place a layout; its widgets in the order of Tab."""
    widgets = list(layout.place(ui, rect))
    assert len({id(widget) for widget in widgets}) == len(widgets), "a widget is placed twice"
    return widgets
