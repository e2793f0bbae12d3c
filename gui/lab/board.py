"""The board of the lab: its widget, and the row of tools over it or beside it."""

from __future__ import annotations

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
from gui.lab.base import LabBase
from gui.lab.bests import best_line
from gui.lab.cards import option_segments
from gui.lab.widgets import MoveChip, StageArea
from gui.theme import Theme

LOW_BOARD = 220  # the height of the board above the transport with its sliders
TOOL = 40  # the height of the row over the board


def board_part(screen: LabBase, *, low: bool = False) -> Layout:
    """Lay out the board with the chip of the current move, buttons, and a hint if it fits.

    The best results stand in the place of the hint. A `low` one has none and asks for less height.
    """
    lab, ui = screen.lab, screen.ui
    board = PuzzleWidget(screen.puzzle_view, screen.move)
    row, stage = _row_over_board(screen), StageArea(board)
    plain = Column(row, Flexible(stage), gap=0)
    if low:
        return Over(board, Box(Pad(plain, 20), height=px(LOW_BOARD)))
    text = best_line(screen.bests[lab.handling.variant], ui) if lab.tally else ""
    text = text or ui.tr("search.hint" if lab.searched else "cube_lab.hint")
    hint = Label(text, 14, quiet=True, align=0.5)
    hint.click_through = True
    hinted = Column(row, Flexible(Box(stage, height=px(260))), Pad(hint, 0, 6, 0, 0), gap=0)
    return Over(board, FirstFit(Pad(hinted, 20, 20, 20, 14), Pad(plain, 20)))


def _segments(screen: LabBase) -> list[Layout]:
    """Build the choices that stand over the board."""
    above = screen.board.flat and not screen.lab.inside.open
    options = screen.lab.handlings.options if above else ()
    return [NoShrink(option_segments(each, screen, 14)) for each in options]


def _row_over_board(screen: LabBase) -> Layout:
    """Lay out chip, undo, redo, toggles; short of space, the labels go first."""
    ui, texts = screen.ui, _chip(screen)
    shown = Row(MoveChip(*texts)) if texts is not None else None
    text = ui.tr("cube_lab.turning")

    def chip_room(theme: Theme) -> int:
        return MoveChip.width(ui, text, "14 / 14")

    def row(chip: Layout | None, *, labelled: bool) -> Layout:
        tools = _tools(screen, labelled=labelled)
        return Row(Flexible(chip), *tools, *_segments(screen), height=TOOL)

    room = Box(shown or Gap(0), chip_room)
    return FirstFit(row(room, labelled=True), row(shown, labelled=False), row(None, labelled=False))


def _tools(screen: LabBase, *, labelled: bool) -> list[Layout]:
    """Build undo, redo, and the toggles of the board; a search keeps its position."""
    commands, history, own = screen.offered(), screen.lab.history, not screen.lab.searched
    undo, redo = (commands.button(name, labelled=False, quiet=True) for name in ("undo", "redo"))
    undo.enabled, redo.enabled = history.can_undo and own, history.can_redo and own
    tools: list[Layout] = [undo, redo]
    for each in screen.board.toggles:
        toggle = commands.button(each.id, size=14)
        if not labelled:
            toggle.tooltip, toggle.label = toggle.label, each.letter
            toggle.image = each.icon
        tools.append(NoShrink(toggle) if labelled else Box(toggle, TOOL))
    return tools


def _chip(screen: LabBase) -> tuple[str, str, str] | None:
    """Return the texts of the chip of the current move of the solution."""
    lab, tr = screen.lab, screen.ui.tr
    line, ply, tally = lab.now.solution, lab.now.ply, lab.tally
    inside = lab.inside.frame() if lab.inside.open else None
    if inside is not None and inside.ways is not None and inside.ways.node is not None:
        return tr("cube_inside.from.start", count=inside.ways.node.made), "", ""
    if inside is not None and inside.shown is not None:
        bar = inside.shown
        return tr(f"cube_inside.from.{bar.end.value}", count=bar.depth), "", ""
    if not ply and tally is not None:
        state = "over" if tally.over else "under_way"
        return tr(f"cube_hand.chip.{state}", count=tally.moves), "", clock_text(tally.seconds)
    if not ply:
        return None
    text = tr("cube_lab.turning" if screen.moving else "cube_lab.turned")
    return text, line[ply - 1].text, f"{ply} / {len(line)}"
