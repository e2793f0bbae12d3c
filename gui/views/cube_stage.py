"""What the cube stands over: a glowing ground, a felt turntable with a wooden rim, soft shadows."""

from __future__ import annotations

import math

import numpy as np
import pygame

from gui.geometry3d import Camera, Floats, convex_hull
from gui.paint import Brush, smooth
from gui.theme import Colour, Look, Theme, mix
from gui.views.cube_model import corners
from gui.views.cube_paint import LIGHT, Pose, turn_matrix

TABLE_Y, FELT, WOOD, THICK = -1.46, 1.83, 1.96, 0.13
SOFT = 0.10  # how far a shadow's edge is blurred, in cubie edges
CAST, CONTACT = 0.42, 0.50
SHADOW_SCALE = 3  # shadows are soft, so they are drawn that many times smaller


def circle(radius: float, y: float, points: int = 160) -> Floats:
    """A level circle round the axis of the turntable."""
    angles = np.linspace(0, 2 * math.pi, points, endpoint=False)
    height = np.full(points, y)
    return np.stack([radius * np.cos(angles), height, radius * np.sin(angles)], axis=1)


def ground(size: tuple[int, int], theme: Theme, middle: tuple[float, float]) -> pygame.Surface:
    """The viewport's ground: a wide light behind the cube, without visible steps."""
    c = theme.colours
    surface = pygame.Surface(size)
    if theme.look is Look.CONTRAST:
        surface.fill(c.table)
        return surface
    light = mix(c.hover, (60, 84, 76), 0.35) if theme.look is Look.DARK else (255, 255, 255)
    width, height = size
    reach = 0.52 * min(width, 1.45 * height)
    x = (np.arange(width) - middle[0])[:, None] / reach
    y = (np.arange(height) - middle[1])[None, :] / reach
    away = np.clip(np.sqrt(x * x + y * y), 0, 1)
    share = (0.5 + 0.5 * np.cos(math.pi * away))[..., None]
    colours = np.array(c.table2) * (1 - share) + np.array(light) * share
    # A little noise, always the same, hides the steps between neighbouring colours.
    noise = np.random.Generator(np.random.PCG64(1)).random((width, height, 1))
    pygame.surfarray.blit_array(surface, (colours + noise).astype(np.uint8))
    return surface


def glow(size: tuple[int, int], tint: Colour, theme: Theme) -> pygame.Surface:
    """The ground of the menu's tile: its tint, lighter in the middle."""
    surface = pygame.Surface(size)
    surface.fill(tint)
    if theme.look is Look.CONTRAST:
        return surface
    lift = (255, 255, 255) if theme.look is Look.LIGHT else (64, 120, 108)
    width, height = size
    x = (np.arange(width) - width / 2)[:, None] / (0.42 * width)
    y = (np.arange(height) - height * 0.55)[None, :] / (0.8 * height)
    share = (np.clip(1 - x * x - y * y, 0, 1) ** 1.5 * 0.4)[..., None]
    colours = np.array(tint) * (1 - share) + np.array(lift) * share
    noise = np.random.Generator(np.random.PCG64(2)).random((width, height, 1))
    pygame.surfarray.blit_array(surface, np.minimum(colours + noise, 255).astype(np.uint8))
    return surface


