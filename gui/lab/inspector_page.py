"""Layout of the lab with its inspector: the panel beside the board."""

from __future__ import annotations

from gui.inspector.frame import FrameForms
from gui.inspector.search_content import search_content
from gui.inspector.search_inspector import SearchViewModel
from gui.inspector.transport import PREFIX, transport_buttons
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, Scroll, px
from gui.lab.board import LabBoard
from gui.lab.callbacks import LabCallbacks
from gui.lab.cards import inspected_cost, looking_controls
from gui.lab.model import LabViewModel
from gui.ui import Ui

LEFT = 440  # the column beside the whole panel
BESIDE = 0.36  # the part of the room that it takes beside a compact one


class LabInspectorPage:
    """The two forms of the page: with the whole panel, or a compact one beside a lower board."""

    def __init__(
        self,
        view_model: LabViewModel,
        look: SearchViewModel,
        ui: Ui,
        callbacks: LabCallbacks,
        board: LabBoard,
    ) -> None:
        self._view_model, self._look = view_model, look
        self._ui, self._callbacks, self._board = ui, callbacks, board

    def layout(self) -> Layout:
        """Lay out the board beside the panel in the first form that fits."""
        look, ui, do = self._look, self._ui, self._callbacks.search
        moves = transport_buttons(self._callbacks.commands(PREFIX))
        forms = FrameForms(search_content(look, ui, do), ui, do, moves)
        roomy = Box(self._by_the_panel(low=False), px(LEFT))

        def compact() -> Layout:
            board = self._by_the_panel(low=True)
            return Row(Flexible(board, BESIDE), Flexible(forms.compact(), 1 - BESIDE), gap=24)

        return FirstFit(Row(roomy, Flexible(forms.tall()), gap=24), compact)

    def _by_the_panel(self, *, low: bool) -> Layout:
        """Lay out the board with its commands and, if it is not low, the cost of the search."""
        controls = looking_controls(self._view_model, self._ui, self._callbacks)
        board = Flexible(self._board.layout(low=low))
        if low:
            return Scroll(Pad(Column(board, controls), 0, 0, 12, 0), "controls")
        return Column(board, Column(inspected_cost(self._look.frame, self._ui), controls))
