"""The base classes of a puzzle's view: one position, and moves animated one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pygame

from engine.messages import Message
from gui.boards.common import ease_out
from gui.boards.handling import Handling, Move
from gui.geometry3d import Floats
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import NOWHERE
from gui.paint import clipped
from gui.settings import Settings
from gui.theme import Colour, Theme, ThemeName, mix
from gui.ui import Ui

# -- the ground ------------------------------------------------------------------------------------


def ground(size: tuple[int, int], theme: Theme, middle: tuple[float, float]) -> pygame.Surface:
    """Return the viewport's background: a wide light behind the puzzle, without visible banding."""
    c = theme.colours
    if theme.look is ThemeName.CONTRAST:
        surface = pygame.Surface(size)
        surface.fill(c.table)
        return surface
    light = mix(c.hover, (60, 84, 76), 0.35) if theme.look is ThemeName.DARK else (255, 255, 255)
    width, height = size
    reach = 0.52 * min(width, 1.45 * height)
    x = (np.arange(width, dtype=np.float32) - middle[0])[:, None] / reach
    y = (np.arange(height, dtype=np.float32) - middle[1])[None, :] / reach
    near = np.clip(1 - np.sqrt(x * x + y * y), 0, 1)
    return shaded(c.table2, light, near * near * (3 - 2 * near))


def shaded(dark: Colour, bright: Colour, fraction: Floats) -> pygame.Surface:
    """Return a picture between two colours, `fraction` (0 to 1) of the way at each point."""
    surface = pygame.Surface(fraction.shape)
    picture = np.empty((*fraction.shape, 3), np.uint8)
    # A little noise from a fixed seed hides the banding between neighbouring colours.
    noise = np.random.Generator(np.random.PCG64(1)).random(fraction.shape, np.float32)
    for channel, (low, high) in enumerate(zip(dark, bright, strict=True)):
        picture[..., channel] = np.minimum(low + (high - low) * fraction + noise, 255)
    pygame.surfarray.blit_array(surface, picture)
    return surface


def round_corners(target: pygame.Surface, ui: Ui) -> None:
    """Give a full picture the rounded corners and the edge of a card."""
    colours, radius, rect = ui.theme.colours, ui.theme.px(12), target.get_rect()

    def draw(enlarged: pygame.Surface, scale: int) -> None:
        enlarged.fill((*colours.table, 255))
        pygame.draw.circle(enlarged, (0, 0, 0, 0), (radius * scale, radius * scale), radius * scale)

    mask = ui.brush.kept(("viewport corner", radius, colours.table), (2 * radius, 2 * radius), draw)
    for right in (0, 1):
        for low in (0, 1):
            place = (right * (rect.w - radius), low * (rect.h - radius))
            target.blit(mask, place, (right * radius, low * radius, radius, radius))
    ui.brush.rounded(target, rect, radius, None, colours.hair, 1)


# -- the view --------------------------------------------------------------------------------------


MOVE_MS = 120


@dataclass(frozen=True)
class AnimatedMove:
    """A move in the queue; `start` is the angle at which a drag left the part that moves."""

    move: Move
    after: str
    seconds: float
    start: float = 0.0