class Turntable:
    """The turntable as the camera sees it; drawn once for each pitch and size."""

    def __init__(self, camera: Camera, theme: Theme, brush: Brush) -> None:
        self.camera = camera
        top = camera.project(circle(WOOD, TABLE_Y))
        bottom = camera.project(circle(WOOD, TABLE_Y - THICK))
        both = np.concatenate([top, bottom])
        low, high = np.floor(both.min(0)).astype(int) - 2, np.ceil(both.max(0)).astype(int) + 2
        self.rect = pygame.Rect(low[0], low[1], high[0] - low[0], high[1] - low[1])
        self.picture = self._draw(theme, top, bottom)
        self.halo_rect, self.halo = self._halo(theme, bottom)

    def _shift(self, points: Floats, k: int) -> list[list[float]]:
        moved: list[list[float]] = ((points - self.rect.topleft) * k).tolist()
        return moved

    def _draw(self, theme: Theme, top: Floats, bottom: Floats) -> pygame.Surface:
        c = theme.colours
        felt = self.camera.project(circle(FELT, TABLE_Y))
        contrast = theme.look is Look.CONTRAST

        def draw(big: pygame.Surface, k: int) -> None:
            body = convex_hull(np.concatenate([top, bottom]))
            parts = [(c.wood_dark, body), (c.wood, top), (c.felt, felt)]
            for colour, outline in parts:
                points = self._shift(outline, k)
                pygame.draw.polygon(big, (0, 0, 0) if contrast else colour, points)
                if contrast:
                    pygame.draw.polygon(big, c.line, points, max(1, k))

        picture = smooth(self.rect.size, draw, 3)
        if not contrast:
            _fall(picture)
        return picture

    def _halo(self, theme: Theme, bottom: Floats) -> tuple[pygame.Rect, pygame.Surface]:
        """The shadow of the turntable itself."""
        scale = 4
        soft = max(2, round(0.22 * self.camera.focal / self.camera.distance))
        rect = self.rect.inflate(4 * soft, 4 * soft).move(0, soft // 2)
        strength = 0.0 if theme.look is Look.CONTRAST else 0.5 if theme.look is Look.DARK else 0.3
        small = pygame.Surface((rect.w // scale + 1, rect.h // scale + 1), pygame.SRCALPHA)
        small.fill((*theme.colours.shadow, 0))
        points = ((bottom - rect.topleft) / scale + (0, soft / scale * 0.7)).tolist()
        pygame.draw.polygon(small, (*theme.colours.shadow, round(255 * strength)), points)
        small = pygame.transform.gaussian_blur(small, max(1, soft // scale), False)
        return rect, pygame.transform.smoothscale(small, rect.size)

    def draw(self, target: pygame.Surface, pose: Pose, theme: Theme) -> None:
        """Halo, table, and the cube's shadows on it."""
        target.blit(self.halo, self.halo_rect)
        if theme.look is Look.CONTRAST:
            target.blit(self.picture, self.rect)
            return
        table = self.picture.copy()
        shade = shadow_picture(self.camera, pose, self.rect)
        table.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        target.blit(table, self.rect)


def _fall(picture: pygame.Surface) -> None:
    """The far side of the table gets less light."""
    height = picture.get_height()
    column = pygame.Surface((1, 64))
    for y in range(64):
        level = round(255 * (0.80 + 0.20 * y / 63))
        column.set_at((0, y), (level, level, level))
    veil = pygame.transform.smoothscale(column, (picture.get_width(), height))
    picture.blit(veil, (0, 0), special_flags=pygame.BLEND_RGB_MULT)


def shadow_shapes(pose: Pose) -> tuple[list[Floats], list[Floats]]:
    """Where the cube's two halves throw shadow along the light, and straight down."""
    halves: dict[bool, list[Floats]] = {}
    offsets = np.array(corners(), float) / 2
    for corner in corners():
        matrix = turn_matrix(pose, corner)
        still = bool(np.array_equal(matrix, np.eye(3)))
        halves.setdefault(still, []).append((np.array(corner, float) / 2 + offsets) @ matrix.T)
    cast, contact = [], []
    for bodies in halves.values():
        points = np.concatenate(bodies)
        drop = (points[:, 1] - TABLE_Y) / LIGHT[1]
        for shapes, x, z in (
            (cast, points[:, 0] - drop * LIGHT[0], points[:, 2] - drop * LIGHT[2]),
            (contact, points[:, 0], points[:, 2]),
        ):
            flat = convex_hull(np.round(np.stack([x, z], axis=1), 6))
            shapes.append(np.stack([flat[:, 0], np.full(len(flat), TABLE_Y), flat[:, 1]], axis=1))
    return cast, contact


def shadow_picture(camera: Camera, pose: Pose, rect: pygame.Rect) -> pygame.Surface:
    """White where the table is lit, darker in the shadows; to be multiplied."""
    size = (rect.w // SHADOW_SCALE + 1, rect.h // SHADOW_SCALE + 1)
    near = camera.focal / camera.distance / SHADOW_SCALE
    picture: pygame.Surface | None = None
    for shapes, strength, soft in zip(
        shadow_shapes(pose), (CAST, CONTACT), (SOFT, SOFT * 0.8), strict=True
    ):
        layer = pygame.Surface(size)
        layer.fill((255, 255, 255))
        level = 255 * (1 - strength)
        for shape in shapes:
            points = (camera.project(shape) - rect.topleft) / SHADOW_SCALE
            ink = (round(level * 0.94), round(level), round(level * 0.98))
            pygame.draw.polygon(layer, ink, points.tolist())
        layer = pygame.transform.gaussian_blur(layer, max(1, round(soft * near)), True)
        if picture is None:
            picture = layer
        else:
            picture.blit(layer, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    assert picture is not None
    full = (size[0] * SHADOW_SCALE, size[1] * SHADOW_SCALE)
    return pygame.transform.smoothscale(picture, full)
