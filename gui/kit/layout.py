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

How to make a screen

1. Record pictures before and after each step and compare (`python -m tests.gui.pictures`): equal
   at 1280x800 and 100 %; elsewhere the same widgets in the same order. Check each difference.
2. Put state that is no widget (choices, faults, typed texts) into a model that imports no pygame.
3. Subclass `gui.kit.screen.Screen`; its `view() -> Layout` returns
   `Column(self.bar(title), Flexible(Scroll(Pad(Centred(cards, widest), 24, 20))), gap=0)`. Write
   cards as functions of their content and of callbacks, never of the screen.
4. Do no arithmetic; the layout computes every rectangle:
   - an item beside another, else below it: `FirstFit(Row(a, NoShrink(b)), Column(a, b))`
   - a threshold: `Box(least_width=)`
   - items that continue on the next line: `Wrap` (a group that stays together is a Wrap in it)
   - neighbours of equal height: `Row(Flexible(a), Flexible(b))`
   - labels that drop when room is short: `FirstFit(Row(*buttons), Row(*map(icon_only, buttons)))`
   - cards, else tabs: `FirstFit(Column(*cards), Tabs(...))`
5. Put moving content in a `Scroll` and keep the rest outside. Put the margin inside it
   (`Scroll(Pad(...))`), else its edge cuts the shadows of cards.
6. Declare undo, hint and the like once, in `commands()` (gui.kit.command).
7. Open other screens with `self.go(Open("setup", {"game_id": game}))`; add yours to gui/screens.py.
8. A build takes 2 ms at most. Cache parts that seldom change with `Screen.keep(name, shown, make)`,
   where `shown` holds everything that `make` reads. Callbacks of a cached part must read the state
   when they are called. Add the screen to tests/gui/test_cached_parts.py, which clicks every button
   and compares.
9. Run tests/gui/test_layout.py for your screen.

Examples: gui/pages/preferences.py (a form, with gui/kit/forms.py), gui/setup (model, cards as
functions, screen).

How to make a container or a widget

- A container subclasses `Sized` and computes `measure_min_width`, `measure_preferred_width` and
  `measure_height` from its parts. `Sized` caches the results.
- A `Measured`, which every widget is, implements one method instead: `size_hint(ui, width)`. It is
  called more often.
- A kind of Button or Label with another size overrides the three `measure_` methods.
- Pass a costly, seldom visible part as a function: a choice of `FirstFit` (the first one inside a
  `Guarded`), or a page of `Tabs`.

Traps

- A widget without `size_hint` gets 0 x 0. It must be honest: for width 0 it returns the min width.
- A constructor knows no rectangle yet: `place` sets it.
- Never change a widget for one of two choices of a `FirstFit`: both hold the same object. Copy it,
  as `icon_only` does.
- A widget that outlives a build (a board) and changes its size must not rely on the size cache,
  which is cleared only when the theme changes.
- Do not pass a board, or a field whose text a model may write differently, to `Screen.keep`
  (`Cached`).
- A `Row` shrinks its parts down to their min widths before it fails to fit: a Button then wraps
  into two lines. `NoShrink` keeps the preferred width.
- `Tabs` builds all pages though it shows one, unless a page is passed as a function.
- `px(12) * 2` is not `px(24)`: where a pixel matters, use the same call everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import accumulate

import pygame

from gui.kit import Background, Button, Segments
from gui.kit.accessible import sentence
from gui.kit.texts import heading_height
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
    "FixedHeight",
    "Flexible",
    "Flow",
    "Gap",
    "Grid",
    "Guarded",
    "Layout",
    "LowestFits",
    "Measured",
    "NoShrink",
    "Over",
    "Pad",
    "Pairs",
    "Row",
    "Scroll",
    "Tabs",
    "TallestVariant",
    "Ui",
    "Widget",
    "Wrap",
    "arrange",
    "exactly",
    "icon_only",
    "lowering",
    "px",
    "tx",
]

Length = float | Callable[[Theme], int]
Part = Layout | None
# Returns the part of a name, built again when its inputs differ: see Screen.keep.
CachePart = Callable[[str, object, Callable[[], Layout]], Layout]


