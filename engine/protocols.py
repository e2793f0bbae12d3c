"""Every interface of the engine in one place.

Rules hold parameters; states are small, immutable, hashable and are their own key in every
table. Moves are integers 0 .. num_moves - 1; their text is a separate method. Everything here
is pure: no method changes its object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from math import inf
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.watch import GameSampler

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)
IntArray = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]
HUMAN = "human"  # the player text of a person


class PositionError(JouonsError):
    """A position text that cannot be read, or a position that cannot exist.

    `where` holds the cells, facelets or heaps at fault, counted in the order of the text from 0.
    """

    def __init__(self, key: str, /, where: Iterable[int] = (), **values: Any) -> None:
        super().__init__(key, **values)
        self.where = tuple(where)


class MoveError(JouonsError):
    """A move text that cannot be read, or a move that is not legal here."""


class OptionError(JouonsError):
    """A game, player or option that does not exist, or a setting out of its range."""


class Unsolvable(JouonsError):  # noqa: N818 - says what happened
    """The position is beyond what the solver can do; the message says so plainly."""


class Outcome(IntEnum):
    """How a game ended; the number is the column in the result of playouts."""

    FIRST_WINS = 0
    DRAW = 1
    SECOND_WINS = 2

    def score(self, player: int) -> float:
        """1, 1/2 or 0 for player 0 or 1."""
        return (2 - self) / 2 if player == 0 else self / 2

    @staticmethod
    def win_of(player: int) -> Outcome:
        """The outcome in which player 0 or 1 wins."""
        return Outcome.FIRST_WINS if player == 0 else Outcome.SECOND_WINS


class Value(IntEnum):
    """Who wins with best play on both sides, for the player named by the context."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Rules(Protocol[S]):
    """What games and puzzles share."""

    @property
    def id(self) -> str:
        """The id used on the command line."""

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its text, defaults included, in the order of the registry."""

    @property
    def num_moves(self) -> int:
        """Moves are 0 .. num_moves - 1."""

    def initial(self) -> S:
        """The start position."""

    def moves(self, state: S) -> Sequence[int]:
        """The legal moves in ascending order; empty when the game is over."""

    def play(self, state: S, move: int) -> S:
        """The position after a move, which must come from `moves`: it is not checked here."""

    def move_text(self, state: S, move: int) -> str:
        """The move as a person writes it."""

    def parse_move(self, state: S, text: str) -> int:
        """The legal move a text names. Raises MoveError naming the fault and what is accepted."""

    def text(self, state: S) -> str:
        """The position as text, in the format of the game."""

    def parse(self, text: str) -> S:
        """The position a text describes. Raises PositionError naming the fault."""


@runtime_checkable
class Game(Rules[S], Protocol[S]):
    """Two players, alternate moves, full information."""

    def to_move(self, state: S) -> int:
        """0 or 1; also defined for finished positions (who would move)."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def canonical(self, state: S) -> S:
        """One representative of the positions equal by symmetry; same value, same remoteness."""

    def symmetry_of_move(self, state: S, move: int) -> int:
        """The move of canonical(state) that corresponds to `move` of `state`.

        Two moves of `state` that a symmetry of the position exchanges map to one and the same.
        """


class Puzzle(Rules[S], Protocol[S]):
    """One player, reversible moves, one goal; which moves are legal may depend on the position."""

    def goal(self) -> S:
        """The solved position."""

    def inverse(self, move: int) -> int:
        """The move that takes `move` back."""

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """That many random moves from the goal; MoveError for too many."""


@runtime_checkable
class Neighbours(Protocol[S]):
    """Optional, for a puzzle that knows all positions one move further at once."""

    def neighbours(self, state: S) -> Sequence[S]:
        """The states after each legal move, in the order of `moves`."""


@runtime_checkable
class NumberedPuzzle(Puzzle[S], Protocol[S]):
    """A puzzle whose positions have the numbers 0 .. num_positions - 1, for a complete table."""

    @property
    def num_positions(self) -> int:
        """How many positions can be reached."""

    def number(self, state: S) -> int:
        """The number of a position."""

    def position(self, number: int) -> S:
        """The position of a number."""

    def successors(self, numbers: Int32Array) -> Iterable[Int32Array]:
        """The numbers of all positions one move after some of these, in one array or several."""


