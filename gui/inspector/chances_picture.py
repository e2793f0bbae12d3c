"""Picture of the tree of chances: every position as a small board, and how often its side wins.

Where the rows or columns have no room for boards the nodes are chips, as in other trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pygame

from engine.messages import Message, message
from engine.protocols import Estimate, Outcome, Value
from engine.recording import Line
from engine.trace.playouts import ChanceNode
from gui.boards.sides import told_side
from gui.boards.values import badge, percent_text
from gui.inspector.chips import branch, chip_width, draw_shares, move_chip, truth_badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.small_board import board_size, draw_position
from gui.inspector.tree_picture import TreePicture, mover_of
from gui.inspector.tree_view_model import (
    FixedTree,
    NodeViewModel,
    PlacedNode,
    TreeViewModel,
    tree_view_model,
)
from gui.kit.text_wrap import shorten
from gui.kit.widget import Widget
from gui.theme import Colour, Theme
from gui.ui import Ui

LEAST_ROW, LARGEST_ROW = 44, 84  # a row with a board, in a window of the usual size
LEAST_LINES = 34  # the height of a number over its bar
BOARD_ROWS = 8  # a tree of at most so many rows takes the room of the table
HEAD = 26  # the names of the columns
BRANCH = 26  # the least length of a branch
CHIP, NUMBER = 22, 58  # the height of a move, the width of the figures beside a board
LARGEST_DENOMINATOR = 99
Shares = tuple[float, float, float]  # won, drawn, lost by the player to move at the root


class ChanceTree(FixedTree):
    """The complete tree of random play: every line with its exact chances."""

    def __init__(self, kept: Sequence[ChanceNode], player: int) -> None:
        """Build the tree of stored nodes; `player` moves first."""
        self.widest: dict[tuple[Theme, tuple[Line, ...]], int] = {}  # chip of the moves shown
        self._shares: dict[Line, Shares] = {}
        self.over = {entry.line for entry in kept if entry.over}
        for entry in kept:
            first, draw, second = entry.chances
            shares = (first, draw, second) if player == 0 else (second, draw, first)
            self._shares[entry.line] = shares
        super().__init__(NodeViewModel(line, 1, won) for line, (won, *_) in self._shares.items())

    def shares(self, line: Line) -> Shares:
        """Return how often the player to move at the root wins, draws and loses after a line."""
        return self._shares[line]


def told_chances(line: Line, tree: ChanceTree, frame: InspectorFrame) -> Message:
    """Return in words how often the player to move at the root wins and draws after a line."""
    won, drawn, _ = tree.shares(line)
    side = told_side(frame.game, frame.game.to_move(frame.state))
    named = frame.named(line)
    return message("inspector.chances.tip", line=named, side=side, won=won, drawn=drawn)


def fraction_text(fraction: float) -> str:
    """Return a chance as a fraction such as 1/2; "" if its denominator is large."""
    nearest = Fraction(fraction).limit_denominator(LARGEST_DENOMINATOR)
    return str(nearest) if abs(nearest - fraction) < 1e-9 else ""


class ChancesPicture(TreePicture):
    """The tree of chances: whole where it fits, its nodes as boards where these fit.

    Else it shows as many rows as there is room for; then a click on the root shows the whole.
    """

    def __init__(
        self,
        tree: ChanceTree,
        whole: TreeViewModel,
        frame: InspectorFrame,
        ui: Ui,
        act: PanelCallbacks,
    ) -> None:
        unfolded = frame.toggled - {()}
        super().__init__(
            lambda rows: tree_view_model(tree, 0, frame.line, rows, unfolded), frame, ui, act
        )
        self.chances = tree
        self._whole = whole
        self.boards = False  # whether boards fit, their size, and the pitch of their places
        self._board = (0, 0)
        self._boards_row = self._boards_column = self._chip = 0
        self._states: dict[Line, Any] = {(): frame.state}

    # -- layout ----------------------------------------------------------------------------------

    @property
    def _deepest(self) -> int:
        return max(1, self._whole.deepest)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self._measure(ui, rect)
        yield from super().place(ui, rect)

    def tree_in(self, rows: int) -> TreeViewModel:
        toggled, fits = () in self.frame.toggled, self._whole.rows <= rows
        return self._whole if self.boards or fits is not toggled else super().tree_in(rows)

    def _measure(self, ui: Ui, rect: pygame.Rect) -> None:
        """Find out whether boards fit, and the largest size at which they do."""
        theme, foot = ui.theme, ui.theme.tx(26)
        free = rect.h - foot - theme.tx(HEAD) - theme.px(8)
        row = min(theme.tx(LARGEST_ROW), free // max(1, self._whole.rows))
        least = max(theme.px(LEAST_ROW), theme.tx(LEAST_LINES))
        lines = tuple(shown.node.line for shown in self._whole.nodes)
        self._chip = self.chances.widest.get((theme, lines), 0)
        if not self._chip:
            texts = [self._text(line[:-1], line[-1]) for line in lines]
            chips = (chip_width(theme, text, theme.tx(CHIP)) for text in texts)
            self._chip = self.chances.widest[theme, lines] = max(chips, default=0)
        self.boards = row >= least and self._takes(ui, rect.w, row)
        while not self.boards and row > least:
            row = max(least, row - theme.tx(4))
            self.boards = self._takes(ui, rect.w, row)

    def _takes(self, ui: Ui, width: int, row: int) -> bool:
        """Lay out boards in rows of a height; return whether the columns fit into the width."""
        theme, height = ui.theme, row - ui.theme.tx(6)
        self._board = board_size(self.frame.game.id, height)
        content = self._chip + self._board[0] + theme.tx(6 + 8 + NUMBER)
        room = width - self._board[0] - theme.tx(36)
        self._boards_row, self._boards_column = row, room // max(1, self._deepest)
        return self._boards_column >= content + theme.tx(BRANCH)

    def _scale(self, ui: Ui) -> None:
        super()._scale(ui)
        if self.boards:
            self._row, self._column = self._boards_row, self._boards_column
            self._least_column = self._column

    @property
    def _grid(self) -> tuple[float, float, float, float]:
        if not self.boards:
            return super()._grid
        theme = self.ui.theme
        first = self.rect.x + self._board[0] + theme.tx(36) + theme.tx(BRANCH)
        head, height = theme.tx(HEAD), self._whole.rows * self._row
        top = max(0.0, (self.rect.h - self._foot - head - height) / 2)
        return first - self._column, self._column, self.rect.y + head + top, self._row

    def _root_spot(self) -> tuple[int, int]:
        x, middle = super()._root_spot()
        return (self.rect.x + self.ui.theme.tx(14), middle) if self.boards else (x, middle)

    # -- words -----------------------------------------------------------------------------------

    def _told(self, shown: PlacedNode) -> str:
        if self.frame.plain:
            return self.ui.tr(self.frame.named(shown.node.line))
        return self.ui.tr(told_chances(shown.node.line, self.chances, self.frame))

    # -- drawing ---------------------------------------------------------------------------------

    def _truth(self, line: Line) -> Estimate | None:
        """Return the exact value of a line for the player to move at the root, as the chances."""
        truth, game = super()._truth(line), self.frame.game
        mover = game.to_move(self._state(line[:-1]))
        if truth is None or truth.value is None or mover == game.to_move(self.frame.state):
            return truth
        return replace(truth, value=Value(-truth.value))

    def _state(self, line: Line) -> Any:
        if line not in self._states:
            self._states[line] = self.frame.game.play(self._state(line[:-1]), line[-1])
        return self._states[line]

    def _draw_nodes(self, ui: Ui, target: pygame.Surface, spots: list[tuple[int, int]]) -> None:
        if not self.boards:
            super()._draw_nodes(ui, target, spots)
            return
        theme, c = ui.theme, ui.theme.colours
        self._draw_heads(ui, target)
        root = self._root_spot()
        self._draw_board(ui, target, (), root, lit=True)
        if not self.frame.plain:
            below = (root[0] + self._board[0] // 2, root[1] + self._board[1] // 2 + theme.tx(14))
            theme.blit_text(target, self._number(()), 16, below, bold=True, align=0.5)
        for shown, spot in zip(self._whole.nodes, spots, strict=True):
            line = shown.node.line
            lit = self._is_lit(line)
            start = self._end(ui, root if shown.parent is None else spots[shown.parent], line[:-1])
            ink = c.accent if lit else c.line
            branch(target, start, (spot[0] - theme.tx(2), spot[1]), ink, 1 + lit)
            self._draw_position(ui, target, shown, spot)

    def _end(self, ui: Ui, spot: tuple[int, int], line: Line) -> tuple[int, int]:
        """Return where the branches from a node begin."""
        theme, width = ui.theme, self._board[0] + ui.theme.tx(4)
        if line:
            width += self._chip + theme.tx(6 if self.frame.plain else 6 + 8 + 40)
        return spot[0] + width, spot[1]

    def _draw_heads(self, ui: Ui, target: pygame.Surface) -> None:
        theme, game = ui.theme, self.frame.game
        first = game.to_move(self.frame.state)
        for depth in range(self._deepest):
            side = told_side(game, (first + depth) % 2)
            chance = depth and not self.frame.plain
            key = f"inspector.chances.{'by_chance' if chance else 'plays'}"
            x = self.rect.x + self._board[0] + theme.tx(36 + BRANCH) + depth * self._column
            at = (round(x), self.rect.y + theme.tx(HEAD) // 2 + theme.px(4))
            room = min(round(self._column), self.rect.right - at[0] - theme.px(8))
            text = shorten(theme, ui.tr(message(key, side=side)), 14, room)
            theme.blit_text(target, text, 14, at, theme.colours.text2)

    def _draw_board(
        self, ui: Ui, target: pygame.Surface, line: Line, left: tuple[int, int], *, lit: bool
    ) -> None:
        """Draw a position in its frame, its left edge's middle at `left`."""
        box = pygame.Rect(left, self._board)
        box.midleft = left
        draw_position(ui, target, box, self.frame.game, self._state(line), lit=lit)

    def _draw_position(
        self, ui: Ui, target: pygame.Surface, shown: PlacedNode, spot: tuple[int, int]
    ) -> None:
        """Draw the move, the board after it, and how often the side to move wins from there."""
        theme, c, line = ui.theme, ui.theme.colours, shown.node.line
        lit = self._is_lit(line)
        text = self._text(line[:-1], line[-1])
        colour = self.colours[mover_of(shown.node, self.frame)]
        move_chip(ui, target, spot[0], spot[1], theme.tx(CHIP), text, colour, lit=lit)
        left = (spot[0] + self._chip + theme.tx(6), spot[1])
        self._draw_board(ui, target, line, left, lit=lit)
        x, middle = left[0] + self._board[0] + theme.tx(8), spot[1]
        if line in self.chances.over:
            self._draw_end(ui, target, line, x, middle)
        elif not self.frame.plain:
            self._draw_chance(ui, target, line, (x, middle), c.accent if lit else c.text)
        if self.focused and line == self.at:
            around = pygame.Rect(spot[0] - 4, 0, x - spot[0], self._board[1] + 6)
            around.centery = middle
            ui.brush.rounded(target, around, theme.px(8), None, c.focus, 2)

    def _draw_chance(
        self, ui: Ui, target: pygame.Surface, line: Line, left: tuple[int, int], ink: Colour
    ) -> None:
        """Draw how often the player to move at the root wins, and the exact value for it."""
        theme, (x, middle) = ui.theme, left
        theme.blit_text(target, self._number(line), 16, (x, middle - theme.tx(8)), ink, bold=True)
        bar = pygame.Rect(x, middle + theme.tx(6), theme.tx(38), theme.tx(6))
        draw_shares(ui, target, bar, self.chances.shares(line))
        beside = x + theme.width(self._number(line), 16, True) + theme.tx(6)
        if beside + theme.tx(18) <= x + theme.tx(NUMBER):
            truth_badge(ui, target, beside, middle - theme.tx(9), self._truth(line), plies=False)

    def _draw_end(self, ui: Ui, target: pygame.Surface, line: Line, x: int, middle: int) -> None:
        """Draw how a finished game ended, for the player to move at the root."""
        theme, game = ui.theme, self.frame.game
        outcome = game.outcome(self._state(line))
        mine = game.to_move(self.frame.state)
        value, text = Value.DRAW, ui.tr("inspector.chances.draw")
        if outcome is not Outcome.DRAW:
            winner = 0 if outcome is Outcome.FIRST_WINS else 1
            value = Value.WIN if winner == mine else Value.LOSS
            text = ui.tr(message("inspector.chances.wins", side=told_side(game, winner)))
        shape = badge(ui, value, theme.tx(18))
        target.blit(shape, shape.get_rect(midleft=(x, middle)))
        if x + theme.tx(24) + theme.width(text, 14) <= self.rect.right - theme.px(4):
            theme.blit_text(target, text, 14, (x + theme.tx(24), middle))

    def _number(self, line: Line) -> str:
        """Return the share of wins as a fraction, else in percent."""
        won = self.chances.shares(line)[0]
        return fraction_text(won) or percent_text(self.ui, won)

    def _draw_belief(
        self, ui: Ui, target: pygame.Surface, bar: pygame.Rect, node: NodeViewModel
    ) -> None:
        """Draw how often the player to move at the root wins as a fraction, else its bar."""
        if self.frame.plain:
            return
        text = fraction_text(self.chances.shares(node.line)[0])
        if text and ui.theme.width(text, 16, True) <= bar.w:
            ui.theme.blit_text(target, text, 16, bar.center, bold=True, align=0.5)
        else:
            draw_shares(ui, target, bar, self.chances.shares(node.line))
