"""A part with the room of its taller forms: what stands below it never moves."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from gui.kit.layout import Layout, Over
from gui.kit.widget import Widget
from gui.ui import Ui


class TallestVariant(Over):
    """A part as high as the highest of it and the other forms it can take, which are not shown."""

    def __init__(self, part: Layout, *forms: Layout) -> None:
        super().__init__(part, *forms)
        self.part = part

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.part.place(ui, rect)
