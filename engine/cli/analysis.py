"""The analysis of a position for the command line: values, remoteness, estimates."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.context import Context
from engine.messages import Message, message
from engine.protocols import (
    Bag,
    Decision,
    Estimate,
    Game,
    Memory,
    Outcome,
    Unsolvable,
    Value,
)
from engine.registry import bot_for, make_oracles, perfect_play

FALLBACK = "mc:1000"


def analyse(
    game: Game[Any],
    state: Any,
    player: str | None,
    seed: int,
    memory: Memory | None = None,
    warn: Callable[[Message], None] = lambda text: None,
) -> dict[str, Any]:
    """Return the JSON object of the command `analyse`.

    Without a player, perfect play is used where the game can be solved, else flat Monte Carlo, and
    `warn` receives the reason. A learner uses `memory`. Raises OptionError if the player does not
    support the game, Unsolvable if `optimal` is requested and cannot solve the position.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return _ended(game, state, outcome)
    exact, oracles = None, make_oracles()
    if player in (None, "optimal"):
        try:
            context = Context[Any](0, threads=os.cpu_count() or 1)
            exact = oracles.of(game).values(state, context)
        except Unsolvable as fault:
            warn(fault.message)
    if exact is not None:
        decision = perfect_play(oracles, patient=True).choose(game, state, Context(seed))
    else:
        bot = bot_for(game, player or FALLBACK, memory, once=True)
        decision = bot.choose(game, state, Context(seed))
    assert decision.move is not None
    value, remoteness = _from_estimates(decision)
    if exact is not None:
        value, remoteness = exact.value, exact.remoteness
    exact_of = {estimate.move: estimate for estimate in exact.estimates} if exact else {}
    given = {estimate.move: estimate for estimate in _with_shares(decision)}
    return {
        **_head(game, state, None),
        "value": word_of(value),
        "remoteness": remoteness,
        "best": game.move_text(state, decision.move),
        "note": str(decision.note),
        "moves": [
            _move(game, state, move, exact_of.get(move), given.get(move), decision.unit)
            for move in game.moves(state)
        ],
    }


def word_of(value: Value | None) -> str | None:
    """Return the word of a value in JSON and keys; None for an unknown one."""
    return None if value is None else value.name.lower()


def _with_shares(decision: Decision) -> Sequence[Estimate]:
    """Return the estimates; a learner's are the shares of its bag, as `think` gives them."""
    if not isinstance(decision.detail, Bag):
        return decision.estimates
    counts = dict(decision.detail.counts)
    whole = sum(counts.values())
    return [
        replace(each, score=counts[each.move] / whole) if each.move in counts else each
        for each in decision.estimates
    ]


def _head(game: Game[Any], state: Any, outcome: Outcome | None) -> dict[str, Any]:
    """Return the game, the position, and the result if the game is over."""
    return {
        "game": game.id,
        "position": game.text(state),
        "to_move": None if outcome is not None else game.to_move(state),
        "over": outcome is not None,
        "result": None if outcome is None else outcome.word,
    }


def _ended(game: Game[Any], state: Any, outcome: Outcome) -> dict[str, Any]:
    """Return the report of a finished position."""
    return {
        **_head(game, state, outcome),
        "value": word_of(Value(round(2 * outcome.score(game.to_move(state)) - 1))),
        "remoteness": 0,
        "best": None,
        "note": str(message("analyse.over")),
        "moves": [],
    }


def _from_estimates(decision: Decision) -> tuple[Value | None, int | None]:
    """Return the value and remoteness of the position if the bot has proved a win or every move."""
    values = [estimate.value for estimate in decision.estimates]
    best = next((e for e in decision.estimates if e.move == decision.move), None)
    if best is None or best.value is None:
        return None, None
    if best.value is not Value.WIN and any(value is None for value in values):
        return None, None
    return best.value, best.remoteness


def _move(
    game: Game[Any],
    state: Any,
    move: int,
    exact: Estimate | None,
    given: Estimate | None,
    unit: str,
) -> dict[str, Any]:
    sure = exact or given
    scored = given if given is not None and given.score is not None else sure
    outcomes = given.outcomes if given is not None else None
    value = sure.value if sure is not None else None
    return {
        "move": game.move_text(state, move),
        "value": word_of(value),
        "remoteness": sure.remoteness if sure is not None else None,
        "score": scored.score if scored is not None else None,
        "outcomes": None if outcomes is None else list(outcomes),
        "playouts": given.effort if given is not None and unit == "playouts" else None,
    }
