"""What lies behind and before every screen: the table, and notices."""

from __future__ import annotations

import pygame

from gui.kit import Icon, Widget, icon
from gui.kit.words import wrap
from gui.theme import Look, mix
from gui.ui import Ui


class BarGround(Widget):
    """The ground of the top bar."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        target.fill(c.panel, self.rect)
        target.fill(c.hair, (self.rect.x, self.rect.bottom - 1, self.rect.w, 1))


class Divider(Widget):
    """A thin upright or level line."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.fill(ui.theme.colours.line, self.rect)


def table_ground(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """The table with one wide, very faint light in the middle."""
    c = ui.theme.colours
    small = pygame.Surface((64, 40))
    light = mix(c.table, c.panel, 0.55)
    for y in range(40):
        for x in range(64):
            away = min(1.0, (((x - 31.5) / 40) ** 2 + ((y - 19.5) / 26) ** 2) ** 0.5)
            small.set_at((x, y), mix(light, c.table, away))
    if ui.theme.look is Look.CONTRAST:
        small.fill(c.table)
    return pygame.transform.smoothscale(small, size).convert()


def notice_box(
    ui: Ui, target: pygame.Surface, text: str, fault: bool, free: tuple[int, int]
) -> pygame.Rect:
    """Draw a notice at the top of the window, over the bar and off the board; where it is.

    It lies between the title and the buttons, from `free[0]` to `free[1]`, where it has room there.
    """
    theme, c = ui.theme, ui.theme.colours
    width = min(target.get_width() - theme.px(48), theme.tx(560))
    side = theme.tx(20)
    lines = wrap(theme, text, 16, width - theme.tx(40) - side)
    step = theme.line_height(16)
    longest = max(theme.width(line, 16) for line in lines)
    box = pygame.Rect(0, 0, longest + theme.tx(44) + side, step * len(lines) + theme.tx(20))
    box.midtop = (target.get_width() // 2, theme.px(8))
    if box.w <= free[1] - free[0]:
        box.x = min(max(box.x, free[0]), free[1] - box.w)
    ui.brush.shadow(target, box, theme.px(12), c.shadow, 0.4, theme.px(6), theme.px(14))
    ui.brush.rounded(target, box, theme.px(12), c.hover, c.loss if fault else c.line, 1)
    ink = c.loss if fault else c.accent
    picture = icon(ui.brush, Icon.WARNING if fault else Icon.CHECK, side, ink)
    target.blit(picture, (box.x + theme.tx(14), box.y + theme.tx(10) + (step - side) // 2))
    for row, line in enumerate(lines):
        middle = box.y + theme.tx(10) + step * (row + 0.5)
        theme.blit_text(target, line, 16, (box.x + theme.tx(24) + side, middle))
    return box
