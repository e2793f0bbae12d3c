"""The surroundings of the cube: a glow, a felt turntable, soft shadows; and its still pictures."""

from __future__ import annotations

import math

import numpy as np
import pygame

from engine.games.cube_facelets import SOLVED, VERTICES, apply
from gui.boards.pocketcube.paint import (
    FINEST,
    LIGHT,
    Canvas,
    CubePainter,
    Pose,
    Shape,
    enlargement,
    paint_shapes,
    smooth_shapes,
    turn_matrix,
)
from gui.boards.puzzle_view import shaded
from gui.geometry3d import Camera, Floats, convex_hull
from gui.paint import unpremultiply
from gui.theme import Colour, Theme, ThemeName, Tint, mix
from gui.ui import Ui

TABLE_Y, FELT, WOOD, THICK = -1.46, 1.83, 1.96, 0.13
SOFT = 0.10  # blur radius of a shadow's edge, in cubie edges
CAST, CONTACT = 0.42, 0.50
WHOLE, GONE = 8.0, -6.0  # pitches between which the table fades: from below it would hide the cube
BLUR_PIXELS = 3  # shadows are drawn reduced, so that their blur is about this many pixels
WHITE = (255, 255, 255)


def circle(radius: float, y: float, points: int = 160) -> Floats:
    """Return a level circle round the axis of the turntable, shape (points, 3)."""
    angles = np.linspace(0, 2 * math.pi, points, endpoint=False)
    height = np.full(points, y)
    return np.stack([radius * np.cos(angles), height, radius * np.sin(angles)], axis=1)


def glow(size: tuple[int, int], tint: Colour, theme: Theme) -> pygame.Surface:
    """Return the background of the menu tile: its tint, lighter in the middle."""
    if theme.look is ThemeName.CONTRAST:
        surface = pygame.Surface(size)
        surface.fill(tint)
        return surface
    lift = (255, 255, 255) if theme.look is ThemeName.LIGHT else (64, 120, 108)
    width, height = size
    x = (np.arange(width) - width / 2)[:, None] / (0.42 * width)
    y = (np.arange(height) - height * 0.55)[None, :] / (0.8 * height)
    return shaded(tint, lift, np.clip(1 - x * x - y * y, 0, 1) ** 1.5 * 0.4)


class Turntable:
    """The turntable for one camera; made anew for each pitch and size."""

    def __init__(self, camera: Camera, theme: Theme, canvas: Canvas) -> None:
        self.camera = camera
        self.contrast = theme.look is ThemeName.CONTRAST
        c = theme.colours
        top = camera.project(circle(WOOD, TABLE_Y))
        bottom = camera.project(circle(WOOD, TABLE_Y - THICK))
        felt = camera.project(circle(FELT, TABLE_Y))
        parts = [
            (mix(c.wood_dark, (0, 0, 0), 0.2), convex_hull(np.concatenate([top, bottom]))),
            (c.wood, top),
            (lighter(c.felt, 1.19), felt),
        ]
        if self.contrast:
            parts = [shape for _, part in parts for shape in _outlined(part, c.line)]
        self.picture, self.rect = smooth_shapes(parts, enlargement(camera.focal), canvas)

    def draw(self, target: pygame.Surface, pose: Pose) -> None:
        """Draw table and shadows, which fade as the camera sinks to the table's level."""
        presence = (self.camera.pitch - GONE) / (WHOLE - GONE)
        if presence <= 0:
            return
        table = self.picture.copy()
        if not self.contrast:
            shade = shadow_picture(self.camera, pose, self.rect)
            table.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        if presence < 1:
            level = round(255 * presence)
            table.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
        target.blit(table, self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)


def lighter(colour: Colour, factor: float) -> Colour:
    """Return a colour with its channels multiplied by `factor`, at most 255."""
    red, green, blue = (min(255, round(c * factor)) for c in colour)
    return red, green, blue


def _outlined(outline: Floats, line: Colour) -> list[Shape]:
    """Return a black shape with an outline, for the high contrast theme."""
    middle = outline.mean(axis=0)
    away = outline - middle
    # Limited to 2, so that the black part of a tiny table shrinks to a point and not beyond.
    lengths = np.maximum(2, np.linalg.norm(away, axis=1, keepdims=True))
    return [(line, outline), ((0, 0, 0), middle + away * (1 - 2 / lengths))]


