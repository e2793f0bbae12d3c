"""Top-level error handling of the main thread: the log file and one sentence for the user."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from engine.folders import LOG_NAME
from engine.messages import JouonsError, Message

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

    def __init__(self, log_file: Path | None = None, handler: LogFile | None = None) -> None:
        self.log_file = log_file
        self._handler = handler

    def run(self, step: Callable[[], object]) -> Message | None:
        """Run a step; return None on success, else the message for the user."""
        try:
            step()
        except JouonsError as error:
            log.exception("a fault that no screen has said")
            return error.message
        except Exception:
            log.exception("a fault on the main thread")
            if self.log_file is None or (self._handler is not None and self._handler.failed):
                return Message("gui.fault_unlogged")
            return Message("gui.fault", {"file": str(self.log_file)})
        return None


def start_log(folder: Path) -> CrashGuard:
    """Log faults to a file in the user's log folder, because a windowed program has no console."""
    file = folder / LOG_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = LogFile(file, encoding="utf-8")
        logging.basicConfig(handlers=[handler], level=logging.WARNING)
    except OSError:
        logging.basicConfig(level=logging.ERROR, format="%(message)s")
        return CrashGuard()
    return CrashGuard(file, handler)
