"""Ctrl+C, and the system's wish that the program end: one line and exit code 130 at any moment.

An exception thrown into whatever happens to run may be swallowed there, or leave half a thing
behind. So the handler ends the program where it stands, without an exception: results are kept in
whole rows and transactions anyway. What must not be cut stands inside `InterruptShield`.

The first module that the program loads, so that the handler is there soon: it needs two others.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # the module typing takes longer to load than all that is here
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], None]

INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def end_at_once(line: str) -> None:
    """From now on an interrupt prints this line and ends the program."""
    text = (line + "\n").encode(errors="replace")

    def end(number: int, frame: FrameType | None) -> None:
        ignore()
        leave(text)

    for number in SIGNALS:
        signal.signal(number, end)


def leave(text: bytes) -> None:
    """End the program with this line, without a look at what it was doing."""
    try:
        os.write(2, text)
    finally:  # perhaps nobody reads it
        os._exit(INTERRUPTED)


def ignore() -> None:
    """The work is done: what is left of the program ends undisturbed."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def begin_as_worker() -> None:
    """In a process of the arena: Ctrl+C is the concern of the program that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class SignalHandler:
    """A handler of its own while the block runs; outside the main thread there is none to set."""

    def __init__(self) -> None:
        self.came: list[int] = []
        self._before: dict[int, Any] = {}

    def handle(self, number: int, frame: FrameType | None) -> None:
        """What happens at an interrupt: it is noted."""
        self.came.append(number)

    def __enter__(self) -> list[int]:
        import threading

        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                # None: a handler that Python did not set, and cannot set again.
                self._before[number] = signal.signal(number, self.handle) or signal.SIG_DFL
        return self.came

    def __exit__(self, *fault: object) -> None:
        self.give_back()

    def give_back(self) -> None:
        """Put back the handlers that were there before."""
        while self._before:
            signal.signal(*self._before.popitem())


class InterruptShield(SignalHandler):
    """What stands inside is done whole: an interrupt waits for its end.

    A process started inside begins with Ctrl+C held back, for as long as it has no handler.
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
    """The first interrupt calls `stop` and is noted; a second one acts as before the block."""

    def __init__(self, stop: Callable[[], None]) -> None:
        super().__init__()
        self.stop = stop

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Ask, and leave no doubt the second time."""
        super().handle(number, frame)
        if len(self.came) == 1:
            self.stop()
        else:
            self.give_back()
            signal.raise_signal(number)
