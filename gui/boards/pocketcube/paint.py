"""Paints the cube itself: round black cubies, face plates, shaded stickers, letters.

Shapes are convex outlines in the plane of a face, transformed into space and projected together;
the picture is drawn enlarged on a reused surface and reduced once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pygame

from engine.games.cube_facelets import (
    FACELET_AT,
    FACES,
    FRAMES,
    VERTICES,
    Vector,
    axis_of,
    in_layer,
)
from gui.geometry3d import (
    Camera,
    Floats,
    bands,
    facing,
    hull_of_spheres,
    painters_order,
    rotation,
    rounded_square,
)
from gui.theme import Colour, mix, rgb

# -- antialiased shapes ----------------------------------------------------------------------------


Shape = tuple[Colour, Floats]


class Canvas:
    """A reusable surface for enlarged drawing, because allocation takes milliseconds."""

    def __init__(self) -> None:
        self._surface = pygame.Surface((1, 1), pygame.SRCALPHA)

    def cleared(self, size: tuple[int, int]) -> pygame.Surface:
        """Return a transparent surface of this size, valid until the next call."""
        width, height = self._surface.get_size()
        if width < size[0] or height < size[1]:
            # A fifth larger, so that the next position rarely needs another surface.
            largest = (max(width, size[0] * 6 // 5), max(height, size[1] * 6 // 5))
            self._surface = pygame.Surface(largest, pygame.SRCALPHA)
        part = self._surface.subsurface((0, 0), size)
        part.fill((0, 0, 0, 0))
        return part


FINEST, MOST_PIXELS = 3, 2_400_000  # the enlargement of a picture, which is reduced again
STRIPS = 9  # that shade a sticker
CORNER_POINTS = 4  # of a rounded corner


def enlargement(focal: float) -> int:
    """Return how many times a cube of this focal length is drawn enlarged."""
    return 2 if (0.36 * focal * FINEST) ** 2 > MOST_PIXELS else FINEST


def paint_shapes(target: pygame.Surface, shapes: list[Shape], factor: int, canvas: Canvas) -> None:
    """Fill shapes with antialiased edges."""
    picture, place = smooth_shapes(shapes, factor, canvas)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def smooth_shapes(
    shapes: list[Shape], factor: int, canvas: Canvas
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return opaque shapes on a transparent background, antialiased, and the picture's place.

    The picture is drawn `factor` times enlarged and reduced once; its alpha is premultiplied,
    because averaging opaque and transparent pixels premultiplies. Shapes of fewer than three points
    are skipped.
    """
    shapes = [shape for shape in shapes if len(shape[1]) > 2]
    if not shapes:
        return pygame.Surface((1, 1), pygame.SRCALPHA), pygame.Rect(0, 0, 1, 1)
    everything = np.concatenate([points for _, points in shapes])
    low, high = np.floor(everything.min(0)) - 1, np.ceil(everything.max(0)) + 2
    place = pygame.Rect(low.astype(int).tolist(), (high - low).astype(int).tolist())
    enlarged = canvas.cleared((place.w * factor, place.h * factor))
    pixels = np.rint((everything - place.topleft) * factor).astype(int).tolist()
    at = 0
    for colour, points in shapes:
        pygame.draw.polygon(enlarged, colour, pixels[at : at + len(points)])
        at += len(points)
    return pygame.transform.smoothscale(enlarged, place.size), place


# -- letters ---------------------------------------------------------------------------------------


