"""Sentences of alpha-beta: scores are always for the first player; the counts of an estimate."""

from __future__ import annotations

from engine.intervals import whole_percent
from engine.messages import Message, message
from engine.naming import MoveText, named_line, named_list, named_move
from gui.boards.sides import side_words
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.windows_view_model import (
    ScoreBound,
    SearchStatus,
    TreeLevel,
    WindowNode,
    WindowsViewModel,
)


def side_of(frame: InspectorFrame, player: int) -> Message:
    """Return the name of a side."""
    return Message(side_words(frame.game.id)[player])


def result_of(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief about a position in a few words: a fraction, a bound, a proved result."""
    if node.winner is not None:
        key = "inspector.windows.wins" if node.bound is None else "inspector.windows.wins_bound"
        return message(key, side=side_of(frame, node.winner), count=node.plies)
    if node.score is None:
        return message("inspector.windows.open")
    key = {None: "exactly", ScoreBound.AT_MOST: "at_most", ScoreBound.AT_LEAST: "at_least"}[
        node.bound
    ]
    return message(f"inspector.windows.{key}", share=whole_percent(node.score))


def result_text(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief for use within a sentence: a fraction names its side."""
    result = result_of(node, frame)
    if node.winner is not None or node.score is None:
        return result
    return message("inspector.windows.for", result=result, first=side_of(frame, 0))


def step_text(view_model: WindowsViewModel, frame: InspectorFrame) -> Message:
    """Return the step in one sentence, scores always for the first player."""
    step = frame.now
    assert step is not None
    if step.phase == "deepen":
        return message("watch.ab.deepen", count=step.facts["depth"])
    if view_model.chosen is not None:
        move = named_move(frame.game, frame.state, step.line[0])
        result = result_text(view_model.chosen, frame)
        return message("inspector.windows.chosen", move=move, result=result)
    node = view_model.node(step.line)
    assert node is not None
    values = {"line": frame.told(step.line), "first": side_of(frame, 0)}
    if step.phase == "look":
        return message(
            "inspector.windows.look",
            low=whole_percent(node.low),
            high=whole_percent(node.high),
            count=step.facts["depth"],
            **values,
        )
    result = result_text(node, frame)
    if step.phase == "cut":
        cut = view_model.levels[len(step.line)].cut
        assert cut is not None
        return message(
            "inspector.windows.cut" if node.winner is None else "inspector.windows.cut_won",
            result=result,
            reply=_last_of(_refutation(view_model.levels[len(step.line)]), frame),
            mover=side_of(frame, 1 - node.player),
            other=side_of(frame, node.player),
            moves=named_list(frame.game, cut.moves),
            count=cut.left,
            saved=saved_text(cut.saved),
            **values,
        )
    return message(f"inspector.windows.{step.phase}", result=result, **values)


def _last_of(node: WindowNode, frame: InspectorFrame) -> MoveText:
    """Return the last move of a line, as a sentence names it."""
    state = frame.state
    for move in node.line[:-1]:
        state = frame.game.play(state, move)
    return named_line(frame.game, state, node.line[-1:])


def _refutation(level: TreeLevel) -> WindowNode:
    """Return the move that caused the cut-off: the last one searched."""
    return [node for node in level.nodes if node.stand is SearchStatus.DONE][-1]


def saved_text(saved: int) -> Message:
    """Return the number of saved positions; an estimate is rounded if large."""
    if saved <= 1000:
        return message("inspector.windows.saved", count=saved)
    digits = len(str(saved)) - 2
    return message("inspector.windows.saved_about", count=round(saved, -digits))


def counted_lines(node: WindowNode, frame: InspectorFrame) -> tuple[Message, ...]:
    """Return the counts behind an estimate at the horizon; never called a playout."""
    assert node.score is not None and node.counted is not None
    fraction = whole_percent(node.score)
    head = message("inspector.windows.guess_here", share=fraction, first=side_of(frame, 0))
    if not node.counted:
        return head, message("inspector.windows.no_count")
    if "decided" in node.counted:
        winner = 1 - node.player if node.counted["decided"] > 0 else node.player
        return head, message("inspector.windows.guess_decided", winner=side_of(frame, winner))
    if "fours" not in node.counted:
        return (head,)  # the panel has no sentence for these counts
    mover = 1 - node.player
    lines = []
    if node.counted["answers"]:
        lines.append(message("inspector.windows.answers", count=node.counted["answers"]))
    for name in ("fours", "good_rows", "lines"):
        pair = node.counted[name] if mover == 0 else node.counted[name][::-1]
        lines.append(
            message(
                f"inspector.windows.{name}",
                mine=pair[0],
                theirs=pair[1],
                first=side_of(frame, 0),
                second=side_of(frame, 1),
            )
        )
    return head, *lines
