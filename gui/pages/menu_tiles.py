"""What the first screen is made of: the tiles of the games, the offer to continue, the globe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from gui.boards.previews import preview
from gui.kit import Icon, Widget
from gui.kit.buttons import Pressable
from gui.kit.icons import icon
from gui.kit.widget import ROOMY, Measured, Size
from gui.kit.words import shorten, wrap
from gui.pages.resume import Resume
from gui.pages.unfinished import picture_of
from gui.paint import smooth
from gui.theme import Theme, mix
from gui.ui import Ui


def text_height(theme: Theme, lines: int) -> int:
    """The height of the part of a tile below its picture."""
    return theme.tx(56) + theme.px(16) + (lines - 1) * theme.line_height(14)


class Tile(Pressable):
    """A game: its picture, its name and one sentence; a mark when it can be continued."""

    def __init__(self, ui: Ui, game: str, begun: int, open_game: Callable[[str], None]) -> None:
        super().__init__(lambda: open_game(game), game)
        self.mark = self.tooltip = ui.tr("menu.in_progress", count=begun) if begun else ""
        self.game = game
        self.name = ui.tr(f"game.{game}.name")
        self.sentence = ui.tr(f"game.{game}.tile")
        self.wrapped: Sequence[str] = ()
        self.lines = 1  # of the sentence, in the tile where it is longest

    @staticmethod
    def _beside(theme: Theme) -> int:
        """What of the width is not for words."""
        return theme.px(40) + theme.tx(40)

    def narrowest(self, ui: Ui) -> int:
        theme = ui.theme
        longest = max(theme.width(word, 14) for word in self.sentence.split())
        return max(theme.width(self.name, 18, True), longest) + self._beside(theme)

    def lines_in(self, ui: Ui, width: int) -> int:
        """In how many lines the sentence stands in a tile that wide."""
        return len(wrap(ui.theme, self.sentence, 14, width - self._beside(ui.theme)))

    def wanted(self, ui: Ui, width: int) -> Size:
        needed = max(width, self.narrowest(ui)) if width < ROOMY else ui.theme.px(450)
        lines = self.lines_in(ui, needed)
        return needed, text_height(ui.theme, lines) + ui.theme.px(96)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.wrapped = wrap(ui.theme, self.sentence, 14, rect.w - self._beside(ui.theme))
        yield from super().place(ui, rect)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        radius = theme.px(12)
        active = self.hovered or (self.focused and self.glow > 0)
        down, soft = (10, 20) if active else (6, 14)
        strength = c.shadow_tile
        ui.brush.shadow(target, rect, radius, c.shadow, strength, theme.px(down), theme.px(soft))
        ground = mix(c.panel, c.hover, self.glow * 0.5)
        ui.brush.rounded(target, rect, radius, ground)
        art = pygame.Rect(rect.x, rect.y, rect.w, rect.h - text_height(ui.theme, self.lines))
        target.blit(self._art(ui, art.size, radius), art)
        edge, width = (c.accent, 2) if active else (c.hair, 1)
        ui.brush.rounded(target, rect, radius, None, edge, width)
        x, middle = rect.x + theme.px(20), (art.bottom + rect.bottom) / 2
        step = theme.line_height(14)
        y = middle - theme.tx(13) - step * (self.lines - 1) / 2
        theme.blit_text(target, self.name, 18, (x, y), bold=True)
        if self.mark:
            self._draw_mark(ui, target, y)
        for number, line in enumerate(self.wrapped):
            theme.blit_text(target, line, 14, (x, y + theme.tx(27) + number * step), c.text2)
        self._draw_arrow(ui, target, active, middle)

    def _draw_mark(self, ui: Ui, target: pygame.Surface, middle: float) -> None:
        """Beside the name; without room for its words, the clock alone, which the tooltip tells."""
        theme, c = ui.theme, ui.theme.colours
        side, pad = theme.tx(16), theme.px(10)
        left = self.rect.x + theme.px(20) + theme.width(self.name, 18, True) + theme.px(12)
        mark = theme.tx(6) + theme.width(self.mark, 14, True)
        if left + side + mark + 2 * pad > self.rect.right - theme.tx(60):
            mark, pad = 0, (theme.tx(26) - side) // 2
        box = pygame.Rect(left, 0, side + mark + 2 * pad, theme.tx(26))
        box.centery = round(middle)
        ui.brush.rounded(target, box, box.h // 2, c.raised, c.accent, 1)
        picture = icon(ui.brush, Icon.CLOCK, side, c.accent)
        target.blit(picture, picture.get_rect(midleft=(box.x + pad, box.centery)))
        if mark:
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


@dataclass(frozen=True)
class _Columns:
    count: int
    width: int
    lines: int  # of the longest sentence below a name


class Tiles(Measured):
    """As many tiles in a row as leave two lines to every sentence; all of one size, centred."""

    MOST = 1400
    HIGHEST = 300

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.tiles = tiles

    def _columns(self, ui: Ui, width: int) -> _Columns:
        gap, room = ui.theme.px(24), min(width, ui.theme.px(self.MOST))
        least = self.narrowest(ui)
        for count in (3, 2, 1):
            each = (room - gap * (count - 1)) // count
            lines = max((tile.lines_in(ui, each) for tile in self.tiles), default=1)
            if count == 1 or (each >= least and lines <= 2):
                break
        return _Columns(count, each, lines)

    def _least_height(self, ui: Ui, lines: int) -> int:
        return text_height(ui.theme, lines) + ui.theme.px(96)

    def narrowest(self, ui: Ui) -> int:
        return max((tile.least(ui) for tile in self.tiles), default=0)

    def wanted(self, ui: Ui, width: int) -> Size:
        needed = min(width, ui.theme.px(self.MOST))
        columns = self._columns(ui, needed)
        rows = -(-len(self.tiles) // columns.count)
        height = self._least_height(ui, columns.lines)
        return needed, rows * height + ui.theme.px(16) * (rows - 1)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        columns, gap = self._columns(ui, rect.w), ui.theme.px(16)
        rows = -(-len(self.tiles) // columns.count)
        fitting = (rect.h - gap * (rows - 1)) // rows
        maximum = min(fitting, ui.theme.px(self.HIGHEST))
        height = max(self._least_height(ui, columns.lines), maximum)
        across = columns.width + ui.theme.px(24)
        left = rect.x + (rect.w - across * columns.count + ui.theme.px(24)) // 2
        for index, tile in enumerate(self.tiles):
            row, column = divmod(index, columns.count)
            tile.lines = columns.lines
            x, y = left + column * across, rect.y + row * (height + gap)
            yield from tile.place(ui, pygame.Rect(x, y, columns.width, height))


class Strip(Widget):
    """The position of the last unfinished game, what it is and who plays it."""

    def __init__(self, ui: Ui, resume: Resume) -> None:
        super().__init__()
        self.resume = resume
        self.title = resume.title(ui.tr)
        self.offer = resume.offer(ui.tr)
        self.sentence = f"{self.offer} · {ui.tr(resume.kept)}" if resume.sound else self.offer

    def wanted(self, ui: Ui, width: int) -> Size:
        theme, side = ui.theme, ui.theme.tx(56)
        longest = max(theme.width(self.title, 18, True), theme.width(self.sentence, 14))
        natural = side + theme.px(24) + longest + theme.px(12)
        return min(natural, max(width, side + theme.px(24) + theme.tx(64))), side

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, rect = ui.theme, self.rect
        picture = picture_of(self.resume, (rect.h, rect.h), ui)
        if picture is not None:
            target.blit(picture, rect, special_flags=pygame.BLEND_PREMULTIPLIED)
        x = rect.x + rect.h + theme.px(24)
        room = rect.right - x
        title = shorten(theme, self.title, 18, room, bold=True)
        theme.blit_text(target, title, 18, (x, rect.centery - theme.tx(13)), bold=True)
        fits = theme.width(self.sentence, 14) <= room
        sentence = shorten(theme, self.sentence if fits else self.offer, 14, room)
        below = (x, rect.centery + theme.tx(14))
        theme.blit_text(target, sentence, 14, below, theme.colours.text2)


class GlobeMark(Widget):
    """The globe beside the languages."""

    def wanted(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(20)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side = ui.theme.tx(20)
        picture = icon(ui.brush, Icon.GLOBE, side, ui.theme.colours.text2)
        target.blit(picture, picture.get_rect(center=self.rect.center))
