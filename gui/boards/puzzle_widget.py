"""The board of a puzzle as a widget of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from engine.messages import Message
from gui.boards.handling import Move
from gui.boards.puzzle_view import PuzzleView
from gui.kit.accessible import AccessibleInfo
from gui.kit.widget import Size, Widget
from gui.pads import ARROWS, LOOKS, pressed
from gui.ui import Ui

Play = Callable[[Move | Message], None]  # takes a move, or the reason of a refusal


class PuzzleWidget(Widget):
    """A board that passes events to its view and captures the mouse during a drag."""

    focusable = True
    drags = True

    def __init__(self, view: PuzzleView, play: Play, *, fills: bool = False) -> None:
        """With `fills` the view uses the full area of the widget."""
        super().__init__("board")
        self.view = view
        self.play = play
        self.fills = fills
        self._spoken_before: tuple[object, AccessibleInfo] | None = None

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

    def pointed_away(self) -> None:
        """Clear the view's hover."""
        self.view.handle(pygame.event.Event(pygame.WINDOWLEAVE))

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        if not focused:
            self.view.lay_down()

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return the position, and a button for every move."""
        rect = self.rect
        key = (self.view.accessible_key, rect, ui.tr.language)
        if self._spoken_before is None or self._spoken_before[0] != key:
            place = (rect.x, rect.y, rect.w, rect.h)
            self._spoken_before = (key, self.view.accessible(ui.tr, place, self.play))
        return self._spoken_before[1]

    def adopt_state(self, old: Widget) -> None:
        """Reuse the cached accessible info of the same view."""
        if isinstance(old, PuzzleWidget) and old.view is self.view:
            self._spoken_before = old._spoken_before

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.view.draw(target)
