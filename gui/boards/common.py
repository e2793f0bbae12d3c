"""What the board views share: the drawing tools, the keyboard cursor, animations by time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from typing import Any, Generic

import pygame

from engine.intervals import whole_percent
from engine.messages import Message
from engine.naming import named_move
from engine.protocols import Estimate, S
from gui.boards.discs import tried_mark
from gui.boards.marks import draw_line, ring
from gui.i18n import Translator
from gui.paint import Brush
from gui.protocols import PRESSED, BoardMarks, BoardState, BoardTarget
from gui.theme import Theme
from gui.ui import Ui

DIGITS = {getattr(pygame, f"K_{digit}"): digit for digit in range(10)} | {
    getattr(pygame, f"K_KP{digit}"): digit for digit in range(10)
}
Area = tuple[int, int, int, int]  # left, top, width, height
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


def digit_of(event: pygame.event.Event) -> int | None:
    """The digit a key press stands for, without Ctrl or Alt."""
    if event.type != pygame.KEYDOWN:
        return None
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    if event.key in DIGITS:
        return DIGITS[event.key]
    # On a French keyboard the digits of the upper row come with Shift; the text tells.
    return int(event.unicode) if event.unicode.isascii() and event.unicode.isdigit() else None


def ease_out(fraction: float) -> float:
    """Fast, then slow: 0 .. 1 to 0 .. 1."""
    return 1 - (1 - fraction) ** 2


def area(rect: pygame.Rect) -> Area:
    """A rectangle as numbers."""
    return rect.x, rect.y, rect.w, rect.h


def around(centre: tuple[int, int], radius: int) -> Area:
    """A square around a point."""
    return centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius


class Rising:
    """Things that rise when they are chosen and sink when they are not, each at its own pace."""

    def __init__(self) -> None:
        self._heights: dict[Hashable, float] = {}
        self._chosen: frozenset[Hashable] = frozenset()

    def choose(self, chosen: Collection[Hashable]) -> None:
        """These are up from now on, the others down."""
        self._chosen = frozenset(chosen)

    def forget(self) -> None:
        """Nothing is up any more: the position has changed."""
        self._heights.clear()
        self._chosen = frozenset()

    def step(self, dt: float, seconds: float) -> bool:
        """Let time pass; true when anything moved. `seconds` is the whole way up."""
        part = dt / seconds if seconds else 1.0
        moved = False
        for key in self._chosen | self._heights.keys():
            goal = 1.0 if key in self._chosen else 0.0
            height = self._heights.get(key, 0.0)
            if height == goal:
                continue
            moved = True
            height = min(goal, height + part) if goal else max(goal, height - part)
            if height:
                self._heights[key] = height
            else:
                self._heights.pop(key, None)
        return moved

    def height(self, key: Hashable) -> float:
        """How far up a thing is, 0 .. 1."""
        return ease_out(self._heights.get(key, 0.0))


class BoardView(ABC, Generic[S]):
    """The common part of a board: place, what is shown, animation clock, hover, cursor."""

    VALUES_ABOVE = True  # values stand above the board, and have no place on a bare one

    def __init__(self, game: Any, theme: Theme, brush: Brush, tr: Callable[..., str]) -> None:
        self.game = game
        translator = tr if isinstance(tr, Translator) else Translator()
        self.ui = Ui(theme, brush, translator)
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.shown: BoardState[S] = BoardState(game.initial())
        self.focused = False
        self.hover: Any = None
        self.cursor: Any = None
        self.rising = Rising()
        self.clock = 0.0
        self.duration = 0.0
        self.head = 0  # more room asked for above the board than it leaves anyway
        self.compact = False  # a small picture: the board alone, no numbers and cards
        self.bare = False  # no room is kept above the board for values and the result
        self._changed = True

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self.ui.theme

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Take the area to draw in."""
        self.rect = rect
        self.ui = Ui(theme, self.ui.brush, self.ui.tr)
        self.layout()
        self._changed = True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board in its area; nothing outside it."""
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        self.paint(surface)
        if not self.moving:
            self._mark_tried(surface)
            if self.shown.marks is not None:
                self.paint_marks(surface, self.shown.marks)
        surface.set_clip(before)

    def _mark_tried(self, surface: pygame.Surface) -> None:
        for spot in map(self.place_of, self.shown.tried):
            if spot is not None:
                tried_mark(self.ui, surface, *spot, self.theme.colours.text)

    def paint_marks(self, surface: pygame.Surface, marks: BoardMarks) -> None:
        """Show what a step of thinking is about; in words where a board has nothing better."""
        if not marks.line:
            return
        draw_line(self.ui, surface, self.rect, self.game, self.shown.state, marks)
        spot = self.place_of(marks.line[0])
        if spot is not None:
            ring(self.ui, surface, *spot, self.theme.colours.accent)

    def place_of(self, move: int) -> tuple[tuple[int, int], int] | None:
        """The middle of the place a legal move would go to, and the radius of a mark there."""
        return None

    @abstractmethod
    def paint(self, surface: pygame.Surface) -> None:
        """Draw the board; what leaves the area is cut off."""

    def layout(self) -> None:
        """Compute the places of things from self.rect."""

    def strip(self) -> pygame.Rect:
        """The upper edge of the area: whose turn it is, value cards, or the result."""
        usual = min(self.theme.tx(88), self.rect.h // 4)
        height = 0 if self.compact or self.bare else max(usual, self.head)
        return pygame.Rect(self.rect.x, self.rect.y, self.rect.w, height)

    def room(self) -> pygame.Rect:
        """What the strip leaves for the board."""
        top = 0 if self.compact or self.bare else self.strip().h + self.theme.px(16)
        return pygame.Rect(self.rect.x, self.rect.y + top, self.rect.w, self.rect.h - top)

    def above(self) -> int:
        """Where the board itself begins; what is told of the game stands right above it."""
        return self.room().y

    def head_rect(self) -> pygame.Rect:
        """Where it is told whose turn it is or how the game ended: right above the board."""
        strip = self.strip()
        return strip.move(0, max(0, self.above() - self.theme.px(16) - strip.bottom))

    def show(self, shown: BoardState[S], animate: bool) -> None:
        """Draw this from now on; with `animate` the last move is seen being made."""
        if self.bare and self.VALUES_ABOVE:
            shown = replace(shown, estimates=())
        self.shown = shown
        self.clock = 0.0
        self.duration = self.motion() if animate and shown.last_move is not None else 0.0
        self.state_changed()
        self._aim()
        self._changed = True

    def state_changed(self) -> None:
        """A new position is shown."""

    def motion(self) -> float:
        """How long the last move takes to be seen, in seconds."""
        return 0.0

    @property
    def moving(self) -> bool:
        """Whether an animation still runs."""
        return self.clock < self.duration

    @property
    def fraction(self) -> float:
        """How much of the animation has passed, 0 .. 1."""
        return min(1.0, self.clock / self.duration) if self.duration else 1.0

    def focus(self, focused: bool) -> None:
        """Whether arrows and Enter go to the board."""
        if focused != self.focused:
            self.focused = focused
            self._aim()
            self._changed = True

    def _aim(self) -> None:
        """With the focus the cursor stands somewhere, so that it is seen where Enter would play."""
        if self.focused and (self.cursor is None or not self.stands(self.cursor)):
            self.set_cursor(self.first_cursor())

    def first_cursor(self) -> Any:
        """Where the cursor stands at first; None for nowhere."""
        return None

    def stands(self, cursor: Any) -> bool:
        """Whether there still is such a place in the position shown."""
        return True

    def update(self, dt: float) -> bool:
        """Let time pass; true when the picture changed."""
        changed = self._changed or self.moving
        if self.moving:
            self.clock += dt
        self._changed = False
        return changed

    def set_hover(self, where: Any) -> None:
        """The mouse points at something else."""
        if where != self.hover:
            self.hover = where
            self._changed = True

    def set_cursor(self, where: Any) -> None:
        """The keyboard points at something else."""
        if where != self.cursor:
            self.cursor = where
            self._changed = True

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """A legal move, a sentence that says why not, or nothing."""
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
        """What a point of the window stands for: a cell, a column, an amount; None beside it."""

    @abstractmethod
    def move_at(self, where: Any) -> int | Message:
        """The move that a place stands for, or why it is none."""

    def typed(self, digit: int) -> int | Message:
        """The move that a digit stands for, or why it is none."""
        return self.move_at(digit)

    @abstractmethod
    def arrow(self, event: pygame.event.Event) -> int | Message | None:
        """Arrows move the cursor, Enter plays where it stands."""

    # -- for those who hear the board ------------------------------------------------------------

    def spots(self) -> Sequence[BoardTarget]:
        """Each legal move by its name; a board with places that can be told says those."""
        state = self.shown.state
        moves = self.game.moves(state)
        return [
            self.named_spot(move, self.ui.tr(named_move(self.game, state, move))) for move in moves
        ]

    def named_spot(self, move: int, name: str, where: Any = None, key: str = "") -> BoardTarget:
        """The spot of a move, with what is known of it."""
        spot = self.place_of(move)
        place = area(self.rect) if spot is None else around(*spot)
        allowed = move if move in self.shown.legal else None
        return BoardTarget(key or f"move {move}", name, place, where, allowed, self.known_of(move))

    def known_of(self, move: int) -> str:
        """What is marked on the board about a move, in words; nothing where nothing is marked."""
        shown, tr = self.shown, self.ui.tr
        known = next((each for each in shown.estimates if each.move == move), None)
        said = [] if known is None else [self._worth(known)]
        if known is not None and shown.is_best(move):
            said.append(tr("spot.best"))
        if move == shown.hint:
            said.append(tr("spot.hint"))
        if move in shown.tried:
            said.append(tr("spot.tried"))
        return ", ".join(filter(None, said))

    def _worth(self, known: Estimate) -> str:
        tr = self.ui.tr
        if known.value is not None:
            value = tr(f"spot.{known.value.name.lower()}")
            return tr("spot.in", value=value, count=known.remoteness) if known.remoteness else value
        if known.score is None:
            return ""
        return tr("value.percent", share=whole_percent(known.score))

    def press(self, spot: BoardTarget) -> int | Message | None:
        """The move of a spot, or why it is none."""
        if spot.move is not None and spot.move in self.shown.legal:
            return spot.move
        return self.refuse("board.not_now") if spot.where is None else self.move_at(spot.where)

    def point(self, spot: BoardTarget) -> None:
        """The keyboard's cursor goes to a spot."""
        if spot.where is not None:
            self.set_cursor(spot.where)

    def refuse(self, key: str, **values: Any) -> Message:
        """Why a click or key does nothing."""
        if not self.game.moves(self.shown.state):
            return Message("board.over")
        if not self.shown.legal:
            return Message("board.not_now")
        return Message(key, values)

    def ring(self, target: pygame.Surface, rect: pygame.Rect, radius: int) -> None:
        """The focus ring round a cell, column, heap or take."""
        colour = self.theme.colours.focus
        self.ui.brush.rounded(target, rect.inflate(8, 8), radius + 3, None, colour, 2)
