"""The board of the lab: its widget, and the row of tools over it or beside it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.options import Option
from gui.boards.puzzle_view import PuzzleView
from gui.boards.puzzle_widget import PuzzleWidget
from gui.kit import Label
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Gap,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    px,
)
from gui.lab.attempt import clock_text
from gui.lab.callbacks import LabCallbacks
from gui.lab.cards import option_segments
from gui.lab.model import LabViewModel
from gui.lab.widgets import MoveChip, StageArea
from gui.theme import Theme
from gui.ui import Ui

LOW_BOARD = 220  # the height of the board above the transport with its sliders
TOOL = 40  # the height of the row over the board


class LabBoard:
    """The forms of the board; its row of tools outlives a build that shows the same."""

    def __init__(
        self,
        view_model: LabViewModel,
        ui: Ui,
        callbacks: LabCallbacks,
        view: PuzzleView,
        *,
        moving: bool,
        best: str,
    ) -> None:
        """`best` are the best results, shown below the board instead of its hint."""
        self.view = view
        self._view_model, self._ui, self._callbacks = view_model, ui, callbacks
        self._commands = callbacks.commands("cube_lab")
        self._moving, self._best = moving, best

    def layout(self, *, low: bool = False) -> Layout:
        """Lay out the board with the chip of the current move, buttons, and a hint if it fits.

        A `low` one has no hint and asks for less height.
        """
        board = PuzzleWidget(self.view, self._callbacks.move)
        row, stage = self._row_over_board(), StageArea(board)
        plain = Column(row, Flexible(stage), gap=0)
        if low:
            return Over(board, Box(Pad(plain, 20), height=px(LOW_BOARD)))
        usual = "search.hint" if self._view_model.searched else "cube_lab.hint"
        hint = Label(self._best or self._ui.tr(usual), 14, quiet=True, align=0.5, even=True)
        hint.click_through = True
        hinted = Column(row, Flexible(Box(stage, height=px(260))), Pad(hint, 0, 6, 0, 0), gap=0)

        return Over(board, FirstFit(Pad(hinted, 20, 20, 20, 14), Pad(plain, 20)))

    def _segments(self) -> list[Layout]:
        """Build the choices that stand over the board."""
        chosen, choose = self._view_model.choices.options, self._callbacks.choose_option
        return [option_segments(each, chosen, self._ui, choose, 14) for each in self._options]

    @property
    def _options(self) -> Sequence[Option]:
        """The options that stand over the board."""
        above = self._callbacks.board.flat and self._view_model.look is None
        return self._view_model.options if above else ()

    @property
    def _usable(self) -> tuple[bool, bool]:
        """Whether undo and redo are enabled; a search keeps its position."""
        view_model, own = self._view_model, not self._view_model.searched
        return view_model.can_undo and own, view_model.can_redo and own

    def _row_over_board(self) -> Layout:
        """Lay out chip, undo, redo, toggles; short of space, the labels go first."""
        ui, texts = self._ui, self._chip()
        shown = Row(MoveChip(*texts)) if texts is not None else None
        text = ui.tr("cube_lab.turning")

        def chip_room(theme: Theme) -> int:
            return MoveChip.width(ui, text, "14 / 14")

        def buttons(labelled: bool) -> list[Layout]:
            return self._tools(labelled=labelled)

        return FirstFit(
            Row(
                Flexible(Box(shown or Gap(0), chip_room)),
                *(*buttons(True), *map(NoShrink, self._segments())),
                height=TOOL,
            ),
            Row(
                Flexible(shown),
                *buttons(False),
                *map(NoShrink, self._segments()),
                height=TOOL,
            ),
            Row(Flexible(), *buttons(False), *map(NoShrink, self._segments()), height=TOOL),
        )

    def _tools(self, *, labelled: bool) -> list[Layout]:
        """Build undo, redo, and the toggles of the board."""
        commands, board = self._commands, self._callbacks.board
        undo, redo = (
            commands.button(name, labelled=False, quiet=True) for name in ("undo", "redo")
        )
        undo.enabled, redo.enabled = self._usable
        toggles = [commands.button(each.id) for each in board.toggles]
        for toggle, each in zip(toggles, board.toggles, strict=True):
            toggle.size = 14
            if not labelled:
                toggle.tooltip, toggle.label = toggle.label, each.letter
                toggle.image = each.icon
        return [undo, redo, *(NoShrink(t) if labelled else Box(t, TOOL) for t in toggles)]

    def _chip(self) -> tuple[str, str, str] | None:
        """Return the texts of the chip of the current move of the solution."""
        view_model, tr = self._view_model, self._ui.tr
        line, ply = view_model.now.solution, view_model.now.ply
        look = view_model.look
        inside = look.frame if look is not None else None
        if inside is not None and inside.ways is not None and inside.ways.node is not None:
            turns = inside.ways.node.made
            return tr("cube_inside.from.start", count=turns), "", ""
        if inside is not None and inside.shown is not None:
            bar = inside.shown
            return tr(f"cube_inside.from.{bar.end.value}", count=bar.depth), "", ""
        if not ply and view_model.tally is not None:
            state = "over" if view_model.tally.over else "under_way"
            moves = tr(f"cube_hand.chip.{state}", count=view_model.tally.moves)
            return moves, "", clock_text(view_model.tally.seconds)
        if not ply:
            return None
        text = tr("cube_lab.turning" if self._moving else "cube_lab.turned")
        return text, line[ply - 1].text, f"{ply} / {len(line)}"
