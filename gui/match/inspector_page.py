"""Layout of a match with the inspector: the panel beside the board, or around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from gui.boards import board_of
from gui.boards.board_widget import BoardWidget
from gui.inspector import frame, transport
from gui.inspector.decision_content import InspectorViewModel, decision_content
from gui.kit import Button
from gui.kit.command import Commands
from gui.kit.layout import (
    NOTHING,
    Box,
    Column,
    FirstFit,
    Flexible,
    Guarded,
    Layout,
    Lowering,
    NoShrink,
    Pad,
    Row,
    Wrap,
    icon_only,
    px,
)
from gui.match import cards
from gui.match.callbacks import MatchCallbacks
from gui.match.page import answers
from gui.match.players import SeatCard, question_banner
from gui.match.view_model import MatchViewModel
from gui.ui import Ui

LEFT = 440  # the least width of the board and its controls beside the inspector
BESIDE = 0.36  # the part of a wide window that they take

MakeBoard = Callable[[bool], BoardWidget]  # a small one, or one with its numbers


class InspectorPage:
    """The forms of the page; the parts of the panel outlive a build that shows the same step."""

    def __init__(
        self,
        view_model: MatchViewModel,
        inspector: InspectorViewModel,
        ui: Ui,
        offered: Commands,
        board: MakeBoard,
        do: MatchCallbacks,
    ) -> None:
        self._view_model, self._inspector = view_model, inspector
        self._ui, self._offered, self._board, self._do = ui, offered, board, do
        self._moves = offered.called(transport.PREFIX)
        # Navigation through the game, or the commands for a thinking bot.
        back = view_model.finished or view_model.ply < len(view_model.moves)
        others = ["previous", "next"] if back else ["pause", "play_now"]
        self._rows = [["undo", "redo", "hint", "analysis"], ["look", *others]]
        self._names = [name for row in self._rows for name in row]
        self._offers = (self._rows, offered.shown(*self._names))
        self._moment = (view_model.game, inspector, self._moves.shown(*transport.BUTTONS))

    def layout(self) -> Layout:
        """Return the first form that fits; the last has the board inside the panel."""
        numbered = enumerate(self._forms.compact())
        forms = Lowering(*(partial(self._compact, *f) for f in numbered), last=self._do.last_form)
        return FirstFit(Guarded(self._least_left(), self._beside), forms, self._tight)

    # -- board and panel side by side --------------------------------------------------------------

    def _beside(self) -> Layout:
        return self._shared(self._left, self._do.keep("panel", self._moment, self._forms.tall))

    def _compact(self, number: int, make: Callable[[], Layout]) -> Layout:
        panel = self._do.keep(f"panel {number}", self._moment, make)
        return self._shared(self._narrow, panel)

    def _shared(self, left: Layout, panel: Layout) -> Layout:
        """Return board and panel side by side."""
        least = Box(left, least_width=px(LEFT))
        return _around(Row(Flexible(least, BESIDE), Flexible(panel, 1 - BESIDE), gap=24))

    def _least_left(self) -> Layout:
        """The left part with an empty text and no board, kept over the steps of a decision."""
        text = self._step_text()
        line = ("",) if text else text
        shown = (self._offers, self._above, self._lines, line)
        return self._do.keep("left", shown, lambda: _around(self._left_with(NOTHING, line)))

    @property
    def _left(self) -> Layout:
        """Board, players, the text of the step and the buttons."""
        return self._left_with(self._whole_board, self._step_text())

    def _left_with(self, board: Layout, text: tuple[str, ...] | None) -> Layout:
        def rows() -> Layout:
            return Column(*(cards.even_row(self._offered, row) for row in self._rows), gap=8)

        buttons = self._do.keep("rows", self._offers, rows)
        return cards.beside_inspector(self._above, board, text, buttons, self._lines)

    @property
    def _lines(self) -> int:
        panel = self._inspector.panel
        return 2 if panel is None else panel.card_lines

    def _step_text(self) -> tuple[str, ...] | None:
        """Return heading and lines of the step; None without a recording."""
        tr, inspector = self._ui.tr, self._inspector
        if inspector.frame is not None and inspector.panel is not None:
            card = inspector.panel.card(inspector.frame) if inspector.shown else ()
            return tuple(map(tr, card))
        return None if inspector.ask is None else tuple(map(tr, inspector.ask.card))

    @cached_property
    def _narrow(self) -> Layout:
        """Board, players and buttons without words."""
        icons = self._do.keep("icon rows", self._offers, lambda: cards.icon_rows(self._buttons()))
        return cards.beside_compact(self._above, self._whole_board, icons)

    @cached_property
    def _whole_board(self) -> BoardWidget:
        return self._board(False)

    @cached_property
    def _above(self) -> list[Layout]:
        """The open question, else both players."""
        if self._question is not None:
            return [self._question]
        token = self._do.inspector.token
        return [
            self._do.keep(
                f"seat {side}", (seat, token), partial(SeatCard, side, seat, self._ui, token)
            )
            for side, seat in enumerate(self._view_model.seats)
        ]

    def _buttons(self) -> list[Button]:
        return [self._offered.button(name) for name in self._names]

    @cached_property
    def _question(self) -> Layout | None:
        if self._view_model.question is None:
            return None
        buttons = answers(self._offered)
        return FirstFit(*question_banner(self._view_model, self._ui, buttons))

    # -- the panel -------------------------------------------------------------------------------

    @cached_property
    def _forms(self) -> frame.FrameForms:
        def make() -> frame.FrameForms:
            content = decision_content(self._inspector, self._ui, self._do.inspector)
            moves = transport.kept_buttons(self._moves, self._do.keep)
            return frame.FrameForms(content, self._ui, self._do.inspector, moves)

        return self._do.keep_forms("forms", self._moment, make)

    def _tight(self) -> Layout:
        def make() -> Layout:
            return Wrap(*map(icon_only, self._buttons()), gap=4)

        icons, board = self._do.keep("icons", self._offers, make), self._board(True)
        across = board_of(self._view_model.game.id).fills[0] or 1.0
        inside = self._forms.with_board(board, icons, NoShrink(icons), across)
        return Pad(Column(self._question, Flexible(inside), gap=8), 12, 8, 12, 12)


def _around(part: Layout) -> Layout:
    return Pad(part, 24, 20, 24, 24)
