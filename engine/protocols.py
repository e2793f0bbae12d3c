"""All interfaces of the engine.

Rules hold parameters; states are small, immutable and hashable, and serve as table keys. Moves are
integers 0 .. num_moves - 1; their text is a separate method. All methods of rules are pure: they
change no object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.recording import GameSampler

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

S = TypeVar("S", bound=Hashable)
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)
IntArray: TypeAlias = "npt.NDArray[np.int64]"
Int32Array: TypeAlias = "npt.NDArray[np.int32]"
HUMAN = "human"  # the player text of a person
LONGEST_SCRAMBLE = 1000  # moves


class PositionError(JouonsError):
    """A position text that cannot be read, or a position that cannot exist.

    `where` holds the indices of the faulty cells, facelets or heaps, from 0 in the order of the
    text.

    >>> from engine.registry import make_game
    >>> try:
    ...     make_game("tictactoe").parse("XXXOOO... X")
    ... except PositionError as error:
    ...     print(error.where)
    (0, 1, 2, 3, 4, 5)
    """

    def __init__(self, key: str, /, where: Iterable[int] = (), **values: Any) -> None:
        super().__init__(key, **values)
        self.where = tuple(where)


class MoveError(JouonsError):
    """A move text that cannot be read, or a move that is not legal here."""


class OptionError(JouonsError):
    """A game, player or option that does not exist, or a setting out of its range."""


class PlayerFault(JouonsError):  # noqa: N818 - a person's fault, as the screens call it
    """A player gave no legal move; its game is lost or waits, and nothing else is harmed."""


class Unsolvable(JouonsError):  # noqa: N818 - a limit, not an error
    """The position is beyond the solver; the message gives the reason."""


class Outcome(IntEnum):
    """How a game ended; the number is the column in the result of playouts."""

    FIRST_WINS = 0
    DRAW = 1
    SECOND_WINS = 2

    def score(self, player: int) -> float:
        """Return the score of player 0 or 1: 1, 1/2 or 0.

        >>> Outcome.SECOND_WINS.score(0), Outcome.SECOND_WINS.score(1), Outcome.DRAW.score(0)
        (0.0, 1.0, 0.5)
        """
        return (2 - self) / 2 if player == 0 else self / 2

    @property
    def word(self) -> str:
        """The word for it in files, JSON and keys: `first`, `draw` or `second`."""
        return ("first", "draw", "second")[self]

    @staticmethod
    def win_of(player: int) -> Outcome:
        """Return the outcome in which player 0 or 1 wins."""
        return Outcome.FIRST_WINS if player == 0 else Outcome.SECOND_WINS


class Value(IntEnum):
    """The result of best play on both sides, for the player named by the context."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Rules(Protocol[S]):
    """The common interface of games and puzzles.

    >>> from engine.registry import make_game
    >>> game = make_game("nim", {"heaps": "1,2"})
    >>> state = game.play(game.initial(), game.parse_move(game.initial(), "2-2"))
    >>> game.text(state), [game.move_text(state, move) for move in game.moves(state)]
    ('1,0 1', ['1-1'])
    """

    @property
    def id(self) -> str:
        """The id used on the command line."""

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its text, defaults included, in the order of the registry."""

    @property
    def num_moves(self) -> int:
        """The number of move numbers: moves are 0 .. num_moves - 1."""

    def initial(self) -> S:
        """Return the start position."""

    def moves(self, state: S) -> Sequence[int]:
        """Return the legal moves in ascending order; empty when the game is over."""

    def play(self, state: S, move: int) -> S:
        """Return the position after a move from `moves`; the move is not checked."""

    def move_text(self, state: S, move: int) -> str:
        """Return the move as a person writes it."""

    def parse_move(self, state: S, text: str) -> int:
        """Parse a legal move. Raises MoveError, which names the fault and what is accepted."""

    def text(self, state: S) -> str:
        """Return the position as text, in the format of the game."""

    def parse(self, text: str) -> S:
        """Parse a position. Raises PositionError, which names the fault."""


@runtime_checkable
class Game(Rules[S], Protocol[S]):
    """A game of two players with alternate moves and full information."""

    def to_move(self, state: S) -> int:
        """Return 0 or 1; also defined for finished positions (who would move)."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""

    def canonical(self, state: S) -> S:
        """Return the representative of all symmetric positions; same value and remoteness.

        >>> from engine.registry import make_game
        >>> game = make_game("tictactoe")
        >>> corners = [game.parse(text) for text in ("X........ O", "........X O")]
        >>> game.canonical(corners[0]) == game.canonical(corners[1])
        True
        """

    def symmetry_of_move(self, state: S, move: int) -> int:
        """Return the move of canonical(state) that corresponds to `move` of `state`.

        Two moves of `state` that a symmetry of the position exchanges map to the same move.
        """


