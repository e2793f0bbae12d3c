"""Where things stand on a screen: containers that measure and place what is in them.

A screen says what it shows as a nest of layouts, `arrange` turns that into widgets with rectangles.
Every widget is a layout; nobody but `place` writes a widget's rectangle, once a build.

    Column(heading, Row(Fill(name), button), Scroll(Pad(Column(*cards), 24, 20)))

A part that is None is left out, so `fault and FieldFault(fault)` may stand among parts.
A number is a length of the mockups (1280x800 at 100 %): gaps and pads grow with the window (`px`),
widths and heights with the text (`tx`); a function of the theme says anything else: `tx(12)`.

Laws every layout keeps (tests/gui/test_layout_laws.py tries them on random nests)

1. `least` is the width below which something is cut, `natural` the one at which nothing is broken
   or squeezed. A cap that is a share of the width must therefore be part of the natural width.
2. `height_at(ui, width)` is the height needed when `place` gives that width.
3. `measure` follows from these: natural if that fits, else the width asked for, or the least.
4. `place` may give more than was wanted, parts stretch; it never asks the parent back.

How to make a screen

1. Record pictures before and after each step and compare (`python -m tests.gui.pictures`): equal
   at 1280x800 and 100 %; elsewhere the same widgets in the same order, each difference looked at.
2. Put what is no widget (choices, faults, texts typed) into a model that imports no pygame.
3. Subclass `gui.kit.screen.Screen`; its `view() -> Layout` is
   `Column(self.bar(title), Fill(Scroll(Pad(Centred(cards), 24, 20))), gap=0)`. Cards are
   functions of what they show and of callbacks, never of the screen.
4. Do no arithmetic; widgets get their rectangle from the layout:
   a thing beside or below another is `FirstFit(Row(a, Whole(b)), Column(a, b))`; a threshold is
   `Box(least_width=)`; things that go on in the next line are a `Wrap` (a group that stays
   together is a Wrap in it); equal heights of neighbours are `Row(Fill(a), Fill(b))`; labels that
   drop when short of room are `FirstFit(Row(*buttons), Row(*map(icon_only, buttons)))`; cards else
   tabs are `FirstFit(Column(*cards), Tabs(...))`.
5. What moves is in a `Scroll`; the rest stays. Let the Scroll own the margin (Pad inside it), else
   shadows of cards are cut at its edge.
6. Undo, hint and so on: declare them once in `commands()` (gui.kit.command).
7. Open other screens with `self.go(Open("setup", {"game_id": game}))`; add yours to gui/screens.py.
8. A build takes 2 ms at most. What seldom changes is kept over builds: `Screen.keep(name, shown,
   make)`, where `shown` is all that `make` reads; its buttons ask anew what they do. Add the screen
   to tests/gui/test_cached_parts.py, which clicks everything and compares.
9. Run tests/gui/test_layout.py for your screen.

Examples: gui/pages/preferences.py (a form, with gui/kit/forms.py), gui/setup (model, cards as
functions, screen). A container of your own is a Sized with `narrowest`, `roomiest` and
`needed_height` from those of its parts; a Measured says them in one as `wanted`, which is asked
more often. A kind of Button or Label that wants another size says those three anew. What is costly
and seldom shown is a function: a choice of Fit (the first one in a Led), a page of Tabs.

Traps

- A widget of your own needs `wanted` (honest: the least width at 0), else it gets 0 x 0. A
  constructor knows no rectangle yet: `place` does.
- Never change a widget for one of two choices of a Fit: both hold the same one. Copy: `icon_only`.
- What is kept over builds (a board) and changes what it wants must not rely on the memo: it is
  forgotten with the theme only.
- A board, and a field whose text a model may write differently, are not kept.
- A Row shrinks parts down to their least width before it gives up: a Button then wraps into two
  lines. `NoShrink` keeps the natural width.
- All pages of Tabs are made though one is shown, unless a page is given as a function.
- `px(12) * 2` is not `px(24)`: where a pixel decides, use the same call as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import accumulate

import pygame

from gui.kit import Background, Button, Segments
from gui.kit.accessible import sentence
from gui.kit.widget import NOWHERE, ROOMY, Layout, Measured, Scroller, Sized, Widget
from gui.theme import Theme
from gui.ui import Ui

__all__ = [
    "ROOMY",
    "Box",
    "CachePart",
    "Cached",
    "Card",
    "Centred",
    "Column",
    "FirstFit",
    "Flexible",
    "Flow",
    "Gap",
    "Grid",
    "Guarded",
    "Layout",
    "Measured",
    "NoShrink",
    "Over",
    "Pad",
    "Pairs",
    "Row",
    "Scroll",
    "Tabs",
    "Ui",
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
# A part by its name, made anew when what it shows is no longer equal: see Screen.keep.
CachePart = Callable[[str, object, Callable[[], Layout]], Layout]


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
    if not length:
        return 0
    return length(ui.theme) if callable(length) else ui.theme.px(length)


def _side(ui: Ui, length: Length) -> int:
    if not length:
        return 0
    return length(ui.theme) if callable(length) else ui.theme.tx(length)


def _share(room: int, lengths: list[int], shares: Sequence[float]) -> None:
    """Stretch the lengths that have a share until the room is full; none gets shorter.

    What is over falls to them by their shares; no pixel is left.
    """
    free = [index for index, fraction in enumerate(shares) if fraction]
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


# -- the smallest parts ----------------------------------------------------------------------------


class Gap(Sized):
    """Nothing, of a length, beside the gaps a Row or Column has anyway."""

    def __init__(self, length: Length) -> None:
        self.length = length

    def measure_min_width(self, ui: Ui) -> int:
        return _gap(ui, self.length)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.min_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.min_width(ui)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        return iter(())


NOTHING = Gap(0)


class _Around(Sized):
    """A container of one part, which has its size and place unless it says otherwise."""

    def __init__(self, part: Layout) -> None:
        self.part = part

    def measure_min_width(self, ui: Ui) -> int:
        return self.part.min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        return self.part.place(ui, rect)


class _Transparent(_Around):
    """A container that remembers nothing of its part's size, for the part remembers it already."""

    def min_width(self, ui: Ui) -> int:
        return self.part.min_width(ui)

    def preferred_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)

    def height_at(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, width)


