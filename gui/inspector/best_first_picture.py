"""Pictures of A*: the cost of every way to search, and the positions of one step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from gui.boards.board import MakePuzzleArt
from gui.inspector.best_first_view_model import BestFirstStep, PathNode, SearchWay
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import Theme, mix
from gui.ui import Ui

ROW = 28
LEAST_SCALE = 3  # powers of ten on the axis, at least


class WaysChart(Widget):
    """A row for each way to search, with a bar on a logarithmic scale; a click chooses an A*.

    It is no `Chart`: a row has texts at both ends and is chosen like that of a list.
    """

    focusable = True

    def __init__(
        self, ways: Sequence[SearchWay], chosen: str, choose: Callable[[str], None]
    ) -> None:
        super().__init__("ways")
        self.ways = ways
        self.chosen = chosen
        self.choose = choose

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = self._names(ui) + 2 * self._numbers(ui) + theme.tx(100)
        rows = theme.tx(ROW) * (len(self.ways) + 1) + theme.line_height(14)
        return max(least, min(width, theme.tx(640))), rows + theme.tx(18)

    def _name(self, ui: Ui, way: SearchWay) -> str:
        key = f"search.way.{way.solver}" + (f".{way.heuristic}" if way.solver == "astar" else "")
        return ui.tr(key)

    def _names(self, ui: Ui) -> int:
        return max(ui.theme.width(self._name(ui, way), 14, True) for way in self.ways)

    def _numbers(self, ui: Ui) -> int:
        heads = (ui.tr("search.looked_at"), ui.tr("search.kept"), ui.tr.number(10**6))
        return max(ui.theme.width(text, 14, True) for text in heads) + ui.theme.tx(12)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe every way with its numbers; an A* can be chosen."""
        parts = tuple(self._spoken(ui, index, way) for index, way in enumerate(self.ways))
        return AccessibleInfo(Role.LIST, ui.tr("search.ways"), parts=parts)

    def _spoken(self, ui: Ui, index: int, way: SearchWay) -> AccessibleInfo:
        box = self._row(ui, index)
        numbers = [ui.tr.number(each) for each in (way.looked_at, way.stored) if each is not None]
        chosen = bool(way.key) and way.key == self.chosen
        return AccessibleInfo(
            Role.ROW,
            sentence((self._name(ui, way), *numbers)),
            selected=chosen,
            key=str(index),
            place=(box.x, box.y, box.w, box.h),
            current=chosen,
            press=(lambda: self.choose(way.key)) if way.key else None,
        )

    @property
    def powers(self) -> float:
        """The powers of ten of the axis: one scale for all rows."""
        largest = max((way.looked_at or 1 for way in self.ways), default=1)
        return max(LEAST_SCALE, math.log10(largest))

    def fraction(self, way: SearchWay) -> float:
        """Return the length of a bar as a fraction of the axis."""
        return math.log10(max(1, way.looked_at or 1)) / self.powers

    def _row(self, ui: Ui, index: int) -> pygame.Rect:
        theme = ui.theme
        axis = theme.line_height(14) + theme.tx(4)
        step = (self.rect.h - theme.tx(14) - axis) / (len(self.ways) + 1)
        top = self.rect.y + theme.tx(7) + round(step * (index + 1))
        row = self.rect.inflate(-theme.tx(16), 0)
        row.y, row.h = top, round(step)
        return row

    def handle(self, event: pygame.event.Event) -> bool:
        keys = [way.key for way in self.ways if way.key]
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._ui is not None:
            for index, way in enumerate(self.ways):
                inside = self._row(self._ui, index).collidepoint(event.pos)
                if inside and way.key:
                    self.choose(way.key)
            return True
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if key_pressed(event, *steps):
            at = keys.index(self.chosen) + steps[event.key]
            if 0 <= at < len(keys):
                self.choose(keys[at])
            return True
        return False

    _ui: Ui | None = None

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self._ui = ui
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        head = self._row(ui, -1)
        numbers, names = self._numbers(ui), self._names(ui)
        right = head.right - theme.tx(8)
        self._draw_head(ui, target, head, right, numbers)
        left = head.x + theme.tx(8) + names + theme.tx(14)
        width = right - 2 * numbers - theme.tx(18) - left
        self._draw_axis(ui, target, left, width)
        for index, way in enumerate(self.ways):
            self._draw_way(ui, target, self._row(ui, index), way, (left, width, right, numbers))

    def _draw_head(
        self, ui: Ui, target: pygame.Surface, head: pygame.Rect, right: int, numbers: int
    ) -> None:
        """Draw the title, the note of the scale where it fits, and the heads of the numbers."""
        theme, c = ui.theme, ui.theme.colours
        title, note, y = ui.tr("search.ways"), ui.tr("search.scale"), head.centery
        x = head.x + theme.tx(8)
        theme.blit_text(target, title, 16, (x, y), bold=True)
        x += theme.width(title, 16, True) + theme.tx(14)
        heading, stored = ui.tr("search.looked_at"), ui.tr("search.kept")
        if x + theme.width(note, 14) + theme.tx(14) <= right - numbers - theme.width(heading, 14):
            theme.blit_text(target, note, 14, (x, y), c.text2)
        theme.blit_text(target, heading, 14, (right - numbers, y), c.text2, align=1)
        theme.blit_text(target, stored, 14, (right, y), c.text2, align=1)

    def _draw_axis(self, ui: Ui, target: pygame.Surface, left: int, width: int) -> None:
        """Draw a line for each power of ten through all rows, with its number below."""
        theme, c = ui.theme, ui.theme.colours
        top, bottom = self._row(ui, 0).y, self._row(ui, len(self.ways)).y
        texts = [ui.tr.number(10**power) for power in range(int(self.powers) + 1)]
        widest = theme.width(texts[-1], 14) + theme.tx(8)
        every = 1 if widest * self.powers <= width else 2
        for power, text in enumerate(texts):
            x = left + round(width * power / self.powers)
            target.fill(c.line, (x, top, 1, bottom - top + theme.tx(2)))
            if (len(texts) - 1 - power) % every == 0:
                middle = (x, bottom + theme.tx(4) + theme.line_height(14) // 2)
                theme.blit_text(target, text, 14, middle, c.text2, align=0.5)

    def _draw_way(
        self,
        ui: Ui,
        target: pygame.Surface,
        row: pygame.Rect,
        way: SearchWay,
        measures: tuple[int, int, int, int],
    ) -> None:
        """Draw the row of a way: name, bar, and both numbers."""
        theme, c = ui.theme, ui.theme.colours
        left, width, right, numbers = measures
        chosen = bool(way.key) and way.key == self.chosen
        if chosen:
            ground = mix(c.table2, c.accent, 0.12)
            ui.brush.rounded(target, row.inflate(0, -2), theme.px(8), ground, c.accent, 1)
        name = (row.x + theme.tx(8), row.centery)
        theme.blit_text(target, self._name(ui, way), 14, name, bold=chosen)
        if way.looked_at is None or way.stored is None:
            return
        bar = pygame.Rect(left, 0, max(3, round(width * self.fraction(way))), max(6, row.h // 2))
        bar.centery = row.centery
        plain = (
            mix(c.text2, c.table2, 0.25) if way.solver == "breadth" else mix(c.win, c.table2, 0.3)
        )
        ui.brush.rounded(target, bar, theme.px(3), c.win if chosen else plain)
        visited, stored = ui.tr.number(way.looked_at), ui.tr.number(way.stored)
        theme.blit_text(target, visited, 14, (right - numbers, row.centery), bold=chosen, align=1)
        theme.blit_text(target, stored, 14, (right, row.centery), c.text2, align=1)


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
        first = pygame.Rect(0, 0, side, side)
        pitch = min((rect.w - theme.tx(24)) / 8, max(side, widest) + theme.tx(26))
        upper, lower = rect.y + theme.tx(8), rect.y + theme.tx(8) + half
        first.midtop = (
            round(rect.x + theme.tx(12) + pitch * 0.5),
            lower + line + theme.tx(2),
        )

        more = self._rest(ui)

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

        def board(column: int, top: int, node: PathNode, frame: bool, faint: bool) -> None:
            middle = round(rect.x + theme.tx(12) + pitch * (column + 0.5))
            box = pygame.Rect(0, 0, side, side)
            box.midtop = (middle, top + line + theme.tx(2))
            picture = self.thumbnail(node.position, box.size, theme, ui.brush)
            if faint:
                picture = picture.copy()
                picture.set_alpha(110)
            target.blit(picture, box)
            if frame:
                around = box.inflate(theme.tx(6), theme.tx(6))
                ui.brush.rounded(target, around, theme.px(6), None, c.accent, 2)
            ink = c.accent if frame else c.text2 if faint else c.text
            place = (middle, box.bottom + line // 2 + theme.tx(3))
            room = pitch - theme.tx(12)
            if widest > room:
                # Beside the short texts of the others there is more room for the taken one.
                room = 2 * pitch - theme.width(str(node.total), 14) - theme.tx(24) if frame else 0
            text = fitting_equation(theme, node, room, frame)
            theme.blit_text(target, text, 14, place, ink, bold=frame, align=0.5)

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
        for column, node in enumerate(step.next_open):
            board(column, lower, node, False, False)
        theme.blit_text(
            target, more, 14, (rect.right - theme.tx(12), lower + line // 2), c.text2, align=1
        )
        self._draw_next(ui, target, first)

    def _draw_next(self, ui: Ui, target: pygame.Surface, first: pygame.Rect) -> None:
        """Draw a frame around the position that is taken next."""
        if self.step.next_open:
            ink = ui.theme.colours.text2
            ui.brush.rounded(target, first.inflate(6, 6), ui.theme.px(6), None, ink, 1)

    def _rest(self, ui: Ui) -> str:
        """Return the number of open positions that have no room; empty if there are none."""
        rest = (self.step.open or 0) - len(self.step.next_open)
        return ui.tr("search.more", count=rest) if rest > 0 else ""


def equation(node: PathNode) -> str:
    """Return f = g + h in numbers."""
    return f"{node.total} = {node.made} + {node.left}"


def fitting_equation(theme: Theme, node: PathNode, room: float, bold: bool) -> str:
    """Return f = g + h, without spaces where room is scarce, and f alone where it does not fit."""
    text = equation(node)
    forms = (text, text.replace(" ", ""))
    return next((form for form in forms if theme.width(form, 14, bold) <= room), str(node.total))