class Puzzle(Rules[S], Protocol[S]):
    """One player, reversible moves, one goal; the legal moves may depend on the position.

    >>> from engine.registry import make_puzzle
    >>> cube = make_puzzle("pocketcube")
    >>> move = cube.parse_move(cube.goal(), "R")
    >>> after = cube.play(cube.goal(), move)
    >>> back = cube.inverse(move)
    >>> cube.move_text(after, back), cube.play(after, back) == cube.goal()
    ("R'", True)
    """

    def goal(self) -> S:
        """Return the solved position."""

    def inverse(self, move: int) -> int:
        """Return the move that takes `move` back."""

    def scramble(self, rng: np.random.Generator, length: int) -> list[int]:
        """Return `length` random moves from the goal. Raises MoveError for too many."""


@runtime_checkable
class Neighbours(Protocol[S]):
    """Optional, for a puzzle that computes all successors of a state at once."""

    def neighbours(self, state: S) -> Sequence[S]:
        """Return the states after each legal move, in the order of `moves`."""


@runtime_checkable
class NumberedPuzzle(Puzzle[S], Protocol[S]):
    """A puzzle whose positions have the numbers 0 .. num_positions - 1, for a complete table."""

    @property
    def num_positions(self) -> int:
        """The number of reachable positions."""

    def number(self, state: S) -> int:
        """Return the number of a position."""

    def position(self, number: int) -> S:
        """Return the position of a number."""

    def successors(self, numbers: Int32Array) -> Iterable[Int32Array]:
        """Return the numbers of all successors of these positions, in one array or several."""


@runtime_checkable
class HeuristicPuzzle(Puzzle[S], Protocol[S]):
    """A puzzle with heuristics that estimate the distance to its goal."""

    @property
    def heuristics(self) -> Mapping[str, Callable[[S], int]]:
        """The heuristics by name, weakest first. None of them overestimates."""


# Chances of uniformly random play: the first player wins, draw, the second player wins.
Chances = tuple[float, float, float]


@runtime_checkable
class ExactChances(Protocol[S_contra]):
    """Optional, for a game that enumerates its random games in bulk."""

    def exact_chances(
        self, state: S_contra, check: Callable[[], None], limit: int
    ) -> dict[int, Chances]:
        """Return the chances after each legal move of an unfinished position.

        `check` is called at least every 20 ms. Raises Unsolvable when more than `limit` positions
        follow.
        """


@runtime_checkable
class UniformPuzzle(Puzzle[S], Protocol[S]):
    """A puzzle that looks the same from each of its positions."""

    @property
    def positions_at(self) -> Sequence[int]:
        """The number of positions 0, 1, 2 ... moves from any given one."""


