"""Layout of the lab without its inspector: the board, the cards, a position that is set up."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
)
from gui.lab.board import LabBoard
from gui.lab.callbacks import LabCallbacks
from gui.lab.cards import (
    levels_card,
    painting_card,
    scramble_card,
    search_card,
    solutions_card,
    transport_card,
)
from gui.lab.model import LabViewModel
from gui.theme import Theme
from gui.ui import Ui

PANEL = 376
BAR_ROOM = 12  # beside cards that scroll


class LabPage:
    """The parts of the page; cards outlive a build that shows the same."""

    def __init__(
        self, view_model: LabViewModel, ui: Ui, callbacks: LabCallbacks, board: LabBoard
    ) -> None:
        self._view_model, self._ui, self._callbacks = view_model, ui, callbacks
        self._board = board

    def layout(self, tab: int) -> Layout:
        """Lay out the board and the cards beside it, in a column or as tabs.

        A position that is set up takes the place of both where there is no room for the column.
        """
        (part, alone), cards, tr = self.board_parts(), self.cards(), self._ui.tr
        board, (scramble, solutions, search) = Flexible(part), cards
        names = [tr(f"cube_lab.tab.{name}") for name in ("scramble", "solutions", "visited")]

        def tabs() -> Layout:
            pages = [Scroll(page, f"page{index}") for index, page in enumerate(cards)]
            named = zip(names, pages, strict=True)
            return Tabs(*named, at=tab, choose=self._callbacks.choose_tab, key="tabs")

        whole = self._view_model.whole
        few = Column(scramble, Flexible(solutions))

        def beside(shown: Layout) -> Layout:
            return Row(board, Box(shown, panel_width), gap=24)

        if not whole:
            return alone or FirstFit(
                beside(few), beside(Scroll(Pad(few, 0, 0, BAR_ROOM, 0), "page"))
            )
        column = beside(Column(scramble, Flexible(solutions), search))
        if alone is not None:
            return FirstFit(column, alone)
        return FirstFit(column, lambda: beside(tabs()))

    def board_parts(self) -> tuple[Layout, Layout | None]:
        """Lay out the board with its transport, and the position set up where space is short."""
        view_model, ui, callbacks = self._view_model, self._ui, self._callbacks
        left, narrow = self._board.layout(), None
        if view_model.draft is not None:
            # Where space is short the position that is set up gets all of it.
            editor = callbacks.editor(view_model.draft)
            left = narrow = painting_card(view_model.draft, ui, callbacks, editor)
        below = transport_card(view_model, ui, callbacks)
        return Column(Flexible(left), below), narrow

    def cards(self) -> Sequence[Layout]:
        """Build the cards of scramble, solutions, and search."""
        view_model, ui, callbacks = self._view_model, self._ui, self._callbacks
        first = scramble_card if view_model.whole else levels_card
        cards = (first, solutions_card, search_card)
        return [card(view_model, ui, callbacks) for card in cards]


def panel_width(theme: Theme) -> int:
    """Return the width of the cards beside the board; it grows more slowly than their text."""
    width = theme.px(PANEL) * max(1.0, math.pow(theme.text_scale, 0.7))
    return round(min(theme.size[0] * 0.44, max(304, width)))
