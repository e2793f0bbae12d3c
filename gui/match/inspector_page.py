"""Layout of a match with the inspector: the panel beside the board."""

from __future__ import annotations

from functools import cached_property

from gui.boards.board_widget import BoardWidget
from gui.inspector import frame, transport
from gui.inspector.decision_content import InspectorViewModel, decision_content
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, Pad, Row, px
from gui.match import cards
from gui.match.callbacks import MatchCallbacks
from gui.match.page import asking_banner
from gui.match.players import seat_card
from gui.match.view_model import MatchViewModel
from gui.ui import Ui

LEFT = 440  # the least width of the board and its controls beside the inspector
BESIDE = 0.36  # the part of a wide window that they take


class InspectorPage:
    """The two forms of the page: with the whole panel, or a compact one beside icons."""

    def __init__(
        self,
        view_model: MatchViewModel,
        inspector: InspectorViewModel,
        ui: Ui,
        offered: Commands,
        board: BoardWidget,
        do: MatchCallbacks,
    ) -> None:
        self._view_model, self._inspector = view_model, inspector
        self._ui, self._offered, self._board, self._do = ui, offered, board, do
        # Navigation through the game, or the commands for a thinking bot.
        back = view_model.finished or view_model.ply < len(view_model.moves)
        others = ["previous", "next"] if back else ["pause", "play_now"]
        self._rows = [["undo", "redo", "hint", "analysis"], ["look", *others]]

    def layout(self) -> Layout:
        """Return the board beside the panel in the first form that fits."""
        content = decision_content(self._inspector, self._ui, self._do.inspector)
        moves = transport.transport_buttons(self._offered.called(transport.PREFIX))
        forms = frame.FrameForms(content, self._ui, self._do.inspector, moves)
        return FirstFit(
            self._shared(Box(self._left(self._step_text()), least_width=px(LEFT)), forms.tall()),
            lambda: self._shared(self._left(None), forms.compact()),
        )

    def _shared(self, left: Layout, panel: Layout) -> Layout:
        """Return board and panel side by side."""
        both = Row(Flexible(left, BESIDE), Flexible(panel, 1 - BESIDE), gap=24)
        return Pad(both, 24, 20, 24, 24)

    def _left(self, step_text: tuple[str, ...] | None) -> Layout:
        """Return board, players, the text of the step and the buttons."""
        panel = self._inspector.panel
        lines = 2 if panel is None else panel.card_lines
        buttons = Column(*(cards.even_row(self._offered, row) for row in self._rows), gap=8)
        return cards.beside_inspector(self._above, self._board, step_text, buttons, lines)

    def _step_text(self) -> tuple[str, ...] | None:
        """Return heading and lines of the step; None without a recording."""
        tr, inspector = self._ui.tr, self._inspector
        if inspector.fault is not None:
            return tr("own.waits_title"), tr("own.waits_says"), tr("own.waits_ways")
        if inspector.frame is not None and inspector.panel is not None:
            card = inspector.panel.card(inspector.frame) if inspector.shown else ()
            return tuple(map(tr, card))
        return None if inspector.ask is None else tuple(map(tr, inspector.ask.card))

    @cached_property
    def _above(self) -> list[Layout]:
        """The open question, else both players."""
        view_model, ui = self._view_model, self._ui
        if view_model.question is not None:
            return [asking_banner(view_model, ui, self._offered)]
        token = self._do.inspector.token
        return [seat_card(seat, side, ui, token) for side, seat in enumerate(view_model.seats)]