class PlayMany(Protocol[S_contra]):
    """A function that plays many random games at once."""

    def __call__(
        self,
        states: Sequence[S_contra],
        repeats: Sequence[int] | int,
        rng: np.random.Generator,
        check: Callable[[], None],
        singles: GameSampler | None = None,
    ) -> IntArray:
        """Return outcome counts, shape (len(states), 3): first wins, draws, second wins.

        Each state is played out `repeats` times; none is finished. `check` is called at least every
        20 ms. `singles` samples single games and changes no random number; its moves may continue
        after the end of a game.
        """


@runtime_checkable
class Playouts(Protocol[S_contra]):
    """A game that plays many uniformly random games at once."""

    @property
    def playouts(self) -> PlayMany[S_contra]:
        """The function for it, which agrees in distribution with the scalar rules."""


@runtime_checkable
class DecisivePlayouts(Protocol[S_contra]):
    """A game that plays many games at once between players who search one ply ahead.

    They take an immediate win, else stop an immediate loss where possible; the remaining moves are
    equally likely.
    """

    @property
    def decisive_playouts(self) -> PlayMany[S_contra]:
        """The function for games of such players."""


@runtime_checkable
class Impartial(Protocol[S_contra]):
    """Optional, for a game in which both players have the same moves everywhere.

    The value of a position for the player to move depends on the board alone.
    """

    def board_text(self, state: S_contra) -> str:
        """Return the position as text, without the player to move."""


@runtime_checkable
class NamedSymmetries(Protocol[S_contra]):
    """Optional, for a game that names the symmetries of its positions."""

    def symmetry_between(self, state: S_contra, other: S_contra) -> str | None:
        """Return the name of the symmetry that turns one position into another one, else None.

        The text of a name is `symmetry.NAME`.
        """


@runtime_checkable
class Diagram(Protocol[S_contra]):
    """Optional, for a game that draws its board with letters, for a terminal."""

    def diagram(self, state: S_contra) -> Sequence[str]:
        """Return the board as lines of text, with the numbers that moves are made of."""


@runtime_checkable
class NullMoves(Protocol[S_contra]):
    """Optional, for a game that computes the threats of a position."""

    def null_move_wins(self, state: S_contra) -> Sequence[int]:
        """Return the immediate wins of the player not to move, if the other one passed."""


class Unit(StrEnum):
    """The unit of effort, which says how an unproved score was computed."""

    PLAYOUTS = "playouts"  # the score is the mean result of random games
    NODES = "nodes"  # the score is an evaluation at the horizon of a search
    POSITIONS = "positions"  # the score is exact, by enumeration or proof


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of one legal move, for the player who makes it."""

    move: int
    score: float | None = None  # 0 .. 1, expected result
    value: Value | None = None  # exact, None if unknown
    remoteness: int | None = None  # plies from the present position to the end, this move included
    effort: int | None = None  # playouts or nodes spent on this move
    outcomes: tuple[float, float, float] | None = None  # shares of win, draw, loss
    unit: Unit = Unit.PLAYOUTS

    @property
    def playouts_won(self) -> int | None:
        """The number of its playouts that were won; None without playouts."""
        if self.outcomes is None or self.effort is None:
            return None
        return round(self.outcomes[0] * self.effort)

    @property
    def rank(self) -> tuple[int, float, bool]:
        """The sort key of a move, the better the higher, for boards, hints, reviews and perfect
        play.

        The soonest win, then draws, then the latest loss. A win or loss with unknown remoteness
        comes after those with one. A move without value ranks by its score among the draws, which
        score one half; without a score it comes just after them.

        >>> ends = Estimate(0, value=Value.LOSS, remoteness=8), Estimate(1, value=Value.LOSS)
        >>> wins = Estimate(2, value=Value.WIN, remoteness=9), Estimate(3, value=Value.WIN)
        >>> guesses = Estimate(4, score=0.4), Estimate(5, score=0.6), Estimate(6)
        >>> [each.move for each in sorted((*ends, *wins, *guesses), key=lambda e: e.rank)]
        [1, 0, 4, 6, 5, 3, 2]
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
    """A bot's answer, or an intermediate result while it thinks (then move may be None)."""

    move: int | None
    estimates: tuple[Estimate, ...]
    note: Message  # one line in the bot's own terms
    effort: int = 0  # playouts or nodes spent so far
    budget: int | None = None  # final effort, None if unknown
    unit: Unit = Unit.PLAYOUTS
    detail: Detail | None = None
    # Whether chance had a part in it: one of several moves was drawn, or games were played out.
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Variation:
    """Detail: the principal variation, expected from both sides."""

    moves: tuple[int, ...]
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Bag:
    """Detail: the learner's bag of this position, as (move, count), and the move drawn.

    `games` is the number of games it had learned from.
    """

    counts: tuple[tuple[int, int], ...]
    drawn: int | None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """Detail: a node of the depth-first search that `dfs` made.

    `state_text` is the position, `move_text` the move that led to it ("" at the root), `note` the
    comment of the search, `chosen` whether the branch was selected.
    """

    state_text: str
    move_text: str
    note: Message
    chosen: bool
    children: tuple[Trace, ...]


