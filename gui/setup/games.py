"""The choice of a game, a list of pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from engine.registry import ALL_GAMES, name_of
from gui.boards.previews import cut_art, letters_art, preview
from gui.kit import Widget
from gui.kit.layout import Box, Card, Layout, tx
from gui.kit.lists import ListBox, ListRow
from gui.kit.text_wrap import wrap
from gui.kit.widget import Size
from gui.theme import Theme
from gui.ui import Ui


class GameList(ListBox):
    """The list of games with their pictures."""

    def __init__(
        self, names: Sequence[str], chosen: int, choose: Callable[[int], None], letters: str
    ) -> None:
        self.letters = letters  # of the last row, the own games
        rows = [ListRow(name) for name in names]
        super().__init__(rows, 1, choose, chosen=chosen, key="games")

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return a size that shows at least three games and cuts no word of a name."""
        return self.width_for(ui) - ui.theme.px(24), 3 * ui.theme.tx(56)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        """Lay out the rows: all visible if possible, but never too low to click."""
        shared = min(ui.theme.px(106), rect.h // max(1, len(self.rows)))
        self.row_height = max(ui.theme.tx(56), shared)
        yield from super().place(ui, rect)

    @staticmethod
    def width_for(ui: Ui) -> int:
        """Return the width of a card around the list in which no word of a name is cut."""
        theme = ui.theme
        words = " ".join(_names(ui)).split()
        widest = max(theme.width(word, 16, True) for word in words)
        art = round((max(theme.tx(56), theme.px(106)) - theme.px(28)) * 1.36)
        return art + widest + theme.px(24 + 12 + 14) + 8

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        box, chosen = rect.inflate(0, -theme.px(8)), index == self.chosen
        self.draw_ground(ui, target, index, box, edge=2)
        height = box.h - theme.px(20)
        size = (round(height * 1.36), height)

        def art() -> pygame.Surface:
            if index == len(ALL_GAMES):
                return letters_art(self.letters, size, ui)
            return preview(ALL_GAMES[index], size, ui)

        picture = cut_art(ui, ("list", index, self.letters), size, art)
        target.blit(picture, (box.x + theme.px(12), box.y + theme.px(10)))
        x = box.x + theme.px(12) + size[0] + theme.px(14)
        ink = c.text if chosen else c.text2
        lines = wrap(theme, self.rows[index].text, 16, box.right - x - 4, chosen, maximum=2)
        step = theme.line_height(16)
        for row, line in enumerate(lines):
            y = box.centery + step * (row - (len(lines) - 1) / 2)
            theme.blit_text(target, line, 16, (x, y), ink, bold=chosen)


def games_card(ui: Ui, chosen: int, choose: Callable[[int], None], letters: str) -> Layout:
    """Return the list in a card of its own."""

    def width(theme: Theme) -> int:
        return max(theme.px(232) + theme.tx(32), GameList.width_for(ui))

    games = GameList(_names(ui), chosen, choose, letters)
    return Box(Card(games, ui.tr("setup.game"), inner=12, head=tx(44), foot=8), width)


def _names(ui: Ui) -> list[str]:
    return [*(ui.tr(name_of(game)) for game in ALL_GAMES), ui.tr("player.group.yours")]
