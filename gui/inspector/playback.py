"""Playback of a recording: its moments in order, stepping, seeking and speed. No pygame here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.messages import Message
from engine.protocols import Value
from engine.recording import Recording, RecordingKind
from gui.inspector.inspector_frame import RecordingFrame

if TYPE_CHECKING:
    from gui.inspector.panel import RecordingPanel


class Timeline:
    """Moments 0 .. count - 1 in chronological order.

    Every recorded step is a moment; after them come the samples of later efforts, in jumps.
    `efforts` holds the effort spent at each step.
    """

    def __init__(
        self, recording: Recording, efforts: Sequence[int], stops: Sequence[int], whole: int
    ) -> None:
        self.recording = recording
        self._efforts = efforts
        self._sampled = [sample.effort for sample in recording.samples]
        done = efforts[-1] if efforts else -1
        first = bisect_right(self._sampled, done) if recording.left_out else len(self._sampled)
        self._jumps = range(first, len(self._sampled))
        self._stops = stops
        self.steps = len(recording.events)
        self.count = max(1, self.steps + len(self._jumps))
        last = self._sampled[-1:] if self._jumps or not efforts else efforts[-1:]
        self.whole = max([whole if self._jumps else 0, *last])

    @property
    def last(self) -> int:
        """The last moment."""
        return self.count - 1

    def jumped(self, moment: int) -> bool:
        """Whether the moment has only a sample."""
        return moment >= self.steps and bool(self._jumps)

    def step(self, moment: int) -> int:
        """Return the last step recorded until a moment; -1: none."""
        return min(moment, self.steps - 1)

    def sample(self, moment: int) -> int:
        """Return the last sample taken until a moment; -1: none."""
        if self.jumped(moment):
            return self._jumps[moment - self.steps]
        return bisect_right(self._sampled, self.effort(moment)) - 1

    def effort(self, moment: int) -> int:
        """Return the effort spent until a moment."""
        if self.jumped(moment):
            return self._sampled[self._jumps[moment - self.steps]]
        return self._efforts[moment] if self._efforts else 0

    def moment_of_sample(self, sample: int) -> int:
        """Return the last moment that shows a sample of the recording."""
        if sample in self._jumps:
            return self.steps + sample - self._jumps.start
        return max((m for m in range(self.steps) if self.sample(m) == sample), default=self.last)

    # -- fractions of the track -----------------------------------------------------------------

    def share_of_effort(self, effort: float) -> float:
        """Return the place of an effort on a logarithmic track that begins at the first moment,
        0 .. 1."""
        low, high = log1p(self.effort(0)), log1p(self.whole)
        return min(1.0, max(0.0, log1p(effort) - low) / (high - low)) if high > low else 0.0

    def fraction(self, moment: int) -> float:
        """Return the place of a moment on the track; moments of equal effort lie side by side."""
        if not self.whole or self._flat:
            return moment / max(1, self.last)
        effort = self.effort(moment)
        if self.jumped(moment):
            return self.share_of_effort(effort)
        low, high = bisect_left(self._efforts, effort), bisect_right(self._efforts, effort)
        part = (moment - low) / (high - low)
        after = self.effort(high) if high < self.count else effort
        return self.share_of_effort(effort + (after - effort) * part)

    @property
    def _flat(self) -> bool:
        """Whether all moments have the same effort, so that only their order separates them."""
        return self.effort(0) == self.effort(self.last)

    def at_share(self, fraction: float) -> int:
        """Return the moment nearest to a fraction of the track."""
        low = min(self.last, bisect_left(range(self.count), fraction, key=self.fraction))
        if low and fraction - self.fraction(low - 1) < self.fraction(low) - fraction:
            low -= 1
        return low

    # -- single steps --------------------------------------------------------------------------

    def after(self, moment: int) -> int:
        """Return the next moment at which stepping stops."""
        if moment >= self.steps - 1:
            return min(self.last, moment + 1)
        index = bisect_right(self._stops, moment)
        return self._stops[index] if index < len(self._stops) else min(self.steps, self.last)

    def before(self, moment: int) -> int:
        """Return the previous moment at which stepping stops."""
        if moment > self.steps:
            return moment - 1
        index = bisect_left(self._stops, moment) - 1
        return self._stops[index] if index >= 0 else 0


F = TypeVar("F", bound=RecordingFrame)
P = TypeVar("P", bound="RecordingPanel[Any, Any]")
FINE_SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


@dataclass(frozen=True)
class Lane:
    """A stretch of the scrubber in which the preferred move had one exact value."""

    start: float  # fractions of the track
    end: float
    value: Value | None  # None: unknown


@dataclass(frozen=True)
class Mark:
    """A number below the scrubber at which something rises."""

    at: float  # a fraction of the track
    text: str


@dataclass(frozen=True)
class RecordingViewModel(Generic[F, P]):
    """View model of a recording; `frame`, `panel`, `playing` are None if there is no picture."""

    title: Message
    frame: F | None
    panel: P | None
    playing: Playback[F, P] | None  # by the transport
    notice: Message | None  # the reason if there is no picture
    page: int  # of the picture, or picture and table where they do not fit together


class Playback(ABC, Generic[F, P]):
    """Steps through the moments of a recording, each a frame for the panel of its kind.

    `changes` counts the visible changes. A moment that a person chose stays; before that, the
    newest moment of a growing recording is shown.
    """

    speeds: Sequence[float] = (1.0,)

    def __init__(self, speed: int = 0) -> None:
        self.moment = 0
        self.running = False
        self.speed = speed
        self.touched = False  # a person has chosen a moment: new ones do not move it
        self.changes = 0
        self.page = 0
        self.panel: P | None = None  # of the recording, once there is one
        self._timeline: Timeline | None = None
        self._framed: tuple[tuple[object, ...], F | None] | None = None
        self._reported_changes = 0  # the number of changes that `report` has reported
        self._passed = 0.0

    @abstractmethod
    def panels(self) -> Mapping[RecordingKind, type[P]]:
        """Return the panel of each kind of recording; they draw, so they are imported late."""

    @abstractmethod
    def make_frame(self, timeline: Timeline) -> F | None:
        """Return the frame of the current moment, which `frame` caches."""

    def frame_key(self) -> object:
        """Return a value that differs where a frame changes without a change that is counted."""
        return None

    @property
    def pace(self) -> float:
        """Steps a second at the usual speed."""
        return 1.0

    @property
    def busy(self) -> bool:
        """Whether the recording still grows."""
        return False

    def rewind(self) -> None:
        """Drop the timeline and return to the first moment."""
        self._timeline = None
        self.moment, self.running, self.touched = 0, False, False
        self._passed = 0.0

    def show_recording(self, recording: Recording, whole: int = 0) -> None:
        """Show a recording, or a longer version of it; `whole` is its effort if it is known."""
        kind = self.panels()[recording.kind]
        if type(self.panel) is not kind:
            self.panel = kind()
        efforts, stops = self.panel.efforts(recording), self.panel.stops(recording)
        self._timeline = Timeline(recording, efforts, stops, whole)
        self.changes += 1
        if not self.touched:
            self.moment = self._timeline.last

    def report(self) -> bool:
        """Return True if something visible has changed since the last call."""
        before, self._reported_changes = self._reported_changes, self.changes
        return before != self.changes

    def advance(self, dt: float) -> None:
        """Play on for `dt` seconds; at the end of a growing recording, wait for more."""
        if not self.running:
            return
        timeline = self._timeline
        self._passed += dt * self.pace * self.speeds[self.speed]
        while self._passed >= 1 and self.running and timeline is not None:
            self._passed -= 1
            self._go(timeline.after(self.moment))
            self.running = self.moment < timeline.last or self.busy
            self.changes += not self.running

    def _go(self, moment: int) -> None:
        timeline = self._timeline
        if timeline is None:
            return
        self.touched = True
        moment = min(timeline.last, max(0, moment))
        if moment != self.moment:
            self.moment = moment
            self.changes += 1

    def first(self) -> None:
        """Go to the first moment."""
        self.go_to_step(0)

    def last(self) -> None:
        """Go to the last moment."""
        if self._timeline is not None:
            self.go_to_step(self._timeline.last)

    def step(self, steps: int) -> None:
        """Go one step forward, or back if negative."""
        timeline, now = self._timeline, self.moment
        if timeline is not None:
            self.go_to_step(timeline.after(now) if steps > 0 else timeline.before(now))

    def play(self) -> None:
        """Toggle playback; at the end it restarts from the first moment."""
        timeline = self._timeline
        if timeline is None or not timeline.last:
            return
        self.running = not self.running
        self._passed = 0.0
        self.changes += 1
        if self.running and self.moment == timeline.last:
            self._go(0)

    def scrub(self, fraction: float) -> None:
        """Seek to the moment nearest to a fraction (0 to 1) of the track."""
        if self._timeline is not None:
            self.go_to_step(self._timeline.at_share(fraction))

    def go_to_step(self, step: int) -> None:
        """Go to a moment and pause."""
        self.changes += self.running
        self.running = False
        self._go(step)

    def set_speed(self, speed: int) -> None:
        """Set the speed by its index."""
        self.speed = min(len(self.speeds) - 1, max(0, speed))
        self.changes += 1

    def choose_page(self, page: int) -> None:
        """Show another page of the panel."""
        self.page = page
        self.changes += 1

    # -- view --------------------------------------------------------------------------------------

    def frame(self) -> F | None:
        """Return the current frame; the same object until something changes."""
        timeline = self._timeline
        key = (self.changes, self.moment, timeline, self.frame_key())
        if self._framed is None or self._framed[0] != key:
            self._framed = (key, None if timeline is None else self.make_frame(timeline))
        return self._framed[1]

    def playing(self) -> Playback[F, P] | None:
        """Return itself for the transport; None without a recording."""
        return None if self._timeline is None else self

    @property
    def fraction(self) -> float:
        """The place of the moment on the track, 0 .. 1."""
        return 0.0 if self._timeline is None else self._timeline.fraction(self.moment)

    @property
    def end(self) -> int:
        """The last moment until now."""
        return self._timeline.last if self._timeline is not None else 0

    @property
    def ready(self) -> bool:
        """Whether a person may step through the recording."""
        return self.end > 0

    def lanes(self) -> tuple[Lane, ...]:
        """Return the exact values below the track, where the method has any."""
        return ()

    def marks(self) -> tuple[Mark, ...]:
        """Return the numbers below the track, where the method has any."""
        return ()

    def place(self) -> tuple[Message, ...]:
        """Return the progress of the work at this moment, in one or two lines."""
        return ()
