"""The positions of a depth-first search as a tree, opened on its root, as far as the step."""

from __future__ import annotations

import pygame

from engine.messages import message
from engine.recording import Line
from engine.trace.heaps import PositionTried
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.tree_picture import TreePicture
from gui.inspector.tree_view_model import (
    FixedTree,
    NodeViewModel,
    PlacedNode,
    tree_view_model,
)
from gui.kit.widget import Size
from gui.ui import Ui

ROWS = 12
CHIP = 24  # the width of a move


class TriedTree(FixedTree):
    """The positions tried until a step, each below the one before it."""

    def __init__(self, frame: InspectorFrame) -> None:
        self.left: dict[Line, str] = {}  # the heaps of a position
        self.found: set[Line] = set()  # on the line that was found
        for event in frame.recording.events[: frame.step + 1]:
            if not isinstance(event, PositionTried):
                continue
            self.left[event.line] = ",".join(map(str, event.heaps))
            if event.chosen:
                self.found.add(event.line)
        super().__init__(NodeViewModel(line, 1, None) for line in self.left)


class TriedTreePicture(TreePicture):
    """The tree of a depth-first search: beside each move the heaps that it leaves."""

    def __init__(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> None:
        self.tried = TriedTree(frame)
        whole = frame.toggled ^ {()}  # unfolded from the start; a click on the root folds it
        tree = tree_view_model(self.tried, frame.step, frame.line, ROWS, frozenset(whole))
        super().__init__(lambda rows: tree, frame, ui, act)

    def size_hint(self, ui: Ui, width: int) -> Size:
        height = super().size_hint(ui, width)[1]
        return min(ui.theme.tx(600), max(ui.theme.tx(140), width)), height

    def _told(self, shown: PlacedNode) -> str:
        line = shown.node.line
        text = message(
            "inspector.trace.tree_tip", line=self.frame.named(line), left=self.tried.left[line]
        )
        return self.ui.tr(text)

    def _scale(self, ui: Ui) -> None:
        super()._scale(ui)
        widths = [ui.theme.width(text, 14, True) for text in self.tried.left.values()]
        heaps = max(widths, default=0)
        self._last = ui.theme.tx(CHIP + 6) + heaps
        self._least_column = ui.theme.tx(CHIP + 16) + heaps  # a deeper tree is cut

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw the heaps that are left, bright on the line that was found."""
        c, line = ui.theme.colours, shown.node.line
        winning = line in self.tried.found
        ink = c.accent if winning else c.text2
        box = ui.theme.blit_text(target, self.tried.left[line], 14, (x, middle), ink, bold=winning)
        return int(box.right) + ui.theme.tx(4)
