"""3D geometry: rotation, a perspective camera, outlines of round bodies.

World axes: x to the right, y up, z towards the viewer. In arrays of points the axes come last.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def rotation(axis: int, angle: float) -> Floats:
    """Return the 3 x 3 rotation about axis 0, 1 or 2, counterclockwise seen from its tip."""
    cosine, sine = math.cos(angle), math.sin(angle)
    matrix = np.eye(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix[first, first] = matrix[second, second] = cosine
    matrix[second, first] = sine
    matrix[first, second] = -sine
    return matrix


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the origin from `distance`; a positive pitch looks from above.

    `yaw` and `pitch` are in degrees. The scale at the origin is `focal / distance` pixels a unit;
    the origin projects to `centre`.
    """

    yaw: float
    pitch: float
    distance: float
    focal: float
    centre: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def matrix(self) -> Floats:
        """The rotation from world to camera axes: right, up, towards the viewer."""
        turned: Floats = rotation(0, math.radians(self.pitch)) @ rotation(1, math.radians(self.yaw))
        return turned

    @cached_property
    def position(self) -> Floats:
        """The position of the camera in the world."""
        where: Floats = self.matrix[2] * self.distance
        return where

    @cached_property
    def up(self) -> Floats:
        """The world direction that points up on the screen."""
        direction: Floats = self.matrix[1]
        return direction

    def depth(self, points: Floats) -> Floats:
        """Return the distances of points (..., 3) from the plane of the camera."""
        away: Floats = self.distance - points @ self.matrix[2]
        return away

    def project(self, points: Floats) -> Floats:
        """Project points (..., 3) in front of the camera to pixels (..., 2), y downwards."""
        view_model = points @ self.matrix.T
        scale = self.focal / (self.distance - view_model[..., 2])
        flat = np.empty((*points.shape[:-1], 2))
        flat[..., 0] = self.centre[0] + view_model[..., 0] * scale
        flat[..., 1] = self.centre[1] - view_model[..., 1] * scale
        return flat


def facing(camera: Camera, centres: Floats, normals: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the flat faces whose outer side is visible."""
    towards = np.einsum("...i,...i->...", camera.position - centres, normals)
    visible: npt.NDArray[np.bool_] = towards > 0
    return visible


def hull_of_spheres(camera: Camera, centres: Floats, radius: float, steps: int = 48) -> Floats:
    """Return the outlines of the convex hulls of equal spheres.

    `centres` is (bodies, spheres, 3); the result is (bodies, steps, 2) in pixels. In each of
    `steps` directions the farthest sphere gives a vertex, so straight parts stay straight.
    """
    flat = camera.project(centres)
    radii = radius * camera.focal / camera.depth(centres)
    angles = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    directions = np.stack([np.cos(angles), np.sin(angles)])
    reach = flat @ directions + radii[..., None]
    farthest = reach.argmax(axis=1)
    bodies = np.arange(len(centres))[:, None]
    outline: Floats = flat[bodies, farthest] + radii[bodies, farthest][..., None] * directions.T
    return outline


def painters_order(
    camera: Camera, centres: Floats, axis: int | None = None, turned: npt.ArrayLike = ()
) -> list[int]:
    """Return the indices of bodies from back to front.

    When the plane `axis` = 0 splits the bodies into two layers (`turned` flags those on the
    positive side), the far layer comes first, because distances alone do not give the order.
    """
    distances = np.linalg.norm(centres - camera.position, axis=1)
    if axis is None:
        return [int(index) for index in np.argsort(-distances, kind="stable")]
    near_side = np.asarray(turned, dtype=bool) == (camera.position[axis] > 0)
    return [int(index) for index in np.lexsort((-distances, near_side))]


@lru_cache(maxsize=64)
def rounded_square(half: float, corner: float, points: int = 6) -> Floats:
    """Return the outline (4 * points, 2) of a rounded square with half side `half`."""
    angles = np.linspace(0, math.pi / 2, points)
    inner = half - corner
    arc = np.stack([inner + corner * np.cos(angles), inner + corner * np.sin(angles)], axis=1)
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    turns = [np.linalg.matrix_power(quarter, k) for k in range(4)]
    outline = np.concatenate([arc @ turn.T for turn in turns])
    outline.setflags(write=False)
    return outline


def bands(outline: Floats, direction: tuple[float, float], count: int) -> tuple[Floats, Floats]:
    """Cut a convex outline across `direction` into about `count` strips of equal width.

    The outline's corners add further cuts, so that the strips together fill it exactly. Returns the
    strips (n, 4, 2) and the middle of each along the normalised direction.
    """
    length = math.hypot(*direction)
    along = np.array(direction) / length if length > 1e-9 else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    s, w = outline @ along, outline @ across
    low, high = int(s.argmin()), int(s.argmax())
    size = len(outline)
    first = [(low + k) % size for k in range((high - low) % size + 1)]
    second = [(low - k) % size for k in range((low - high) % size + 1)]
    levels = np.sort(np.concatenate([s, np.linspace(s[low], s[high], count + 1)]))
    apart = (s[high] - s[low]) / 400
    levels = levels[np.append(np.diff(levels) > apart, True)]
    # Just inside, so that a flat end has its full width and not that of one corner.
    levels[0], levels[-1] = s[low] + apart * 1e-6, s[high] - apart * 1e-6
    sides = [np.interp(levels, s[chain], w[chain]) for chain in (first, second)]
    one, other = (levels[:, None] * along + side[:, None] * across for side in sides)
    strips = np.stack([one[:-1], other[:-1], other[1:], one[1:]], axis=1)
    return strips, (levels[:-1] + levels[1:]) / 2


def inside(outline: Floats, x: float, y: float) -> bool:
    """Whether a point lies in a convex outline (n, 2) of either orientation."""
    edges = np.roll(outline, -1, axis=0) - outline
    sides = edges[:, 0] * (y - outline[:, 1]) - edges[:, 1] * (x - outline[:, 0])
    return bool((sides >= 0).all() or (sides <= 0).all())


def convex_hull(points: Floats) -> Floats:
    """Return the convex hull of points (n, 2), counterclockwise (Andrew's monotone chain)."""
    ordered = sorted(set(map(tuple, points.tolist())))
    if len(ordered) < 3:
        return np.array(ordered)
    halves: list[list[tuple[float, ...]]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[float, ...]] = []
        for x, y in sequence:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        halves.append(chain[:-1])
    return np.array(halves[0] + halves[1])
