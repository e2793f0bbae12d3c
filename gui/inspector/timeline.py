"""Timeline of a recording: every recorded step, then the samples."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import log1p

from engine.recording import Recording


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
        low, high = 0, self.last
        while low < high:  # binary search: the fractions ascend
            middle = (low + high) // 2
            if self.fraction(middle) < fraction:
                low = middle + 1
            else:
                high = middle
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
