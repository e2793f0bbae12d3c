"""Why a tree search plays what it plays, in a sentence at its end."""

from __future__ import annotations

from engine.messages import Message, message
from engine.naming import named_move
from engine.protocols import Value
from engine.watch import Belief
from gui.glass.looked import Looked


def told_choice(looked: Looked) -> Message | None:
    """What is played, why, and after how many of its playouts; None where nothing was kept."""
    budget = looked.recording.shown.get("budget")
    if looked.move is None or looked.sample is None or budget is None:
        return None
    beliefs = {belief.move: belief for belief in looked.sample.moves}
    chosen = beliefs.get(looked.move)
    return message(
        f"glass.tree.plays.{_reason(looked.move, beliefs)}",
        move=named_move(looked.game, looked.state, looked.move),
        visits=0 if chosen is None else chosen.visits,
        done=looked.effort,
        budget=budget,
    )


def _reason(move: int, beliefs: dict[int, Belief]) -> str:
    """Which sentence says why."""
    results = {each: _proved(belief) for each, belief in beliefs.items()}
    own = results.pop(move, None)
    if own is Value.WIN:
        return "win"
    if all(result is Value.LOSS for result in results.values()) and results:
        return "loss" if own is Value.LOSS else "only"
    if own is Value.DRAW and None not in results.values():
        return "draw"
    most = max((belief.visits for belief in beliefs.values()), default=0)
    return "most" if move in beliefs and beliefs[move].visits == most > 0 else "chosen"


def _proved(belief: Belief) -> Value | None:
    """A score without any doubt is one that is proved."""
    if belief.score is None or belief.low != belief.high:
        return None
    return Value(round(2 * belief.score) - 1)
