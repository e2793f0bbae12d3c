"""Painting the unfolded net in the place of the cube."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from engine.games.cube_facelets import SOLVED
from engine.messages import Message
from gui.boards.cube_net import EMPTY, NetView
from gui.boards.cube_texts import fault_of
from gui.controls.base import Ui, Widget

if TYPE_CHECKING:
    from gui.scenes.cube_lab import CubeLabScene


class Painting:
    """The letters painted so far, with their own undo, and what is wrong with them."""

    def __init__(self, scene: CubeLabScene, letters: str) -> None:
        self.scene = scene
        self.net = NetView(scene.ui.theme, scene.ui.brush)
        self._past: list[str] = []
        self._future: list[str] = []
        self.fault: Message | None = None
        self._take(letters)

    @property
    def letters(self) -> str:
        """The 24 letters; `.` where nothing is painted."""
        return self.net.letters

    @property
    def complete(self) -> bool:
        """Whether it is a cube."""
        return self.fault is None

    def _take(self, letters: str) -> None:
        self.fault, faulty = fault_of(letters)
        self.net.show(letters, faulty)

    def change(self, letters: str) -> None:
        """Paint; can be undone."""
        if letters != self.letters:
            self._past.append(self.letters)
            self._future.clear()
            self._take(letters)

    def paint(self, facelet: int, letter: str) -> None:
        """Paint one facelet."""
        self.change(self.letters[:facelet] + letter + self.letters[facelet + 1 :])

    def clear(self) -> None:
        """Start from an unpainted net."""
        self.change(EMPTY * 24)

    def fill(self) -> None:
        """Start from a solved cube."""
        self.change(SOLVED)

    def undo(self) -> None:
        """Take the last stroke back."""
        if self._past:
            self._future.append(self.letters)
            self._take(self._past.pop())

    def redo(self) -> None:
        """Put it again."""
        if self._future:
            self._past.append(self.letters)
            self._take(self._future.pop())


class NetWidget(Widget):
    """The net on the desk."""

    focusable = True

    def __init__(self, rect: pygame.Rect, painting: Painting) -> None:
        super().__init__(rect, "net")
        self.painting = painting
        painting.net.place(rect, painting.scene.ui.theme)
        painting.net.safe = painting.scene.view.safe_colours

    @property
    def grabs(self) -> bool:
        return self.painting.net.painting

    def focus_rect(self) -> pygame.Rect:
        """None: the net rings its own cursor."""
        return pygame.Rect(0, 0, 0, 0)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        self.painting.net.focused = focused

    def handle(self, event: pygame.event.Event) -> bool:
        net = self.painting.net
        known = net.takes(event)
        painted = net.handle(event)
        if painted is not None:
            self.painting.paint(painted.facelet, painted.letter)
            self.painting.scene.rebuild()
        mouse = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        return known or painted is not None or mouse

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.painting.net.theme = ui.theme
        self.painting.net.focused = self.focused
        self.painting.net.draw(target)
