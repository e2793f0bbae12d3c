"""Picture of the tree of chances: every position as a small board, and how often its side wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pygame

from engine.messages import Message, message
from engine.protocols import Outcome, Value
from engine.recording import Line
from engine.trace.playouts import ChanceNode
from gui.boards.values import badge, percent_text
from gui.boards.words import told_side
from gui.inspector.chips import (
    branch,
    chip_width,
    draw_shares,
    move_chip,
    side_colours,
    truth_badge,
    walked,
)
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.small_boards import board_size, draw_position
from gui.kit.scroll import WalkablePicture
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.ui import Ui

ROWS = range(84, 27, -4)  # the heights of a row by its board, the first that fits is taken
LEAST_ROW = 36  # the height of a number over its bar
HEAD = 26  # the names of the columns
ROOT, BRANCH = 36, 26  # the room beside the first board, the least length of a branch
CHIP, NUMBER = 22, 58  # the height of a move, the width of the figures beside a board
LARGEST_DENOMINATOR = 99
Shares = tuple[float, float, float]  # won, drawn, lost by the player to move at the root


class ChanceTree:
    """The complete tree of random play: every line with its exact chances, in reading order."""

    def __init__(self, stored: Sequence[ChanceNode], player: int) -> None:
        """Build the tree of stored nodes; `player` moves first."""
        self.over = {entry.line for entry in stored if entry.over}
        self.lines = [entry.line for entry in stored if entry.line]
        self.deepest = max(map(len, self.lines), default=1)
        self._shares: dict[Line, Shares] = {}
        for entry in stored:
            first, draw, second = entry.chances
            shares = (first, draw, second) if player == 0 else (second, draw, first)
            self._shares[entry.line] = shares
        self.rows: dict[Line, float] = {}  # a position stands in the middle of those after it
        for line in reversed([(), *self.lines]):
            after = [self.rows[each] for each in self.children(line)]
            ends = sum(each in self.rows for each in self.over)
            self.rows[line] = (after[0] + after[-1]) / 2 if after else len(self.over) - 1 - ends

    def children(self, line: Line) -> list[Line]:
        """Return the lines with one move more."""
        return [each for each in self.lines if each[:-1] == line]

    def shares(self, line: Line) -> Shares:
        """Return how often the player to move at the root wins, draws and loses after a line."""
        return self._shares[line]


def told_chances(line: Line, tree: ChanceTree, frame: InspectorFrame) -> Message:
    """Return in words how often the player to move at the root wins and draws after a line."""
    won, drawn, _ = tree.shares(line)
    side = told_side(frame.game, frame.mover)
    named = frame.named(line)
    return message("inspector.chances.tip", line=named, side=side, won=won, drawn=drawn)


def fraction_text(fraction: float) -> str:
    """Return a chance as a fraction such as 1/2; "" if its denominator is large."""
    nearest = Fraction(fraction).limit_denominator(LARGEST_DENOMINATOR)
    return str(nearest) if abs(nearest - fraction) < 1e-9 else ""


@dataclass(eq=False)
class ChancesPicture(WalkablePicture):
    """The tree of chances; a click or Enter shows a line on the board, the arrows walk."""

    tree: ChanceTree
    frame: InspectorFrame
    ui: Ui
    act: PanelCallbacks

    def __post_init__(self) -> None:
        super().__init__("tree")
        self.at: Line = self.frame.chosen  # the selected line
        self.colours = side_colours(self.ui, self.act, self.frame.game)

    # -- layout ----------------------------------------------------------------------------------

    def size_hint(self, ui: Ui, width: int) -> Size:
        height = 4 * ui.theme.tx(LEAST_ROW) + ui.theme.tx(HEAD)
        return min(ui.theme.tx(600), max(ui.theme.tx(240), width)), height

    def adopt_state(self, old: Widget) -> None:
        """Keep the selected position and the scroll offset."""
        if isinstance(old, ChancesPicture):
            self.at = self.at or old.at
            self.adopt_scroll(old)

    def content_extent(self) -> int:
        return self.ui.theme.tx(HEAD) + len(self.tree.over) * self._row + self.ui.theme.px(8)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterable[Widget]:
        """Choose the largest boards whose rows and columns fit; the smallest ones scroll."""
        theme, game = ui.theme, self.frame.game
        texts = [self.frame.move_text(*line) for line in self.tree.lines]
        self._chip = max((chip_width(theme, text, theme.tx(CHIP)) for text in texts), default=0)
        for height in ROWS:
            self._row = theme.tx(max(height, LEAST_ROW))
            self._board = board_size(game.id, theme.tx(height - 6))
            room = rect.w - self._board[0] - theme.tx(ROOT)
            self._column = room // self.tree.deepest
            content = self._chip + self._board[0] + theme.tx(6 + 8 + NUMBER + BRANCH)
            free = rect.h - theme.tx(HEAD) - theme.px(8)
            if self._column >= content and self._row * len(self.tree.over) <= free:
                break
        return super().place(ui, rect)

    def _spot(self, line: Line) -> tuple[int, int]:
        """Return the middle of the left end of a position and its move."""
        theme, whole = self.ui.theme, len(self.tree.over) * self._row
        top = max(0, (self.rect.h - theme.tx(HEAD) - whole) // 2) - self.scroll
        middle = self.rect.y + theme.tx(HEAD) + top
        middle += round((self.tree.rows[line] + 0.5) * self._row)
        if not line:
            return self.rect.x + theme.tx(14), middle
        left = self.rect.x + self._board[0] + theme.tx(ROOT + BRANCH)
        return left + (len(line) - 1) * self._column, middle

    def _box(self, line: Line) -> pygame.Rect:
        theme, (x, middle) = self.ui.theme, self._spot(line)
        width = self._board[0] + self._chip + theme.tx(6 + 8)
        box = pygame.Rect(x - 4, 0, width + 4 if line else self._board[0], self._board[1] + 6)
        box.centery = middle
        return box

    # -- events ----------------------------------------------------------------------------------

    def take(self, position: tuple[int, int]) -> None:
        """Show the line of the clicked position on the board."""
        line = self._under(position)
        if line is not None:
            self.at = line
            self.act.choose(line)

    def enter(self) -> bool:
        """Show the line of the selected position on the board."""
        self.act.choose(self.at)
        return True

    def walk(self, across: int, down: int) -> bool:
        self.at = walked(self.tree.lines, self.at, across, down)
        top = self._box(self.at).move(0, self.scroll - self.rect.y)
        self.reveal_between(top.top, top.bottom)
        return True

    def _under(self, position: tuple[int, int]) -> Line | None:
        lines = ((), *self.tree.lines)
        return next((each for each in lines if self._box(each).collidepoint(position)), None)

    def tip(self, position: tuple[int, int]) -> str:
        """Return the line, and how often its side wins."""
        line = self._under(position)
        if not line:
            return ""
        if self.frame.plain:
            return self.ui.tr(self.frame.named(line))
        return self.ui.tr(told_chances(line, self.tree, self.frame))

    def _number(self, line: Line) -> str:
        """Return the share of wins as a fraction, else in percent."""
        won = self.tree.shares(line)[0]
        return fraction_text(won) or percent_text(self.ui, won)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        with self.clipped(target):
            self._draw_heads(ui, target)
            x, middle = self._spot(())
            self._draw_board(ui, target, (), (x, middle), lit=True)
            if not self.frame.plain:
                below = (x + self._board[0] // 2, middle + self._board[1] // 2 + theme.tx(14))
                theme.blit_text(target, self._number(()), 16, below, bold=True, align=0.5)
            for line in self.tree.lines:
                lit, spot = self.frame.line[: len(line)] == line, self._spot(line)
                ink = c.accent if lit else c.line
                branch(target, self._end(line[:-1]), (spot[0] - theme.tx(2), spot[1]), ink, 1 + lit)
                self._draw_position(ui, target, line, spot, lit)
            if self.focused:
                around = self._box(self.at)
                ui.brush.rounded(target, around, theme.px(8), None, c.focus, 2)
        self.draw_bar(ui, target)

    def _end(self, line: Line) -> tuple[int, int]:
        """Return where the branches from a position begin."""
        theme, (x, middle) = self.ui.theme, self._spot(line)
        width = self._board[0] + theme.tx(4)
        if line:
            width += self._chip + theme.tx(6 if self.frame.plain else 6 + 8 + 40)
        return x + width, middle

    def _draw_heads(self, ui: Ui, target: pygame.Surface) -> None:
        theme, left = ui.theme, ui.theme.tx(ROOT + BRANCH) + self._board[0]
        for depth in range(self.tree.deepest):
            side = told_side(self.frame.game, (self.frame.mover + depth) % 2)
            chance = depth and not self.frame.plain
            key = f"inspector.chances.{'by_chance' if chance else 'plays'}"
            x = self.rect.x + left + depth * self._column
            at = (x, self.rect.y + theme.tx(HEAD) // 2 + theme.px(4) - self.scroll)
            room = min(self._column, self.rect.right - x - theme.px(8))
            text = shorten(theme, ui.tr(message(key, side=side)), 14, room)
            theme.blit_text(target, text, 14, at, theme.colours.text2)

    def _draw_board(
        self, ui: Ui, target: pygame.Surface, line: Line, left: tuple[int, int], *, lit: bool
    ) -> None:
        """Draw a position in its frame, its left edge's middle at `left`."""
        box = pygame.Rect(left, self._board)
        box.midleft = left
        draw_position(ui, target, box, self.frame.game, self.frame.after(line), lit=lit)

    def _draw_position(
        self, ui: Ui, target: pygame.Surface, line: Line, spot: tuple[int, int], lit: bool
    ) -> None:
        """Draw the move, the board after it, and how often the side to move wins from there."""
        theme, c, (x, middle) = ui.theme, ui.theme.colours, spot
        colour, text = self.colours[self.frame.player_of(line)], self.frame.move_text(*line)
        move_chip(ui, target, x, middle, theme.tx(CHIP), text, colour, lit=lit)
        x += self._chip + theme.tx(6)
        self._draw_board(ui, target, line, (x, middle), lit=lit)
        x += self._board[0] + theme.tx(8)
        if line in self.tree.over:
            self._draw_end(ui, target, line, x, middle)
        elif not self.frame.plain:
            ink, number = c.accent if lit else c.text, self._number(line)
            theme.blit_text(target, number, 16, (x, middle - theme.tx(8)), ink, bold=True)
            bar = pygame.Rect(x, middle + theme.tx(6), theme.tx(38), theme.tx(6))
            draw_shares(ui, target, bar, self.tree.shares(line))
            x += theme.width(number, 16, True) + theme.tx(6)
            truth = self.frame.truth_for(self.frame.mover, line)  # as the chances
            truth_badge(ui, target, x, middle - theme.tx(9), truth, plies=False)

    def _draw_end(self, ui: Ui, target: pygame.Surface, line: Line, x: int, middle: int) -> None:
        """Draw how a finished game ended, for the player to move at the root."""
        theme, game = ui.theme, self.frame.game
        outcome = game.outcome(self.frame.after(line))
        value, text = Value.DRAW, ui.tr("inspector.chances.draw")
        if outcome is not Outcome.DRAW:
            winner = 0 if outcome is Outcome.FIRST_WINS else 1
            value = Value.WIN if winner == self.frame.mover else Value.LOSS
            text = ui.tr(message("inspector.chances.wins", side=told_side(game, winner)))
        shape = badge(ui, value, theme.tx(18))
        target.blit(shape, shape.get_rect(midleft=(x, middle)))
        x += theme.tx(24)
        if x + theme.width(text, 14) <= self.rect.right - theme.px(4):
            theme.blit_text(target, text, 14, (x, middle))
