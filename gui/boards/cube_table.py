"""A cube that a person turns one layer at a time, and that can follow a list of turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from engine.games.cube_notation import FACES, Turn, parse_turns
from gui.boards.cube_widget import CubeWidget
from gui.boards.pocket_cube import CubeView
from gui.kit.widget import Widget, key_pressed
from gui.ui import Ui

LOOK = 12  # degrees an arrow key orbits the camera
ORBIT = {
    pygame.K_LEFT: (-LOOK, 0),
    pygame.K_RIGHT: (LOOK, 0),
    pygame.K_UP: (0, LOOK),
    pygame.K_DOWN: (0, -LOOK),
}
KEYS = {getattr(pygame, f"K_{letter.lower()}"): letter for letter in FACES}
# Called with a turn and the facelets after it; returns the turns since the start.
Turned = Callable[[str, str], tuple[str, ...]]


class CenteredCube(CubeWidget):
    """A cube widget that uses its full area."""

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.view.place(rect, ui.theme)
        yield from super().place(ui, rect)


class CubeTable:
    """Keeps a cube view in step with a position and the turns made from it."""

    def __init__(self, ui: Ui, turned: Turned) -> None:
        self.view = CubeView(ui.theme, ui.brush, ui.tr)
        self.turned = turned
        self.free = True  # whether a person may turn it
        self._turns: tuple[str, ...] = ()  # the turns that the view shows or is animating

    def widget(self) -> CubeWidget:
        """Return a widget of the cube."""
        return CenteredCube(self.view, self._by_hand, self.press)

    def begin(self, position: str, turns: tuple[str, ...]) -> None:
        """Show a position with turns made from it, without animation."""
        self.view.show(position)
        for text in turns:
            self.view.turn(_read(text), seconds=0.0)
        self._turns = turns

    def follow(self, turns: tuple[str, ...]) -> bool:
        """Animate from the current turns to these, undoing where they differ; true if they do."""
        before, self._turns = self._turns, turns
        same = 0
        while same < min(len(before), len(turns)) and before[same] == turns[same]:
            same += 1
        for text in reversed(before[same:]):
            self.view.turn(_read(text).inverse)
        for text in turns[same:]:
            self.view.turn(_read(text))
        return before != turns

    def press(self, event: pygame.event.Event) -> bool:
        """Handle a key: letters turn layers, with Shift the other way; arrows orbit the camera."""
        if key_pressed(event, *ORBIT):
            self.view.orbit(*ORBIT[event.key])
            return True
        if not key_pressed(event, *KEYS):
            return False
        self._by_hand(Turn(KEYS[event.key], 3 if event.mod & pygame.KMOD_SHIFT else 1))
        return True

    def _by_hand(self, turn: Turn) -> None:
        if not self.free:
            self.view.let_go()
            return
        self.view.turn(turn)
        self._turns = self.turned(turn.text, self.view.target)


def _read(text: str) -> Turn:
    return parse_turns(text)[0]