def px(length: float) -> Callable[[Theme], int]:
    """Return a length that scales with the window."""
    return lambda theme: theme.px(length)


def tx(length: float) -> Callable[[Theme], int]:
    """Return a length that scales with the text."""
    return lambda theme: theme.tx(length)


def exactly(pixels: int) -> Callable[[Theme], int]:
    """Return a length in real pixels."""
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
    """Stretch the lengths with a nonzero share until they fill the room; none gets shorter.

    The rest is divided in proportion to the shares, down to the last pixel.
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
    """Empty space of a given length, added to the gaps of a Row or Column."""

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
    """A container of one part, with the size and place of that part by default."""

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
    """A container that does not cache sizes, because its part already does."""

    def min_width(self, ui: Ui) -> int:
        return self.part.min_width(ui)

    def preferred_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)

    def height_at(self, ui: Ui, width: int) -> int:
        return self.part.height_at(ui, width)


class Flexible(_Transparent):
    """A part that takes the room left over along a Row or Column; without a part, a spring."""

    def __init__(self, part: Part = None, fraction: float = 1) -> None:
        super().__init__(NOTHING if part is None else part)
        self.stretch = fraction


class NoShrink(_Transparent):
    """A part never narrower than its preferred width: FirstFit, Wrap or Grid then rearrange."""

    def min_width(self, ui: Ui) -> int:
        return self.part.preferred_width(ui)


class Box(_Around):
    """A part with a fixed or least size, never so small that the part is cut.

    `width` fixes the width; `height` is a least height; `fraction` requests at least that fraction
    of a Column's height. `at` aligns the part in a higher place (0 top, 0.5 middle) instead of
    stretching it.
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
        length = self.width if self.least_width is None else self.least_width
        least = self.part.min_width(ui)
        return least if length is None else max(least, _side(ui, length))

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
    """Padding of a part: one length, (x, y), or (left, top, right, bottom)."""

    def __init__(self, part: Layout, *sides: Length) -> None:
        super().__init__(part)
        self.sides = sides

    def _edges(self, ui: Ui) -> list[int]:
        if self._theme is not ui.theme:
            self._forget(ui)
        if self._divided is None:
            edges = [_gap(ui, side) for side in self.sides]
            self._divided = 0, edges * (4 // len(edges))
        margins: list[int] = self._divided[1]
        return margins

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

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        left, top, right, bottom = self._edges(ui)
        inner = pygame.Rect(
            rect.x + left, rect.y + top, max(0, rect.w - left - right), rect.h - top - bottom
        )
        return self.part.place(ui, inner)


class FixedHeight(Measured):
    """A part of a fixed height, whatever height it asks for.

    For a part that scrolls, or omits something where space is short.
    """

    def __init__(self, part: Layout, height: Length) -> None:
        self.part = part
        self.height = height

    def size_hint(self, ui: Ui, width: int) -> tuple[int, int]:
        return self.part.measure(ui, width)[0], _side(ui, self.height)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)


class Centred(_Around):
    """A part centred horizontally, at most `maximum` wide."""

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
    """A container of several parts, by default as wide as the widest."""

    def __init__(self, parts: Iterable[Part], gap: Length = 0) -> None:
        self.parts = [part for part in parts if part is not None]
        self.gap = gap

    def gaps(self, ui: Ui, count: int) -> int:
        """Return the total length of the gaps between `count` parts."""
        return _gap(ui, self.gap) * (count - 1) if count > 1 else 0

    def measure_min_width(self, ui: Ui) -> int:
        return max([part.min_width(ui) for part in self.parts], default=0)

    def measure_preferred_width(self, ui: Ui) -> int:
        return max([part.preferred_width(ui) for part in self.parts], default=0)


class Over(_Many):
    """A stack of parts in the same rectangle, later ones on top."""

    def __init__(self, *parts: Part) -> None:
        super().__init__(parts)

    def measure_height(self, ui: Ui, width: int) -> int:
        return max([part.height_at(ui, width) for part in self.parts], default=0)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        for part in self.parts:
            yield from part.place(ui, rect)


