"""The widgets of the cube lab: scramble, solutions, search figures, the cube itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from engine.games.cube_notation import Turn
from gui.controls.base import Ui, Widget, key_pressed
from gui.controls.buttons import Segments
from gui.theme import mix

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene


class CubeWidget(Widget):
    """The cube: hands events to the view of the scene, keeps the mouse while it drags."""

    focusable = True

    def __init__(self, rect: pygame.Rect, scene: CubeLabScene) -> None:
        super().__init__(rect, "cube")
        self.scene = scene

    @property
    def grabs(self) -> bool:
        return self.scene.view.grabbed

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-14, -14)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self.scene.cube_key(event)
        turn = self.scene.view.handle(event)
        if turn is not None:
            self.scene.turn(turn)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) or self.grabs

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.scene.view.draw(target)


class TurnChip(Widget):
    """Says which turn of the solution is being made."""

    def __init__(self, rect: pygame.Rect, words: str, turn: str, count: str) -> None:
        super().__init__(rect)
        self.words, self.turn, self.count = words, turn, count

    @staticmethod
    def width(ui: Ui, words: str, count: str) -> int:
        """The width it needs."""
        theme = ui.theme
        return theme.width(words, 14) + theme.width(count, 14) + theme.tx(32) + theme.tx(56)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(10), c.table2, c.hair, 1)
        x = rect.x + theme.tx(16)
        theme.blit_text(target, self.words, 14, (x, rect.centery), c.text2)
        x += theme.width(self.words, 14) + theme.tx(13)
        badge = pygame.Rect(x, rect.centery - theme.tx(15), theme.tx(32), theme.tx(30))
        if self.turn:
            ui.brush.rounded(target, badge, theme.px(8), c.accent)
            centre = badge.center
            theme.blit_text(target, self.turn, 16, centre, c.on_accent, mono=True, align=0.5)
        right = (rect.right - theme.tx(14), rect.centery)
        theme.blit_text(target, self.count, 14, right, align=1)


class NarrowTabs(Segments):
    """Segments whose words get smaller, not below 14, when they would not fit."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        room = self.rect.w // len(self.labels) - theme.tx(6)
        if all(theme.width(label, 16, True) <= room for label in self.labels):
            super().draw(ui, target)
            return
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.line, 1)
        for index, (label, box) in enumerate(zip(self.labels, self._boxes(), strict=True)):
            on = index == self.chosen
            if on:
                ui.brush.rounded(target, box, theme.px(8), mix(c.panel, c.accent, 0.2), c.accent, 1)
            ink = c.accent if on else c.text2
            theme.blit_text(target, label, 14, box.center, ink, bold=on, align=0.5)


