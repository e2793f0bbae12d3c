"""What the commands share: their names, streams that may be missing, one line out."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from engine.messages import Message

COMMANDS = (
    "analyse",
    "arena",
    "sweep",
    "cube",
    "train",
    "explore",
    "games",
    "players",
    "history",
    "selftest",
)

LONGEST_FAULT = 400


def guard_streams() -> None:
    """A windowed program on Windows has no streams; others may not speak Unicode."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def printable(text: str) -> str:
    """One line of bounded length; what cannot be printed as Python writes it, such as `\\n`."""
    short = text if len(text) <= LONGEST_FAULT else text[: LONGEST_FAULT - 1] + "…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)


def complain(text: str | Message) -> None:
    """The one line on stderr that tells what went wrong."""
    with suppress(OSError):  # nobody reads it
        print(printable(str(text)), file=sys.stderr, flush=True)


def say(text: str | Message) -> None:
    """A line for the reader."""
    print(text, flush=True)


def progress(text: str | Message) -> None:
    """A line about work under way, apart from the result."""
    print(text, file=sys.stderr, flush=True)


def speaks_unicode(stream: TextIO) -> bool:
    """Whether every text can be written to it as it is; a pipe on Windows has a code page."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower()
    return encoding.replace("_", "-") in ("utf-8", "utf8")


def print_json(data: Any) -> None:
    """One JSON value and nothing else."""
    print(json.dumps(data, ensure_ascii=not speaks_unicode(sys.stdout)), flush=True)
