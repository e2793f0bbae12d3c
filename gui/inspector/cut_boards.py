"""A cutoff on three boards: the better reply, the answer that refutes another one, and the rest."""

from __future__ import annotations

from typing import Any

import pygame

from engine.messages import message
from engine.protocols import Game
from engine.recording import Line
from engine.trace.windows import Cutoff
from gui.boards.previews import cached_thumbnail
from gui.boards.sides import told_side
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.small_board import board_size
from gui.kit import Label
from gui.kit.layout import Column, Flexible, Layout, Row
from gui.kit.widget import Widget
from gui.protocols import BoardState
from gui.ui import Ui


class LineBoard(Widget):
    """The board after a line, its last move framed; `crossed` moves from there are marked."""

    def __init__(self, game: Game[Any], start: Any, line: Line, crossed: Line = ()) -> None:
        super().__init__()
        self.game = game
        states = [start]
        for move in line:
            states.append(game.play(states[-1], move))
        self.shown = BoardState(states[-1], states[-2], line[-1], tried=crossed)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        width, height = board_size(self.game.id, self.rect.h)
        scale = min(1.0, self.rect.w / width)
        box = pygame.Rect(0, 0, round(width * scale), round(height * scale))
        box.midbottom = self.rect.midbottom
        shown = self.shown
        key = (self.game.text(shown.state), shown.last_move, shown.tried)
        picture = cached_thumbnail(self.game, shown, box.size, ui, key)
        target.blit(picture, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def cut_boards(frame: InspectorFrame, ui: Ui, *, decided: bool) -> tuple[str, Layout]:
    """Return the sentence of the cutoff of this step, and its boards.

    It comes after one searched answer to the last of two moves. Where it is `decided`, the last
    board says that the other answers are skipped, and why.
    """
    cut, game, start = frame.now, frame.game, frame.state
    assert isinstance(cut, Cutoff)
    position = LineBoard(game, start, cut.line).shown.state
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
        board = LineBoard(game, start, line, crossed)
        return Column(Flexible(board, 3), Flexible(Label(text, 16, align=0.5), 2), gap=12)

    boards = Row(*(Flexible(part(name, *each)) for name, each in lines.items()), gap=16)
    return ui.tr(message("inspector.cut", **values)), boards
