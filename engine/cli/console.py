"""Console output of the commands: program names, guarded streams, lines, and progress."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from engine import interrupt
from engine.files import reason
from engine.intervals import rounded_interval
from engine.messages import JouonsError, Message, figure, message

if TYPE_CHECKING:
    import argparse

    from engine.protocols import Decision

COMMANDS = (
    *("analyse", "arena", "sweep", "cube", "tiles", "train", "explore", "think", "review", "why"),
    *("puzzle", "play", "games", "players", "history", "bots", "solve", "selftest"),
)

T = TypeVar("T")
LONGEST_FAULT = 400
NO_BREAK = {0xA0: " ", 0x202F: " "}  # the spaces before two-part signs
WINDOWED_PROGRAM, CONSOLE_PROGRAM = "Jouons", "jouons-cli"  # the two packaged programs


def program() -> str:
    """Return the name of the running program: main.py, or a packaged program."""
    if not hasattr(sys, "frozen"):
        return "main.py"
    return os.path.splitext(os.path.basename(sys.executable))[0]


def program_for_commands() -> str:
    """Return the program that runs commands: where there are two, the one with a console."""
    return CONSOLE_PROGRAM if program() == WINDOWED_PROGRAM else program()


def guard_streams() -> None:
    """Replace missing streams (windowed program on Windows) and characters they cannot encode."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def printable(text: str) -> str:
    r"""Return one line of bounded length; unprintable characters are escaped, such as `\n`."""
    short = text if len(text) <= LONGEST_FAULT else text[: LONGEST_FAULT - 1] + "…"
    spaced = short.translate(NO_BREAK)
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in spaced)


def complain(text: str | Message) -> None:
    """Print a fault as one line on stderr."""
    with suppress(OSError):  # the stream may be closed
        print(printable(str(text)), file=sys.stderr, flush=True)


class OutputError(JouonsError):
    """The output cannot be written."""


class ReaderGone(Exception):  # noqa: N818 - not an error: `| head` has read enough
    """The reader of the output has closed the pipe."""


def say(text: str | Message) -> None:
    """Print a line. Raises ReaderGone or OutputError."""
    say_part(f"{text}\n")
    _flush()


def table(rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """Yield rows of texts in columns as wide as their texts, the first `left` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        yield "  ".join(f"{text:{'<' if at < left else '>'}{width}}" for at, (text, width) in cells)


def between(interval: tuple[float, float], value: float, form: str) -> str:
    """Return an interval as the spoken language writes it, in a format such as `.1%` or `.3f`.

    `value`, which it belongs to, lies in it as written.
    """
    digits = int(form[1:-1]) + 2 * form.endswith("%")
    low, high = rounded_interval(*interval, value, digits)
    return str(message("cli.between", low=figure(low, form), high=figure(high, form)))


def say_part(text: str) -> None:
    """Write a part of a line without flushing; the end of the line flushes it."""
    with _named_faults():
        sys.stdout.write(text)


def _flush() -> None:
    with _named_faults():
        sys.stdout.flush()


@contextmanager
def _named_faults() -> Iterator[None]:
    """Turn a fault of the output into ReaderGone or OutputError; nothing is written after it."""
    try:
        yield
    except OSError as error:
        _silence_output()
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        raise OutputError("cli.output", reason=reason(error)) from None


def _silence_output() -> None:
    """Redirect stdout to the null device, so that buffered text does not fail again at exit."""
    with suppress(OSError):  # a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def finish_output() -> None:
    """Flush stdout at exit; drop the rest if the pipe is closed."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence_output()


def progress(text: str | Message) -> None:
    """Print a line about the progress of the work on stderr."""
    with suppress(OSError):  # the stream may be closed
        # In one piece: an interruption does not come between a line and its end.
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def speaks_unicode(stream: TextIO) -> bool:
    """Return whether the stream encodes every text; a pipe on Windows has a code page."""
    encoding = (getattr(stream, "encoding", None) or "ascii").lower()
    return encoding.replace("_", "-") in ("utf-8", "utf8")


def as_json(data: Any) -> str:
    """Return JSON text, in ASCII if stdout cannot encode Unicode."""
    return json.dumps(data, ensure_ascii=not speaks_unicode(sys.stdout))


def printed_list(items: Iterable[T], report: Callable[[T], Any]) -> Iterator[T]:
    """Yield the items, each printed before as an entry of one JSON list.

    An interrupt at any moment closes the list.
    """
    end = interrupt.installed()
    before, closing = "[", "[]\n"
    try:
        end.closing = closing
        for item in items:
            entry = before + as_json(report(item))
            with interrupt.InterruptShield():  # an entry is printed whole, or not at all
                say_part(entry)
                _flush()
                before, closing = ", ", "]\n"
                end.closing = closing
            yield item
    finally:
        end.closing = ""
    say(closing.rstrip())


def print_json(data: Any) -> None:
    """Print one JSON value and nothing else."""
    say(as_json(data))


def print_report(args: argparse.Namespace, data: Any, lines: Iterable[str | Message]) -> int:
    """Print data with `--json`, else lines; return the exit code of success."""
    if args.json:
        print_json(data)
    else:
        for line in lines:
            say(line)
    return 0


PROGRESS_SECONDS = 1.0


class Pace:
    """Says when a second has passed since the last line."""

    def __init__(self) -> None:
        self._due = time.monotonic() + PROGRESS_SECONDS

    def due(self) -> bool:
        """Return whether a line is due; the next one is due a second later."""
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + PROGRESS_SECONDS
        return True


def note_printer() -> Callable[[Decision], None]:
    """Return a receiver of intermediate results that prints their notes, at most one a second."""
    pace = Pace()

    def report(result: Decision) -> None:
        if pace.due():
            progress(result.note)

    return report


class ProgressLine:
    """A progress line, printed on stderr at most once a second."""

    def __init__(self, total: int, key: str = "arena.progress") -> None:
        self.total = total
        self.key = key
        self.done = 0
        self.started = time.monotonic()
        self._pace = Pace()

    def add(self, games: int) -> None:
        """Count games and print the progress if a second has passed."""
        self.done += games
        if self.done and self._pace.due():
            left = (time.monotonic() - self.started) * (self.total - self.done) / self.done
            progress(message(self.key, done=self.done, whole=self.total, seconds=round(left)))