def shadow_shapes(pose: Pose, level: float = TABLE_Y) -> tuple[list[Floats], list[Floats]]:
    """Return the shadow outlines of the cube's halves: along the light, and straight down."""
    halves: dict[bool, list[Floats]] = {}
    offsets = np.array(VERTICES, float) / 2
    for corner in VERTICES:
        matrix = turn_matrix(pose, corner)
        still = bool(np.array_equal(matrix, np.eye(3)))
        halves.setdefault(still, []).append((np.array(corner, float) / 2 + offsets) @ matrix.T)
    cast: list[Floats] = []
    contact: list[Floats] = []
    for bodies in halves.values():
        points = np.concatenate(bodies)
        drop = (points[:, 1] - level) / LIGHT[1]
        for shapes, x, z in (
            (cast, points[:, 0] - drop * LIGHT[0], points[:, 2] - drop * LIGHT[2]),
            (contact, points[:, 0], points[:, 2]),
        ):
            flat = convex_hull(np.round(np.stack([x, z], axis=1), 6))
            shapes.append(np.stack([flat[:, 0], np.full(len(flat), level), flat[:, 1]], axis=1))
    return cast, contact


def shadow_picture(
    camera: Camera, pose: Pose, rect: pygame.Rect, height: float = TABLE_Y
) -> pygame.Surface:
    """Return a picture to multiply with the table: white in the light, darker in the shadows."""
    near = SOFT * camera.focal / camera.distance
    scale = max(1, round(near / BLUR_PIXELS))
    size = (rect.w // scale + 1, rect.h // scale + 1)
    blur = max(1, round(near / scale / 2))
    picture: pygame.Surface | None = None
    for shapes, strength in zip(shadow_shapes(pose, height), (CAST, CONTACT), strict=True):
        layer = pygame.Surface(size)
        layer.fill(WHITE)
        level = 255 * (1 - strength)
        for shape in shapes:
            points = (camera.project(shape) - rect.topleft) / scale
            ink = (round(level * 0.94), round(level), round(level * 0.98))
            pygame.draw.polygon(layer, ink, points.tolist())
        # Two box blurs look like a Gaussian blur and cost a tenth.
        for _ in range(2):
            layer = pygame.transform.box_blur(layer, blur, True)
        if picture is None:
            picture = layer
        else:
            picture.blit(layer, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    assert picture is not None
    return pygame.transform.smoothscale(picture, (size[0] * scale, size[1] * scale))


# -- still pictures --------------------------------------------------------------------------------


DISTANCE, YAW, PITCH = 8.6, -34.0, 26.0
FLOOR = -1.3


def preview(facelets: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Draw the art of the menu tile: a cube on a glow, by default one with a layer turning."""
    safe = ui.theme.safe_palette
    if facelets:
        return _on_glow(Pose(facelets, safe=safe), size, ui.theme)
    facelets = SOLVED
    for face, quarters in (("R", 1), ("F", 2), ("U", 1)):
        facelets = apply(facelets, face, quarters)
    return _on_glow(Pose(facelets, "U", math.radians(-28), safe=safe), size, ui.theme)


def _on_glow(pose: Pose, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    width, height = size
    centre = (width / 2 - height * 0.03, height * 0.47)
    camera = Camera(YAW, PITCH - 1, DISTANCE, height * 2.44, centre)
    art = glow(size, theme.colours.tints[Tint.TEAL], theme)
    if theme.look is not ThemeName.CONTRAST:
        shade = shadow_picture(camera, pose, art.get_rect(), FLOOR)
        art.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    shapes = CubePainter(camera, pose, 1.0).shapes()
    paint_shapes(art, shapes, FINEST + 1, Canvas())
    return art


def thumbnail(facelets: str, size: tuple[int, int], ui: Ui) -> pygame.Surface:
    """Return a small cube on a transparent background; cached by the brush."""
    pose = Pose(facelets, safe=ui.theme.safe_palette)

    def draw(picture: pygame.Surface, _factor: int) -> None:
        camera = Camera(YAW, PITCH, DISTANCE, min(size) * 2.55, (size[0] / 2, size[1] / 2))
        shapes = CubePainter(camera, pose, 0.6).shapes()
        cube, place = smooth_shapes(shapes, FINEST + 1, Canvas())
        picture.blit(cube, place, special_flags=pygame.BLEND_RGBA_MAX)
        unpremultiply(picture)

    return ui.brush.kept(("cube", pose, size), size, draw, factor=1)
