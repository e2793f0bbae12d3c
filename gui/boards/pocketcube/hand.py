"""Mouse control of the cube: drag the background to orbit, a sticker to turn its layer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import pygame

from engine.games.cube_facelets import FACES, Turn, axis_of
from gui.boards.pocketcube.paint import PLATE, PLATE_CORNER, FaceTile, Pose, tiles_in_sight
from gui.geometry3d import Camera, inside, rounded_square
from gui.theme import Theme

DEGREES_A_PIXEL = 0.42
DECIDE_PIXELS = 7
FLICK_SECONDS = 0.35
FLICK_ANGLE, SNAP_ANGLE = math.radians(6), math.radians(38)
DOUBLE_MS = 400


class GraspTarget(Protocol):
    """The part of a CubeView that a Hand controls."""

    rect: pygame.Rect
    theme: Theme

    def camera(self) -> Camera:
        """Return the current camera."""

    def pose(self) -> Pose:
        """Return the current pose."""

    def finish(self) -> None:
        """End the running turns at once."""

    def orbit(self, yaw: float, pitch: float) -> None:
        """Rotate the camera by degrees."""

    def reset_camera(self) -> None:
        """Restore the initial camera."""

    def hold(self, face: str, angle: float) -> None:
        """Show a layer turned by `angle` radians without deciding a turn."""

    def let_go(self) -> None:
        """Return the dragged layer to its place."""


@dataclass
class _Grip:
    """A dragged layer: the screen direction that turns it, and the pixels for one radian."""

    face: str
    way: tuple[float, float]
    pixels: float
    angle: float = 0.0


class Hand:
    """Translates mouse events into camera movements and turns."""

    def __init__(self, view: GraspTarget) -> None:
        self.view = view
        self.busy = False
        self._tile: FaceTile | None = None
        self._grip: _Grip | None = None
        self._start = (0, 0)
        self._last = (0, 0)
        self._pressed_at = 0
        self._last_click = -10_000
        self._moved = False

    def drop(self) -> None:
        """Forget the dragged layer."""
        self._tile = None
        self._grip = None
        self.busy = False

    def handle(self, event: pygame.event.Event) -> Turn | None:
        """Handle a mouse event; returns a Turn when a drag ends on one."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.view.rect.collidepoint(event.pos):
                self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION and self.busy:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.busy:
            return self._release(event.pos)
        return None

    def _press(self, position: tuple[int, int]) -> None:
        # A press during a turn ends the turn, so that the drag starts from its result.
        self.view.finish()
        self.drop()
        self.busy = True
        self._moved = False
        self._start = self._last = position
        self._pressed_at = pygame.time.get_ticks()
        self._tile = tile_under(self.view, position)

    def _move(self, position: tuple[int, int]) -> None:
        dx, dy = position[0] - self._last[0], position[1] - self._last[1]
        self._last = position
        way = (position[0] - self._start[0], position[1] - self._start[1])
        if math.hypot(*way) > DECIDE_PIXELS:
            self._moved = True
        if self._tile is None:
            scale = DEGREES_A_PIXEL / self.view.theme.u
            self.view.orbit(dx * scale, dy * scale)
            return
        if self._grip is None:
            if not self._moved:
                return
            self._grip = choose_grip(self.view, self._tile, way)
        grip = self._grip
        along = way[0] * grip.way[0] + way[1] * grip.way[1]
        grip.angle = max(-math.pi, min(math.pi, along / grip.pixels))
        self.view.hold(grip.face, grip.angle)

    def _release(self, position: tuple[int, int]) -> Turn | None:
        self._move(position)
        grip, on_cube, now = self._grip, self._tile is not None, pygame.time.get_ticks()
        seconds = (now - self._pressed_at) / 1000
        self.drop()
        if not on_cube and not self._moved:
            if now - self._last_click < DOUBLE_MS:
                self.view.reset_camera()
            self._last_click = now
        if grip is None:
            return None
        turn = decided(grip.face, grip.angle, seconds)
        if turn is None:
            self.view.let_go()
        return turn


def decided(face: str, angle: float, seconds: float) -> Turn | None:
    """Return the turn of a drag to `angle`: the nearest quarter, or one quarter for a flick."""
    quarters = round(angle / (math.pi / 2))
    least = FLICK_ANGLE if seconds < FLICK_SECONDS else SNAP_ANGLE
    if quarters == 0 and abs(angle) >= least:
        quarters = 1 if angle > 0 else -1
    if quarters == 0:
        return None
    return Turn(face, -quarters * axis_of(face)[1] % 4)


def tile_under(view: GraspTarget, position: tuple[int, int]) -> FaceTile | None:
    """Return the sticker face under the mouse, or None."""
    camera = view.camera()
    outline = rounded_square(PLATE + 0.03, PLATE_CORNER)
    for tile in reversed(tiles_in_sight(camera, view.pose())):
        if inside(camera.project(tile.lay(outline)), *position):
            return tile if tile.facelet >= 0 else None
    return None


def choose_grip(view: GraspTarget, tile: FaceTile, way: tuple[float, float]) -> _Grip:
    """Return the layer whose sticker moves most nearly in the direction of the drag."""
    camera = view.camera()
    best: tuple[float, _Grip] | None = None
    for face in FACES:
        axis, side = axis_of(face)
        if tile.corner[axis] != side or tile.normal[axis] != 0:
            continue
        spin = np.zeros(3)
        spin[axis] = 1.0
        step = 0.01
        ends = camera.project(
            np.stack([tile.centre, tile.centre + step * np.cross(spin, tile.centre)])
        )
        slope = (ends[1] - ends[0]) / step
        pixels = float(np.hypot(*slope)) or 1.0
        unit = (float(slope[0]) / pixels, float(slope[1]) / pixels)
        match = abs(way[0] * unit[0] + way[1] * unit[1])
        if best is None or match > best[0]:
            best = (match, _Grip(face, unit, pixels))
    assert best is not None
    return best[1]
