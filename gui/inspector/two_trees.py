"""The textbook's reason for two ends: one tree of the whole depth, and two of half of it."""

from __future__ import annotations

from itertools import pairwise

import pygame

from gui.kit import Label
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.layout import Column, Flexible, Layout
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

CHOICES, TURNS = 2, 20
DRAWN = 6  # steps drawn, of which each half has one half


class BranchingTree(Widget):
    """A tree that doubles at each step; `halved`, one from each end, whose leaves meet.

    A screen reader hears `text`.
    """

    def __init__(self, text: str, halved: bool) -> None:
        super().__init__()
        self.text = text
        self.halved = halved
        self.depth = DRAWN // 2 if halved else DRAWN

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(420), width), ui.theme.tx(44 if self.halved else 96)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.PICTURE, self.text)

    def levels(self, area: pygame.Rect) -> list[list[tuple[int, int]]]:
        """Return the places of the nodes of each level, the root first, from the left."""
        places = []
        for level in range(self.depth + 1):
            count, x = CHOICES**level, area.x + area.w * level // DRAWN
            places.append(
                [(x, area.y + area.h * (2 * node + 1) // (2 * count)) for node in range(count)]
            )
        return places

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        area = self.rect.inflate(-theme.tx(32), -theme.tx(20))
        levels = self.levels(area)
        self._draw_tree(ui, target, levels)
        if self.halved:
            mirrored = [[(area.x + area.right - x, y) for x, y in level] for level in levels]
            self._draw_tree(ui, target, mirrored)

    def _draw_tree(
        self, ui: Ui, target: pygame.Surface, levels: list[list[tuple[int, int]]]
    ) -> None:
        c = ui.theme.colours
        for parents, children in pairwise(levels):
            for node, child in enumerate(children):
                parent = parents[node // CHOICES]
                pygame.draw.aaline(target, mix(c.table2, c.text2, 0.7), parent, child)
        for place in levels[-1]:
            ui.brush.disc(target, place, max(2, ui.theme.tx(2)), c.accent)
        ui.brush.disc(target, levels[0][0], ui.theme.tx(5), c.text)


def two_trees(ui: Ui) -> tuple[str, Layout]:
    """Return the sentence of the whole tree, and both trees below it, the second with its own."""
    values = {"all": CHOICES**TURNS, "both": 2 * CHOICES ** (TURNS // 2)}
    ratio = values["all"] // values["both"]
    one = ui.tr("cube_inside.trees.whole", drawn=DRAWN, all=values["all"])
    two = ui.tr("cube_inside.trees.halves", both=values["both"], ratio=ratio)
    whole, halves = BranchingTree(one, False), BranchingTree(two, True)
    return one, Column(Flexible(whole, 3), Label(two, 16), Flexible(halves), gap=10)
