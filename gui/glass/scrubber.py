"""The track of all moments on a logarithmic scale, and under it what was true of its choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.protocols import Value
from gui.glass.model import Lane
from gui.kit.widget import Size, Widget, key_pressed
from gui.ui import Ui

HEIGHT, LANE = 40, 4
LANES = (Value.WIN, Value.DRAW, Value.LOSS)


class Scrubber(Widget):
    """A knob on a track, three lanes below; a click anywhere jumps there."""

    focusable = True

    def __init__(
        self,
        share: float,
        lanes: Sequence[Lane],
        scrub: Callable[[float], None],
        step: Callable[[int], None],
        tooltip: str,
    ) -> None:
        super().__init__("scrubber", tooltip)
        self.share = share
        self.lanes = lanes
        self.scrub = scrub
        self.step = step  # so many steps on, back when negative
        self.dragging = False

    @property
    def grabs(self) -> bool:
        return self.dragging

    def take_over(self, old: Widget) -> None:
        """A drag goes on through a rebuild."""
        if isinstance(old, Scrubber):
            self.dragging = old.dragging

    def wanted(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(300), max(ui.theme.tx(120), width)), ui.theme.tx(HEIGHT)

    def _ends(self) -> tuple[int, int]:
        margin = min(12, self.rect.w // 4)
        return self.rect.x + margin, self.rect.right - margin

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.dragging = True
        if event.type == pygame.MOUSEBUTTONUP and self.dragging:
            self.dragging = False
            return True
        if self.dragging and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            low, high = self._ends()
            self.scrub(min(1.0, max(0.0, (event.pos[0] - low) / max(1, high - low))))
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}
        if key_pressed(event, *steps):
            self.step(steps[event.key])
            return True
        places = {
            pygame.K_HOME: 0.0,
            pygame.K_END: 1.0,
            pygame.K_PAGEUP: min(1.0, self.share + 0.1),
            pygame.K_PAGEDOWN: max(0.0, self.share - 0.1),
        }
        if key_pressed(event, *places):
            self.scrub(places[event.key])
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        low, high = self._ends()
        x = low + round((high - low) * self.share)
        height, knob = max(4, theme.px(6)), theme.tx(9)
        middle = self.rect.y + knob + 1
        track = pygame.Rect(low, middle - height // 2, high - low, height)
        ui.brush.rounded(target, track, height // 2, c.line)
        if x > low:
            done = pygame.Rect(low, track.y, max(height, x - low), height)
            ui.brush.rounded(target, done, height // 2, c.accent)
        self._draw_lanes(ui, target, middle + knob + theme.tx(4), low, high)
        target.fill(c.text, (x, middle, 1, self.rect.bottom - middle - 2))
        ui.brush.disc(target, (x, middle), knob, c.accent)
        ui.brush.disc(target, (x, middle), knob - max(2, theme.px(2)), (245, 240, 230))

    def _draw_lanes(self, ui: Ui, target: pygame.Surface, top: int, low: int, high: int) -> None:
        """Win above, draw in the middle, loss below; a hairline where it is not known."""
        theme, c = ui.theme, ui.theme.colours
        height = max(2, min(theme.tx(LANE), (self.rect.bottom - top) // 3))
        for lane in self.lanes:
            left = low + round((high - low) * lane.start)
            width = max(2, low + round((high - low) * lane.end) - left)
            if lane.value is None:
                target.fill(c.hair, (left, top + height + height // 2, width, 1))
            else:
                row = LANES.index(lane.value)
                target.fill(c.value(lane.value), (left, top + row * height, width, height))
