"""What the first screen is made of: the tile of a game, the offer to continue, the globe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from gui.boards.previews import preview
from gui.controls import Icon, Widget
from gui.controls.base import Ui
from gui.controls.buttons import Pressable
from gui.controls.icons import icon
from gui.controls.words import shorten, wrap
from gui.paint import card, smooth
from gui.scenes.resume import Resume
from gui.theme import mix

if TYPE_CHECKING:
    from gui.scenes.menu import MenuScene


class Tile(Pressable):
    """A game: its picture, its name and one sentence; a mark when it can be continued."""

    def __init__(self, rect: pygame.Rect, game: str, scene: MenuScene, lines: int) -> None:
        super().__init__(rect, lambda: scene.open_game(game), game)
        count = len(scene.unfinished(game))
        self.mark = self.tooltip = scene.tr("menu.in_progress", count=count) if count else ""
        self.game = game
        self.name = scene.tr(f"game.{game}.name")
        self.lines = lines
        self.words = wrap(
            scene.ui.theme, scene.tr(f"game.{game}.tile"), 14, self.room(rect.w, scene.ui)
        )

    @staticmethod
    def room(width: int, ui: Ui) -> int:
        """The part of a tile's width that is for words."""
        return width - ui.theme.px(40) - ui.theme.tx(40)

    @staticmethod
    def lines_for(ui: Ui, name: str, sentence: str, width: int) -> int:
        """In how many lines the sentence stands in a tile that wide; 0 when the name is cut."""
        room = Tile.room(width, ui)
        if ui.theme.width(name, 18, True) > room:
            return 0
        return len(wrap(ui.theme, sentence, 14, room))

    @staticmethod
    def text_height(ui: Ui, lines: int) -> int:
        """The height of the part below the picture."""
        return ui.theme.tx(56) + ui.theme.px(16) + (lines - 1) * ui.theme.line_height(14)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        radius = theme.px(12)
        active = self.hovered or (self.focused and self.glow > 0)
        down, soft = (10, 20) if active else (6, 14)
        strength = c.shadow_tile
        ui.brush.shadow(target, rect, radius, c.shadow, strength, theme.px(down), theme.px(soft))
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground)
        art = pygame.Rect(rect.x, rect.y, rect.w, rect.h - self.text_height(ui, self.lines))
        target.blit(self._art(ui, art.size, radius), art)
        edge, width = (c.accent, 2) if active else (c.hair, 1)
        ui.brush.rounded(target, rect, radius, None, edge, width)
        x, middle = rect.x + theme.px(20), (art.bottom + rect.bottom) / 2
        step = theme.line_height(14)
        y = middle - theme.tx(13) - step * (self.lines - 1) / 2
        theme.blit_text(target, self.name, 18, (x, y), bold=True)
        if self.mark:
            self._draw_mark(ui, target, y)
        for number, line in enumerate(self.words):
            theme.blit_text(target, line, 14, (x, y + theme.tx(27) + number * step), c.text2)
        self._draw_arrow(ui, target, active, middle)

    def _draw_mark(self, ui: Ui, target: pygame.Surface, middle: float) -> None:
        """Beside the name; without room for its words, the clock alone, which the tooltip tells."""
        theme, c = ui.theme, ui.theme.colours
        side, pad = theme.tx(16), theme.px(10)
        left = self.rect.x + theme.px(20) + theme.width(self.name, 18, True) + theme.px(12)
        words = theme.tx(6) + theme.width(self.mark, 14, True)
        if left + side + words + 2 * pad > self.rect.right - theme.tx(60):
            words, pad = 0, (theme.tx(26) - side) // 2
        box = pygame.Rect(left, 0, side + words + 2 * pad, theme.tx(26))
        box.centery = round(middle)
        ui.brush.rounded(target, box, box.h // 2, c.raised, c.accent, 1)
        picture = icon(ui.brush, Icon.CLOCK, side, c.accent)
        target.blit(picture, picture.get_rect(midleft=(box.x + pad, box.centery)))
        if words:
            x = box.x + pad + side + theme.tx(6)
            theme.blit_text(target, self.mark, 14, (x, box.centery), bold=True)

    def _draw_arrow(self, ui: Ui, target: pygame.Surface, active: bool, middle: float) -> None:
        theme, c = ui.theme, ui.theme.colours
        centre = (self.rect.right - theme.tx(34), round(middle))
        if active:
            ui.brush.disc(target, centre, theme.tx(18), c.accent)
            picture = icon(ui.brush, Icon.PLAY, theme.tx(16), c.on_accent)
            centre = (centre[0] + theme.tx(1), centre[1])
        else:
            picture = icon(ui.brush, Icon.FORWARD, theme.tx(20), c.text2)
        target.blit(picture, picture.get_rect(center=centre))

    def _art(self, ui: Ui, size: tuple[int, int], radius: int) -> pygame.Surface:
        """The preview with its upper corners rounded."""
        key = ("tile", self.game, size, ui.theme.look, ui.theme.safe_palette)

        def draw(_big: pygame.Surface, _k: int) -> None:
            return None

        art = ui.brush.find(key)
        if art is None:
            art = ui.brush.kept(key, size, draw)
            picture = preview(self.game, size, ui.theme, ui.brush)
            art.blit(picture, (0, 0))

            def cut(big: pygame.Surface, k: int) -> None:
                box = pygame.Rect(0, 0, size[0] * k, (size[1] + radius) * k)
                pygame.draw.rect(big, (255, 255, 255), box, border_radius=radius * k)

            art.blit(smooth(size, cut, 2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return art


class Strip(Widget):
    """The card that offers to continue the last unfinished game."""

    def __init__(self, rect: pygame.Rect, resume: Resume, right: int) -> None:
        super().__init__(rect)
        self.resume = resume
        self.right = right  # where its words end

    @staticmethod
    def words_left(ui: Ui, rect: pygame.Rect) -> int:
        """Where the words begin, right of the picture."""
        return rect.x + ui.theme.px(20) + rect.h - ui.theme.px(24) + ui.theme.px(24)

    @staticmethod
    def words_width(ui: Ui, resume: Resume) -> int:
        """The room that the words take when nothing of them is cut."""
        sentence = ui.theme.width(resume.sentence(ui.tr, short=True), 14)
        return max(ui.theme.width(resume.title(ui.tr), 18, True), sentence)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        card(target, ui.brush, theme, rect)
        side = rect.h - theme.px(24)
        picture = self.resume.picture((side, side), ui)
        if picture is not None:
            place = picture.get_rect(midleft=(rect.x + theme.px(20), rect.centery))
            target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        x = self.words_left(ui, rect)
        room = self.right - x
        title = shorten(theme, self.resume.title(ui.tr), 18, room, bold=True)
        theme.blit_text(target, title, 18, (x, rect.centery - theme.tx(13)), bold=True)
        sentence = shorten(theme, self.resume.sentence(ui.tr, short=True), 14, room)
        theme.blit_text(target, sentence, 14, (x, rect.centery + theme.tx(14)), c.text2)


class GlobeMark(Widget):
    """The globe beside the languages."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side = ui.theme.tx(20)
        picture = icon(ui.brush, Icon.GLOBE, side, ui.theme.colours.text2)
        target.blit(picture, picture.get_rect(center=self.rect.center))
