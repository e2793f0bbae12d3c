"""The card beside the board: the details of a game or of the bot that plays it."""

from __future__ import annotations

import pygame

from gui.kit import Widget
from gui.kit.widget import key_pressed
from gui.paint import card
from gui.ui import Ui


class DetailCard(Widget):
    """A scrollable card; `top` reserves room for the switch between the two sides."""

    focusable = True
    rolls = True

    def __init__(self) -> None:
        super().__init__("detail")
        self.top = 0
        self.title = ""  # shown when the card has no switch above it
        self.scroll = 0
        self.content = 0

    def adopt_state(self, old: Widget) -> None:
        """Keep the scroll position."""
        if isinstance(old, DetailCard):
            self.scroll = old.scroll

    @property
    def area(self) -> pygame.Rect:
        """The rectangle of the content."""
        inner = self.rect.inflate(-32, 0)
        return pygame.Rect(
            inner.x, self.rect.y + self.top + 8, inner.w, self.rect.h - self.top - 18
        )

    def handle(self, event: pygame.event.Event) -> bool:
        maximum = max(0, self.content - self.area.h)
        if event.type == pygame.MOUSEWHEEL:
            step = -event.y * 40
        elif key_pressed(event, pygame.K_DOWN, pygame.K_UP):
            step = 40 if event.key == pygame.K_DOWN else -40
        else:
            return self.click(event)
        before, self.scroll = self.scroll, min(maximum, max(0, self.scroll + step))
        return before != self.scroll

    def click(self, event: pygame.event.Event) -> bool:
        """Handle a press on the content; true when it was used."""
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        card(target, ui.brush, ui.theme, self.rect)
        if self.title:
            at = (self.area.x, self.rect.y + ui.theme.px(8) + ui.theme.tx(16))
            ui.theme.blit_text(target, self.title, 16, at, bold=True)
        clip = target.get_clip()
        target.set_clip(self.area.inflate(8, 4))
        self.draw_content(ui, target, self.area)
        target.set_clip(clip)

    def draw_content(self, ui: Ui, target: pygame.Surface, area: pygame.Rect) -> None:
        """Draw in the area, scrolled by self.scroll pixels, and set self.content to its height."""
