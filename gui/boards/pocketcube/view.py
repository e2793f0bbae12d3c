"""The three-dimensional view of the Pocket Cube: drawing, animated turns, mouse and gamepad.

Its state is a text of 24 facelets and the turn being animated. The mouse drags the background to
orbit, and a sticker to turn its layer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np
import pygame

from engine.games.cube_facelets import FACES, ROTATIONS, Turn, axis_of
from gui.boards.handling import Handling, Move
from gui.boards.pocketcube.paint import (
    PLATE,
    PLATE_CORNER,
    Canvas,
    CubePainter,
    FaceTile,
    Pose,
    enlargement,
    paint_shapes,
    tiles_in_sight,
)
from gui.boards.pocketcube.stage import DISTANCE, GONE, PITCH, YAW, Turntable
from gui.boards.puzzle_view import PuzzleView
from gui.geometry3d import Camera, inside, rounded_square
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import ARROW_KEYS, key_pressed
from gui.pads import LOOKS, PadButton
from gui.settings import Settings
from gui.ui import Ui

# -- the mouse -------------------------------------------------------------------------------------


DEGREES_A_PIXEL = 0.42
DECIDE_PIXELS = 7
FLICK_SECONDS = 0.35
FLICK_ANGLE, SNAP_ANGLE = math.radians(6), math.radians(38)


@dataclass
class _Grip:
    """A dragged layer: the screen direction that turns it, and the pixels for one radian."""

    face: str
    way: tuple[float, float]
    pixels: float
    angle: float = 0.0


@dataclass
class _Drag:
    """A press on the picture: the face under it, and once it moved the layer that it turns."""

    tile: FaceTile | None
    start: tuple[int, int]
    last: tuple[int, int]
    pressed_at: int  # milliseconds
    grip: _Grip | None = None


class Hand:
    """Translates mouse events into camera movements and turns."""

    def __init__(self, view: CubeView) -> None:
        self.view = view
        self._drag: _Drag | None = None

    @property
    def busy(self) -> bool:
        """Whether the button is down."""
        return self._drag is not None

    def drop(self) -> None:
        """Forget the dragged layer."""
        self._drag = None

    def handle(self, event: pygame.event.Event) -> Turn | None:
        """Handle a mouse event; returns a Turn when a drag ends on one."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.view.rect.collidepoint(event.pos):
                # A press during a turn ends the turn, so that the drag starts from its result.
                self.view.finish()
                tile, now = tile_under(self.view, event.pos), pygame.time.get_ticks()
                self._drag = _Drag(tile, event.pos, event.pos, now)
        elif self._drag is not None and event.type == pygame.MOUSEMOTION:
            self._move(self._drag, event.pos)
        elif self._drag is not None and event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._move(self._drag, event.pos)
            return self._release(self._drag)
        return None

    def _move(self, drag: _Drag, position: tuple[int, int]) -> None:
        dx, dy = position[0] - drag.last[0], position[1] - drag.last[1]
        drag.last = position
        way = (position[0] - drag.start[0], position[1] - drag.start[1])
        if drag.tile is None:
            scale = DEGREES_A_PIXEL / self.view.theme.u
            self.view.orbit(dx * scale, dy * scale)
            return
        if drag.grip is None:
            if math.hypot(*way) <= DECIDE_PIXELS:
                return
            drag.grip = choose_grip(self.view, drag.tile, way)
        grip = drag.grip
        along = way[0] * grip.way[0] + way[1] * grip.way[1]
        grip.angle = max(-math.pi, min(math.pi, along / grip.pixels))
        self.view.hold(grip.face, grip.angle)

    def _release(self, drag: _Drag) -> Turn | None:
        self.drop()
        if drag.grip is None:
            return None
        seconds = (pygame.time.get_ticks() - drag.pressed_at) / 1000
        turn = decided(drag.grip.face, drag.grip.angle, seconds)
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


def tile_under(view: CubeView, position: tuple[int, int]) -> FaceTile | None:
    """Return the sticker face under the mouse, or None."""
    camera = view.camera()
    outline = rounded_square(PLATE + 0.03, PLATE_CORNER)
    for tile in reversed(tiles_in_sight(camera, view.pose())):
        if inside(camera.project(tile.lay(outline)), *position):
            return tile if tile.facelet >= 0 else None
    return None


def choose_grip(view: CubeView, tile: FaceTile, way: tuple[float, float]) -> _Grip:
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
        moved = tile.centre + step * np.cross(spin, tile.centre)
        ends = camera.project(np.stack([tile.centre, moved]))
        slope = (ends[1] - ends[0]) / step
        pixels = float(np.hypot(*slope)) or 1.0
        unit = (float(slope[0]) / pixels, float(slope[1]) / pixels)
        match = abs(way[0] * unit[0] + way[1] * unit[1])
        if best is None or match > best[0]:
            best = (match, _Grip(face, unit, pixels))
    assert best is not None
    return best[1]


