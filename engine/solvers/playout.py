"""Outcome counts of random games, in bulk where a game supports it, else one by one.

Also the exact chances under uniformly random play, by enumeration, for small games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.protocols import (
    Chances,
    DecisivePlayouts,
    ExactChances,
    Game,
    IntArray,
    Outcome,
    Playouts,
    S,
    Unsolvable,
)
from engine.recording import GameSampler
from engine.solvers.tabulate import bottom_up

EXACT_LIMIT = 200_000


def scalar_counts(
    game: Game[S],
    states: Sequence[S],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: GameSampler | None = None,
) -> IntArray:
    """Return outcome counts, shape (len(states), 3), by the plain rules.

    The slow reference of the bulk playouts.
    """
    counts = np.zeros((len(states), 3), np.int64)
    wanted = [repeats] * len(states) if isinstance(repeats, int) else repeats
    place = 0  # index of the game in the run
    for row, (start, repeat) in enumerate(zip(states, wanted, strict=True)):
        for number in range(repeat):
            if number % 16 == 0:
                check()
            state = start
            line = singles.moves.get(place) if singles is not None else None
            while moves := game.moves(state):
                move = moves[int(rng.integers(len(moves)))]
                state = game.play(state, move)
                if line is not None:
                    line.append(move)
            outcome = game.outcome(state)
            assert outcome is not None
            counts[row, outcome] += 1
            if singles is not None:
                singles.outcomes[place] = outcome
            place += 1
    return counts


def outcome_counts(
    game: Game[S],
    states: Sequence[S],
    repeats: Sequence[int] | int,
    rng: np.random.Generator,
    check: Callable[[], None],
    singles: GameSampler | None = None,
    decisive: bool = False,
) -> IntArray:
    """Return outcome counts, shape (len(states), 3): first wins, draws, second wins.

    Each state is played out `repeats` times; a finished one counts with its outcome. `check` is
    called at least every 20 ms. `singles` samples games of unfinished states, numbered in their
    order. `decisive` players take immediate wins and stops first, where the game supports it.
    """
    wanted = np.broadcast_to(np.asarray(repeats, np.int64), (len(states),))
    counts = np.zeros((len(states), 3), np.int64)
    going = []
    for row, state in enumerate(states):
        outcome = game.outcome(state)
        if outcome is None:
            going.append(row)
        else:
            counts[row, outcome] = wanted[row]
    if not going:
        return counts
    unfinished = [states[row] for row in going]
    repeat = [int(wanted[row]) for row in going]
    if singles is not None:
        singles.expect(sum(repeat))
    if decisive and isinstance(game, DecisivePlayouts):
        counts[going] = game.decisive_playouts(unfinished, repeat, rng, check, singles)
    elif isinstance(game, Playouts):
        counts[going] = game.playouts(unfinished, repeat, rng, check, singles)
    else:
        counts[going] = scalar_counts(game, unfinished, repeat, rng, check, singles)
    if singles is not None:
        _cut_at_end(game, unfinished, repeat, singles)
    return counts


def _cut_at_end(
    game: Game[S], states: Sequence[S], repeats: Sequence[int], singles: GameSampler
) -> None:
    """Remove moves that a lockstep run made after the end of a game."""
    ends = np.cumsum(repeats)
    for number, line in singles.moves.items():
        if number >= ends[-1]:
            continue
        state = states[int(np.searchsorted(ends, number, side="right"))]
        for ply, move in enumerate(line):
            if not game.moves(state):
                del line[ply:]
                break
            state = game.play(state, move)


def exact_outcomes(
    game: Game[S], state: S, check: Callable[[], None], limit: int = EXACT_LIMIT
) -> dict[int, Chances]:
    """Return for each legal move the chances (first wins, draw, second wins) under random play.

    In bulk where the game supports it. Raises Unsolvable when more than `limit` positions follow.
    """
    if isinstance(game, ExactChances):
        return game.exact_chances(state, check, limit)
    return scalar_chances(game, state, check, limit)


def scalar_chances(
    game: Game[S], state: S, check: Callable[[], None], limit: int = EXACT_LIMIT
) -> dict[int, Chances]:
    """Return the same by the plain rules, each position up to symmetry once: the slow reference."""
    worked_out: dict[S, Chances] = {}

    def children(position: S) -> list[S]:
        check()
        if len(worked_out) > limit:
            raise Unsolvable("playout.too_large", limit=limit)
        return [game.canonical(game.play(position, move)) for move in game.moves(position)]

    def chances(position: S, after: list[Chances]) -> Chances:
        outcome, share = game.outcome(position), 1 / max(1, len(after))
        if outcome is not None:
            first, draw, second = (float(outcome is each) for each in Outcome)
            return first, draw, second
        a, b, c = zip(*after, strict=True)
        return sum(a) * share, sum(b) * share, sum(c) * share

    return {
        move: bottom_up(game.canonical(game.play(state, move)), children, chances, worked_out)
        for move in game.moves(state)
    }
