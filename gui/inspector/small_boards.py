"""Positions as small boards: single ones, the eight forms of one, the three of a cutoff."""

from __future__ import annotations

from typing import Any

import pygame

from engine.messages import message
from engine.protocols import Game, game_key
from engine.recording import Line
from engine.trace.windows import Cutoff
from gui.boards import board_of
from gui.boards.previews import thumbnail
from gui.boards.words import told_side
from gui.inspector.inspector_frame import InspectorFrame
from gui.kit import Icon, Label, icon
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.layout import Column, Flexible, Layout, Row
from gui.kit.widget import Size, Widget
from gui.protocols import BoardState
from gui.ui import Ui

EXAMPLE = ("XO.", "...", "...")  # a position without a symmetry of its own
ACROSS = 4  # of its eight boards side by side; beside them the arrow and the one


def board_size(game_id: str, height: int) -> tuple[int, int]:
    """Return the size of a board of this height: as wide as the game fills, within limits."""
    across = board_of(game_id).fills[0] or 1.15
    return round(height * min(max(1.0, across), 1.9)), height


class BoardPicture(Widget):
    """A board as large as its place, at the foot of it; or one that is given the `whole` place."""

    def __init__(self, game: Game[Any], shown: BoardState[Any], *, whole: bool = False) -> None:
        super().__init__()
        self.game, self.shown, self.whole = game, shown, whole

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        box, shown = self.rect.copy(), self.shown
        if not self.whole:
            width, height = board_size(self.game.id, self.rect.h)
            scale = min(1.0, self.rect.w / width)
            box = pygame.Rect(0, 0, round(width * scale), round(height * scale))
            box.midbottom = self.rect.midbottom
        key = (game_key(self.game), self.game.text(shown.state), shown.last_move, shown.tried)
        picture = thumbnail(self.game, shown, box.size, ui, key)
        target.blit(picture, box, special_flags=pygame.BLEND_PREMULTIPLIED)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.PICTURE, self.game.text(self.shown.state))


def draw_position(
    ui: Ui, target: pygame.Surface, box: pygame.Rect, game: Game[Any], state: Any, *, lit: bool
) -> None:
    theme, c = ui.theme, ui.theme.colours
    ui.brush.rounded(target, box, theme.px(6), c.panel, c.accent if lit else c.hair, 1 + lit)
    inner = box.inflate(-theme.px(8), -theme.px(8))
    key = (game_key(game), game.text(state))
    picture = thumbnail(game, BoardState(state), inner.size, ui, key)
    target.blit(picture, inner, special_flags=pygame.BLEND_PREMULTIPLIED)


def symmetric_positions() -> list[str]:
    """Return the texts of the example's images, itself first, with X to move."""
    rows, boards = list(EXAMPLE), []
    for _ in range(4):
        boards += [rows, [row[::-1] for row in rows]]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return ["".join(board) + " X" for board in boards]


class SymmetricBoards(Widget):
    """Eight boards of tic-tac-toe, an arrow, and the one board that stands for them."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game
        self.states = [game.parse(text) for text in symmetric_positions()]

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(460), width), ui.theme.tx(90)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        gap, rows = theme.tx(8), len(self.states) // ACROSS
        room = self.rect.inflate(-3 * gap, -3 * gap)
        pitch = min(room.w // (ACROSS + 2), room.h // rows)
        left = room.x + (room.w - (ACROSS + 2) * pitch) // 2
        top = room.y + (room.h - rows * pitch) // 2
        box = pygame.Rect(0, 0, pitch - gap, pitch - gap)
        for number, state in enumerate(self.states):
            row, column = divmod(number, ACROSS)
            box.topleft = left + column * pitch, top + row * pitch
            draw_position(ui, target, box, self.game, state, lit=False)
        box.topleft = left + ACROSS * pitch, top + (rows * pitch - box.h) // 2
        picture = icon(ui.brush, Icon.FORWARD, box.w // 2, c.text2)
        target.blit(picture, picture.get_rect(center=box.center))
        box.x += pitch
        counted = self.game.canonical(self.states[0])
        draw_position(ui, target, box, self.game, counted, lit=True)


def cut_boards(frame: InspectorFrame, ui: Ui, *, decided: bool) -> tuple[str, Layout]:
    """Return the sentence of the cutoff of this step, and its boards.

    It comes after one searched answer to the last of two moves. Where it is `decided`, the last
    board says that the other answers are skipped, and why.
    """
    cut, game = frame.now, frame.game
    assert isinstance(cut, Cutoff)
    mover = 1 - frame.player_of(cut.line)
    (answer,) = set(game.moves(frame.after(cut.line))) - set(cut.rest)
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
        shown = BoardState(frame.after(line), frame.after(line[:-1]), line[-1], tried=crossed)
        label = Flexible(Label(text, 16, align=0.5), 2)
        return Column(Flexible(BoardPicture(game, shown), 3), label, gap=12)

    boards = Row(*(Flexible(part(name, *each)) for name, each in lines.items()), gap=16)
    return ui.tr(message("inspector.cut", **values)), boards
