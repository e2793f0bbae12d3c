"""Live values: the numbers in the texts of a step, read from what its screen shows.

The screen fills a `LiveData` with what it has so far; `read` returns each field of a step, None
while its value is not there yet. A value is a name of VALUES and its words: `wins 7` is the chance
that move 7 wins. Nothing is worked out here that the screen does not draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.bots.training import TrainingReport
from engine.lessons.record import Step
from engine.messages import Message
from engine.protocols import Decision, Estimate, Rules
from engine.recording import Recording
from engine.report import PairingTally
from engine.solvers.bidirectional import SearchLayer
from engine.trace.playouts import ChancesComputed

LiveValue = int | float | str | Message


class SearchData(Protocol):
    """A search from both ends, as the lab of puzzles draws it."""

    @property
    def options(self) -> Mapping[str, str]: ...
    @property
    def layers(self) -> Sequence[SearchLayer]: ...
    @property
    def length(self) -> int | None: ...
    @property
    def count(self) -> int: ...
    @property
    def one_way(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class LiveData:
    """The data of a step's screen so far; None or empty: not there yet, or not on that screen.

    `state` is the position of the step, `picked` the move picked there as the last answer.
    `recording` is the complete one of Look inside, `decision` its answer. `exact` holds the exact
    values of the moves of `state`. `searches` are complete, that of the step's own options first;
    `tallies` those of a finished experiment, in its order.
    """

    game: Rules[Any]
    state: Any
    picked: int | None = None
    exact: Sequence[Estimate] = ()
    recording: Recording | None = None
    decision: Decision | None = None
    searches: Sequence[SearchData] = ()
    tallies: Sequence[PairingTally] = ()
    training: TrainingReport | None = None


class Dash(str):
    """The sign for a value that is not there yet, in any number format."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return str(self)


MISSING = Dash("–")


def read(step: Step, data: LiveData) -> dict[str, LiveValue | None]:
    """Return the fields of the texts of a step; None for a value that is not there yet."""
    return {name: _value(words, data) for name, words in step.live.items()}


def filled(values: Mapping[str, LiveValue | None]) -> dict[str, LiveValue]:
    """Return the fields with a dash for each value that is not there yet."""
    return {name: MISSING if value is None else value for name, value in values.items()}


def _value(words: str, data: LiveData) -> LiveValue | None:
    name, *given = words.split()
    return VALUES[name](data, *given)


def _wins(data: LiveData, move: str) -> float | None:
    """Return the exact chance that a move wins against random play."""
    if data.recording is None:
        return None
    wanted = data.game.parse_move(data.state, move)
    found = (each for each in data.recording.events if isinstance(each, ChancesComputed))
    return next((each.win for each in found if each.move == wanted), None)


VALUES: Mapping[str, Callable[..., LiveValue | None]] = {
    "wins": _wins,
}
