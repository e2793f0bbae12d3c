"""Judges moves of arena games: which of them lost value.

In games with a table every move is judged. In larger games a move is judged if its exact value is
found quickly (opening book, endgame), and in some games one middle move, chosen at random, is
solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from engine.context import Context
from engine.protocols import Game, is_vast
from engine.puzzles.review import Regret, Reviewer
from engine.registry import make_game, oracle_for

NOTHING = "."  # nothing to lose, or value unknown
KEPT, LOST = "kK", "xX"  # player a's and player b's moves that had something to lose
# In games too large for a table, one pair of games in EVERY is judged: flat players need less time
# for a game than its judgement takes; other players have one middle move solved in these games.
EVERY = 16
MAX_VERDICTS = 200_000
Line = Sequence[tuple[Any, int]]


def thrown_in(verdicts: str) -> tuple[Regret, Regret]:
    """Return the regret of a and of b in one game."""
    first, second = (
        Regret(verdicts.count(held) + verdicts.count(lost), verdicts.count(lost))
        for held, lost in zip(KEPT, LOST, strict=True)
    )
    return first, second


class GameJudge:
    """Judges games under one set of rules; caches verdicts from batch to batch."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.vast = is_vast(game)
        self._reviewer: Reviewer[Any] = Reviewer(game, oracle_for(game))
        self._known: dict[tuple[Any, int], str] = {}

    def chooses(self, number: int, flat: bool) -> bool:
        """Return whether to judge game `number`; of flat players in vast games only a sample is."""
        return not (self.vast and flat) or number // 2 % EVERY == 0

    def verdicts(self, line: Line, starter: int, number: int, seed: np.random.SeedSequence) -> str:
        """Return a letter for each move: its player, and whether it kept or lost value.

        `seed` is the seed of the game; its first two children belong to the players.
        """
        judged = self._known
        between = self._between(line, number, seed) if self.vast else -1
        marks = [
            judged.get(key) or self._look_up(key, index == between)
            for index, key in enumerate(line)
        ]
        return "".join(marks) if starter == 0 else "".join(marks).translate(_OTHER_SIDE)

    def _look_up(self, key: tuple[Any, int], wanted: bool) -> str:
        """Return the letter of a move, as if a had the first side."""
        state, move = key
        quick = not self.vast or self._reviewer.oracle.is_quick(state)
        if not quick and not wanted:
            return NOTHING
        each = self._reviewer.judge(1, state, move, Context(0))
        verdict = (LOST if each.lost else KEPT)[each.player] if each.critical else NOTHING
        # A slowly solved move is not cached: results must not depend on which games a process
        # plays.
        if quick and len(self._known) < MAX_VERDICTS:
            self._known[key] = verdict
        return verdict

    def _between(self, line: Line, number: int, seed: np.random.SeedSequence) -> int:
        """Return the index of the slow move to solve, -1 for none."""
        if number // 2 % EVERY:
            return -1
        slow = [i for i, (state, _) in enumerate(line) if not self._reviewer.oracle.is_quick(state)]
        rng = np.random.Generator(np.random.PCG64(seed.spawn(3)[2]))
        return slow[int(rng.integers(len(slow)))] if slow else -1


_OTHER_SIDE = str.maketrans(KEPT + LOST, KEPT[::-1] + LOST[::-1])


@lru_cache(maxsize=2)
def judge_of(game_id: str, options: tuple[tuple[str, str], ...]) -> GameJudge:
    """Return the cached judge of a game."""
    return GameJudge(make_game(game_id, dict(options)))
