"""The three-dimensional view of the Pocket Cube: drawing, animated turns, mouse and gamepad.

Its state is a text of 24 facelets and the turn being animated; the only rule it knows is where a
turn moves the stickers. It queues turns with the facelets that follow each of them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import pygame

from engine.games.cube_facelets import SOLVED
from engine.games.cube_geometry import apply, axis_of
from engine.games.cube_notation import FACES, ROTATIONS, Turn
from gui.boards.handling import Move
from gui.boards.pocketcube.canvas import (
    AT_REST,
    TURNING,
    Canvas,
    Quality,
    paint_shapes,
)
from gui.boards.pocketcube.hand import Hand
from gui.boards.pocketcube.paint import CubePainter, Pose
from gui.boards.pocketcube.pictures import DISTANCE, PITCH, YAW
from gui.boards.pocketcube.stage import GONE, Turntable
from gui.boards.viewport import ground, round_corners
from gui.geometry3d import Camera
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import key_pressed
from gui.pads import PadButton
from gui.paint import Brush
from gui.settings import Settings
from gui.theme import Theme

PITCH_LOW, PITCH_HIGH = -62.0, 78.0
FOCAL = 1.885  # as a fraction of the stage's height
CENTRE = 0.395  # vertical position of the cube's centre, as a fraction of the stage's height
QUARTER_MS, HALF_MS = 220, 300
KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in FACES + ROTATIONS}
ARROWS = {
    pygame.K_LEFT: (-12, 0),
    pygame.K_RIGHT: (12, 0),
    pygame.K_UP: (0, 8),
    pygame.K_DOWN: (0, -8),
}
LEAN = math.radians(12)
ORBIT = {
    PadButton.LOOK_LEFT: (-12, 0),
    PadButton.LOOK_RIGHT: (12, 0),
    PadButton.LOOK_UP: (0, 8),
    PadButton.LOOK_DOWN: (0, -8),
}
CALM_SECONDS = 0.13  # seconds without movement before the cube is drawn in its best quality


@dataclass(frozen=True)
class _Motion:
    turn: Turn
    start: float
    goal: float
    after: str
    seconds: float


def angle_of(turn: Turn) -> float:
    """Return the angle of a turn about the positive axis, in radians."""
    return -axis_of(turn.name)[1] * turn.signed * math.pi / 2


def ease(fraction: float) -> float:
    """Map 0 .. 1 to 0 .. 1, slow, fast, slow: cubic."""
    if fraction < 0.5:
        return 4 * fraction**3
    return 1 - (2 - 2 * fraction) ** 3 / 2


class CubeView:
    """Draws a cube of 24 facelets, animates its turns, and lets its layers be dragged."""

    def __init__(self, theme: Theme, brush: Brush) -> None:
        self.theme = theme
        self.brush = brush
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.stage = self.rect.copy()
        self.facelets = SOLVED
        self.yaw, self.pitch = YAW, PITCH
        self._letters = False
        self._safe = False
        self._queue: deque[_Motion] = deque()
        self._clock = 0.0
        self._held: tuple[str, float] | None = None  # a layer being dragged or just released
        self._chosen = ""  # the layer a gamepad would turn, drawn tilted
        self._hand = Hand(self)
        self._canvas = Canvas()
        self._changed = True
        self._stirred = math.inf  # seconds since the last movement
        self._ground: tuple[Any, pygame.Surface] | None = None
        self._table: tuple[Any, Turntable] | None = None
        self._still: tuple[Any, pygame.Surface] | None = None

    # -- display -------------------------------------------------------------------------------

    @property
    def letters(self) -> bool:
        """Whether each sticker carries the letter of its face."""
        return self._letters

    @letters.setter
    def letters(self, on: bool) -> None:
        self._changed |= on != self._letters
        self._letters = on

    @property
    def safe_colours(self) -> bool:
        """Whether the colours are the colour-blind safe ones; letters come with them."""
        return self._safe

    @safe_colours.setter
    def safe_colours(self, on: bool) -> None:
        self._changed |= on != self._safe
        self._safe = on

    def adopt(self, settings: Settings) -> None:
        self.letters, self.safe_colours = settings.cube_letters, settings.safe_palette

    def place(self, rect: pygame.Rect, theme: Theme, stage: pygame.Rect | None = None) -> None:
        """Lay the view out in `rect`; cube and turntable keep inside `stage`, a part of it."""
        stage = stage if stage is not None else _usual_stage(rect)
        if rect != self.rect or stage != self.stage or theme is not self.theme:
            self.rect = rect.copy()
            self.stage = stage.copy()
            self.theme = theme
            self._still = None
            self._changed = True

    def show(self, facelets: str) -> None:
        """Show a cube at once and drop the queued turns."""
        self._queue.clear()
        self._clock = 0.0
        self._hand.drop()
        self._held = None
        self._changed |= facelets != self.facelets
        self.facelets = facelets
        self._changed = True

    def duration(self, move: Move) -> float:
        """Return the usual seconds of a turn; 0 without motion."""
        return self.theme.seconds(HALF_MS if cast(Turn, move).quarters == 2 else QUARTER_MS)

    def play(self, move: Move, after: str | None = None, seconds: float | None = None) -> None:
        """Queue the animated turn of a layer (U R F D L B) or of the whole cube (x y z).

        The view shows exactly `after` when the turn ends, by default the result of the turn itself.
        A layer just released turns on from its dragged angle.
        """
        turn = cast(Turn, move)
        after = after or apply(self.target, turn.name, turn.quarters)
        seconds = self.duration(turn) if seconds is None else seconds
        start = 0.0
        if self._held is not None:
            self._hand.drop()
            if self._held[0] == turn.name and not self._queue:
                start = self._held[1]
                whole = abs(angle_of(turn))
                seconds *= min(1.0, abs(angle_of(turn) - start) / whole + 0.15)
            self._held = None
        self._changed = True
        self._stirred = 0.0
        if seconds <= 0 and not self._queue:
            self.facelets = after
            return
        self._queue.append(_Motion(turn, start, angle_of(turn), after, seconds))

    def finish(self) -> None:
        """End all queued turns now."""
        if self._queue:
            self.show(self._queue[-1].after)

    def let_go(self) -> None:
        """Return the dragged layer to its place, because its turn was refused."""
        self._held = None
        self._changed = True

    def hold(self, face: str, angle: float) -> None:
        """Show a layer turned by the drag, without deciding a turn."""
        self._stirred = 0.0
        self._held = (face, angle)
        self._changed = True

    @property
    def moving(self) -> bool:
        """Whether a turn is being animated."""
        return bool(self._queue)

    @property
    def turning(self) -> Turn | None:
        """The turn being animated, or None."""
        return self._queue[0].turn if self._queue else None

    @property
    def target(self) -> str:
        """The facelets after all queued turns."""
        return self._queue[-1].after if self._queue else self.facelets

    def orbit(self, yaw: float, pitch: float) -> None:
        """Rotate the camera by degrees."""
        self.yaw = (self.yaw + yaw + 180) % 360 - 180
        self.pitch = min(PITCH_HIGH, max(PITCH_LOW, self.pitch + pitch))
        self._stirred = 0.0
        self._changed = True

    def reset_camera(self) -> None:
        """Restore the initial camera."""
        self._stirred = 0.0
        self.yaw, self.pitch = YAW, PITCH
        self._changed = True

    # -- a gamepad -----------------------------------------------------------------------------

    def steer(self, button: PadButton) -> Turn | None:
        """Handle a gamepad: up and down tilt a layer, left and right turn it, a stick orbits."""
        self._stirred = 0.0
        self._changed = True
        if button in ORBIT:
            self.orbit(*ORBIT[button])
        elif not self._chosen:
            self._chosen = FACES[0]
        elif button in (PadButton.UP, PadButton.DOWN):
            step = 1 if button is PadButton.DOWN else -1
            self._chosen = FACES[(FACES.index(self._chosen) + step) % len(FACES)]
        else:
            return Turn(self._chosen, 1 if button is PadButton.RIGHT else 3)
        return None

    def annotate(self, terms: Mapping[str, int]) -> None:
        """There is no heuristic."""

    def lay_down(self) -> None:
        """Return the tilted layer to its place."""
        self._changed |= bool(self._chosen)
        self._chosen = ""

    # -- keys ----------------------------------------------------------------------------------

    def typed(self, event: pygame.event.Event) -> Turn | None:
        """Return the turn of a letter, with Shift the other way."""
        if not key_pressed(event, *KEYS):
            return None
        return Turn(KEYS[event.key], 3 if event.mod & pygame.KMOD_SHIFT else 1)

    def arrow(self, event: pygame.event.Event) -> bool:
        """Orbit with the arrow keys."""
        if not key_pressed(event, *ARROWS):
            return False
        self.orbit(*ARROWS[event.key])
        return True

    # -- events and time -----------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Turn | None:
        """Orbit and drag; returns a Turn when the drag of a sticker decides one."""
        return self._hand.handle(event)

    @property
    def grabbed(self) -> bool:
        """Whether the view captures the mouse until its button is released."""
        return self._hand.busy

    def update(self, dt: float) -> bool:
        """Advance the animations; true when the picture changed."""
        moving = bool(self._queue) or self._hand.busy or self._held is not None
        before = self._stirred
        self._stirred = 0.0 if moving else before + dt
        calmed = before < CALM_SECONDS <= self._stirred
        changed = self._changed or bool(self._queue) or calmed
        self._changed = False
        while self._queue and dt >= 0:
            motion = self._queue[0]
            # The longer the queue, the faster each turn, so that no input waits long.
            speed = len(self._queue)
            left = motion.seconds - self._clock
            if dt * speed < left:
                self._clock += dt * speed
                break
            dt -= left / speed
            self._queue.popleft()
            self.facelets = motion.after
            self._clock = 0.0
        return changed

    # -- screen readers ------------------------------------------------------------------------

    @property
    def accessible_key(self) -> object:
        return self.target, self.safe_colours

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
        colours = ", ".join(colour_word(tr, letter, self.safe_colours) for letter in letters)
        return tr("spot.colours", face=tr(f"spot.face.{face}"), colours=colours)

    # -- drawing -------------------------------------------------------------------------------

    def camera(self) -> Camera:
        """Return the camera in pixels of the window; an empty stage counts as one pixel."""
        focal = max(FOCAL, min(self.stage.h * FOCAL, self.stage.w * FOCAL * 1.12))
        centre = (self.stage.centerx, self.stage.y + self.stage.h * CENTRE)
        return Camera(self.yaw, self.pitch, DISTANCE, focal, centre)

    def pose(self) -> Pose:
        face, angle = "", 0.0
        if self._queue:
            motion = self._queue[0]
            fraction = ease(min(1.0, self._clock / motion.seconds)) if motion.seconds else 1.0
            face, angle = motion.turn.name, motion.start + fraction * (motion.goal - motion.start)
        elif self._held is not None:
            face, angle = self._held
        elif self._chosen:
            face, angle = self._chosen, math.copysign(LEAN, angle_of(Turn(self._chosen, 1)))
        return Pose(self.facelets, face, angle, self._letters, self._safe)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw in the view's area; at rest from one cached picture."""
        if self.rect.w < 8 or self.rect.h < 8:
            return
        pose = self.pose()
        busy = self._stirred < CALM_SECONDS
        key = (pose, self.yaw, self.pitch, self.rect.size, self.stage.size, self.theme, busy)
        if self._still is None or self._still[0] != key:
            old = self._still[1] if self._still is not None else None
            picture = old if old and old.get_size() == self.rect.size else None
            picture = picture or pygame.Surface(self.rect.size)
            self._draw_scene(picture, pose, TURNING if busy else AT_REST)
            self._still = (key, picture)
        surface.blit(self._still[1], self.rect)

    def _draw_scene(self, target: pygame.Surface, pose: Pose, quality: Quality) -> None:
        camera = self.camera().magnified(1, (float(self.rect.x), float(self.rect.y)))
        target.blit(self._ground_picture(), (0, 0))
        if self.pitch > GONE:
            self._table_of(camera).draw(target, pose)
        edge = 1.5 * max(1.0, self.theme.u)
        shapes = CubePainter(camera, pose, quality.strips, edge).shapes()
        paint_shapes(target, shapes, quality.factor(camera.focal), self._canvas)
        round_corners(target, self.theme, self.brush)

    def _ground_picture(self) -> pygame.Surface:
        middle = (self.stage.centerx - self.rect.x, self.stage.centery - self.rect.y)
        key = (self.rect.size, middle, self.theme.look)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, ground(self.rect.size, self.theme, middle))
        return self._ground[1]

    def _table_of(self, camera: Camera) -> Turntable:
        # A disc looks the same from every side, so the yaw does not matter; the shadows do.
        key = (self.pitch, camera.focal, camera.centre, self.theme.look)
        if self._table is None or self._table[0] != key:
            self._table = (key, Turntable(camera, self.theme, self._canvas))
        self._table[1].camera = camera
        return self._table[1]


def _usual_stage(rect: pygame.Rect) -> pygame.Rect:
    """Return the view without a tenth at the top and a sixteenth at the bottom for overlays."""
    top, bottom = round(rect.h * 0.1), round(rect.h * 0.0625)
    return pygame.Rect(rect.x, rect.y + top, rect.w, rect.h - top - bottom)


def colour_word(tr: Translator, letter: str, safe: bool) -> str:
    """Return the name of the colour of a face's stickers."""
    own = f"spot.safe.{letter}"
    return tr(own if safe and tr.has(own) else f"spot.colour.{letter}")