Detail = Variation | Bag | Trace


def is_vast(game: Game[Any]) -> bool:
    """Return whether a game says, by `vast`, that it has too many positions to count.

    Nobody reaches one of them twice by chance.
    """
    return bool(getattr(game, "vast", False))


class Bot(Protocol):
    """A computer player.

    It never plays an illegal move, reproduces its game from context.rng, raises Cancelled within 50
    ms of a cancel and answers within 50 ms of a hurry. Caches change speed, never the answer.
    """

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None if the bot can play this game, else the sentence that says why not.

        By default it plays every game.
        """
        return None

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Decide in a position with legal moves; reports intermediate results."""


@runtime_checkable
class PositionBot(Protocol):
    """Optional, for a bot that answers positions of games that it cannot play from the start.

    Its `choose` raises Unsolvable for the others.
    """

    def answers(self, game: Game[Any]) -> bool:
        """Return whether some positions of a game can be answered."""


@dataclass(frozen=True, slots=True)
class BagChange:
    """A change of the count of one move in one bag; `place` is the key of the bag."""

    place: str
    move: int
    before: int
    after: int


class Learns(Bot, Protocol):
    """A bot that learns from won games, into bags of moves stored in a Memory."""

    def reward(
        self, game: Game[S], states: Sequence[S], moves: Sequence[int], *players: int
    ) -> tuple[BagChange, ...]:
        """Learn from a game that one of `players` won; return the changes, not yet saved.

        `states` are the positions from the start to the last one, `moves` those between them.
        """

    def save(self, game: Game[Any]) -> None:
        """Write the changes since the last save; without a memory they stay in this object."""

    def reset(self, game: Game[Any]) -> None:
        """Forget one game, here and in the memory."""


START_COUNT = 1  # the count of each move in a new bag
MAX_GAMES = 1_000_000  # of a pairing in the arena
MAX_POSITIONS = 100_000  # with one good move, which the arena asks bots about
MAX_PLIES = 1000  # random plies before the games of the arena
# Plies of a depth-first search that are traced: a tree a thousand deep cannot be serialized.
TRACED_DEPTH = 120
LONGEST_GAME = 10_000  # plies of a game between bots
LARGEST_BAG_COUNT = 10**15  # far beyond any training, far below the limit of SQLite's integers


class Memory(Protocol):
    """The storage of the learner's bags: (game key, bag key) -> counts by move.

    The game key is `game_key(game)`, the bag key `bag_key(game, state)`. Moves are those of
    canonical positions; a move that is not listed has count 1.
    """

    def load_bags(self, game: str) -> dict[str, dict[int, int]]:
        """Return every bag of one game that differs from the start content."""

    def add_to_bags(
        self, game: str, added: Mapping[str, Mapping[int, int]], afresh: Collection[str] = ()
    ) -> None:
        """Add these counts to the bags of one game, all or nothing.

        Concurrent additions of other players are preserved. The bags in `afresh` were damaged: they
        are reset to one of each move before the addition.
        """

    def reset_bags(self, game: str) -> None:
        """Forget one game."""


