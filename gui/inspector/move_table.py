"""The table of statistics: a column for each move of the decision, as many as fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.protocols import Estimate
from gui.boards.values import badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.kit.table import Table, TableCell, TableColumn
from gui.ui import Ui

ROW = 25


def move_table(
    frame: InspectorFrame,
    ui: Ui,
    act: PanelCallbacks,
    moves: Sequence[int],
    rows: Mapping[str, Sequence[TableCell]],
    ranks: Sequence[float],
) -> Table:
    """Lay out named rows with a cell for each move; moves of low rank leave first."""
    token = act.token(frame.mover, ui.theme.tx(16))
    order = sorted(range(len(moves)), key=lambda at: ranks[at])
    drops = {at: place for place, at in enumerate(order, start=1)}
    drops[order[-1]] = 0
    heads = [TableCell(frame.move_text(each), size=16, bold=True, picture=token) for each in moves]
    columns = [TableColumn(head, 0.5, drops[at]) for at, head in enumerate(heads)]
    quiet = ui.theme.colours.text2
    named = [[TableCell(name, ink=quiet), *cells] for name, cells in rows.items()]
    return Table(
        [TableColumn("", 0), *columns],
        named,
        row_height=ROW,
        head_height=ROW,
        even=True,
        key="figures",
    )


def truth_cell(ui: Ui, truth: Estimate | None) -> TableCell:
    """Return the exact value of a move with the plies to the end, empty if unknown."""
    if truth is None or truth.value is None:
        return TableCell()
    plies = "" if truth.remoteness is None else ui.tr.number(truth.remoteness)
    return TableCell(plies, bold=True, picture=badge(ui, truth.value, ui.theme.tx(20)))


def figure(ui: Ui, text: str, note: str = "", *, best: bool = False) -> TableCell:
    """Return a number with a note; the best one has the accent's frame."""
    ink = ui.theme.colours.accent if best else None
    return TableCell(text, note=note, mono=True, best=best, ink=ink)
