"""The card of both players, and the result of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from gui.kit import Icon, icon
from gui.kit.widget import Size, Widget
from gui.kit.words import shorten, wrap
from gui.paint import card
from gui.theme import Theme, mix
from gui.ui import Ui

Token = Callable[[int, int], pygame.Surface]


@dataclass(frozen=True)
class PlayerLine:
    """One of the two players as the card shows it."""

    name: str
    detail: str
    human: bool
    score: str
    to_move: bool


class PlayersCard(Widget):
    """Both players with their score, whose turn it is, and what a thinking bot is doing."""

    def __init__(
        self,
        players: Sequence[PlayerLine],
        token: Token,
        status: str,
        lines: Sequence[str],
        elapsed: str = "",
        share: float | None = None,
        busy: bool = False,
        whole: bool = False,
    ) -> None:
        super().__init__("players")
        self.players = players
        self.token = token
        self.status = status
        self.lines = lines
        self.elapsed = elapsed
        self.share = share
        self.busy = busy
        self.whole = whole  # asks for the height of all lines, else for that of the common ones

    def wanted(self, ui: Ui, width: int) -> Size:
        """The height that holds everything; names are shortened, so any width will do."""
        theme = ui.theme
        height = theme.px(28) + theme.tx(212)
        if not self.whole:
            return 0, height
        top = theme.px(24) + theme.tx(144) + (self._bar(theme) if self.share is not None else 0)
        lines = sum(len(self._wrapped(ui, text, width)) for text in self.lines)
        widest = max((theme.width(text, 14) for text in self.lines), default=0)
        natural = widest + 2 * theme.px(20)  # with this width no line is broken
        return min(width, natural), max(height, top + lines * theme.line_height(14) + theme.px(6))

    def _wrapped(self, ui: Ui, text: str, width: int, maximum: int = 0) -> Sequence[str]:
        return wrap(ui.theme, text, 14, width - 2 * ui.theme.px(20), maximum=maximum)

    @staticmethod
    def _bar(theme: Theme) -> int:
        """The height of the bar of progress with what is below it."""
        return max(5, theme.px(8)) + theme.px(4)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        card(target, ui.brush, theme, self.rect)
        y = self.rect.y + theme.px(12)
        self.tooltip = ""
        for player, line in enumerate(self.players):
            box = pygame.Rect(
                self.rect.x + theme.px(12), y, self.rect.w - theme.px(24), theme.tx(56)
            )
            self._draw_player(ui, target, box, player, line)
            y = box.bottom + theme.px(4)
        self._draw_status(ui, target, y + theme.px(4))

    def _draw_player(
        self, ui: Ui, target: pygame.Surface, box: pygame.Rect, player: int, line: PlayerLine
    ) -> None:
        theme, c = ui.theme, ui.theme.colours
        if line.to_move:
            ui.brush.rounded(target, box, theme.px(10), mix(c.panel, c.accent, 0.08), c.accent, 2)
        diameter = theme.tx(34)
        picture = self.token(player, diameter)
        middle = box.x + theme.tx(28)
        target.blit(picture, picture.get_rect(center=(middle, box.centery)))
        right = box.right - theme.tx(14)
        theme.blit_text(target, line.score, 22, (right, box.centery), bold=True, align=1)
        face = right - max(theme.tx(34), theme.width(line.score, 22, True) + theme.tx(16))
        image = Icon.PERSON if line.human else Icon.ROBOT
        side = theme.tx(20)
        left = middle + theme.tx(32)
        room = face - side - left - theme.tx(8)
        if max(theme.width(line.name, 16, True), theme.width(line.detail, 14)) > room:
            # The words need the place of the sign.
            room = right - theme.width(line.score, 22, True) - theme.tx(10) - left
        else:
            sign = icon(ui.brush, image, side, c.text2)
            target.blit(sign, (face - side, box.centery - side // 2))
        name = shorten(theme, line.name, 16, room, True)
        detail = shorten(theme, line.detail, 14, room)
        if (name, detail) != (line.name, line.detail):
            whole = f"{line.name}, {line.detail}"
            self.tooltip = f"{self.tooltip}\n{whole}" if self.tooltip else whole
        theme.blit_text(target, name, 16, (left, box.centery - theme.tx(11)), bold=True)
        theme.blit_text(target, detail, 14, (left, box.centery + theme.tx(11)), c.text2)

    def _draw_status(self, ui: Ui, target: pygame.Surface, y: int) -> None:
        theme, c = ui.theme, ui.theme.colours
        left, right = self.rect.x + theme.px(20), self.rect.right - theme.px(20)
        middle = y + theme.tx(16)
        x = left + (theme.tx(32) if self.busy else 0)  # the spinner stands there
        room = right - x - (theme.width(self.elapsed, 16) + theme.tx(8) if self.elapsed else 0)
        text = shorten(theme, self.status, 16, room, True)
        theme.blit_text(target, text, 16, (x, middle), bold=True)
        if self.elapsed:
            theme.blit_text(target, self.elapsed, 16, (right, middle), align=1)
        y += theme.tx(32)
        if self.share is not None:
            bar = pygame.Rect(left, y, right - left, max(5, theme.px(8)))
            ui.brush.rounded(target, bar, bar.h // 2, c.line)
            width = max(bar.h, round(bar.w * min(1.0, self.share)))
            done = pygame.Rect(bar.x, bar.y, width, bar.h)
            ui.brush.rounded(target, done, bar.h // 2, c.accent)
            y = bar.bottom + theme.px(4)
        step = theme.line_height(14)
        for line in self.shown_lines(ui, (self.rect.bottom - theme.px(6) + 2 - y) // step):
            theme.blit_text(target, line, 14, (left, y + step / 2), c.text2)
            y += step

    def shown_lines(self, ui: Ui, room: int) -> list[str]:
        """The lines as they stand in so many: whole if they can, each text with one at least."""
        shown: list[str] = []
        for index, text in enumerate(self.lines):
            free = room - len(shown) - (len(self.lines) - 1 - index)
            maximum = free if free > 0 else min(1, room - len(shown))
            if maximum > 0:
                shown += self._wrapped(ui, text, self.rect.w, maximum)
        return shown


class Banner(Widget):
    """The result of a finished game."""

    def __init__(self, text: str, detail: str, picture: pygame.Surface | None) -> None:
        super().__init__("banner")
        self.text = text
        self.detail = detail
        self.picture = picture

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.shadow(
            target, self.rect, theme.px(12), c.shadow, c.shadow_card, theme.px(4), theme.px(10)
        )
        ui.brush.rounded(target, self.rect, theme.px(12), c.panel, c.accent, 2)
        x = self.rect.x + theme.px(20)
        if self.picture is not None:
            place = self.picture.get_rect(midleft=(x, self.rect.centery))
            target.blit(self.picture, place)
            x = place.right + theme.px(16)
        theme.blit_text(target, self.text, 22, (x, self.rect.centery - theme.tx(13)), bold=True)
        below = (x, self.rect.centery + theme.tx(15))
        theme.blit_text(target, self.detail, 14, below, c.text2)
