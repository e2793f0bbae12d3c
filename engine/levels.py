"""Levels for people who want no jargon, and the opponent that fits whoever plays against it.

A level stands for a player of the table of bots, chosen per game by measurement. The opponent that
fits stands on one rung of a ladder between random and perfect play, and changes it by a staircase:
one rung up after a loss of its own, one down after a win. Both err as people do: they overlook what
lies far ahead. `tests/benchmarks/levels_table.py` measures what is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.protocols import Bot, Decision, Game, S

LEVELS = ("easy", "medium", "hard", "perfect")  # the weakest first
FIT = "fit"
HIGHEST = 14  # the rung of perfect play; rung 0 plays at random
MIDDLE = HIGHEST // 2  # where everybody begins
TENTHS = 10

MakeBot = Callable[[str], Bot]


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung: a player text and, for some tenths of its moves, a weaker one instead."""

    player: str
    weaker: str = ""
    tenths: int = 0  # of the moves are the weaker player's


@dataclass(frozen=True, slots=True)
class Ladder:
    """What the four levels stand for in a game, and its rungs, from random to perfect."""

    levels: tuple[str, str, str, str]
    rungs: tuple[Rung, ...]


def _ladder(levels: tuple[str, str, str, str], steps: str) -> Ladder:
    """A ladder from texts: a step `b+7a` plays a in 7 tenths of its moves, otherwise b."""
    rungs = []
    for step in ("random", *steps.split(), levels[-1]):
        player, _, rest = step.partition("+")
        rungs.append(Rung(player, rest[1:], int(rest[:1] or 0)))
    return Ladder(levels, tuple(rungs))


