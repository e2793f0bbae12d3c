"""What a board view and a scene promise to the rest of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

import pygame

from engine.messages import Message
from engine.protocols import Estimate, S
from gui.theme import Theme


@dataclass(frozen=True)
class Push:
    """Open a scene above the present one."""

    scene: Scene


@dataclass(frozen=True)
class Replace:
    """Put a scene in the place of the present one."""

    scene: Scene


@dataclass(frozen=True)
class Open:
    """Open a screen by its name (gui/screens.py), with what it wants to know."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    instead: bool = False  # in the place of the present one, else above it


@dataclass(frozen=True)
class Pop:
    """Go back to the scene below; the last one quits."""


@dataclass(frozen=True)
class Quit:
    """End the program."""


Transition = Push | Replace | Open | Pop | Quit


class Scene(Protocol):
    """Fills the window; says where to go next, and one place goes there."""

    def enter(self, size: tuple[int, int]) -> None:
        """Called when it comes to the top, when the window changes size, and when settings do."""

    def handle(self, event: pygame.event.Event) -> Transition | None:
        """Take one event."""

    def update(self, dt: float) -> Transition | None:
        """Let `dt` seconds pass (at most 0.05): animations, jobs to poll."""

    @property
    def at_work(self) -> bool:
        """Whether it has begun something long that a new game would have to wait for."""

    @property
    def makes_room(self) -> bool:
        """Whether a game dropped on the window takes its place, and that of all above it."""

    @property
    def wants_worker(self) -> bool:
        """Whether it has long work done beside the window: scenes below give the worker back."""

    def release_worker(self) -> None:
        """A screen above wants the worker: let go of it, until one is back here."""

    @property
    def dirty(self) -> bool:
        """Whether the picture differs from the one last drawn."""

    def touch(self) -> None:
        """Everything must be drawn again."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what has changed since the last call, or everything; the surface is the window."""

    def leave(self) -> None:
        """Called when it is closed for good: stop its jobs."""


@dataclass(frozen=True)
class BoardMarks:
    """What one step of a bot's thinking puts on the board, before any of it is played.

    A line of moves from the position shown: the first `chosen` ones were chosen, the others drawn
    at random. They are numbered from 1. `ringed` and `filled` are cells, as the game numbers them,
    each with the player they matter to.
    """

    line: tuple[int, ...] = ()
    chosen: int = 0
    ringed: tuple[tuple[int, int], ...] = ()
    filled: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class BoardState(Generic[S]):
    """Everything a board is told to draw; the view never asks for more."""

    state: S
    previous: S | None = None  # the position before, for the animation of the last move
    last_move: int | None = None
    legal: tuple[int, ...] = ()  # what the person may play now; empty while the board is watched
    estimates: tuple[Estimate, ...] = ()  # to draw on the board; empty when not wanted
    best: int | None = None  # the first of those to mark as best among the estimates
    planned: int | None = None  # the move a thinking bot leans to, drawn as a dashed ghost
    hint: int | None = None
    tried: tuple[int, ...] = ()  # moves that were not it, each marked where it would go
    marks: BoardMarks | None = None  # of a step of thinking that is looked at

    def is_best(self, move: int) -> bool:
        """Whether a move is to be marked as best: the best one, and every other known as good."""
        if self.best is None or move == self.best:
            return move == self.best
        known = {each.move: each for each in self.estimates}
        first, other = known.get(self.best), known.get(move)
        return first is not None and other is not None and first.rank == other.rank


@dataclass(frozen=True)
class BoardTarget:
    """A place on the board as somebody hears it: a cell, a column, some of a heap.

    `move` is what it plays where that is allowed now; `where` is what the keyboard's cursor calls
    it, None where no cursor stands. `note` is what is known of it.
    """

    key: str
    name: str
    place: tuple[int, int, int, int]  # left, top, width, height in the window
    where: Any = None
    move: int | None = None
    note: str = ""


PRESSED = pygame.USEREVENT  # somebody who hears the board takes one of its spots


class View(Protocol[S]):
    """One board: state to pixels, event to a legal move. It never plays the move.

    It owns only what undo must not restore: hover, drag, camera, animation, keyboard cursor.
    """

    shown: BoardState[S]
    compact: bool  # a small picture: the board alone, no numbers and cards
    bare: bool  # no room is kept above the board for values and the result
    head: int  # pixels above the board that more is told in than it leaves anyway
    focused: bool  # it has the keyboard, and its cursor is seen
    cursor: Any  # where the keyboard points, None for nowhere

    def place(self, rect: pygame.Rect, theme: Theme) -> None:
        """Take the area to draw in; called again when it or the theme changes."""

    def show(self, shown: BoardState[S], animate: bool) -> None:
        """Draw this from now on; with `animate`, the last move is seen being made.

        A new call finishes an animation that still runs.
        """

    def handle(self, event: pygame.event.Event) -> int | Message | None:
        """A legal move, a sentence that says why the click or key is refused, or nothing."""

    def focus(self, focused: bool) -> None:
        """Whether the keyboard's arrows and Enter go to the board; draws the cursor ring."""

    def spots(self) -> Sequence[BoardTarget]:
        """The places of the board by their names, among them one for each legal move.

        An event PRESSED with a `spot` is answered as a click there.
        """

    def point(self, spot: BoardTarget) -> None:
        """The keyboard's cursor goes to a spot."""

    def update(self, dt: float) -> bool:
        """Let time pass; true when the picture changed."""

    @property
    def moving(self) -> bool:
        """Whether an animation still runs."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board in its area; nothing outside it."""

    def token(self, player: int, diameter: int) -> pygame.Surface:
        """The player's mark for panels and lists (disc, cross, ...), with transparent ground."""

    def head_rect(self) -> pygame.Rect:
        """Where it is told whose turn it is or how the game ended: right above the board."""