class PuzzleView(ABC):
    """Shows a position and the queue of animated moves; subclasses draw and take clicks.

    It turns events into moves but plays none itself.
    """

    def __init__(self, handling: Handling, ui: Ui) -> None:
        self.handling = handling
        self.ui = ui
        self.rect = NOWHERE.copy()
        self.stage = self.rect.copy()
        self.position = handling.goal
        self._queue: deque[AnimatedMove] = deque()
        self._clock = 0.0
        self._changed = True
        self.terms: Mapping[str, int] = {}  # of a heuristic, by the part of the position
        self._ground: tuple[object, pygame.Surface] | None = None

    # -- to be overridden ------------------------------------------------------------------------

    @abstractmethod
    def draw(self, surface: pygame.Surface) -> None:
        """Draw in the view's area."""

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        """Handle a mouse event; return a move, or the reason why there is none."""
        return None

    def steer(self, event: pygame.event.Event) -> Move | Message | None:
        """Handle an arrow or a stick of a gamepad, by default as an arrow key."""
        answer = self.arrow(event)
        return None if isinstance(answer, bool) else answer

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        """Return the move of a key that plays wherever the focus is."""
        return None

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        """Handle another key on the focused board: a move, or whether the key was used."""
        return False

    def accessible(
        self, tr: Translator, place: Place, play: Callable[[Move], None]
    ) -> AccessibleInfo:
        """Describe the position, with a button for each move."""
        moves = [
            AccessibleInfo(
                Role.BUTTON, move.text, key=move.text, place=place, press=partial(play, move)
            )
            for move in self.handling.moves(self.target)
        ]
        shown = AccessibleInfo(Role.TEXT, self.target, key="position", place=place)
        return AccessibleInfo(Role.BOARD, tr("access.board"), parts=(shown, *moves))

    @property
    def accessible_key(self) -> object:
        """The state on which `accessible` depends."""
        return self.target

    @property
    def grabbed(self) -> bool:
        """Whether the view captures the mouse until its button is released."""
        return False

    def adopt(self, settings: Settings) -> None:  # noqa: B027 - a hook, not a duty
        """Take the settings of the view: none by default."""

    def let_go(self) -> None:  # noqa: B027 - a hook, not a duty
        """Put back a dragged part, because its move was refused."""

    def lay_down(self) -> None:  # noqa: B027 - a hook, not a duty
        """End the choice of a gamepad."""

    def reset_camera(self) -> None:  # noqa: B027 - a hook, not a duty
        """Restore the initial view."""

    def usual_stage(self, rect: pygame.Rect) -> pygame.Rect:
        """Return the part of the area for the puzzle where the caller gives none."""
        return rect

    # -- shared ------------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        return self.ui.theme

    def place(self, rect: pygame.Rect, ui: Ui, stage: pygame.Rect | None = None) -> None:
        """Lay the view out in `rect`; the puzzle keeps inside `stage`, a part of it."""
        stage = stage if stage is not None else self.usual_stage(rect)
        self._changed |= (rect, stage, ui.theme) != (self.rect, self.stage, self.theme)
        self.rect, self.stage, self.ui = rect.copy(), stage.copy(), ui

    def show(self, position: str) -> None:
        """Show a position at once and drop the queued moves."""
        self._queue.clear()
        self._clock = 0.0
        self.position = position
        self._changed = True

    def play(self, move: Move, after: str | None = None, seconds: float | None = None) -> None:
        """Queue the animation of a move that leads to `after`; by default of its usual duration.

        `after` is by default the result of the move itself.
        """
        seconds = self.duration(move) if seconds is None else seconds
        self._append(move, after, seconds)

    def _append(self, move: Move, after: str | None, seconds: float, start: float = 0.0) -> None:
        after = after if after is not None else self.handling.play(self.target, move)
        self._changed = True
        if seconds <= 0 and not self._queue:
            self.position = after
        else:
            self._queue.append(AnimatedMove(move, after, seconds, start))

    def duration(self, move: Move) -> float:
        """Return the usual seconds of a move's animation; 0 without motion."""
        return self.theme.seconds(MOVE_MS)

    def finish(self) -> None:
        """End all queued moves now."""
        if self._queue:
            self.show(self.target)

    def annotate(self, terms: Mapping[str, int]) -> None:
        """Mark parts of the position with the terms of a heuristic."""
        self._changed |= terms != self.terms
        self.terms = terms

    @property
    def moving(self) -> bool:
        """Whether a move is being animated."""
        return bool(self._queue)

    @property
    def target(self) -> str:
        """The position after all queued moves."""
        return self._queue[-1].after if self._queue else self.position

    def update(self, dt: float) -> bool:
        """Advance the animations; true when the picture changed."""
        changed, self._changed = self._changed or bool(self._queue), False
        while self._queue and dt >= 0:
            motion, speed = self._queue[0], len(self._queue)  # a long queue is shown faster
            left = motion.seconds - self._clock
            if dt * speed < left:
                self._clock += dt * speed
                break
            dt -= left / speed
            self.position, self._clock = motion.after, 0.0
            self._queue.popleft()
        return changed

    def _motion(self) -> tuple[AnimatedMove | None, float]:
        """Return the animated move, and the part of its time that is over, 0 to 1."""
        if not self._queue:
            return None, 1.0
        motion = self._queue[0]
        return motion, min(1.0, self._clock / motion.seconds) if motion.seconds else 1.0

    def _background(self) -> pygame.Surface:
        """Return the cached ground behind the puzzle, of the size of the area."""
        middle = (self.stage.centerx - self.rect.x, self.stage.centery - self.rect.y)
        key = (self.rect.size, middle, self.theme)
        if self._ground is None or self._ground[0] != key:
            picture = ground(self.rect.size, self.theme, middle)
            round_corners(picture, self.ui)
            self._ground = (key, picture)
        return self._ground[1]


class FlatPuzzleView(PuzzleView):
    """Draws the ground of its area; subclasses draw the puzzle on it."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, motion: AnimatedMove | None, fraction: float) -> None:
        """Draw the position, or a motion of which `fraction` (0 to 1) is done."""

    def draw(self, surface: pygame.Surface) -> None:
        if self.rect.w < 8 or self.rect.h < 8:
            return
        motion, done = self._motion()
        with clipped(surface, self.rect):
            surface.blit(self._background(), self.rect)
            self.paint(surface, motion, ease_out(done))
