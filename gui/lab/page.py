"""The layouts of the lab: the board and its cards, or the board beside the inspector."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gui.inspector.frame import FrameForms
from gui.inspector.search_panel import search_content
from gui.inspector.transport import PREFIX, transport_buttons
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    Pad,
    Row,
    Scroll,
    Tabs,
    px,
)
from gui.lab.base import LabBase
from gui.lab.board import board_part
from gui.lab.cards import (
    inspected_cost,
    levels_card,
    looking_controls,
    painting_card,
    scramble_card,
    search_card,
    solutions_card,
    transport_card,
)
from gui.theme import Theme

PANEL = 376
BAR_ROOM = 12  # beside cards that scroll
LEFT = 440  # the column beside the whole panel of the inspector
BESIDE = 0.36  # the part of the room that it takes beside a compact one


def lab_page(screen: LabBase) -> Layout:
    """Lay out the board and the cards beside it, in a column or as tabs.

    A position that is set up takes the place of both where there is no room for the column.
    """
    (part, alone), cards, tr = board_parts(screen), lab_cards(screen), screen.ui.tr
    board, (scramble, solutions, search) = Flexible(part), cards
    names = [tr(f"cube_lab.tab.{name}") for name in ("scramble", "solutions", "visited")]

    def tabs() -> Layout:
        pages = [Scroll(page, f"page{index}") for index, page in enumerate(cards)]
        named = zip(names, pages, strict=True)
        return Tabs(*named, at=screen.tab, choose=screen.choose_tab, key="tabs")

    def beside(shown: Layout) -> Layout:
        return Row(board, Box(shown, panel_width), gap=24)

    if not screen.lab.whole:
        few = Column(scramble, Flexible(solutions))
        scrolled = Scroll(Pad(few, 0, 0, BAR_ROOM, 0), "page")
        return alone or FirstFit(beside(few), beside(scrolled))
    column = beside(Column(scramble, Flexible(solutions), search))
    return FirstFit(column, alone or (lambda: beside(tabs())))


def board_parts(screen: LabBase) -> tuple[Layout, Layout | None]:
    """Lay out the board with its transport, and the position set up where space is short."""
    draft, narrow = screen.lab.draft, None
    if draft is not None:
        # Where space is short the position that is set up gets all of it.
        narrow = painting_card(screen, draft)
    left = narrow or board_part(screen)
    return Column(Flexible(left), transport_card(screen)), narrow


def lab_cards(screen: LabBase) -> Sequence[Layout]:
    """Build the cards of scramble, solutions, and search."""
    first = scramble_card if screen.lab.whole else levels_card
    return [card(screen) for card in (first, solutions_card, search_card)]


def panel_width(theme: Theme) -> int:
    """Return the width of the cards beside the board; it grows more slowly than their text."""
    width = theme.px(PANEL) * max(1.0, math.pow(theme.text_scale, 0.7))
    return round(min(theme.size[0] * 0.44, max(304, width)))


def inspector_page(screen: LabBase) -> Layout:
    """Lay out the board beside the whole panel, or a lower one beside a compact panel."""
    look, ui, do = screen.lab.inside.look(), screen.ui, screen.search
    assert look is not None
    moves = transport_buttons(screen.offered().called(PREFIX))
    forms = FrameForms(search_content(look, ui, do), ui, do, moves)
    cost = Column(inspected_cost(look.frame, ui), looking_controls(screen))
    roomy = Box(Column(Flexible(board_part(screen)), cost), px(LEFT))

    def compact() -> Layout:
        low = Column(Flexible(board_part(screen, low=True)), looking_controls(screen))
        board = Scroll(Pad(low, 0, 0, 12, 0), "controls")
        return Row(Flexible(board, BESIDE), Flexible(forms.compact(), 1 - BESIDE), gap=24)

    return FirstFit(Row(roomy, Flexible(forms.tall()), gap=24), compact)
