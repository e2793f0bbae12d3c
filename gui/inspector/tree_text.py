"""Final sentence of a tree search: the reason for its move."""

from __future__ import annotations

from engine.messages import Message, message
from engine.naming import named_move
from engine.protocols import Value
from engine.recording import Belief
from engine.trace.tree import TreeResult, proved
from gui.boards.sides import told_side
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.tree_view_model import NodeViewModel


def choice_text(frame: InspectorFrame) -> Message | None:
    """Return the move, its reason and its playouts; None if the recording has no final table."""
    result = frame.result(TreeResult)
    if frame.move is None or frame.sample is None or result is None:
        return None
    beliefs = {belief.move: belief for belief in frame.sample.moves}
    chosen = beliefs.get(frame.move)
    return message(
        f"inspector.tree.plays.{_reason(frame.move, beliefs)}",
        move=named_move(frame.game, frame.state, frame.move),
        visits=0 if chosen is None else chosen.visits,
        done=frame.effort,
        budget=result.budget,
    )


def told_node(node: NodeViewModel, frame: InspectorFrame) -> Message:
    """Return a node of the tree in words: its line, the side of its result and of its badge."""
    text = _told_belief(node, frame)
    truth = frame.truth(node.line)
    if node.proven is not None or truth is None or truth.value is None:
        return text
    side = told_side(frame.game, _mover(node, frame))
    return message("inspector.tree.tip_badge", told=text, side=side)


def _mover(node: NodeViewModel, frame: InspectorFrame) -> int:
    """Return the player of a node's move, from whose side its mean and its badge are."""
    return int(frame.game.to_move(frame.state) + len(node.line) + 1) % 2


def _told_belief(node: NodeViewModel, frame: InspectorFrame) -> Message:
    """Return the line of a node with its proof or its mean."""
    mover = _mover(node, frame)
    line = frame.named(node.line)
    if node.proven is Value.DRAW:
        return message("inspector.tree.tip_draw", line=line)
    if node.proven is not None:
        winner = mover if node.proven is Value.WIN else 1 - mover
        return message("inspector.tree.tip_win", line=line, side=told_side(frame.game, winner))
    if node.mean is None:
        return message("inspector.tree.tip_new", line=line)
    side = told_side(frame.game, mover)
    return message("inspector.tree.tip", line=line, mean=node.mean, side=side, count=node.visits)


def _reason(move: int, beliefs: dict[int, Belief]) -> str:
    """Return the key of the sentence with the reason."""
    results = {each: proved(belief) for each, belief in beliefs.items()}
    own = results.pop(move, None)
    if own is Value.WIN:
        return "win"
    if all(result is Value.LOSS for result in results.values()) and results:
        return "loss" if own is Value.LOSS else "only"
    if own is Value.DRAW and None not in results.values():
        return "draw"
    most = max((belief.visits for belief in beliefs.values()), default=0)
    return "most" if move in beliefs and beliefs[move].visits == most > 0 else "chosen"