# A look-ahead of few plies overlooks exactly what lies further ahead.
LADDERS: Mapping[str, Ladder] = {
    "tictactoe": _ladder(
        ("alphabeta:1", "alphabeta:2", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+5random alphabeta:1+3random alphabeta:1"
        " alphabeta:2+6alphabeta:1 alphabeta:2+3alphabeta:1 alphabeta:2 alphabeta:3"
        " alphabeta:4 alphabeta:5+5alphabeta:2 alphabeta:5 alphabeta:6+5alphabeta:3"
        " optimal+3alphabeta:5",
    ),
    "connect4": _ladder(
        ("mc:10", "mcts:15", "alphabeta:3", "optimal"),
        "mc:7+5random mc:10 alphabeta:1+5random alphabeta:1+3random alphabeta:1"
        " alphabeta:2+5alphabeta:1 alphabeta:2 alphabeta:3 alphabeta:4 alphabeta:5"
        " alphabeta:6 mcts:5000 optimal+5mcts:5000",
    ),
    "nim": _ladder(
        ("alphabeta:2", "alphabeta:3", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4+5alphabeta:3"
        " alphabeta:4 alphabeta:5 optimal+7alphabeta:4 optimal+4alphabeta:4 optimal+2alphabeta:4",
    ),
    "subtraction": _ladder(
        ("alphabeta:1", "alphabeta:3", "alphabeta:6", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4 alphabeta:5"
        " alphabeta:6 alphabeta:7 alphabeta:8 alphabeta:9",
    ),
    "matches": _ladder(
        ("alphabeta:1", "alphabeta:2", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4+5alphabeta:3"
        " alphabeta:4 alphabeta:5 alphabeta:6 alphabeta:7 alphabeta:8",
    ),
}
# For other games, and for boards with so many moves that a look-ahead would take minutes.
GENERAL = _ladder(
    ("mcts:10", "mcts:100", "mcts:1000", "optimal"),
    "mcts:1+8random mcts:1+6random mcts:1+4random mcts:1+2random mcts:1 mcts:10"
    " mcts:30 mcts:100 mcts:300 mcts:1000 mcts:3000 optimal+6mcts:3000 optimal+3mcts:3000",
)
WIDE = 20  # legal moves at the start
# What stands for perfect play on a board that no solver knows to the end.
BEYOND = "mcts:20000"
SOLVED, SOLVED_CELLS = ("7", "6"), 25  # the board with a book; as many cells are searched through


def ladder_of(game: Game[Any]) -> Ladder:
    """The ladder of a game, the general one where it has none of its own or is too wide for it."""
    if len(game.moves(game.initial())) > WIDE:
        return GENERAL
    ladder = LADDERS.get(game.id, GENERAL)
    return ladder if _is_solved(game) else _without_solver(ladder)


def _is_solved(game: Game[Any]) -> bool:
    """Whether perfect play knows the game from its start; only boards of many sizes may differ."""
    size = (game.options.get("columns", ""), game.options.get("rows", ""))
    return not all(size) or size == SOLVED or int(size[0]) * int(size[1]) <= SOLVED_CELLS


def _without_solver(ladder: Ladder) -> Ladder:
    """The same ladder with the strongest search in place of perfect play."""
    perfect = ladder.levels[-1]
    rungs = (
        replace(rung, player=BEYOND) if rung.player == perfect else rung for rung in ladder.rungs
    )
    return Ladder((*ladder.levels[:-1], BEYOND), tuple(rungs))


def stands_for(game: Game[Any], level: str) -> str:
    """The player text that one of LEVELS stands for in a game."""
    return ladder_of(game).levels[LEVELS.index(level)]


def rungs_of(game: Game[Any]) -> tuple[Rung, ...]:
    """The rungs of a game, from 0 to HIGHEST."""
    return ladder_of(game).rungs


def next_rung(rung: int, score: float) -> int:
    """The rung after a game in which the opponent that fits scored 1, 1/2 or 0."""
    return kept_rung(rung + (score < 0.5) - (score > 0.5))


def kept_rung(rung: int | None) -> int:
    """A rung as it was kept, whatever it was; the middle one where none was."""
    return MIDDLE if rung is None else min(max(rung, 0), HIGHEST)


def fit_text(rung: int) -> str:
    """The player text of the opponent that fits on a certain rung, to be kept with a decision."""
    return f"{FIT}:{rung}"


class Level:
    """One of LEVELS: plays as what it stands for in the game at hand."""

    def __init__(self, level: str, make: MakeBot) -> None:
        self.level = level
        self._bots = _Kept(make)

    def supports(self, game: Game[Any]) -> Message | None:
        """What its player supports."""
        return self._bots.of(stands_for(game, self.level)).supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Its player's decision."""
        return self._bots.of(stands_for(game, self.level)).choose(game, state, context)


class Fit:
    """`fit:R`: the opponent that fits, on one rung. A draw decides whose move a mixed rung plays.

    Which rung comes next is up to whoever keeps it: see next_rung.
    """

    def __init__(self, rung: int, make: MakeBot, kept: _Kept | None = None) -> None:
        self.rung = rung
        self._make = make
        self._bots = kept if kept is not None else _Kept(make)

    def at(self, rung: int) -> Fit:
        """The same opponent on another rung; what it has solved is shared."""
        return Fit(rung, self._make, self._bots)

    def supports(self, game: Game[Any]) -> Message | None:
        """Games that all of its rungs support."""
        for text in {rung.player for rung in rungs_of(game)}:
            reason = self._bots.of(text).supports(game)
            if reason is not None:
                return reason
        return None

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """The decision of one of the rung's players."""
        rung = rungs_of(game)[self.rung]
        weak = bool(rung.tenths) and int(context.rng.integers(TENTHS)) < rung.tenths
        text = rung.weaker if weak else rung.player
        return self._bots.of(text).choose(game, state, context)


class _Kept:
    """Bots, each made once: perfect play keeps what it has solved."""

    def __init__(self, make: MakeBot) -> None:
        self._make = make
        self._bots: dict[str, Bot] = {}

    def of(self, text: str) -> Bot:
        """The bot of a player text."""
        if text not in self._bots:
            self._bots[text] = self._make(text)
        return self._bots[text]
