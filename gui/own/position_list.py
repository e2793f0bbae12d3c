"""A list of positions: a small picture and two lines; a click opens one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from engine.protocols import Game, game_key
from gui.boards.previews import cut_art, preview, thumbnail
from gui.kit import ListRow
from gui.kit.icons import triangle
from gui.kit.lists import OpeningList
from gui.kit.table import TableCell
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.protocols import BoardState
from gui.theme import Colour
from gui.ui import Ui

ROW = 52  # mockup pixels
PICTURE, SIGN = 40, 12


@dataclass(frozen=True)
class PositionRow:
    """A position with its sentence and a quiet line; a fault is marked."""

    text: str
    detail: str = ""
    fault: bool = False
    game: Game[Any] | None = None  # None for a puzzle, which is drawn as on its tile
    state: Any = None
    puzzle: str = ""


class PositionList(OpeningList):
    """Positions to open, by mouse or by keyboard."""

    says_what_it_draws = True

    def __init__(
        self, ui: Ui, rows: Sequence[PositionRow], open_row: Callable[[int], None], key: str
    ) -> None:
        texts = [ListRow(row.text, row.detail, row.text) for row in rows]
        super().__init__(texts, ui.theme.tx(ROW), open_row, open_row=open_row, key=key)
        self.positions = rows

    def size_hint(self, ui: Ui, width: int) -> Size:
        return super().size_hint(ui, width)[0], 2 * self.row_height

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, c, row = ui.theme, ui.theme.colours, self.positions[index]
        self.draw_ground(ui, target, index, rect.inflate(0, -4))
        x, side = rect.x + theme.tx(10), theme.tx(PICTURE)
        if row.game is not None:
            shown = BoardState(row.state)
            name = ("own", game_key(row.game), row.game.text(row.state))
            picture = thumbnail(row.game, shown, (side, side), ui, name)
            target.blit(picture, picture.get_rect(midleft=(x, rect.centery)))
        elif row.puzzle:
            draw = partial(preview, row.puzzle, (side, side), ui)
            picture = cut_art(ui, ("position", row.puzzle), (side, side), draw, 0)
            target.blit(picture, picture.get_rect(midleft=(x, rect.centery)))
        if any(each.game is not None for each in self.positions):
            x += side + theme.tx(12)
        right = self.draw_arrow(ui, target, rect)
        step = theme.tx(10) if row.detail else 0
        text_x = x
        if row.fault:
            sign = triangle(ui.brush, theme.tx(SIGN), c.loss)
            target.blit(sign, sign.get_rect(center=(x + theme.tx(6), rect.centery - step)))
            text_x += theme.tx(20)
        text = shorten(theme, row.text, 14, right - text_x)
        theme.blit_text(target, text, 14, (text_x, rect.centery - step))
        detail = shorten(theme, row.detail, 14, right - x)
        theme.blit_text(target, detail, 14, (x, rect.centery + step), c.text2)


def fault_cell(ui: Ui, faults: int, ink: Colour | None = None, *, own: bool = True) -> TableCell:
    """Return the number of faults behind its triangle, or `none`; a dash for a bot of Jouons."""
    quiet = ink or ui.theme.colours.text2
    if not own:
        return TableCell("–", ink=quiet)
    if faults:
        sign = triangle(ui.brush, ui.theme.tx(SIGN), ui.theme.colours.loss)
        return TableCell(ui.tr.number(faults), bold=True, ink=ink, picture=sign)
    return TableCell(ui.tr("card.none"), ink=quiet)
