"""The base class of flat puzzle boards: one position, and moves animated one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import pygame

from engine.messages import Message
from gui.boards.common import ease_out
from gui.boards.handling import Handling, Move
from gui.boards.viewport import ground, round_corners
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import NOWHERE
from gui.pads import PadButton
from gui.paint import Brush
from gui.settings import Settings
from gui.theme import Theme

MOVE_MS = 120


@dataclass(frozen=True)
class SlideMotion:
    """A move that is being animated."""

    move: Move
    before: str
    after: str
    seconds: float


class FlatPuzzleView(ABC):
    """Shows a position and the queue of animated moves; subclasses draw and take clicks."""

    def __init__(self, handling: Handling, theme: Theme, brush: Brush) -> None:
        self.handling = handling
        self.theme = theme
        self.brush = brush
        self.rect = NOWHERE.copy()
        self.stage = self.rect.copy()
        self.position = handling.goal
        self._queue: deque[SlideMotion] = deque()
        self._clock = 0.0
        self._changed = True
        self.terms: Mapping[str, int] = {}  # of a heuristic, by the part of the position
        self._ground: tuple[object, pygame.Surface] | None = None

    # -- to be overridden ------------------------------------------------------------------------

    @abstractmethod
    def paint(self, surface: pygame.Surface, motion: SlideMotion | None, fraction: float) -> None:
        """Draw the position, or a motion of which `fraction` (0 to 1) is done."""

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        """Handle a mouse event."""
        return None

    def steer(self, button: PadButton) -> Move | Message | None:
        """Handle an arrow or a stick of a gamepad."""
        return None

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        """Return the move of a key that plays wherever the focus is."""
        return None

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        """Handle another key on the focused board."""
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

    # -- shared ------------------------------------------------------------------------------------

    @property
    def accessible_key(self) -> object:
        return self.target

    def adopt(self, settings: Settings) -> None:  # noqa: B027 - a hook, not a duty
        """Take the settings of the view: none by default."""

    def place(self, rect: pygame.Rect, theme: Theme, stage: pygame.Rect | None = None) -> None:
        stage = stage if stage is not None else rect
        self._changed |= (rect, stage, theme) != (self.rect, self.stage, self.theme)
        self.rect, self.stage, self.theme = rect.copy(), stage.copy(), theme

    def show(self, position: str) -> None:
        self._queue.clear()
        self._clock = 0.0
        self.position = position
        self._changed = True

    def play(self, move: Move, after: str | None = None, seconds: float | None = None) -> None:
        before = self.target
        after = after if after is not None else self.handling.play(before, move)
        seconds = self.duration(move) if seconds is None else seconds
        self._changed = True
        if seconds <= 0 and not self._queue:
            self.position = after
        else:
            self._queue.append(SlideMotion(move, before, after, seconds))

    def duration(self, move: Move) -> float:
        return self.theme.seconds(MOVE_MS)

    def finish(self) -> None:
        self.show(self.target)

    def let_go(self) -> None:  # noqa: B027 - a hook, not a duty
        """Nothing is ever dragged."""

    def annotate(self, terms: Mapping[str, int]) -> None:
        self._changed |= terms != self.terms
        self.terms = terms

    def lay_down(self) -> None:  # noqa: B027 - a hook, not a duty
        """A gamepad chooses nothing."""

    def reset_camera(self) -> None:  # noqa: B027 - a hook, not a duty
        """There is only one view."""

    @property
    def moving(self) -> bool:
        return bool(self._queue)

    @property
    def grabbed(self) -> bool:
        return False

    @property
    def target(self) -> str:
        return self._queue[-1].after if self._queue else self.position

    def update(self, dt: float) -> bool:
        changed, self._changed = self._changed or bool(self._queue), False
        while self._queue:
            motion, speed = self._queue[0], len(self._queue)  # a long queue is shown faster
            left = motion.seconds - self._clock
            if dt * speed < left:
                self._clock += dt * speed
                break
            dt -= left / speed
            self.position, self._clock = motion.after, 0.0
            self._queue.popleft()
        return changed

    def draw(self, surface: pygame.Surface) -> None:
        if self.rect.w < 8 or self.rect.h < 8:
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip) if clip else self.rect)
        surface.blit(self._background(), self.rect)
        motion = self._queue[0] if self._queue else None
        done = self._clock / motion.seconds if motion is not None and motion.seconds else 1.0
        self.paint(surface, motion, ease_out(min(1.0, done)))
        surface.set_clip(clip)

    def _background(self) -> pygame.Surface:
        middle = (self.stage.centerx - self.rect.x, self.stage.centery - self.rect.y)
        key = (self.rect.size, middle, self.theme)
        if self._ground is None or self._ground[0] != key:
            picture = ground(self.rect.size, self.theme, middle)
            round_corners(picture, self.theme, self.brush)
            self._ground = (key, picture)
        return self._ground[1]
