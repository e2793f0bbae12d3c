"""The context of a long computation: random generator, cancellation, progress reports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from engine.recording import Recorder

R = TypeVar("R")
Seed: TypeAlias = "int | Sequence[int] | np.random.SeedSequence | None"
LONGEST_GIVING_WAY = 0.03  # seconds


class Cancelled(Exception):  # noqa: N818 - a request, not an error
    """The caller has cancelled the computation; raised by Context.check and not to be swallowed."""


class Context(Generic[R]):
    """The context of one decision, shared between two threads.

    `rng` belongs to this computation alone. Call `check()` at least every 20 ms: it raises
    Cancelled after a cancel, and yields to the window's thread when requested. `hurry` is true once
    an answer is needed at once. `report(result)` publishes an intermediate result; only the latest
    report is used. A closed `gate` (an event that is not set) makes `check` wait a moment.
    `recorder` records how a decision is made; None for no recording. `threads` is the number of
    threads the work may use; `check`, `hurry` and `report` may be called from each.
    """

    def __init__(
        self,
        seed: Seed = 0,
        on_report: Callable[[R], None] | None = None,
        gate: threading.Event | None = None,
        recorder: Recorder | None = None,
        threads: int = 1,
    ) -> None:
        self.recorder = recorder
        self.threads = threads
        self._seed = seed
        self._on_report = on_report
        self._cancel = threading.Event()
        self._hurry = threading.Event()
        self._resume = threading.Event()
        self._resume.set()
        self._gate = gate

    @cached_property
    def rng(self) -> np.random.Generator:
        """The generator, made at its first use: many questions to a solver draw nothing."""
        return np.random.Generator(np.random.PCG64(self._seed))

    def part(
        self,
        seed: Seed,
        on_report: Callable[[Any], None] | None = None,
        hurried: bool = False,
    ) -> Context[Any]:
        """Make a context for a part of this work: shared cancel and pause, own generator.

        The part reports to `on_report` alone. A hurry of the whole is one of the part if `hurried`.
        """
        context: Context[Any] = Context(seed, on_report, self._gate, threads=self.threads)
        context._cancel, context._resume = self._cancel, self._resume
        context._hurry = self._hurry if hurried else context._hurry
        return context

    def check(self) -> None:
        """Raise Cancelled after a cancel; wait while paused; yield to the window's thread."""
        if self._cancel.is_set():
            raise Cancelled
        if not self._resume.is_set():
            while not self._resume.wait(0.02):
                if self._cancel.is_set():
                    raise Cancelled
        gate = self._gate
        if gate is not None and not gate.is_set():
            # The window is drawing a frame: pure Python here would take half its time.
            gate.wait(LONGEST_GIVING_WAY)

    @property
    def hurry(self) -> bool:
        """Whether the best answer so far is needed at once."""
        return self._hurry.is_set()

    def report(self, result: R) -> None:
        """Publish an intermediate result."""
        if self._on_report is not None:
            self._on_report(result)

    def report_from(self, make: Callable[[], R]) -> None:
        """Publish an intermediate result, made only if there is a receiver."""
        if self._on_report is not None:
            self._on_report(make())

    def cancel(self) -> None:
        """Request the work to stop without a result."""
        self._cancel.set()

    def ask_hurry(self) -> None:
        """Request an answer at once; a paused computation resumes to give it."""
        self._hurry.set()
        self._resume.set()

    def pause(self, paused: bool) -> None:
        """Pause the work at its next check, or resume it."""
        if paused and not self.hurry:
            self._resume.clear()
        else:
            self._resume.set()