class Flexible(_Transparent):
    """Takes what the others leave along the axis of a Row or Column; without a part, a spring."""

    def __init__(self, part: Part = None, fraction: float = 1) -> None:
        super().__init__(NOTHING if part is None else part)
        self.stretch = fraction


class NoShrink(_Transparent):
    """Never narrower than natural: what has no room for it goes elsewhere (Fit, Wrap, Grid)."""

    def min_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)


class Box(_Around):
    """A part with a size of its own, or a least one; never so small that the part is cut.

    A part with a `width` is never wider. `height` is a least height; `fraction` asks a Column for
    at least that fraction of its height. `at` says where the part stands in a higher place (0 top,
    0.5 middle) instead of stretching.
    """

    def __init__(
        self,
        part: Layout,
        width: Length | None = None,
        height: Length = 0,
        *,
        least_width: Length | None = None,
        fraction: float = 0.0,
        at: float | None = None,
    ) -> None:
        super().__init__(part)
        self.width = width
        self.height = height
        self.least_width = least_width
        self._as_wide = width is None and least_width is None
        self.least_share = fraction
        self.at = at

    def min_width(self, ui: Ui) -> int:
        return self.part.min_width(ui) if self._as_wide else super().min_width(ui)

    def preferred_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui) if self._as_wide else super().preferred_width(ui)

    def measure_min_width(self, ui: Ui) -> int:
        asked = self.width if self.least_width is None else self.least_width
        least = self.part.min_width(ui)
        return least if asked is None else max(least, _side(ui, asked))

    def measure_preferred_width(self, ui: Ui) -> int:
        natural = self.part.preferred_width(ui) if self.width is None else _side(ui, self.width)
        return max(natural, self.min_width(ui))

    def _used(self, ui: Ui, width: int) -> int:
        return width if self.width is None else min(width, self.preferred_width(ui))

    def measure_height(self, ui: Ui, width: int) -> int:
        return max(self.part.height_at(ui, self._used(ui, width)), _side(ui, self.height))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width, height, top = self._used(ui, rect.w), rect.h, rect.y
        if self.at is not None:
            height = min(height, self.height_at(ui, rect.w))
            top += int((rect.h - height) * self.at)
        return self.part.place(ui, pygame.Rect(rect.x, top, width, height))


