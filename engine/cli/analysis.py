"""The command `analyse`: values, remoteness and estimates of a position and its moves."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.cli.console import print_report, progress
from engine.cli.start import asked_memory, asked_position
from engine.context import Cancelled, Context
from engine.messages import Message, figure, message
from engine.protocols import (
    Bag,
    Decision,
    Estimate,
    Game,
    Memory,
    Outcome,
    Unsolvable,
    Value,
    is_vast,
)
from engine.registry import bot_for, make_game, make_oracles, perfect_play
from engine.solvers.tabulate import count_positions

FALLBACK = "mc:1000"
MAX_COUNTED = 100_000  # positions
MAX_CHECKS = 250  # about half a second: twelve heaps of 99 would take twenty times as long


def run_analyse(args: argparse.Namespace) -> int:
    """Print the values and estimates of every move of a position."""
    game = make_game(args.game, dict(args.option))
    state = asked_position(game, args)
    with asked_memory(game, args) as memory:
        report = analyse(game, state, args.player, args.seed, memory)
    return print_report(args, report, _lines(game, state, report))


def _lines(game: Game[Any], state: Any, report: dict[str, Any]) -> Iterator[str | Message]:
    """Yield the lines of a report, and how many positions follow if it is quickly counted."""
    yield f"{report['game']}  {report['position']}"
    if report["over"]:
        yield message("cli.over", result=message(f"cli.result.{report['result']}"))
        return
    if report["value"]:
        plies = report["remoteness"]
        key = "cli.value" if plies is not None else "cli.value_open"
        yield message(key, value=message(f"cli.word.{report['value']}"), count=plies)
    yield message("cli.best", move=report["best"], note=report["note"])
    yield from (f"  {_move_line(move)}" for move in report["moves"])
    patience = iter(range(MAX_CHECKS))

    def check() -> None:
        if next(patience, None) is None:
            raise Cancelled

    if not is_vast(game):
        with suppress(Unsolvable, Cancelled):
            classes, every = count_positions(game, state, check, limit=MAX_COUNTED)
            yield message("cli.positions", all=every, classes=classes)


def _move_line(move: dict[str, Any]) -> str:
    parts = [f"{move['move']:>5}"]
    if move["value"]:
        parts.append(f"{message('cli.word.' + move['value'])!s:5}")
    if move["remoteness"] is not None:
        parts.append(str(message("cli.plies", count=move["remoteness"])))
    if move["score"] is not None and move["value"] is None:
        parts.append(figure(move["score"], ".3f"))
    if move["outcomes"] is not None:
        win, draw, loss = move["outcomes"]
        parts.append(str(message("cli.outcomes", win=win, draw=draw, loss=loss)))
    if move["playouts"]:
        parts.append(str(message("cli.playouts", count=move["playouts"])))
    return "  ".join(parts)


def analyse(
    game: Game[Any], state: Any, player: str | None, seed: int, memory: Memory | None
) -> dict[str, Any]:
    """Return the JSON object of the command `analyse`.

    Without a player, perfect play is used where the game can be solved, else flat Monte Carlo, and
    the reason is printed. A learner uses `memory`. Raises OptionError if the player does not
    support the game, Unsolvable if `optimal` is requested and cannot solve the position.
    """
    head = {"game": game.id, "position": game.text(state)}
    outcome = game.outcome(state)
    if outcome is not None:
        return head | _ended(outcome, game.to_move(state))
    exact, oracles = None, make_oracles()
    if player in (None, "optimal"):
        try:
            context = Context[Any](0, threads=os.cpu_count() or 1)
            exact = oracles.of(game).values(state, context)
        except Unsolvable as fault:
            progress(fault.message)
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
        **head,
        "to_move": game.to_move(state),
        "over": False,
        "result": None,
        "value": word_of(value),
        "remoteness": remoteness,
        "best": game.move_text(state, decision.move),
        "note": str(decision.note),
        "moves": [
            _move(game, state, move, exact_of.get(move), given.get(move), decision.unit)
            for move in game.moves(state)
        ],
    }


def _ended(outcome: Outcome, mover: int) -> dict[str, Any]:
    """Return the report of a finished game, without its head."""
    return {
        "to_move": None,
        "over": True,
        "result": outcome.word,
        "value": word_of(Value(round(2 * outcome.score(mover) - 1))),
        "remoteness": 0,
        "best": None,
        "note": str(message("analyse.over")),
        "moves": [],
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
