"""Interface of the panels, one per kind of recording: picture, table, marks on the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from engine.messages import Message
from engine.protocols import Estimate
from engine.recording import Line, Recording
from engine.trace.choice import preferred
from gui.boards.marks import Token
from gui.boards.words import told_side
from gui.inspector.inspector_frame import InspectorFrame, RecordingFrame
from gui.kit.layout import Layout
from gui.protocols import BoardMarks
from gui.ui import Ui

F = TypeVar("F", bound=RecordingFrame)
C = TypeVar("C")


@dataclass(frozen=True)
class PanelCallbacks:
    """Callbacks that a picture needs of the frame around it."""

    token: Token
    go_to_step: Callable[[int], None]
    choose: Callable[[Line], None]  # shows a line on the board, () the marks of the step
    toggle: Callable[[Line], None]  # unfolds or folds the successors of a line
    # Opens the training of the learner that is looked into.
    train: Callable[[], None] | None = field(default=None, kw_only=True)


class RecordingPanel(ABC, Generic[F, C]):
    """Presentation of the recordings of one method; each opened recording has its own panel.

    The output depends on the frame alone. A panel may cache costly results: all its recordings
    belong to one work, and each continues the one before.
    """

    @abstractmethod
    def picture(self, frame: F, ui: Ui, act: C) -> Layout:
        """Build the large picture; it takes all the height it gets."""

    def table(self, frame: F, ui: Ui, act: C) -> Layout | None:
        """Build the figures below the picture, if the method has any."""
        return None

    def stops(self, recording: Recording) -> Sequence[int]:
        """Return the steps at which stepping stops, in ascending order."""
        return range(len(recording.events))

    def efforts(self, recording: Recording) -> Sequence[int]:
        """Return the effort spent at each step, in the unit of the samples; ascending."""
        return range(1, len(recording.events) + 1)


class Panel(RecordingPanel[InspectorFrame, PanelCallbacks]):
    """Presentation of a bot's decisions: picture, table, and marks on the board."""

    card_lines = 2  # the most below the heading of a card: their room is kept at every step
    believes = True  # it shows beliefs beside exact values; else everything is proved

    def phases(self, frame: InspectorFrame) -> tuple[str, ...]:
        """Return the phases of one round, by `Event.phase`; texts: inspector.phase.PHASE."""
        return ()

    def legend(self, frame: InspectorFrame, ui: Ui) -> Layout | None:
        """Build the legend of the picture's signs; None for the usual one."""
        return None

    def sentence(self, frame: InspectorFrame) -> Message | None:
        """Return the sentence of this step; None lets the frame report the progress of the work."""
        event = frame.now
        return None if event is None else sentence(event.text, frame)

    def marks(self, frame: InspectorFrame) -> BoardMarks:
        return BoardMarks(frame.line, len(frame.line))

    def estimates(self, frame: InspectorFrame) -> tuple[Estimate, ...]:
        """Return the estimates on the board; empty where the marks need the room."""
        return ()

    def choice(self, frame: InspectorFrame) -> int | None:
        """Return the move it would play at this step; None while it has none."""
        if frame.at_end or frame.sample is None:
            return frame.move
        return preferred(frame.recording.kind, frame.sample)

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        """Return a heading and `card_lines` for the position on the board; may be empty."""
        return ()

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        """Return the lines whose exact values the picture needs, beside the position's moves."""
        return ()


def sentence(text: Message, frame: InspectorFrame) -> Message:
    """Return the sentence with the sides named as in this game."""
    first, second = (told_side(frame.game, player) for player in (0, 1))
    return _renamed(text, {"watch.first": first, "watch.second": second})


def _renamed(text: Message, names: dict[str, Message]) -> Message:
    if text.key in names:
        return names[text.key]
    values: dict[str, Any] = {
        name: _renamed(value, names) if isinstance(value, Message) else value
        for name, value in text.values.items()
    }
    return replace(text, values=values)
