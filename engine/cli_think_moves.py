"""Conversion of move numbers to texts: `think --json` exposes no internal number.

The facts of a step and the extra data of a recording contain move numbers of one position, the one
the decision was made in, or of the position after the line of a step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.protocols import Game
from engine.watch import Recording, RecordingKind, Step

# Facts of a step that contain moves, grouped by the position of these moves.
FIRST = ("move", "bead")  # one move of the decision's position
AFTER = ("moves", "rest")  # moves of the position after the step's line
PAIRS = ("children", "decided")  # likewise, each move with its data


def line_text(game: Game[Any], state: Any, line: Sequence[int]) -> list[str]:
    """Return a line of moves as texts."""
    texts = []
    for move in line:
        texts.append(game.move_text(state, move))
        state = game.play(state, move)
    return texts


def facts_told(game: Game[Any], state: Any, step: Step) -> dict[str, Any]:
    """Return the facts of a step with moves as texts; `state` is the position of the decision."""
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
    """Return the extra data of a recording with moves as texts."""
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
    """Return the nodes with moves as texts; parents come first, and the root has no move."""
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
