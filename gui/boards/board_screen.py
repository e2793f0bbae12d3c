"""A screen with the board of a two-player game: its view, its events, the room beside it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import pygame

from engine.messages import Message
from engine.protocols import Game
from gui.boards import make_view
from gui.boards.common import digit_of
from gui.kit.screen import Screen
from gui.protocols import View
from gui.services import Services
from gui.theme import Theme

SIDE = 376  # the cards beside the board
LEAST_SIDE = 304


class BoardScreen(Screen):
    """What such screens share. `board_view` is None as long as there is nothing on the board."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.board_view: View[Any] | None = None
        self._view_of: tuple[Game[Any], str] | None = None

    @abstractmethod
    def play(self, move: int) -> None:
        """A person plays a legal move."""

    def view_for(self, game: Game[Any], *, bare: bool = False) -> View[Any]:
        """The view of a game: it belongs to its rules and speaks a language."""
        made_of = (game, self.ui.tr.language)
        if self.board_view is None or self._view_of != made_of:
            self.board_view = make_view(game, self.ui.theme, self.ui.brush, self.ui.tr)
            self.board_view.bare = bare
            self._view_of = made_of
        return self.board_view

    def animate(self, dt: float) -> None:
        """Let the board's time pass; what it changed is drawn again."""
        board = self.widget_group.find("board")
        if self.board_view is not None and self.board_view.update(dt) and board is not None:
            self.widget_group.damage.append(board.rect)

    def notify_here(self, text: Message, fault: bool = False) -> None:
        """Say what is true of the position shown, and of whose turn it is; not longer than that."""
        here = self._here()
        self.services.notify(text, fault, lambda: self._here() == here)

    def _here(self) -> tuple[object, ...]:
        view = self.board_view
        return () if view is None else (view.shown.state, bool(view.shown.legal))

    def side_width(self, theme: Theme) -> int:
        """The width of the cards; larger text needs more, the board keeps more than half."""
        wanted: float = max(LEAST_SIDE, theme.px(SIDE) * max(1.0, theme.text_scale**0.7))
        return round(min(self.size[0] * 0.44, wanted))

    def on_event(self, event: pygame.event.Event) -> bool:
        """Numbers go to the board wherever the focus is, everything else when nobody has it."""
        focused = self.widget_group.focus
        if focused is None or focused.key in ("board", "") or digit_of(event) is not None:
            return self.board_event(event)
        return False

    def board_event(self, event: pygame.event.Event) -> bool:
        """Give an event to the board; a move is played, a refusal is said."""
        answer = self.board_view.handle(event) if self.board_view is not None else None
        if isinstance(answer, Message):
            self.notify_here(answer, fault=True)
            self.services.sounds.refuse()
        elif answer is not None:
            self.play(answer)
        return answer is not None
