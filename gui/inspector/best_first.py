"""Panel of A*: every way to search a puzzle with its cost, and one step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pygame

from engine.messages import Message, message
from engine.trace.puzzle_search import MAX_SINGLE, PositionExpanded
from gui.boards.board import MakePuzzleArt
from gui.inspector.search_frame import (
    LAST_DONE,
    NEXT_OPEN,
    BestFirstStep,
    PathNode,
    SearchFrame,
    SearchWay,
)
from gui.inspector.search_panel import SearchCallbacks, SearchPanel
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.layout import Flexible, Layout
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

ROW, LEAST_ROW, LEAST_BAR = 34, 26, 100
LEAST_SCALE = 3  # powers of ten on the axis, at least


class BestFirstPanel(SearchPanel):
    """The ways to search above the positions of the step, drawn as small boards."""

    def picture(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        if frame.ways is None or act.thumbnail is None:
            return Flexible()
        return StepPicture(frame.ways.step, act.thumbnail)

    def table(self, frame: SearchFrame, ui: Ui, act: SearchCallbacks) -> Layout:
        ways = frame.ways
        assert ways is not None
        return ways_table(ways.ways, ways.chosen, act.choose_way, ui)

    def said(self, frame: SearchFrame, ui: Ui) -> str:
        return "" if frame.now is None else ui.tr(frame.now.text)

    def place(self, frame: SearchFrame) -> tuple[Message, ...]:
        """Return the step, and the bound that its f proves."""
        assert frame.ways is not None
        recording, taken = frame.recording, frame.now
        assert isinstance(taken, PositionExpanded)
        place = {"n": taken.number, "total": recording.total}
        moment = message("search.moment", **place)
        if recording.left_out:
            moment = message("search.moment_cut", **place, limit=MAX_SINGLE)
        bounds = [f for step, f in frame.ways.rises if step <= frame.step]
        return (moment, *(message("search.bound", count=bound) for bound in bounds[-1:]))


# -- the ways --------------------------------------------------------------------------------------


def powers_of(ways: Sequence[SearchWay]) -> float:
    """Return the powers of ten of the axis: one scale for the bars of all ways."""
    largest = max((way.looked_at or 1 for way in ways), default=1)
    return max(LEAST_SCALE, math.log10(largest))


def bar_fraction(way: SearchWay, powers: float) -> float:
    """Return the length of a bar as a fraction of the axis."""
    return math.log10(max(1, way.looked_at or 1)) / powers


def way_name(way: SearchWay, ui: Ui) -> str:
    return ui.tr(f"search.way.{'.'.join(filter(None, (way.solver, way.heuristic)))}")


def ways_table(
    ways: Sequence[SearchWay], chosen: str, choose: Callable[[str], None], ui: Ui
) -> Table:
    """Lay out a row for each way to search, with a bar on a logarithmic scale.

    A click chooses a way that can be shown step by step.
    """
    tr, names = ui.tr, [way_name(way, ui) for way in ways]
    left = max(ui.theme.width(name, 14, True) for name in names) + ui.theme.tx(14)
    axis = _Axis(powers_of(ways), left)
    now = next((at for at, way in enumerate(ways) if way.key and way.key == chosen), -1)

    def row(at: int, way: SearchWay) -> list[TableCell]:
        draw = partial(_draw_way, axis, way, at == now)
        looked_at, stored = (
            "" if count is None else tr.number(count) for count in (way.looked_at, way.stored)
        )
        return [
            TableCell(names[at], draw=draw, bold=True, width=LEAST_BAR),
            TableCell(looked_at, bold=at == now),
            TableCell(stored, ink=ui.theme.colours.text2),
        ]

    texts = [tr.number(10**power) for power in range(int(axis.powers) + 1)]
    scale = TableCell(" · ".join(texts), draw=partial(_draw_numbers, axis, texts))
    head = TableCell(tr("search.ways"), note=tr("search.scale"), size=16, bold=True)
    table = Table(
        [
            TableColumn(head, 0),
            *(TableColumn(tr(f"search.{key}")) for key in ("looked_at", "kept")),
        ],
        [*(row(at, way) for at, way in enumerate(ways)), [scale, TableCell(), TableCell()]],
        choose=lambda row, column: choose(ways[row].key),
        able=lambda row, column: row < len(ways) and bool(ways[row].key),
        at=(now, 0),
        row_height=ROW,
        least_row=LEAST_ROW,
        head_height=ROW,
        key="ways",
    )
    table.called = tr("search.ways")
    return table


class _Axis(NamedTuple):
    """The logarithmic axis of all bars: its powers of ten, after names of a width."""

    powers: float
    names: int

    def at(self, theme: Theme, box: pygame.Rect, fraction: float) -> int:
        """Return a place on the axis."""
        left = box.x + theme.px(8) + self.names
        return left + round((box.right - theme.tx(8) - left) * fraction)


def _draw_way(
    axis: _Axis, way: SearchWay, chosen: bool, ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    """Draw the name of a way, a line for each power of ten, and its bar."""
    theme, c, left = ui.theme, ui.theme.colours, axis.at(ui.theme, box, 0)
    name = (box.x + theme.px(8), box.centery)
    theme.blit_text(target, way_name(way, ui), 14, name, bold=chosen)
    for power in range(int(axis.powers) + 1):
        target.fill(c.line, (axis.at(theme, box, power / axis.powers), box.y, 1, box.h))
    if way.looked_at is None:
        return
    end = axis.at(theme, box, bar_fraction(way, axis.powers))
    bar = pygame.Rect(left, 0, max(3, end - left), box.h // 2)
    bar.centery = box.centery
    breadth = way.solver == "breadth"
    plain = mix(c.text2, c.table2, 0.25) if breadth else mix(c.win, c.table2, 0.3)
    ui.brush.rounded(target, bar, theme.px(3), c.win if chosen else plain)


def _draw_numbers(
    axis: _Axis, texts: Sequence[str], ui: Ui, target: pygame.Surface, box: pygame.Rect
) -> None:
    """Write the numbers of the lines, every other one where they stand close."""
    theme, last = ui.theme, len(texts) - 1
    width = axis.at(theme, box, 1) - axis.at(theme, box, 0)
    every = 1 if (theme.width(texts[-1], 14) + theme.tx(8)) * axis.powers <= width else 2
    for power in range(last % every, last + 1, every):
        at = (axis.at(theme, box, power / axis.powers), box.centery)
        theme.blit_text(target, texts[power], 14, at, theme.colours.text2, align=0.5)


# -- one step --------------------------------------------------------------------------------------


@dataclass(eq=False)
class StepPicture(Widget):
    """The positions of one step of A* as small boards, each with its f = g + h.

    Above the last ones done, the one taken and the new ones, below the open ones.
    """

    step: BestFirstStep
    thumbnail: MakePuzzleArt

    def __post_init__(self) -> None:
        super().__init__("step")

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(640), max(theme.tx(360), width)), theme.tx(190)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the position taken and the numbers of the others."""
        step = self.step
        gap = ui.tr("search.jump")
        texts = (
            ui.tr("search.taken"),
            step.taken.position,
            equation(step.taken),
            ui.tr("search.new", count=len(step.new)),
            gap if step.open is None else ui.tr("search.open", count=step.open),
        )
        return AccessibleInfo(Role.PICTURE, sentence(texts))

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, step, last = ui.theme.colours, self.step, self.step.last_done
        upper, lower = self._halves(ui, target)
        column = round(upper.w / NEXT_OPEN)
        self._head(ui, target, upper, ui.tr("search.done", count=step.done))
        self._boards(ui, target, upper, last, c.text2, LAST_DONE - len(last), faint=True)
        left = upper.x + LAST_DONE * column
        end = self._head(ui, target, upper.move(left - upper.x, 0), ui.tr("search.taken"))
        self._boards(ui, target, upper, [step.taken], c.accent, LAST_DONE, framed=True)
        new, left = ui.tr("search.new", count=len(step.new)), max(end, left + column)
        self._head(ui, target, upper.move(left - upper.x, 0), new)
        self._boards(ui, target, upper, step.new, c.text, LAST_DONE + 1)
        if step.open is None:
            self._head(ui, target, lower, "", ui.tr("search.jump"))
            return
        rest = step.open - len(step.next_open)  # the open positions that have no room
        note = ui.tr("search.order")
        if rest > 0:
            note = f"{note} · {ui.tr('search.more', count=rest)}"
        self._head(ui, target, lower, ui.tr("search.open", count=step.open), note)
        self._boards(ui, target, lower, step.next_open[:1], c.text, framed=True)  # taken next
        self._boards(ui, target, lower, step.next_open[1:], c.text, 1)

    def _halves(self, ui: Ui, target: pygame.Surface) -> tuple[pygame.Rect, pygame.Rect]:
        """Draw the field; return its upper and its lower half."""
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.hair, 1)
        upper = self.rect.inflate(-theme.tx(24), -theme.tx(16))
        upper.h //= 2
        return upper, upper.move(0, upper.h)

    def _head(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, title: str, note: str = ""
    ) -> int:
        """Write a title and a note at the top of an area; return their end."""
        theme, y = ui.theme, area.y + ui.theme.line_height(14) // 2
        x = theme.blit_text(target, title, 14, (area.x, y), bold=True).right + theme.tx(8)
        text = shorten(theme, note, 14, max(0, area.right - x))
        return theme.blit_text(target, text, 14, (x, y), theme.colours.text2).right + theme.tx(8)

    def _boards(
        self,
        ui: Ui,
        target: pygame.Surface,
        area: pygame.Rect,
        nodes: Sequence[PathNode],
        ink: Colour,
        column: int = 0,
        *,
        framed: bool = False,
        faint: bool = False,
    ) -> None:
        """Draw positions side by side below the head of an area, from a column of it on."""
        theme, line, pitch = ui.theme, ui.theme.line_height(14), area.w / NEXT_OPEN
        side = max(1, min(area.h - 2 * line - theme.tx(6), round(pitch) - theme.tx(10)))
        for place, node in enumerate(nodes, column):
            box = pygame.Rect(0, 0, side, side)
            box.midtop = (round(area.x + pitch * (place + 0.5)), area.y + line + theme.tx(2))
            picture = self.thumbnail(node.position, box.size, ui)
            if faint:
                picture = picture.copy()
                picture.set_alpha(110)
            target.blit(picture, box)
            draw_node(ui, target, box, node, pitch, ink, framed=framed)


def draw_node(
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
    node: PathNode,
    pitch: float,
    ink: Colour,
    *,
    framed: bool,
) -> None:
    """Write f = g + h below a board, which is perhaps framed in the same ink."""
    theme, whole = ui.theme, equation(node)
    if framed:
        around = box.inflate(theme.tx(6), theme.tx(6))
        ui.brush.rounded(target, around, theme.px(6), None, ink, 2)
    forms, room = (whole, whole.replace(" ", "")), pitch - theme.tx(4)
    text = next((each for each in forms if theme.width(each, 14, framed) <= room), str(node.total))
    below = (box.centerx, box.bottom + theme.line_height(14) // 2 + theme.tx(3))
    theme.blit_text(target, text, 14, below, ink, bold=framed, align=0.5)


def equation(node: PathNode) -> str:
    """Return f = g + h in numbers."""
    return f"{node.total} = {node.made} + {node.left}"
