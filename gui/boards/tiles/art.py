"""The art of the sliding tiles: a wooden tray with felt, and ivory tiles with a foot."""

from __future__ import annotations

import pygame

from gui.boards.sticks import felt
from gui.boards.tiles.handling import GAP, Cell, cells_of, shape_of
from gui.paint import Brush
from gui.theme import Colour, Theme, ThemeName, mix

IVORY, LIGHT_EDGE, FOOT, INK = (240, 230, 206), (252, 246, 230), (150, 122, 80), (66, 46, 26)
RIM, SPACE = 0.12, 0.04  # as fractions of a tile's side
CORNER, DIGIT, FOOT_HEIGHT = 0.14, 0.5, 0.035  # as fractions of a tile's side
BADGE, DISC = 0.13, (32, 38, 38)  # the radius and the colour of a tile's distance


class Tray:
    """The measures of a tray that is centred in an area."""

    def __init__(self, area: pygame.Rect, rows: int, columns: int) -> None:
        # The rim, and a space before each tile and after the last one.
        across, down = (n + 2 * RIM + (n + 1) * SPACE for n in (columns, rows))
        self.side = max(2, int(min(area.w / across, area.h / down)))
        inner = self._measure(rows, columns)
        while self.side > 2 and any(
            each + 2 * self.rim > room for each, room in zip(inner, area.size, strict=True)
        ):
            self.side -= 1  # in a small tray the least rim and space take more
            inner = self._measure(rows, columns)
        self.rect = area.copy()
        self.rect.size = (inner[0] + 2 * self.rim, inner[1] + 2 * self.rim)
        self.rect.center = area.center

    def _measure(self, rows: int, columns: int) -> tuple[int, int]:
        """Set rim and space of the present side; return the size within the rim."""
        self.rim, self.space = max(2, round(self.side * RIM)), max(1, round(self.side * SPACE))
        pitch = self.side + self.space
        return columns * pitch + self.space, rows * pitch + self.space

    def cell(self, cell: tuple[float, float]) -> pygame.Rect:
        """Return the square of a row and a column, which may lie between two."""
        pitch, edge = self.side + self.space, self.rim + self.space
        x = self.rect.x + edge + round(cell[1] * pitch)
        y = self.rect.y + edge + round(cell[0] * pitch)
        box = self.rect.copy()
        box.update(x, y, self.side, self.side)
        return box


def draw_tray(target: pygame.Surface, tray: Tray, theme: Theme, brush: Brush) -> None:
    c, rect, radius = theme.colours, tray.rect, max(2, round(tray.rim * 1.1))
    inside = rect.inflate(-2 * tray.rim, -2 * tray.rim)
    if theme.look is ThemeName.CONTRAST:
        brush.rounded(target, rect, radius, c.felt, c.line, max(1, tray.rim // 4))
        return
    brush.shadow(target, rect, radius, c.shadow, 0.4, max(1, tray.rim // 3), tray.rim)
    brush.rounded(target, rect, radius, c.wood, mix(c.wood, (255, 255, 255), 0.2), 1)
    picture = brush.kept(
        ("tiles felt", inside.size, theme.look),
        inside.size,
        lambda canvas, _: felt(canvas, theme.u, canvas.get_rect(), (c.felt, c.felt_dark)),
        factor=1,
    )
    brush.rounded(target, inside.inflate(2, 2), radius // 2, mix(c.wood_dark, (0, 0, 0), 0.45))
    target.blit(picture, inside)


def draw_tile(
    target: pygame.Surface,
    box: pygame.Rect,
    number: str,
    theme: Theme,
    brush: Brush,
    *,
    hovered: bool = False,
    faint: float = 0.0,
) -> None:
    """Draw a tile; a `faint` one (0 to 1) is mixed with the felt."""
    c, radius = theme.colours, max(2, round(box.w * CORNER))
    foot = max(1, round(box.w * FOOT_HEIGHT))

    def shade(colour: Colour) -> Colour:
        return mix(colour, c.felt_dark, faint)

    face = pygame.Rect(box.x, box.y, box.w, box.h - foot)
    if theme.look is ThemeName.CONTRAST:
        brush.rounded(target, box, radius, (0, 0, 0), c.accent if hovered else c.line, 2)
        ink: Colour = mix(c.text, (0, 0, 0), faint)
    else:
        brush.rounded(target, box, radius, shade(FOOT))
        top = mix(IVORY, (255, 255, 255), 0.35) if hovered else IVORY
        brush.rounded(target, face, radius, shade(top), shade(LIGHT_EDGE), max(1, box.w // 60))
        ink = shade(INK)
    size = box.h * DIGIT / max(0.01, theme.text_u)
    theme.blit_text(target, number, size, face.center, ink, bold=True, align=0.5)


def draw_badge(
    target: pygame.Surface, box: pygame.Rect, number: int, theme: Theme, brush: Brush
) -> None:
    """Draw a number on a disc in the upper right corner of a tile."""
    radius = max(theme.px(7), round(box.w * BADGE))
    centre = (box.right - round(radius * 1.15), box.y + round(radius * 1.15))
    brush.disc(target, centre, radius, DISC)
    size = radius * 1.25 / max(0.01, theme.text_u)
    theme.blit_text(target, str(number), size, centre, LIGHT_EDGE, bold=True, align=0.5)


def draw_position(
    target: pygame.Surface,
    area: pygame.Rect,
    position: str,
    theme: Theme,
    brush: Brush,
    *,
    faint: float = 0.0,
) -> Tray:
    """Draw a still position in an area; return the measures of its tray."""
    tray = Tray(area, *shape_of(position))
    draw_tray(target, tray, theme, brush)
    for number, cell in cells_of(position).items():
        if number != GAP:
            draw_tile(target, tray.cell(cell), number, theme, brush, faint=faint)
    return tray


def between(first: Cell, second: Cell, fraction: float) -> tuple[float, float]:
    """Return a place between two cells."""
    return (
        first[0] + fraction * (second[0] - first[0]),
        first[1] + fraction * (second[1] - first[1]),
    )
