"""The command `think`: one decision made with a recorder and printed step by step."""

from __future__ import annotations

import argparse
from typing import Any

from engine.cli.console import print_report
from engine.cli.start import asked_memory, asked_position
from engine.context import Context
from engine.messages import figure, message
from engine.protocols import Decision, Game, Memory, OptionError, line_texts
from engine.recording import Belief, Recorder, Recording, RecordingKind
from engine.registry import bot_for, make_game
from engine.trace.json_form import JsonForm

PRINTED_STEPS = 40  # without --steps and --json


def run_think(args: argparse.Namespace) -> int:
    """Make one decision with a recorder, and print it."""
    game = make_game(args.game, dict(args.option))
    state = asked_position(game, args)
    with asked_memory(game, args) as memory:
        decision, recording = record(game, state, args.player, args.seed, memory)
    steps = args.steps if args.steps is not None or args.json else PRINTED_STEPS
    data = report(game, state, args.player, args.seed, decision, recording, steps)
    return print_report(args, data, lines(data, str(decision.note)))


def record(
    game: Game[Any], state: Any, player: str, seed: int, memory: Memory | None = None
) -> tuple[Decision, Recording]:
    """Make a decision and return it with its recording.

    Raises OptionError if the game is over or the player does not support it.
    """
    if game.outcome(state) is not None:
        raise OptionError("think.over", position=game.text(state))
    bot = bot_for(game, player, memory, once=True)
    recorder = Recorder()
    decision = bot.choose(game, state, Context(seed, recorder=recorder))
    return decision, recorder.recording()


def report(
    game: Game[Any],
    state: Any,
    player: str,
    seed: int,
    decision: Decision,
    recording: Recording,
    steps: int | None,
) -> dict[str, Any]:
    """Return the object that `think --json` prints; moves are texts."""
    assert decision.move is not None
    form = JsonForm(game, state)
    events = recording.events if steps is None else recording.events[:steps]
    return {
        "game": game.id,
        "position": game.text(state),
        "player": player,
        "seed": seed,
        "best": game.move_text(state, decision.move),
        "kind": recording.kind.value,
        "total": recording.total,
        "left_out": recording.total - len(events),
        "steps": [
            {
                "n": number,
                "phase": event.phase,
                "text": str(event.text),
                "line": line_texts(game, state, event.line),
                **form.event(event),
            }
            for number, event in enumerate(events, start=1)
        ],
        "samples": [
            {
                "effort": sample.effort,
                "moves": [_belief(game, state, belief, recording.kind) for belief in sample.moves],
            }
            for sample in recording.samples
        ],
        **form.result(recording.result),
    }


def _belief(game: Game[Any], state: Any, belief: Belief, kind: RecordingKind) -> dict[str, Any]:
    return {
        "move": game.move_text(state, belief.move),
        # A person's bot says nothing of its effort.
        "visits": None if kind is RecordingKind.NOTES else belief.visits,
        "score": belief.score,
        "low": belief.low,
        "high": belief.high,
    }


def lines(data: dict[str, Any], note: str) -> list[str]:
    """Return the lines of `think`: the head, the steps, the final estimates."""
    text = [f"{data['game']}  {data['position']}  {data['player']}"]
    text += [f"{figure(step['n'], ''):>5}  {step['text']}" for step in data["steps"]]
    if data["left_out"]:
        left = message("think.left_out", count=data["left_out"], total=data["total"])
        text.append(str(left))
    believed = data["samples"][-1]["moves"] if data["samples"] else []
    notes = data["kind"] == RecordingKind.NOTES.value  # its answer may be a move alone
    if data["samples"] and not (notes and all(each["score"] is None for each in believed)):
        exact = all(each["low"] is not None and each["low"] == each["high"] for each in believed)
        text.append(str(message("think.exact" if exact else "think.believed")))
        text += ["  " + _belief_line(belief) for belief in believed]
        proved = [each for each in believed if each["low"] is not None]
        open_moves = any(each["visits"] for each in believed if each["low"] is None)
        if data["kind"] == RecordingKind.TREE.value and open_moves:
            text.append(f"  {message('think.chosen_some' if proved else 'think.chosen')}")
        refuted = data["samples"][-1]["effort"] - sum(each["visits"] or 0 for each in believed)
        if data["kind"] == RecordingKind.TREE.value and refuted > 0:
            text.append(f"  {message('think.refuted', count=refuted)}")
    text.append(str(message("cli.best", move=data["best"], note=note)))
    return text


def _belief_line(belief: dict[str, Any]) -> str:
    parts = [f"{belief['move']:>5}"]
    low, high = belief["low"], belief["high"]
    if belief["score"] is not None:
        parts.append(str(message("think.score", score=belief["score"])))
        if low is not None and low != high:
            parts.append(str(message("think.between", low=low, high=high)))
    if belief["visits"]:
        parts.append(f"({figure(belief['visits'], '')})")
    return "  ".join(parts)
