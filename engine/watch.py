"""Watching one decision: the steps a bot reports while somebody looks inside, bounded.

Nothing of a search is kept during play. A decision depends only on the position, the player's text
and the seed, so whoever wants to look inside makes it again with a `Recorder` in the context: the
bot reports what its method does, in the method's own terms, and gives the same answer. Without a
recorder it reports nothing and loses no time.

A `Recording` holds the first steps whole, then what was believed of each move at efforts that grow
by a tenth, always the last, and what the method has to show at its end. It says how much was left
out.
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
# What a step takes in memory, roughly: itself, then each number or name it carries.
STEP_BYTES = 400
FACT_BYTES = 40


class RecordingKind(Enum):
    """What a recording is made of; the value is its name on the command line."""

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
    """One thing a bot did: `phase` names it, `text` says it in a sentence.

    `line` are the moves from the position decided on to the one this is about, `facts` numbers and
    names in the method's own terms, all of which JSON can hold.
    """

    phase: str
    text: Message
    line: tuple[int, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Belief:
    """What was believed of one move: its score 0 .. 1 for the player who makes it.

    `low` and `high` enclose it with 95 % confidence where the method counts games drawn
    independently of each other; both are the score where it is proved, None where nothing does.
    """

    move: int
    visits: int
    score: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def sure(self) -> bool:
        """Whether the score is beyond doubt: proved, or counted out."""
        return self.low is not None and self.low == self.high


@dataclass(frozen=True, slots=True)
class Sample:
    """Every move's belief once `effort` (playouts, nodes or positions) had been spent."""

    effort: int
    moves: tuple[Belief, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """One decision as it was made: plain data that pickles and goes to JSON.

    `total` counts all steps, those not kept included; `left_out` those not kept. `shown` is what
    the method has to show besides: the tree at the end, layers of the table, bags.
    """

    kind: RecordingKind
    steps: tuple[Step, ...]
    samples: tuple[Sample, ...]
    total: int
    left_out: int
    shown: Mapping[str, Any]


class Recorder:
    """Takes down one decision. A bot reports to it only while it has one."""

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
        """Whether another step would be kept; otherwise it need not be made, only counted."""
        return len(self._steps) < self._max_steps and self._bytes_left > 0

    def step(self, phase: str, text: Message, line: tuple[int, ...] = (), **facts: object) -> None:
        """Take down a step; it is only counted once the recording is full."""
        self.total += 1
        if self.open:
            self._steps.append(Step(phase, text, line, facts))
            self._bytes_left -= STEP_BYTES + FACT_BYTES * (len(line) + _size(facts))

    def passed(self, steps: int = 1) -> None:
        """That many steps were made and not reported, because the recording is full."""
        self.total += steps

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        """What is believed now; taken down where the effort has grown enough, and at the end."""
        if effort < self._next_effort:
            return
        self._next_effort = max(effort + 1, effort * SAMPLE_GROWTH)
        self._samples.append(Sample(effort, tuple(beliefs())))

    def last_sample(self, effort: int, beliefs: Iterable[Belief]) -> None:
        """What is believed at the end."""
        self._last = Sample(effort, tuple(beliefs))

    def show(self, name: str, value: object) -> None:
        """Keep something the method has to show besides its steps; JSON can hold it."""
        self._shown[name] = value

    def recording(self) -> Recording:
        """Everything taken down so far."""
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
    """How many numbers and names the facts are made of, lists of short lists at the deepest."""
    size = 0
    for value in facts.values():
        size += 1
        if isinstance(value, (list, tuple)) and value:
            first = value[0]
            size += len(value) * (len(first) if isinstance(first, (list, tuple)) else 1)
    return size


def side(player: int) -> Message:
    """The first or the second player, for a sentence; a window says what it calls them."""
    return Message("watch.second" if player else "watch.first")


class GameSampler:
    """What became of the single games of one bulk run, in the order in which they were asked for.

    Game g of the run belongs to state 0 for g below its repeats, and so on. `outcomes[g]` is the
    column it was counted in; `moves` holds the moves of the games in `wanted`, from their state to
    the end.
    """

    def __init__(self, wanted: Iterable[int] = ()) -> None:
        self.moves: dict[int, list[int]] = {game: [] for game in sorted(set(wanted))}
        self.outcomes: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self._wanted = np.array(list(self.moves), np.int64)

    def expect(self, games: int) -> None:
        """The run will have that many games."""
        self.outcomes = np.full(games, -1, np.int8)

    def ended(self, games: npt.NDArray[np.int64], outcomes: npt.NDArray[np.int64]) -> None:
        """These games were counted in these columns."""
        self.outcomes[games] = outcomes

    def places(self, games: npt.NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        """(wanted game, its index in `games`, which ascend) for those that are still played."""
        if not len(self._wanted) or not len(games):
            return
        found = np.minimum(np.searchsorted(games, self._wanted), len(games) - 1)
        for game, index in zip(self._wanted.tolist(), found.tolist(), strict=True):
            if games[index] == game:
                yield game, index
