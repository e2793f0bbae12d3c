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


def facts_as_text(game: Game[Any], state: Any, step: Step) -> dict[str, Any]:
    """Return the facts of a step with moves as texts; `state` is the position of the decision."""
    named = dict(step.facts)
    for name in FIRST:
        if name in named:
            named[name] = game.move_text(state, named[name])
    after = state
    for move in step.line:
        after = game.play(after, move)
    for name in AFTER:
        if name in named:
            named[name] = [game.move_text(after, move) for move in named[name]]
    for name in PAIRS:
        if name in named:
            named[name] = [[game.move_text(after, move), *rest] for move, *rest in named[name]]
    return named


def data_as_text(game: Game[Any], state: Any, recording: Recording) -> dict[str, Any]:
    """Return the extra data of a recording with moves as texts."""
    named = dict(recording.shown)
    if "tree" in named and recording.kind is RecordingKind.TREE:
        named["tree"] = _grown_tree(game, state, named["tree"])
    elif "tree" in named:
        named["tree"] = [
            {**node, "line": line_text(game, state, node["line"])} for node in named["tree"]
        ]
    if "depths" in named:
        named["depths"] = [
            {
                **depth,
                "moves": [[game.move_text(state, move), *rest] for move, *rest in depth["moves"]],
            }
            for depth in named["depths"]
        ]
    return named


def _grown_tree(
    game: Game[Any], state: Any, nodes: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the nodes with moves as texts; parents come first, and the root has no move."""
    positions: list[Any] = []
    named = []
    for node in nodes:
        if node["parent"] is None:
            positions.append(state)
            named.append({**node, "move": None})
            continue
        before = positions[node["parent"]]
        positions.append(game.play(before, node["move"]))
        named.append({**node, "move": game.move_text(before, node["move"])})
    return named
