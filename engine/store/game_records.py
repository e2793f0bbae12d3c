"""The record of one arena game: played, counted, stored and listed in one shape."""

from __future__ import annotations

from typing import NamedTuple

from engine.messages import Message


class GameRecord(NamedTuple):
    """A game with its moves, in the order of the columns of the store.

    `starter` is 0 when player a of the pairing has the first side; `score` is the score of a in
    half points: 2, 1 or 0. `verdicts` has a letter for each move of the players if the game was
    judged (see arena/judge.py). `moves` are all moves from the start of the pairing, the first
    `opened` of them random. `by_chance` says whether chance had a part in a decision of a player,
    `fault` why a player gave no move and so lost the game; the store has both in its sums.
    """

    pairing: int
    number: int
    starter: int
    score: int
    plies: int
    verdicts: str | None
    seed: int
    moves: str
    seconds: float  # thinking time of a and b together
    seconds_a: float
    moves_a: int
    opened: int = 0
    by_chance: bool = False
    fault: Message | None = None

    @property
    def faulty(self) -> int | None:
        """The player whose fault ended the game: 0 for a, 1 for b, None without a fault."""
        return None if self.fault is None else int(self.score != 0)


COLUMNS = GameRecord._fields[: GameRecord._fields.index("by_chance")]  # of the store
