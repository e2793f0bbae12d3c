"""Strip of plies above the picture: every move of the game, the current decision marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from gui.boards.marks import Token
from gui.kit.scroll import ScrollView
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import Theme, mix
from gui.ui import Ui

PITCH = 48


@dataclass(frozen=True)
class Ply:
    """One move of the game: a bot's own moves are bright, `loss` is the value it gave away."""

    text: str
    player: int
    bright: bool
    loss: int = 0


@dataclass(eq=False)
class PlyStrip(ScrollView):
    """Row of plies, the chosen one always visible; the last cell is the present.

    `choose` is given the number of a ply, that of all plies for the present. `tips` are the
    tooltips of a ply and of the present; once the game has `ended`, no decision follows.
    """

    plies: Sequence[Ply]
    at: int
    token: Token
    choose: Callable[[int], None]
    tips: tuple[str, str]
    ended: bool

    focusable = True
    across = True

    def __post_init__(self) -> None:
        super().__init__("strip")
        self._pitch = 1

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll offset while the same ply is chosen."""
        if isinstance(old, PlyStrip) and old.at == self.at:
            self.adopt_scroll(old)
            self.tooltip, self._pitch = old.tooltip, old._pitch

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Request the width of at least three plies."""
        pitch = self._measure(ui.theme)
        natural = pitch * max(3, self._places)
        return min(natural, max(3 * pitch, width)), ui.theme.tx(40)

    @property
    def _places(self) -> int:
        return len(self.plies) + (0 if self.ended else 1)

    def content_extent(self) -> int:
        return self._places * self._pitch

    @property
    def view(self) -> pygame.Rect:
        """The whole cells that fit."""
        view = self.rect.copy()
        view.w = max(1, view.w // self._pitch) * self._pitch
        return view

    def _measure(self, theme: Theme) -> int:
        """Return the width of a cell: all are as wide as the widest text."""
        widest = max((self._text_width(theme, ply) for ply in self.plies), default=0)
        return max(theme.tx(PITCH), theme.tx(24) + widest + theme.tx(8))

    @staticmethod
    def _text_width(theme: Theme, ply: Ply) -> int:
        return theme.width(ply.text, 16, mono=True) + theme.width("?" * ply.loss, 14, True)

    # -- events --------------------------------------------------------------------------------

    def _under(self, x: int) -> int | None:
        place = (x - self.rect.x + self.scroll) // self._pitch
        return place if 0 <= place < self._places else None

    def tip_at_focus(self) -> str:
        return self.tips[self.at >= len(self.plies)]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            place = self._under(event.pos[0])
            if place is not None:
                self.choose(place)
            return True
        if event.type == pygame.MOUSEMOTION:
            place = self._under(event.pos[0])
            tip = "" if place is None else self.tips[place >= len(self.plies)]
            changed, self.tooltip = tip != self.tooltip, tip
            return changed
        steps = {pygame.K_LEFT: self.at - 1, pygame.K_RIGHT: self.at + 1}
        if key_pressed(event, *steps):
            self.choose(min(self._places - 1, max(0, steps[event.key])))
            return True
        return super().handle(event)

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        self._pitch = self.wheel_pixels = self._measure(theme)
        shown, first = self.view.w // self._pitch, self.scroll // self._pitch
        if not self._rolled:
            first = self.at - shown // 2
        self.scroll_to(first * self._pitch)
        first = self.scroll // self._pitch
        for place in range(first, min(self._places, first + shown)):
            left = self.rect.x + place * self._pitch - self.scroll
            box = pygame.Rect(left + 2, self.rect.y + 3, self._pitch - 4, self.rect.h - 6)
            if place == self.at:
                ink = mix(c.panel, c.accent, 0.14)
                ui.brush.rounded(target, box, theme.px(8), ink, c.accent, 2)
            if place < len(self.plies):
                self._draw_ply(ui, target, box, self.plies[place])
            else:  # a ring for the present
                ui.brush.disc(target, box.center, theme.tx(4) + 2, c.text2)
                ui.brush.disc(target, box.center, theme.tx(4), c.table2)
        self._draw_more(ui, target)

    def _draw_ply(self, ui: Ui, target: pygame.Surface, box: pygame.Rect, ply: Ply) -> None:
        theme, c = ui.theme, ui.theme.colours
        diameter = theme.tx(14)
        picture = self.token(ply.player, diameter)
        if not ply.bright:
            picture = picture.copy()
            picture.set_alpha(110)
        width = diameter + theme.tx(4) + self._text_width(theme, ply)
        x = box.centerx - width // 2
        target.blit(picture, picture.get_rect(midleft=(x, box.centery)))
        x += diameter + theme.tx(4)
        ink = c.text if ply.bright else c.text2
        theme.blit_text(target, ply.text, 16, (x, box.centery), ink, mono=True)
        if ply.loss:
            x += theme.width(ply.text, 16, mono=True)
            theme.blit_text(target, "?" * ply.loss, 14, (x, box.centery), c.loss, bold=True)

    def _draw_more(self, ui: Ui, target: pygame.Surface) -> None:
        """Draw a soft bar at each end that has hidden plies."""
        c = ui.theme.colours
        inner = self.rect.inflate(-2, -ui.theme.px(16))
        if self.scroll:
            target.fill(c.accent, (inner.x, inner.y, 2, inner.h))
        if self.scroll < self.max_scroll:
            target.fill(c.accent, (inner.right - 2, inner.y, 2, inner.h))
