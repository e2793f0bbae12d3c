"""The base class of board views: drawing tools, keyboard cursor, timed animations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic

import pygame

from engine.intervals import whole_percent
from engine.messages import Message
from engine.naming import named_move
from engine.protocols import Estimate, S
from gui.boards.marks import disc, draw_line, number, ring, tried_mark, vote_mark
from gui.paint import clipped
from gui.protocols import PRESSED, BoardMarks, BoardState, BoardTarget, BoardThreats
from gui.theme import Theme
from gui.ui import Ui

DIGITS = {getattr(pygame, f"K_{digit}"): digit for digit in range(10)} | {
    getattr(pygame, f"K_KP{digit}"): digit for digit in range(10)
}
Area = tuple[int, int, int, int]  # left, top, width, height
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


def digit_of(event: pygame.event.Event) -> int | None:
    """Return the digit of a key press without Ctrl, Alt or Meta, or None."""
    commands = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    if event.type != pygame.KEYDOWN or event.mod & commands:
        return None
    if event.key in DIGITS:
        return DIGITS[event.key]
    # On a French keyboard the upper row gives digits only with Shift, so the text of the key
    # decides.
    return int(event.unicode) if event.unicode.isascii() and event.unicode.isdigit() else None


def ease_out(fraction: float) -> float:
    """Map 0 .. 1 to 0 .. 1, fast at first and slow at the end."""
    return 1 - (1 - fraction) ** 2


def area(rect: pygame.Rect) -> Area:
    """Return a rectangle as a tuple."""
    return rect.x, rect.y, rect.w, rect.h


def around(centre: tuple[int, int], radius: int) -> Area:
    """Return the square around a point with half a side of `radius`."""
    return centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius


class BoardView(ABC, Generic[S]):
    """Base class of a board view: area, board state, animation clock, hover, cursor."""

    VALUES_ABOVE = True  # values are drawn above the board, and not at all on a bare one

    def __init__(self, game: Any, ui: Ui) -> None:
        self.game = game
        self.ui = ui
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.shown: BoardState[S] = BoardState(game.initial())
        self.focused = False
        self.hover: Any = None
        self.cursor: Any = None
        self.clock = 0.0
        self.duration = 0.0
        self.head = 0  # minimum height of the strip above the board, in pixels
        self.compact = False  # a small picture: the board alone, without numbers and cards
        self.landmarks = True  # the numbers that the theory names are marked
        self.bare = False  # no strip above the board for values and the result
        self._changed = True

    @property
    def theme(self) -> Theme:
        return self.ui.theme

    def place(self, rect: pygame.Rect, ui: Ui) -> None:
        """Lay the board out in `rect`."""
        self.rect, self.ui = rect, ui
        self.layout()
        self._changed = True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board, clipped to its area."""
        with clipped(surface, self.rect):
            self.paint(surface)
            if self.moving:
                return
            if self.shown.threats is not None:
                self.paint_threats(surface, self.shown.threats)
            self._mark_tried(surface)
            self._mark_votes(surface)
            if self.shown.marks is not None:
                self.paint_marks(surface, self.shown.marks)

    def _mark_tried(self, surface: pygame.Surface) -> None:
        for spot in map(self.place_of, self.shown.tried):
            if spot is not None:
                tried_mark(self.ui, surface, *spot, self.theme.colours.text)

    def _mark_votes(self, surface: pygame.Surface) -> None:
        """Draw how many bots would play each move, in a dashed ring at its target."""
        if not self.shown.votes:
            return
        ink = self.theme.colours.player(self.game.to_move(self.shown.state))
        for move, count in self.shown.votes.items():
            spot = self.vote_place(move)
            if spot is not None:
                vote_mark(self.ui, surface, *spot, count, ink)

    def vote_place(self, move: int) -> tuple[tuple[int, int], int] | None:
        """Return the centre and radius of the number of bots that would play a move."""
        return self.place_of(move)

    def paint_threats(self, surface: pygame.Surface, threats: BoardThreats) -> None:
        """Draw the threats of a player; nothing by default."""

    def paint_marks(self, surface: pygame.Surface, marks: BoardMarks) -> None:
        """Draw the marks of a search step; by default the line of moves in text and on the board.

        Every object that a move of the line takes has the number of the move and its player's
        colour, with a ring while the search chose the move.
        """
        if not marks.line:
            return
        draw_line(self.ui, surface, self.line_area(), self.game, self.shown.state, marks)
        state, colours = self.shown.state, self.theme.colours
        for which, move in enumerate(marks.line, start=1):
            ink = colours.player(self.game.to_move(state))
            for centre, radius in self.places_taken(state, move):
                self.ui.brush.disc(surface, centre, radius, ink)
                if which <= marks.chosen:
                    ring(self.ui, surface, centre, radius + 2, colours.accent)
                number(self.ui, surface, centre, which, 2 * radius)
            state = self.game.play(state, move)

    def line_area(self) -> pygame.Rect:
        """Return the area at whose foot a line of moves is written."""
        return self.rect

    def places_taken(self, state: S, move: int) -> Sequence[tuple[tuple[int, int], int]]:
        """Return centre and radius of a mark on each object that a move takes in any position."""
        return ()

    def place_of(self, move: int) -> tuple[tuple[int, int], int] | None:
        """Return the centre of a legal move's target and the radius of a mark there, or None."""
        return None

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """Return the player's mark for panels and lists: a red disc, or a yellow one."""
        return disc(self.ui, player, diameter)

    @abstractmethod
    def paint(self, surface: pygame.Surface) -> None:
        """Draw the board; the caller clips it to the area."""

    def layout(self) -> None:
        """Compute the geometry from self.rect."""

    def strip(self) -> pygame.Rect:
        """Return the strip at the top of the area: whose turn it is, value cards, or the result."""
        usual = min(self.theme.tx(88), self.rect.h // 4)
        strip = self.rect.copy()
        strip.h = 0 if self.compact or self.bare else max(usual, self.head)
        return strip

    def room(self) -> pygame.Rect:
        """Return the area that the strip leaves for the board."""
        top = 0 if self.compact or self.bare else self.strip().h + self.theme.px(16)
        return pygame.Rect(self.rect.x, self.rect.y + top, self.rect.w, self.rect.h - top)

    def above(self) -> int:
        """Return the top of the board itself; the status line is drawn right above it."""
        return self.room().y

    def head_rect(self) -> pygame.Rect:
        """Return the rectangle of the status line (turn or result), right above the board."""
        strip = self.strip()
        return strip.move(0, max(0, self.above() - self.theme.px(16) - strip.bottom))

    def show(self, shown: BoardState[S], animate: bool) -> None:
        """Show a board state from now on; with `animate` the last move is animated."""
        if self.bare and self.VALUES_ABOVE:
            shown = replace(shown, estimates=())
        self.shown = shown
        self.clock = 0.0
        self.duration = self.motion() if animate and shown.last_move is not None else 0.0
        self.state_changed()
        self._aim()
        self._changed = True

    def state_changed(self) -> None:
        """React to a new position; does nothing by default."""

    def motion(self) -> float:
        """Return the duration of the last move's animation, in seconds."""
        return 0.0

    @property
    def moving(self) -> bool:
        """Whether an animation is running."""
        return self.clock < self.duration

    @property
    def fraction(self) -> float:
        """The progress of the animation, 0 .. 1."""
        return min(1.0, self.clock / self.duration) if self.duration else 1.0

    def focus(self, focused: bool) -> None:
        """Set whether arrows and Enter go to the board."""
        if focused != self.focused:
            self.focused = focused
            self._aim()
            self._changed = True

    def _aim(self) -> None:
        """Place the cursor when the board has the focus, to show where Enter would play."""
        if self.focused and (self.cursor is None or not self.stands(self.cursor)):
            self.set_cursor(self.first_cursor())

    def first_cursor(self) -> Any:
        """Return the initial cursor, or None."""
        return None

    def stands(self, cursor: Any) -> bool:
        """Whether the cursor is a place of the current position."""
        return True

    def update(self, dt: float) -> bool:
        """Advance the animations; true when the picture changed."""
        changed = self._changed or self.moving
        if self.moving:
            self.clock += dt
        self._changed = False
        return changed

    def set_hover(self, where: Any) -> None:
        """Set the place under the mouse."""
        if where != self.hover:
            self.hover = where
            self._changed = True

    def set_cursor(self, where: Any) -> None:
        """Set the place under the keyboard cursor."""
        if where != self.cursor:
            self.cursor = where
            self._changed = True

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """Handle an event: a legal move, a sentence that says why there is none, or None."""
        if event.type == pygame.MOUSEMOTION:
            self.set_hover(self.at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self.set_hover(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            where = self.at(event.pos)
            return None if where is None else self.move_at(where)
        elif event.type == PRESSED:
            return self.press(event.spot)
        elif (digit := digit_of(event)) is not None:
            return self.typed(digit)
        elif event.type == pygame.KEYDOWN and self.focused:
            return self.arrow(event)
        return None

    @abstractmethod
    def at(self, position: tuple[int, int]) -> Any:
        """Return the place at a point of the window (a cell, a column, an amount), or None."""

    @abstractmethod
    def move_at(self, where: Any) -> int | Message:
        """Return the move of a place, or the reason why it has none."""

    def typed(self, digit: int) -> int | Message:
        """Return the move of a digit, or the reason why it has none."""
        return self.move_at(digit)

    @abstractmethod
    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        """Handle a key: arrows move the cursor, Enter plays at the cursor."""

    # -- accessibility ---------------------------------------------------------------------------

    def spots(self) -> Sequence[BoardTarget]:
        """Return the targets of the board: by default each legal move by its name."""
        state = self.shown.state
        moves = self.game.moves(state)
        return [
            self.named_spot(move, self.ui.tr(named_move(self.game, state, move))) for move in moves
        ]

    def named_spot(self, move: int, name: str, where: Any = None, key: str = "") -> BoardTarget:
        """Return the target of a move, with its estimate and marks as a note."""
        spot = self.place_of(move)
        place = area(self.rect) if spot is None else around(*spot)
        allowed = move if move in self.shown.legal else None
        return BoardTarget(key or f"move {move}", name, place, where, allowed, self.known_of(move))

    def known_of(self, move: int) -> str:
        """Describe the estimate and the marks of a move in words; "" without any."""
        shown, tr = self.shown, self.ui.tr
        estimate = next((each for each in shown.estimates if each.move == move), None)
        words = [] if estimate is None else [self._worth(estimate)]
        if estimate is not None and shown.is_best(move):
            words.append(tr("spot.favourite" if shown.favourite else "spot.best"))
        if move in shown.shares:
            words.append(tr("value.share_exact", share=shown.shares[move]))
        if move == shown.hint:
            words.append(tr("spot.hint"))
        if move in shown.tried:
            words.append(tr("spot.tried"))
        if shown.threats is not None and move in shown.threats.moves:
            words.append(tr("spot.own_win" if shown.threats.own else "spot.threat"))
        if move in shown.votes:
            words.append(tr("spot.votes", count=shown.votes[move]))
        return ", ".join(filter(None, words))

    def _worth(self, estimate: Estimate) -> str:
        tr = self.ui.tr
        if estimate.value is not None:
            value, plies = tr(f"spot.{estimate.value.name.lower()}"), estimate.remoteness
            return tr("spot.in", value=value, count=plies) if plies else value
        if estimate.score is None:
            return ""
        return tr("value.percent", share=whole_percent(estimate.score))

    def press(self, spot: BoardTarget) -> int | Message | None:
        """Return the move of a target, or the reason why it has none."""
        if spot.move is not None and spot.move in self.shown.legal:
            return spot.move
        return self.refuse("board.not_now") if spot.where is None else self.move_at(spot.where)

    def point(self, spot: BoardTarget) -> None:
        """Move the keyboard cursor to a target."""
        if spot.where is not None:
            self.set_cursor(spot.where)

    def refuse(self, key: str, **values: Any) -> Message:
        """Return the reason why a click or key does nothing."""
        if self.shown.closed:
            return Message(self.shown.closed)
        if not self.game.moves(self.shown.state):
            return Message("board.over")
        if not self.shown.legal:
            return Message("board.not_now")
        return Message(key, values)

    # -- of a board with cells ---------------------------------------------------------------------

    def cell_boxes(self) -> Sequence[pygame.Rect]:
        """Return the rectangles of the cells, in the order of the position's text."""
        return ()

    def paint_cells(self, surface: pygame.Surface, contents: Sequence[int]) -> None:
        """Draw the board with any contents: 0 for an empty cell, 1 or 2 for a player's piece."""

    def ring(self, target: pygame.Surface, rect: pygame.Rect, radius: int) -> None:
        """Draw the focus ring round a cell, column, heap or take."""
        colour = self.theme.colours.focus
        self.ui.brush.rounded(target, rect.inflate(8, 8), radius + 3, None, colour, 2)
