"""The plate of Connect Four: its face and side, its holes, and the outline of a winning line."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from gui.boards.marks import Point
from gui.paint import round_line
from gui.theme import Colour, ThemeName, mix
from gui.ui import Ui

ALPHA_MAX = pygame.BLEND_RGBA_MAX
HOLE = 0.405  # radius of a hole, in cells
PADDING = 0.21
SIDE = 0.07
CORNER = 0.24
WHITE: Colour = (255, 255, 255)


def thickness(cell: int) -> int:
    """Return the height of the plate's visible side, in pixels."""
    return max(1, round(SIDE * cell))


def plate(
    ui: Ui, place: pygame.Rect, cell: int, holes: Sequence[Point], lip: int | None
) -> pygame.Surface:
    """Return the plate with transparent holes; `holes` are their centres in the window.

    With a lip (its height in pixels) the columns are numbered on it; without, the picture is a
    small one and has no edge.
    """
    theme, colours, brush = ui.theme, ui.theme.colours, ui.brush
    key = ("plate", cell, len(holes), place.size, lip, theme.look, theme.safe_palette, theme.text_u)

    def draw(whole: pygame.Surface, _factor: int) -> None:
        radius, below = round(CORNER * cell), thickness(cell)
        face = pygame.Rect((0, 0), place.size)
        brush.rounded(whole, face.move(0, below), radius, colours.frame_side)
        edge = mix(colours.frame, (255, 255, 255), 0.25)
        brush.rounded(whole, face, radius, colours.frame, None if lip is None else edge)
        tile = plate_tile(ui, cell, HOLE, 0.24 if theme.look is ThemeName.LIGHT else 0.34)
        half = tile.get_width() // 2
        for x, y in holes:
            spot = tile.get_rect(topleft=(x - place.x - half, y - place.y - half))
            whole.fill((0, 0, 0, 0), spot)
            whole.blit(tile, spot)
        if lip is not None:
            y = place.h - lip // 2 - round(PADDING * cell * 0.42)
            letters = min(14.0, 1.15 * lip / theme.text_u)
            for column, x in enumerate(sorted({x for x, _ in holes})):
                at = (x - place.x, y)
                theme.blit_text(whole, str(column), letters, at, WHITE, bold=True, align=0.5)

    size = (place.w, place.h + thickness(cell))
    return brush.kept(key, size, draw, factor=1)


def plate_tile(ui: Ui, cell: int, fraction: float, strength: float) -> pygame.Surface:
    """Return the part of a plate round one hole, of radius `fraction` cells, centred in the
    picture.

    The hole has a rim and, at its top, the soft shadow of the plate, of opacity `strength` (0 .. 1)
    at the edge.
    """
    frame, side = ui.theme.colours.frame, ui.theme.colours.frame_side
    radius = fraction * cell
    across = 2 * math.ceil(radius + 0.05 * cell) + 2

    def draw(canvas: pygame.Surface, scale: int) -> None:
        canvas.fill(frame)
        middle = (canvas.get_width() / 2, canvas.get_height() / 2)
        pygame.draw.circle(canvas, side, middle, (radius + 0.035 * cell) * scale)
        pygame.draw.circle(canvas, (0, 0, 0, 0), middle, radius * scale)
        shadow = _crescent(canvas.get_size(), radius * scale, strength)
        canvas.blit(shadow, (0, 0), special_flags=ALPHA_MAX)

    key = ("tile", cell, fraction, frame, side, strength)
    return ui.brush.kept(key, (across, across), draw)


def _crescent(size: Point, radius: float, strength: float) -> pygame.Surface:
    """Return a shadow at the top of a circle, fading downwards; transparent outside the circle."""
    shade = pygame.Surface(size, pygame.SRCALPHA)
    x, y = size[0] / 2, size[1] / 2
    steps, depth = 10, 0.34 * radius
    for step in range(steps + 1):
        # Each circle is a little lower and a little lighter than the one before.
        ink = (0, 0, 0, round(255 * strength * (1 - step / steps) ** 1.5))
        pygame.draw.circle(shade, ink, (x, y + depth * step / steps), radius)
    inside = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.circle(inside, (255, 255, 255, 255), (x, y), radius)
    shade.blit(inside, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return shade


def winning_capsules(
    ui: Ui,
    runs: tuple[tuple[Point, Point], ...],
    cell: int,
    light: Colour = (255, 252, 246),
) -> tuple[pygame.Surface, Point]:
    """Return outlines with a dark edge round the runs of a line, and the picture's upper left."""
    dark: Colour = (41, 36, 29) if ui.theme.look is ThemeName.LIGHT else (20, 17, 10)
    margin = round(0.55 * cell)
    columns, rows = zip(*(end for run in runs for end in run), strict=True)
    left, top = min(columns) - margin, min(rows) - margin
    size = (max(columns) + margin - left, max(rows) + margin - top)
    ends = tuple(tuple((x - left, y - top) for x, y in run) for run in runs)

    def draw(canvas: pygame.Surface, scale: int) -> None:
        border = max(1, round(cell * 0.016)) * scale
        radius, width = cell * 0.455 * scale, cell * 0.045 * scale
        reaches = (
            (radius + width / 2 + border, dark),
            (radius + width / 2, light),
            (radius - width / 2, dark),
            (radius - width / 2 - border, (0, 0, 0, 0)),
        )
        # Draw ring by ring over all runs, so that no run covers another where they cross.
        for reach, colour in reaches:
            for start, end in ends:
                a, b = pygame.Vector2(start) * scale, pygame.Vector2(end) * scale
                round_line(canvas, colour, a, b, 2 * reach)

    # Redrawn while the window is resized: factor 2 is smooth enough for lines as bold as these.
    picture = ui.brush.kept(("capsules", ends, cell, light, dark), size, draw, factor=2)
    return picture, (left, top)


def runs_of(line: tuple[tuple[int, int], ...]) -> list[list[tuple[int, int]]]:
    """Return the straight runs of four or more among the winning cells."""
    cells, runs = set(line), []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in line:
            if (x - dx, y - dy) in cells:
                continue
            run = [(x, y)]
            while (run[-1][0] + dx, run[-1][1] + dy) in cells:
                run.append((run[-1][0] + dx, run[-1][1] + dy))
            if len(run) >= 4:
                runs.append(run)
    return runs