class Pad(_Around):
    """Room around a part: for all sides, for (x, y), or for (left, top, right, bottom)."""

    def __init__(self, part: Layout, *sides: Length) -> None:
        super().__init__(part)
        self.sides = sides

    def _edges(self, ui: Ui) -> list[int]:
        if self._theme is not ui.theme:
            self._forget(ui)
        if self._divided is None:
            edges = [_gap(ui, side) for side in self.sides]
            self._divided = 0, edges * (4 // len(edges))
        known: list[int] = self._divided[1]
        return known

    def measure_min_width(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.min_width(ui) + left + right

    def measure_preferred_width(self, ui: Ui) -> int:
        left, _, right, _ = self._edges(ui)
        return self.part.preferred_width(ui) + left + right

    def measure_height(self, ui: Ui, width: int) -> int:
        left, top, right, bottom = self._edges(ui)
        return self.part.height_at(ui, max(0, width - left - right)) + top + bottom

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        left, top, right, bottom = self._edges(ui)
        inner = pygame.Rect(
            rect.x + left, rect.y + top, max(0, rect.w - left - right), rect.h - top - bottom
        )
        return self.part.place(ui, inner)


class Centred(_Around):
    """In the middle of a wide place, `maximum` wide at most."""

    def __init__(self, part: Layout, maximum: Length) -> None:
        super().__init__(part)
        self.maximum = maximum

    def _used(self, ui: Ui, width: int) -> int:
        return min(width, max(_side(ui, self.maximum), self.part.min_width(ui)))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._used(ui, self.part.preferred_width(ui))

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, self._used(ui, width))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width = self._used(ui, rect.w)
        left = rect.x + (rect.w - width) // 2
        return self.part.place(ui, pygame.Rect(left, rect.y, width, rect.h))


# -- many parts ------------------------------------------------------------------------------------


class _Many(Sized):
    """A container of several parts, as wide as the widest unless it says otherwise."""

    def __init__(self, parts: Iterable[Part], gap: Length = 0) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap

    def gaps(self, ui: Ui, count: int) -> int:
        """What the gaps between that many parts take."""
        return _gap(ui, self.gap) * (count - 1) if count > 1 else 0

    def measure_min_width(self, ui: Ui) -> int:
        return max([part.min_width(ui) for part in self.parts], default=0)

    def measure_preferred_width(self, ui: Ui) -> int:
        return max([part.preferred_width(ui) for part in self.parts], default=0)


class Over(_Many):
    """Several parts in the same rectangle, later ones above."""

    def __init__(self, *parts: Part) -> None:
        super().__init__(parts)

    def measure_height(self, ui: Ui, width: int) -> int:
        return max([part.height_at(ui, width) for part in self.parts], default=0)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        for part in self.parts:
            yield from part.place(ui, rect)


class Row(_Many):
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
        super().__init__(parts, gap)
        self.least_gap = gap if least_gap is None else least_gap
        self.height = height
        self.align = align

    def measure_min_width(self, ui: Ui) -> int:
        gaps = _gap(ui, self.least_gap) * max(0, len(self.parts) - 1)
        return sum([part.min_width(ui) for part in self.parts]) + gaps

    def measure_preferred_width(self, ui: Ui) -> int:
        """So wide that equal shares leave every Fill its natural width."""
        fills = [part for part in self.parts if part.stretch]
        whole = sum([fill.stretch for fill in fills])
        needed = [int(-(-fill.preferred_width(ui) * whole // fill.stretch)) for fill in fills]
        fixed = [part.preferred_width(ui) for part in self.parts if not part.stretch]
        return sum(fixed) + max(needed, default=0) + self.gaps(ui, len(self.parts))

    def measure_height(self, ui: Ui, width: int) -> int:
        _, widths = self._shared_out(ui, width)
        heights = [p.height_at(ui, w) for p, w in zip(self.parts, widths, strict=True)]
        return max([_side(ui, self.height), *heights])

    def _shared_out(self, ui: Ui, width: int) -> tuple[int, list[int]]:
        """The gap and the width of every part; asked when measured and when placed."""
        if self._theme is not ui.theme:
            self._forget(ui)
        if self._divided is None or self._divided[0] != width:
            self._divided = width, self._share_out(ui, width)
        divided: tuple[int, list[int]] = self._divided[1]
        return divided

    def _share_out(self, ui: Ui, width: int) -> tuple[int, list[int]]:
        fills = [part.stretch for part in self.parts]
        least = [part.min_width(ui) for part in self.parts]
        widths = [
            low if fill else part.preferred_width(ui)
            for part, low, fill in zip(self.parts, least, fills, strict=True)
        ]
        used = sum(widths)
        spread = (width - used) // max(1, len(widths) - 1)
        gap = max(_gap(ui, self.least_gap), min(_gap(ui, self.gap), spread))
        room = width - gap * (len(widths) - 1)
        if used > room:
            spare, stretch = max(0, room - sum(least)), used - sum(least)
            widths = [
                low + spare * (own - low) // max(1, stretch)
                for low, own in zip(least, widths, strict=True)
            ]
        elif any(fills):
            _share(room, widths, fills)
        return gap, widths

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        gap, widths = self._shared_out(ui, rect.w)
        used = sum(widths) + gap * max(0, len(widths) - 1)
        x = rect.x + max(0, int(rect.w * self.align) - int(used * self.align))
        for part, width in zip(self.parts, widths, strict=True):
            yield from part.place(ui, pygame.Rect(x, rect.y, width, rect.h))
            x += width + gap


class Column(_Many):
    """Parts below one another, all as wide as the column; Fills take the height left over.

    Tab and readers meet the part `first`, by its number, before the others.
    """

    def __init__(self, *parts: Part, gap: Length = 16, first: int = 0) -> None:
        super().__init__(parts, gap)
        self.first = first

    def measure_height(self, ui: Ui, width: int) -> int:
        heights = [part.height_at(ui, width) for part in self.parts]
        return sum(heights) + self.gaps(ui, len(heights))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        gap, y, places = _gap(ui, self.gap), rect.y, []
        for part, height in zip(self.parts, self._shared_heights(ui, rect), strict=True):
            places.append((part, pygame.Rect(rect.x, y, rect.w, height)))
            y += height + gap
        if self.first:
            places.insert(0, places.pop(self.first))
        for part, place in places:
            yield from part.place(ui, place)

    def _shared_heights(self, ui: Ui, rect: pygame.Rect) -> list[int]:
        fills = [part.stretch for part in self.parts]
        lone = len(fills) - fills.count(0) == 1
        heights = [  # a lone Fill takes what is left, whatever it wanted
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
            _share(max(room, sum(heights)), heights, fills)
        return heights


class Wrap(_Many):
    """Parts one after another like words, as many in a row as fit with their natural widths."""

    def __init__(self, *parts: Part, gap: Length = 8, row_gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.row_gap = row_gap

    def measure_preferred_width(self, ui: Ui) -> int:
        return sum([part.preferred_width(ui) for part in self.parts]) + self.gaps(
            ui, len(self.parts)
        )

    def _rows(self, ui: Ui, width: int) -> list[list[tuple[Layout, int, int]]]:
        """The rows of (part, start, width)."""
        gap = _gap(ui, self.gap)
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
        return height + _gap(ui, self.row_gap) * max(0, len(rows) - 1)

    @staticmethod
    def _height(ui: Ui, row: Sequence[tuple[Layout, int, int]]) -> int:
        return max(part.height_at(ui, width) for part, _, width in row)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        y = rect.y
        for row in self._rows(ui, rect.w):
            height = self._height(ui, row)
            for part, start, width in row:
                yield from part.place(ui, pygame.Rect(rect.x + start, y, width, height))
            y += height + _gap(ui, self.row_gap)


class Grid(_Many):
    """Equal columns, as many (up to `columns`) as the widest least width allows."""

    def __init__(self, *parts: Part, columns: int = 3, gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.columns = max(1, min(columns, len(self.parts)))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.columns * super().measure_preferred_width(ui) + self.gaps(ui, self.columns)

    def _rows(self, ui: Ui, width: int) -> tuple[int, list[tuple[int, list[Layout]]]]:
        """How wide each column is, and the rows, each with its height."""
        gap, least = _gap(ui, self.gap), self.min_width(ui)
        columns = max(1, min(self.columns, (width + gap) // max(1, least + gap)))
        cell = max(least, (width - gap * (columns - 1)) // columns)
        rows = [self.parts[i : i + columns] for i in range(0, len(self.parts), columns)]
        return cell, [(max(part.height_at(ui, cell) for part in row), row) for row in rows]

    def measure_height(self, ui: Ui, width: int) -> int:
        _, rows = self._rows(ui, width)
        return sum(height for height, _ in rows) + self.gaps(ui, len(rows))

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        cell, rows = self._rows(ui, rect.w)
        gap, y = _gap(ui, self.gap), rect.y
        for height, row in rows:
            for index, part in enumerate(row):
                x = rect.x + index * (cell + gap)
                yield from part.place(ui, pygame.Rect(x, y, cell, height))
            y += height + gap


class Pairs(Sized):
    """A form: names in a column as wide as the widest (half at most), controls at the right.

    With a `fraction` the names take that share of the width, however wide they are.
    """

    def __init__(
        self,
        *pairs: tuple[Layout, Layout] | None,
        gap: Length = 16,
        row_gap: Length = 4,
        fraction: float = 0.0,
    ) -> None:
        self.pairs = [pair for pair in pairs if pair is not None]
        self.names = Over(*[name for name, _ in self.pairs])
        self.controls = Over(*[control for _, control in self.pairs])
        self.gap = gap
        self.row_gap = row_gap
        self.of_width = fraction

    def _rows(self, ui: Ui, width: int) -> tuple[int, int, list[int]]:
        """The widths of names and controls, and the heights of the rows."""
        room, controls = width - _gap(ui, self.gap), self.controls.min_width(ui)
        largest = int(room * self.of_width) if self.of_width else width // 2
        first = max(self.names.min_width(ui), min(largest, room - controls))
        if not self.of_width:
            first = min(self.names.preferred_width(ui), first)
        second = max(controls, room - first)
        heights = [max(a.height_at(ui, first), b.height_at(ui, second)) for a, b in self.pairs]
        return first, second, heights

    def measure_min_width(self, ui: Ui) -> int:
        return self.names.min_width(ui) + _gap(ui, self.gap) + self.controls.min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        names, controls, gap = (
            self.names.preferred_width(ui),
            self.controls.preferred_width(ui),
            _gap(ui, self.gap),
        )
        if not self.of_width:
            return max(names + gap + controls, 2 * names)
        return gap + 1 + max(int(names / self.of_width), int(controls / (1 - self.of_width)))

    def measure_height(self, ui: Ui, width: int) -> int:
        _, _, heights = self._rows(ui, width)
        return sum(heights) + _gap(ui, self.row_gap) * max(0, len(heights) - 1)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        first, second, heights = self._rows(ui, rect.w)
        x, y = rect.x + first + _gap(ui, self.gap), rect.y
        for (name, control), height in zip(self.pairs, heights, strict=True):
            yield from name.place(ui, pygame.Rect(rect.x, y, first, height))
            yield from control.place(ui, pygame.Rect(x, y, second, height))
            y += height + _gap(ui, self.row_gap)


class Flow(_Many):
    """Parts in two columns where each is at least `least` wide, else in one, like a newspaper.

    The order is kept: the first ones fill the left column, so that the longer one is shortest.
    """

    def __init__(self, *parts: Part, least: Length, gap: Length = 16) -> None:
        super().__init__(parts, gap)
        self.wide_enough = least

    def measure_preferred_width(self, ui: Ui) -> int:
        natural = super().measure_preferred_width(ui)
        if len(self.parts) < 2:
            return natural
        return 2 * max(natural, _side(ui, self.wide_enough)) + _gap(ui, self.gap)

    def _columns(self, ui: Ui, width: int) -> tuple[int, list[Column]]:
        """The width of a column, and what stands in each."""
        if self._divided is None or self._divided[0] != width:
            self._divided = width, self._share_out(ui, width)
        divided: tuple[int, list[Column]] = self._divided[1]
        return divided

    def _share_out(self, ui: Ui, width: int) -> tuple[int, list[Column]]:
        gap, half = _gap(ui, self.gap), (width - _gap(ui, self.gap)) // 2
        if half < max(_side(ui, self.wide_enough), self.min_width(ui)) or len(self.parts) < 2:
            return width, [Column(*self.parts, gap=self.gap)]
        heights = [part.height_at(ui, half) + gap for part in self.parts]
        split = min(
            range(1, len(heights) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:]))
        )
        columns = (self.parts[:split], self.parts[split:])
        return half, [Column(*parts, gap=self.gap) for parts in columns]

    def measure_height(self, ui: Ui, width: int) -> int:
        width, columns = self._columns(ui, width)
        return max(column.height_at(ui, width) for column in columns)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        width, columns = self._columns(ui, rect.w)
        x = rect.x
        for column in columns:
            yield from column.place(ui, pygame.Rect(x, rect.y, width, rect.h))
            x += width + _gap(ui, self.gap)


class FirstFit(Sized):
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

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        return self._chosen(ui, rect.w, rect.h).place(ui, rect)


class Guarded(Sized):
    """A part made only where `first`, the least that stands in it, fits; a choice of Fit.

    Where that has no room, the whole has none, and nothing more is made and measured to know it.
    """

    def __init__(self, first: Layout, make: Callable[[], Layout]) -> None:
        self.first = first
        self._make = make

    @cached_property
    def _whole(self) -> Layout:
        return self._make()

    def measure_min_width(self, ui: Ui) -> int:
        return self._whole.min_width(ui)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self._whole.preferred_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self._whole.height_at(ui, width)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        return self._whole.place(ui, rect)

    def fits(self, ui: Ui, width: int, height: int | None) -> bool:
        return self.first.fits(ui, width, height) and super().fits(ui, width, height)


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
        super().__init__(Background(title, note, pad), Pad(part, side, head, side, foot))


Page = tuple[str, Layout | Callable[[], Layout]]


class Tabs(Column):
    """One of several pages below the row of their names; a page may be made when it is shown.

    Names without room are written smaller.
    """

    def __init__(self, *pages: Page, at: int, choose: Callable[[int], None], key: str) -> None:
        names = [name for name, _ in pages]
        page = pages[at][1]
        shown = page() if callable(page) else page
        rows = [Segments(names, at, choose, key, size=size) for size in (16, 14, 12)]
        for row in rows:
            row.called = sentence(names)
        super().__init__(Box(FirstFit(*rows), height=48), Flexible(shown))


class Scroll(_Around):
    """Shows a part that may be higher than the place; it wants no height, so give it a Fill.

    The content is at least as high as the place. `key` keeps the offset over a rebuild.
    """

    def __init__(self, part: Layout, key: str = "") -> None:
        super().__init__(part)
        self.key = key

    def measure_height(self, ui: Ui, width: int) -> int:
        return 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        height = self.part.height_at(ui, rect.w)
        scroller = Scroller(rect, height, self.key)
        content = pygame.Rect(rect.x, rect.y, rect.w, max(rect.h, height))
        for widget in self.part.place(ui, content):
            widget.scroller = scroller
            yield widget


class Cached(_Transparent):
    """A part that outlives a build, with its widgets and all it said of its size.

    Given the same place again it is not placed anew. So it is not for what does more than take its
    rectangle when it is placed: a board.
    """

    def __init__(self, part: Layout) -> None:
        super().__init__(part)
        self.stretch, self.least_share = part.stretch, part.least_share
        self._where = NOWHERE
        self._placed: list[tuple[Widget, pygame.Rect, Scroller | None]] = []

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        if self._theme is not ui.theme or self._where != rect:
            self._forget(ui)
            self._where = rect
            placed = self.part.place(ui, rect)
            self._placed = [(widget, widget.rect, widget.scroller) for widget in placed]
        for widget, where, scroller in self._placed:
            widget.rect, widget.scroller = where, scroller
            yield widget


def icon_only(button: Button) -> Button:
    """The same button without its label, which becomes the tooltip; without an icon, unchanged."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._theme = None
    return small


# -- the whole -------------------------------------------------------------------------------------


def arrange(ui: Ui, layout: Layout, rect: pygame.Rect) -> list[Widget]:
    """Place a layout; its widgets in the order of Tab."""
    widgets = list(layout.place(ui, rect))
    assert len({id(widget) for widget in widgets}) == len(widgets), "a widget is placed twice"
    return widgets
