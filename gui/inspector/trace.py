"""Panel of depth-first search: its positions in order, the exact values, the tree and its cost.

The search assumes a cooperative opponent. Each move has its exact value and the reply of best play
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from engine.bots.search_trace import SearchCost
from engine.messages import Message, message
from engine.protocols import Estimate
from engine.recording import Line
from engine.trace.heaps import PositionTried, TraceResult
from gui.boards.words import told_side
from gui.inspector.chips import StepList, chip_width, move_chip, side_colours, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.tree_picture import TreePicture
from gui.inspector.tree_view_model import FixedTree, NodeViewModel, PlacedNode, tree_view_model
from gui.kit import Label, ListRow
from gui.kit.layout import Column, Flexible, Layout
from gui.kit.layout import Row as Side
from gui.kit.widget import Size
from gui.ui import Ui

MAX_ASKED = 600  # rows that request an exact value
INDENTS = 12  # deeper rows have this indent
ROWS = 12  # of the tree
CHIP = 24  # the width of a move in it

# The exact value of a move, and a better one in words with its value, if any.
Judged = tuple[Estimate | None, tuple[str, Estimate | None] | None]


class TriedPositions:
    """The positions tried until a step; sentences and badges take the view of the mover."""

    def __init__(self, frame: InspectorFrame) -> None:
        self.frame = frame
        events = frame.recording.events[: frame.step + 1]
        self.rows = [event for event in events if isinstance(event, PositionTried)]
        self._best = lru_cache(maxsize=None)(self._best_after)

    def judged(self, row: PositionTried) -> Judged:
        """Return the values of a row's move and of the better one, for the mover."""
        frame, line = self.frame, row.line
        truth = frame.truth(line) if line else None
        if truth is None or truth.value is None:
            return None, None
        best, shown = self._best(line[:-1]), frame.truth_for(frame.mover, line)
        if best is None or best.value is None or best.value <= truth.value:
            return shown, None
        better = *line[:-1], best.move
        return shown, (frame.move_text(*better), frame.truth_for(frame.mover, better))

    def _best_after(self, line: Line) -> Estimate | None:
        """Return the best move after a line, if all of its moves have known values."""
        moves = self.frame.game.moves(self.frame.after(line))
        truths = [self.frame.truth((*line, move)) for move in moves]
        sure = [each for each in truths if each is not None and each.value is not None]
        if not sure or len(sure) < len(truths):
            return None
        return max(sure, key=lambda each: (each.rank, -each.move))


def left_text(row: PositionTried) -> str:
    """Return the heaps that are left at a position."""
    return ",".join(map(str, row.heaps))


class TracePanel(Panel):
    """Panel of a search that assumes a cooperative opponent."""

    def __init__(self) -> None:
        self._latest = lru_cache(maxsize=1)(TriedPositions)

    def sentence(self, frame: InspectorFrame) -> Message | None:
        row = frame.now
        if not isinstance(row, PositionTried):
            return None
        values = {"left": left_text(row), "note": row.text.values["note"]}
        if row.line and not any(row.heaps):
            return message("inspector.trace.told_over", line=frame.named(row.line), **values)
        side = told_side(frame.game, row.player)
        key = "inspector.trace.told" if row.line else "inspector.trace.told_start"
        return message(key, line=frame.named(row.line), side=side, **values)

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        result = frame.result(TraceResult)
        whole = None if result is None else result.whole_tree
        key = "inspector.trace.whole" if whole is not None else "inspector.trace.whole_unknown"
        label = Label(ui.tr(key, count=whole or 0), 14, quiet=True, middle=True)
        rows = TraceList(self._latest(frame), frame, ui, act)
        tree = TriedTreePicture(self._latest(frame), frame, ui, act)
        # The words of the rows need more room than a tree of the tried positions.
        beside = Side(Flexible(rows, 0.62), Flexible(tree, 0.38), gap=8)
        return Column(Flexible(beside), label, gap=8)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        result = frame.result(TraceResult)
        if result is None:
            return None

        def part(name: str, cost: SearchCost) -> Layout:
            key = "inspector.trace.tried" if cost.complete else "inspector.trace.tried_more"
            texts = [message(key, count=cost.positions)]
            if cost.line is not None:
                texts.append(message("inspector.trace.line", count=cost.line))
            heading = Label(ui.tr(f"inspector.trace.{name}"), 14, bold=True)
            return Flexible(Column(heading, *(Label(ui.tr(text), 14) for text in texts), gap=2))

        depth_first = part("depth_first", result.searches.depth_first)
        return Side(depth_first, part("breadth_first", result.searches.breadth_first), gap=16)

    def asks(self, frame: InspectorFrame) -> Sequence[Line]:
        # A better move is known only once every move of the same position is.
        return [row.line for row in self._latest(frame).rows[:MAX_ASKED] if len(row.line) > 1]

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        tried = self._latest(frame)
        if not tried.rows:
            return ()
        row = tried.rows[-1]
        left = message("inspector.trace.left_then", left=left_text(row))
        badges = message("inspector.trace.badges", side=told_side(frame.game, frame.mover))
        if not any(row.heaps):
            return left, badges
        mover = message("inspector.trace.mover", side=told_side(frame.game, row.player))
        return left, mover, badges


