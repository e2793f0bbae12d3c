"""The picture of an experiment, in the window and in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from engine.report import SweepRow
from gui.controls import Widget
from gui.controls.base import Ui
from gui.plot import draw_sweep, legend


class PlotWidget(Widget):
    """Shares of wins, losses and draws for each budget or pair; `running` is the one under way."""

    def __init__(
        self, rect: pygame.Rect, rows: Sequence[SweepRow], axis: str, running: int
    ) -> None:
        super().__init__(rect)
        self.rows = rows
        self.axis = axis
        self.running = running

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, ui.theme.tx(28))
        legend(ui, target, head)
        area = pygame.Rect(self.rect.x, head.bottom, self.rect.w, self.rect.bottom - head.bottom)
        draw_sweep(ui, target, area, self.rows, self.axis, self.running)


def save_picture(ui: Ui, path: Path, rows: Sequence[SweepRow], axis: str) -> None:
    """Write the picture to a PNG file. OSError or pygame.error when that cannot be."""
    surface = pygame.Surface((1000, 560))
    surface.fill(ui.theme.colours.panel)
    PlotWidget(surface.get_rect().inflate(-40, -40), rows, axis, -1).draw(ui, surface)
    pygame.image.save(surface, path)