@runtime_checkable
class HeuristicPuzzle(Puzzle[S], Protocol[S]):
    """A puzzle with estimates of the distance to its goal."""

    @property
    def heuristics(self) -> Mapping[str, Callable[[S], int]]:
        """Each heuristic by its name, the weakest first. None of them overestimates."""


@runtime_checkable
class Playouts(Protocol[S_contra]):
    """A game that can play many uniformly random games at once."""

    def playouts(
        self,
        states: Sequence[S_contra],
        repeats: Sequence[int] | int,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: GameSampler | None = None,
    ) -> IntArray:
        """Outcome counts, shape (len(states), 3): first wins, draws, second wins.

        Each state is played out `repeats` times; none is finished. `check` is called at least
        every 20 ms. Agrees in distribution with the scalar rules. `singles` hears of single games
        and changes no random number; the moves it is told may go on after the end of a game.
        """


@runtime_checkable
class DecisivePlayouts(Protocol[S_contra]):
    """A game that can play many games at once whose players see one move ahead.

    They take a win at once, else stop a loss at once where that is possible; among the moves left
    each is as likely.
    """

    def decisive_playouts(
        self,
        states: Sequence[S_contra],
        repeats: Sequence[int] | int,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: GameSampler | None = None,
    ) -> IntArray:
        """As Playouts.playouts, with such players."""


@runtime_checkable
class Impartial(Protocol[S_contra]):
    """Optional, for a game in which both players have the same moves everywhere.

    What is good there does not depend on who is to move, only on the board.
    """

    def board_text(self, state: S_contra) -> str:
        """The position as text, without who is to move."""


@runtime_checkable
class NullMoves(Protocol[S_contra]):
    """Optional, for a game that knows what is threatened in its positions."""

    def null_move_wins(self, state: S_contra) -> Sequence[int]:
        """The moves that would win at once for the player not to move, if the other one passed."""


class Unit(StrEnum):
    """What effort counts, and so what a score that is not proved rests on."""

    PLAYOUTS = "playouts"  # the score is the mean result of random games
    NODES = "nodes"  # the score is a guess at the horizon of a look-ahead
    POSITIONS = "positions"  # the score is exact: what enumeration or a proof says


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of one legal move, for the player who makes it."""

    move: int
    score: float | None = None  # 0 .. 1, expected result
    value: Value | None = None  # exact, None when not known
    remoteness: int | None = None  # plies from the present position to the end, this move included
    effort: int | None = None  # playouts or nodes spent on this move
    outcomes: tuple[float, float, float] | None = None  # shares of win, draw, loss
    unit: Unit = Unit.PLAYOUTS

    @property
    def rank(self) -> tuple[int, float, bool]:
        """Better moves rank higher, for boards, hints, reviews and perfect play alike.

        The soonest win, then draws, then the latest loss. A win or loss with unknown remoteness
        comes after those with one. A move without value ranks by its score among the draws, which
        score one half; without a score it comes just after them.
        """
        if self.value is Value.WIN:
            return 2, -inf if self.remoteness is None else -self.remoteness, True
        if self.value is Value.LOSS:
            return 0, -inf if self.remoteness is None else self.remoteness, True
        if self.value is Value.DRAW or self.score is None:
            return 1, 0.5, self.value is not None
        return 1, self.score, False


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's answer, or its present state of mind while it thinks (then move may be None)."""

    move: int | None
    estimates: tuple[Estimate, ...]
    note: Message  # one line in the bot's own terms
    effort: int = 0  # playouts or nodes spent so far
    budget: int | None = None  # what effort will reach, None when not known
    unit: Unit = Unit.PLAYOUTS
    detail: Detail | None = None


@dataclass(frozen=True, slots=True)
class Variation:
    """Detail: the line both sides are expected to follow."""

    moves: tuple[int, ...]
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Bag:
    """Detail: the learner's bag of this position, as (move, count), and the move drawn."""

    counts: tuple[tuple[int, int], ...]
    drawn: int | None


