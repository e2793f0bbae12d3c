"""The interface of a puzzle's view: what the lab and the screen of puzzles need of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame

from engine.messages import Message
from gui.boards.handling import Move
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place
from gui.pads import PadButton
from gui.settings import Settings
from gui.theme import Theme


class PuzzleView(Protocol):
    """Draws a position, animates moves, and turns events into moves; it changes nothing itself."""

    rect: pygame.Rect

    def adopt(self, settings: Settings) -> None:
        """Take the settings of the view."""

    def place(self, rect: pygame.Rect, theme: Theme, stage: pygame.Rect | None = None) -> None:
        """Lay the view out in `rect`; the puzzle keeps inside `stage`, a part of it."""

    def show(self, position: str) -> None:
        """Show a position at once and drop the queued moves."""

    def play(self, move: Move, after: str | None = None, seconds: float | None = None) -> None:
        """Queue the animation of a move that leads to `after`; by default of its usual duration."""

    def duration(self, move: Move) -> float:
        """Return the usual seconds of a move's animation; 0 without motion."""

    def finish(self) -> None:
        """End all queued moves now."""

    def let_go(self) -> None:
        """Put back a dragged part, because its move was refused."""

    def annotate(self, terms: Mapping[str, int]) -> None:
        """Mark parts of the position with the terms of a heuristic."""

    def lay_down(self) -> None:
        """End the choice of a gamepad."""

    def reset_camera(self) -> None:
        """Restore the initial view."""

    @property
    def moving(self) -> bool:
        """Whether a move is being animated."""

    @property
    def grabbed(self) -> bool:
        """Whether the view captures the mouse until its button is released."""

    @property
    def target(self) -> str:
        """The position after all queued moves."""

    def handle(self, event: pygame.event.Event) -> Move | Message | None:
        """Handle a mouse event; return a move, or the reason why there is none."""

    def steer(self, button: PadButton) -> Move | Message | None:
        """Handle an arrow or a stick of a gamepad."""

    def typed(self, event: pygame.event.Event) -> Move | Message | None:
        """Return the move of a key that plays wherever the focus is."""

    def arrow(self, event: pygame.event.Event) -> Move | Message | bool:
        """Handle another key on the focused board: a move, or whether the key was used."""

    def update(self, dt: float) -> bool:
        """Advance the animations; true when the picture changed."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw in the view's area."""

    def accessible(
        self, tr: Translator, place: Place, play: Callable[[Move], None]
    ) -> AccessibleInfo:
        """Describe the position, with a button for each move."""

    @property
    def accessible_key(self) -> object:
        """The state on which `accessible` depends."""
