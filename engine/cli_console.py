"""What the commands share: their names, streams that may be missing, one line out."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any, NoReturn, TextIO

from engine.files import reason
from engine.messages import JouonsError, Message

COMMANDS = (
    "analyse",
    "arena",
    "sweep",
    "cube",
    "tiles",
    "train",
    "explore",
    "think",
    "review",
    "puzzle",
    "games",
    "players",
    "history",
    "selftest",
)

LONGEST_FAULT = 400
WINDOWED_PROGRAM, CONSOLE_PROGRAM = "Jouons", "jouons-cli"  # the two that are packaged


def program() -> str:
    """What was started, as usage and faults name it: main.py, or a packaged program."""
    if not hasattr(sys, "frozen"):
        return "main.py"
    return os.path.splitext(os.path.basename(sys.executable))[0]


def program_for_commands() -> str:
    """What is to be started for a command: where there are two programs, the one that prints."""
    return CONSOLE_PROGRAM if program() == WINDOWED_PROGRAM else program()


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


class OutputError(JouonsError):
    """The output cannot be written."""


class ReaderGone(Exception):  # noqa: N818 - no fault: `| head` has seen enough
    """Whoever read the output has stopped reading."""


def say(text: str | Message) -> None:
    """A line for the reader. Raises ReaderGone or OutputError."""
    _write(f"{text}\n")
    _flush()


def say_part(text: str) -> None:
    """A piece of a line, handed on with the line's end."""
    _write(text)


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except OSError as error:
        _give_up_output(error)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError as error:
        _give_up_output(error)


def _give_up_output(error: OSError) -> NoReturn:
    _silence_output()
    if isinstance(error, BrokenPipeError):
        raise ReaderGone from None
    raise OutputError("cli.output", reason=reason(error)) from None


def _silence_output() -> None:
    """What still waits in the stream must not fail again when the program ends."""
    with suppress(OSError):  # a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def finish_output() -> None:
    """The last thing to do with it: what nobody reads is dropped."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence_output()


def progress(text: str | Message) -> None:
    """A line about work under way, apart from the result."""
    with suppress(OSError):  # nobody reads it
        print(text, file=sys.stderr, flush=True)


def speaks_unicode(stream: TextIO) -> bool:
    """Whether every text can be written to it as it is; a pipe on Windows has a code page."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower()
    return encoding.replace("_", "-") in ("utf-8", "utf8")


def as_json(data: Any) -> str:
    """One JSON value, in ASCII where the output has a code page."""
    return json.dumps(data, ensure_ascii=not speaks_unicode(sys.stdout))


def print_json(data: Any) -> None:
    """One JSON value and nothing else."""
    say(as_json(data))
