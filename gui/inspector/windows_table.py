"""Table of alpha-beta: the result and the cost of each iteration, depth by depth."""

from __future__ import annotations

from functools import partial

import pygame

from engine.messages import Message
from gui.boards.sides import side_words, told_side
from gui.boards.values import badge, percent_text
from gui.inspector.chips import chip_width, move_chip, side_colours
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.windows_view_model import (
    DepthIteration,
    SearchStatus,
    WindowNode,
    WindowsViewModel,
)
from gui.kit.table import Choosing, Table, TableCell, TableColumn
from gui.theme import Colour
from gui.ui import Ui

ROWS = ("best", "score", "positions", "cuts", "saved", "hits")
ROW, CHIP = 21, 18
BESIDE = 4  # between a move and its badge


def depth_table(
    view_model: WindowsViewModel, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
) -> Table:
    """Lay out one column per iteration, the present one chosen; a click goes to its start."""
    depths, c = view_model.depths, ui.theme.colours
    reached = [at for at, depth in enumerate(depths) if depth.stand is not SearchStatus.AHEAD]
    now = max(reached, default=0)
    # Columns far from the present one leave first.
    order = sorted(range(len(depths)), key=lambda at: -abs(at - now))
    drops = {at: 0 if at == now else place for place, at in enumerate(order, start=1)}
    colour = side_colours(ui, act, frame.game)[view_model.mover]

    def name(row: str) -> str:
        return ui.tr(f"inspector.windows.row.{row}", first=told_side(frame.game, 0))

    def head(depth: DepthIteration) -> TableCell:
        ink = c.accent if depth.stand is SearchStatus.OPEN else c.text
        return TableCell(ui.tr.number(depth.depth), bold=True, ink=ink)

    cells = [_cells(ui, frame, depth, colour) for depth in depths]
    rows = [
        [TableCell(name(row), ink=c.text2), *(column[place] for column in cells)]
        for place, row in enumerate(ROWS)
    ]
    return Table(
        [
            TableColumn(TableCell(name("depth"), ink=c.text2), 0),
            *(TableColumn(head(depth), 0.5, drops[at]) for at, depth in enumerate(depths)),
        ],
        rows,
        choosing=Choosing.COLUMNS,
        choose=lambda row, column: act.go_to_step(depths[column - 1].step),
        able=lambda row, column: column > 0 and depths[column - 1].step >= 0,
        at=(0, now + 1),
        row_height=ROW,
        head_height=ROW,
        even=True,
        key="inspector table",
    )


def _cells(ui: Ui, frame: InspectorFrame, depth: DepthIteration, colour: Colour) -> list[TableCell]:
    """Return the cells of an iteration below its head."""
    ink = ui.theme.colours.text2 if depth.stand is SearchStatus.AHEAD else None
    counts = (depth.positions, depth.cuts, depth.saved, depth.hits)
    texts = ["–" if count is None else ui.tr.number(count) for count in counts]
    best, score = _result(ui, frame, depth, colour)
    return [best, score, *(TableCell(text, mono=True, ink=ink) for text in texts)]


def _result(
    ui: Ui, frame: InspectorFrame, depth: DepthIteration, colour: Colour
) -> tuple[TableCell, TableCell]:
    """Return the best move with its exact result, and its score for the first player."""
    best = depth.best
    if depth.stand is SearchStatus.OPEN:
        return TableCell(ui.tr("inspector.windows.looking")), TableCell("…")
    if best is None or best.score is None:
        return TableCell("–"), TableCell("–")
    text = percent_text(ui, best.score)
    if best.winner is not None:
        text = ui.tr(
            "inspector.windows.short_win", side=Message(side_words(frame.game)[best.winner])
        )
    faint = depth.stand is SearchStatus.AHEAD
    ink = ui.theme.colours.text2 if faint else None
    chip = partial(_draw_chip, best=best, colour=colour, faint=faint)
    return TableCell(draw=chip, width=_width(ui, best) / ui.theme.text_u), TableCell(text, ink=ink)


def _width(ui: Ui, best: WindowNode) -> int:
    """Return the width of a move with the badge of its exact result."""
    side = ui.theme.tx(CHIP)
    sign = 0 if best.truth is None else ui.theme.tx(BESIDE) + side
    return chip_width(ui.theme, best.text, side) + sign


def _draw_chip(
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
    *,
    best: WindowNode,
    colour: Colour,
    faint: bool,
) -> None:
    height = ui.theme.tx(CHIP)
    left = box.centerx - _width(ui, best) // 2
    chip = move_chip(ui, target, left, box.centery, height, best.text, colour, faint=faint)
    if best.truth is not None:
        sign = badge(ui, best.truth, height)
        target.blit(sign, sign.get_rect(midleft=(chip.right + ui.theme.tx(BESIDE), box.centery)))
