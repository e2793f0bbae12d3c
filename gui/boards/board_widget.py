"""The boards of games and of puzzles as widgets of a screen, and the screens with a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import pygame

from engine.messages import Message
from engine.protocols import Game
from gui.boards import board_of, make_puzzle_view, make_view
from gui.boards.common import ENTER, BoardView, area, digit_of
from gui.boards.handling import Handling, Move
from gui.boards.puzzle_view import PuzzleView
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.layout import Box, Flexible, Layout, Row
from gui.kit.screen import Screen
from gui.kit.widget import ARROW_KEYS, NOWHERE, Size, Widget
from gui.pads import ARROWS, LOOKS, pressed
from gui.protocols import PRESSED, BoardTarget
from gui.services import Services
from gui.theme import Theme
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


# -- a game ----------------------------------------------------------------------------------------


class BoardWidget(ViewWidget[BoardView[Any]]):
    """The board: handles clicks, arrows and Enter, and draws its own cursor."""

    def __init__(
        self,
        view: BoardView[Any],
        take: Callable[[pygame.event.Event], bool],
        ring: Callable[[], bool],
        *,
        space: bool = True,
    ) -> None:
        """Without `space` the space key passes to other handlers."""
        super().__init__(view)
        self.space = space
        self.take = take
        self.ring = ring  # whether to show the focus ring

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.view.place(rect, ui)
        yield from super().place(ui, rect)

    def set_focus(self, focused: bool) -> None:
        super().set_focus(focused)
        self.view.focus(focused and self.ring())

    def focus_rect(self) -> pygame.Rect:
        """Return an empty rectangle: the view rings the cell under its cursor."""
        return NOWHERE

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
                return False
            if event.key == pygame.K_SPACE and not self.space:
                return False
            if event.key in (*ARROW_KEYS, *ENTER) and not self.view.focused:
                self.view.focus(True)  # the first such key only shows the cursor
                return True
            if event.key in ARROW_KEYS:
                before = self.view.cursor
                self.take(event)
                # A gamepad's arrow that cannot move the cursor moves the focus off the board.
                return self.view.cursor != before or not pressed(event, *ARROWS)
        return self.take(event)

    def info_key(self) -> object:
        return self.view.shown, self.view.cursor

    def make_info(self, ui: Ui) -> AccessibleInfo:
        parts = tuple(self._part(spot) for spot in self.view.spots())
        return AccessibleInfo(Role.BOARD, ui.tr("access.board"), parts=parts)

    def _part(self, spot: BoardTarget) -> AccessibleInfo:
        takes = spot.move is not None or spot.where is not None
        return AccessibleInfo(
            Role.BUTTON if takes else Role.TEXT,
            spot.name,
            note=spot.note,
            key=spot.key,
            place=spot.place,
            current=spot.where is not None and spot.where == self.view.cursor,
            press=(lambda: self.take(pygame.event.Event(PRESSED, spot=spot))) if takes else None,
            point=(lambda: self.view.point(spot)) if spot.where is not None else None,
        )


# -- a puzzle --------------------------------------------------------------------------------------


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
            self.view.place(rect, ui)
        yield from super().place(ui, rect)

    def focus_rect(self) -> pygame.Rect:
        return self.rect.inflate(-14, -14)

    def handle(self, event: pygame.event.Event) -> bool:
        view = self.view
        if pressed(event, *ARROWS, *LOOKS):
            self._take(view.steer(event))
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
        return self.view.accessible(ui.tr, area(self.rect), self.play)


# Called with a move and the position after it; returns the moves since the start.
Moved = Callable[[str, str], tuple[str, ...]]


class PuzzleTable:
    """Keeps a puzzle's view in step with a position and the moves made from it."""

    def __init__(
        self, ui: Ui, handling: Handling, moved: Moved, on_refused: Callable[[], None]
    ) -> None:
        self.handling = handling
        self.view = make_puzzle_view(handling.puzzle, ui)
        self.sound = board_of(handling.id).sound
        self.moved = moved
        self.on_refused = on_refused  # called for a move while no move is possible
        self.free = True  # whether a person may move
        self._positions = [handling.goal]  # shown or being animated, from the start
        self._moves: tuple[str, ...] = ()

    def widget(self) -> PuzzleWidget:
        return PuzzleWidget(self.view, self._by_hand, fills=True)

    def begin(self, position: str, moves: tuple[str, ...]) -> None:
        """Show a position with moves made from it, without animation."""
        self._moves = moves
        self._positions = [position]
        for text in moves:
            self._positions.append(self._after(text))
        self.view.show(self._positions[-1])

    def follow(self, moves: tuple[str, ...]) -> bool:
        """Animate from the current moves to these, undoing where they differ; true if they do."""
        before, self._moves = self._moves, moves
        same = 0
        while same < min(len(before), len(moves)) and before[same] == moves[same]:
            same += 1
        for _ in before[same:]:
            left = self._positions.pop()
            back = self.handling.move_between(left, self._positions[-1])
            assert back is not None
            self.view.play(back, self._positions[-1])
        for text in moves[same:]:
            self._positions.append(self._after(text))
            self.view.play(self.handling.read_moves(text)[0], self._positions[-1])
        return before != moves

    def press(self, event: pygame.event.Event) -> bool:
        """Handle a key: one that plays, or an arrow."""
        return self.widget().press(event)

    def _after(self, text: str) -> str:
        return self.handling.after(self._positions[-1], self.handling.read_moves(text))

    def _by_hand(self, move: Move | Message) -> None:
        if isinstance(move, Message):
            return
        for step in self.handling.read_moves(move.text):
            if not self.free or not self.handling.counts(step):
                self.view.let_go()
                if not self.free:
                    self.on_refused()
                return
            after = self.handling.play(self._positions[-1], step)
            self.view.play(step, after)
            self._positions.append(after)
            self._moves = self.moved(step.text, after)
            del self._positions[len(self._moves) + 1 :]


# -- screens ---------------------------------------------------------------------------------------


SIDE = 376  # width of the cards beside the board
LEAST_SIDE = 304


class BoardScreen(Screen):
    """A screen with a board. `board_view` is None while no board is shown."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.board_view: BoardView[Any] | None = None

    @abstractmethod
    def play(self, move: int) -> None:
        """Play a legal move of a person."""

    def view_for(self, game: Game[Any], *, bare: bool = False) -> BoardView[Any]:
        """Return the cached view of a game; a new game makes a new one."""
        if self.board_view is None or self.board_view.game != game:
            self.board_view = make_view(game, self.ui)
            self.board_view.bare = bare
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
