"""The page of a lesson: its card and the stage side by side, or as two tabs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, Tabs

COLUMN = 440  # the width of the column of the card
CARD = 340  # its height


@dataclass(frozen=True)
class Stage:
    """The parts of a step's screen: above the card, and at its right."""

    above: Layout | None
    beside: Layout


def lesson_page(
    card: Layout,
    stage: Callable[[], Stage],
    alone: Callable[[], Layout],
    tabs: tuple[str, str],
    at: int,
    choose: Callable[[int], None],
) -> Layout:
    """Lay out card and stage; without room for both, tabs: the card, or the screen `alone`."""

    def beside() -> Layout:
        parts = stage()
        column = Column(Flexible(parts.above), Box(card, height=CARD), gap=16)
        return Pad(Row(Box(column, COLUMN), Flexible(parts.beside), gap=24), 24, 20, 24, 24)

    def tabbed() -> Layout:
        pages = (tabs[0], Pad(card, 0, 8, 0, 0)), (tabs[1], alone)
        return Pad(Tabs(*pages, at=at, choose=choose, key="lesson_tabs"), 24, 12, 24, 16)

    return FirstFit(beside, tabbed)
