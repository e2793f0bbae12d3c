"""The widgets of the lab: its moves, its solutions, the cost of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pygame

from gui.boards.board_widget import PuzzleWidget
from gui.kit import Label
from gui.kit.accessible import AccessibleInfo, sentence
from gui.kit.lists import ListBox, ListRow
from gui.kit.scroll import BESIDE_BAR
from gui.kit.widget import Measured, Size, Widget, key_pressed
from gui.lab.snapshot import SolverAnswer
from gui.ui import Ui

FIVE = 5
MEASURED = 50  # solutions whose moves give the width of a cell
EMPTY_ROW = ListRow("")


class StageArea(Measured):
    """The uncovered part of the board's widget; its place is set after the layout."""

    def __init__(self, board: PuzzleWidget) -> None:
        self.board = board

    def size_hint(self, ui: Ui, width: int) -> Size:
        return 0, 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        whole = self.board.rect
        margin = rect.x - whole.x  # the board may reach over it
        self.board.view.place(whole, ui, rect.inflate(2 * margin, 0))
        yield from ()


class MoveChip(Widget):
    """Chip of the solution's current move."""

    click_through = True

    def __init__(self, text: str, move: str, count: str) -> None:
        super().__init__()
        self.text, self.move, self.count = text, move, count

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        words = theme.width(self.text, 14) + theme.width(self.count, 14)
        return words + self._badge(ui) + theme.tx(56), theme.tx(40)

    def _badge(self, ui: Ui) -> int:
        return max(ui.theme.tx(32), ui.theme.width(self.move, 16, mono=True) + ui.theme.tx(12))

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        x = rect.x + theme.tx(16)
        theme.blit_text(target, self.text, 14, (x, rect.centery), c.text2)
        x += theme.width(self.text, 14) + theme.tx(13)
        badge = pygame.Rect(x, rect.centery - theme.tx(15), self._badge(ui), theme.tx(30))
        if self.move:
            ui.brush.rounded(target, badge, theme.px(8), c.accent)
            centre = badge.center
            theme.blit_text(target, self.move, 16, centre, c.on_accent, mono=True, align=0.5)
        right = (rect.right - theme.tx(14), rect.centery)
        theme.blit_text(target, self.count, 14, right, align=1)


class NewestMoves(Label):
    """Moves made by hand, the last of which is in sight."""

    def shown_first(self, ui: Ui) -> pygame.Rect:
        line = ui.theme.line_height(self.size)
        return pygame.Rect(self.rect.x, self.rect.bottom - line, self.rect.w, line)


