"""The detail card of Nim: the heaps in binary, one below another, and their xor."""

from __future__ import annotations

from engine.games.heaps import HeapGame, Heaps
from engine.messages import Message, message
from engine.solvers.heap_theory import HeapTheory
from gui.kit import Label
from gui.kit.layout import Column, Flexible, Layout, Scroll
from gui.kit.table import Table, TableCell, TableColumn
from gui.theme import Colour, mix
from gui.ui import Ui


def nim_words(game: HeapGame, state: Heaps) -> Message:
    """Return the advice of Nim theory for a position, from the same theory the kernel bot plays."""
    theory = HeapTheory.of(game)
    return message(f"match.nim.{theory.plan(state.heaps).value}", xor=theory.nim_sum(state.heaps))


def binary_card(game: HeapGame, state: Heaps, ui: Ui) -> Layout:
    """Lay out the heaps as rows of bits, their xor, and the advice of the theory."""
    c, total = ui.theme.colours, 0
    for heap in state.heaps:
        total ^= heap
    bits = max(3, max([total, *state.heaps]).bit_length())

    def row(name: TableCell, number: int, ink: Colour) -> list[TableCell]:
        cells = [name, TableCell(str(number), ink=ink, size=16, bold=True)]
        for place in reversed(range(bits)):
            on = number >> place & 1
            odd = total >> place & 1
            shade = mix(c.panel, c.text2, 0.6) if not on else c.accent if odd else c.text
            cells.append(TableCell(str(on), ink=shade, size=16, mono=True, width=8))
        return cells

    rows = [
        row(TableCell(str(number), ink=c.text2), heap, c.text)
        for number, heap in enumerate(state.heaps, start=1)
    ]
    rows.append(row(TableCell("xor", ink=c.text2, mono=True), total, c.accent if total else c.text))
    columns = [TableColumn(align=0), TableColumn(), *[TableColumn(align=0.5)] * bits]
    table = Table(
        columns, rows, row_height=26, least_row=19, head_height=0, packed=True, total=True
    )
    text = Label(ui.tr(nim_words(game, state)), 14, quiet=True)
    return Scroll(Column(Flexible(table), text, gap=8), "detail")
