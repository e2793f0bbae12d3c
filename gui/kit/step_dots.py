"""A row of dots for the steps of something longer; a click on one opens its step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import Pressable
from gui.kit.layout import Row
from gui.kit.widget import Size
from gui.theme import Theme, mix
from gui.ui import Ui

DOT, GAP, WIDE = 8, 6, 14


class StepDot(Pressable):
    """The dot of one step; `here` marks the present one. Keys have their own way to the steps."""

    focusable = False

    def __init__(self, title: str, action: Callable[[], None], *, done: bool, here: bool) -> None:
        super().__init__(action, tooltip=title)
        self.done = done
        self.here = here

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.BUTTON, self.tooltip, on=self.done, press=self.action)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return dots_width(ui.theme, 1, 0 if self.here else None), ui.theme.tx(20)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        at = 0 if self.here else None
        draw_dots(ui, target, self.rect, (self.done,), at, hovered=self.hovered)


def step_dots(
    done: Sequence[bool], at: int | None, titles: Sequence[str], on_step: Callable[[int], None]
) -> Row:
    """Lay out a dot for each step; a click calls `on_step` with its index."""
    dots = [
        StepDot(title, partial(on_step, index), done=over, here=index == at)
        for index, (over, title) in enumerate(zip(done, titles, strict=True))
    ]
    return Row(*dots, gap=0)


def dots_width(theme: Theme, count: int, at: int | None) -> int:
    """Return the width of a row of dots; the one at index `at` is wide."""
    wide = theme.tx(WIDE) if at is not None else 0
    return count * (theme.tx(DOT) + theme.tx(GAP)) + wide


def draw_dots(
    ui: Ui,
    target: pygame.Surface,
    rect: pygame.Rect,
    done: Sequence[bool],
    at: int | None,
    *,
    hovered: bool = False,
) -> None:
    """Draw a dot for each step: brass where it is done, wide and bright at index `at`."""
    theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(DOT)
    x = rect.x
    for index, over in enumerate(done):
        here = index == at
        ink = c.accent if here else mix(c.panel, c.accent, 0.62) if over else c.line
        box = pygame.Rect(x, 0, side + theme.tx(WIDE) * here, side)
        box.centery = rect.centery
        ui.brush.rounded(target, box, side // 2, c.text if hovered else ink)
        x = box.right + theme.tx(GAP)
