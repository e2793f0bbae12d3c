"""Sentences of alpha-beta: scores are always for the first player; the counts of an estimate."""

from __future__ import annotations

from engine.intervals import whole_percent
from engine.messages import Message, message
from engine.naming import MoveText, named_line, named_list, named_move
from engine.recording import Line
from engine.solvers.horizon import DecidedGuess, ThreatCounts
from engine.trace.windows import (
    Cutoff,
    IterationStarted,
    PositionDecided,
    PositionEntered,
    ScoreBound,
    window_of_ends,
)
from gui.boards.sides import told_side
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.windows_view_model import (
    SearchStatus,
    TreeLevel,
    WindowNode,
    WindowsViewModel,
)


def result_of(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief about a position in a few words: a fraction, a bound, a proved result."""
    if is_drawn(node):
        return Message("inspector.windows.drawn")
    if node.winner is not None:
        key = "inspector.windows.wins" if node.bound is None else "inspector.windows.wins_bound"
        return message(key, side=told_side(frame.game, node.winner), count=node.plies)
    if node.score is None:
        return message("inspector.windows.open")
    key = {None: "exactly", ScoreBound.AT_MOST: "at_most", ScoreBound.AT_LEAST: "at_least"}[
        node.bound
    ]
    return message(f"inspector.windows.{key}", share=whole_percent(node.score))


def is_drawn(node: WindowNode) -> bool:
    """Return whether the game is a draw there by its rules."""
    return isinstance(node.left, PositionDecided) and node.winner is None


def result_text(node: WindowNode, frame: InspectorFrame) -> Message:
    """Return the belief for use within a sentence: a fraction names its side."""
    result = result_of(node, frame)
    if node.winner is not None or node.score is None or is_drawn(node):
        return result
    return message("inspector.windows.for", result=result, first=told_side(frame.game, 0))


def step_text(view_model: WindowsViewModel, frame: InspectorFrame) -> Message:
    """Return the step in one sentence, scores always for the first player."""
    event = frame.now
    assert event is not None
    if isinstance(event, IterationStarted):
        return message("watch.ab.deepen", count=event.depth)
    if view_model.chosen is not None:
        move = named_move(frame.game, frame.state, event.line[0])
        result = result_text(view_model.chosen, frame)
        return message("inspector.windows.chosen", move=move, result=result)
    node = view_model.node(event.line)
    assert node is not None
    values = {"line": frame.named(event.line), "first": told_side(frame.game, 0)}
    if isinstance(event, PositionEntered):
        return message(
            f"inspector.windows.look{window_of_ends(node.low, node.high)}",
            low=whole_percent(node.low),
            high=whole_percent(node.high),
            count=event.depth,
            **values,
        )
    result = result_text(node, frame)
    if isinstance(event, Cutoff):
        return _cut_text(view_model, frame, node, event)
    return message(f"inspector.windows.{event.phase}", result=result, **values)


def _cut_text(
    view_model: WindowsViewModel, frame: InspectorFrame, node: WindowNode, event: Cutoff
) -> Message:
    """Return the sentence of a cutoff, with the move that it is compared with."""
    level = view_model.levels[len(event.line)]
    assert level.cut is not None
    values = {
        "line": frame.named(event.line),
        "first": told_side(frame.game, 0),
        "result": result_text(node, frame),
        "reply": _last_of(_refutation(level), frame),
        "mover": told_side(frame.game, 1 - node.player),
        "other": told_side(frame.game, node.player),
        "moves": named_list(frame.game, level.cut.moves),
        "saved": saved_text(event.saved),
    }
    against = compared_with(view_model, event.line)
    values["alternative"] = frame.named(event.reply)
    if node.winner is not None or against is None:
        return message("inspector.windows.cut_won", **values)
    if against.winner is not None:
        return message("inspector.windows.cut_beaten", **values)
    assert against.score is not None
    bound = Message(f"inspector.windows.{'alpha' if node.player == 0 else 'beta'}")
    share = whole_percent(against.score)
    return message("inspector.windows.cut_against", bound=bound, share=share, **values)


def compared_with(view_model: WindowsViewModel, line: Line) -> WindowNode | None:
    """Return the move that set the bound of the cutoff after a line; None where it is hidden."""
    cut = view_model.levels[len(line)].cut
    return view_model.node(cut.event.reply) if cut is not None else None


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
    head = message("inspector.windows.guess_here", share=fraction, first=told_side(frame.game, 0))
    terms = node.counted
    if isinstance(terms, DecidedGuess):
        winner = told_side(frame.game, 1 - node.player if terms.decided > 0 else node.player)
        return head, message("inspector.windows.guess_decided", winner=winner)
    if not isinstance(terms, ThreatCounts):
        return (head,)
    lines = []
    if terms.answers:
        lines.append(message("inspector.windows.answers", count=terms.answers))
    named = {"fours": terms.fours, "good_rows": terms.good_rows, "lines": terms.lines}
    for name, pair in named.items():
        mine, theirs = pair[::-1] if node.player == 0 else pair
        first, second = told_side(frame.game, 0), told_side(frame.game, 1)
        lines.append(
            message(
                f"inspector.windows.{name}", mine=mine, theirs=theirs, first=first, second=second
            )
        )
    return head, *lines
