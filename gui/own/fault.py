"""A fault of an own bot as the window shows it: its sentence, the lines of the file. No pygame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from engine.messages import Message
from engine.own.faults import FaultKind, own_fault
from engine.own.source import OwnSource
from engine.registry import own_name

SHOWN = 8  # lines of the file
BEFORE = 4  # of them before the faulty one, at most
QUOTED = re.compile(r"‘(\w+)’")


@dataclass(frozen=True)
class FaultViewModel:
    """The view model of a fault.

    `text` is the whole file, of which `lines` are shown; it is empty where there are none to show.
    `word` is a name in the faulty line that the sentence speaks of. `calls` are the person's own
    calls that led there: place, function, source line. `saved`: the file was saved since.
    """

    player: str
    sentence: Message
    file: str
    text: str = ""
    line: int | None = None
    word: str = ""
    calls: tuple[tuple[str, int, str, str], ...] = ()
    saved: bool = False

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last line that are shown."""
        count = self.text.rstrip().count("\n") + 1
        first = max(1, min((self.line or 1) - BEFORE, count - SHOWN + 1))
        return first, min(count, first + SHOWN - 1)


def fault_view_model(
    player: str, fault: Message, source: OwnSource | None, *, saved: bool = False
) -> FaultViewModel:
    """Return the view model of a fault; `source` is the text that was at fault."""
    values = fault.values
    name = str(values.get("file") or (Path(source.path).name if source is not None else ""))
    files = dict(source.files) if source is not None else {}
    text = files.get(name, b"").decode("utf-8", errors="replace")
    line = values.get("line")
    words = QUOTED.findall(str(values.get("text", "")))
    return FaultViewModel(
        player,
        fault,
        name or f"{own_name(player)}.py",
        text if line is not None else "",
        line,
        words[0] if words else "",
        tuple(values.get("trace", ())),
        saved,
    )


def is_own_fault(fault: Message | None) -> bool:
    """Return whether a fault is one of a person's file."""
    return fault is not None and {"kind", "line", "file", "trace"} <= fault.values.keys()


def as_own_fault(why: Message) -> Message:
    """Return the reason why there is no file as the fault of a file."""
    return own_fault(FaultKind.LOAD, why).message
