"""Named levels of strength and the fitting opponent, which adapts to its opponent.

A level stands for a bot, chosen per game by measurement. The fitting opponent plays on one rung of
a ladder between random and perfect play, and changes it by a staircase: one rung up after a loss,
one down after a win. Both err as people do: they overlook what lies far ahead.

`tests/benchmarks/levels_table.py` measures their strength.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.protocols import Bot, Decision, Game, S

LEVELS = ("easy", "medium", "hard", "perfect")  # weakest first
FIT = "fit"
HIGHEST = 14  # the rung of perfect play; rung 0 plays at random
MIDDLE = HIGHEST // 2  # the initial rung
TENTHS = 10
# How far ahead in plies the opponent of a level is warned of a loss; without limit elsewhere.
FORESIGHT = {"easy": 4, "medium": 8, FIT: 8}
FAR = 20  # plies; a loss further away says nothing to the opponent of the first level

MakeBot = Callable[[str], Bot]


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung: a player text and a weaker player that makes some tenths of the moves."""

    player: str
    weaker: str = ""
    tenths: int = 0  # tenths of the moves made by the weaker player


@dataclass(frozen=True, slots=True)
class Ladder:
    """The players of the four levels of a game, and its rungs, from 0 (random) to HIGHEST."""

    levels: tuple[str, str, str, str]
    rungs: tuple[Rung, ...]

    def player_of(self, level: str) -> str:
        """Return the player text of one of LEVELS."""
        return self.levels[LEVELS.index(level)]


def make_ladder(levels: tuple[str, str, str, str], steps: str) -> Ladder:
    """Make a ladder from texts: a step `b+7a` plays a in 7 tenths of its moves, otherwise b.

    A shallow search makes a good step: it overlooks exactly what lies beyond its depth.
    """
    rungs = []
    for step in ("random", *steps.split(), levels[-1]):
        player, _, rest = step.partition("+")
        rungs.append(Rung(player, rest[1:], int(rest[:1] or 0)))
    return Ladder(levels, tuple(rungs))


# The ladders of the games, by their ids; measured with tests/benchmarks/levels_table.py.
LADDERS: Mapping[str, Ladder] = {
    "tictactoe": make_ladder(
        ("alphabeta:1", "alphabeta:2", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+5random alphabeta:1+3random alphabeta:1"
        " alphabeta:2+6alphabeta:1 alphabeta:2+3alphabeta:1 alphabeta:2 alphabeta:3"
        " alphabeta:4 alphabeta:5+5alphabeta:2 alphabeta:5 alphabeta:6+5alphabeta:3"
        " optimal+3alphabeta:5",
    ),
    "connect4": make_ladder(
        ("mc:10", "mcts:15", "alphabeta:2", "optimal"),
        "mc:7+5random mc:10 alphabeta:1+5random alphabeta:1+3random alphabeta:1"
        " alphabeta:2+5alphabeta:1 alphabeta:2 alphabeta:3 alphabeta:4 alphabeta:5"
        " alphabeta:6 mcts:5000 optimal+5mcts:5000",
    ),
    "nim": make_ladder(
        ("alphabeta:2", "alphabeta:3", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4+5alphabeta:3"
        " alphabeta:4 alphabeta:5 optimal+7alphabeta:4 optimal+4alphabeta:4"
        " optimal+2alphabeta:4",
    ),
    "subtraction": make_ladder(
        ("alphabeta:1", "alphabeta:3", "alphabeta:6", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4 alphabeta:5"
        " alphabeta:6 alphabeta:7 alphabeta:8 alphabeta:9",
    ),
    "matches": make_ladder(
        ("alphabeta:1", "alphabeta:2", "alphabeta:5", "optimal"),
        "alphabeta:1+7random alphabeta:1+4random alphabeta:1 alphabeta:2+5alphabeta:1"
        " alphabeta:2 alphabeta:3+5alphabeta:2 alphabeta:3 alphabeta:4+5alphabeta:3"
        " alphabeta:4 alphabeta:5 alphabeta:6 alphabeta:7 alphabeta:8",
    ),
}
# For games without a ladder, and for boards with so many moves that a search takes minutes.
GENERAL = make_ladder(
    ("mcts:10", "mcts:100", "mcts:1000", "optimal"),
    "mcts:1+8random mcts:1+6random mcts:1+4random mcts:1+2random mcts:1 mcts:10"
    " mcts:30 mcts:100 mcts:300 mcts:1000 mcts:3000 optimal+6mcts:3000 optimal+3mcts:3000",
)
WIDE = 20  # legal moves at the start


def ladder_for(game: Game[Any]) -> Ladder:
    """Return the ladder of a game: its own, or the general one if it has none or is too wide."""
    own = LADDERS.get(game.id)
    return GENERAL if own is None or is_wide(game) else own


def is_wide(game: Game[Any]) -> bool:
    """Return whether a game has so many moves that a search of a few plies takes minutes."""
    return len(game.moves(game.initial())) > WIDE


def foresees(player: str, plies: int | None) -> bool:
    """Return whether to warn the opponent of a player of a loss so many plies away."""
    limit = FORESIGHT.get(player)
    return limit is None or plies is None or plies <= limit


def teaches(player: str, plies: int | None) -> bool:
    """Return whether to show the opponent of a player, afterwards, a loss so many plies away."""
    return player != LEVELS[0] or plies is None or plies <= FAR


def next_rung(rung: int, score: float) -> int:
    """Return the rung after a game in which the fitting opponent scored 1, 1/2 or 0."""
    return kept_rung(rung + (score < 0.5) - (score > 0.5))


def kept_rung(rung: int | None) -> int:
    """Clamp a stored rung to the ladder; None gives the middle one."""
    return MIDDLE if rung is None else min(max(rung, 0), HIGHEST)


def fit_text(rung: int) -> str:
    """Return the player text of the fitting opponent on a rung, to store with a decision."""
    return f"{FIT}:{rung}"


class LevelPlayer:
    """One of LEVELS as a bot: delegates to the player of this level in the game."""

    def __init__(self, level: str, make: MakeBot) -> None:
        self.level = level
        self._make = cache(make)  # perfect play retains its solved positions

    def supports(self, game: Game[Any]) -> Message | None:
        return self._player(game).supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        return self._player(game).choose(game, state, context)

    def _player(self, game: Game[Any]) -> Bot:
        return self._make(ladder_for(game).player_of(self.level))


class FittingPlayer:
    """The fitting opponent on one rung, `fit:R`; a random number selects the player of a mixed
    rung.

    The caller chooses the next rung: see next_rung.
    """

    def __init__(self, rung: int, make: MakeBot) -> None:
        self.rung = rung
        self._make = cache(make)

    def at(self, rung: int) -> FittingPlayer:
        """Return the same opponent on another rung; both share their bots."""
        other = copy(self)
        other.rung = rung
        return other

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None if all rungs support the game, else the reason of one that does not."""
        players = {rung.player for rung in ladder_for(game).rungs}
        reasons = (self._make(text).supports(game) for text in players)
        return next((each for each in reasons if each is not None), None)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Return the decision of one of the rung's players."""
        rung = ladder_for(game).rungs[self.rung]
        weak = bool(rung.tenths) and int(context.rng.integers(TENTHS)) < rung.tenths
        decision = self._make(rung.weaker if weak else rung.player).choose(game, state, context)
        mixed = bool(rung.tenths) and len(game.moves(state)) > 1
        return replace(decision, by_chance=decision.by_chance or mixed)
