"""What the help shows beside its words: pictures of games, key caps, signs of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.protocols import Value
from gui.boards.previews import preview
from gui.boards.values import badge, score_bar
from gui.controls import Label, Widget
from gui.controls.base import Ui
from gui.scenes.sheets import Column


class GamePicture(Widget):
    """The picture of a game, as on its tile."""

    def __init__(self, rect: pygame.Rect, game: str) -> None:
        super().__init__(rect)
        self.game = game

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        size = self.rect.size
        key = ("help", self.game, size, ui.theme.look)
        picture = ui.brush.find(key)
        if picture is None:
            picture = ui.brush.kept(key, size, lambda big, k: None)
            picture.blit(preview(self.game, size, ui.theme, ui.brush), (0, 0))
        target.blit(picture, self.rect)


class Keys(Widget):
    """Keys as they are printed, each way in its own cap."""

    def __init__(self, rect: pygame.Rect, caps: Sequence[str]) -> None:
        super().__init__(rect)
        self.caps = caps

    @staticmethod
    def lines(ui: Ui, caps: Sequence[str], width: int) -> list[list[str]]:
        """The caps in lines no wider than `width` pixels."""
        lines: list[list[str]] = [[]]
        for cap in caps:
            used = sum(Keys.cap_width(ui, known) + ui.theme.px(6) for known in lines[-1])
            if lines[-1] and used + Keys.cap_width(ui, cap) > width:
                lines.append([])
            lines[-1].append(cap)
        return lines

    @staticmethod
    def cap_width(ui: Ui, cap: str) -> int:
        """The width of one cap."""
        return ui.theme.width(cap, 14) + ui.theme.tx(16)

    @staticmethod
    def step(ui: Ui) -> int:
        """The height of a line of caps."""
        return ui.theme.tx(32)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        for row, line in enumerate(self.lines(ui, self.caps, self.rect.w)):
            x, y = self.rect.x, self.rect.y + row * self.step(ui)
            for cap in line:
                box = pygame.Rect(x, y + theme.tx(3), self.cap_width(ui, cap), theme.tx(26))
                ui.brush.rounded(target, box, theme.px(6), c.raised, c.line, 1)
                theme.blit_text(target, cap, 14, box.center, align=0.5)
                x = box.right + theme.px(6)


class Sign(Widget):
    """A badge, a bar or a mark as it stands in a match."""

    def __init__(self, rect: pygame.Rect, name: str) -> None:
        super().__init__(rect)
        self.name = name

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        side, middle = theme.tx(28), self.rect.y + theme.tx(18)
        place = (self.rect.x, middle - side // 2)
        values = {"win": Value.WIN, "draw": Value.DRAW, "loss": Value.LOSS}
        if self.name in values:
            target.blit(badge(ui, values[self.name], side), place)
            if self.name == "win":
                beside = (self.rect.x + side + theme.tx(6), middle)
                theme.blit_text(target, ui.tr.number(7), 16, beside, bold=True)
        elif self.name == "outline":
            target.blit(badge(ui, Value.WIN, side, filled=False), place)
        elif self.name == "bar":
            bar = pygame.Rect(self.rect.x, middle - theme.tx(4), theme.tx(60), theme.tx(8))
            score_bar(ui, target, bar, 0.62, c.win)
        elif self.name in ("step", "two"):
            words = "?" if self.name == "step" else "??"
            theme.blit_text(target, words, 18, (self.rect.x + 4, middle), c.loss, bold=True)
        elif self.name == "curve":
            self._curve(ui, target, middle)
        else:
            self._diamond(ui, target, (self.rect.x + side // 2, middle), side)

    def _curve(self, ui: Ui, target: pygame.Surface, middle: int) -> None:
        theme, c = ui.theme, ui.theme.colours
        wide, high = theme.tx(60), theme.tx(12)
        target.fill(c.line, (self.rect.x, middle, wide, 1))
        heights = (0.0, -0.4, -0.2, -0.8, 0.3, 0.7)
        points = [
            (self.rect.x + wide * i / (len(heights) - 1), middle + high * y)
            for i, y in enumerate(heights)
        ]
        pygame.draw.lines(target, c.text, False, points, max(2, theme.tx(2)))

    @staticmethod
    def _diamond(ui: Ui, target: pygame.Surface, middle: tuple[int, int], side: int) -> None:
        ink = ui.theme.colours.accent

        def draw(big: pygame.Surface, k: int) -> None:
            half = side * k / 2
            for reach in (0.92, 0.52):
                r = half * reach
                corners = [(half, half - r), (half + r, half), (half, half + r), (half - r, half)]
                pygame.draw.polygon(big, ink, corners, max(1, round(side * k * 0.08)))

        picture = ui.brush.kept(("help diamond", side, ink), (side, side), draw)
        target.blit(picture, picture.get_rect(center=middle))


def line(
    column: Column, room: int, words: str, make: Callable[[pygame.Rect], Widget], high: int
) -> None:
    """Something `room` pixels wide at the left, and words about it at the right."""
    theme = column.ui.theme
    left = column.x + room + theme.px(12)
    width = column.right - left
    tall = Label.height(column.ui, words, 16, width)
    row = max(high, tall + theme.tx(8))
    column.widgets.append(make(pygame.Rect(column.x, column.y, room, high)))
    # Its first line stands level with the picture.
    lead = max(0, (theme.tx(36 if high >= theme.tx(36) else 32) - theme.line_height(16)) // 2)
    column.widgets.append(Label(pygame.Rect(left, column.y + lead, width, tall), words, 16))
    column.y += max(row, lead + tall)
    column.gap(4)
