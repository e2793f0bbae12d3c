"""What the board of a match draws: the position, and what is known of each move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.protocols import Estimate
from gui.protocols import Shown
from gui.scenes.match_thinking import best_move

if TYPE_CHECKING:
    from gui.scenes.match import MatchScene


def shown(scene: MatchScene) -> Shown[Any]:
    """What the board draws now."""
    table, session = scene.table, scene.table.session
    state = table.state
    estimates, best, planned = _estimates(scene, state)
    return Shown(
        state,
        session.states[-2] if session.ply else None,
        session.moves[-1] if session.ply else None,
        tuple(table.game.moves(state)) if table.human_turn else (),
        estimates,
        best,
        planned,
        scene.hints.move,
        show_effort=scene.bots.thinking,
    )


def _estimates(
    scene: MatchScene, state: Any
) -> tuple[tuple[Estimate, ...], int | None, int | None]:
    """What stands on the board, the best move and the planned one.

    Exact values where known, a thinking bot's own beside.
    """
    thinking: tuple[Estimate, ...] = ()
    planned = None
    decision = scene.bots.decision
    if scene.bots.job is not None and decision is not None:
        planned = decision.move
        thinking = tuple(
            e for e in decision.estimates if e.score is not None or e.value is not None
        )
    found = scene.analyst.of(state) if scene.analysis else None
    if found is None or not found.estimates:
        return thinking, planned if thinking else None, planned
    merged = merge(found.estimates, thinking)
    return merged, best_move(merged), planned


def merge(exact: tuple[Estimate, ...], thinking: tuple[Estimate, ...]) -> tuple[Estimate, ...]:
    """Exact values with the scores a thinking bot has for the same moves."""
    own = {estimate.move: estimate for estimate in thinking}
    merged = []
    for known in exact:
        bot = own.get(known.move)
        if bot is not None:
            merged.append(replace(known, score=bot.score, unit=bot.unit))
        else:
            merged.append(known if known.value is None else replace(known, score=None))
    return tuple(merged)
