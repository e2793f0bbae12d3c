"""The texts of hints and of mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.intervals import rounded_interval, whole_percent, wilson
from engine.messages import Message, message
from engine.protocols import Estimate, Value

_LOST: Mapping[tuple[Value | None, Value | None], str] = {
    (Value.WIN, Value.DRAW): "teach.win_draw",
    (Value.WIN, Value.LOSS): "teach.win_loss",
    (Value.DRAW, Value.LOSS): "teach.draw_loss",
}


def hint_words(move: Message, estimate: Estimate | None) -> Message:
    """Explain why the best move, with this name and estimate, is good."""
    if estimate is None or (estimate.value is None and not estimate.outcomes):
        return message("hint.plain", move=move)
    if estimate.value is None:
        return _chances(move, estimate)
    key = {Value.WIN: "hint.win", Value.DRAW: "hint.draw", Value.LOSS: "hint.loss"}[estimate.value]
    if estimate.remoteness is None:
        return message(key + "_open", move=move)
    return message(key, move=move, count=estimate.remoteness)


def step_back_words(
    played: int, better: int, estimates: Sequence[Estimate], other: Message | None = None
) -> Message:
    """Say what a move that gave value away has cost, without naming a better move.

    `other` is the side it helps, where the opponent is a person too.
    """
    values = {each.move: each.value for each in estimates}
    key = _LOST[values[better], values[played]]
    return Message(key) if other is None else message(f"{key}.people", other=other)


def _chances(move: Message, estimate: Estimate) -> Message:
    """Describe the playouts of a move: outcome rates, and its score with a confidence interval."""
    win, draw, loss = estimate.outcomes or (0.0, 0.0, 0.0)
    score = estimate.score or 0.0
    low, high = rounded_interval(*wilson(score, estimate.effort or 0), score, 2)
    shares = {"win": win, "draw": draw, "loss": loss, "score": score}
    whole = {name: whole_percent(fraction) for name, fraction in shares.items()}
    whole |= {"low": round(100 * low), "high": round(100 * high)}
    return message("hint.chances" if draw else "hint.chances.decided", move=move, **whole)
