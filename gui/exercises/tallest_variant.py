"""A layout with the height of its tallest variant, so that the parts below never move."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from gui.kit.layout import Layout, Over
from gui.kit.widget import Widget
from gui.ui import Ui


class TallestVariant(Over):
    """A part with the height of its tallest variant; the other variants are not drawn."""

    def __init__(self, part: Layout, *forms: Layout) -> None:
        super().__init__(part, *forms)
        self.part = part

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)
