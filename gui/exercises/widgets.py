"""The widgets of puzzles: stars, the tile of a game, a position to choose."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial

import pygame

from engine.puzzles.problems import Goal, Problem
from engine.registry import make_game
from gui.boards.previews import cut_art, preview
from gui.kit import Icon, Widget, icon
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.buttons import Pressable
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size
from gui.paint import Brush
from gui.theme import Colour, mix
from gui.ui import Ui

STARS = 5
TILE = 62  # the height of a game's tile: three rows stand above the puzzles of today
NAME = 24  # the height of the name below its picture


def star(brush: Brush, side: int, ink: Colour) -> pygame.Surface:
    """Return a five-pointed star."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle = side * scale / 2
        points = []
        for corner in range(10):
            reach = middle * (0.98 if corner % 2 == 0 else 0.44)
            angle = math.radians(36 * corner - 90)
            points.append(
                (middle + reach * math.cos(angle), middle * 1.06 + reach * math.sin(angle))
            )
        pygame.draw.polygon(canvas, ink, points)

    return brush.kept(("five points", side, ink), (side, side), draw)


class Stars(Widget):
    """Difficulty of a puzzle as stars of five, aligned right."""

    def __init__(self, level: int, side: float = 20) -> None:
        super().__init__()
        self.level = level
        self.side = side

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        stars = ui.tr("access.stars", level=self.level, all=STARS)
        return AccessibleInfo(Role.PICTURE, stars)

    def size_hint(self, ui: Ui, width: int) -> Size:
        step = ui.theme.tx(self.side) + ui.theme.tx(4)
        return STARS * step - ui.theme.tx(4), ui.theme.tx(self.side)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        x = self.rect.right - self.size_hint(ui, 0)[0]
        draw_stars(ui, target, self.level, ui.theme.tx(self.side), (x, self.rect.centery))


def draw_stars(
    ui: Ui, target: pygame.Surface, level: int, side: int, midleft: tuple[int, int]
) -> int:
    """Draw a difficulty as stars of five; return the column after them."""
    c, (x, middle) = ui.theme.colours, midleft
    for number in range(STARS):
        ink = c.accent if number < level else mix(c.panel, c.line, 0.75)
        target.blit(star(ui.brush, side, ink), (x, middle - side // 2))
        x += side + ui.theme.tx(4)
    return x


@dataclass(eq=False)
class GameTile(Pressable):
    """Tile of a game; a tick when its puzzle of today is solved."""

    game: str
    name: str
    choose: Callable[[str], None]
    chosen: bool
    tick: str

    def __post_init__(self) -> None:
        super().__init__(partial(self.choose, self.game), f"game {self.game}", self.tick)

    def words(self) -> str:
        return self.name

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        info = super().accessible(ui)
        return replace(info, on=True if self.chosen else None) if info is not None else None

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        words = theme.width(self.name, 14) + theme.tx(8)
        return max(words, theme.tx(64)), theme.tx(TILE)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, radius = ui.theme, ui.theme.colours, ui.theme.px(10)
        ground = mix(c.raised, c.hover, self.glow)
        if self.chosen:
            ground = mix(ground, c.accent, 0.14)
        ui.brush.rounded(target, self.rect, radius, ground)
        high = self.rect.h - theme.tx(NAME)
        size = (self.rect.w, high)
        make = partial(preview, self.game, size, ui)
        art = cut_art(ui, ("puzzles", self.game), size, make, radius)
        target.blit(art, self.rect)
        edge, width = (c.accent, 2) if self.chosen else (c.line, 1)
        ui.brush.rounded(target, self.rect, radius, None, edge, width)
        ink = c.accent if self.chosen else c.text
        name = shorten(theme, self.name, 14, self.rect.w - 4)
        middle = (self.rect.centerx, self.rect.y + high + (self.rect.h - high) // 2)
        theme.blit_text(target, name, 14, middle, ink, align=0.5)
        if self.tick:
            side = theme.tx(18)
            centre = (self.rect.right - theme.tx(14), self.rect.y + theme.tx(14))
            ui.brush.disc(target, centre, side / 2, c.accent)
            picture = icon(ui.brush, Icon.CHECK, theme.tx(14), c.on_accent)
            target.blit(picture, picture.get_rect(center=centre))


SMALL, LARGE = (96, 84), (200, 180)


@dataclass(eq=False)
class PositionThumb(Pressable):
    """A position: ringed while it is asked, with a tick once found and a cross once missed."""

    problem: Problem
    spoken: str
    choose: Callable[[], None]
    key: str
    found: bool | None
    _: KW_ONLY
    now: bool = False
    large: bool = False

    def __post_init__(self) -> None:
        super().__init__(self.choose, self.key)

    def words(self) -> str:
        return self.spoken

    def size_hint(self, ui: Ui, width: int) -> Size:
        across, down = LARGE if self.large else SMALL
        return ui.theme.px(across), ui.theme.px(down)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c, theme, rect = ui.theme.colours, ui.theme, self.rect
        target.blit(self._art(ui), rect)
        edge = c.accent if self.now else mix(c.line, c.text, 0.4 * self.glow)
        ui.brush.rounded(target, rect, 0, None, edge, 2 if self.now else 1)
        if self.found is not None:
            side, radius = theme.px(16), theme.px(11)
            centre = (rect.right - radius - 3, rect.y + radius + 3)
            ui.brush.disc(target, centre, radius, c.accent if self.found else c.raised)
            ink = c.on_accent if self.found else c.loss
            sign = icon(ui.brush, Icon.CHECK if self.found else Icon.CROSS, side, ink)
            target.blit(sign, sign.get_rect(center=centre))

    def _art(self, ui: Ui) -> pygame.Surface:
        problem, size = self.problem, self.rect.size
        place = (problem.game, *problem.options.items(), problem.position)

        def draw() -> pygame.Surface:
            position, puzzle = None, problem.position
            if problem.goal is not Goal.SOLVE:
                game = make_game(problem.game, problem.options)
                position, puzzle = (game, game.parse(problem.position)), ""
            return preview(problem.game, size, ui, position, puzzle)

        return cut_art(ui, ("thumb", *place), size, draw)
