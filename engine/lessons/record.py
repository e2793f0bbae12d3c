"""The record of a lesson: chapters of steps, each with its place, its moment and its question.

And the data of a step's screen, from which the numbers in its texts are read.

A text of a step has the key `lesson.CHAPTER.STEP` and an ending: none for the title, `.say`,
`.ask`, `.ANSWER` for an answer, and those of `Question.ending` for the sentence after an answer. A
step with a task but no question has `.done`. All texts of a step get the fields of `Step.live`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from engine.arena.results import PairingTally
from engine.bots.training import TrainingReport
from engine.messages import Message
from engine.protocols import Decision, Estimate, Rules
from engine.recording import MethodResult, Recording

R = TypeVar("R", bound=MethodResult)
LiveValue = int | float | str | Message


@dataclass(frozen=True)
class Place:
    """The screen of a step and what stands on it.

    `position` is the text of a position, for the cube a scramble; "" is the start. `moves` follow
    it. Without `seats` the person has the side to move, and perfect play the other.
    """

    game: str = "tictactoe"
    player: str = ""  # the bot or solver asked in Look inside; "": Look inside is closed
    position: str = ""
    moves: str = ""
    ply: int | None = None  # the ply looked at; None: the last
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, str] | None = None
    seed: int = 7  # of the game or the experiment
    screen: Literal["match", "cube", "arena", "training"] = "match"
    form: Mapping[str, str] = field(default_factory=dict)  # the settings of an experiment


@dataclass(frozen=True)
class At:
    """A moment of a recording, named by its content; At() is the end, the decision itself."""

    phase: str = ""  # the first event of this phase ...
    line: str = ""  # ... whose line begins with these moves
    largest: str = ""  # of all that fit, the one with the largest fact of this name
    lead: str = ""  # the last moment, of the phase if any, at which this move would be played
    chosen: str = ""  # a line to choose in the picture at that moment
    played: str = ""  # instead of a moment: moves played on the board of the step


@dataclass(frozen=True)
class Question:
    """A question; without `answers` a move picked on the board answers it.

    `right` holds the right answers, or moves as texts; where it is empty no answer is right.
    `show` leads from an answer to a moment or to moves. `alike` names the answer whose sentence an
    answer shares; of a picked move, the ending of its own sentence.
    """

    answers: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    show: Mapping[str, At] = field(default_factory=dict)
    alike: Mapping[str, str] = field(default_factory=dict)

    def ending(self, answer: str) -> str:
        """Return the ending of the key of the sentence that follows an answer or a picked move."""
        if self.answers:
            return f".{self.alike.get(answer, answer)}.shown"
        if answer in self.right:
            return ".right"
        return f".wrong.{self.alike[answer]}" if answer in self.alike else ".wrong"


@dataclass(frozen=True)
class Step:
    """One step of a chapter.

    `do` is the task before the next step: moves to play, or a moment to reach; where nobody is
    looked into, the end of the game. `live` maps fields of the texts to their values (`live.py`).
    """

    id: str
    place: Place
    at: At = field(default_factory=At)
    page: str = ""  # of the panel: picture, symmetry, cut, table, layers, sequences, halving
    question: Question | None = None
    do: At | None = None
    live: Mapping[str, Live] = field(default_factory=dict)
    covered: bool = False  # Look inside is covered until an answer, because it shows the answer
    at_once: bool = False  # the experiment begins before the answer
    plain: bool = False  # the panel shows games and counts of wins, no share and no exact value
    code: tuple[str, ...] = ()  # the functions of the chapter's solution that say the method
    write: bool = False  # the person writes a file: see `exercises.py`
    then: Place | None = None  # once all of the file is right


@dataclass(frozen=True)
class Chapter:
    """A chapter; its texts are `lesson.ID` (title) and `lesson.ID.sentence`."""

    id: str
    steps: tuple[Step, ...]

    def key(self, step: Step, ending: str = "") -> str:
        """Return the key of a text of a step."""
        return f"lesson.{self.id}.{step.id}{ending}"


# -- the data of a screen --------------------------------------------------------------------------


@dataclass(frozen=True)
class LiveData:
    """The data of a step's screen so far; None or empty: not there yet, or not on that screen.

    `state` is the position of the step, `picked` the move picked there as the last answer.
    `recording` is the complete one of Look inside or of a puzzle's search, `decision` its answer.
    `exact` holds the exact values of the moves of `state`. `played` are the moves at the table, as
    texts. `tallies` are those of a complete experiment in its order.
    """

    game: Rules[Any]
    state: Any
    picked: int | None = None
    exact: Sequence[Estimate] = ()
    recording: Recording | None = None
    decision: Decision | None = None
    played: Sequence[str] = ()
    over: bool = False  # whether the game at the table is over
    tallies: Sequence[PairingTally] = ()
    training: TrainingReport | None = None
    planned: int | None = None  # the games of each pairing, or of the training

    def result(self, kind: type[R]) -> R | None:
        """Return the final data of the method; None while there is none of this class."""
        result = None if self.recording is None else self.recording.result
        return result if isinstance(result, kind) else None


# A value in a text; None while it is not there yet.
Live = Callable[[LiveData], LiveValue | None]
