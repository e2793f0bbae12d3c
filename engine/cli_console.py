"""What the commands share: their names, streams that may be missing, one line out."""

from __future__ import annotations

import json
import os
import sys
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


def guard_streams() -> None:
    """A windowed program on Windows has no streams; others may not speak Unicode."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def say(text: str | Message) -> None:
    """A line for the reader."""
    print(text, flush=True)


def progress(text: str | Message) -> None:
    """A line about work under way, apart from the result."""
    print(text, file=sys.stderr, flush=True)


def print_json(data: Any) -> None:
    """One JSON value and nothing else."""
    print(json.dumps(data, ensure_ascii=False), flush=True)
