"""The steps of the lessons that are worth a look outside of their chapters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.lessons.chapters import worth_a_look
from engine.lessons.record import Chapter, Place, Step
from engine.registry import GAMES, make_game, name_of
from engine.session import Session
from gui.boards.previews import cut_art, preview
from gui.kit import Label, Widget
from gui.kit.accessible import AccessibleInfo, sentences
from gui.kit.buttons import Pressable
from gui.kit.forms import widest
from gui.kit.layout import (
    Box,
    Centred,
    Column,
    Flexible,
    Flow,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    Scroll,
)
from gui.kit.screen import PageScreen
from gui.kit.widget import Size
from gui.lessons import walk
from gui.paint import card
from gui.people import computer_name
from gui.theme import hover_edge, mix
from gui.ui import Ui

CARD = 440  # the least width of a card in two columns
ART = (120, 88)


class PositionCard(Pressable):
    """The ground of a card, which opens its step; a screen reader hears its texts."""

    def __init__(self, name: str, open_it: Callable[[], None], key: str) -> None:
        super().__init__(open_it, key)
        self.name = name

    def words(self) -> str:
        return self.name

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        card(target, ui.brush, theme, self.rect)
        if self.glow:
            ground, edge = mix(c.panel, c.hover, 0.5 * self.glow), hover_edge(c, self.glow)
            ui.brush.rounded(target, self.rect, theme.px(12), ground, edge, 1)


class CardText(Label):
    """A text on a card, which takes no click and is heard with the card."""

    click_through = True

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return None


class PlacePicture(Widget):
    """The picture of the position of a step."""

    click_through = True

    def __init__(self, key: str, place: Place) -> None:
        super().__init__(key)
        self.shown = place

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(ART[0]), ui.theme.tx(ART[1])

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        name, size = ("worth a look", self.key), self.rect.size
        target.blit(cut_art(ui, name, size, partial(self._art, ui)), self.rect)

    def _art(self, ui: Ui) -> pygame.Surface:
        place, position = self.shown, None
        if place.game in GAMES:
            game = make_game(place.game, place.options)
            session = Session.replay(game, place.position or None, place.moves.split())
            position = game, session.state
        return preview(place.game, self.rect.size, ui.theme, ui.brush, position)


class WorthALookScreen(PageScreen):
    """The positions worth a look as cards; a click opens one with its card of the lesson."""

    def top(self) -> Layout:
        return self.bar(self.tr("lesson.more"), self.tr("lesson.more.sentence"))

    def page(self) -> Layout:
        cards = [self._card(chapter, step) for chapter, step in worth_a_look()]
        return Scroll(Pad(Centred(Flow(*cards, least=CARD), widest), 24, 20, 24, 24))

    def _card(self, chapter: Chapter, step: Step) -> Layout:
        place, key = step.place, f"{chapter.id}/{step.id}"
        parts = [self.tr(name_of(place.game))]
        if place.player and place.game in GAMES:
            parts.append(self.tr(computer_name(place.player)))
        title, about = self.tr(chapter.key(step)), " · ".join(parts)
        ground = PositionCard(
            sentences((title, about)),
            lambda: self.go(walk.opened(chapter, step, alone=True)),
            key,
        )
        picture = NoShrink(Box(PlacePicture(f"{key} picture", place), at=0))
        words = Column(CardText(title, 16, bold=True), CardText(about, 14, quiet=True), gap=0)
        return Over(ground, Pad(Row(picture, Flexible(words), gap=20), 16))