@dataclass(frozen=True, slots=True)
class Learning:
    """The learning progress in one game.

    `games` counts the games learned from, won or not; `curve` has (games, score against random
    play) in ascending order; `grown` has the keys of the bags that the last games added to.
    """

    games: int = 0
    curve: tuple[tuple[int, float], ...] = ()
    grown: tuple[str, ...] = ()


# The bags of a game by position, as in Memory.load_bags.
StoredBags = Mapping[str, Mapping[int, int]]


@runtime_checkable
class Diary(Protocol):
    """Optional, for a Memory that also stores the learning progress and the bags of earlier times.

    `games` is the number of games learned from until then.
    """

    def learning(self, game: str) -> Learning:
        """Return the stored progress of one game."""

    def add_lesson(self, game: str, lesson: Learning) -> None:
        """Add games and curve points, counted from the stored games; `grown` is replaced."""

    def earlier_bags(self, game: str) -> Mapping[int, StoredBags]:
        """Return the bags after certain numbers of games, the fewest first."""

    def keep_bags(self, game: str, games: int, bags: StoredBags) -> None:
        """Store the bags after a number of games; those stored for it before are replaced."""


@runtime_checkable
class OwnMemory(Protocol):
    """Optional, for a Memory that also stores what a person's own bots remember, by their names."""

    def own_memory(self, name: str) -> str:
        """Return the stored memory of a bot as JSON, an empty object without one."""

    def keep_own_memory(self, name: str, memory: str) -> None:
        """Replace the stored memory of a bot."""


@runtime_checkable
class FollowsGames(Protocol):
    """Optional, for a bot that is told of the games it plays."""

    def begin(self, game: Game[Any]) -> None:
        """Get ready for a game of an experiment: forget what earlier ones left."""

    def finished(
        self,
        game: Game[S],
        states: Sequence[S],
        moves: Sequence[int],
        side: int,
        context: Context[Any],
    ) -> None:
        """Take a finished game in which the bot had a side; `states` and `moves` as in `reward`."""


def bag_key(game: Game[S], state: S) -> str:
    """Return the key of a position's bag, for memory, training and display.

    Positions equal by symmetry share it; in an impartial game both movers do, too.

    >>> from engine.registry import make_game
    >>> matches = make_game("matches")
    >>> [bag_key(matches, matches.parse(text)) for text in ("9 0", "9 1")]
    ['9', '9']
    """
    # Asking for Impartial takes longer than a move.
    text: Callable[[S], str] = getattr(game, "board_text", game.text)
    return text(game.canonical(state))


@runtime_checkable
class Titled(Protocol):
    """Optional, for rules that a person wrote: their name is not in the texts of Jouons."""

    @property
    def title(self) -> str:
        """The name for a list or a sentence."""

    @property
    def sentence(self) -> str:
        """The person's sentence about the rules; may be empty."""


def line_texts(rules: Rules[S], state: S, line: Iterable[int]) -> list[str]:
    """Return the moves of a line from a position as texts."""
    texts = []
    for move in line:
        texts.append(rules.move_text(state, move))
        state = rules.play(state, move)
    return texts


def game_name(game: Rules[Any]) -> Message:
    """Return the name of a game, for a sentence."""
    if isinstance(game, Titled):
        return message("own.player", name=game.title)
    return message(f"game.{game.id}.name")


def game_key(game: Rules[Any]) -> str:
    """Return a key that distinguishes games with different options, for stores and caches.

    >>> from engine.registry import make_game
    >>> game_key(make_game("matches", {"start": "9"}))
    'matches start=9 takes=1,2,3 misere=true'
    """
    return " ".join([game.id, *(f"{name}={text}" for name, text in game.options.items())])