class Grouped(Over):
    """A content on its panel, whose name and note a screen reader speaks on entering it."""

    def __init__(self, panel: Widget, content: Layout) -> None:
        super().__init__(panel, content)
        self.panel = panel

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        for widget in super().place(ui, rect):
            widget.group = None if widget is self.panel else self.panel
            yield widget


class TallestVariant(Over):
    """A part with the height of its tallest variant, so that the parts below never move.

    The other variants are not drawn.
    """

    def __init__(self, part: Layout, *forms: Layout) -> None:
        super().__init__(part, *forms)
        self.part = part

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)


class Row(_Many):
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
        gaps = _gap(ui, self.least_gap) * max(0, len(self.parts) - 1)
        return sum([part.min_width(ui) for part in self.parts]) + gaps

    def measure_preferred_width(self, ui: Ui) -> int:
        """Return the width at which every Flexible part gets its preferred width."""
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
        """Return the gap and the width of every part, cached for measuring and placing."""
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
        gap = _gap(ui, self.gap)
        if self.least_gap is not self.gap:
            spread = (width - used) // max(1, len(widths) - 1)
            gap = max(_gap(ui, self.least_gap), min(gap, spread))
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
    """A column of parts, all as wide as it; Flexible parts take the height left over.

    `first` is the index of the part that comes first in the order of Tab and screen readers.
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
            _share(max(room, sum(heights)), heights, fills)
        return heights


class Wrap(_Many):
    """Parts that flow like words: each row holds as many as fit at their preferred widths."""

    def __init__(self, *parts: Part, gap: Length = 8, row_gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.row_gap = row_gap

    def measure_preferred_width(self, ui: Ui) -> int:
        return sum([part.preferred_width(ui) for part in self.parts]) + self.gaps(
            ui, len(self.parts)
        )

    def _rows(self, ui: Ui, width: int) -> list[list[tuple[Layout, int, int]]]:
        """Return the rows as lists of (part, start, width)."""
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
    """A grid of equal columns, as many (up to `columns`) as the widest min width allows."""

    def __init__(self, *parts: Part, columns: int = 3, gap: Length = 8) -> None:
        super().__init__(parts, gap)
        self.columns = max(1, min(columns, len(self.parts)))

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.columns * super().measure_preferred_width(ui) + self.gaps(ui, self.columns)

    def _rows(self, ui: Ui, width: int) -> tuple[int, list[tuple[int, list[Layout]]]]:
        """Return the width of a column and the rows, each with its height."""
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
    """A form: names in a column as wide as the widest (half at most), controls at the right."""

    def __init__(
        self,
        *pairs: tuple[Layout, Layout] | None,
        gap: Length = 16,
        row_gap: Length = 4,
    ) -> None:
        self.pairs = [pair for pair in pairs if pair is not None]
        self.names = Over(*[name for name, _ in self.pairs])
        self.controls = Over(*[control for _, control in self.pairs])
        self.gap = gap
        self.row_gap = row_gap

    def _rows(self, ui: Ui, width: int) -> tuple[int, int, list[int]]:
        """Return the widths of names and controls, and the heights of the rows."""
        room, controls = width - _gap(ui, self.gap), self.controls.min_width(ui)
        first = max(self.names.min_width(ui), min(width // 2, room - controls))
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
        return max(names + gap + controls, 2 * names)

    def measure_height(self, ui: Ui, width: int) -> int:
        _, _, heights = self._rows(ui, width)
        return sum(heights) + _gap(ui, self.row_gap) * max(0, len(heights) - 1)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        first, second, heights = self._rows(ui, rect.w)
        x, y, gap = rect.x + first + _gap(ui, self.gap), rect.y, _gap(ui, self.row_gap)
        for (name, control), height in zip(self.pairs, heights, strict=True):
            yield from name.place(ui, pygame.Rect(rect.x, y, first, height))
            yield from control.place(ui, pygame.Rect(x, y, second, height))
            y += height + gap


class Flow(_Many):
    """Parts in two newspaper columns, or in one where a column would be narrower than `least`.

    The order is preserved; the split makes the longer column as short as possible.
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
        """Return the width of a column and the columns, cached by the width."""
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

    @property
    def last(self) -> Layout:
        """The choice for which there is always room."""
        return self._choice(-1)

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


