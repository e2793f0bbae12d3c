"""What a long computation is given: randomness, a way to be stopped, a way to report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np

from engine.watch import Recorder

R = TypeVar("R")
LONGEST_GIVING_WAY = 0.03  # seconds


class Cancelled(Exception):  # noqa: N818 - a request, not an error
    """The caller no longer wants the result; raised by Context.check and let through."""


class Context(Generic[R]):
    """The thinking conditions of one decision, shared between two threads.

    `rng` belongs to this computation alone. `check()` is to be called at least every 20 ms:
    it raises Cancelled when the result is no longer wanted, and lets the window's thread run
    when asked to. `hurry` is true once an answer is wanted now. `report(result)` publishes the
    present state of the work; only the latest report is kept. A closed `gate` (an event that is
    not set) makes `check` wait a moment. `recorder` takes down how a decision is made, None when
    nobody looks inside. `threads` is how many the work may run on, where it can use them; `check`,
    `hurry` and `report` may be called from each.
    """

    def __init__(
        self,
        seed: int | np.random.SeedSequence | None = 0,
        on_report: Callable[[R], None] | None = None,
        gate: threading.Event | None = None,
        recorder: Recorder | None = None,
        threads: int = 1,
    ) -> None:
        self.recorder = recorder
        self.threads = threads
        self.rng = np.random.Generator(np.random.PCG64(seed))
        self._on_report = on_report
        self._cancel = threading.Event()
        self._hurry = threading.Event()
        self._resume = threading.Event()
        self._resume.set()
        self._gate = gate

    def part(
        self,
        seed: int | np.random.SeedSequence | None,
        on_report: Callable[[Any], None] | None = None,
    ) -> Context[Any]:
        """Conditions for a part of this work: stopped and held with it, its generator its own.

        The part reports to `on_report` alone.
        """
        made: Context[Any] = Context(seed, on_report, self._gate, threads=self.threads)
        made._cancel, made._resume = self._cancel, self._resume
        return made

    def check(self) -> None:
        """Raise Cancelled if asked to stop; wait while paused; give way to the window."""
        if self._cancel.is_set():
            raise Cancelled
        if not self._resume.is_set():
            while not self._resume.wait(0.02):
                if self._cancel.is_set():
                    raise Cancelled
        gate = self._gate
        if gate is not None and not gate.is_set():
            # The window is at work on a frame: pure Python here would take half its time.
            gate.wait(LONGEST_GIVING_WAY)

    @property
    def hurry(self) -> bool:
        """Whether the best answer so far is wanted at once."""
        return self._hurry.is_set()

    def report(self, result: R) -> None:
        """Publish the present state of the work."""
        if self._on_report is not None:
            self._on_report(result)

    def cancel(self) -> None:
        """Ask for the work to stop without a result."""
        self._cancel.set()

    def ask_hurry(self) -> None:
        """Ask for an answer at once; a paused computation goes on to give it."""
        self._hurry.set()
        self._resume.set()

    def pause(self, paused: bool) -> None:
        """Hold the work at its next check, or let it go on."""
        if paused and not self.hurry:
            self._resume.clear()
        else:
            self._resume.set()
