"""The positions of a depth-first search as a tree, opened on its root, as far as the step."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from engine.messages import message
from engine.recording import Line
from engine.trace.heaps import PositionTried
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.tree_picture import TreePicture
from gui.inspector.tree_view_model import NodeViewModel, PlacedNode, tree_view_model
from gui.ui import Ui

ROWS = 12
CHIP = 24  # the width of a move


class TriedTree:
    """The positions tried until a step, each below the one before it."""

    def __init__(self, frame: InspectorFrame) -> None:
        self.left: dict[Line, str] = {}  # the heaps of a position
        self.found: set[Line] = set()  # on the line that was found
        self._replies: dict[Line, list[NodeViewModel]] = {}
        for event in frame.recording.events[: frame.step + 1]:
            if not isinstance(event, PositionTried):
                continue
            self.left[event.line] = ",".join(map(str, event.heaps))
            if event.chosen:
                self.found.add(event.line)
            if event.line:
                node = NodeViewModel(event.line, 1, None)
                self._replies.setdefault(event.line[:-1], []).append(node)

    def at(self, line: Line, step: int) -> NodeViewModel | None:
        """Return a tried position, None for another line."""
        return NodeViewModel(line, 1, None) if line in self.left else None

    def children(self, line: Line, step: int) -> Sequence[NodeViewModel]:
        """Return the moves tried after a line, in the order of the search."""
        return self._replies.get(line, ())

    def known(self, step: int) -> int:
        """Return the number of tried positions."""
        return len(self.left)


class TriedTreePicture(TreePicture):
    """The tree of a depth-first search: beside each move the heaps that it leaves."""

    def __init__(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> None:
        self.tried = TriedTree(frame)
        whole = frame.toggled ^ {()}  # unfolded from the start; a click on the root folds it
        tree = tree_view_model(self.tried, frame.step, frame.line, ROWS, frozenset(whole))
        super().__init__(lambda rows: tree, frame, ui, act)

    def _told(self, shown: PlacedNode) -> str:
        line = shown.node.line
        text = message(
            "inspector.trace.tree_tip", line=self.frame.told(line), left=self.tried.left[line]
        )
        return self.ui.tr(text)

    def _scale(self, ui: Ui) -> None:
        super()._scale(ui)
        self._last = ui.theme.tx(64)

    def _narrow(self, width: int) -> None:
        """Move the columns together as far as chips and heaps allow; a deeper tree is dragged."""
        assert self.tree is not None
        theme = self.ui.theme
        texts = max((theme.width(text, 14, True) for text in self.tried.left.values()), default=0)
        least = theme.tx(CHIP + 24) + texts
        deepest = max((len(shown.node.line) for shown in self.tree.nodes), default=1)
        fitting = (width - self._margin - self._last) / max(1, deepest)
        self._column = max(float(least), min(self._column, fitting))

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw the heaps that are left, bright on the line that was found."""
        c, line = ui.theme.colours, shown.node.line
        found = line in self.tried.found
        ink = c.accent if found else c.text2
        box = ui.theme.blit_text(target, self.tried.left[line], 14, (x, middle), ink, bold=found)
        return int(box.right) + ui.theme.tx(4)
