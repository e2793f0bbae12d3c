"""Training of the learner against itself or another bot, measured against random play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from engine.bots.learner import Learner
from engine.context import Context
from engine.messages import Message
from engine.protocols import LONGEST_GAME, Bot, Game, Learning, OptionError, Outcome, S
from engine.trace.bags import bag_states

MEASURED_GAMES = 1_000
# Games with many moves are slow: fewer are measured, or measuring would outlast training.
MEASURED_MOVES = 40_000
FEWEST_MEASURED = 100
REPORT_EVERY = 50
SAVE_EVERY = 1_000  # games that a killed process may lose


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The progress or the result of a training run.

    `wins`, `losses` and `draws` are the learner's; in self-play those of the first player.
    `before` and `after` are its mean score (win 1, draw 1/2) against random play, with alternating
    starters and learning switched off, over `measured` games each; None until then. `bags` has
    the beads of every bag in the order of `bag_states`, `known` is the number of bags that have
    changed, and `learning` the learning curve so far.
    """

    planned: int
    games: int
    wins: int
    losses: int
    draws: int
    before: float | None = None
    after: float | None = None
    measured: int = 0
    bags: tuple[tuple[int, ...], ...] = ()
    known: int = 0
    learning: Learning = field(default_factory=Learning)


def score_against_random(
    game: Game[S],
    learner: Learner,
    games: int,
    rng: np.random.Generator,
    context: Context[Any],
) -> float:
    """Return the learner's mean score over `games` games, starters alternating.

    The learner does not learn from them. Returns 0.5 for no games.
    """
    bags = learner.bags(game)
    total = 0.0
    for number in range(games):
        state, side = game.initial(), number % 2
        legal = game.moves(state)
        while legal:
            context.check()
            if game.to_move(state) == side:
                move = bags.draw(state, rng)[0]
            else:
                move = legal[int(rng.random() * len(legal))]
            state = game.play(state, move)
            legal = game.moves(state)
        outcome = game.outcome(state)
        total += outcome.score(side) if outcome is not None else 0.5
    return total / games if games else 0.5


def _measured_games(game: Game[Any]) -> int:
    """Return how many games measure a learner: fewer for a game with many moves."""
    width = max(1, len(game.moves(game.initial())))
    return min(MEASURED_GAMES, max(FEWEST_MEASURED, MEASURED_MOVES // width))


def train(
    game: Game[S],
    learner: Learner,
    games: int,
    opponent: Bot | None,
    seed: int,
    context: Context[TrainingReport],
    measured: int | None = None,
) -> TrainingReport:
    """Train the learner for `games` games; opponent None is self-play, where both sides learn.

    Reports every REPORT_EVERY games. A hurry ends the games early and still measures; a cancel
    raises Cancelled. The bags are saved in both cases, and every SAVE_EVERY games on the way.
    `measured` is the number of games against random play before and after; None for 1,000, or
    fewer in a game with many moves. Raises OptionError for a game that the learner or the
    opponent does not support.
    """
    for bot in (learner, opponent):
        reason: Message | None = bot.supports(game) if bot is not None else None
        if reason is not None:
            raise OptionError("bot.unsupported", reason=reason)
    seeds = np.random.SeedSequence(seed).spawn(4)
    rng, before_rng, after_rng = (np.random.Generator(np.random.PCG64(s)) for s in seeds[:3])
    measured = _measured_games(game) if measured is None else measured
    context.report(TrainingReport(games, 0, 0, 0, 0, measured=measured))
    before = score_against_random(game, learner, measured, before_rng, context)
    counts = [0, 0, 0]
    positions = tuple(bag_states(game, game.initial(), context.check).values())
    figures = {"planned": games, "before": before, "measured": measured}
    report = partial(_report, game, learner, positions, counts, **figures)
    outcomes = _outcomes(game, learner, games, opponent, rng, context, seeds[3])
    try:
        for number, place in enumerate(outcomes, start=1):
            counts[place] += 1
            if number % REPORT_EVERY == 0:
                context.report(report())
            if number % SAVE_EVERY == 0:
                learner.save(game)
    finally:
        learner.save(game)
    after = score_against_random(game, learner, measured, after_rng, context)
    exact = learner.score(game)
    learner.progress(game).point(after if exact is None else exact)
    learner.save(game)
    return report(after=after)


def _outcomes(
    game: Game[S],
    learner: Learner,
    games: int,
    opponent: Bot | None,
    rng: np.random.Generator,
    context: Context[Any],
    seed: np.random.SeedSequence,
) -> Iterator[int]:
    """Play and learn until a hurry; yields 0 for a win of the learner, 1 a draw, 2 a loss.

    `seed` is that of the opponent's decisions.
    """
    rival, bags = context.part(seed, hurried=True), learner.bags(game)
    for number in range(games):
        if context.hurry:
            return
        side = number % 2 if opponent is not None else 0
        states, moves = [game.initial()], list[int]()
        while game.moves(states[-1]) and len(moves) < LONGEST_GAME:
            context.check()
            state = states[-1]
            if opponent is None or game.to_move(state) == side:
                move = bags.draw(state, rng)[0]
            else:
                answer = opponent.choose(game, state, rival).move
                assert answer is not None
                move = answer
            moves.append(move)
            states.append(game.play(state, move))
        outcome = game.outcome(states[-1])
        assert outcome is not None
        learner.reward(game, states, moves, *((0, 1) if opponent is None else (side,)))
        yield 1 if outcome is Outcome.DRAW else 0 if outcome == 2 * side else 2


def _report(
    game: Game[Any],
    learner: Learner,
    positions: Sequence[Any],
    counts: Sequence[int],
    **figures: Any,
) -> TrainingReport:
    """Return the report after these wins, draws and losses, with the bags of these positions."""
    bags, (wins, draws, losses) = learner.bags(game), counts
    return TrainingReport(
        games=sum(counts),
        wins=wins,
        losses=losses,
        draws=draws,
        bags=tuple(tuple(bags.counts(bags.place(state))) for state in positions),
        known=bags.learned,
        learning=learner.progress(game).learning,
        **figures,
    )