@cache
def letter_strokes(letter: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return a capital as polylines in a box of -0.5 .. 0.5 each way, y downwards."""
    bowl = _arc(0.02, -0.25, 0.25)
    shapes: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
        "U": (((-0.33, -0.5), (-0.33, 0.17), *_cup(), (0.33, 0.17), (0.33, -0.5)),),
        "R": (
            ((-0.3, 0.5), (-0.3, -0.5), (0.02, -0.5), *bowl, (-0.3, 0.0)),
            ((0.02, 0.0), (0.32, 0.5)),
        ),
        "F": (((-0.26, 0.5), (-0.26, -0.5), (0.3, -0.5)), ((-0.26, -0.02), (0.22, -0.02))),
        "D": (((-0.32, 0.5), (-0.32, -0.5), (-0.12, -0.5), *_arc(-0.12, 0, 0.5), (-0.32, 0.5)),),
        "L": (((-0.24, -0.5), (-0.24, 0.5), (0.3, 0.5)),),
        "B": (
            ((-0.3, 0.5), (-0.3, -0.5), (0.02, -0.5), *bowl, (-0.3, 0.0)),
            ((0.05, 0.0), *_arc(0.05, 0.25, 0.25), (-0.3, 0.5)),
        ),
    }
    return shapes[letter]


def _arc(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """Return the right half of a circle, from top to bottom."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, 9)
    return tuple((x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles)


def _cup() -> tuple[tuple[float, float], ...]:
    """Return the lower half of the U, from left to right."""
    angles = np.linspace(np.pi, 0, 11)
    return tuple((0.33 * float(np.cos(a)), 0.17 + 0.33 * float(np.sin(a))) for a in angles)


# -- the cube --------------------------------------------------------------------------------------


LIGHT = np.array([-0.20, 0.92, 0.40]) / np.linalg.norm([-0.20, 0.92, 0.40])
PLASTIC = rgb("17191A")
SPHERE, SPHERE_AT = 0.085, 0.407
PLATE, PLATE_CORNER = 0.462, 0.07
STICKER, STICKER_CORNER, LIFT = 0.425, 0.115, 0.008
LETTER, LETTER_WIDTH = 0.36, 0.058
COLOURS = dict(
    zip(FACES, map(rgb, ["F5EFE0", "D84A3F", "2E9E6B", "F3C44D", "EE8B3C", "3A78C2"]), strict=True)
)
SAFE = dict(
    zip(FACES, map(rgb, ["FFFFFF", "D55E00", "009E73", "F0E442", "CC79A7", "0072B2"]), strict=True)
)
WHITE, INK = (255, 255, 255), (22, 20, 17)


def sticker_colours(safe: bool) -> dict[str, Colour]:
    """Return the colour of each face's stickers, or with `safe` the colour-blind safe ones."""
    return SAFE if safe else COLOURS


def letter_ink(colour: Colour) -> Colour:
    """Return black or white, whichever contrasts more with a sticker."""
    red, green, blue = ((c / 255) ** 2.2 for c in colour)
    return INK if 0.21 * red + 0.72 * green + 0.07 * blue > 0.20 else WHITE


@dataclass(frozen=True)
class Pose:
    """The state to draw: 24 facelets, and a layer turned by an angle (radians, about +axis)."""

    facelets: str
    turning: str = ""
    angle: float = 0.0
    letters: bool = False
    safe: bool = False


@dataclass(frozen=True)
class FaceTile:
    """A visible face of a cubie; `facelet` is -1 on the inner faces that a turn exposes."""

    facelet: int
    corner: Vector
    face: str
    centre: Floats
    normal: Floats
    right: Floats
    down: Floats

    def lay(self, shape: Floats, lift: float = 0.0) -> Floats:
        """Transform a flat shape (..., 2) onto the face."""
        along = shape[..., :1] * self.right + shape[..., 1:] * self.down
        return self.centre + lift * self.normal + along


def turn_matrix(pose: Pose, corner: Vector) -> Floats:
    """Return the rotation of the cubie at a corner."""
    if pose.turning and pose.angle and in_layer(pose.turning, corner):
        return rotation(axis_of(pose.turning)[0], pose.angle)
    return np.eye(3)


def tiles_in_sight(camera: Camera, pose: Pose) -> list[FaceTile]:
    """Return the faces that point towards the camera, from back to front."""
    return [tile for body in bodies(camera, pose) for tile in _tiles_of(camera, pose, body)]


class Body(NamedTuple):
    """A cubie: its corner of the cube, its rotation and its centre."""

    corner: Vector
    matrix: Floats
    centre: Floats


def bodies(camera: Camera, pose: Pose) -> list[Body]:
    """Return the cubies from back to front."""
    places = VERTICES
    matrices = [turn_matrix(pose, corner) for corner in places]
    centres = np.array([m @ np.array(c, float) / 2 for m, c in zip(matrices, places, strict=True)])
    axis, positive = None, []
    if pose.turning and pose.turning not in "xyz":
        axis, sign = axis_of(pose.turning)
        positive = [in_layer(pose.turning, corner) == (sign > 0) for corner in places]
    order = painters_order(camera, centres, axis, positive)
    return [Body(places[at], matrices[at], centres[at]) for at in order]


def _tiles_of(camera: Camera, pose: Pose, body: Body) -> Iterator[FaceTile]:
    for face, (normal, right, down) in FRAMES.items():
        facelet = FACELET_AT.get((body.corner, normal), -1)
        if facelet < 0 and not _laid_open(pose, normal):
            continue
        n, r, d = (body.matrix @ np.array(v, float) for v in (normal, right, down))
        tile = FaceTile(facelet, body.corner, face, body.centre + n / 2, n, r, d)
        if bool(facing(camera, tile.centre, n)):
            yield tile


def _laid_open(pose: Pose, normal: Vector) -> bool:
    if not pose.angle or pose.turning in "xyz":
        return False
    return normal[axis_of(pose.turning)[0]] != 0


class CubePainter:
    """Converts a pose into coloured outlines in pixels, from back to front."""

    def __init__(self, camera: Camera, pose: Pose, edge: float = 1.5) -> None:
        self.camera = camera
        self.pose = pose
        self.colours = sticker_colours(pose.safe)
        self.edge = edge * camera.distance / camera.focal  # width of the light inner edge, in units
        self._strips: dict[float, tuple[Floats, Floats]] = {}
        self._flat: list[Shape] = []

    def shapes(self) -> list[Shape]:
        """Return all outlines to fill, in painting order."""
        parts = bodies(self.camera, self.pose)
        offsets = np.array(VERTICES, float) * SPHERE_AT
        spheres = [(np.array(body.corner, float) / 2 + offsets) @ body.matrix.T for body in parts]
        hulls = hull_of_spheres(self.camera, np.array(spheres), SPHERE)
        shapes: list[Shape] = []
        for body, hull in zip(parts, hulls, strict=True):
            self._flat.clear()
            for tile in _tiles_of(self.camera, self.pose, body):
                self._tile(tile)
            shapes.append((PLASTIC, hull))
            shapes += self._projected()
        return shapes

    def _projected(self) -> list[Shape]:
        """Return the collected outlines of a cubie, projected together."""
        if not self._flat:
            return []
        everything = np.concatenate([points for _, points in self._flat])
        pixels = self.camera.project(everything)
        ends = np.cumsum([len(points) for _, points in self._flat])
        parts = np.split(pixels, ends[:-1])
        return [(colour, part) for (colour, _), part in zip(self._flat, parts, strict=True)]

    def _tile(self, tile: FaceTile) -> None:
        plate = mix(PLASTIC, WHITE, 0.025 + 0.115 * max(0.0, float(tile.normal @ LIGHT)))
        self._add(plate, tile.lay(rounded_square(PLATE, PLATE_CORNER), -LIFT))
        if tile.facelet < 0:
            return
        colour = self.colours[self.pose.facelets[tile.facelet]]
        self._shade(tile, colour)
        if self.pose.letters or self.pose.safe:
            self._letter(tile, colour)

    def _shade(self, tile: FaceTile, colour: Colour) -> None:
        """Fill the sticker with strips across the light's gradient, inside a lighter edge."""
        normal = tile.normal
        bright = 0.70 + 0.30 * max(0.0, float(normal @ LIGHT)) + 0.08 * max(0.0, float(normal[0]))
        slope = (float(tile.right @ LIGHT), float(tile.down @ LIGHT))
        steep = math.hypot(*slope)
        base = float(_in_plane(tile) @ np.array(slope))
        edge = mix(_lit(colour, bright, base), WHITE, 0.16)
        self._add(edge, tile.lay(rounded_square(STICKER, STICKER_CORNER, CORNER_POINTS), LIFT))
        key = round(math.atan2(slope[1], slope[0]), 4)
        if key not in self._strips:
            outline = rounded_square(STICKER - self.edge, STICKER_CORNER - self.edge, CORNER_POINTS)
            self._strips[key] = bands(outline, slope, STRIPS)
        strips, middles = self._strips[key]
        quads = tile.lay(strips, LIFT)
        for quad, g in zip(quads, (base + middles * steep).tolist(), strict=True):
            self._add(_lit(colour, bright, g), quad)

    def _letter(self, tile: FaceTile, colour: Colour) -> None:
        """Add the face's letter, upright for the viewer however the face is turned."""
        up = self.camera.up - (self.camera.up @ tile.normal) * tile.normal
        length = float(np.linalg.norm(up))
        if length < 0.05:
            return
        down = -up / length
        upright = replace(tile, right=np.cross(-down, tile.normal), down=down)
        ink = letter_ink(colour)
        for stroke in letter_strokes(self.pose.facelets[tile.facelet]):
            points = np.array(stroke) * LETTER
            for start, end in pairwise(points):
                self._add(ink, upright.lay(_capsule(start, end, LETTER_WIDTH / 2), LIFT))

    def _add(self, colour: Colour, points: Floats) -> None:
        self._flat.append((colour, points))


def _lit(colour: Colour, bright: float, g: float) -> Colour:
    """Return a sticker's colour at position `g` along the light's gradient."""
    light, white = bright * (1 + 0.10 * g), min(1.0, 0.16 * max(0.0, g))
    red, green, blue = (min(255.0, c * light) for c in colour)
    return (
        round(red + (255 - red) * white),
        round(green + (255 - green) * white),
        round(blue + (255 - blue) * white),
    )


def _in_plane(tile: FaceTile) -> Floats:
    """Return the tile's centre in the plane of the cube's face, along its columns and rows."""
    corner = np.array(tile.corner, float) / 2
    return np.array([corner @ np.array(each, float) for each in FRAMES[tile.face][1:]])


def _capsule(start: Floats, end: Floats, radius: float) -> Floats:
    """Return a thick line with round ends."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    angles = np.linspace(math.pi / 2, 3 * math.pi / 2, 6) + angle
    one = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius + start
    angles = angles + math.pi
    other = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius + end
    return np.concatenate([one, other])
