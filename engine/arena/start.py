"""The start of the games of an experiment: the initial position, a given one, or random openings.

With openings the two games of a pair, in which the players change sides, begin with the same random
moves; every pairing of an experiment gets the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.context import Context
from engine.protocols import MAX_PLIES, Game, OptionError, game_name

TRIES = 200  # random lines tried for one that has not ended
TRIED_FIRST = 20  # openings made before an experiment begins
OPENINGS = 0x6F70  # separates the seeds of openings from those of games


@dataclass(frozen=True)
class Start:
    """A start position as text (None for the initial one), or a number of random plies."""

    position: str | None = None
    plies: int = 0

    def state(self, game: Game[Any]) -> Any:
        """Return the position before any random move. Raises PositionError for invalid text."""
        return game.initial() if self.position is None else game.parse(self.position)


USUAL = Start()


def check_start(game: Game[Any], start: Start) -> None:
    """Check that a game can begin here; raises OptionError or PositionError."""
    if start.position is not None and start.plies:
        raise OptionError("arena.position_and_openings")
    if not game.moves(start.state(game)):
        raise OptionError("arena.position_over", position=game.text(start.state(game)))
    if not 0 <= start.plies <= MAX_PLIES:
        raise OptionError("arena.plies_range", count=start.plies, most=MAX_PLIES)
    for pair in range(TRIED_FIRST if start.plies else 0):
        opening(game, start, 0, pair)


def opening(game: Game[Any], start: Start, seed: int, pair: int) -> list[tuple[Any, int]]:
    """Return the random plies of a pair of games as (position, move).

    Raises OptionError if all lines end too early.
    """
    if not start.plies:
        return []
    rng = Context[Any]((seed, pair, OPENINGS)).rng
    for _ in range(TRIES):
        state = start.state(game)
        line: list[tuple[Any, int]] = []
        while len(line) < start.plies and (moves := game.moves(state)):
            move = int(moves[int(rng.integers(len(moves)))])
            line.append((state, move))
            state = game.play(state, move)
        if len(line) == start.plies and game.moves(state):
            return line
    raise OptionError("arena.openings_end", count=start.plies, game=game_name(game))
