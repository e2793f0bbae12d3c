"""An opened layer of a solved table: its positions, the successors of one, and an equal one.

Positions equal by symmetry stand for one another, so the layer shows one of each class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from engine.messages import Message
from engine.protocols import Game, NamedSymmetries, Value
from engine.trace.layers import LayersResult, SolvedClass
from gui.boards.values import badge
from gui.inspector.chips import move_chip, side_colour
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.inspector.small_boards import BoardPicture, board_size, draw_position
from gui.kit import Button, Icon, Label
from gui.kit.layout import Box, Card, Column, Flexible, Layout, NoShrink, Row
from gui.kit.scroll import CellGrid
from gui.kit.widget import Size
from gui.protocols import BoardState
from gui.theme import Colour
from gui.ui import Ui

LAYER = -2  # no move: it begins the "line" of an open layer, its plies and its selected position
CELL = 56  # the height of a board
SHARE = 0.3  # of the height beside the positions, for the selected one
CHIP = 20  # the height of a move
LEAST_GRID = 150


@dataclass(frozen=True)
class Successor:
    """A position after a move of the selected one, its value for the player of the move."""

    text: str
    state: Any
    value: Value
    plies: int


@dataclass(frozen=True)
class OpenLayer:
    """A layer with one selected position."""

    plies: int
    classes: Sequence[SolvedClass]
    chosen: int
    successors: tuple[Successor, ...]
    equal: tuple[Any, Message] | None  # an equal position, and what turns the selected one into it

    @property
    def state(self) -> Any:
        """The selected position."""
        return self.classes[self.chosen].positions[0]


class SolvedPositions:
    """The positions of a recorded table by their layers."""

    def __init__(self, result: LayersResult) -> None:
        self.result = result
        # The value and the plies to the end of every position, for the player to move.
        self.values: dict[Any, tuple[Value, int]] = {}
        for plies, classes in enumerate(result.classes):
            for each in classes:
                self.values |= dict.fromkeys(each.positions, (each.value, plies))

    def opened(self, frame: InspectorFrame) -> OpenLayer | None:
        """Return the open layer, None while none is open."""
        line = next((line for line in frame.toggled if line[:1] == (LAYER,)), None)
        if line is None or line[1] >= len(self.result.classes):
            return None
        _, plies, chosen = line
        classes = self.result.classes[plies]
        state, game = classes[chosen].positions[0], frame.game
        successors = []
        for move in game.moves(state):
            after = game.play(state, move)
            value, left = self.values[after]
            text = game.move_text(state, move)
            successors.append(Successor(text, after, Value(-value), left + 1))
        return OpenLayer(
            plies, classes, chosen, tuple(successors), equal_to(frame, classes[chosen])
        )


def equal_to(frame: InspectorFrame, alike: SolvedClass) -> tuple[Any, Message] | None:
    """Return another position of a class, and what turns the first one into it."""
    game, (state, *others) = frame.game, alike.positions
    if not others or not isinstance(game, NamedSymmetries):
        return None
    name = game.symmetry_between(state, others[0])
    return None if name is None else (others[0], Message(f"symmetry.{name}"))


def open_layer(frame: InspectorFrame, act: PanelCallbacks, *place: int) -> None:
    """Open a layer, by its plies and the number of a position in it; without one, close it."""
    for line in frame.toggled:
        if line[:1] == (LAYER,):
            act.toggle(line)
    if place:
        act.toggle((LAYER, *place))


def layer_page(layer: OpenLayer, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
    """Lay out an open layer: its positions at the left, the selected one at the right."""
    back = Button(
        ui.tr("inspector.layers.all"),
        partial(open_layer, frame, act),
        image=Icon.BACK,
        key="close layer",
        size=14,
    )
    text = ui.tr("inspector.layers.opened", plies=layer.plies, count=len(layer.classes))
    head = Row(NoShrink(back), Flexible(Label(text, 14, middle=True)), gap=12)
    game, choose = frame.game, partial(open_layer, frame, act, layer.plies)
    colour = side_colour(ui, act, game, game.to_move(layer.state))
    cells = [Successor("", each.positions[0], each.value, layer.plies) for each in layer.classes]
    grid = PositionGrid("layer positions", cells, game, colour, layer.chosen, choose)
    key = "inspector.layers.successors" if layer.successors else "inspector.layers.over"
    equal = layer.equal and Label(ui.tr("inspector.layers.equal", how=layer.equal[1]), 14)
    boards: list[Layout] = [Flexible(BoardPicture(game, BoardState(layer.state)))]
    if layer.equal is not None:
        other = BoardPicture(game, BoardState(layer.equal[0]))
        boards += [Label("=", 20, bold=True, middle=True), Flexible(other)]
    after = PositionGrid("layer successors", layer.successors, game, colour)
    parts = Column(
        Box(Row(*boards, gap=8), height=CELL, least_share=SHARE),
        equal,
        Label(ui.tr(key), 14, quiet=True),
        Flexible(after if layer.successors else None),
        gap=4,
    )
    detail = Card(parts, pad=8, inner=10, foot=8)
    beside = Row(Flexible(grid, 0.45), Flexible(detail, 0.55), gap=12)
    return Column(head, Flexible(beside), gap=8)


@dataclass(eq=False)
class PositionGrid(CellGrid):
    """Positions as small boards with their values; a successor stands below its move.

    With `choose`, arrows and clicks select.
    """

    key: str
    cells: Sequence[Successor]
    game: Game[Any]
    colour: Colour
    at: int = -1
    choose: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        super().__init__(len(self.cells), self.at, self.key)
        self.focusable = self.choose is not None
        self.named = any(cell.text for cell in self.cells)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return max(ui.theme.tx(LEAST_GRID), width), ui.theme.tx(2 * CELL)

    def select(self, index: int) -> None:
        if self.choose is not None:
            self.choose(index)

    @property
    def view(self) -> pygame.Rect:
        """The field without a margin at its left and half of one at its top."""
        return self.rect.inflate(-self._gap, -self._gap).move(self._gap // 2, 0)

    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        theme, gap = ui.theme, ui.theme.px(8)
        width, height = board_size(self.game.id, theme.tx(CELL))
        if self.named:
            width, height = max(width, theme.tx(66)), height + theme.tx(CHIP + 2)
        return max(1, (self.rect.w - gap) // (width + gap)), (width, height), gap

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(8), c.table2, c.hair, 1)
        super().draw(ui, target)

    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        theme, cell, side = ui.theme, self.cells[index], ui.theme.tx(16)
        board = pygame.Rect((0, 0), board_size(self.game.id, theme.tx(CELL)))
        board.bottomleft = box.bottomleft
        draw_position(ui, target, board, self.game, cell.state, lit=index == self.at)
        sign = badge(ui, cell.value, side)
        if not cell.text:
            target.blit(sign, (board.right - side, board.bottom - side))
            return
        chip, middle = theme.tx(CHIP), box.y + theme.tx(CHIP) // 2
        x = move_chip(ui, target, box.x, middle, chip, cell.text, self.colour).right + theme.tx(4)
        target.blit(sign, (x, middle - side // 2))
        at = (x + side + theme.tx(3), middle)
        theme.blit_text(target, ui.tr.number(cell.plies), 14, at, bold=True)
