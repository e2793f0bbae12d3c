"""A cutoff on three boards: the better reply, the answer that refutes another one, and the rest."""

from __future__ import annotations

from typing import Any

from engine.messages import message
from engine.protocols import Game
from engine.recording import Line
from engine.trace.windows import Cutoff
from gui.boards.sides import told_side
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.small_board import BoardPicture
from gui.kit import Label
from gui.kit.layout import Column, Flexible, Layout, Row
from gui.protocols import BoardState
from gui.ui import Ui


def line_board(game: Game[Any], start: Any, line: Line, crossed: Line = ()) -> BoardPicture:
    """Return the board after a line, its last move framed; moves from there may be `crossed`."""
    states = [start]
    for move in line:
        states.append(game.play(states[-1], move))
    return BoardPicture(game, BoardState(states[-1], states[-2], line[-1], tried=crossed))


def cut_boards(frame: InspectorFrame, ui: Ui, *, decided: bool) -> tuple[str, Layout]:
    """Return the sentence of the cutoff of this step, and its boards.

    It comes after one searched answer to the last of two moves. Where it is `decided`, the last
    board says that the other answers are skipped, and why.
    """
    cut, game, start = frame.now, frame.game, frame.state
    assert isinstance(cut, Cutoff)
    position = line_board(game, start, cut.line).shown.state
    mover = game.to_move(position)
    (answer,) = set(game.moves(position)) - set(cut.rest)
    values = {
        "side": told_side(game, mover),
        "other": told_side(game, 1 - mover),
        "first": str(cut.line[0]),
        "better": str(cut.reply[-1]),
        "reply": str(cut.line[-1]),
        "answer": str(answer),
        "moves": ", ".join(map(str, cut.rest)),
    }
    lines = {
        "better": (cut.reply, (), cut.beta),
        "refuted": ((*cut.line, answer), (), cut.score),
        "skipped" if decided else "rest": (cut.line, cut.rest if decided else (), None),
    }

    def part(name: str, line: Line, crossed: Line, score: float | None) -> Layout:
        text = ui.tr(message(f"inspector.cut.{name}", score=score, **values))
        board = line_board(game, start, line, crossed)
        return Column(Flexible(board, 3), Flexible(Label(text, 16, align=0.5), 2), gap=12)

    boards = Row(*(Flexible(part(name, *each)) for name, each in lines.items()), gap=16)
    return ui.tr(message("inspector.cut", **values)), boards
