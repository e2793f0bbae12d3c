"""The page of a fault: its sentence, the lines of the file, the calls that led there, buttons."""

from __future__ import annotations

from collections.abc import Sequence

from gui.kit import Button, Icon, Label, Shortened, SmallIcon
from gui.kit.code import CodeBlock
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Pad,
    Row,
    Scroll,
    Wrap,
    tx,
)
from gui.own.fault import FaultViewModel
from gui.ui import Ui

LEAST = 160  # the height of the part that scrolls
MOST_CALLS, CALL = 4, 22  # the last ones, and the height of their lines


def fault_page(fault: FaultViewModel, ui: Ui, buttons: Sequence[Button]) -> Layout:
    """Lay out the page; `buttons` are those that let another one move, ask again, and edit."""
    sentence = Row(
        SmallIcon(Icon.WARNING, 20, fault=True),
        Flexible(Label(ui.tr(fault.sentence), 16, bold=True)),
        gap=10,
    )
    first, *others = map(NoShrink, buttons)
    end = FirstFit(
        Row(first, Flexible(), *others, gap=8, height=44),
        Wrap(*(Box(button, height=44) for button in buttons)),
    )
    rest = Scroll(Column(*_parts(fault, ui), gap=tx(8)), "fault")
    return Column(sentence, Flexible(Box(rest, height=LEAST)), end, gap=tx(8))


def _parts(fault: FaultViewModel, ui: Ui) -> list[Layout | None]:
    """Return the advice, and where it is known the lines of the file and the calls."""
    advice = "own.asked_again" if fault.saved else "own.save_first"
    parts: list[Layout | None] = [
        Pad(Label(ui.tr(advice), 14, quiet=True), tx(30), 0, 0, 4),
    ]
    if fault.text and fault.line is not None:
        name = NoShrink(Label(fault.file, 14, mono=True, maximum=1))
        first, last = fault.lines
        where = ui.tr("own.lines", first=first, last=last)
        parts.append(Row(name, Flexible(Shortened(where, 14, quiet=True, maximum=1)), gap=12))
        block = CodeBlock(fault.text, first, last, faulty=fault.line, name=fault.word)
        parts.append(block)
    if len(fault.calls) > 1:
        parts.append(Label(ui.tr("own.calls"), 14, quiet=True))
        lines = "\n".join(_call(call, fault.file, ui) for call in fault.calls[-MOST_CALLS:])
        parts.append(CodeBlock(lines, numbers=False, tinted=False, row_height=CALL, key="calls"))
    return parts


def _call(call: tuple[str, int, str, str], file: str, ui: Ui) -> str:
    name, line, function, source = call
    key = "own.call" if name == file else "own.call_of"
    place = ui.tr(key, line=line, file=name, function=function)
    return f"{place}    {source.strip()}"
