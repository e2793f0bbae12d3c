"""A row of dots for the steps of something longer."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.widget import Size, Widget
from gui.theme import Theme, mix
from gui.ui import Ui

DOT, GAP, WIDE = 8, 6, 14


class StepDots(Widget):
    """A dot for each step; a reader hears `spoken`."""

    def __init__(self, done: Sequence[bool], at: int | None, spoken: str) -> None:
        super().__init__()
        self.done = done
        self.at = at
        self.spoken = spoken

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.TEXT, self.spoken)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return dots_width(ui.theme, len(self.done), self.at), ui.theme.tx(20)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        draw_dots(ui, target, self.rect, self.done, self.at)


def dots_width(theme: Theme, count: int, at: int | None) -> int:
    """Return the width of a row of dots; the one at index `at` is wide."""
    wide = theme.tx(WIDE) if at is not None else 0
    return count * (theme.tx(DOT) + theme.tx(GAP)) + wide


def draw_dots(
    ui: Ui, target: pygame.Surface, rect: pygame.Rect, done: Sequence[bool], at: int | None
) -> None:
    """Draw a dot for each step: brass where it is done, wide and bright at index `at`."""
    theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(DOT)
    x = rect.x
    for index, over in enumerate(done):
        here = index == at
        ink = c.accent if here else mix(c.panel, c.accent, 0.62) if over else c.line
        box = pygame.Rect(x, 0, side + theme.tx(WIDE) * here, side)
        box.centery = rect.centery
        ui.brush.rounded(target, box, side // 2, ink)
        x = box.right + theme.tx(GAP)
