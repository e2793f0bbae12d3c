"""Pictures of A* and of iterative deepening: the cost of every way to search, and one step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from engine.trace.puzzle_search import PATH_SHOWN, ROUND_STEPS
from gui.boards.board import MakePuzzleArt
from gui.inspector.best_first_view_model import BestFirstStep, DescentStep, PathNode, SearchWay
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.table import Table, TableCell, TableColumn
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

ROW, LEAST_ROW, LEAST_BAR = 34, 26, 100
LEAST_SCALE = 3  # powers of ten on the axis, at least
LEAST_SLOTS = 10  # rounds of iterative deepening side by side


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


def draw_node(
    ui: Ui,
    target: pygame.Surface,
    picture: pygame.Surface,
    box: pygame.Rect,
    text: str,
    ink: Colour,
    *,
    framed: bool,
) -> None:
    """Draw a position with a text below it; a framed one has the frame and the text in `ink`."""
    theme = ui.theme
    target.blit(picture, box)
    if framed:
        around = box.inflate(theme.tx(6), theme.tx(6))
        ui.brush.rounded(target, around, theme.px(6), None, ink, 2)
    place = (box.centerx, box.bottom + theme.line_height(14) // 2 + theme.tx(3))
    theme.blit_text(target, text, 14, place, ink, bold=framed, align=0.5)


class StepPicture(Widget):
    """The positions of one step of A* as small boards, each with f = g + h."""

    def __init__(self, step: BestFirstStep, draw: MakePuzzleArt) -> None:
        super().__init__("step")
        self.step = step
        self.thumbnail = draw

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(640), max(theme.tx(300), width)), theme.tx(190)

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
        theme, c, rect, step = ui.theme, ui.theme.colours, self.rect, self.step
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        line = theme.line_height(14)
        half = (rect.h - theme.tx(16)) // 2
        side = min(half - 2 * line - theme.tx(6), (rect.w - theme.tx(24)) // 8 - theme.tx(10))
        if side < theme.tx(16):
            return
        widest = max(theme.width(equation(node), 14, True) for node in (step.taken, *step.new))
        pitch = min((rect.w - theme.tx(24)) / 8, max(side, widest) + theme.tx(26))
        upper, lower = rect.y + theme.tx(8), rect.y + theme.tx(8) + half
        rest = (step.open or 0) - len(step.next_open)  # the open positions that have no room
        more = ui.tr("search.more", count=rest) if rest > 0 else ""

        def head(column: float, top: int, bold: str, note: str = "", after: int = 0) -> int:
            """Write a head over a column, but not before `after`; return where its words end."""
            x = max(after, round(rect.x + theme.tx(12) + pitch * column))
            theme.blit_text(target, bold, 14, (x, top + line // 2), bold=True)
            end = x + theme.width(bold, 14, True)
            beside = end + theme.tx(8)
            beyond = theme.width(more, 14) + theme.tx(24)
            if note and beside + theme.width(note, 14) <= rect.right - beyond:
                theme.blit_text(target, note, 14, (beside, top + line // 2), c.text2)
            return end + theme.tx(16)

        def board(column: int, top: int, node: PathNode, frame: bool, faint: bool) -> pygame.Rect:
            box = pygame.Rect(0, 0, side, side)
            middle = round(rect.x + theme.tx(12) + pitch * (column + 0.5))
            box.midtop = (middle, top + line + theme.tx(2))
            picture = self.thumbnail(node.position, box.size, theme, ui.brush)
            if faint:
                picture = picture.copy()
                picture.set_alpha(110)
            room = pitch - theme.tx(12)
            if widest > room:
                # Beside the short texts of the others there is more room for the taken one.
                room = 2 * pitch - theme.width(str(node.total), 14) - theme.tx(24) if frame else 0
            text = fitting_equation(theme, node, room, frame)
            ink = c.accent if frame else c.text2 if faint else c.text
            draw_node(ui, target, picture, box, text, ink, framed=frame)
            return box

        done = head(0, upper, ui.tr("search.done", count=step.done))
        for column, node in enumerate(step.last_done, 3 - len(step.last_done)):
            board(column, upper, node, False, True)
        taken = head(3, upper, ui.tr("search.taken"), after=done)
        board(3, upper, step.taken, True, False)
        head(4.2, upper, ui.tr("search.new", count=len(step.new)), after=taken)
        for column, node in enumerate(step.new, 4):
            board(column, upper, node, False, False)
        if step.open is None:
            head(0, lower, "", ui.tr("search.jump"))
            return
        head(0, lower, ui.tr("search.open", count=step.open), ui.tr("search.order"))
        boxes = [board(at, lower, node, False, False) for at, node in enumerate(step.next_open)]
        if boxes:  # the one that is taken next
            ui.brush.rounded(target, boxes[0].inflate(6, 6), theme.px(6), None, c.text2, 1)
        end = (rect.right - theme.tx(12), lower + line // 2)
        theme.blit_text(target, more, 14, end, c.text2, align=1)


class DescentPicture(Widget):
    """The rounds as bars on a logarithmic scale above the path as small boards."""

    def __init__(self, step: DescentStep, draw: MakePuzzleArt) -> None:
        super().__init__("step")
        self.step = step
        self.thumbnail = draw

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(640), max(theme.tx(420), width)), theme.tx(190)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the rounds and the newest position."""
        rounds = [
            f"{ui.tr('ida.place', n=number, bound=each.bound)}: {ui.tr.number(each.visits)}"
            for number, each in enumerate(self.step.rounds, 1)
        ]
        newest = [f"{node.position}, {equation(node)}" for node in self.step.path[-1:]]
        return AccessibleInfo(Role.PICTURE, sentence([*rounds, *newest]))

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.hair, 1)
        inner = self.rect.inflate(-theme.tx(24), -theme.tx(16))
        upper, lower = inner.copy(), inner.copy()
        upper.h = lower.h = inner.h // 2
        lower.bottom = inner.bottom
        self._draw_rounds(ui, target, upper)
        self._draw_path(ui, target, lower)

    def _head(
        self, ui: Ui, target: pygame.Surface, area: pygame.Rect, title: str, note: str
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        y = area.y + theme.line_height(14) // 2
        theme.blit_text(target, title, 14, (area.x, y), bold=True)
        x = area.x + theme.width(title, 14, True) + theme.tx(8)
        theme.blit_text(target, shorten(theme, note, 14, area.right - x), 14, (x, y), c.text2)

    def _draw_rounds(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a bar for each round, its bound above and its positions below."""
        theme, c, rounds = ui.theme, ui.theme.colours, self.step.rounds
        note = ui.tr("ida.rounds_note", n=ROUND_STEPS)
        self._head(ui, target, area, ui.tr("ida.rounds"), note)
        line = theme.line_height(14)
        room = area.h - 3 * line - theme.tx(6)
        if room < theme.tx(8):
            return
        pitch = area.w / max(LEAST_SLOTS, len(rounds))
        largest = math.log10(max(1000, *(each.visits for each in rounds)))
        for index, each in enumerate(rounds):
            middle, base = round(area.x + pitch * (index + 0.5)), area.bottom - line
            high = max(2, round(room * math.log10(max(1, each.visits)) / largest))
            bar = pygame.Rect(0, 0, round(min(pitch * 0.5, theme.tx(36))), high)
            bar.midbottom = (middle, base)
            ink = mix(c.win, c.table2, 0.3) if each.over else c.accent
            ui.brush.rounded(target, bar, min(theme.px(3), bar.h // 2), ink)
            above = (middle, bar.y - line // 2)
            theme.blit_text(target, str(each.bound), 14, above, c.text, bold=True, align=0.5)
            below = (middle, base + line // 2)
            theme.blit_text(target, ui.tr.number(each.visits), 14, below, c.text2, align=0.5)

    def _draw_path(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the last positions of the path with f = g + h."""
        theme, c, path = ui.theme, ui.theme.colours, self.step.path
        self._head(ui, target, area, ui.tr("ida.path"), ui.tr("ida.path_note"))
        line = theme.line_height(14)
        side = min(area.h - 2 * line - theme.tx(6), area.w // PATH_SHOWN - theme.tx(10))
        if side < theme.tx(16) or not path:
            return
        widest = max(theme.width(equation(node), 14, True) for node in path)
        pitch = min(area.w / PATH_SHOWN, max(side, widest) + theme.tx(26))
        for index, node in enumerate(path):
            box = pygame.Rect(0, 0, side, side)
            box.midtop = (round(area.x + pitch * (index + 0.5)), area.y + line + theme.tx(2))
            picture = self.thumbnail(node.position, box.size, theme, ui.brush)
            newest = index == len(path) - 1
            ink = c.text if not newest else c.loss if self.step.cut else c.accent
            draw_node(ui, target, picture, box, equation(node), ink, framed=newest)


def equation(node: PathNode) -> str:
    """Return f = g + h in numbers."""
    return f"{node.total} = {node.made} + {node.left}"


def fitting_equation(theme: Theme, node: PathNode, room: float, bold: bool) -> str:
    """Return f = g + h, without spaces where room is scarce, and f alone where it does not fit."""
    text = equation(node)
    forms = (text, text.replace(" ", ""))
    return next((form for form in forms if theme.width(form, 14, bold) <= room), str(node.total))
