"""Faults of a person's file: one sentence with the line, and the way that led there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from engine.messages import Message, message
from engine.protocols import PlayerFault

QUOTED = re.compile(r"'([^'\s]+)'")
CALLED = re.compile(r"[\w.]+\(")
LONGEST_TEXT = 300
NOT_STARTED = "own.not_started"


class FaultKind(StrEnum):
    """The kinds of faults, as JSON names them."""

    LOAD = "load"  # the file cannot be read or loaded
    ERROR = "error"  # an exception
    ILLEGAL = "illegal"  # an answer that is no legal move
    TIME = "time"  # no answer in time
    DIED = "died"  # its process ended


class OwnFault(PlayerFault):
    """A fault of a person's file, which ends a decision and nothing else.

    All of it is in the values of its message, so that it travels between processes: `kind`, `line`
    (None if unknown), `file` (its name), and `trace`, the person's own calls that led there, each
    with file, line, function and source line.
    """

    @property
    def kind(self) -> FaultKind:
        """The kind of the fault."""
        return FaultKind(self.message.values["kind"])

    @property
    def lasts(self) -> bool:
        """Whether the same text has it again; not where the system started no process."""
        return getattr(self.message.values["text"], "key", "") != NOT_STARTED

    @property
    def line(self) -> int | None:
        """The line of the file, from 1."""
        line: int | None = self.message.values["line"]
        return line

    @property
    def trace(self) -> tuple[tuple[str, int, str, str], ...]:
        """The person's own calls, the outermost first: file, line, function, source line."""
        return tuple(self.message.values["trace"])


def own_fault(
    kind: FaultKind,
    text: Message | str,
    line: int | None = None,
    file: str = "",
    trace: Sequence[tuple[str, int, str, str]] = (),
) -> OwnFault:
    """Make a fault; `file` names a file beside the bot's own, if the line is one of that."""
    key = "own.at_line_of" if line and file else "own.at_line" if line else "own.fault"
    values = {"kind": kind.value, "text": text, "line": line, "file": file, "trace": tuple(trace)}
    return OwnFault(key, **values)


def exception_text(kind: str, text: str) -> Message | str:
    """Return the sentence of an exception: with its type where the text alone is no sentence.

    The name of a function at its start keeps its letters.
    """
    short = text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
    sentence = short if " " in short else f"{kind}: {short}" if short else kind
    sentence = QUOTED.sub(r"‘\1’", sentence)
    return message("own.sentence", text=sentence) if CALLED.match(sentence) else sentence


def unreadable(file: str, why: Message | str) -> OwnFault:
    """Make the fault of a file that cannot be read."""
    return own_fault(FaultKind.LOAD, message("own.unreadable", file=file, reason=why))
