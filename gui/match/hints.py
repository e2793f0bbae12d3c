"""What a hint says of a move, and what is said of a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.intervals import wilson
from engine.messages import Message, message
from engine.protocols import Estimate, Game, S, Value

_WORTH: Mapping[Value | None, str] = {
    Value.WIN: "teach.win",
    Value.DRAW: "teach.draw",
    Value.LOSS: "teach.loss",
}


def hint_words(text: str, estimate: Estimate | None) -> Message:
    """Why the best move, whose text and estimate these are, is a good one."""
    if estimate is None or (estimate.value is None and not estimate.outcomes):
        return message("hint.plain", move=text)
    if estimate.value is None:
        return _chances(text, estimate)
    key = {Value.WIN: "hint.win", Value.DRAW: "hint.draw", Value.LOSS: "hint.loss"}[estimate.value]
    if estimate.remoteness is None:
        return message(key + "_open", move=text)
    return message(key, move=text, count=estimate.remoteness)


def step_back_words(
    game: Game[S], state: S, played: int, better: int, estimates: Sequence[Estimate]
) -> Message:
    """What a move that gave value away has cost, with a better one; both values are known."""
    values = {each.move: each.value for each in estimates}
    return message(
        "teach.words",
        move=game.move_text(state, played),
        before=message(_WORTH[values[better]]),
        after=message(_WORTH[values[played]]),
        better=game.move_text(state, better),
    )


def _chances(text: str, estimate: Estimate) -> Message:
    """What random games say: the shares, and the score the choice goes by with its interval."""
    win, draw, loss = estimate.outcomes or (0.0, 0.0, 0.0)
    score = estimate.score or 0.0
    low, high = wilson(score, estimate.effort or 0)
    shares = {"win": win, "draw": draw, "loss": loss, "score": score, "low": low, "high": high}
    whole = {name: round(100 * share) for name, share in shares.items()}
    return message("hint.chances" if draw else "hint.chances.decided", move=text, **whole)
