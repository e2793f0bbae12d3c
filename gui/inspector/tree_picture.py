"""Picture of a search tree: arrows walk it, a click unfolds, drag and wheel pan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

import pygame

from engine.protocols import Estimate
from engine.recording import Line
from gui.boards.values import badge, leaning, score_bar
from gui.inspector.chips import branch, move_chip, side_colours, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.tree_text import told_node
from gui.inspector.tree_view_model import NodeViewModel, PlacedNode, TreeViewModel
from gui.kit import Icon, icon
from gui.kit.walkable import WalkablePicture
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

ROW, COLUMN = 22, 132
LEAST_COLUMN = 0.62  # the least share of it, where a line is longer than the picture is wide
BAR, LEAST_BAR = 30, 20  # the width of a belief, and where columns stand close together
WIDE = 0.75  # the least share of a column beside which it has its whole width
THUMB = 6  # the width of the sign that more rows are above or below
FOOT = 22  # below the rows, for the count of nodes
LEAST_ROWS, MAX_ROWS = 6, 12
MAX_GLIDING = 200  # maximum number of animated nodes: the eye cannot follow thousands
GLIDE = 120  # duration in milliseconds of the move to new places
SMALLEST, LARGEST = 16, 24  # the height of a move, by its fraction of the playouts


class TreePicture(WalkablePicture):
    """The tree on its background; a tree larger than the widget can be dragged."""

    drags = True

    def __init__(
        self,
        make_tree: Callable[[int], TreeViewModel],
        frame: InspectorFrame,
        ui: Ui,
        act: PanelCallbacks,
        refuted: int = 0,
    ) -> None:
        super().__init__("tree")
        self.ui = ui
        self.refuted = refuted  # playouts that no longer count
        self._make_tree = make_tree
        self.frame = frame
        self.act = act
        self.colours = side_colours(ui, act, frame.game)
        self.offset = [0.0, 0.0]
        self.at: Line = frame.chosen  # the selected line
        self._grabbed: tuple[int, int] | None = None
        self._pulled = False
        self._moved = False
        self.tree: TreeViewModel | None = None
        self._glide = ui.theme.seconds(GLIDE)
        self._came_from: dict[Line, tuple[int, int]] = {}  # places of the nodes in the step before
        self._gliding = 0.0  # seconds left of the animation

    # -- layout ----------------------------------------------------------------------------------

    def size_hint(self, ui: Ui, width: int) -> Size:
        height = LEAST_ROWS * ui.theme.tx(ROW) + ui.theme.px(8) + ui.theme.tx(FOOT)
        return min(ui.theme.tx(600), max(ui.theme.tx(240), width)), height

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self._foot = ui.theme.tx(FOOT)
        rows = (rect.h - self._foot - ui.theme.px(8)) // ui.theme.tx(ROW)
        self.tree = self.tree_in(max(LEAST_ROWS, rows))
        self._scale(ui)
        self._narrow(rect.w)
        yield from super().place(ui, rect)
        self._keep_inside()

    def tree_in(self, rows: int) -> TreeViewModel:
        """Return the nodes to show where there is room for so many rows."""
        return self._make_tree(min(MAX_ROWS, rows))

    def _scale(self, ui: Ui) -> None:
        self._row, self._column = float(ui.theme.tx(ROW)), float(ui.theme.tx(COLUMN))
        self._margin = ui.theme.tx(24)
        self._last = ui.theme.tx(84)  # width of the last move of a line and its marks

    def _narrow(self, width: int) -> None:
        """Move the columns closer where a line is longer than the picture is wide."""
        assert self.tree is not None
        fitting = (width - self._margin - self._last) / max(1, self.tree.deepest)
        self._column = max(min(self._column, fitting), LEAST_COLUMN * self._column)

    def adopt_state(self, old: Widget) -> None:
        """Keep the pan offset."""
        if isinstance(old, TreePicture):
            self.offset = old.offset
            self._grabbed, self._pulled = old._grabbed, old._pulled
            self.at = self.at or old.at
            self._keep_inside()
            self._glide_from(old)

    def _glide_from(self, old: TreePicture) -> None:
        """Animate the nodes of both steps to their new places, so that the eye can follow."""
        if old.tree is None or old.rect != self.rect:
            return
        assert self.tree is not None
        if max(len(self.tree.nodes), len(old.tree.nodes)) > MAX_GLIDING:
            return
        if self._stays(old):
            self._came_from, self._gliding = old._came_from, old._gliding
        else:
            self._came_from = {each.node.line: old._drawn(each) for each in old.tree.nodes}
            self._gliding = self._glide

    def _stays(self, old: TreePicture) -> bool:
        """Return whether every node of the step before keeps its place."""
        assert self.tree is not None and old.tree is not None
        before, now = (
            {shown.node.line: shown.row for shown in tree.nodes} for tree in (old.tree, self.tree)
        )
        return old._grid == self._grid and before.items() <= now.items()

    @property
    def _size(self) -> tuple[float, float]:
        """The size of the whole tree."""
        assert self.tree is not None
        width = self._margin + (self.tree.deepest + 0.4) * self._column + self._margin
        return width, self.tree.rows * self._row + self._margin / 2 + self._foot

    def _keep_inside(self) -> None:
        for axis, (whole, room) in enumerate(zip(self._size, self.rect.size, strict=True)):
            self.offset[axis] = min(max(0.0, whole - room), max(0.0, self.offset[axis]))

    @property
    def _grid(self) -> tuple[float, float, float, float]:
        """The left of depth 0, the width of a column, the top of the rows and their height."""
        assert self.tree is not None
        left = self.rect.x + self._margin - self.offset[0]
        top = max(0.0, (self.rect.h - self._foot - self.tree.rows * self._row) / 2)
        return left, self._column, self.rect.y + top - self.offset[1], self._row

    def _spot(self, shown: PlacedNode) -> tuple[int, int]:
        """Return the centre of a node."""
        left, column, top, row = self._grid
        return round(left + len(shown.node.line) * column), round(top + (shown.row + 0.5) * row)

    def _drawn(self, shown: PlacedNode) -> tuple[int, int]:
        """Return the current place of a node during the animation."""
        spot = self._spot(shown)
        start = self._came_from.get(shown.node.line)
        if start is None or self._gliding <= 0:
            return spot
        left = (self._gliding / self._glide) ** 2  # ease out
        return (
            round(spot[0] + left * (start[0] - spot[0])),
            round(spot[1] + left * (start[1] - spot[1])),
        )

    def _root_spot(self) -> tuple[int, int]:
        assert self.tree is not None
        tops = [self._drawn(shown)[1] for shown in self.tree.nodes if shown.parent is None]
        middle = (tops[0] + tops[-1]) // 2 if tops else self.rect.centery
        return self.rect.x + self._margin - round(self.offset[0]), middle

    # -- events --------------------------------------------------------------------------------

    @property
    def grabs(self) -> bool:
        return self._grabbed is not None

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._grabbed, self._pulled = event.pos, False
            return True
        if event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            dx, dy = (event.pos[axis] - self._grabbed[axis] for axis in (0, 1))
            if self._pulled or abs(dx) + abs(dy) > 4:
                self._pulled, self._grabbed = True, event.pos
                self._shift(-dx, -dy)
            return False  # the picture redraws itself: no rebuild of the screen
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pulled, self._grabbed = self._pulled, None
            if not pulled:
                self.take(event.pos)
            return True
        return super().handle(event)

    def _shift(self, dx: float, dy: float) -> bool:
        """Move the view as far as there is tree; return whether that moved anything."""
        before = list(self.offset)
        self.offset[0] += dx
        self.offset[1] += dy
        self._keep_inside()
        moved = before != self.offset
        self._moved = self._moved or moved
        return moved

    def update(self, dt: float) -> bool:
        """Return whether the picture was dragged or is animated."""
        moved, self._moved = self._moved or self._gliding > 0, False
        self._gliding = max(0.0, self._gliding - dt)
        return moved

    def roll(self, event: pygame.event.Event) -> bool:
        """Scroll with the wheel; return False at an end, where the page scrolls instead."""
        return self._shift(0, -event.y * 3 * self._row)

    def _under(self, position: tuple[int, int]) -> PlacedNode | None:
        assert self.tree is not None
        if position[1] >= self.rect.bottom - self._foot:
            return None
        reach = max(6.0, self._row / 2)
        for shown in self.tree.nodes:
            x, y = self._spot(shown)
            if abs(position[1] - y) <= reach and -reach <= position[0] - x <= self._column * 0.8:
                return shown
        return None

    def take(self, position: tuple[int, int]) -> None:
        """Show the line of the clicked move; unfold its hidden successors, or fold them again."""
        x, y = self._root_spot()
        if abs(position[0] - x) <= self._margin and abs(position[1] - y) <= self._margin:
            self.act.toggle(())
            return
        shown = self._under(position)
        if shown is not None:
            self._open(shown)

    def _open(self, shown: PlacedNode) -> None:
        line = shown.node.line
        self.at = line
        if shown.hidden or line in self.frame.toggled:
            self.act.toggle(line)
        self.act.choose(line)

    def enter(self) -> bool:
        """Unfold as many nodes as possible, if the root is selected."""
        if not self.at:
            self.act.toggle(())
            return True
        assert self.tree is not None
        placed = next((each for each in self.tree.nodes if each.node.line == self.at), None)
        if placed is not None:
            self._open(placed)
        return placed is not None

    def walk(self, across: int, down: int) -> bool:
        """Select with the arrows: left the parent, right the child, up and down the same depth."""
        assert self.tree is not None
        nodes = self.tree.nodes
        if across < 0:
            self.at = self.at[:-1]
        elif across > 0:
            after = [each.node.line for each in nodes if each.node.line[:-1] == self.at]
            self.at = after[0] if after else self.at
        else:
            beside = [each.node.line for each in nodes if len(each.node.line) == len(self.at)]
            if self.at in beside:
                place = beside.index(self.at) + down
                self.at = beside[min(len(beside) - 1, max(0, place))]
        self._bring_into_sight()
        return True

    def _bring_into_sight(self) -> None:
        assert self.tree is not None
        for shown in self.tree.nodes:
            if shown.node.line == self.at:
                x, y = self._spot(shown)
                inner = self.rect.inflate(-round(self._column), -round(2 * self._row))
                self._shift(min(0, x - inner.x), min(0, y - inner.y))
                self._shift(max(0, x - inner.right), max(0, y - inner.bottom))

    def tip(self, position: tuple[int, int]) -> str:
        """Return the line, its playouts and its mean."""
        shown = self._under(position)
        if shown is None or self._grabbed is not None:
            return ""
        return self._told(shown)

    def _told(self, shown: PlacedNode) -> str:
        return self.ui.tr(told_node(shown.node, self.frame))

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        assert self.tree is not None
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        clip = target.get_clip()
        inner = self.rect.inflate(-2, -2).clip(clip) if clip else self.rect.inflate(-2, -2)
        rows = self.rect.move(0, -self._foot)
        target.set_clip(inner.clip(rows))
        spots = [self._drawn(shown) for shown in self.tree.nodes]
        self._draw_nodes(ui, target, spots)
        target.set_clip(inner)
        text = ui.tr("inspector.tree.nodes", shown=self.tree.shown, known=self.tree.known)
        corner = (self.rect.right - theme.tx(12), self.rect.bottom - theme.tx(11))
        theme.blit_text(target, text, 14, corner, c.text2, align=1)
        left = corner[0] - theme.width(text, 14) - theme.tx(16)
        text = ui.tr("inspector.tree.refuted", count=self.refuted)
        if self.refuted and self.rect.x + theme.tx(12) + theme.width(text, 14) <= left:
            theme.blit_text(target, text, 14, (self.rect.x + theme.tx(12), corner[1]), c.text2)
        self._draw_thumb(ui, target)
        target.set_clip(clip)

    def _draw_thumb(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw which part is in sight, at the right edge, if rows are out of sight."""
        whole, room = self._size[1], self.rect.h
        if whole > room:
            top = self.rect.y + round(room * self.offset[1] / whole)
            thumb = pygame.Rect(self.rect.right - THUMB - 2, top, THUMB, round(room * room / whole))
            ui.brush.rounded(target, thumb, THUMB // 2, ui.theme.colours.line)

    def _is_lit(self, line: Line) -> bool:
        """Return whether a node is on the line of the step."""
        return self.tree is not None and self.tree.path[: len(line)] == line

    def _mover(self, node: NodeViewModel) -> int:
        """Return the player of a node's move."""
        first: int = self.frame.game.to_move(self.frame.state)
        return first if len(node.line) % 2 else 1 - first

    def _draw_nodes(self, ui: Ui, target: pygame.Surface, spots: list[tuple[int, int]]) -> None:
        assert self.tree is not None
        root, c = self._root_spot(), ui.theme.colours
        most = max((each.node.visits for each in self.tree.nodes), default=1) or 1
        self._most_visits = most
        low, high = self.rect.y - 30, self.rect.bottom + 30
        seen = [
            (shown, spot, root if shown.parent is None else spots[shown.parent])
            for shown, spot in zip(self.tree.nodes, spots, strict=True)
        ]
        seen = [each for each in seen if min(each[1][1], each[2][1]) <= high]
        seen = [each for each in seen if max(each[1][1], each[2][1]) >= low]
        self._draw_root(ui, target, root)
        ends: dict[Line, int] = {(): root[0] + ui.theme.tx(12)}
        for shown, spot, _ in seen:
            if low <= spot[1] <= high:
                ends[shown.node.line] = self._draw_node(ui, target, shown, spot)
        for lit in (False, True):
            for shown, spot, start in seen:
                line = shown.node.line
                if self._is_lit(line) is lit:
                    usual = start[0] + round(self._column * 0.62)
                    begin = min(ends.get(line[:-1], usual), spot[0] - ui.theme.tx(8)), start[1]
                    width = max(1, round(sqrt(shown.node.visits / most) * ui.theme.px(3)))
                    branch(target, begin, spot, c.accent if lit else c.line, width + lit)

    def _draw_root(self, ui: Ui, target: pygame.Surface, spot: tuple[int, int]) -> None:
        theme, c = ui.theme, ui.theme.colours
        radius = theme.tx(12)
        ui.brush.disc(target, spot, radius, c.accent)
        ui.brush.disc(target, spot, radius - 2, c.table2)
        if self.focused and not self.at:
            ui.brush.disc(target, spot, theme.tx(5), c.focus)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                place = (spot[0] + dx * theme.tx(5) - 1, spot[1] + dy * theme.tx(5) - 1, 2, 2)
                target.fill(c.text2, place)

    def _draw_node(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, spot: tuple[int, int]
    ) -> int:
        """Draw a node and return the end of its marks, where its branches begin."""
        theme, node = ui.theme, shown.node
        mover, lit = self._mover(node), self._is_lit(node.line)
        least, most = theme.tx(SMALLEST), theme.tx(LARGEST)
        height = round(least + (most - least) * sqrt(node.visits / self._most_visits))
        height = min(height, round(self._row) - 1)
        texts = [self._text(node.line[:-1], move) for move in shown.replies or node.line[-1:]]
        x = spot[0]
        for text in texts[:6]:
            box = move_chip(
                ui,
                target,
                x,
                spot[1],
                height,
                text,
                self.colours[mover],
                lit=lit,
                faint=not node.visits,
            )
            x = box.right - (theme.tx(4) if shown.replies else 0)
        if len(texts) > 6:
            x += theme.tx(6)
            text = f"+{len(texts) - 6}"
            theme.blit_text(target, text, 14, (x, spot[1]), theme.colours.text2)
            x += theme.width(text, 14)
        if self.focused and node.line == self.at:
            around = pygame.Rect(
                spot[0] - 4, spot[1] - height // 2 - 4, x - spot[0] + 8, height + 8
            )
            ui.brush.rounded(target, around, around.h // 2, None, theme.colours.focus, 2)
        return self._draw_known(ui, target, shown, x + theme.tx(6), spot[1])

    def _text(self, line: Line, move: int) -> str:
        state = self.frame.state
        for each in line:
            state = self.frame.game.play(state, each)
        return str(self.frame.game.move_text(state, move))

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw the belief or proof of a node, its exact value, and the count of hidden nodes.

        Returns the end of the marks.
        """
        theme, c, node = ui.theme, ui.theme.colours, shown.node
        if node.proven is not None:
            tick = icon(ui.brush, Icon.CHECK, theme.tx(14), c.text)
            target.blit(tick, tick.get_rect(midleft=(x, middle)))
            x += theme.tx(17)
            shape = badge(ui, node.proven, theme.tx(18))
            target.blit(shape, shape.get_rect(midleft=(x, middle)))
            x += theme.tx(21)
        else:
            close = self._column < WIDE * theme.tx(COLUMN)
            width = theme.tx(LEAST_BAR if close else BAR)
            bar = pygame.Rect(x, middle - theme.tx(3), width, theme.tx(6))
            self._draw_belief(ui, target, bar, node)
            x = bar.right + theme.tx(6)
            extent = truth_badge(ui, target, x, middle, self._truth(node.line), plies=False)
            x += extent + theme.tx(4) if extent else 0
        if shown.hidden > 0 and shown.last and self._column > theme.tx(COLUMN) * 0.9:
            theme.blit_text(
                target, f"+{shown.hidden}", 14, (x, middle), mix(c.table2, c.text2, 0.7)
            )
        return x

    def _truth(self, line: Line) -> Estimate | None:
        """Return the exact value of the last move of a line for its player, if it is known."""
        return self.frame.truth(line)

    def _draw_belief(
        self, ui: Ui, target: pygame.Surface, bar: pygame.Rect, node: NodeViewModel
    ) -> None:
        """Draw the mean of a node as a bar, an empty one if it has none."""
        if node.mean is None:
            ui.brush.rounded(target, bar, bar.h // 2, ui.theme.colours.line)
        else:
            ink = ui.theme.colours.value(int(leaning(node.mean)))
            score_bar(ui, target, bar, node.mean, ink)
