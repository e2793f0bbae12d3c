"""Panel of alpha-beta: the tree with its windows and cut-offs, and the table depth by depth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.messages import Message
from engine.recording import EventLog, Line, Recording
from engine.solvers.horizon import ThreatCounts
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.windows_picture import WindowTree, legend_of
from gui.inspector.windows_table import depth_table
from gui.inspector.windows_text import counted_lines, step_text
from gui.inspector.windows_view_model import (
    IterationSteps,
    WindowNode,
    WindowsViewModel,
    efforts_of,
    looks_of,
    windows_view_model,
)
from gui.kit.layout import Column, Flexible, Layout
from gui.protocols import BoardMarks
from gui.ui import Ui


class WindowsPanel(Panel):
    """Panel of an alpha-beta search: the searched moves and the cut ones."""

    card_lines = 4  # the terms of a guess, and the replies before it

    def __init__(self) -> None:
        # The iterations of the latest recording; computed again for another one.
        self._known: tuple[EventLog, list[IterationSteps]] = (EventLog(), [])
        self._latest = lru_cache(maxsize=1)(self._make)

    def _make(self, frame: InspectorFrame) -> WindowsViewModel:
        return windows_view_model(frame, self._looks(frame.recording))

    def _looks(self, recording: Recording) -> list[IterationSteps]:
        events, looks = self._known
        if events is not recording.events:
            grown = recording.events.continues(events)
            self._known = (recording.events, looks_of(recording, looks if grown else ()))
        return self._known[1]

    def view_model(self, frame: InspectorFrame) -> WindowsViewModel:
        """Return the view model of this step, cached."""
        return self._latest(frame)

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        tree = WindowTree(self.view_model(frame), frame, ui, act)
        return Column(Flexible(tree), legend_of(frame, ui), gap=4)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        return depth_table(self.view_model(frame), frame, ui, act)

    def sentence(self, frame: InspectorFrame) -> Message | None:
        step = frame.now
        if step is None:
            return None
        return step_text(self.view_model(frame), frame)

    def marks(self, frame: InspectorFrame) -> BoardMarks:
        line = frame.line
        node = _counted(self.view_model(frame), line)
        if node is None or not isinstance(node.counted, ThreatCounts):
            return BoardMarks(line, len(line))
        mover, terms = 1 - node.player, node.counted
        cells = (_cells(pair, mover) for pair in (terms.four_cells, terms.good_cells))
        return BoardMarks(line, len(line), *cells)

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        line = frame.line
        node = _counted(self.view_model(frame), line)
        return () if node is None else counted_lines(node, frame)

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        levels = self.view_model(frame).levels
        return [node.line for level in levels for node in level.nodes if len(node.line) > 1]

    def efforts(self, recording: Recording) -> Sequence[int]:
        return efforts_of(self._looks(recording), recording)


def _counted(view_model: WindowsViewModel, line: Line) -> WindowNode | None:
    """Return the position at the horizon that a line leads to."""
    node = view_model.node(line)
    return node if node is not None and node.counted is not None else None


def _cells(pair: Sequence[Sequence[int]], mover: int) -> tuple[tuple[int, int], ...]:
    both = zip((mover, 1 - mover), pair, strict=True)
    return tuple((cell, player) for player, cells in both for cell in cells)
