"""The board of a puzzle as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from engine.messages import Message
from gui.boards.handling import Move
from gui.boards.puzzle_view import PuzzleView
from gui.boards.view_widget import ViewWidget
from gui.kit.accessible import AccessibleInfo
from gui.kit.widget import Size, Widget
from gui.pads import ARROWS, LOOKS, pressed
from gui.ui import Ui

Play = Callable[[Move | Message], None]  # takes a move, or the reason of a refusal


class PuzzleWidget(ViewWidget[PuzzleView]):
    """A board that passes events to its view and captures the mouse during a drag."""

    drags = True

    def __init__(self, view: PuzzleView, play: Play, *, fills: bool = False) -> None:
        """With `fills` the view uses the full area of the widget."""
        super().__init__(view)
        self.play = play
        self.fills = fills

    @property
    def grabs(self) -> bool:
        return self.view.grabbed

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(160), ui.theme.tx(160)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        if self.fills:
            self.view.place(rect, ui.theme)
        yield from super().place(ui, rect)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-14, -14)

    def handle(self, event: pygame.event.Event) -> bool:
        view = self.view
        if pressed(event, *ARROWS, *LOOKS):
            self._take(view.steer(event.pad))
            return True
        if event.type == pygame.KEYDOWN:
            return self.press(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            view.lay_down()
        self._take(view.handle(event))
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)

    def press(self, event: pygame.event.Event) -> bool:
        """Handle a key on the focused board."""
        answer = self.view.typed(event) or self.view.arrow(event)
        if not isinstance(answer, bool):
            self.play(answer)
        return answer is not False

    def _take(self, answer: Move | Message | None) -> None:
        if answer is not None:
            self.play(answer)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        if not focused:
            self.view.lay_down()

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def info_key(self) -> object:
        return self.view.accessible_key

    def make_info(self, ui: Ui) -> AccessibleInfo:
        """Return the position, and a button for every move."""
        rect = self.rect
        return self.view.accessible(ui.tr, (rect.x, rect.y, rect.w, rect.h), self.play)
