"""Panel of alpha-beta: the tree with its windows and cut-offs, and the table depth by depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from engine.intervals import whole_percent
from engine.messages import Message
from engine.protocols import Value
from engine.recording import Line, Recording
from engine.solvers.alphabeta import ThreatCounts
from engine.trace.windows import ScoreBound, TableHit
from gui.boards.values import badge, percent_text
from gui.boards.words import side_words, told_side
from gui.inspector.chips import branch, chip_width, move_chip, side_colours
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.windows_view_model import (
    CutMoves,
    DepthIteration,
    IterationSteps,
    SearchStatus,
    TreeLevel,
    WindowNode,
    WindowsViewModel,
    counted_lines,
    efforts_of,
    looks_of,
    result_of,
    result_text,
    saved_text,
    step_text,
    windows_view_model,
)
from gui.kit import Icon, icon
from gui.kit.chart import ChartLegend, LegendEntry, legend_sign
from gui.kit.layout import Column, Flexible, Layout
from gui.kit.scroll import WalkablePicture
from gui.kit.table import Choosing, Table, TableCell, TableColumn
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.protocols import BoardMarks
from gui.theme import Colour, mix
from gui.ui import Ui

ROW, COLUMN, TRACK, CHIP = 24, 158, 56, 20
SIGN, DOT = 16, 5  # the sides of a sign of the legend and of a score's mark
SMALLEST_ROWS = 4
TABLE_ROWS = ("best", "score", "positions", "cuts", "saved", "hits")
TABLE_ROW, TABLE_CHIP = 21, 18
BESIDE = 4  # between a move of the table and its badge
Point = tuple[int, int]


class WindowsPanel(Panel):
    """Panel of an alpha-beta search: the searched moves and the cut ones."""

    card_lines = 4  # the terms of a guess, and the replies before it

    def __init__(self) -> None:
        self._latest: tuple[Recording | None, list[IterationSteps]] = (None, [])
        self.view_model = lru_cache(maxsize=1)(self._make)

    def _make(self, frame: InspectorFrame) -> WindowsViewModel:
        return windows_view_model(frame, self._looks(frame.recording))

    def _looks(self, recording: Recording) -> list[IterationSteps]:
        """Return the iterations of a recording; those of the latest one are kept."""
        if self._latest[0] is not recording:
            self._latest = (recording, looks_of(recording))
        return self._latest[1]

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
        cells = (_owned(pair, mover) for pair in (terms.four_cells, terms.good_cells))
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


def _owned(pair: Sequence[Sequence[int]], mover: int) -> tuple[tuple[int, int], ...]:
    both = zip((mover, 1 - mover), pair, strict=True)
    return tuple((cell, player) for player, cells in both for cell in cells)


# -- the tree --------------------------------------------------------------------------------------


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
    hidden = len(visited) - room + 1 if len(visited) > room else 0
    earlier = [ColumnEntry((), hidden=hidden)] if hidden else []
    return [*earlier, *(ColumnEntry((node,)) for node in visited[hidden:]), *tail]


@dataclass(eq=False)
class WindowTree(WalkablePicture):
    """Columns of moves from the root, the line under search in accent."""

    view_model: WindowsViewModel
    frame: InspectorFrame
    ui: Ui
    act: PanelCallbacks

    def __post_init__(self) -> None:
        super().__init__("inspector picture")
        self._places: list[tuple[pygame.Rect, WindowNode]] = []
        self._colours = side_colours(self.ui, self.act, self.frame.game)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = theme.tx(COLUMN) + theme.tx(80)
        width = min(theme.tx(4 * COLUMN), max(least, width))
        return width, theme.tx(SMALLEST_ROWS * ROW) + theme.px(12)

    # -- pointer ----------------------------------------------------------------------------------

    def _at(self, position: Point) -> WindowNode | None:
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
        """Draw the root position, and the end of the line through levels without a column."""
        theme, c = ui.theme, ui.theme.colours
        radius, y = theme.tx(10), area.centery
        ui.brush.disc(target, (area.x + radius, y), radius, c.accent)
        ui.brush.disc(target, (area.x + radius, y), radius - 2, c.raised)
        left = area.x + 2 * radius
        passed = [level.nodes[level.path] for level in hidden if level.path >= 0]
        for node in passed[-max(1, (area.w // 3) // theme.tx(34)) :]:
            pygame.draw.line(target, c.accent, (left, y), (left + theme.tx(10), y), 2)
            left = self._chip(ui, target, left + theme.tx(10), y, node, True).right
        return left, (left, y)

    def _draw_level(
        self, ui: Ui, target: pygame.Surface, column: pygame.Rect, level: TreeLevel, start: Point
    ) -> Point:
        """Draw one column; return the point where the line continues."""
        theme, c = ui.theme, ui.theme.colours
        entries = entries_of(level, max(2, column.h // theme.tx(ROW)))
        step = min(theme.tx(ROW + 4), column.h // max(1, len(entries)))
        path = level.nodes[level.path] if level.path >= 0 else None
        on = [i for i, each in enumerate(entries) if each.nodes and each.nodes[0] is path]
        anchor = on[0] if on else len(entries) // 2
        top = start[1] - anchor * step - step // 2
        top = max(column.y, min(top, column.bottom - step * len(entries)))
        left = column.x + theme.tx(34)
        following = (left, start[1])
        for index in sorted(range(len(entries)), key=lambda each: each in on):
            entry, lit = entries[index], index in on
            row = pygame.Rect(left, top + index * step, column.right - theme.tx(4) - left, step)
            faint = not entry.nodes or entry.nodes[0].stand is SearchStatus.AHEAD
            ink = c.accent if lit else mix(c.table2, c.line, 0.6) if faint else c.line
            branch(target, (start[0] + 2, start[1]), (left - 4, row.centery), ink, 2 if lit else 1)
            end = self._draw_entry(ui, target, entry, row, lit)
            if lit:
                following = (end + theme.tx(4), row.centery)
        return following

    def _draw_entry(
        self, ui: Ui, target: pygame.Surface, entry: ColumnEntry, row: pygame.Rect, lit: bool
    ) -> int:
        """Draw a row of a column; return the end of what it holds."""
        if entry.cut is not None:
            return self._draw_cut(ui, target, entry.cut, row)
        if entry.nodes and entry.nodes[0].stand is not SearchStatus.AHEAD:
            return self._draw_node(ui, target, entry.nodes[0], row, lit)
        text, x = ui.tr("inspector.windows.hidden", count=entry.hidden), row.x
        if entry.nodes:
            text, nodes = ui.tr("inspector.windows.ahead"), entry.nodes

            def chip(at: int, x: int) -> pygame.Rect:
                return self._chip(ui, target, x, row.centery, nodes[at], False)

            x = _draw_moves(ui, target, row, [node.text for node in nodes], chip)
            if ui.theme.width(text, 14) > row.right - x:
                return x  # pale moves are to come, without a word too
        text = shorten(ui.theme, text, 14, max(0, row.right - x))
        return ui.theme.blit_text(target, text, 14, (x, row.centery), ui.theme.colours.text2).right

    def _chip(
        self, ui: Ui, target: pygame.Surface, left: int, y: int, node: WindowNode, lit: bool
    ) -> pygame.Rect:
        colour, height = self._colours[node.player], ui.theme.tx(CHIP)
        faint = node.stand is SearchStatus.AHEAD
        box = move_chip(ui, target, left, y, height, node.text, colour, lit=lit, faint=faint)
        if node.line == self.frame.chosen:
            around = box.inflate(6, 6)
            ui.brush.rounded(target, around, around.h // 2, None, ui.theme.colours.text, 2)
        self._places.append((box.inflate(6, 4), node))
        return box

    def _draw_node(
        self, ui: Ui, target: pygame.Surface, node: WindowNode, row: pygame.Rect, lit: bool
    ) -> int:
        """Draw a searched move with its window, the result in the last column, the exact value."""
        theme, c, y = ui.theme, ui.theme.colours, row.centery
        last = node in self.view_model.levels[-1].nodes
        own = node.line == self.view_model.line
        x = self._chip(ui, target, row.x, y, node, lit or own).right + theme.tx(8)
        if node.counted is None or not last or node.winner is not None:
            track = pygame.Rect(x, 0, min(theme.tx(TRACK), row.right - x - theme.tx(22)), 0)
            track.h = theme.tx(5)
            track.centery = y
            draw_track(ui, target, track, node)
            x = track.right + theme.tx(6)
        side = theme.tx(18) if node.truth is not None else 0
        if node.stand is SearchStatus.DONE and (last or node.winner is not None):
            text = ui.tr(result_of(node, self.frame))
            if node.counted is not None and node.winner is None:
                text = ui.tr("inspector.windows.guess", share=whole_percent(node.score or 0.0))
            if isinstance(node.left, TableHit):
                text = ui.tr("inspector.windows.from_table", result=text)
            ink = c.text if own else c.text2
            if theme.width(text, 14) <= row.right - x - side:  # else the tooltip alone says it
                x = theme.blit_text(target, text, 14, (x, y), ink).right + theme.tx(10)
        if node.truth is not None:
            target.blit(badge(ui, node.truth, side), (x, y - side // 2))
            x += side
        self._places.append((pygame.Rect(row.x, y - theme.tx(11), x - row.x, theme.tx(22)), node))
        return x

    def _draw_cut(self, ui: Ui, target: pygame.Surface, cut: CutMoves, row: pygame.Rect) -> int:
        """Draw the moves that are skipped, and the positions that this saves."""
        theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(16)
        text, colour = ui.tr(saved_text(cut.event.saved)), self._colours[cut.player]

        def chip(at: int, x: int) -> pygame.Rect:
            name = cut.moves[at]
            return move_chip(ui, target, x, row.centery, theme.tx(CHIP), name, colour, crossed=True)

        moves = row.copy()
        moves.w = max(theme.tx(2 * CHIP), row.w - theme.width(text, 14) - side - theme.tx(14))
        x = _draw_moves(ui, target, moves, cut.moves, chip)
        target.blit(icon(ui.brush, Icon.SCISSORS, side, c.accent), (x, row.centery - side // 2))
        x += side + theme.tx(6)
        text = shorten(theme, text, 14, max(0, row.right - x))
        return theme.blit_text(target, text, 14, (x, row.centery), c.accent).right


def _draw_moves(
    ui: Ui,
    target: pygame.Surface,
    row: pygame.Rect,
    names: Sequence[str],
    chip: Callable[[int, int], pygame.Rect],
) -> int:
    """Draw moves side by side, each by `chip`; count those without room. Return the next place."""
    theme, x = ui.theme, row.x
    for at, name in enumerate(names):
        more = ui.tr("inspector.more", count=len(names) - at)
        room = row.right - x - (theme.width(more, 14) if at + 1 < len(names) else 0)
        if chip_width(theme, name, theme.tx(CHIP)) > room:
            place = (x + 2, row.centery)
            x = theme.blit_text(target, more, 14, place, theme.colours.text2).right
            break
        x = chip(at, x).right - theme.tx(4)
    return x + theme.tx(8)


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
    first, chooser = told_side(frame.game, 0), told_side(frame.game, frame.mover)
    key = "inspector.windows.legend.score_low" if frame.mover else "inspector.windows.legend.score"
    entries = [
        LegendEntry(tr("inspector.windows.legend.window"), legend_sign(ui, SIGN, _draw_window)),
        LegendEntry(tr(key, first=first, mover=chooser), legend_sign(ui, SIGN, score_mark)),
        LegendEntry(tr("inspector.windows.legend.bound"), legend_sign(ui, SIGN, _draw_pointers)),
    ]
    if frame.truths:
        text = tr("inspector.windows.legend.truth", first=first)
        entries.append(LegendEntry(text, badge(ui, Value.WIN, side)))
    return ChartLegend(entries)


def _draw_window(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bar = pygame.Rect(0, y - ui.theme.tx(2), target.get_width(), ui.theme.tx(5))
    ui.brush.rounded(target, bar, bar.h // 2, ui.theme.colours.text2)


def _draw_pointers(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bound_mark(ui, target, x - 2, y, ScoreBound.AT_MOST)
    bound_mark(ui, target, x + 2, y, ScoreBound.AT_LEAST)


# -- the table -------------------------------------------------------------------------------------


def depth_table(
    view_model: WindowsViewModel, frame: InspectorFrame, ui: Ui, act: PanelCallbacks
) -> Table:
    """Lay out one column per iteration, the present one chosen; a click goes to its start."""
    depths, c = view_model.depths, ui.theme.colours
    reached = [at for at, depth in enumerate(depths) if depth.stand is not SearchStatus.AHEAD]
    now = max(reached, default=0)
    # Columns far from the present one leave first.
    order = sorted(range(len(depths)), key=lambda at: -abs(at - now))
    drops = {at: 0 if at == now else place for place, at in enumerate(order, start=1)}
    colour = side_colours(ui, act, frame.game)[view_model.mover]

    def name(row: str) -> str:
        return ui.tr(f"inspector.windows.row.{row}", first=told_side(frame.game, 0))

    def head(depth: DepthIteration) -> TableCell:
        ink = c.accent if depth.stand is SearchStatus.OPEN else c.text
        return TableCell(ui.tr.number(depth.depth), bold=True, ink=ink)

    cells = [_cells(ui, frame, depth, colour) for depth in depths]
    rows = [
        [TableCell(name(row), ink=c.text2), *(column[place] for column in cells)]
        for place, row in enumerate(TABLE_ROWS)
    ]
    return Table(
        [
            TableColumn(TableCell(name("depth"), ink=c.text2), 0),
            *(TableColumn(head(depth), 0.5, drops[at]) for at, depth in enumerate(depths)),
        ],
        rows,
        choosing=Choosing.COLUMNS,
        choose=lambda row, column: act.go_to_step(depths[column - 1].step),
        able=lambda row, column: column > 0 and depths[column - 1].step >= 0,
        at=(0, now + 1),
        row_height=TABLE_ROW,
        head_height=TABLE_ROW,
        even=True,
        key="inspector table",
    )


def _cells(ui: Ui, frame: InspectorFrame, depth: DepthIteration, colour: Colour) -> list[TableCell]:
    """Return the cells of an iteration below its head."""
    ink = ui.theme.colours.text2 if depth.stand is SearchStatus.AHEAD else None
    whole = depth.whole
    counted = (None, None, None) if whole is None else (whole.cuts, whole.saved, whole.hits)
    counts = (depth.positions, *counted)
    texts = ["–" if count is None else ui.tr.number(count) for count in counts]
    return [
        *_result(ui, frame, depth, colour),
        *(TableCell(text, mono=True, ink=ink) for text in texts),
    ]


def _result(
    ui: Ui, frame: InspectorFrame, depth: DepthIteration, colour: Colour
) -> tuple[TableCell, TableCell]:
    """Return the best move with its exact result, and its score for the first player."""
    best, faint = depth.best, depth.stand is SearchStatus.AHEAD
    if depth.stand is SearchStatus.OPEN:
        return TableCell(ui.tr("inspector.windows.looking")), TableCell("…")
    if best is None or best.score is None:
        return TableCell("–"), TableCell("–")
    height, gap = ui.theme.tx(TABLE_CHIP), ui.theme.tx(BESIDE)
    sign = None if best.truth is None else badge(ui, best.truth, height)
    width = chip_width(ui.theme, best.text, height) + (gap + height if sign else 0)

    def draw(ui: Ui, target: pygame.Surface, box: pygame.Rect) -> None:
        left, y = box.centerx - width // 2, box.centery
        chip = move_chip(ui, target, left, y, height, best.text, colour, faint=faint)
        if sign is not None:
            target.blit(sign, sign.get_rect(midleft=(chip.right + gap, y)))

    text = percent_text(ui, best.score)
    if best.winner is not None:
        side = Message(side_words(frame.game)[best.winner])
        text = ui.tr("inspector.windows.short_win", side=side)
    ink = ui.theme.colours.text2 if faint else None
    return TableCell(draw=draw, width=width / ui.theme.text_u), TableCell(text, ink=ink)
