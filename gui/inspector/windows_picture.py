"""The tree of alpha-beta: columns of moves with their windows, cut-offs, and pending moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from engine.intervals import whole_percent
from engine.messages import message
from engine.protocols import Value
from engine.trace.windows import ScoreBound, TableHit
from gui.boards.sides import told_side
from gui.boards.values import badge
from gui.inspector.chips import branch, chip_width, move_chip, side_colours
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.windows_text import result_of, result_text, saved_text
from gui.inspector.windows_view_model import (
    CutMoves,
    SearchStatus,
    TreeLevel,
    WindowNode,
    WindowsViewModel,
)
from gui.kit import Icon, icon
from gui.kit.chart import ChartLegend, LegendEntry, legend_sign
from gui.kit.text_wrap import shorten
from gui.kit.walkable import WalkablePicture
from gui.kit.widget import Size
from gui.theme import mix
from gui.ui import Ui

ROW, COLUMN, TRACK = 24, 158, 56
SIGN, DOT = 16, 5  # the sides of a sign of the legend and of a score's mark
SMALLEST_ROWS = 4
Point = tuple[int, int]


class RowPlace(NamedTuple):
    """The place of a row in a column: `lit` on the line under search, `last` in the last column."""

    left: int
    y: int
    right: int
    lit: bool
    last: bool


@dataclass(frozen=True)
class ColumnEntry:
    """One row of a column: a move, or several moves together."""

    nodes: tuple[WindowNode, ...]
    cut: CutMoves | None = None
    hidden: int = 0  # searched moves without a row of their own


def entries_of(level: TreeLevel, rows: int) -> list[ColumnEntry]:
    """Fit a level into rows: the line, the latest results, then the pending moves."""
    ahead = tuple(node for node in level.nodes if node.stand is SearchStatus.AHEAD)
    visited = [node for node in level.nodes if node.stand is not SearchStatus.AHEAD]
    tail = [ColumnEntry(ahead)] if ahead else []
    if level.cut is not None:
        tail.append(ColumnEntry((), level.cut))
    room = max(1, rows - len(tail))
    if len(visited) > room:
        hidden, visited = visited[: len(visited) - room + 1], visited[len(visited) - room + 1 :]
        return [
            ColumnEntry((), hidden=len(hidden)),
            *(ColumnEntry((node,)) for node in visited),
            *tail,
        ]
    return [*(ColumnEntry((node,)) for node in visited), *tail]


class WindowTree(WalkablePicture):
    """Columns of moves from the root, the line under search in accent."""

    def __init__(
        self, view_model: WindowsViewModel, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
    ) -> None:
        super().__init__("inspector picture")
        self.view_model = view_model
        self.frame = frame
        self.ui = ui
        self.act = act
        self._places: list[tuple[pygame.Rect, WindowNode]] = []
        self._colours = side_colours(ui, act, frame.game)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = theme.tx(COLUMN) + theme.tx(80)
        width = min(theme.tx(4 * COLUMN), max(least, width))
        return width, theme.tx(SMALLEST_ROWS * ROW) + theme.px(12)

    # -- pointer ----------------------------------------------------------------------------------

    def _at(self, position: Point) -> WindowNode | None:
        """Return the move at a point."""
        return next((node for rect, node in self._places if rect.collidepoint(position)), None)

    def take(self, position: Point) -> None:
        node = self._at(position)
        if node is not None:
            self._open(node)

    def tip(self, position: Point) -> str:
        node = self._at(position)
        if node is None:
            return ""
        line, result = self.frame.named(node.line), result_text(node, self.frame)
        return self.ui.tr("inspector.windows.tip", line=line, result=result)

    def enter(self) -> bool:
        node = self.view_model.node(self.frame.chosen)
        if node is not None:
            self._open(node)
        return node is not None

    def _open(self, node: WindowNode) -> None:
        """Go to the step that reports a move; show a pending move on the board."""
        if node.step >= 0 and node.stand is not SearchStatus.AHEAD:
            self.act.go_to_step(node.step)
        else:
            self.act.choose(node.line)

    def walk(self, across: int, down: int) -> bool:
        levels = self.view_model.levels
        if not levels:
            return False
        line = self.frame.chosen or self.view_model.line
        place = max(0, min(len(levels) - 1, len(line) - 1))
        lines = [node.line for node in levels[place].nodes]
        if line not in lines:
            self.act.choose(lines[0])
            return True
        if down:
            self.act.choose(lines[max(0, min(len(lines) - 1, lines.index(line) + down))])
        elif across < 0 and place:
            self.act.choose(line[:-1])
        elif across > 0 and place + 1 < len(levels):
            path = levels[place + 1].nodes
            if path[0].line[:-1] == line:
                self.act.choose(path[max(0, levels[place + 1].path)].line)
        return True

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        self._places = []
        area = self.rect.inflate(-theme.px(24), -theme.px(12))
        levels = self.view_model.levels
        columns = max(1, (area.w - theme.tx(40)) // theme.tx(COLUMN))
        first = max(0, len(levels) - columns)
        left, middle = self._draw_root(ui, target, area, levels[:first])
        for place, level in enumerate(levels[first:], start=first):
            width = (area.right - left) // max(1, len(levels) - place)
            width = min(width, theme.tx(COLUMN)) if place + 1 < len(levels) else width
            column = pygame.Rect(left, area.y, width, area.h)
            middle = self._draw_level(ui, target, column, level, middle)
            left += width

    def _draw_root(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, hidden: Sequence[TreeLevel]
    ) -> tuple[int, Point]:
        """Draw the root position, and the line through levels whose moves do not fit."""
        theme, c = ui.theme, ui.theme.colours
        radius, y = theme.tx(10), area.centery
        x = area.x + radius
        ui.brush.disc(target, (x, y), radius, c.accent)
        ui.brush.disc(target, (x, y), radius - 2, c.raised)
        left = x + radius
        shown = [level.nodes[level.path] for level in hidden if level.path >= 0]
        room = max(0, (area.w // 3) // theme.tx(34))
        skipped = shown[: len(shown) - room] if len(shown) > room else []
        if skipped:
            theme.blit_text(target, "…", 14, (left + theme.tx(4), y), c.text2)
            left += theme.tx(18)
        for node in shown[len(skipped) :]:
            pygame.draw.line(target, c.accent, (left, y), (left + theme.tx(10), y), 2)
            left += theme.tx(10)
            box = self._chip(ui, target, left, y, node, True)
            left = box.right
        return left, (left, y)

    def _draw_level(
        self, ui: Ui, target: pygame.Surface, column: pygame.Rect, level: TreeLevel, start: Point
    ) -> Point:
        """Draw one column; return the point where the line continues."""
        theme, c = ui.theme, ui.theme.colours
        entries = entries_of(level, max(2, column.h // theme.tx(ROW)))
        last = level is self.view_model.levels[-1]
        step = min(theme.tx(ROW + 4), column.h // max(1, len(entries)))
        path = level.nodes[level.path] if level.path >= 0 else None
        on = [i for i, each in enumerate(entries) if each.nodes and each.nodes[0] is path]
        anchor = on[0] if on else len(entries) // 2
        top = start[1] - anchor * step - step // 2
        top = max(column.y, min(top, column.bottom - step * len(entries)))
        left = column.x + theme.tx(34)
        following = (left, start[1])
        for index in sorted(range(len(entries)), key=lambda each: each in on):
            entry, y = entries[index], top + index * step + step // 2
            lit = index in on
            faint = not entry.nodes or entry.nodes[0].stand is SearchStatus.AHEAD
            ink = c.accent if lit else mix(c.table2, c.line, 0.6) if faint else c.line
            branch(target, (start[0] + 2, start[1]), (left - 4, y), ink, 2 if lit else 1)
            place = RowPlace(left, y, column.right - theme.tx(4), lit, last)
            end = self._draw_entry(ui, target, entry, place)
            if lit:
                following = (end + theme.tx(4), y)
        return following

    def _draw_entry(
        self, ui: Ui, target: pygame.Surface, entry: ColumnEntry, place: RowPlace
    ) -> int:
        theme, c, (left, y, right, *_) = ui.theme, ui.theme.colours, place
        if entry.cut is not None:
            return self._draw_cut(ui, target, entry.cut, place)
        if entry.hidden:
            text = ui.tr("inspector.windows.hidden", count=entry.hidden)
            text = shorten(theme, text, 14, right - left)
            return theme.blit_text(target, text, 14, (left, y), c.text2).right
        if entry.nodes[0].stand is SearchStatus.AHEAD:
            return self._draw_ahead(ui, target, entry.nodes, place)
        return self._draw_node(ui, target, entry.nodes[0], place)

    def _chip(
        self, ui: Ui, target: pygame.Surface, left: int, y: int, node: WindowNode, lit: bool
    ) -> pygame.Rect:
        chosen = node.line == self.frame.chosen
        colour, height = self._colours[node.player], ui.theme.tx(20)
        faint = node.stand is SearchStatus.AHEAD
        box = move_chip(ui, target, left, y, height, node.text, colour, lit=lit, faint=faint)
        if chosen:
            around = box.inflate(6, 6)
            ui.brush.rounded(target, around, around.h // 2, None, ui.theme.colours.text, 2)
        self._places.append((box.inflate(6, 4), node))
        return box

    def _draw_node(self, ui: Ui, target: pygame.Surface, node: WindowNode, place: RowPlace) -> int:
        theme, c, (left, y, right, lit, last) = ui.theme, ui.theme.colours, place
        box = self._chip(ui, target, left, y, node, lit or node.line == self.view_model.line)
        x = box.right + theme.tx(8)
        if node.counted is None or not last or node.winner is not None:
            track = pygame.Rect(x, 0, min(theme.tx(TRACK), right - x - theme.tx(22)), theme.tx(5))
            track.centery = y
            if track.w > theme.tx(16):
                draw_track(ui, target, track, node)
                x = track.right + theme.tx(6)
        side = theme.tx(18) if node.truth is not None else 0
        if last or node.winner is not None:
            text = ui.tr(result_of(node, self.frame))
            if node.counted is not None and node.winner is None:
                text = ui.tr("inspector.windows.guess", share=whole_percent(node.score or 0.0))
            if isinstance(node.left, TableHit):
                text = ui.tr("inspector.windows.from_table", result=text)
            if node.stand is SearchStatus.DONE and theme.width(text, 14) <= right - x - side:
                ink = c.text if node.line == self.view_model.line else c.text2
                x = theme.blit_text(target, text, 14, (x, y), ink).right + theme.tx(10)
        if node.truth is not None:
            target.blit(badge(ui, node.truth, side), (x, y - side // 2))
            x += side
        self._places.append((pygame.Rect(left, y - theme.tx(11), x - left, theme.tx(22)), node))
        return x

    def _draw_ahead(
        self, ui: Ui, target: pygame.Surface, nodes: Sequence[WindowNode], place: RowPlace
    ) -> int:
        theme, (x, y, right, *_) = ui.theme, place
        text = ui.tr("inspector.windows.ahead")
        for number, node in enumerate(nodes):
            more = ui.tr("inspector.more", count=len(nodes) - number)
            room = right - x - (theme.width(more, 14) if number + 1 < len(nodes) else 0)
            if chip_width(theme, node.text, theme.tx(20)) > room:
                return theme.blit_text(target, more, 14, (x, y), theme.colours.text2).right
            x = self._chip(ui, target, x, y, node, False).right - theme.tx(4)
        x += theme.tx(10)
        if theme.width(text, 14) <= right - x:
            x = theme.blit_text(target, text, 14, (x, y), theme.colours.text2).right
        return x

    def _draw_cut(self, ui: Ui, target: pygame.Surface, cut: CutMoves, place: RowPlace) -> int:
        theme, c, (x, y, right, *_) = ui.theme, ui.theme.colours, place
        saved, side = saved_text(cut.event.saved), theme.tx(16)
        text = ui.tr(saved)
        if theme.width(text, 14) > right - x - side - theme.tx(70):
            text = ui.tr(message(f"{saved.key}.short", **saved.values))
        room = right - theme.width(text, 14) - side - theme.tx(14) - theme.width("+99", 14)
        for number, name in enumerate(cut.moves):
            if x + chip_width(theme, name, theme.tx(20)) > room and number:
                more = ui.tr("inspector.more", count=len(cut.moves) - number)
                x = theme.blit_text(target, more, 14, (x + 2, y), c.text2).right
                break
            colour = self._colours[cut.player]
            box = move_chip(ui, target, x, y, theme.tx(20), name, colour, crossed=True)
            x = box.right - theme.tx(4)
        x += theme.tx(8)
        target.blit(icon(ui.brush, Icon.SCISSORS, side, c.accent), (x, y - side // 2))
        x += side + theme.tx(6)
        text = shorten(theme, text, 14, max(0, right - x))
        return theme.blit_text(target, text, 14, (x, y), c.accent).right


def draw_track(ui: Ui, target: pygame.Surface, track: pygame.Rect, node: WindowNode) -> None:
    """Draw the window bright on the whole range, the first player at the right, and the score."""
    c = ui.theme.colours
    radius = track.h // 2
    ui.brush.rounded(target, track, radius, mix(c.table2, c.text2, 0.3))
    low, high = (track.x + round(track.w * fraction) for fraction in (node.low, node.high))
    bright = pygame.Rect(low, track.y, max(track.h, high - low), track.h)
    ui.brush.rounded(target, bright.clip(track), radius, c.text2)
    if node.score is None:
        return
    x, y = track.x + round(track.w * node.score), track.centery
    if node.bound is None:
        score_mark(ui, target, x, y)
    else:
        bound_mark(ui, target, x, y, node.bound)


# -- the legend ------------------------------------------------------------------------------------


def score_mark(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    """Draw a score that is exact for the search."""
    size = ui.theme.tx(DOT)
    ui.brush.disc(target, (x, y), size + 1, ui.theme.colours.table2)
    ui.brush.disc(target, (x, y), size, ui.theme.colours.accent)


def bound_mark(ui: Ui, target: pygame.Surface, x: int, y: int, bound: ScoreBound) -> None:
    """Draw a score that is only a bound: the mark points to the possible side."""
    size, c = ui.theme.tx(DOT), ui.theme.colours
    reach = size + 2 if bound is ScoreBound.AT_LEAST else -size - 2
    points = [(x, y - size - 1), (x + reach, y), (x, y + size + 1)]
    pygame.draw.polygon(target, c.accent, points)
    pygame.draw.aalines(target, c.table2, True, points)


def legend_of(frame: InspectorFrame, ui: Ui) -> ChartLegend:
    """Return the marks with their meanings, for the second player with its direction."""
    tr, side = ui.tr, ui.theme.tx(SIGN)
    mover = frame.game.to_move(frame.state)
    first, chooser = told_side(frame.game, 0), told_side(frame.game, mover)
    key = "inspector.windows.legend.score_low" if mover else "inspector.windows.legend.score"
    entries = [
        LegendEntry(tr("inspector.windows.legend.window"), legend_sign(ui, SIGN, _draw_window)),
        LegendEntry(tr(key, first=first, mover=chooser), legend_sign(ui, SIGN, score_mark)),
        LegendEntry(tr("inspector.windows.legend.bound"), legend_sign(ui, SIGN, _draw_pointers)),
    ]
    if any(frame.truth((move,)) is not None for move in frame.game.moves(frame.state)):
        text = tr("inspector.windows.legend.truth", first=first)
        entries.append(LegendEntry(text, badge(ui, Value.WIN, side)))
    return ChartLegend(entries)


def _draw_window(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bar = pygame.Rect(0, y - ui.theme.tx(2), target.get_width(), ui.theme.tx(5))
    ui.brush.rounded(target, bar, bar.h // 2, ui.theme.colours.text2)


def _draw_pointers(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bound_mark(ui, target, x - 2, y, ScoreBound.AT_MOST)
    bound_mark(ui, target, x + 2, y, ScoreBound.AT_LEAST)
