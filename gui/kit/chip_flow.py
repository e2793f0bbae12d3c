"""Chips that flow like words over as many lines as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

import pygame

from gui.kit.scroll import ScrollView
from gui.kit.widget import Widget, key_pressed
from gui.theme import SMALLEST_TARGET
from gui.ui import Ui


def line_boxes(
    widths: Iterable[int], gap: int, left: int, top: int, height: int
) -> Iterator[pygame.Rect]:
    """Yield the boxes of one line of chips, from left to right, in pixels."""
    for width in widths:
        yield pygame.Rect(left, top, width, height)
        left += width + gap


def flow_lines(widths: Sequence[int], gap: int, room: int) -> list[list[int]]:
    """Return the indices of items on each line of at most `room` pixels, one item at least."""
    lines: list[list[int]] = []
    used = 0
    for index, width in enumerate(widths):
        if not lines or used + gap + width > room:
            lines.append([])
            used = -gap
        lines[-1].append(index)
        used += gap + width
    return lines


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip: its width in pixels, and the function that draws it in its box."""

    width: int
    draw: Callable[[Ui, pygame.Surface, pygame.Rect], None]


@dataclass(eq=False)
class ChipFlow(ScrollView):
    """Chips after a quiet text on lines of equal height; more than `max_lines` lines scroll.

    The chip `at` stays visible. With `choose`, a click chooses a chip and the arrow keys go from
    `at` to its neighbours.
    """

    chips: Sequence[Chip]
    _: KW_ONLY
    lead: str = ""
    at: int = -1
    choose: Callable[[int], None] | None = None
    line_height: float = 32
    gap: float = 8
    max_lines: int = 0  # 0 for as many as needed
    key: str = ""

    def __post_init__(self) -> None:
        super().__init__(self.key)
        self.focusable = self.choose is not None
        self.takes_wheel = self.max_lines > 0
        self._step = 1  # the height of a line in pixels, as it was drawn last
        self._boxes: list[pygame.Rect] = []  # of all chips, in the unscrolled content

    def _start(self, ui: Ui) -> int:
        """Return the width of the text before the chips."""
        return ui.theme.width(self.lead, 14) + ui.theme.tx(12) if self.lead else 0

    def _lines(self, ui: Ui, width: int) -> list[list[int]]:
        widths = [chip.width for chip in self.chips]
        return flow_lines(widths, ui.theme.tx(self.gap), width - self._start(ui))

    def measure_min_width(self, ui: Ui) -> int:
        return self._start(ui) + max([chip.width for chip in self.chips], default=0)

    def measure_preferred_width(self, ui: Ui) -> int:
        gaps = ui.theme.tx(self.gap) * max(0, len(self.chips) - 1)
        return self._start(ui) + sum([chip.width for chip in self.chips]) + gaps

    def measure_height(self, ui: Ui, width: int) -> int:
        lines = 1
        if width < self.preferred_width(ui):
            lines = len(self._lines(ui, max(width, self.min_width(ui))))
        return min(self.max_lines or lines, lines) * self._line(ui)

    def _line(self, ui: Ui) -> int:
        """Return the height of a line; chips to choose from are large enough to be hit."""
        least = SMALLEST_TARGET if self.focusable else 0
        return max(least, ui.theme.tx(self.line_height))

    def content_extent(self) -> int:
        return max((box.bottom for box in self._boxes), default=0)

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset while the chip `at` is unchanged."""
        if isinstance(old, ChipFlow) and old.at == self.at:
            self._boxes = old._boxes
            self.adopt_scroll(old)

    # -- events ----------------------------------------------------------------------------------

    def chip_at(self, position: tuple[int, int]) -> int:
        """Return the chip under a point, -1 for none."""
        place = (position[0] - self.rect.x, position[1] - self.rect.y + self.scroll)
        return next((i for i, box in enumerate(self._boxes) if box.collidepoint(place)), -1)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.choose is None or event.type == pygame.MOUSEWHEEL:
            return super().handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            chip = self.chip_at(event.pos)
            if chip >= 0:
                self.choose(chip)
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if self.chips and key_pressed(event, *steps):
            self.choose(max(0, min(len(self.chips) - 1, self.at + steps[event.key])))
            return True
        return False

    # -- drawing ---------------------------------------------------------------------------------

    def _lay_out(self, ui: Ui) -> None:
        """Compute the boxes of the chips in the unscrolled content."""
        self._step = self.wheel_pixels = self._line(ui)
        start, gap = self._start(ui), ui.theme.tx(self.gap)
        self._boxes = []
        for row, line in enumerate(self._lines(ui, self.rect.w)):
            widths = [self.chips[index].width for index in line]
            self._boxes += line_boxes(widths, gap, start, row * self._step, self._step)
        if 0 <= self.at < len(self._boxes):
            self.follow(self._boxes[self.at].top, self._boxes[self.at].bottom)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self._lay_out(ui)
        at = (self.rect.x, self.rect.y + self._step // 2)
        ui.theme.blit_text(target, self.lead, 14, at, ui.theme.colours.text2)
        with self.clipped(target):
            for chip, box in zip(self.chips, self._boxes, strict=True):
                shown = box.move(self.rect.x, self.rect.y - self.scroll)
                if shown.colliderect(self.rect):
                    chip.draw(ui, target, shown)
        self.draw_bar(ui, target)
