"""The data of a step's screen, from which the numbers in its texts are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.arena.report import PairingTally
from engine.bots.training import TrainingReport
from engine.messages import Message
from engine.protocols import Decision, Estimate, Rules
from engine.recording import MethodResult, Recording
from engine.trace.puzzle_search import LayerGrown

R = TypeVar("R", bound=MethodResult)
LiveValue = int | float | str | Message


class SearchData(Protocol):
    """A search from both ends, as the lab of puzzles draws it."""

    @property
    def layers(self) -> Sequence[LayerGrown]: ...
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
    values of the moves of `state`. `played` are the moves at the table, as texts. `search` is
    complete, and so are `tallies`, those of an experiment in its order.
    """

    game: Rules[Any]
    state: Any
    picked: int | None = None
    exact: Sequence[Estimate] = ()
    recording: Recording | None = None
    decision: Decision | None = None
    played: Sequence[str] = ()
    over: bool = False  # whether the game at the table is over
    search: SearchData | None = None
    tallies: Sequence[PairingTally] = ()
    training: TrainingReport | None = None
    planned: int | None = None  # the games of each pairing, or of the training

    def result(self, kind: type[R]) -> R | None:
        """Return the final data of the method; None while there is none of this class."""
        result = None if self.recording is None else self.recording.result
        return result if isinstance(result, kind) else None


# A value in a text; None while it is not there yet.
Live = Callable[[LiveData], LiveValue | None]
