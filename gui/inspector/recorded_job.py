"""A job in the worker whose recording is read while it grows. No pygame here."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from engine.messages import Message
from engine.recording import (
    MAX_EVENTS,
    Belief,
    Event,
    LateEvent,
    MethodResult,
    Recorder,
    Recording,
    RecordingKind,
)
from gui.worker import Job

HANDED_OVER = 0.1  # seconds between two snapshots of a growing recording
R = TypeVar("R")


class GrowingRecorder(Recorder):
    """Recorder that another thread may read: `latest` is a snapshot of the recording.

    `alone`: of a learner's bags only the one of the position is known as it was.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        alone: bool = False,
        max_events: int = MAX_EVENTS,
    ) -> None:
        super().__init__(max_events)
        self.alone = alone
        self.latest: Recording | None = None
        self.on_effort: Callable[[int], None] = lambda effort: None
        self._clock = clock
        self._due = 0.0

    def add(self, event: Event | LateEvent) -> None:
        super().add(event)
        self._hand_over()

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        super().sample(effort, beliefs)
        self.on_effort(effort)
        self._hand_over()

    def finish(self, result: MethodResult) -> None:
        super().finish(result)
        self.latest = self.recording()

    def _hand_over(self) -> None:
        now = self._clock()
        # An own bot may be silent after a note, so that no later step would hand it over.
        if now >= self._due or self.kind is RecordingKind.NOTES:
            self._due = now + HANDED_OVER
            self.latest = self.recording()


class RecordedJob(Generic[R]):
    """A job with its recorder; `update` takes what the worker has handed over."""

    def __init__(self, job: Job[R], recorder: GrowingRecorder) -> None:
        self.job = job
        self.recorder = recorder
        self.recording: Recording | None = None
        self.fault: Message | None = None
        self.complete = False

    def update(self) -> bool:
        """Take the latest snapshot from the worker; return True if there is something new."""
        if self.complete or self.fault is not None:
            return False
        if self.job.done:
            self._finish()
            return True
        latest = self.recorder.latest
        if latest is self.recording:
            return False
        self.recording = latest
        return True

    def _finish(self) -> None:
        answer = self.job.result
        if answer is None:
            self.fault = self.job.error or Message("match.no_answer")
            return
        self.fault = self.mismatch(answer)
        if self.fault is None:
            self.recording = self.recorder.recording()
            self.complete = True

    def mismatch(self, answer: R) -> Message | None:
        """Return why this is not the expected result, or None if it is."""
        return None

    def cancel(self) -> None:
        if not self.job.done:
            self.job.cancel()