# -- the view --------------------------------------------------------------------------------------


PITCH_LOW, PITCH_HIGH = -62.0, 78.0
FOCAL = 1.885  # as a fraction of the stage's height
CENTRE = 0.395  # vertical position of the cube's centre, as a fraction of the stage's height
QUARTER_MS, HALF_MS = 220, 300
KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in FACES + ROTATIONS}
LEAN = math.radians(12)
ORBIT = (12, -8)  # degrees of a step to the right and down
STICK = dict(zip(LOOKS, ((0, -1), (0, 1), (-1, 0), (1, 0)), strict=True))


def angle_of(turn: Turn) -> float:
    """Return the angle of a turn about the positive axis, in radians."""
    return -axis_of(turn.name)[1] * turn.signed * math.pi / 2


def ease(fraction: float) -> float:
    """Map 0 .. 1 to 0 .. 1, slow, fast, slow: cubic."""
    if fraction < 0.5:
        return 4 * fraction**3
    return 1 - (2 - 2 * fraction) ** 3 / 2


class CubeView(PuzzleView):
    """Draws a cube of 24 facelets, animates its turns, and lets its layers be dragged."""

    def __init__(self, handling: Handling, ui: Ui) -> None:
        super().__init__(handling, ui)
        self.yaw, self.pitch = YAW, PITCH
        self._letters = False
        self.safe = False
        self._held: tuple[str, float] | None = None  # a layer being dragged or just released
        self._chosen = ""  # the layer a gamepad would turn, drawn tilted
        self._hand = Hand(self)
        self._canvas = Canvas()
        self._table: tuple[Any, Turntable] | None = None
        self._still: tuple[Any, pygame.Surface] | None = None

    # -- display -------------------------------------------------------------------------------

    def adopt(self, settings: Settings) -> None:
        """Take the letters on stickers, and the safe colours, which letters come with."""
        self._letters, self.safe = settings.cube_letters, settings.safe_palette
        self._changed = True

    def usual_stage(self, rect: pygame.Rect) -> pygame.Rect:
        """Leave a tenth at the top and a sixteenth at the bottom to the overlays."""
        top, bottom = round(rect.h * 0.1), round(rect.h * 0.0625)
        return pygame.Rect(rect.x, rect.y + top, rect.w, rect.h - top - bottom)

    def show(self, position: str) -> None:
        self._hand.drop()
        self._held = None
        super().show(position)

    def duration(self, move: Move) -> float:
        return self.theme.seconds(HALF_MS if cast(Turn, move).quarters == 2 else QUARTER_MS)

    def play(self, move: Move, after: str | None = None, seconds: float | None = None) -> None:
        """Queue the animated turn of a layer (U R F D L B) or of the whole cube (x y z).

        A layer just released turns on from its dragged angle.
        """
        turn = cast(Turn, move)
        seconds = self.duration(turn) if seconds is None else seconds
        start = 0.0
        if self._held is not None:
            self._hand.drop()
            if self._held[0] == turn.name and not self._queue:
                start = self._held[1]
                whole = abs(angle_of(turn))
                seconds *= min(1.0, abs(angle_of(turn) - start) / whole + 0.15)
            self._held = None
        self._append(turn, after, seconds, start)

    def let_go(self) -> None:
        self._held = None
        self._changed = True

    def hold(self, face: str, angle: float) -> None:
        """Show a layer turned by the drag, without deciding a turn."""
        self._held = (face, angle)
        self._changed = True

    @property
    def turning(self) -> Turn | None:
        """The turn being animated, or None."""
        return cast(Turn, self._queue[0].move) if self._queue else None

    def orbit(self, yaw: float, pitch: float) -> None:
        """Rotate the camera by degrees."""
        self.yaw = (self.yaw + yaw + 180) % 360 - 180
        self.pitch = min(PITCH_HIGH, max(PITCH_LOW, self.pitch + pitch))
        self._changed = True

    def reset_camera(self) -> None:
        self.yaw, self.pitch = YAW, PITCH
        self._changed = True

    # -- a gamepad -----------------------------------------------------------------------------

    def steer(self, event: pygame.event.Event) -> Turn | None:
        """Handle a gamepad: up and down tilt a layer, left and right turn it, a stick orbits."""
        self._changed, button = True, event.pad
        if button in STICK:
            self._step(*STICK[button])
        elif not self._chosen:
            self._chosen = FACES[0]
        elif button in (PadButton.UP, PadButton.DOWN):
            step = 1 if button is PadButton.DOWN else -1
            self._chosen = FACES[(FACES.index(self._chosen) + step) % len(FACES)]
        else:
            return Turn(self._chosen, 1 if button is PadButton.RIGHT else 3)
        return None

    def lay_down(self) -> None:
        self._changed |= bool(self._chosen)
        self._chosen = ""

    # -- keys ----------------------------------------------------------------------------------

    def typed(self, event: pygame.event.Event) -> Turn | None:
        """Return the turn of a letter, with Shift the other way."""
        if not key_pressed(event, *KEYS):
            return None
        return Turn(KEYS[event.key], 3 if event.mod & pygame.KMOD_SHIFT else 1)

    def arrow(self, event: pygame.event.Event) -> bool:
        if not key_pressed(event, *ARROW_KEYS):
            return False
        self._step(*ARROW_KEYS[event.key])
        return True

    def _step(self, across: int, down: int) -> None:
        self.orbit(across * ORBIT[0], down * ORBIT[1])

    # -- events and time -----------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Turn | None:
        """Orbit and drag; returns a Turn when the drag of a sticker decides one."""
        return self._hand.handle(event)

    @property
    def grabbed(self) -> bool:
        return self._hand.busy

    # -- screen readers ------------------------------------------------------------------------

    @property
    def accessible_key(self) -> object:
        return self.target, self.safe

    def accessible(
        self, tr: Translator, place: Place, play: Callable[[Move], None]
    ) -> AccessibleInfo:
        """Describe the colours of the six faces, with a button for every turn."""
        faces = [
            AccessibleInfo(Role.TEXT, self._face_words(tr, face), key=f"face {face}", place=place)
            for face in FACES
        ]
        turns = [
            AccessibleInfo(
                Role.BUTTON,
                tr(f"spot.turn.{quarters}", turn=turn.text, face=tr(f"spot.face.{turn.name}")),
                key=turn.text,
                place=place,
                press=partial(play, turn),
            )
            for quarters in (1, 3, 2)
            for turn in (Turn(face, quarters) for face in FACES)
        ]
        return AccessibleInfo(Role.BOARD, tr("access.cube"), parts=(*faces, *turns))

    def _face_words(self, tr: Translator, face: str) -> str:
        """Return a face and its four colours in reading order, as after the queued turns."""
        first = 4 * FACES.index(face)
        letters = self.target[first : first + 4]
        colours = ", ".join(colour_word(tr, letter, self.safe) for letter in letters)
        return tr("spot.colours", face=tr(f"spot.face.{face}"), colours=colours)

    # -- drawing -------------------------------------------------------------------------------

    def camera(self) -> Camera:
        """Return the camera in pixels of the window; an empty stage counts as one pixel."""
        focal = max(FOCAL, min(self.stage.h * FOCAL, self.stage.w * FOCAL * 1.12))
        centre = (self.stage.centerx, self.stage.y + self.stage.h * CENTRE)
        return Camera(self.yaw, self.pitch, DISTANCE, focal, centre)

    def pose(self) -> Pose:
        face, angle = "", 0.0
        motion, done = self._motion()
        if motion is not None:
            turn, start = cast(Turn, motion.move), motion.start
            face, angle = turn.name, start + ease(done) * (angle_of(turn) - start)
        elif self._held is not None:
            face, angle = self._held
        elif self._chosen:
            face, angle = self._chosen, math.copysign(LEAN, angle_of(Turn(self._chosen, 1)))
        return Pose(self.position, face, angle, self._letters, self.safe)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw in the view's area; at rest from one cached picture."""
        if self.rect.w < 8 or self.rect.h < 8:
            return
        pose = self.pose()
        places = (tuple(self.rect), tuple(self.stage))
        key = (pose, self.yaw, self.pitch, places, self.theme)
        if self._still is None or self._still[0] != key:
            old = self._still[1] if self._still is not None else None
            picture = old if old and old.get_size() == self.rect.size else None
            picture = picture or pygame.Surface(self.rect.size)
            self._draw_scene(picture, pose)
            self._still = (key, picture)
        surface.blit(self._still[1], self.rect)

    def _draw_scene(self, target: pygame.Surface, pose: Pose) -> None:
        camera, (x, y) = self.camera(), self.rect.topleft
        camera = replace(camera, centre=(camera.centre[0] - x, camera.centre[1] - y))
        target.blit(self._background(), (0, 0))
        if self.pitch > GONE:
            self._table_of(camera).draw(target, pose)
        edge = 1.5 * max(1.0, self.theme.u)
        shapes = CubePainter(camera, pose, edge).shapes()
        paint_shapes(target, shapes, enlargement(camera.focal), self._canvas)

    def _table_of(self, camera: Camera) -> Turntable:
        # A disc looks the same from every side, so the yaw does not matter; the shadows do.
        key = (self.pitch, camera.focal, camera.centre, self.theme.look)
        if self._table is None or self._table[0] != key:
            self._table = (key, Turntable(camera, self.theme, self._canvas))
        self._table[1].camera = camera
        return self._table[1]


def colour_word(tr: Translator, letter: str, safe: bool) -> str:
    """Return the name of the colour of a face's stickers."""
    own = f"spot.safe.{letter}"
    return tr(own if safe and tr.has(own) else f"spot.colour.{letter}")
