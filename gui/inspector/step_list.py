"""Shared widgets of the panels: a list whose rows are steps, and a flow of chips."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from gui.inspector.chips import WalkablePicture, move_chip, side_colours
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.kit import ListBox, ListRow
from gui.kit.widget import ROOMY, Size, Widget
from gui.theme import mix
from gui.ui import Ui

ROW = 28
MAX_LINES = 2  # lines of a strip; further lines scroll


class StepList(ListBox):
    """Rows on a sunken field; a click or the arrows go to the step of a row."""

    def __init__(
        self, rows: Sequence[ListRow], steps: Sequence[int], now: int, ui: Ui, act: PanelCallbacks
    ) -> None:
        at = [place for place, step in enumerate(steps) if step <= now]
        height = max(ROW, ui.theme.tx(ROW - 4))
        super().__init__(
            rows,
            height,
            lambda place: act.go_to_step(steps[place]),
            chosen=at[-1] if at else -1,
            key="inspector picture",
        )

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        ui.brush.rounded(target, self.rect, ui.theme.px(8), c.table2, c.hair, 1)
        super().draw(ui, target)


class MoveChips(WalkablePicture):
    """Chips that wrap like words over as many lines as they need."""

    def __init__(self, key: str, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> None:
        super().__init__(key)
        self.frame = frame
        self.act = act
        self.colours = side_colours(ui, act, frame.game.id)
        self.scroll = 0  # lines scrolled by the wheel
        self._places: list[tuple[pygame.Rect, int]] = []

    def widths(self, ui: Ui) -> list[int]:
        """Return the width of every chip."""
        return []

    def lead(self, ui: Ui) -> str:
        """Return the text before the first line."""
        return ""

    def _flow(self, ui: Ui, width: int) -> list[tuple[int, int, int]]:
        """Return (left, line, width) of every chip."""
        theme, gap = ui.theme, ui.theme.tx(8)
        start = theme.width(self.lead(ui), 14) + theme.tx(12)
        places, x, row = [], start, 0
        for each in self.widths(ui):
            if x + each > width and x > start:
                x, row = start, row + 1
            places.append((x, row, each))
            x += each + gap
        return places

    def _step(self, ui: Ui) -> int:
        return max(32, ui.theme.tx(30))

    def measure_preferred_width(self, ui: Ui) -> int:
        gap = ui.theme.tx(8)
        start = ui.theme.width(self.lead(ui), 14) + ui.theme.tx(12)
        return start + sum(each + gap for each in self.widths(ui))

    def measure_min_width(self, ui: Ui) -> int:
        start = ui.theme.width(self.lead(ui), 14) + ui.theme.tx(12)
        return start + max(self.widths(ui), default=0)

    def size_hint(self, ui: Ui, width: int) -> Size:
        width = self.measure_preferred_width(ui) if width >= ROOMY else width
        return width, min(MAX_LINES, self._lines(ui, width)) * self._step(ui)

    def _lines(self, ui: Ui, width: int) -> int:
        return max((row for _, row, _ in self._flow(ui, width)), default=0) + 1

    def current(self) -> int:
        """Return the chip that stays visible."""
        return 0

    def roll(self, lines: int) -> bool:
        self.scroll += lines
        return True

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset while the current chip is unchanged."""
        if isinstance(old, MoveChips) and old.current() == self.current():
            self.scroll = old.scroll

    def take(self, position: tuple[int, int]) -> None:
        for box, place in self._places:
            if box.collidepoint(position):
                self.open(place)

    def open(self, place: int) -> None:
        """Handle a click on a chip."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, step = ui.theme, self._step(ui)
        at = (self.rect.x, self.rect.y + step // 2)
        theme.blit_text(target, self.lead(ui), 14, at, theme.colours.text2)
        self._places = []
        flow, shown = self._flow(ui, self.rect.w), max(1, self.rect.h // step)
        lines = max((row for _, row, _ in flow), default=0) + 1
        here = flow[self.current()][1] if flow else 0
        first = max(0, min(lines - shown, max(0, here - shown + 1) + self.scroll))
        for place, (left, row, width) in enumerate(flow):
            if first <= row < first + shown:
                top = self.rect.y + (row - first) * step + 2
                box = pygame.Rect(self.rect.x + left, top, width, step - 4)
                self._places.append((box, place))
                self.draw_part(ui, target, box, place)
        if lines > shown:
            track = self.rect.h
            thumb = pygame.Rect(self.rect.right - 4, 0, 4, max(12, track * shown // lines))
            thumb.top = self.rect.y + (track - thumb.h) * first // max(1, lines - shown)
            ui.brush.rounded(target, thumb, 2, theme.colours.line)

    def draw_move(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, text: str, *, lit: bool, told: bool
    ) -> pygame.Rect:
        """Draw the chip of the deciding player's move at the left of its box; return it."""
        theme, c = ui.theme, ui.theme.colours
        if lit:
            ground = mix(c.panel, c.accent, 0.14)
            ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
        colour = self.colours[self.frame.game.to_move(self.frame.state)]
        left, height = box.x + theme.tx(4), theme.tx(22)
        return move_chip(ui, target, left, box.centery, height, text, colour, faint=not told)

    def draw_part(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, place: int) -> None:
        """Draw one chip."""
