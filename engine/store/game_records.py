"""The record of one arena game: played, counted, stored and listed in one shape."""

from __future__ import annotations

from typing import NamedTuple


class GameLine(NamedTuple):
    """A game without its moves.

    `starter` is 0 when player a of the pairing has the first side; `score` is the score of a in
    half points: 2, 1 or 0. `verdicts` has a letter for each move of the players if the game was
    judged (see arena_judge).
    """

    pairing: int
    number: int
    starter: int
    score: int
    plies: int
    verdicts: str | None


class GameRecord(NamedTuple):
    """A game with its moves, in the order of the columns of the store; see GameLine.

    `moves` are all moves from the start of the pairing, the first `opened` of them random.
    `by_chance` says whether chance had a part in a decision of a player; the store does not keep
    it: None for a stored game.
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
    by_chance: bool | None = None

    @property
    def stored(self) -> tuple[object, ...]:
        """The values of the columns of the store."""
        return self[: len(COLUMNS)]

    @property
    def line(self) -> GameLine:
        """The same game without its moves."""
        pairing, number, starter, score, plies, verdicts, *_ = self
        return GameLine(pairing, number, starter, score, plies, verdicts)


COLUMNS = tuple(name for name in GameRecord._fields if name != "by_chance")  # of the store
