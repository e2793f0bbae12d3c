"""Recording of one decision: a bounded list of the steps that a bot reports.

Normal play records nothing. A decision depends only on the position, the player's text and the
seed, so it can be repeated with a `Recorder` in the context: the bot reports the steps of its
method and gives the same answer. Without a recorder it reports nothing and loses no time.

A `Recording` has the first steps, samples of the estimates of all moves at efforts that grow by a
tenth, always including the last, and the final data of the method. It counts the omitted steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.messages import Message

MAX_STEPS = 10_000
MAX_BYTES = 24_000_000
SAMPLE_GROWTH = 1.1
# The approximate memory of a step, and of each number or name in it.
STEP_BYTES = 400
FACT_BYTES = 40


class RecordingKind(Enum):
    """The kind of content of a recording; the value is its name on the command line."""

    PLAYOUTS = "playouts"  # flat Monte Carlo: single random games
    TREE = "tree"  # tree search: selection, expansion, playout, back-up
    WINDOWS = "windows"  # alpha-beta: positions with their windows, cut-offs, table hits
    LAYERS = "layers"  # perfect play: the table filled from the end
    TRACE = "trace"  # depth-first existence search
    BAGS = "bags"  # reinforcement: bags of moves
    KERNEL = "kernel"  # the graph of a heap game, from the end
    PLAIN = "plain"  # a single sentence


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a bot: `phase` names it, `text` describes it in a sentence.

    `line` has the moves from the position of the decision to that of the step, `facts` numbers and
    names in the terms of the method, all of which JSON can represent.
    """

    phase: str
    text: Message
    line: tuple[int, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Belief:
    """The estimate of one move: its score 0 .. 1 for the player who makes it.

    `low` and `high` are its 95 % confidence interval if the method counts independent games; both
    equal the score if it is proved, and are None if no bound is known.
    """

    move: int
    visits: int
    score: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def sure(self) -> bool:
        """Whether the score is exact: proved, or enumerated."""
        return self.low is not None and self.low == self.high


@dataclass(frozen=True, slots=True)
class Sample:
    """The estimates of all moves after `effort` playouts, nodes or positions."""

    effort: int
    moves: tuple[Belief, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """The recording of one decision: plain data that pickles and converts to JSON.

    `total` counts all steps, `left_out` the omitted ones. `shown` is the final data of the method:
    the tree, layers of the table, bags.
    """

    kind: RecordingKind
    steps: tuple[Step, ...]
    samples: tuple[Sample, ...]
    total: int
    left_out: int
    shown: Mapping[str, Any]


class Recorder:
    """Records one decision. A bot reports to it only if its context has one."""

    def __init__(self, max_steps: int = MAX_STEPS, max_bytes: int = MAX_BYTES) -> None:
        self.kind = RecordingKind.PLAIN
        self.total = 0
        self._max_steps = max_steps
        self._bytes_left = max_bytes
        self._steps: list[Step] = []
        self._samples: list[Sample] = []
        self._last: Sample | None = None
        self._next_effort = 0.0
        self._shown: dict[str, Any] = {}

    @property
    def open(self) -> bool:
        """Whether there is room for another step; otherwise steps are only counted."""
        return len(self._steps) < self._max_steps and self._bytes_left > 0

    def step(self, phase: str, text: Message, line: tuple[int, ...] = (), **facts: object) -> None:
        """Record a step; it is only counted once the recording is full."""
        self.total += 1
        if self.open:
            self._steps.append(Step(phase, text, line, facts))
            self._bytes_left -= STEP_BYTES + FACT_BYTES * (len(line) + _size(facts))

    def passed(self, steps: int = 1) -> None:
        """Count steps that were not reported because the recording is full."""
        self.total += steps

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        """Record the current estimates if the effort has grown enough."""
        if effort < self._next_effort:
            return
        self._next_effort = max(effort + 1, effort * SAMPLE_GROWTH)
        self._samples.append(Sample(effort, tuple(beliefs())))

    def last_sample(self, effort: int, beliefs: Iterable[Belief]) -> None:
        """Record the final estimates."""
        self._last = Sample(effort, tuple(beliefs))

    def show(self, name: str, value: object) -> None:
        """Record final data of the method; JSON must be able to represent it."""
        self._shown[name] = value

    def recording(self) -> Recording:
        """Return the recording so far."""
        samples = self._samples
        if self._last is not None:
            samples = [sample for sample in samples if sample.effort < self._last.effort]
            samples.append(self._last)
        return Recording(
            self.kind,
            tuple(self._steps),
            tuple(samples),
            self.total,
            self.total - len(self._steps),
            dict(self._shown),
        )


def _size(facts: Mapping[str, Any]) -> int:
    """Return the number of numbers and names in the facts, down to lists of short lists."""
    size = 0
    for value in facts.values():
        size += 1
        if isinstance(value, (list, tuple)) and value:
            first = value[0]
            size += len(value) * (len(first) if isinstance(first, (list, tuple)) else 1)
    return size


def side(player: int) -> Message:
    """Return the first or the second player for a sentence; a window replaces it by a name."""
    return Message("watch.second" if player else "watch.first")


class GameSampler:
    """Outcomes and moves of sampled single games of one bulk run.

    Game g of the run belongs to state 0 for g below its repeats, and so on. `outcomes[g]` is the
    column of its outcome; `moves` has the moves of the games in `wanted`, from their state to the
    end.
    """

    def __init__(self, wanted: Iterable[int] = ()) -> None:
        self.moves: dict[int, list[int]] = {game: [] for game in sorted(set(wanted))}
        self.outcomes: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self._wanted = np.array(list(self.moves), np.int64)

    def expect(self, games: int) -> None:
        """Set the number of games of the run."""
        self.outcomes = np.full(games, -1, np.int8)

    def ended(self, games: npt.NDArray[np.int64], outcomes: npt.NDArray[np.int64]) -> None:
        """Record the outcome columns of these games."""
        self.outcomes[games] = outcomes

    def places(self, games: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """Yield (sampled game, its index in the ascending `games`) while the game goes on."""
        if not len(self._wanted) or not len(games):
            return
        found = np.minimum(np.searchsorted(games, self._wanted), len(games) - 1)
        for game, index in zip(self._wanted.tolist(), found.tolist(), strict=True):
            if games[index] == game:
                yield game, index
