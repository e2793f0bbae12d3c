"""The process of the window: its faults, its texts where there is no console, and its end."""

from __future__ import annotations

import io
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import NoReturn

import pygame

from engine.cli.console import COMMANDS, CONSOLE_PROGRAM, WINDOWED_PROGRAM
from engine.folders import LOG_NAME
from engine.messages import JouonsError, Message
from gui.i18n import Translator
from gui.system import System

REFUSALS = (1, 2)  # exit codes with an error message
LEAVING_SECONDS = 1.0
log = logging.getLogger(__name__)


class LogFile(logging.FileHandler):
    """A log handler that stays silent when the file cannot be written, as on a full disk.

    The window shows the fault itself; Python's default would also print a traceback about the log.
    """

    failed = False  # the last record could not be written

    def emit(self, record: logging.LogRecord) -> None:
        self.failed = False
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        self.failed = True


class CrashGuard:
    """A runner of the window's steps that logs their faults, to a file if there is one."""

    def __init__(self, log_file: LogFile | None = None) -> None:
        self._log_file = log_file

    def run(self, step: Callable[[], object]) -> Message | None:
        """Run a step; return None on success, else the message for the user."""
        try:
            step()
        except JouonsError as error:
            log.exception("a fault that no screen has said")
            return error.message
        except Exception:
            log.exception("a fault on the main thread")
            if self._log_file is None or self._log_file.failed:
                return Message("gui.fault_unlogged")
            return Message("gui.fault", {"file": self._log_file.baseFilename})
        return None


def start_log(folder: Path) -> CrashGuard:
    """Log faults to a file in the user's log folder, because a windowed program has no console."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = LogFile(folder / LOG_NAME, encoding="utf-8")
        logging.basicConfig(handlers=[handler], level=logging.WARNING)
    except OSError:
        logging.basicConfig(level=logging.ERROR, format="%(message)s")
        return CrashGuard()
    return CrashGuard(handler)


# -- without a console ---------------------------------------------------------------------------


def show_box(title: str, text: str) -> None:
    """Show a message box of the system, for a program without window and terminal."""
    try:
        pygame.display.message_box(title, text, "warn")
    except pygame.error:
        return  # no screen either: drop the message


def answer(
    system: System,
    arguments: Sequence[str],
    work: Callable[[], int],
    show: Callable[[str, str], None] = show_box,
) -> int:
    """Run `work`, show its help or error message in a box and return the exit code.

    Console commands are refused: the box names the console program.
    """
    if arguments and arguments[0] in COMMANDS:
        tr = Translator(system.language())
        text = tr("gui.command_unheard", command=arguments[0], program=CONSOLE_PROGRAM)
        show(WINDOWED_PROGRAM, text)
        return 2
    printed, faults = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(faults):
        try:
            code = work()
        except SystemExit as stop:  # argparse exits this way after help and errors
            code = stop.code if isinstance(stop.code, int) else 0
    if code in REFUSALS:
        show(WINDOWED_PROGRAM, faults.getvalue().strip().split("\n")[-1])
    elif printed.getvalue():
        show(WINDOWED_PROGRAM, printed.getvalue())
    return code


# -- the end ---------------------------------------------------------------------------------------


def end(code: int, seconds: float = LEAVING_SECONDS) -> NoReturn:
    """End the process of the window with this code, `seconds` after it closed at the latest.

    Its threads have been asked to stop, and are waited for. One that still computes is not torn out
    of its work, as the interpreter's own end would do: where that is native code, the process
    aborts. Child processes that are left are terminated.
    """
    pygame.quit()
    last = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            with suppress(AssertionError, RuntimeError):  # a thread that Python has not started
                thread.join(max(0.0, last - time.monotonic()))
    if "multiprocessing" in sys.modules:
        from multiprocessing import active_children

        for child in active_children():
            child.terminate()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # the reader is gone, or the stream is closed
            stream.flush()
    os._exit(code)
