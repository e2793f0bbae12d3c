"""The steps of the lessons that are worth a look outside of their chapters."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.lessons.chapters import worth_a_look
from engine.lessons.record import Chapter, Step
from engine.registry import GAMES, make_game
from engine.session import Session
from gui.boards.previews import preview
from gui.kit.accessible import sentences
from gui.kit.buttons import Pressable
from gui.kit.forms import widest
from gui.kit.layout import Centred, Flow, Layout, Pad, Scroll
from gui.kit.screen import PageScreen
from gui.kit.text_wrap import wrap
from gui.kit.widget import ROOMY, Size
from gui.lessons import walk
from gui.paint import card
from gui.people import computer_name
from gui.theme import hover_edge, mix
from gui.ui import Ui

CARD = 440  # the least width of a card in two columns
ART = (120, 88)


class PositionCard(Pressable):
    """A card with the picture of a position, its title, and the deciding player."""

    def __init__(self, ui: Ui, chapter: Chapter, step: Step, open_it: Callable[[], None]) -> None:
        super().__init__(open_it, f"{chapter.id}/{step.id}")
        place, tr = step.place, ui.tr
        self.step = step
        self.title = tr(chapter.key(step))
        parts = [tr(f"game.{place.game}.name")]
        if place.player and place.game in GAMES:
            parts.append(tr(computer_name(place.player)))
        self.about = " · ".join(parts)

    def words(self) -> str:
        return sentences((self.title, self.about))

    def _left(self, ui: Ui) -> int:
        """Return the left offset of the texts in pixels."""
        return ui.theme.px(36) + ui.theme.tx(ART[0])

    def measure_min_width(self, ui: Ui) -> int:
        theme = ui.theme
        longest = max(theme.width(word, 16, True) for word in self.title.split())
        about = max(theme.width(word, 14) for word in self.about.split())
        return self._left(ui) + max(longest, about) + theme.px(20)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        wide = max(self.measure_min_width(ui), width) if width < ROOMY else theme.tx(CARD)
        room = wide - self._left(ui) - theme.px(20)
        height = len(wrap(theme, self.title, 16, room, True)) * theme.line_height(16)
        height += len(wrap(theme, self.about, 14, room)) * theme.line_height(14)
        return wide, max(height, theme.tx(ART[1])) + theme.px(32)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        card(target, ui.brush, theme, rect)
        if self.glow:
            ground, edge = mix(c.panel, c.hover, 0.5 * self.glow), hover_edge(c, self.glow)
            ui.brush.rounded(target, rect, theme.px(12), ground, edge, 1)
        size = (theme.tx(ART[0]), theme.tx(ART[1]))
        target.blit(self._art(ui, size), (rect.x + theme.px(16), rect.y + theme.px(16)))
        y = self._draw_text(ui, target, rect.y + theme.px(16), self.title, bold=True)
        self._draw_text(ui, target, y, self.about, bold=False)

    def _draw_text(self, ui: Ui, target: pygame.Surface, top: int, text: str, *, bold: bool) -> int:
        """Draw the lines of a text; return where the next one begins."""
        theme, c = ui.theme, ui.theme.colours
        letters, ink = (16, c.text) if bold else (14, c.text2)
        x, room = self.rect.x + self._left(ui), self.rect.w - self._left(ui) - theme.px(20)
        for line in wrap(theme, text, letters, room, bold):
            middle = (x, top + theme.line_height(letters) * 0.5)
            theme.blit_text(target, line, letters, middle, ink, bold=bold)
            top += theme.line_height(letters)
        return top

    def _art(self, ui: Ui, size: tuple[int, int]) -> pygame.Surface:
        place = self.step.place
        key = ("worth a look", self.key, size, ui.theme.look, ui.theme.safe_palette)
        picture = ui.brush.find(key)
        if picture is None:
            picture = ui.brush.kept(key, size, lambda _big, _k: None)
            position = None
            if place.game in GAMES:
                game = make_game(place.game, place.options)
                session = Session.replay(game, place.position or None, place.moves.split())
                position = game, session.state
            picture.blit(preview(place.game, size, ui.theme, ui.brush, position), (0, 0))
        return picture


class WorthALookScreen(PageScreen):
    """The positions worth a look as cards; a click opens one with its card of the lesson."""

    def top(self) -> Layout:
        return self.bar(self.tr("lesson.more"), self.tr("lesson.more.sentence"))

    def page(self) -> Layout:
        cards = [self._card(chapter, step) for chapter, step in worth_a_look()]
        return Scroll(Pad(Centred(Flow(*cards, least=CARD), widest), 24, 20, 24, 24))

    def _card(self, chapter: Chapter, step: Step) -> PositionCard:
        return PositionCard(
            self.ui, chapter, step, lambda: self.go(walk.opened(chapter, step, alone=True))
        )
