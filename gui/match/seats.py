"""Both players side by side above a board that shares the window with a look inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from gui.boards.token import Token
from gui.kit import Icon, icon
from gui.kit.layout import Fill, Layout, Row
from gui.kit.widget import Size, Widget
from gui.kit.words import shorten
from gui.theme import mix
from gui.ui import Ui


@dataclass(frozen=True)
class PlayerLine:
    """One of the two players as the card shows it."""

    name: str
    detail: str
    human: bool
    to_move: bool


def seats(players: Sequence[PlayerLine], token: Token) -> Layout:
    """The two of them, each in a card of its own."""
    return Row(*(Fill(SeatCard(player, line, token)) for player, line in enumerate(players)), gap=8)


class SeatCard(Widget):
    """A player: mark, name, what it is, and whose turn it is."""

    def __init__(self, player: int, line: PlayerLine, token: Token) -> None:
        super().__init__(f"seat{player}")
        self.player = player
        self.line = line
        self.token = token

    def wanted(self, ui: Ui, width: int) -> Size:
        """Names are shortened, so any width will do."""
        return min(width, ui.theme.tx(216)), ui.theme.tx(56)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, line = ui.theme, ui.theme.colours, self.line
        ground = mix(c.panel, c.accent, 0.08) if line.to_move else c.panel
        edge, width = (c.accent, 2) if line.to_move else (c.hair, 1)
        ui.brush.rounded(target, self.rect, theme.px(10), ground, edge, width)
        diameter = theme.tx(30)
        picture = self.token(self.player, diameter)
        middle = self.rect.x + theme.tx(25)
        target.blit(picture, picture.get_rect(center=(middle, self.rect.centery)))
        left, side = middle + theme.tx(23), theme.tx(18)
        right = self.rect.right - theme.tx(10)
        room = right - side - theme.tx(6) - left
        if max(theme.width(line.name, 16, True), theme.width(line.detail, 14)) <= room:
            sign = icon(ui.brush, Icon.PERSON if line.human else Icon.ROBOT, side, c.text2)
            target.blit(sign, sign.get_rect(midright=(right, self.rect.centery)))
        else:
            room = right - left  # the words need the place of the sign
        name = shorten(theme, line.name, 16, room, True)
        detail = shorten(theme, line.detail, 14, room)
        whole = (name, detail) == (line.name, line.detail)
        self.tooltip = "" if whole else f"{line.name}, {line.detail}"
        theme.blit_text(target, name, 16, (left, self.rect.centery - theme.tx(11)), bold=True)
        theme.blit_text(target, detail, 14, (left, self.rect.centery + theme.tx(11)), c.text2)
