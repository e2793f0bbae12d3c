"""Ctrl+C and termination signals: one line and exit code 130 at any moment.

An exception raised in arbitrary code may be swallowed there, or leave a half-finished state. So the
handler exits without an exception; results are written in whole rows and transactions anyway. Code
that must not be interrupted runs inside `InterruptShield`.

This is the first module that the program imports, so that the handler is set early; it imports two
others.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # importing typing takes longer than all that is here
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], None]

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class EndAtOnce:
    """A handler that ends the program: it prints `line`, and `closing` on stdout before it.

    Both may change while the program works.
    """

    def __init__(self, line: str) -> None:
        self.line = line
        self.closing = ""

    def __call__(self, number: int, frame: FrameType | None) -> None:
        ignore()
        try:
            if self.closing:
                os.write(1, self.closing.encode())
            os.write(2, f"{self.line}\n".encode(errors="replace"))
        finally:  # a stream may be closed
            os._exit(INTERRUPTED)


def end_at_once(line: str) -> None:
    """Install handlers that print this line and end the program."""
    end = EndAtOnce(line)
    for number in SIGNALS:
        signal.signal(number, end)


def installed() -> EndAtOnce:
    """Return the installed handler; one that is never called where the program has another."""
    handler = signal.getsignal(signal.SIGINT)
    return handler if isinstance(handler, EndAtOnce) else EndAtOnce("")


def ignore() -> None:
    """Ignore signals from now on: the work is done and the program is ending."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def begin_as_worker() -> None:
    """Ignore Ctrl+C in an arena process; the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class SignalHandler:
    """Installs its own handler during a block; does nothing outside the main thread."""

    def __init__(self) -> None:
        self.came: list[int] = []
        self._before: dict[int, Any] = {}

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Note the signal."""
        self.came.append(number)

    def __enter__(self) -> list[int]:
        import threading

        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                # None means a handler that Python did not set and cannot restore.
                self._before[number] = signal.signal(number, self.handle) or signal.SIG_DFL
        return self.came

    def __exit__(self, *fault: object) -> None:
        self.give_back()

    def give_back(self) -> None:
        """Restore the previous handlers."""
        while self._before:
            signal.signal(*self._before.popitem())


class InterruptShield(SignalHandler):
    """Delays interrupts until the end of the block.

    A process started inside begins with Ctrl+C blocked, until it sets a handler.
    """

    def __enter__(self) -> list[int]:
        came = super().__enter__()
        self._mask: Any = None
        if hasattr(signal, "pthread_sigmask"):
            self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        return came

    def __exit__(self, *fault: object) -> None:
        if self._mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)
        super().__exit__(*fault)
        if self.came:
            signal.raise_signal(self.came[0])


class GracefulInterrupt(SignalHandler):
    """Calls `stop` at the first interrupt; a second one acts as before the block."""

    def __init__(self, stop: Callable[[], None]) -> None:
        super().__init__()
        self.stop = stop

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Call `stop` the first time; restore the old handler and raise again the second time."""
        super().handle(number, frame)
        if len(self.came) == 1:
            self.stop()
        else:
            self.give_back()
            signal.raise_signal(number)
