"""What the players of a game threw away, looked up while it is played.

Games with a table: every move. Games too large for one: where the exact value is soon at hand (the
opening book, the end), and of some games one move in between, chosen at random and solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from engine.context import Context
from engine.protocols import Game, is_vast
from engine.registry import make_game, oracle_for
from engine.review import Regret, Reviewer

PHASES = 3  # the beginning, the middle and the end: thirds of a game's moves
NOTHING = "."  # nothing to lose, or not known
KEPT, LOST = "kK", "xX"  # player a's and player b's moves that had something to lose
# Of games too large for a table so many pairs of games share one that is judged: flat players need
# less for a whole game than judging does, others get one move in between of these games.
EVERY = 16
MAX_VERDICTS = 200_000
Line = Sequence[tuple[Any, int]]


@dataclass(frozen=True, slots=True)
class RegretByPhase:
    """A player's regret in the parts of games: beginning, middle, end."""

    phases: tuple[Regret, ...] = (Regret(),) * PHASES

    def __add__(self, other: RegretByPhase) -> RegretByPhase:
        return RegretByPhase(tuple(a + b for a, b in zip(self.phases, other.phases, strict=True)))

    @property
    def whole(self) -> Regret:
        """All parts together."""
        return sum(self.phases, Regret())

    @property
    def judged(self) -> int:
        """How many moves had something to lose."""
        return sum(phase.judged for phase in self.phases)

    @property
    def errors(self) -> int:
        """How many of these lost it."""
        return sum(phase.errors for phase in self.phases)


def thrown_in(verdicts: str) -> tuple[RegretByPhase, RegretByPhase]:
    """What a's and b's moves of one game threw away."""
    ends = [len(verdicts) * phase // PHASES for phase in range(PHASES + 1)]
    parts = [verdicts[low:high] for low, high in pairwise(ends)]
    first, second = (
        RegretByPhase(
            tuple(Regret(part.count(kept) + part.count(lost), part.count(lost)) for part in parts)
        )
        for kept, lost in zip(KEPT, LOST, strict=True)
    )
    return first, second


class GameJudge:
    """Judges games of one game's rules; kept from batch to batch."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.vast = is_vast(game)
        self._reviewer: Reviewer[Any] = Reviewer(game, oracle_for(game))
        self._known: dict[tuple[Any, int], str] = {}

    def chooses(self, number: int, flat: bool) -> bool:
        """Whether a game of this number is judged, its players being flat or not."""
        return not (self.vast and flat) or number // 2 % EVERY == 0

    def verdicts(self, line: Line, starter: int, number: int, seed: np.random.SeedSequence) -> str:
        """A letter for each move: whose, and whether it kept or lost what there was to lose.

        `seed` is that of the game, whose first two children belong to the players.
        """
        known = self._known
        between = self._between(line, number, seed) if self.vast else -1
        try:
            found = [known[key] for key in line]  # most games meet no new position
        except KeyError:
            found = [
                known[key] if key in known else self._look_up(key, index == between)
                for index, key in enumerate(line)
            ]
        return "".join(found) if starter == 0 else "".join(found).translate(_OTHER_SIDE)

    def _look_up(self, key: tuple[Any, int], wanted: bool) -> str:
        """The letter of a move, as if a had the first side."""
        state, move = key
        quick = not self.vast or self._reviewer.oracle.is_quick(state)
        if not quick and not wanted:
            return NOTHING
        each = self._reviewer.judge(1, state, move, Context(0))
        verdict = (LOST if each.lost else KEPT)[each.player] if each.critical else NOTHING
        # What was solved for one game is no answer for another: which games a process plays must
        # not matter.
        if quick and len(self._known) < MAX_VERDICTS:
            self._known[key] = verdict
        return verdict

    def _between(self, line: Line, number: int, seed: np.random.SeedSequence) -> int:
        """The move to be solved though that takes long, -1 for none."""
        if number // 2 % EVERY:
            return -1
        slow = [i for i, (state, _) in enumerate(line) if not self._reviewer.oracle.is_quick(state)]
        rng = np.random.Generator(np.random.PCG64(seed.spawn(3)[2]))
        return slow[int(rng.integers(len(slow)))] if slow else -1


_OTHER_SIDE = str.maketrans(KEPT + LOST, KEPT[::-1] + LOST[::-1])


@lru_cache(maxsize=2)
def judge_of(game_id: str, options: tuple[tuple[str, str], ...]) -> GameJudge:
    """The judge of a game's rules in this process."""
    return GameJudge(make_game(game_id, dict(options)))
