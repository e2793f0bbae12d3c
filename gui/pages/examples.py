"""Instructive positions: each opens in the inspector, with a decision of its player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from engine.examples import EXAMPLES, Example
from engine.protocols import HUMAN
from engine.registry import GAMES, make_game
from gui.boards.previews import preview
from gui.kit.accessible import sentences
from gui.kit.buttons import Pressable
from gui.kit.forms import widest
from gui.kit.layout import Centred, Column, Flexible, Flow, Layout, Pad, Scroll
from gui.kit.screen import Screen
from gui.kit.text_wrap import wrap
from gui.kit.widget import ROOMY, Size
from gui.paint import card
from gui.people import computer_name
from gui.protocols import Open
from gui.theme import Colour, hover_edge, mix
from gui.ui import Ui

OPPONENT = "optimal"  # the opponent in the opened match
CARD = 440  # the least width of a card in two columns
ART = (120, 88)


def opened(example: Example) -> Open:
    """Return the transition to an example: a match from its position, or the cube lab."""
    if example.game not in GAMES:
        return Open("lab", {"puzzle": example.game, "position": example.position, "look": True})
    game, start = position_of(example)
    texts = [OPPONENT, OPPONENT]
    texts[game.to_move(start)] = HUMAN
    arguments = {
        "game": game,
        "players": tuple(texts),
        "start": start,
        "alternate": False,
        "seed": example.seed,
        "look": example.player,
    }
    return Open("match", arguments)


def position_of(example: Example) -> tuple[Any, Any]:
    """Return the game and the state of an example."""
    game = make_game(example.game, example.options)
    return game, game.parse(example.position) if example.position else game.initial()


class ExampleCard(Pressable):
    """A card with the picture of a position, its title, its lesson and the deciding player."""

    def __init__(self, ui: Ui, example: Example, open_it: Callable[[Example], None]) -> None:
        super().__init__(lambda: open_it(example), f"example_{example.id}")
        tr = ui.tr
        self.example = example
        self.title = tr(f"example.{example.id}")
        self.sentence = tr(f"example.{example.id}.sentence")
        self.about = tr(f"game.{example.game}.name")
        if example.player:
            decision = tr("examples.asks", player=tr(computer_name(example.player)))
            self.about = f"{self.about} · {decision}"

    def words(self) -> str:
        return sentences((self.title, self.sentence, self.about))

    def _left(self, ui: Ui) -> int:
        """Return the left offset of the texts in pixels."""
        return ui.theme.px(36) + ui.theme.tx(ART[0])

    def _lines(self, ui: Ui, width: int) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
        room = width - self._left(ui) - ui.theme.px(20)
        return (
            wrap(ui.theme, self.title, 16, room, True),
            wrap(ui.theme, self.sentence, 14, room),
            wrap(ui.theme, self.about, 14, room),
        )

    def measure_min_width(self, ui: Ui) -> int:
        theme = ui.theme
        words = [*((word, True) for word in self.title.split())]
        words += [(word, False) for word in f"{self.sentence} {self.about}".split()]
        longest = max(theme.width(word, 16 if bold else 14, bold) for word, bold in words)
        return self._left(ui) + longest + theme.px(20)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        wide = max(self.measure_min_width(ui), width) if width < ROOMY else theme.tx(CARD)
        title, *others = self._lines(ui, wide)
        height = len(title) * theme.line_height(16) + theme.px(6)
        height += sum(len(lines) for lines in others) * theme.line_height(14) + theme.px(6)
        return wide, max(height, theme.tx(ART[1])) + theme.px(32)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        card(target, ui.brush, theme, rect)
        if self.glow:
            ground, edge = mix(c.panel, c.hover, 0.5 * self.glow), hover_edge(c, self.glow)
            ui.brush.rounded(target, rect, theme.px(12), ground, edge, 1)
        size = (theme.tx(ART[0]), theme.tx(ART[1]))
        art = self._art(ui, size)
        target.blit(art, (rect.x + theme.px(16), rect.y + theme.px(16)))
        x, y = rect.x + self._left(ui), rect.y + theme.px(16)
        parts = zip(self._lines(ui, rect.w), (16, 14, 14), (c.text, c.text, c.text2), strict=True)
        for number, (lines, text, ink) in enumerate(parts):
            self._draw_lines(ui, target, (x, y), lines, text, ink, bold=not number)
            y += len(lines) * theme.line_height(text) + theme.px(6)

    @staticmethod
    def _draw_lines(
        ui: Ui,
        target: pygame.Surface,
        at: tuple[int, int],
        lines: Sequence[str],
        size: float,
        ink: Colour,
        *,
        bold: bool,
    ) -> None:
        """Draw the lines of a paragraph, one below another."""
        step = ui.theme.line_height(size)
        for row, line in enumerate(lines):
            middle = (at[0], at[1] + step * (row + 0.5))
            ui.theme.blit_text(target, line, size, middle, ink, bold=bold)

    def _art(self, ui: Ui, size: tuple[int, int]) -> pygame.Surface:
        example = self.example
        key = ("example", example.id, size, ui.theme.look, ui.theme.safe_palette)
        picture = ui.brush.find(key)
        if picture is None:
            picture = ui.brush.kept(key, size, lambda _big, _k: None)
            position = position_of(example) if example.game in GAMES else None
            art = preview(example.game, size, ui.theme, ui.brush, position)
            picture.blit(art, (0, 0))
        return picture


class ExamplesScreen(Screen):
    """The screen of all examples as cards; a click opens one."""

    def view(self) -> Layout:
        tr = self.tr
        cards = [ExampleCard(self.ui, example, self.open_example) for example in EXAMPLES]
        page = Pad(Centred(Flow(*cards, least=CARD), widest), 24, 20, 24, 24)
        bar = self.bar(tr("examples.title"), tr("examples.subtitle"))
        return Column(bar, Flexible(Scroll(page)), gap=0)

    def open_example(self, example: Example) -> None:
        """Open an example."""
        self.go(opened(example))
