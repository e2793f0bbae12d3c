"""Panel of A*: every way to search a puzzle with its cost, and one step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.messages import Message, message
from engine.trace.puzzle_search import (
    MAX_SINGLE,
    PositionExpanded,
)
from gui.boards.board import MakePuzzleArt
from gui.inspector.search_frame import (
    LAST_DONE,
    NEXT_OPEN,
    BestFirstStep,
    PathNode,
    SearchFrame,
    SearchWay,
)
from gui.inspector.search_panel import SearchCallbacks, SearchPanel, result_text
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

    def verdict(self, frame: SearchFrame, ui: Ui) -> str:
        return result_text(frame, ui)

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
        return (
            moment,
            *(message("search.bound", count=bound) for bound in bounds[-1:]),
        )


# -- the ways --------------------------------------------------------------------------------------


def powers_of(ways: Sequence[SearchWay]) -> float:
    """Return the powers of ten of the axis: one scale for the bars of all ways."""
    largest = max((way.looked_at or 1 for way in ways), default=1)
    return max(LEAST_SCALE, math.log10(largest))


def bar_fraction(way: SearchWay, powers: float) -> float:
    """Return the length of a bar as a fraction of the axis."""
    return math.log10(max(1, way.looked_at or 1)) / powers


def ways_table(
    ways: Sequence[SearchWay], chosen: str, choose: Callable[[str], None], ui: Ui
) -> Table:
    """Lay out a row for each way to search, with a bar on a logarithmic scale.

    A click chooses a way that can be shown step by step.
    """
    tr, powers = ui.tr, powers_of(ways)
    parts = (filter(None, (way.solver, way.heuristic)) for way in ways)
    names = [tr(f"search.way.{'.'.join(each)}") for each in parts]
    left = max(ui.theme.width(name, 14, True) for name in names) + ui.theme.tx(14)
    now = next((at for at, way in enumerate(ways) if way.key and way.key == chosen), -1)

    def row(at: int, way: SearchWay) -> list[TableCell]:
        draw = partial(_draw_way, way, names[at], left, powers, at == now)
        counts = ("" if n is None else tr.number(n) for n in (way.looked_at, way.stored))
        looked_at, stored = counts
        return [
            TableCell(names[at], draw=draw, bold=True, width=LEAST_BAR),
            TableCell(looked_at, bold=at == now),
            TableCell(stored, ink=ui.theme.colours.text2),
        ]

    texts = [tr.number(10**power) for power in range(int(powers) + 1)]
    axis = TableCell(" · ".join(texts), draw=partial(_draw_axis, texts, left, powers))
    head = TableCell(tr("search.ways"), note=tr("search.scale"), size=16, bold=True)
    table = Table(
        [
            TableColumn(head, 0),
            *(TableColumn(tr(f"search.{key}")) for key in ("looked_at", "kept")),
        ],
        [*(row(at, way) for at, way in enumerate(ways)), [axis, TableCell(), TableCell()]],
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


def _draw_way(
    way: SearchWay,
    name: str,
    names: int,
    powers: float,
    chosen: bool,
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
) -> None:
    """Draw the name of a way, a line for each power of ten, and its bar."""
    theme, c = ui.theme, ui.theme.colours
    theme.blit_text(target, name, 14, (box.x + theme.px(8), box.centery), bold=chosen)
    left, width = _axis(theme, box, names)
    for power in range(int(powers) + 1):
        target.fill(c.line, (left + round(width * power / powers), box.y, 1, box.h))
    if way.looked_at is None:
        return
    bar = pygame.Rect(left, 0, max(3, round(width * bar_fraction(way, powers))), box.h // 2)
    bar.centery = box.centery
    breadth = way.solver == "breadth"
    plain = mix(c.text2, c.table2, 0.25) if breadth else mix(c.win, c.table2, 0.3)
    ui.brush.rounded(target, bar, theme.px(3), c.win if chosen else plain)


def _axis(theme: Theme, box: pygame.Rect, names: int) -> tuple[int, int]:
    """Return the left end and the width of the axis, after names of a width."""
    left = box.x + theme.px(8) + names
    return left, box.right - theme.tx(8) - left


def _draw_axis(
    texts: Sequence[str],
    names: int,
    powers: float,
    ui: Ui,
    target: pygame.Surface,
    box: pygame.Rect,
) -> None:
    """Write the numbers of the lines, every other one where they stand close."""
    theme, (left, width) = ui.theme, _axis(ui.theme, box, names)
    every = 1 if (theme.width(texts[-1], 14) + theme.tx(8)) * powers <= width else 2
    last = len(texts) - 1
    for power in range(last % every, last + 1, every):
        at = (left + round(width * power / powers), box.centery)
        theme.blit_text(target, texts[power], 14, at, theme.colours.text2, align=0.5)


# -- one step --------------------------------------------------------------------------------------


class StepPicture(Widget):
    """The positions of one step of A* as small boards, each with its f = g + h.

    Above the last ones done, the one taken and the new ones, below the open ones.
    """

    def __init__(self, step: BestFirstStep, draw: MakePuzzleArt) -> None:
        super().__init__("step")
        self.step = step
        self.thumbnail = draw

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
        taken, left = ui.tr("search.taken"), upper.x + LAST_DONE * column
        end = self._head(ui, target, upper, taken, left=left)
        self._boards(ui, target, upper, [step.taken], c.accent, LAST_DONE, framed=True)
        new, left = ui.tr("search.new", count=len(step.new)), max(end, left + column)
        self._head(ui, target, upper, new, left=left)
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
        self,
        ui: Ui,
        target: pygame.Surface,
        area: pygame.Rect,
        title: str,
        note: str = "",
        left: int = 0,
    ) -> int:
        """Write a title and a note at the top of an area, or from `left` on; return their end."""
        theme, y = ui.theme, area.y + ui.theme.line_height(14) // 2
        place = (max(area.x, left), y)
        x = theme.blit_text(target, title, 14, place, bold=True).right + theme.tx(8)
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