class TraceList(StepList):
    """One row per position; the arrows walk the steps."""

    says_what_it_draws = True

    def __init__(
        self, tried: TriedPositions, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
    ) -> None:
        self.tried = tried
        self.act = act
        self.colours = side_colours(ui, act, frame.game)
        rows = [ListRow(ui.tr(row.text.values["note"])) for row in tried.rows]
        super().__init__(rows, range(len(rows)), frame.step, ui, act)

    def size_hint(self, ui: Ui, width: int) -> tuple[int, int]:
        theme = ui.theme
        return min(theme.tx(560), max(theme.tx(180), width)), 3 * self.row_height

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row = ui.theme, ui.theme.colours, self.tried.rows[index]
        self.draw_ground(ui, target, index, rect.inflate(-8, -2))
        depth = min(len(row.line), INDENTS)
        indent = min(theme.tx(14), (rect.w // 4) // INDENTS)
        x, y = rect.x + theme.tx(12) + depth * indent, rect.centery
        if row.line:
            text, ink = self.tried.frame.move_text(*row.line), self._colour(row)
            chip = move_chip(ui, target, x, y, theme.tx(22), text, ink, lit=row.chosen)
            x = chip.right + theme.tx(8)
        left = ui.tr("inspector.trace.left", count=sum(row.heaps), left=left_text(row))
        box = theme.blit_text(target, left, 14, (x, y), c.text, bold=row.chosen)
        mark = self.act.token(row.player, theme.tx(14))
        target.blit(mark, mark.get_rect(midleft=(box.right + theme.tx(8), y)))
        right, x = rect.right - theme.tx(12), box.right + theme.tx(30)
        self._draw_truth(ui, target, row, right, y, right - x)

    def _colour(self, row: PositionTried) -> tuple[int, int, int]:
        return self.colours[self.tried.frame.player_of(row.line)]

    def _draw_truth(
        self, ui: Ui, target: pygame.Surface, row: PositionTried, right: int, y: int, room: int
    ) -> None:
        """Draw the exact value for the mover, and the better move where it has room."""
        theme, c, own = ui.theme, ui.theme.colours, ui.theme.tx(46)
        truth, better = self.tried.judged(row)
        mine = self.tried.frame.player_of(row.line) == self.tried.frame.mover
        text = ui.tr("inspector.trace.answer" if mine else "inspector.trace.answer_other")
        chip = 0 if better is None else chip_width(theme, better[0], theme.tx(20))
        wide = own + theme.width(text, 14) + chip + theme.tx(68)
        if better is None or wide > room:
            truth_badge(ui, target, right - own, y, truth, True)
            return
        truth_badge(ui, target, right - wide, y, truth, True)
        x = right - wide + own
        x = theme.blit_text(target, text, 14, (x, y), c.text2).right + theme.tx(6)
        box = move_chip(ui, target, x, y, theme.tx(20), better[0], self._colour(row))
        truth_badge(ui, target, box.right + theme.tx(6), y, better[1], True)


# -- the tree --------------------------------------------------------------------------------------


class TriedTreePicture(TreePicture):
    """The tree of the tried positions, opened on its root; beside each move the heaps it leaves."""

    def __init__(
        self, tried: TriedPositions, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
    ) -> None:
        self.left = {row.line: left_text(row) for row in tried.rows}
        self._chosen = {row.line for row in tried.rows if row.chosen}
        whole = frame.toggled ^ {()}  # unfolded from the start; a click on the root folds it
        nodes = FixedTree(NodeViewModel(line, 1, None) for line in self.left)
        tree = tree_view_model(nodes, frame.step, frame.line, ROWS, frozenset(whole))
        super().__init__(lambda rows: tree, frame, ui, act)

    def size_hint(self, ui: Ui, width: int) -> Size:
        height = super().size_hint(ui, width)[1]
        return min(ui.theme.tx(600), max(ui.theme.tx(140), width)), height

    def _told(self, shown: PlacedNode) -> str:
        line = shown.node.line
        text = message(
            "inspector.trace.tree_tip", line=self.frame.named(line), left=self.left[line]
        )
        return self.ui.tr(text)

    def _scale(self, ui: Ui) -> None:
        super()._scale(ui)
        widths = [ui.theme.width(text, 14, True) for text in self.left.values()]
        heaps = max(widths, default=0)
        self._last = ui.theme.tx(CHIP + 6) + heaps
        self._least_column = ui.theme.tx(CHIP + 16) + heaps  # a deeper tree is cut

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw the heaps that are left, bright on the line that was found."""
        c, line = ui.theme.colours, shown.node.line
        winning = line in self._chosen
        ink = c.accent if winning else c.text2
        box = ui.theme.blit_text(target, self.left[line], 14, (x, middle), ink, bold=winning)
        return int(box.right) + ui.theme.tx(4)
