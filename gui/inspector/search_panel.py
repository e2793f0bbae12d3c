"""Interface of the panels of a puzzle's search, one for each way to search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.messages import Message
from engine.recording import Recording
from gui.boards.board import MakePuzzleArt
from gui.inspector.frame import FrameCallbacks
from gui.inspector.panel import RecordingPanel
from gui.inspector.search_frame import LayerBar, SearchFrame
from gui.kit.layout import Layout
from gui.ui import Ui


@dataclass(frozen=True)
class SearchCallbacks(FrameCallbacks):
    """Callbacks of the panel, those of its frame first."""

    choose_bar: Callable[[LayerBar], None]
    choose_way: Callable[[str], None]  # by its key
    thumbnail: MakePuzzleArt | None


class SearchPanel(RecordingPanel[SearchFrame, SearchCallbacks]):
    """Presentation of one way to search a puzzle."""

    @abstractmethod
    def said(self, frame: SearchFrame, ui: Ui) -> str:
        """Return the sentence of this step."""

    @abstractmethod
    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the lines that say where the search is at this step."""

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        """Return the result beside the title."""
        return ""

    def pages(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout | None:
        """Build the tabs of the picture, if it has pages."""
        return None

    def efforts(self, recording: Recording) -> Sequence[int]:
        """Count no effort: the steps are evenly spaced on the track."""
        return (0,) * len(recording.events)
