"""Recording of one decision: a bounded list of the events that a bot reports.

Normal play records nothing. A decision depends only on the position, the player's text and the
seed, so it can be repeated with a `Recorder` in the context: the bot reports the events of its
method and gives the same answer. Without a recorder it reports nothing and loses no time.

A `Recording` has the first events, samples of the estimates of all moves at efforts that grow by a
tenth, always including the last, and the result of the method. It counts the omitted events. The
event classes of each method are in `engine/trace`. A search that passes thousands of positions
adds `LateEvent`s: the numbers at hand, from which the event is made when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, overload

import numpy as np

from engine.messages import Message

if TYPE_CHECKING:
    import numpy.typing as npt

MAX_EVENTS = 10_000
SAMPLE_GROWTH = 1.1


class RecordingKind(Enum):
    """The method of a recording; the value is its name on the command line."""

    PLAYOUTS = "playouts"  # flat Monte Carlo: single random games
    TREE = "tree"  # tree search: selection, expansion, playout, back-up
    WINDOWS = "windows"  # alpha-beta: positions with their windows, cut-offs, table hits
    LAYERS = "layers"  # perfect play: the table filled from the end
    TRACE = "trace"  # depth-first existence search
    BAGS = "bags"  # reinforcement: bags of moves
    KERNEL = "kernel"  # the graph of a heap game, from the end
    NOTES = "notes"  # a person's own bot: its notes, what it printed, its fault
    PLAIN = "plain"  # a single sentence
    BOTH_ENDS = "both_ends"  # a puzzle searched from both ends, layer by layer
    BEST_FIRST = "best_first"  # a puzzle searched by A*, position by position
    DISTANCES = "distances"  # the positions of a puzzle by their distance from the goal


class MoveOf(Enum):
    """The position that a move number in an event belongs to."""

    DECISION = 0  # the position of the decision
    EVENT = 1  # the position after the line of the event
    LINE = 2  # a line of moves from the position of the decision
    LINE_END = 3  # the last move of such a line, which stands for it


# The metadata of a field that repeats a fact of the text for programs: it has no JSON form.
IN_TEXT = {"in_text": True}
# The metadata of a field of a result that only pictures use: it has no JSON form.
PICTURED = {"pictured": True}
Line = tuple[int, ...]  # moves from the position of the decision
Move = Annotated[int, MoveOf.DECISION]
Reply = Annotated[int, MoveOf.EVENT]
MoveLine = Annotated[Line, MoveOf.LINE]
LastMove = Annotated[Line, MoveOf.LINE_END]


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a bot: `text` describes it in a sentence, `line` leads to its position.

    The fields of a subclass hold numbers and names in the terms of the method; Move and Reply say
    which position a move belongs to. `phase` is its name on the command line.
    """

    PHASE: ClassVar[str]
    text: Message
    line: Line

    def __init_subclass__(cls, phase: str = "") -> None:
        if phase:  # the dataclass with slots is made a second time, without the word
            cls.PHASE = phase

    @property
    def phase(self) -> str:
        """The name of the event on the command line."""
        return self.PHASE


@dataclass(slots=True)  # quicker to make than a named tuple
class LateEvent:
    """An event that is made when it is read, by `make(line, *data)`.

    A search that passes thousands of positions keeps only the numbers it has at hand.
    """

    kind: type[Event]
    line: Line
    make: Callable[..., Event]
    data: tuple[Any, ...]


E = TypeVar("E", bound=Event)


