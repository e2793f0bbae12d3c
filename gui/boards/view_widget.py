"""Base of the widgets whose picture, hover and words come from a view that outlives them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, TypeVar

import pygame

from gui.boards.common import BoardView
from gui.boards.puzzle_view import PuzzleView
from gui.kit.accessible import AccessibleInfo
from gui.kit.widget import Widget
from gui.ui import Ui

V = TypeVar("V", bound=BoardView[Any] | PuzzleView)


class ViewWidget(Widget, Generic[V]):
    """The board of a game or a puzzle; its words for screen readers are cached."""

    focusable = True

    def __init__(self, view: V) -> None:
        super().__init__("board")
        self.view = view
        self._info: tuple[object, AccessibleInfo] | None = None

    @abstractmethod
    def info_key(self) -> object:
        """Return a value that differs when `make_info` returns something else."""

    @abstractmethod
    def make_info(self, ui: Ui) -> AccessibleInfo:
        """Return the position with everything that can be pressed, which `accessible` caches."""

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        key = (self.info_key(), self.rect, ui.tr.language)
        if self._info is None or self._info[0] != key:
            self._info = (key, self.make_info(ui))
        return self._info[1]

    def adopt_state(self, old: Widget) -> None:
        """Reuse the cached words of the same view."""
        if isinstance(old, ViewWidget) and old.view is self.view:
            self._info = old._info

    def pointed_away(self) -> None:
        """Clear the view's hover."""
        self.view.handle(pygame.event.Event(pygame.WINDOWLEAVE))

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.view.draw(target)
