"""Levels for people who want no jargon, and the opponent that fits whoever plays against it.

A level stands for a player of the table of bots, chosen per game by measurement; the registry has
it in the game's entry. The opponent that fits stands on one rung of a ladder between random and
perfect play, and changes it by a staircase: one rung up after a loss of its own, one down after a
win. Both err as people do: they overlook what lies far ahead. `tests/benchmarks/levels_table.py`
measures what is said there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    """What the four levels stand for in a game, and its rungs, from 0 (random) to HIGHEST."""

    levels: tuple[str, str, str, str]
    rungs: tuple[Rung, ...]

    def player_of(self, level: str) -> str:
        """The player text that one of LEVELS stands for."""
        return self.levels[LEVELS.index(level)]


LadderOf = Callable[[Game[Any]], Ladder]


def make_ladder(levels: tuple[str, str, str, str], steps: str) -> Ladder:
    """A ladder from texts: a step `b+7a` plays a in 7 tenths of its moves, otherwise b.

    A look-ahead of few plies makes a good step: it overlooks exactly what lies further ahead.
    """
    rungs = []
    for step in ("random", *steps.split(), levels[-1]):
        player, _, rest = step.partition("+")
        rungs.append(Rung(player, rest[1:], int(rest[:1] or 0)))
    return Ladder(levels, tuple(rungs))


# For other games, and for boards with so many moves that a look-ahead would take minutes.
GENERAL = make_ladder(
    ("mcts:10", "mcts:100", "mcts:1000", "optimal"),
    "mcts:1+8random mcts:1+6random mcts:1+4random mcts:1+2random mcts:1 mcts:10"
    " mcts:30 mcts:100 mcts:300 mcts:1000 mcts:3000 optimal+6mcts:3000 optimal+3mcts:3000",
)
WIDE = 20  # legal moves at the start


def fitting_ladder(game: Game[Any], own: Ladder | None) -> Ladder:
    """The ladder of a game: its own, the general one where it has none or is too wide for it."""
    if own is None or len(game.moves(game.initial())) > WIDE:
        return GENERAL
    return own


def next_rung(rung: int, score: float) -> int:
    """The rung after a game in which the opponent that fits scored 1, 1/2 or 0."""
    return kept_rung(rung + (score < 0.5) - (score > 0.5))


def kept_rung(rung: int | None) -> int:
    """A rung as it was kept, whatever it was; the middle one where none was."""
    return MIDDLE if rung is None else min(max(rung, 0), HIGHEST)


def fit_text(rung: int) -> str:
    """The player text of the opponent that fits on a certain rung, to be kept with a decision."""
    return f"{FIT}:{rung}"


class LevelPlayer:
    """One of LEVELS: plays as what it stands for in the game at hand."""

    def __init__(self, level: str, make: MakeBot, ladder_of: LadderOf) -> None:
        self.level = level
        self._ladder_of = ladder_of
        self._bots = _BotCache(make)

    def supports(self, game: Game[Any]) -> Message | None:
        """What its player supports."""
        return self._player(game).supports(game)

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Its player's decision."""
        return self._player(game).choose(game, state, context)

    def _player(self, game: Game[Any]) -> Bot:
        return self._bots.of(self._ladder_of(game).player_of(self.level))


class FittingPlayer:
    """`fit:R`: the opponent that fits, on one rung. A draw decides whose move a mixed rung plays.

    Which rung comes next is up to whoever keeps it: see next_rung.
    """

    def __init__(
        self, rung: int, make: MakeBot, ladder_of: LadderOf, kept: _BotCache | None = None
    ) -> None:
        self.rung = rung
        self._make = make
        self._ladder_of = ladder_of
        self._bots = kept if kept is not None else _BotCache(make)

    def at(self, rung: int) -> FittingPlayer:
        """The same opponent on another rung; what it has solved is shared."""
        return FittingPlayer(rung, self._make, self._ladder_of, self._bots)

    def supports(self, game: Game[Any]) -> Message | None:
        """Games that all of its rungs support."""
        for text in {rung.player for rung in self._ladder_of(game).rungs}:
            reason = self._bots.of(text).supports(game)
            if reason is not None:
                return reason
        return None

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """The decision of one of the rung's players."""
        rung = self._ladder_of(game).rungs[self.rung]
        weak = bool(rung.tenths) and int(context.rng.integers(TENTHS)) < rung.tenths
        text = rung.weaker if weak else rung.player
        return self._bots.of(text).choose(game, state, context)


class _BotCache:
    """Bots, each made once: perfect play keeps what it has solved."""

    def __init__(self, make: MakeBot) -> None:
        self._make = make
        self._bots: dict[str, Bot] = {}

    def of(self, text: str) -> Bot:
        """The bot of a player text."""
        if text not in self._bots:
            self._bots[text] = self._make(text)
        return self._bots[text]
