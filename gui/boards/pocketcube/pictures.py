"""Still pictures of the cube: the art of its menu tile and thumbnails for lists."""

from __future__ import annotations

import math

import pygame

from engine.games.cube_facelets import SOLVED, apply
from gui.boards.pocketcube.canvas import AT_REST, SMALL, Canvas, paint_shapes, smooth_shapes
from gui.boards.pocketcube.paint import CubePainter, Pose
from gui.boards.pocketcube.stage import glow, shadow_picture
from gui.geometry3d import Camera
from gui.paint import Brush, unpremultiply
from gui.theme import Theme, ThemeName, Tint

DISTANCE, YAW, PITCH = 8.6, -34.0, 26.0
FLOOR = -1.3


def preview(size: tuple[int, int], theme: Theme, brush: Brush) -> pygame.Surface:
    """Draw the art of the menu tile: a scrambled cube on a glow, its upper layer turning."""
    facelets = SOLVED
    for face, quarters in (("R", 1), ("F", 2), ("U", 1)):
        facelets = apply(facelets, face, quarters)
    return _on_glow(Pose(facelets, "U", math.radians(-28), safe=theme.safe_palette), size, theme)


def still_preview(
    facelets: str, size: tuple[int, int], theme: Theme, brush: Brush
) -> pygame.Surface:
    """Draw a cube without a turning layer on the same glow."""
    return _on_glow(Pose(facelets, safe=theme.safe_palette), size, theme)


def _on_glow(pose: Pose, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    width, height = size
    centre = (width / 2 - height * 0.03, height * 0.47)
    camera = Camera(YAW, PITCH - 1, DISTANCE, height * 2.44, centre)
    art = glow(size, theme.colours.tints[Tint.TEAL], theme)
    if theme.look is not ThemeName.CONTRAST:
        shade = shadow_picture(camera, pose, art.get_rect(), FLOOR)
        art.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    shapes = CubePainter(camera, pose, AT_REST.strips, 1.0).shapes()
    paint_shapes(art, shapes, AT_REST.finest, Canvas())
    return art


def thumbnail(
    facelets: str, size: tuple[int, int], theme: Theme, brush: Brush, letters: bool = False
) -> pygame.Surface:
    """Return a small cube on a transparent background; cached by the brush."""
    pose = Pose(facelets, letters=letters, safe=theme.safe_palette)

    def draw(picture: pygame.Surface, _factor: int) -> None:
        camera = Camera(YAW, PITCH, DISTANCE, min(size) * 2.55, (size[0] / 2, size[1] / 2))
        shapes = CubePainter(camera, pose, SMALL.strips, 0.6).shapes()
        cube, place = smooth_shapes(shapes, SMALL.finest, Canvas())
        picture.blit(cube, place, special_flags=pygame.BLEND_RGBA_MAX)
        unpremultiply(picture)

    return brush.kept(("cube", pose, size), size, draw, factor=1)
