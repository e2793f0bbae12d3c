"""The table of figures: those of one move keep apart from those of the next."""

from __future__ import annotations

import pygame

from engine.registry import make_game
from gui.inspector.figures import LEAST_COLUMN, FigureCell, FigureTable, MoveFigures
from tests.inspector.recorded_frames import Followed, make_ui


def test_figures_of_neighbouring_columns_do_not_run_into_one_another() -> None:
    """`53 % ±23 43 % ±23` stood there as one row of numbers: a note without room is left out."""
    ui, count = make_ui(), 6
    cells = [FigureCell(f"{50 + number} %", "±23") for number in range(count)]
    figures = MoveFigures([str(number) for number in range(count)], 0, [("", cells)])
    table = FigureTable(figures, Followed(make_game("nim"), ui))
    for width in range(LEAST_COLUMN, 2 * LEAST_COLUMN, 3):
        names = table._names(ui)
        table.rect = pygame.Rect(0, 0, names + count * width, 60)
        picture = pygame.Surface(table.rect.size)
        table.draw(ui, picture)
        for edge in range(1, count):
            gap = pygame.Rect(names + edge * width - 4, 26, 8, 24)
            drawn = pygame.mask.from_threshold(picture.subsurface(gap), (0, 0, 0), (1, 1, 1, 255))
            assert drawn.count() == gap.w * gap.h, (width, edge)