@dataclass(frozen=True, slots=True)
class Trace:
    """Detail: a node of the depth-first search that `dfs` made.

    `state_text` is the position, `move_text` the move that led to it ("" at the root), `note` what
    the search said there, `chosen` whether the branch was kept.
    """

    state_text: str
    move_text: str
    note: Message
    chosen: bool
    children: tuple[Trace, ...]


Detail = Variation | Bag | Trace


@runtime_checkable
class Vast(Protocol):
    """For a game with too many positions to count them, or to meet one twice by chance."""

    @property
    def vast(self) -> bool:
        """Whether it is, at every size it can have."""


def is_vast(game: Game[Any]) -> bool:
    """Whether a game says that it has too many positions to count."""
    return isinstance(game, Vast) and game.vast


class Bot(Protocol):
    """A player that is a program.

    It never plays an illegal move, reproduces its game from context.rng, raises Cancelled within
    50 ms of a cancel and answers within 50 ms of a hurry. Caches change speed, never the answer.
    """

    def supports(self, game: Game[Any]) -> Message | None:
        """None when it can play this game, else the sentence that says why not."""

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Decide in a position with legal moves; reports while it thinks."""


@dataclass(frozen=True, slots=True)
class BagChange:
    """One move put into one bag: `place` is its key."""

    place: str
    move: int
    before: int
    after: int


class Learns(Bot, Protocol):
    """A bot that learns from the games it wins, into bags of moves kept in a Memory."""

    def bag(self, game: Game[S], state: S) -> Bag:
        """What it knows of a position."""

    def reward(
        self, game: Game[S], states: Sequence[S], moves: Sequence[int], *players: int
    ) -> tuple[BagChange, ...]:
        """Learn from a game that one of its players has won; what changed, not yet saved.

        `states` are the positions from the start to the last one, `moves` those between them.
        """

    def save(self, game: Game[Any]) -> None:
        """Write what was learned since the last time; without a memory it stays here."""

    def reset(self, game: Game[Any]) -> None:
        """Forget one game, here and in the memory."""


START_COUNT = 1  # how often each move lies in a bag that has learned nothing
MAX_GAMES = 1_000_000  # of a pairing in the arena
LONGEST_GAME = 10_000  # plies of a game between bots
LARGEST_BAG_COUNT = 10**15  # far beyond what anybody trains, far below what SQLite's integers hold


class Memory(Protocol):
    """Where the learner's bags are kept: (game key, bag key) -> counts by move.

    The game key is `game_key(game)`, the bag key `bag_key(game, state)`. Moves are those of
    canonical positions; one that is not mentioned is in its bag once.
    """

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Every bag of one game that differs from the start content."""

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """Put that many more of each move into the bags of one game, all or nothing.

        Nothing another player put in meanwhile is lost. The bags named in `afresh` were found
        damaged: they hold each move once before the addition.
        """

    def reset_bags(self, game: str) -> None:
        """Forget one game."""


@dataclass(frozen=True, slots=True)
class Learning:
    """How a learner has come along in one game.

    `games` it has learned from, won or not; `curve` are (games, score against random play) in
    ascending order; `grown` are the keys of the bags that the last of them added to.
    """

    games: int = 0
    curve: tuple[tuple[int, float], ...] = ()
    grown: tuple[str, ...] = ()


@runtime_checkable
class Diary(Protocol):
    """Optional, for a Memory that also keeps how its learners come along."""

    def learning(self, game: str) -> Learning:
        """All that is kept of one game."""

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """Add games, and points that count their games from here; `grown` are the last ones."""


def bag_key(game: Game[S], state: S) -> str:
    """The one name of a position's bag: for the memory, for training and for what is shown.

    Positions equal by symmetry share it, and where the mover does not matter both movers do.
    """
    canonical = game.canonical(state)
    return game.board_text(canonical) if isinstance(game, Impartial) else game.text(canonical)


def game_name(game: Rules[Any]) -> Message:
    """The name of a game, for a sentence."""
    return message(f"game.{game.id}.name")


def game_key(game: Rules[Any]) -> str:
    """One line that tells games with different options apart, for stores and caches."""
    return " ".join([game.id, *(f"{name}={text}" for name, text in game.options.items())])