class LowestFits(_Around):
    """A FirstFit that fits where its last choice does, the lowest; its place chooses the form."""

    def __init__(self, part: FirstFit) -> None:
        super().__init__(part)
        self.lowest = part

    def measure_min_width(self, ui: Ui) -> int:
        return self.lowest.last.min_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.lowest.last.height_at(ui, width)


class Guarded(Sized):
    """A part built only if `first`, its smallest content, fits; used as a choice of FirstFit.

    If `first` does not fit, the full part cannot fit either, so it is neither built nor measured.
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


def lowering(*forms: Callable[[], Layout]) -> list[Guarded]:
    """Return choices of FirstFit, each lower than the one before, tried from the lowest upwards.

    A form is built only if the next lower one fits.
    """
    below: Layout = NOTHING
    return [below := Guarded(below, form) for form in reversed(forms)][::-1]


# -- made of the others ----------------------------------------------------------------------------


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
    """One of several pages below a row of their names; a page may be a function, called when shown.

    The names get smaller letters when they do not fit.
    """

    def __init__(self, *pages: Page, at: int, choose: Callable[[int], None], key: str) -> None:
        names = [name for name, _ in pages]
        page = pages[at][1]
        shown = page() if callable(page) else page
        rows = [Segments(names, at, choose, key, size=size) for size in (16, 14, 12)]
        for row in rows:
            row.called = sentence(names)
        super().__init__(Box(FirstFit(*rows), height=48), Flexible(shown))


BAR = 12  # pixels that a scroll bar takes at the right


class Scroll(_Around):
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

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        height, width = self.part.height_at(ui, rect.w), rect.w
        beside = self.part.right(ui) if isinstance(self.part, Pad) else BAR * self.margin
        if height > rect.h and beside < BAR:
            width = max(rect.w - BAR + beside, min(rect.w, self.part.min_width(ui)))
            height = self.part.height_at(ui, width)
        scroller = Scroller(rect, height, self.key)
        content = pygame.Rect(rect.x, rect.y, width, max(rect.h, height))
        for widget in self.part.place(ui, content):
            widget.scroller = scroller
            yield widget


class Cached(_Transparent):
    """A part that outlives a build, with its widgets and its cached sizes.

    In an unchanged rectangle the part is not placed again, unless something else has placed one of
    its widgets meanwhile. It must not hold a widget that shares what `place` sets with widgets of
    other parts, such as a board with its view.
    """

    def __init__(self, part: Layout) -> None:
        super().__init__(part)
        self.stretch, self.least_share = part.stretch, part.least_share
        self._where = NOWHERE
        self._placed: list[tuple[Widget, pygame.Rect, Scroller | None]] = []

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        if self._theme is not ui.theme or self._where != rect or self._placed_elsewhere():
            self._forget(ui)
            self._where = rect
            placed = self.part.place(ui, rect)
            self._placed = [(widget, widget.rect, widget.scroller) for widget in placed]
            for widget, _, _ in self._placed:
                widget.placed_by = self
        for widget, where, scroller in self._placed:
            widget.rect, widget.scroller = where, scroller
            yield widget

    def _placed_elsewhere(self) -> bool:
        return any(widget.placed_by is not self for widget, _, _ in self._placed)


def icon_only(button: Button) -> Button:
    """Return a copy of the button with its label as tooltip; without an icon, the button itself."""
    if button.image is None or not button.label:
        return button
    small = copy(button)
    small.tooltip = button.tooltip or button.label
    small.label = ""
    small._theme = None
    return small


# -- the whole -------------------------------------------------------------------------------------


def arrange(ui: Ui, layout: Layout, rect: pygame.Rect) -> list[Widget]:
    """Place a layout and return its widgets in the order of Tab."""
    widgets = list(layout.place(ui, rect))
    assert len({id(widget) for widget in widgets}) == len(widgets), "a widget is placed twice"
    return widgets
