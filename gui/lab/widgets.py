"""The widgets of the lab: its moves, its solutions, the cost of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from gui.boards.board import MakePuzzleArt
from gui.boards.board_widget import PuzzleWidget
from gui.kit import Label
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.scroll import ScrollView
from gui.kit.widget import Measured, Size, Widget, key_pressed
from gui.lab.snapshot import SolverAnswer
from gui.theme import mix
from gui.ui import Ui

FIVE = 5
MEASURED = 50  # solutions whose moves give the width of a cell
GROUP_GAP, GROUP_LINE = 8, 22  # between groups of moves; the height of a row of them


class StageArea(Measured):
    """The uncovered part of the board's widget; its place is set after the layout."""

    def __init__(self, board: PuzzleWidget) -> None:
        self.board = board

    def size_hint(self, ui: Ui, width: int) -> Size:
        return 0, 0

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        whole = self.board.rect
        self.board.view.place(whole, ui.theme, pygame.Rect(whole.x, rect.y, whole.w, rect.h))
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


class Well(Widget):
    """A sunken field."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, radius = ui.theme.colours, ui.theme.px(8)
        ui.brush.rounded(target, self.rect, radius, c.table2, c.line, 1)


class NewestMoves(Label):
    """Moves made by hand, the last of which is in sight."""

    def shown_first(self, ui: Ui) -> pygame.Rect:
        line = ui.theme.line_height(self.size)
        return pygame.Rect(self.rect.x, self.rect.bottom - line, self.rect.w, line)


@dataclass(eq=False)
class StartPicture(Widget):
    """A small picture of the position before the first move."""

    position: str
    art: MakePuzzleArt

    def __post_init__(self) -> None:
        super().__init__()

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.blit(self.art(self.position, self.rect.size, ui.theme, ui.brush), self.rect)


@dataclass(eq=False)
class SolutionList(ScrollView):
    """Solutions as rows of moves, only visible ones drawn; a click on a move jumps there."""

    focusable = True

    answer: SolverAnswer
    chosen: int
    ply: int
    jump: Callable[[int, int], None]

    def __post_init__(self) -> None:
        super().__init__("solutions")
        self.lines = self.answer.solutions
        words = (move.text for line in self.lines[:MEASURED] for move in line)
        self.widest = max(words, key=len, default="")  # an own puzzle may have long names
        self.pointed = (-1, -1)
        self._ui: Ui | None = None

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request three moves side by side and at least two rows."""
        theme = ui.theme
        return min(theme.tx(336), max(theme.tx(140), width)), 2 * theme.tx(41)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from super().place(ui, rect)
        self._ui = ui
        self.wheel_pixels = self._geometry(ui)[2] * 3 // 2
        self.reveal()

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset of the same solutions, with the chosen one visible."""
        if isinstance(old, SolutionList) and old.answer is self.answer:
            self.scroll_to(old.scroll)
            self.pointed = old.pointed
            if (old.chosen, len(old.lines)) != (self.chosen, len(self.lines)):
                self.reveal()

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Describe the chosen solution and each visible one, with all of its moves."""
        height, turns = self._geometry(ui)[2], self._turns(self.chosen)
        seen = range(self.scroll // height, -(-(self.scroll + self.rect.h) // height))
        place = ui.tr("access.place.of", n=self.ply, count=len(self.lines[self.chosen]))
        rows = tuple(self._spoken_row(index, height) for index in seen if index < len(self.lines))
        name = ui.tr("cube_lab.solutions")
        return AccessibleInfo(Role.LIST, name, turns, place, enabled=self.enabled, parts=rows)

    def _spoken_row(self, index: int, height: int) -> AccessibleInfo:
        chosen = index == self.chosen
        top = self.rect.y + index * height - self.scroll
        return AccessibleInfo(
            Role.ROW,
            self._turns(index),
            selected=chosen,
            key=str(index),
            place=(self.rect.x, top, self.rect.w, height),
            current=chosen,
            press=lambda: self.jump(index, self.ply if chosen else 0),
        )

    def _turns(self, index: int) -> str:
        """Return the moves of a solution, one after another."""
        return sentence(move.text for move in self.lines[index])

    def _geometry(self, ui: Ui) -> tuple[int, float, int]:
        """Return moves per text row, the width of one, the height of a list row."""
        theme = ui.theme
        longest = max(1, max((len(line) for line in self.lines[:1]), default=1))
        inner = self.rect.w - theme.tx(16)
        if self.grouped:
            return self._grouped_geometry(ui, longest, inner)
        widest = max(theme.width(text, 16, mono=True) for text in ("U'", self.widest))
        cell = max(widest + theme.tx(3), 1)
        across = max(1, min(longest, inner // cell))
        rows = -(-longest // across)
        across = -(-longest // rows)
        width = min(inner / across, max(theme.tx(44), widest + theme.tx(16)))
        return across, width, theme.tx(41) if rows == 1 else theme.tx(32) * rows + theme.tx(6)

    @property
    def grouped(self) -> bool:
        """Whether moves of one sign each stand in groups of FIVE."""
        return all(len(move.text) == 1 for line in self.lines[:1] for move in line)

    def _grouped_geometry(self, ui: Ui, longest: int, inner: int) -> tuple[int, float, int]:
        theme, gap = ui.theme, ui.theme.tx(GROUP_GAP)
        cell = theme.width("8", 16, mono=True) + theme.tx(2)
        across = longest
        while across > FIVE and across * cell + (across - 1) // FIVE * gap > inner:
            across = (across - 1) // FIVE * FIVE
        rows = -(-longest // across)
        width = (inner - (across - 1) // FIVE * gap) / across
        line = theme.tx(GROUP_LINE)
        return across, min(width, theme.tx(20)), theme.tx(41) + (rows - 1) * line

    def _line_height(self, ui: Ui) -> int:
        """Return the height of a row of moves within a solution."""
        return ui.theme.tx(GROUP_LINE if self.grouped else 32)

    def _left(self, ui: Ui, column: int, width: float) -> float:
        """Return where the cell of a move begins, from the first one."""
        return width * column + (column // FIVE * ui.theme.tx(GROUP_GAP) if self.grouped else 0)

    def content_extent(self) -> int:
        return len(self.lines) * self._geometry(self._ui)[2] if self._ui is not None else 0

    def reveal(self) -> None:
        """Scroll to the chosen solution."""
        height = self.content_extent() // max(1, len(self.lines))
        self.reveal_between(self.chosen * height, (self.chosen + 1) * height)

    def _place(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the solution and the move under the mouse, -1 for none."""
        if self._ui is None:
            return -1, -1
        across, width, height = self._geometry(self._ui)
        y = position[1] - self.rect.y + self.scroll
        row = y // height
        if not 0 <= row < len(self.lines):
            return -1, -1
        lines = -(-len(self.lines[row]) // across)
        inner = (y - row * height) * max(1, lines) // height
        x = position[0] - self.rect.x - self._ui.theme.tx(8)
        begun = [n for n in range(across) if self._left(self._ui, n, width) <= x]
        column = begun[-1] if begun and x < self._left(self._ui, begun[-1], width) + width else -1
        turn = inner * across + column
        fits = 0 <= column < across and turn < len(self.lines[row])
        return row, turn if fits else -1

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            before_point, self.pointed = self.pointed, self._place(event.pos)
            return before_point != self.pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            row, turn = self._place(event.pos)
            if row >= 0:
                stay = self.ply if row == self.chosen else 0
                self.jump(row, turn + 1 if turn >= 0 else stay)
            return True
        return super().handle(event) or self._key(event)

    def _key(self, event: pygame.event.Event) -> bool:
        last = len(self.lines) - 1
        rows = {
            pygame.K_UP: self.chosen - 1,
            pygame.K_DOWN: self.chosen + 1,
            pygame.K_PAGEUP: self.chosen - 5,
            pygame.K_PAGEDOWN: self.chosen + 5,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        if key_pressed(event, *rows):
            row = min(last, max(0, rows[event.key]))
            if row != self.chosen:
                self.jump(row, 0)
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if key_pressed(event, *steps):
            ply = self.ply + steps[event.key]
            if 0 <= ply <= len(self.lines[self.chosen]):
                self.jump(self.chosen, ply)
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        height = self._geometry(ui)[2]
        first = self.scroll // height
        last = min(len(self.lines), (self.scroll + self.rect.h) // height + 1)
        with self.clipped(target):
            for index in range(first, last):
                top = self.rect.y + index * height - self.scroll
                self._row(ui, target, index, pygame.Rect(self.rect.x, top, self.rect.w, height))
        self.draw_bar(ui, target)

    def _row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        across, width, _ = self._geometry(ui)
        chosen = index == self.chosen
        if chosen:
            ui.brush.rounded(target, rect.inflate(0, -4), theme.px(8), c.raised)
        elif self.hovered and self.pointed[0] == index:
            ground = mix(c.panel, c.hover, 0.6)
            ui.brush.rounded(target, rect.inflate(0, -4), theme.px(8), ground)
        line = self.lines[index]
        rows, high = max(1, -(-len(line) // across)), self._line_height(ui)
        for number, turn in enumerate(line):
            row, column = divmod(number, across)
            x = rect.x + theme.tx(8) + self._left(ui, column, width) + width / 2
            y = rect.y + (rect.h - high * rows) / 2 + high * (row + 0.5)
            ink = c.text if chosen and number >= self.ply else c.text2
            if self.hovered and self.pointed == (index, number):
                ink = c.accent
            if chosen and number == self.ply - 1:
                wide = max(theme.tx(30), theme.width(turn.text, 16, mono=True) + theme.tx(8))
                badge = pygame.Rect(0, 0, min(wide, round(width)), min(theme.tx(30), high))
                badge.center = (round(x), round(y))
                ui.brush.rounded(target, badge, theme.px(8), c.accent)
                ink = c.on_accent
            theme.blit_text(target, turn.text, 16, (x, y), ink, mono=True, align=0.5)


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