class SolutionList(ListBox):
    """Solutions as rows of moves; a click on a move jumps there, as left and right do."""

    def __init__(
        self, answer: SolverAnswer, chosen: int, ply: int, jump: Callable[[int, int], None]
    ) -> None:
        self.lines, self.ply, self.jump = answer.solutions, ply, jump
        rows = [EMPTY_ROW] * len(self.lines)  # thousands of texts would be slow to make
        super().__init__(rows, 1, self._go, chosen=chosen, key="solutions")
        words = (move.text for line in self.lines[:MEASURED] for move in line)
        self.widest = max(words, key=len)  # an own puzzle may have long names
        self.pointed = (-1, -1)  # the solution and its move under the mouse
        self._shown = chosen

    def _go(self, index: int) -> None:
        if index != self._shown:
            self.jump(index, 0)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request three moves side by side and at least two rows."""
        theme = ui.theme
        return min(theme.tx(336), max(theme.tx(140), width)), 2 * theme.tx(41)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        """Divide the row of a solution into cells; moves of one sign stand in groups of FIVE."""
        theme, longest = ui.theme, len(self.lines[0])
        inner, wide = rect.w - theme.tx(16) - BESIDE_BAR, theme.width(self.widest, 16, mono=True)
        group, gap, most, self.high = 1, 0, max(theme.tx(44), wide + theme.tx(16)), theme.tx(32)
        if len(self.widest) == 1:
            group, gap, most, self.high = FIVE, theme.tx(8), theme.tx(20), theme.tx(22)
        across = longest
        while across > group and across * (wide + 2) + (across - 1) // FIVE * gap > inner:
            across = (across - 1) // group * group
        even = -(-longest // -(-longest // across))  # as many in each line: no move stands alone
        across = min(across, -(-even // group) * group)
        self.cell = min(most, (inner - (across - 1) // FIVE * gap) / across)
        self.starts = [theme.tx(8) + n * self.cell + n // FIVE * gap for n in range(across)]
        self.row_height = theme.tx(41) + ((longest - 1) // across) * self.high
        self.wheel_pixels = self.row_height * 3 // 2
        yield from super().place(ui, rect)

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset of the same solutions."""
        if isinstance(old, SolutionList) and old.lines is self.lines:
            super().adopt_state(old)
            self.pointed = old.pointed

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the chosen solution and each visible one, with all of its moves."""
        info, turns = super().accessible(ui), self._turns(self.chosen)
        place = ui.tr("access.place.of", n=self.ply, count=len(self.lines[self.chosen]))
        name = ui.tr("cube_lab.solutions")
        return info and replace(info, name=name, value=turns, note=place)

    def _row(self, index: int) -> AccessibleInfo:
        return replace(super()._row(index), name=self._turns(index))

    def _turns(self, index: int) -> str:
        return sentence(move.text for move in self.lines[index])

    def _move_at(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the solution and the move under the mouse, -1 for none."""
        row, x = self._at(position[1]), position[0] - self.rect.x
        column = next((n for n, left in enumerate(self.starts) if 0 <= x - left < self.cell), -1)
        if row < 0 or column < 0:
            return row, -1
        line, count = self.lines[row], len(self.starts)
        y = position[1] - self.rect.y + self.scroll - row * self.row_height
        move = y * -(-len(line) // count) // self.row_height * count + column
        return row, move if move < len(line) else -1

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before, self.pointed = self.pointed, self._move_at(event.pos)
            return super().handle(event) or before != self.pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            row, move = self._move_at(event.pos)
            if move >= 0:
                self.jump(row, move + 1)
                return True
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if not key_pressed(event, *steps):
            return super()._key(event)
        ply = self.ply + steps[event.key]
        if 0 <= ply <= len(self.lines[self.chosen]):
            self.jump(self.chosen, ply)
        return True

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, line = ui.theme, ui.theme.colours, self.lines[index]
        self.draw_ground(ui, target, index, rect.inflate(0, -4))
        chosen, count = index == self.chosen, len(self.starts)
        top = rect.centery - self.high * -(-len(line) // count) / 2
        for number, move in enumerate(line):
            row, column = divmod(number, count)
            x, y = rect.x + self.starts[column] + self.cell / 2, top + self.high * (row + 0.5)
            ink = c.text if chosen and number >= self.ply else c.text2
            if self.hovered and self.pointed == (index, number):
                ink = c.accent
            if chosen and number == self.ply - 1:
                wide = max(theme.tx(30), theme.width(move.text, 16, mono=True) + theme.tx(8))
                badge = pygame.Rect(0, 0, min(wide, round(self.cell)), min(theme.tx(30), self.high))
                badge.center = (round(x), round(y))
                ui.brush.rounded(target, badge, theme.px(8), c.accent)
                ink = c.on_accent
            theme.blit_text(target, move.text, 16, (x, y), ink, mono=True, align=0.5)


class SearchFigures(Widget):
    """Two numbers of positions over a bar of their ratio; their names stand between."""

    def __init__(self, visited: int, one_way: int) -> None:
        super().__init__("figures")
        self.visited, self.one_way = visited, one_way

    def size_hint(self, ui: Ui, width: int) -> Size:
        return max(ui.theme.tx(180), min(width, ui.theme.tx(336))), ui.theme.tx(72)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        first, second = ui.tr.number(self.visited), ui.tr.number(self.one_way)
        size = 26.0
        while size > 14 and theme.width(first + second, size, True) > rect.w - theme.tx(16):
            size -= 1
        y = rect.y + theme.tx(15)
        theme.blit_text(target, first, size, (rect.x, y), c.win, bold=True)
        theme.blit_text(target, second, size, (rect.right, y), c.text, bold=True, align=1)
        height = theme.tx(10)
        track = pygame.Rect(rect.x, rect.bottom - height, rect.w, height)
        ui.brush.rounded(target, track, theme.px(4), c.line)
        width = min(rect.w, max(theme.px(6), rect.w * self.visited // max(1, self.one_way)))
        ui.brush.rounded(target, pygame.Rect(track.topleft, (width, height)), theme.px(4), c.win)
