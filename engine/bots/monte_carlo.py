"""Flat Monte Carlo: play random games after each legal move, choose the best mean.

Idea: a move after which random players win more often is better for others, too. Source: Abramson,
"Expected-outcome: a general model of static evaluation" (1990); Brügmann, "Monte Carlo Go" (1993).

All root moves are played out in one lockstep run, in rounds of growing size. The size of a round
depends on counts alone, so that a seed gives the same decision on every machine.

Cost: as many random games as its budget, thousands a millisecond in bulk; the error of a mean
shrinks with the root of their number. It cannot find a move that only one exact reply refutes:
random opponents miss that reply, and no number of games cures it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from engine.context import Context
from engine.messages import Message, message
from engine.naming import named_move
from engine.protocols import (
    Bot,
    Decision,
    Estimate,
    Game,
    IntArray,
    OptionError,
    S,
    Unit,
    game_name,
    is_vast,
)
from engine.solvers.oracle import Hurried, stop_or_hurry
from engine.solvers.playout import exact_outcomes, outcome_counts
from engine.trace.playouts import PlayoutRecord, record_chances

FIRST_ROUND = 32_768
ROUND = 131_072


def split_budget(playouts: int, moves: int, per_move: bool) -> list[int]:
    """Split the playouts evenly over the moves, at least 1 each; the first get the remainder."""
    if per_move:
        return [playouts] * moves
    share, rest = divmod(playouts, moves)
    return [max(1, share + (index < rest)) for index in range(moves)]


def means(counts: IntArray, player: int) -> list[float | None]:
    """Return the player's mean score of each row of outcome counts; None without playouts."""
    scores = (counts[:, 2 * player] + counts[:, 1] / 2).tolist()
    totals = counts.sum(axis=1).tolist()
    return [score / n if n else None for score, n in zip(scores, totals, strict=True)]


def best_index(scores: Sequence[float | None]) -> int:
    """Return the index of the first best score; 0 when every score is None."""
    filled = [score if score is not None else -1.0 for score in scores]
    return filled.index(max(filled))


class MonteCarlo(Bot):
    """The bots `mc:N` and `mc:N/move`: N playouts in total, or for each move."""

    def __init__(self, playouts: int, per_move: bool = False) -> None:
        if playouts < 1:
            raise OptionError("mc.budget")
        self.playouts = playouts
        self.per_move = per_move

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose the move with the best mean over its playouts, the lowest on a tie."""
        moves = game.moves(state)
        children = [game.play(state, move) for move in moves]
        budget = split_budget(self.playouts, len(moves), self.per_move)
        counts = np.zeros((len(moves), 3), np.int64)
        record = None
        if context.recorder is not None:
            record = PlayoutRecord(game, state, moves, children, context.recorder)
        check = stop_or_hurry(context)
        try:
            for part in _rounds(budget):
                singles = record.singles(part) if record is not None else None
                counts += outcome_counts(game, children, part, context.rng, check, singles)
                if record is not None:
                    record.take(part, counts, singles)
                context.report(self._decision(game, state, moves, counts, sum(budget)))
        except Hurried:
            if not counts.any():
                quick = [1] * len(moves)
                counts += outcome_counts(game, children, quick, context.rng, context.check)
        return self._decision(game, state, moves, counts, sum(budget))

    @staticmethod
    def _decision(
        game: Game[S], state: S, moves: Sequence[int], counts: IntArray, budget: int
    ) -> Decision:
        player = game.to_move(state)
        scores = means(counts, player)
        estimates = []
        for move, row, score in zip(moves, counts, scores, strict=True):
            total = int(row.sum())
            shares = None
            if total:
                win, draw, loss = (float(x) / total for x in (row if player == 0 else row[::-1]))
                shares = (win, draw, loss)
            estimates.append(Estimate(move, score, effort=total, outcomes=shares))
        index = best_index(scores)
        note = _note(game, state, estimates[index], "note.mc", int(counts[index].sum()))
        return Decision(
            moves[index],
            tuple(estimates),
            note,
            effort=int(counts.sum()),
            budget=budget,
            by_chance=len(moves) > 1,
        )


def _note(game: Game[S], state: S, best: Estimate, key: str, count: int) -> Message:
    """Explain a choice by its score and, if games were drawn, the fractions it is made of."""
    move, score = named_move(game, state, best.move), best.score or 0.0
    win, draw, loss = best.outcomes or (0.0, 0.0, 0.0)
    if not draw:
        return message(f"{key}.decided", move=move, score=score, count=count)
    return message(key, move=move, score=score, win=win, draw=draw, loss=loss, count=count)


def _rounds(budget: Sequence[int]) -> Iterator[list[int]]:
    """Split a budget into rounds: a quick first one for an early report, then larger ones."""
    left, size = list(budget), FIRST_ROUND
    while any(left):
        share = max(1, size // len(budget))
        # A short remainder joins the last round: a run of its own costs more.
        part = left if max(left) <= share * 5 // 4 else [min(share, more) for more in left]
        yield part
        left = [more - taken for more, taken in zip(left, part, strict=True)]
        size = ROUND


class ExactMonteCarlo:
    """The bot `mc:exact`: the limit of an infinite budget, found by enumeration."""

    def supports(self, game: Game[Any]) -> Message | None:
        """Return None for games small enough to enumerate, else the reason."""
        return message("mc.exact_too_large", game=game_name(game)) if is_vast(game) else None

    def answers(self, game: Game[Any]) -> bool:
        """Return True: few positions follow towards the end of any game."""
        return True

    def choose(self, game: Game[S], state: S, context: Context[Decision]) -> Decision:
        """Choose the best exact chance, the lowest move on a tie.

        Falls back to sampling when hurried. Raises Unsolvable beyond the limit of positions.
        """
        moves = game.moves(state)
        try:
            chances = exact_outcomes(game, state, stop_or_hurry(context))
        except Hurried:
            return MonteCarlo(FIRST_ROUND).choose(game, state, context)
        if context.recorder is not None:
            record_chances(game, state, chances, context.recorder, context.check)
        player = game.to_move(state)
        estimates = []
        for move in moves:
            first, draw, second = chances[move]
            shares = (first, draw, second) if player == 0 else (second, draw, first)
            score = shares[0] + shares[1] / 2
            estimates.append(Estimate(move, score, outcomes=shares, unit=Unit.POSITIONS))
        # Sums of equal terms in another order differ in the last digits.
        scores = [round(estimate.score or 0.0, 12) for estimate in estimates]
        index = best_index(scores)
        note = _note(game, state, estimates[index], "note.mc_exact", 0)
        return Decision(moves[index], tuple(estimates), note, unit=Unit.POSITIONS)


def choose_many(
    game: Game[S],
    states: Sequence[S],
    playouts: Sequence[int],
    per_move: bool,
    rng: np.random.Generator,
    context: Context[Any],
) -> list[int]:
    """Return the flat Monte Carlo move of each state, all playouts in one lockstep run."""
    children: list[S] = []
    repeats: list[int] = []
    owners: list[Sequence[int]] = []
    for state, budget in zip(states, playouts, strict=True):
        moves = game.moves(state)
        owners.append(moves)
        children += [game.play(state, move) for move in moves]
        repeats += split_budget(budget, len(moves), per_move)
    counts = outcome_counts(game, children, repeats, rng, context.check)
    chosen = []
    row = 0
    for state, moves in zip(states, owners, strict=True):
        part = counts[row : row + len(moves)]
        chosen.append(moves[best_index(means(part, game.to_move(state)))])
        row += len(moves)
    return chosen