class TurnsWell(Widget):
    """Turns in columns in a sunken field; the wheel scrolls when there are many."""

    def __init__(
        self, rect: pygame.Rect, turns: Sequence[str], extra: Sequence[str], empty: str
    ) -> None:
        super().__init__(rect, "well")
        self.turns = [*turns, *extra]
        self.own = len(turns)  # from here on they were made by hand
        self.empty = empty
        self.scroll: int | None = None  # rows; None shows the newest

    def _grid(self, ui: Ui) -> tuple[int, int, int]:
        theme = ui.theme
        columns = max(1, (self.rect.w - theme.tx(16)) // theme.tx(40))
        step = theme.tx(28)
        shown = max(1, (self.rect.h - theme.tx(12)) // step)
        return columns, step, shown

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll = (self.scroll or 0) - event.y
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        ui.brush.rounded(target, rect, theme.px(8), c.table2, c.line, 1)
        if not self.turns:
            theme.blit_text(target, self.empty, 14, rect.center, c.text2, align=0.5)
            return
        columns, step, shown = self._grid(ui)
        rows = -(-len(self.turns) // columns)
        most = max(0, rows - shown)
        if self.scroll is None:
            self.scroll = most if len(self.turns) > self.own else 0
        self.scroll = min(most, max(0, self.scroll))
        width = (rect.w - theme.tx(16)) / columns
        spare = rect.h - step * min(rows, shown)
        top = rect.y + min(spare / 2, theme.tx(14))
        for row in range(self.scroll, min(rows, self.scroll + shown)):
            for column, word in enumerate(self.turns[row * columns : (row + 1) * columns]):
                x = rect.x + theme.tx(8) + width * (column + 0.5)
                y = top + step * (row - self.scroll + 0.5)
                ink = c.text if row * columns + column < self.own else c.accent
                theme.blit_text(target, word, 16, (x, y), ink, mono=True, align=0.5)
        if most:
            height = rect.h - theme.tx(12)
            thumb = max(12, height * shown // rows)
            y = rect.y + theme.tx(6) + (height - thumb) * self.scroll // most
            bar = pygame.Rect(rect.right - theme.tx(7), round(y), theme.tx(4), thumb)
            ui.brush.rounded(target, bar, theme.tx(2), c.line)


class SolutionList(Widget):
    """Solutions as rows of turns, only those in sight drawn; a click on a turn jumps there."""

    focusable = True

    def __init__(
        self,
        rect: pygame.Rect,
        lines: Sequence[Sequence[Turn]],
        chosen: int,
        ply: int,
        jump: Callable[[int, int], None],
        scroll: int = 0,
    ) -> None:
        super().__init__(rect, "solutions")
        self.lines = lines
        self.chosen = chosen
        self.ply = ply
        self.jump = jump
        self.scroll = scroll
        self.pointed = (-1, -1)
        self._ui: Ui | None = None

    def _geometry(self, ui: Ui) -> tuple[int, float, int]:
        """Turns a text row, the width of one, the height of a list row."""
        theme = ui.theme
        longest = max(1, max((len(line) for line in self.lines[:1]), default=1))
        inner = self.rect.w - theme.tx(16)
        cell = max(theme.width("U'", 16, mono=True) + theme.tx(3), 1)
        across = max(1, min(longest, inner // cell))
        rows = -(-longest // across)
        across = -(-longest // rows)
        width = min(inner / across, theme.tx(44))
        return across, width, theme.tx(41) if rows == 1 else theme.tx(32) * rows + theme.tx(6)

    def max_scroll(self, ui: Ui) -> int:
        """How far it can scroll, in pixels."""
        return max(0, len(self.lines) * self._geometry(ui)[2] - self.rect.h)

    def reveal(self, ui: Ui) -> None:
        """Scroll the chosen solution into sight."""
        height = self._geometry(ui)[2]
        top = self.chosen * height
        self.scroll = max(min(self.scroll, top), top + height - self.rect.h)
        self.scroll = min(self.max_scroll(ui), max(0, self.scroll))

    def _place(self, position: tuple[int, int]) -> tuple[int, int]:
        """The solution and the turn under the mouse, -1 for none."""
        if self._ui is None:
            return -1, -1
        across, width, height = self._geometry(self._ui)
        y = position[1] - self.rect.y + self.scroll
        row = y // height
        if not 0 <= row < len(self.lines):
            return -1, -1
        lines = -(-len(self.lines[row]) // across)
        inner = (y - row * height) * max(1, lines) // height
        column = int((position[0] - self.rect.x - self._ui.theme.tx(8)) // width)
        turn = inner * across + column
        fits = 0 <= column < across and turn < len(self.lines[row])
        return row, turn if fits else -1

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self._ui is not None:
            before = self.scroll
            wanted = self.scroll - round(event.y * self._geometry(self._ui)[2] * 1.5)
            self.scroll = min(self.max_scroll(self._ui), max(0, wanted))
            return before != self.scroll
        if event.type == pygame.MOUSEMOTION:
            before_point, self.pointed = self.pointed, self._place(event.pos)
            return before_point != self.pointed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            row, turn = self._place(event.pos)
            if row >= 0:
                stay = self.ply if row == self.chosen else 0
                self.jump(row, turn + 1 if turn >= 0 else stay)
            return True
        return self._key(event)

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
        self._ui = ui
        theme, c = ui.theme, ui.theme.colours
        height = self._geometry(ui)[2]
        clip = target.get_clip()
        target.set_clip(self.rect.clip(clip) if clip else self.rect)
        first = self.scroll // height
        last = min(len(self.lines), (self.scroll + self.rect.h) // height + 1)
        for index in range(first, last):
            top = self.rect.y + index * height - self.scroll
            self._row(ui, target, index, pygame.Rect(self.rect.x, top, self.rect.w, height))
        most = self.max_scroll(ui)
        if most:
            thumb = max(20, self.rect.h * self.rect.h // (len(self.lines) * height))
            top = self.rect.y + (self.rect.h - thumb) * self.scroll // most
            bar = pygame.Rect(self.rect.right - theme.tx(5), top, theme.tx(4), thumb)
            ui.brush.rounded(target, bar, theme.tx(2), c.line)
        target.set_clip(clip)

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
        rows = max(1, -(-len(line) // across))
        for number, turn in enumerate(line):
            row, column = divmod(number, across)
            x = rect.x + theme.tx(8) + width * (column + 0.5)
            y = rect.y + (rect.h - theme.tx(32) * rows) / 2 + theme.tx(32) * (row + 0.5)
            ink = c.text if chosen and number >= self.ply else c.text2
            if self.hovered and self.pointed == (index, number):
                ink = c.accent
            if chosen and number == self.ply - 1:
                badge = pygame.Rect(0, 0, min(theme.tx(30), round(width)), theme.tx(30))
                badge.center = (round(x), round(y))
                ui.brush.rounded(target, badge, theme.px(8), c.accent)
                ink = c.on_accent
            theme.blit_text(target, turn.text, 16, (x, y), ink, mono=True, align=0.5)


class Passing(Widget):
    """Shows another widget and lets the mouse through to what lies below."""

    def __init__(self, inner: Widget) -> None:
        super().__init__(pygame.Rect(0, 0, 0, 0))
        self.inner = inner

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.inner.draw(ui, target)
