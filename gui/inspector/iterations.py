"""Panel of iterative deepening A*: its rounds with their bounds, and the path it follows."""

from __future__ import annotations

from engine.messages import Message, message
from engine.trace.puzzle_search import IterationStep
from gui.inspector.best_first import BestFirstPanel
from gui.inspector.descent_picture import DescentPicture
from gui.inspector.search_frame import SearchFrame
from gui.inspector.search_panel import SearchCallbacks
from gui.kit.layout import Flexible, Layout
from gui.ui import Ui


class IterationsPanel(BestFirstPanel):
    """The ways to search above the rounds and the path of the step."""

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        if ways is None or ways.descent is None or act.thumbnail is None:
            return Flexible()
        return DescentPicture(ways.descent, act.thumbnail)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the round with its bound, and the positions looked at so far."""
        step = frame.now
        assert isinstance(step, IterationStep)
        return (
            message("ida.place", n=step.round, bound=step.bound),
            message("ida.looked_at", n=step.number),
        )
