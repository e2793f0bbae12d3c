"""The backgrounds of every screen: the table and the top bar."""

from __future__ import annotations

from functools import cache

import pygame

from gui.kit import Widget
from gui.theme import Colour, ThemeName, mix
from gui.ui import Ui


class BarBackground(Widget):
    """The background of the top bar."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        target.fill(c.panel, self.rect)
        target.fill(c.hair, (self.rect.x, self.rect.bottom - 1, self.rect.w, 1))


class Divider(Widget):
    """A thin vertical or horizontal line."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.fill(ui.theme.colours.line, self.rect)


def table_ground(ui: Ui, size: tuple[int, int]) -> pygame.Surface:
    """Draw the table background with one wide, very faint light in the middle."""
    c = ui.theme.colours
    if ui.theme.look is ThemeName.CONTRAST:
        plain = pygame.Surface(size).convert()
        plain.fill(c.table)
        return plain
    # The small picture is converted: the large one takes its format, without a second copy.
    return pygame.transform.smoothscale(_light(c.table, c.panel).convert(), size)


@cache
def _light(table: Colour, panel: Colour) -> pygame.Surface:
    """Draw the light small; it hangs on the colours alone, of which a program has few."""
    small = pygame.Surface((64, 40))
    light = mix(table, panel, 0.55)
    for y in range(40):
        for x in range(64):
            away = min(1.0, (((x - 31.5) / 40) ** 2 + ((y - 19.5) / 26) ** 2) ** 0.5)
            small.set_at((x, y), mix(light, table, away))
    return small
