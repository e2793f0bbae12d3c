"""The positions of a depth-first search as a tree, opened on its root, as far as the step."""

from __future__ import annotations

from collections.abc import Iterator

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
from gui.kit.widget import Widget
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

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from super().place(ui, rect)
        self._follow()

    def adopt_state(self, old: Widget) -> None:
        """Keep the place it was dragged to within a step of a window."""
        super().adopt_state(old)
        if isinstance(old, TriedTreePicture):
            before, now = ((each.frame.step, each.rect.size, each._last) for each in (old, self))
            if before != now:
                self._follow()

    def _follow(self) -> None:
        """Bring the end of the step's line into sight, with the heaps that it leaves."""
        assert self.tree is not None
        for shown in self.tree.nodes:
            if shown.node.line == self.frame.line:
                x, y = self._spot(shown)
                up = min(0, round(y - self._row) - self.rect.top)
                down = max(0, round(y + self._row) - self.rect.bottom + self._foot)
                self._shift(max(0, x + self._last - self.rect.right), up or down)

    @property
    def _size(self) -> tuple[float, float]:
        """The size of the whole tree, the heaps after the deepest position included."""
        assert self.tree is not None
        width = self._margin + self.tree.deepest * self._column + self._last
        return width, super()._size[1]

    def _told(self, shown: PlacedNode) -> str:
        line = shown.node.line
        text = message(
            "inspector.trace.tree_tip", line=self.frame.named(line), left=self.tried.left[line]
        )
        return self.ui.tr(text)

    def _scale(self, ui: Ui) -> None:
        super()._scale(ui)
        widths = [ui.theme.width(text, 14, True) for text in self.tried.left.values()]
        self._heaps = max(widths, default=0)
        self._last = ui.theme.tx(CHIP + 6) + self._heaps

    def _narrow(self, width: int) -> None:
        """Move the columns together as far as chips and heaps allow; a deeper tree is dragged."""
        assert self.tree is not None
        least = self.ui.theme.tx(CHIP + 16) + self._heaps
        fitting = (width - self._margin - self._last) / max(1, self.tree.deepest)
        self._column = max(float(least), min(self._column, fitting))

    def _draw_node(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, spot: tuple[int, int]
    ) -> int:
        """Draw a node; one that is partly out of sight at the left is a bare branch."""
        if spot[0] < self.rect.x:
            return round(spot[0] + self._last)
        return super()._draw_node(ui, target, shown, spot)

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw the heaps that are left, bright on the line that was found."""
        c, line = ui.theme.colours, shown.node.line
        winning = line in self.tried.found
        ink = c.accent if winning else c.text2
        box = ui.theme.blit_text(target, self.tried.left[line], 14, (x, middle), ink, bold=winning)
        return int(box.right) + ui.theme.tx(4)
