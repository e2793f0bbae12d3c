"""Values and distances by looking at every position: slow, and independent of the solvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.protocols import Game, Outcome, Puzzle

# Sliding tiles: the number of positions 0, 1, 2 ... moves from the solved one, by size.
TILES_AT = {
    "3x3": (
        *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638),
        *(9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
    ),
    "2x3": (1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1),
    "2x4": (
        *(1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985),
        *(1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1),
    ),
}


def slow_values(game: Game[Any]) -> Any:
    """A function state -> (value -1, 0, 1 for the player to move, remoteness)."""

    @cache
    def value(state: Any) -> tuple[int, int]:
        outcome = game.outcome(state)
        if outcome is not None:
            if outcome == Outcome.DRAW:
                return 0, 0
            winner = 0 if outcome == Outcome.FIRST_WINS else 1
            return (1, 0) if winner == game.to_move(state) else (-1, 0)
        wins: list[int] = []
        draws: list[int] = []
        losses: list[int] = []
        for move in game.moves(state):
            theirs, plies = value(game.play(state, move))
            (losses if theirs == 1 else draws if theirs == 0 else wins).append(plies + 1)
        if wins:
            return 1, min(wins)
        if draws:
            return 0, min(draws)
        return -1, max(losses)

    return value


def reachable(game: Game[Any], start: Any) -> Iterator[Any]:
    """Every position that can come up, the start first."""
    seen, pending = {start}, [start]
    while pending:
        state = pending.pop()
        yield state
        for move in game.moves(state):
            child = game.play(state, move)
            if child not in seen:
                seen.add(child)
                pending.append(child)


def layers(puzzle: Puzzle[Any], start: Any) -> Iterator[set[Any]]:
    """The positions of a puzzle 0, 1, 2 ... moves away, as long as there are any."""
    seen, layer = {start}, {start}
    while layer:
        yield layer
        after = {puzzle.play(state, move) for state in layer for move in puzzle.moves(state)}
        layer = after - seen
        seen |= layer
