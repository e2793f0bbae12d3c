"""Base class of the screens that show the board of a two-player game."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import pygame

from engine.messages import Message
from engine.protocols import Game
from gui.boards import make_view
from gui.boards.common import BoardView, digit_of
from gui.kit.layout import Box, Flexible, Layout, Row
from gui.kit.screen import Screen
from gui.services import Services
from gui.theme import Theme

SIDE = 376  # width of the cards beside the board
LEAST_SIDE = 304


class BoardScreen(Screen):
    """A screen with a board. `board_view` is None while no board is shown."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.board_view: BoardView[Any] | None = None
        self._view_of: tuple[Game[Any], str] | None = None

    @abstractmethod
    def play(self, move: int) -> None:
        """Play a legal move of a person."""

    def view_for(self, game: Game[Any], *, bare: bool = False) -> BoardView[Any]:
        """Return the cached view of a game; a new game or language makes a new one."""
        made_of = (game, self.ui.tr.language)
        if self.board_view is None or self._view_of != made_of:
            self.board_view = make_view(game, self.ui.theme, self.ui.brush, self.ui.tr)
            self.board_view.bare = bare
            self._view_of = made_of
        return self.board_view

    def animate(self, dt: float) -> None:
        """Advance the animations of the board and redraw it when it changed."""
        board = self.widget_group.find("board")
        if self.board_view is not None and self.board_view.update(dt) and board is not None:
            self.widget_group.damage.append(board.rect)

    def notify_here(self, text: Message, fault: bool = False) -> None:
        """Notify about the position on the board; the notice ends when position or turn changes."""
        here = self._here()
        self.services.notify(text, fault, lambda: self._here() == here)

    def _here(self) -> tuple[object, ...]:
        view = self.board_view
        return () if view is None else (view.shown.state, bool(view.shown.legal))

    def side_width(self, theme: Theme) -> int:
        """Return the width of the cards: more for larger text, less than half of the window."""
        width: float = max(LEAST_SIDE, theme.px(SIDE) * max(1.0, theme.text_scale**0.7))
        return round(min(self.size[0] * 0.44, width))

    def board_and_cards(self, board: Layout, cards: Layout) -> Layout:
        """Return the board beside the cards."""
        return Row(Flexible(board), Box(cards, self.side_width), gap=24)

    def on_event(self, event: pygame.event.Event) -> bool:
        """Send digits to the board wherever the focus is, other keys only without another focus.

        A board behind another tab takes nothing, and no click beside it: that on a disabled button
        would be one.
        """
        beside = event.type == pygame.MOUSEBUTTONDOWN
        if beside or self.widget_group.find("board") is None:
            return False
        focused = self.widget_group.focus
        if focused is None or focused.key in ("board", "") or digit_of(event) is not None:
            return self.board_event(event)
        return False

    def board_event(self, event: pygame.event.Event) -> bool:
        """Send an event to the board: play its move, or notify the reason of a refusal."""
        answer = self.board_view.handle(event) if self.board_view is not None else None
        if isinstance(answer, Message):
            self.notify_here(answer, fault=True)
            self.services.sounds.refuse()
        elif answer is not None:
            self.play(answer)
        return answer is not None
