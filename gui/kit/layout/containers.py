"""Layouts of several parts: one over the other, in rows, in columns, in lines and in tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from gui.kit.layout.wrappers import Length, Part, gap_of, side_of, stretch_lengths
from gui.kit.widget import Layout, Widget
from gui.ui import Ui


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
        return sum([part.preferred_width(ui) for part in self.parts]) + self.gaps(
            ui, len(self.parts)
        )

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
