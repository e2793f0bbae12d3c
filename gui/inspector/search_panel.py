"""Panels of a puzzle's search, one for each way to search, and what their frame holds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.messages import Message
from engine.recording import Recording
from gui.boards.board import MakePuzzleArt
from gui.inspector.frame import FrameCallbacks, FrameContent, StepContent, waiting
from gui.inspector.panel import RecordingPanel
from gui.inspector.playback import RecordingViewModel
from gui.inspector.search_frame import LayerBar, SearchFrame
from gui.kit import Label
from gui.kit.fields import FieldFault
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


def search_content(
    look: RecordingViewModel[SearchFrame, SearchPanel], ui: Ui, callbacks: SearchCallbacks
) -> FrameContent:
    """Build the parts of the panel at the current step."""
    title, frame, panel = ui.tr(look.title), look.frame, look.panel
    if frame is None or panel is None:
        notice = waiting() if look.notice is None else FieldFault(ui.tr(look.notice))
        return FrameContent(title, title, (), None, None, None, notice, look.playing, 0)
    pages = panel.pages(frame, ui, callbacks)
    verdict = Label(panel.verdict(frame, ui), 14, quiet=True, middle=True)
    picture, table = panel.picture(frame, ui, callbacks), panel.table(frame, ui, callbacks)
    step = StepContent(picture, table, panel.said(frame, ui), pages, table_first=True)
    page = int(table is not None and look.page > 0)
    return FrameContent(title, title, (), verdict, None, step, None, look.playing, page)
