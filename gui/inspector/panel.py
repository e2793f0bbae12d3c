"""What every kind of recording has a panel for: its picture, its table, its marks on the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import pygame

from engine.messages import Message, message
from engine.protocols import Estimate
from engine.watch import Recording, Sample
from gui.boards.sides import side_words
from gui.inspector.inspector_frame import InspectorFrame, Line
from gui.kit.layout import Layout
from gui.protocols import BoardMarks
from gui.ui import Ui


class PanelCallbacks(Protocol):
    """What a picture may ask of the frame round it."""

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """The mark of a side (disc, cross, ...), on transparent ground."""

    def go_to_step(self, step: int) -> None:
        """Show that step of the recording."""

    def choose(self, line: Line) -> None:
        """Show a line of moves on the board, () for the step's own marks."""

    def toggle(self, line: Line) -> None:
        """Unfold what follows a line, or fold it."""


class Panel(ABC):
    """One method's way of showing its recording; every decision opened has one of its own.

    What it tells follows from `InspectorFrame` alone. It may keep what took work to find out: the
    recordings it is given are of one decision, each a continuation of the one before.
    """

    @abstractmethod
    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        """The large picture; it takes all the height it is given."""

    def phases(self, frame: InspectorFrame) -> tuple[str, ...]:
        """The steps of one round as pills, by `Step.phase`; called inspector.phase.PHASE."""
        return ()

    @property
    def believes(self) -> bool:
        """Whether beliefs stand beside what is true; else all that is shown is proved."""
        return True

    def sentence(self, frame: InspectorFrame) -> Message | None:
        """What happens at this moment; None lets the frame say how far the work has come."""
        step = frame.now
        return None if step is None else sentence(step.text, frame)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        """The figures below the picture, where the method has any."""
        return None

    def marks(self, frame: InspectorFrame) -> BoardMarks:
        """What the moment shows on the board."""
        return BoardMarks(frame.line, len(frame.line))

    def estimates(self, frame: InspectorFrame) -> tuple[Estimate, ...]:
        """What stands on the board beside the moves; nothing, where the marks need the room."""
        return ()

    def choice(self, frame: InspectorFrame) -> int | None:
        """The move it would play at this moment; None as long as it has none."""
        if frame.at_end or frame.sample is None:
            return frame.move
        return self.choice_at(frame.sample)

    def choice_at(self, sample: Sample) -> int | None:
        """The move it would play by what it believed then."""
        return leader(sample)

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        """What lies on the board now: a heading, then up to two lines. Empty: nothing to say."""
        return ()

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        """The lines whose exact value the picture would show, beside the moves of the position."""
        return ()

    def stops(self, recording: Recording) -> Sequence[int]:
        """The steps at which stepping stops, in ascending order."""
        return range(len(recording.steps))

    def efforts(self, recording: Recording) -> Sequence[int]:
        """What had been spent, in the unit of the samples, when each step was made; ascending."""
        return range(1, len(recording.steps) + 1)


def leader(sample: Sample) -> int | None:
    """The move with the best score, the first of equals."""
    known = [belief for belief in sample.moves if belief.score is not None]
    best = max(known, key=lambda belief: belief.score or 0.0, default=None)
    return None if best is None else best.move


def sentence(text: Message, frame: InspectorFrame) -> Message:
    """The sentence with the sides called as this game calls them."""
    first, second = side_words(frame.game.id)
    return _renamed(text, {"watch.first": first, "watch.second": second})


def _renamed(text: Message, names: dict[str, str]) -> Message:
    if text.key in names:
        return message(names[text.key])
    values: dict[str, Any] = {
        name: _renamed(value, names) if isinstance(value, Message) else value
        for name, value in text.values.items()
    }
    return replace(text, values=values)
