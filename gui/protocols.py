"""The transitions between screens, and the data that board views show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

import pygame

from engine.protocols import Estimate, S

if TYPE_CHECKING:
    from engine.solvers.connect4_why_text import PlanView


@dataclass(frozen=True)
class Push:
    """A transition that opens a screen above the present one."""

    screen: object  # a `Screen`, which this module does not know
    instead: bool = False  # replace the present screen instead of opening above it


@dataclass(frozen=True)
class Open:
    """A transition that opens a screen by its name (gui/screens.py), with its arguments."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    instead: bool = False
    closes_matches: bool = False  # with `instead`: replace the matches directly below it too


@dataclass(frozen=True)
class HelpTopic:
    """The subject of a screen, which the help shows first; `title` and `texts` are keys."""

    title: str
    texts: tuple[str, ...]
    game: str
    players: tuple[str, ...] = ()  # the kinds of the bots that it is about


@dataclass(frozen=True)
class Pop:
    """A transition to the screen below; from the last one it ends the program."""


@dataclass(frozen=True)
class Quit:
    """A transition that ends the program."""


Transition = Push | Open | Pop | Quit


@dataclass(frozen=True)
class BoardMarks:
    """The marks of one step of a bot's search on the board.

    `line` holds moves from the displayed position, numbered from 1: the first `chosen` ones were
    selected, the others drawn at random. `ringed` and `filled` are pairs of a cell, as the game
    numbers it, and a player.
    """

    line: tuple[int, ...] = ()
    chosen: int = 0
    ringed: tuple[tuple[int, int], ...] = ()
    filled: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class BoardThreats:
    """The moves with which a player would win at once, to draw on the board.

    `after` is the move of this player that makes the threats, None where they stand already. `own`
    marks the wins of the person asked, drawn in the colour of a win; else they are the opponent's.
    `above` are moves that win on top once the other player has made them.
    """

    player: int
    moves: tuple[int, ...]
    after: int | None = None
    own: bool = False
    above: tuple[int, ...] = ()


@dataclass(frozen=True)
class BoardState(Generic[S]):
    """The complete input of a board view's drawing."""

    state: S
    previous: S | None = None  # the position before, for the animation of the last move
    last_move: int | None = None
    legal: tuple[int, ...] = ()  # the person's moves now; empty while only watching
    estimates: tuple[Estimate, ...] = ()  # to draw on the board; empty when turned off
    best: int | None = None  # the first of the best moves among the estimates
    planned: int | None = None  # the present favourite of a thinking bot, drawn as a dashed ghost
    hint: int | None = None
    tried: tuple[int, ...] = ()  # wrong moves tried so far, each marked at its target
    marks: BoardMarks | None = None  # of the search step in the inspector
    threats: BoardThreats | None = None
    votes: Mapping[int, int] = field(default_factory=dict)  # bots that would play each move
    closed: str = ""  # the key of the reason why it takes no move; empty: the turn, or the end
    plan: PlanView | None = None
    # The exact shares of wins beside those of the estimates, where a person's program gave these.
    shares: Mapping[int, float] = field(default_factory=dict)
    favourite: bool = False  # `best` is no more than the favourite of a bot that is looked into

    def is_best(self, move: int) -> bool:
        """Whether to mark a move as best: `best` itself, or a move with an equal estimate.

        A bot may think otherwise of equal moves: its favourite is marked alone.
        """
        if self.best is None or self.favourite or move == self.best:
            return move == self.best
        estimates = {each.move: each for each in self.estimates}
        first, other = estimates.get(self.best), estimates.get(move)
        return first is not None and other is not None and first.rank == other.rank


@dataclass(frozen=True)
class BoardTarget:
    """An accessible target on the board: a cell, a column, a number of a heap's objects.

    `move` is the move a click there plays, None where that is illegal now. `where` is the position
    of the keyboard's cursor, None where the cursor cannot go. `note` describes its evaluation.
    """

    key: str
    name: str
    place: tuple[int, int, int, int]  # left, top, width, height in the window
    where: Any = None
    move: int | None = None
    note: str = ""


PRESSED = pygame.USEREVENT  # a screen reader activates a target of the board
