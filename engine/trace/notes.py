"""Events of a person's own bot: what it put down, what it printed, and its fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages import JouonsError, message
from engine.protocols import Game
from engine.recording import Belief, Event, MethodResult, Move, Recorder, RecordingKind

Scored = Sequence[tuple[int, float]] | None


@dataclass(frozen=True, slots=True)
class Noted(Event, phase="note"):
    """A note of the bot: its words, the scores it gave to moves, () without any."""

    note: str
    scores: tuple[tuple[Move, float], ...]


@dataclass(frozen=True, slots=True)
class Printed(Event, phase="printed"):
    """Lines that the bot printed."""

    output: str


@dataclass(frozen=True, slots=True)
class Faulted(Event, phase="fault"):
    """The fault that ended the decision: its kind, and the line of the file if it is known."""

    kind: str
    at: int | None


@dataclass(frozen=True, slots=True)
class NotesResult(MethodResult):
    """The hash of the text that decided."""

    hash: str


class NotesRecorder:
    """Records one decision of a person's bot; keeps its last note and scores for an answer."""

    def __init__(self, game: Game[Any], state: Any, recorder: Recorder | None) -> None:
        self.last_text = ""
        self.last_scores: Scored = None
        self._moves = game.moves(state)
        self._recorder = recorder or Recorder(0)  # which keeps nothing
        self._recorder.kind = RecordingKind.NOTES
        self._notes = 0

    def noted(self, text: str, scores: Scored, line: Sequence[int]) -> None:
        """Record a note, whose moves the process has checked."""
        self._notes += 1
        self.last_text = text
        self.last_scores = scores or self.last_scores
        sentence = message("own.noted", text=text)
        self._recorder.add(Noted(sentence, tuple(line), text, tuple(scores or ())))
        if scores:
            self._recorder.sample(self._notes, lambda: self._beliefs(scores))

    def printed(self, text: str) -> None:
        """Record printed lines."""
        sentence = message("own.printed", text=text.rstrip("\n"))
        self._recorder.add(Printed(sentence, (), text))

    def answered(self, scores: Scored, text_hash: str) -> None:
        """Record the scores of the answer, if it gave any."""
        self._recorder.last_sample(self._notes + 1, self._beliefs(scores or ()))
        self._recorder.finish(NotesResult(text_hash))

    def took(self, seconds: float, limit: float) -> None:
        """Tell the recorder how long the answer took, and how long it might have taken."""
        self._recorder.seconds = seconds, limit

    def faulted(self, fault: JouonsError) -> None:
        """Record the fault that ended the decision."""
        values = fault.message.values
        kind, line = str(values.get("kind", "error")), values.get("line")
        self._recorder.add(Faulted(fault.message, (), kind, line))

    def _beliefs(self, scores: Sequence[tuple[int, float]]) -> list[Belief]:
        given = dict(scores)
        return [Belief(move, 0, given.get(move)) for move in self._moves]
