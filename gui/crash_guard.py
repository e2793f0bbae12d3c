"""The one place where a fault on the main thread ends: in the log file, and in one sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from engine.folders import LOG_NAME
from engine.messages import JouonsError, Message

log = logging.getLogger(__name__)


class LogFile(logging.FileHandler):
    """A log file that is silent where it cannot be written, as on a full disk.

    The window says the fault itself; Python would print a traceback about the log beside it.
    """

    failed = False  # the last fault could not be written

    def emit(self, record: logging.LogRecord) -> None:
        self.failed = False
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        self.failed = True


class CrashGuard:
    """Runs steps of the window; a fault in one is written to the log file, if there is one."""

    def __init__(self, log_file: Path | None = None, handler: LogFile | None = None) -> None:
        self.log_file = log_file
        self._handler = handler

    def run(self, step: Callable[[], object]) -> Message | None:
        """Do the step; None when it went well, else the sentence for the person."""
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
    """Faults go to a file in the user's log folder: a windowed program has no console."""
    file = folder / LOG_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = LogFile(file, encoding="utf-8")
        logging.basicConfig(handlers=[handler], level=logging.WARNING)
    except OSError:
        logging.basicConfig(level=logging.ERROR)
        return CrashGuard()
    return CrashGuard(file, handler)
