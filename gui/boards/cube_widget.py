"""The cube as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from engine.games.cube_notation import FACES, Turn
from gui.boards.pocket_cube import CubeView
from gui.i18n import Translator
from gui.kit.accessible import AccessibleInfo, Place, Role
from gui.kit.widget import Size, Widget
from gui.pads import ARROWS, LOOKS, pressed
from gui.ui import Ui


def face_words(tr: Translator, view: CubeView, face: str) -> str:
    """Return a face and its four colours in reading order, as after the queued turns."""
    first = 4 * FACES.index(face)
    letters = view.target[first : first + 4]
    colours = ", ".join(colour_word(tr, letter, view.safe_colours) for letter in letters)
    return tr("spot.colours", face=tr(f"spot.face.{face}"), colours=colours)


def colour_word(tr: Translator, letter: str, safe: bool) -> str:
    """Return the name of the colour of a face's stickers."""
    own = f"spot.safe.{letter}"
    return tr(own if safe and tr.has(own) else f"spot.colour.{letter}")


class CubeWidget(Widget):
    """The cube as a widget: passes events to its view, captures the mouse during a drag."""

    focusable = True
    drags = True

    def __init__(
        self,
        view: CubeView,
        turn: Callable[[Turn], None],
        press: Callable[[pygame.event.Event], bool],
    ) -> None:
        super().__init__("cube")
        self.view = view
        self.turn = turn
        self.press = press
        self._spoken_before: tuple[object, AccessibleInfo] | None = None

    @property
    def grabs(self) -> bool:
        return self.view.grabbed

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(160), ui.theme.tx(160)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-14, -14)

    def handle(self, event: pygame.event.Event) -> bool:
        if pressed(event, *ARROWS, *LOOKS):
            turn = self.view.steer(event.pad)
            if turn is not None:
                self.turn(turn)
            return True
        if event.type == pygame.KEYDOWN:
            return self.press(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.view.lay_down()
        turn = self.view.handle(event)
        if turn is not None:
            self.turn(turn)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        if not focused:
            self.view.lay_down()

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the colours of the six faces, and a button for every turn."""
        tr, view, rect = ui.tr, self.view, self.rect
        key = (view.target, view.safe_colours, rect, tr.language)
        if self._spoken_before is None or self._spoken_before[0] != key:
            place = (rect.x, rect.y, rect.w, rect.h)
            self._spoken_before = (
                key,
                AccessibleInfo(Role.BOARD, tr("access.cube"), parts=self._parts(tr, place)),
            )
        return self._spoken_before[1]

    def adopt_state(self, old: Widget) -> None:
        """Reuse the cached accessible info of the same view."""
        if isinstance(old, CubeWidget) and old.view is self.view:
            self._spoken_before = old._spoken_before

    def _parts(self, tr: Translator, place: Place) -> tuple[AccessibleInfo, ...]:
        view = self.view
        faces = [
            AccessibleInfo(Role.TEXT, face_words(tr, view, face), key=f"face {face}", place=place)
            for face in FACES
        ]
        turns = [
            AccessibleInfo(
                Role.BUTTON,
                tr(f"spot.turn.{quarters}", turn=turn.text, face=tr(f"spot.face.{turn.name}")),
                key=turn.text,
                place=place,
                press=partial(self.turn, turn),
            )
            for quarters in (1, 3, 2)
            for turn in (Turn(face, quarters) for face in FACES)
        ]
        return (*faces, *turns)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.view.draw(target)
