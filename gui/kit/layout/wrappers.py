"""Layouts of one part: its least and fixed sizes, its margins, its place; the lengths for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import accumulate

import pygame

from gui.kit.widget import Layout, Measured, Widget
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


class Gap(Layout):
    """Empty space of a given length, added to the gaps of a Row or Column."""

    def __init__(self, length: Length) -> None:
        self.length = length

    def measure_min_width(self, ui: Ui) -> int:
        return gap_of(ui, self.length)

    def measure_preferred_width(self, ui: Ui) -> int:
        return self.min_width(ui)

    def measure_height(self, ui: Ui, width: int) -> int:
        return self.min_width(ui)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return ()


NOTHING = Gap(0)


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
        super().__init__(NOTHING if part is None else part)
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
        return self.part.measure(ui, width)[0], side_of(ui, self.height)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        return self.part.place(ui, rect)


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
