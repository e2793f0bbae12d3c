"""Picture of a search tree: arrows walk it, a click unfolds, it shows the line looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import pygame

from engine.messages import Message, message
from engine.protocols import Value
from engine.recording import Line
from gui.boards.values import badge, leaning, score_bar
from gui.boards.words import told_side
from gui.inspector.chips import branch, move_chip, side_colours, truth_badge, walked
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.tree_view_model import NodeViewModel, PlacedNode, TreeViewModel
from gui.kit import Icon, icon
from gui.kit.scroll import WalkablePicture
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

ROW, COLUMN = 22, 132
LEAST_COLUMN = 0.62  # the least share of it, where a line is longer than the picture is wide
BAR, LEAST_BAR = 30, 20  # the width of a belief, and where columns stand close together
WIDE = 0.75  # the least share of a column beside which it has its whole width
FOOT = 22  # below the rows, for the count of nodes
LEAST_ROWS, MAX_ROWS = 6, 12
MAX_GLIDING = 200  # maximum number of animated nodes: the eye cannot follow thousands
GLIDE = 120  # duration in milliseconds of the move to new places
NO_TREE = TreeViewModel((), 0, 0, 0, ())
SMALLEST, LARGEST = 16, 24  # the height of a move, by its fraction of the playouts


@dataclass(eq=False)
class TreePicture(WalkablePicture):
    """The tree on its background; of a larger one the end of the line looked at is in sight."""

    make_tree: Callable[[int], TreeViewModel]  # of at most so many rows
    frame: InspectorFrame
    ui: Ui
    act: PanelCallbacks

    def __post_init__(self) -> None:
        super().__init__("tree")
        self.colours = side_colours(self.ui, self.act, self.frame.game)
        self.at: Line = self.frame.chosen  # the selected line
        self._across = self._foot = 0  # columns out of sight at the left, the room below the rows
        self._margin = self._last = 0  # before the columns, and of the last move with its marks
        self._row = self._column = self._least_column = 0.0
        self.tree = NO_TREE  # until it has a place
        self._glide = self.ui.theme.seconds(GLIDE)
        self._came_from: dict[Line, tuple[int, int]] = {}  # places of the nodes in the step before
        self._gliding = 0.0  # seconds left of the animation

    # -- layout ----------------------------------------------------------------------------------

    def size_hint(self, ui: Ui, width: int) -> Size:
        height = LEAST_ROWS * ui.theme.tx(ROW) + ui.theme.px(8) + ui.theme.tx(FOOT)
        return min(ui.theme.tx(600), max(ui.theme.tx(240), width)), height

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self._foot = ui.theme.tx(FOOT)
        rows = (rect.h - self._foot - ui.theme.px(8)) // ui.theme.tx(ROW)
        self.tree = self.make_tree(min(MAX_ROWS, max(LEAST_ROWS, rows)))
        self._scale(ui)
        fitting = (rect.w - self._margin - self._last) / max(1, self.tree.deepest)
        self._column = max(min(self._column, fitting), self._least_column)
        yield from super().place(ui, rect)
        self._show(self.at or self.tree.path)

    def _scale(self, ui: Ui) -> None:
        """Set the height of a row, the usual and the least width of a column, and the margins."""
        self._row, self._column = ui.theme.tx(ROW), ui.theme.tx(COLUMN)
        self._least_column = LEAST_COLUMN * self._column
        self._margin = ui.theme.tx(24)
        self._last = ui.theme.tx(84)

    @property
    def view(self) -> pygame.Rect:
        """The area of the rows."""
        return pygame.Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h - self._foot)

    def content_extent(self) -> int:
        return round(self.tree.rows * self._row)

    def _show(self, line: Line) -> None:
        """Bring the end of a line into sight, with what stands after it."""
        columns = min(len(line), self.tree.deepest) * self._column
        self._across = max(0, round(self._margin + columns + self._last) - self.rect.w)
        row = next((each.row for each in self.tree.nodes if each.node.line == line), 0.0)
        self.follow(round(row * self._row), round((row + 1) * self._row))

    def adopt_state(self, old: Widget) -> None:
        """Keep the selected line and the scroll offset within a step; let nodes glide on."""
        if isinstance(old, TreePicture):
            if old.frame.step == self.frame.step:
                self.at = self.at or old.at
            self.scroll = old.scroll
            self._rolled = old._rolled and old.tree.path == self.tree.path
            self._show(self.at or self.tree.path)
            self._glide_from(old)

    def _glide_from(self, old: TreePicture) -> None:
        """Animate the nodes of both steps to their new places, so that the eye can follow."""
        crowd = max(len(self.tree.nodes), len(old.tree.nodes))
        if old.rect != self.rect or crowd > MAX_GLIDING:
            return
        if self._stays(old):
            self._came_from, self._gliding = old._came_from, old._gliding
        else:
            self._came_from = {each.node.line: old._drawn(each) for each in old.tree.nodes}
            self._gliding = self._glide

    def _stays(self, old: TreePicture) -> bool:
        """Return whether every node of the step before keeps its place."""
        before, now = (
            {shown.node.line: shown.row for shown in tree.nodes} for tree in (old.tree, self.tree)
        )
        return old._grid == self._grid and before.items() <= now.items()

    @property
    def _grid(self) -> tuple[float, float, float, float]:
        """The left of depth 0, the width of a column, the top of the rows and their height."""
        left = self.rect.x + self._margin - self._across
        top = max(0.0, (self.rect.h - self._foot - self.tree.rows * self._row) / 2)
        return left, self._column, self.rect.y + top - self.scroll, self._row

    def _spot(self, shown: PlacedNode) -> tuple[int, int]:
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
        tops = [self._drawn(shown)[1] for shown in self.tree.nodes if shown.parent is None]
        middle = (tops[0] + tops[-1]) // 2 if tops else self.rect.centery
        return self.rect.x + self._margin - self._across, middle

    # -- events --------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Return whether the picture is animated."""
        moved = self._gliding > 0
        self._gliding = max(0.0, self._gliding - dt)
        return moved

    def _under(self, position: tuple[int, int]) -> PlacedNode | None:
        if not self.view.collidepoint(position):
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
        placed = next((each for each in self.tree.nodes if each.node.line == self.at), None)
        if placed is not None:
            self._open(placed)
        return placed is not None

    def walk(self, across: int, down: int) -> bool:
        self.at = walked([each.node.line for each in self.tree.nodes], self.at, across, down)
        self._rolled = False
        self._show(self.at)
        return True

    def tip(self, position: tuple[int, int]) -> str:
        """Return the line, its playouts and its mean."""
        shown = self._under(position)
        return "" if shown is None else self._told(shown)

    def _told(self, shown: PlacedNode) -> str:
        return self.ui.tr(told_node(shown.node, self.frame))

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        with self.clipped(target):
            self._draw_nodes(ui, target, [self._drawn(shown) for shown in self.tree.nodes])
        text = ui.tr("inspector.tree.nodes", shown=self.tree.shown, known=self.tree.known)
        corner = (self.rect.right - theme.tx(12), self.rect.bottom - theme.tx(11))
        theme.blit_text(target, text, 14, corner, c.text2, align=1)
        self.draw_bar(ui, target)

    def _is_lit(self, line: Line) -> bool:
        return self.tree.path[: len(line)] == line

    def _draw_nodes(self, ui: Ui, target: pygame.Surface, spots: list[tuple[int, int]]) -> None:
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
            if low <= spot[1] <= high and spot[0] >= self.rect.x:
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
        colour, lit = self.colours[self.frame.player_of(node.line)], self._is_lit(node.line)
        least, most = theme.tx(SMALLEST), theme.tx(LARGEST)
        height = round(least + (most - least) * sqrt(node.visits / self._most_visits))
        height = min(height, round(self._row) - 1)
        moves = shown.replies or node.line[-1:]
        texts = [self.frame.move_text(*node.line[:-1], move) for move in moves]
        x = spot[0]
        for text in texts[:6]:
            faint = not node.visits
            box = move_chip(ui, target, x, spot[1], height, text, colour, lit=lit, faint=faint)
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

    def _draw_known(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, x: int, middle: int
    ) -> int:
        """Draw belief or proof, exact value, and count of hidden nodes; return the end of all."""
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
            if node.mean is None:
                ui.brush.rounded(target, bar, bar.h // 2, c.line)
            else:
                score_bar(ui, target, bar, node.mean, c.value(int(leaning(node.mean))))
            x = bar.right + theme.tx(6)
            extent = truth_badge(ui, target, x, middle, self.frame.truth(node.line), plies=False)
            x += extent + theme.tx(4) if extent else 0
        if shown.hidden > 0 and shown.last and self._column > theme.tx(COLUMN) * 0.9:
            theme.blit_text(
                target, f"+{shown.hidden}", 14, (x, middle), mix(c.table2, c.text2, 0.7)
            )
        return x


def told_node(node: NodeViewModel, frame: InspectorFrame) -> Message:
    """Return a node of the tree in words: its line, with its proof or its mean and their side."""
    mover, line = frame.player_of(node.line), frame.named(node.line)
    if node.proven is Value.DRAW:
        return message("inspector.tree.tip_draw", line=line)
    if node.proven is not None:
        winner = mover if node.proven is Value.WIN else 1 - mover
        return message("inspector.tree.tip_win", line=line, side=told_side(frame.game, winner))
    if node.mean is None:
        return message("inspector.tree.tip_new", line=line)
    side = told_side(frame.game, mover)
    return message("inspector.tree.tip", line=line, mean=node.mean, side=side, count=node.visits)
