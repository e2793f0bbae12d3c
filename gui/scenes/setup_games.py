"""The games to choose from, as a list of pictures or as rows of words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from engine.registry import ALL_GAMES
from gui.boards.previews import preview
from gui.controls import Card, Segments, Widget
from gui.controls.base import Ui
from gui.controls.lists import ListBox, Row
from gui.controls.words import wrap


class GameList(ListBox):
    """The games with their pictures."""

    def __init__(
        self,
        rect: pygame.Rect,
        ui: Ui,
        names: Sequence[str],
        chosen: int,
        choose: Callable[[int], None],
    ) -> None:
        height = max(ui.theme.tx(56), min(ui.theme.px(106), rect.h // max(1, len(names))))
        super().__init__(
            rect, [Row(name) for name in names], height, choose, chosen=chosen, key="games"
        )

    @staticmethod
    def width_for(ui: Ui) -> int:
        """The width of a card around the list in which no word of a name is cut."""
        theme = ui.theme
        words = " ".join(ui.tr(f"game.{game}.name") for game in ALL_GAMES).split()
        widest = max(theme.width(word, 16, True) for word in words)
        art = round((max(theme.tx(56), theme.px(106)) - theme.px(28)) * 1.36)
        return art + widest + theme.px(24 + 12 + 14) + 8

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        box = rect.inflate(0, -theme.px(8))
        chosen = index == self.chosen
        if chosen:
            ui.brush.rounded(target, box, theme.px(10), c.raised, c.accent, 2)
        elif index == self._pointed and self.hovered:
            ui.brush.rounded(target, box, theme.px(10), c.hover)
        high = box.h - theme.px(20)
        size = (round(high * 1.36), high)
        game = ALL_GAMES[index]
        key = ("list art", game, size, theme.look, theme.safe_palette)
        art = ui.brush.find(key)
        if art is None:
            art = ui.brush.kept(key, size, lambda big, k: None)
            # Drawn large and reduced: the boards are not made for so small a picture.
            large = preview(game, (3 * size[0], 3 * size[1]), theme, ui.brush)
            art.blit(pygame.transform.smoothscale(large, size), (0, 0))
        target.blit(art, (box.x + theme.px(12), box.y + theme.px(10)))
        x = box.x + theme.px(12) + size[0] + theme.px(14)
        ink = c.text if chosen else c.text2
        lines = wrap(theme, self.rows[index].words, 16, box.right - x - 4, chosen, most=2)
        step = theme.line_height(16)
        for row, line in enumerate(lines):
            y = box.centery + step * (row - (len(lines) - 1) / 2)
            theme.blit_text(target, line, 16, (x, y), ink, bold=chosen)


def games_card(
    ui: Ui, card: pygame.Rect, chosen: int, choose: Callable[[int], None]
) -> list[Widget]:
    """The list in a card of its own, which does not scroll with the rest."""
    theme = ui.theme
    inner = pygame.Rect(
        card.x + theme.px(12),
        card.y + theme.tx(44),
        card.w - theme.px(24),
        card.h - theme.tx(44) - theme.px(8),
    )
    names = [ui.tr(f"game.{game}.name") for game in ALL_GAMES]
    parts = [Card(card, ui.tr("setup.game")), GameList(inner, ui, names, chosen, choose)]
    for part in parts:
        part.pinned = True
    return list(parts)


def games_rows(
    ui: Ui, place: pygame.Rect, chosen: int, choose: Callable[[int], None]
) -> tuple[list[Widget], int]:
    """The names in one or two rows where a list has no room, and the y below them."""
    theme, y = ui.theme, place.y
    names = [ui.tr(f"game.{game}.name") for game in ALL_GAMES]
    rows = 2 if Segments.width_for(ui, names) > place.w else 1
    half = -(-len(names) // rows)
    widgets: list[Widget] = []
    for first in range(0, len(names), half):
        box = pygame.Rect(place.x, y, place.w, theme.tx(48))
        here = chosen - first if first <= chosen < first + half else -1

        def pick(index: int, offset: int = first) -> None:
            choose(index + offset)

        part = names[first : first + half]
        widgets.append(Segments(box, part, here, pick, f"games{first // half}"))
        y = box.bottom + theme.px(8)
    return widgets, y + theme.px(8)