class EventLog(Sequence[Event]):
    """The first `count` events of a list that only grows; late ones are made when they are read.

    It equals every sequence of the same events, and its prefixes share the list.
    """

    __slots__ = ("_count", "_events", "_places")

    def __init__(self, events: Sequence[Event | LateEvent] = (), count: int | None = None) -> None:
        """Share a list, or copy another sequence; `count` None stands for all of its events."""
        self._events = events if isinstance(events, list) else list(events)
        self._count = len(events) if count is None else count
        self._places: dict[type[Event], list[int]] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(index, int):
            return self._read(index if 0 <= index < self._count else range(self._count)[index])
        return tuple(map(self._read, range(self._count)[index]))

    def __iter__(self) -> Iterator[Event]:
        return map(self._read, range(self._count))

    def _read(self, place: int) -> Event:
        event = self._events[place]
        if not isinstance(event, Event):
            event = self._events[place] = event.make(event.line, *event.data)
        return event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def kind(self, place: int) -> type[Event]:
        """Return the class of an event without making the event."""
        event = self._events[place]
        return type(event) if isinstance(event, Event) else event.kind

    def places(self, kind: type[Event]) -> Sequence[int]:
        """Return the places of the events of a class, without making an event."""
        if kind not in self._places:
            kinds = map(self.kind, range(self._count))
            self._places[kind] = [
                at for at, event_kind in enumerate(kinds) if issubclass(event_kind, kind)
            ]
        return self._places[kind]

    def of(self, kind: type[E]) -> list[tuple[int, E]]:
        """Return the events of a class with their places; only these are made."""
        return [(at, event) for at in self.places(kind) if isinstance(event := self[at], kind)]

    def line(self, place: int) -> Line:
        """Return the line of an event without making the event."""
        return self._events[place].line


@dataclass(frozen=True, slots=True)
class MethodResult:
    """The final data of a method: the tree, the table's layers, the bags; see the subclasses."""


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
    """The recording of one decision.

    `total` counts all events, `left_out` the omitted ones. `result` is None until the method ends.
    """

    kind: RecordingKind
    events: EventLog
    samples: tuple[Sample, ...]
    total: int
    left_out: int
    result: MethodResult | None


class Recorder:
    """Records one decision. A bot reports to it only if its context has one."""

    def __init__(self, max_events: int = MAX_EVENTS) -> None:
        self.kind = RecordingKind.PLAIN
        self.total = 0
        self.seconds: tuple[float, float] | None = None  # that the answer took, of those allowed
        # Whether there is room for another event; otherwise events are only counted.
        self.open = max_events > 0
        self._max_events = max_events
        self._events: list[Event | LateEvent] = []
        self._samples: list[Sample] = []
        self._last: Sample | None = None
        self._next_effort = 0.0
        self._result: MethodResult | None = None

    def add(self, event: Event | LateEvent) -> None:
        """Record an event; it is only counted once the recording is full."""
        self.total += 1
        if self.open:
            self._events.append(event)
            self.open = len(self._events) < self._max_events

    def passed(self, events: int = 1) -> None:
        """Count events that were not reported because the recording is full."""
        self.total += events

    def sample(self, effort: int, beliefs: Callable[[], Iterable[Belief]]) -> None:
        """Record the current estimates if the effort has grown enough."""
        if effort < self._next_effort:
            return
        self._next_effort = max(effort + 1, effort * SAMPLE_GROWTH)
        self._samples.append(Sample(effort, tuple(beliefs())))

    def last_sample(self, effort: int, beliefs: Iterable[Belief]) -> None:
        """Record the final estimates."""
        self._last = Sample(effort, tuple(beliefs))

    def finish(self, result: MethodResult) -> None:
        """Record the final data of the method, or its final data so far."""
        self._result = result

    def recording(self) -> Recording:
        """Return the recording so far."""
        samples = self._samples
        if self._last is not None:
            samples = [sample for sample in samples if sample.effort < self._last.effort]
            samples.append(self._last)
        return Recording(
            self.kind,
            EventLog(self._events, len(self._events)),
            tuple(samples),
            self.total,
            self.total - len(self._events),
            self._result,
        )


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
        indices = np.minimum(np.searchsorted(games, self._wanted), len(games) - 1)
        for game, index in zip(self._wanted.tolist(), indices.tolist(), strict=True):
            if games[index] == game:
                yield game, index


def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """Return the names of the fields of an event class, without those that `text` says."""
    return tuple(
        each.name
        for each in fields(kind)
        if each.name not in ("text", "line") and not each.metadata.get("in_text")
    )


def side(player: int) -> Message:
    """Return the first or the second player for a sentence; a window replaces it by a name."""
    return Message("watch.second" if player else "watch.first")
