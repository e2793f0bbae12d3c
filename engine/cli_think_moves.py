"""Moves by their texts: `think --json` has no number of the program's own for one.

A step's facts and what a recording shows name moves by number, each a move of one position: the
one decided in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.protocols import Game
from engine.watch import Recording, RecordingKind, Step

# Facts of a step that name moves, by the position they are moves of.
FIRST = ("move", "bead")  # one move of the position decided in
AFTER = ("moves", "rest")  # moves of the position that the line leads to
PAIRS = ("children", "decided")  # the same, each with what is told of it


def line_text(game: Game[Any], state: Any, line: Sequence[int]) -> list[str]:
    """A line of moves as texts."""
    texts = []
    for move in line:
        texts.append(game.move_text(state, move))
        state = game.play(state, move)
    return texts


def facts_told(game: Game[Any], state: Any, step: Step) -> dict[str, Any]:
    """The facts of a step, every move in them as its text; `state` is the position decided in."""
    told = dict(step.facts)
    for name in FIRST:
        if name in told:
            told[name] = game.move_text(state, told[name])
    after = state
    for move in step.line:
        after = game.play(after, move)
    for name in AFTER:
        if name in told:
            told[name] = [game.move_text(after, move) for move in told[name]]
    for name in PAIRS:
        if name in told:
            told[name] = [[game.move_text(after, move), *rest] for move, *rest in told[name]]
    return told


def shown_told(game: Game[Any], state: Any, recording: Recording) -> dict[str, Any]:
    """What a recording shows besides its steps, every move in it as its text."""
    told = dict(recording.shown)
    if "tree" in told and recording.kind is RecordingKind.TREE:
        told["tree"] = _grown_tree(game, state, told["tree"])
    elif "tree" in told:
        told["tree"] = [
            {**node, "line": line_text(game, state, node["line"])} for node in told["tree"]
        ]
    if "depths" in told:
        told["depths"] = [
            {
                **depth,
                "moves": [[game.move_text(state, move), *rest] for move, *rest in depth["moves"]],
            }
            for depth in told["depths"]
        ]
    return told


def _grown_tree(
    game: Game[Any], state: Any, nodes: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Every node after its parent; the root was reached by no move."""
    positions: list[Any] = []
    told = []
    for node in nodes:
        if node["parent"] is None:
            positions.append(state)
            told.append({**node, "move": None})
            continue
        before = positions[node["parent"]]
        positions.append(game.play(before, node["move"]))
        told.append({**node, "move": game.move_text(before, node["move"])})
    return told
