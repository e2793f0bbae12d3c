"""Panel of the learner: every bag as beads, the draw from one of them, the learning curve."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pygame

from engine.intervals import percent, whole_percent
from engine.messages import Message, message
from engine.naming import listed_text, name_list, name_text, times_text
from engine.protocols import Game, game_key
from engine.trace.bags import BagDrawn, BagsLearned
from gui.boards.heap_graph import double_diamond
from gui.boards.marks import INK_DARK
from gui.boards.previews import thumbnail
from gui.boards.values import percent_text
from gui.inspector.bags_view_model import BagsViewModel, BagViewModel, bags_view_model, bead_unit
from gui.inspector.chips import draw_lost
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.kit import Button, Label, Shortened
from gui.kit.chart import (
    Chart,
    ChartAxis,
    ChartLegend,
    ChartMark,
    LegendEntry,
    LineSeries,
    Marker,
    Tick,
    legend_sign,
)
from gui.kit.layout import Box, Card, Column, FixedHeight, Flexible, Layout, NoShrink, Row
from gui.kit.scroll import CellGrid
from gui.kit.text_wrap import shorten
from gui.kit.widget import Size, Widget
from gui.protocols import BoardState
from gui.theme import SMALLEST_TARGET, Colour, Theme, mix
from gui.ui import Ui

SIGN = 18  # the side of a sign of the legend
CELL, CELL_HEIGHT, BOARD, PITCH = 82, 132, 48, 4
BOARD_CELL = 104  # the width of the bag of a board, which has more moves
# The least heights of a bag below its name: moves, their number, and a few beads or only one.
LEAST_STACK, LOW_STACK = 66, 50
FEW_GAMES = 20  # after fewer, no stack is high
TABLE_HEIGHT = 120
CURVE_SIZE = (320, 170, 88)  # of the chart below its title
MAX_BEADS = 60  # a larger bag is drawn as fractions only
CHIP = 20  # the height of the chip with a move
GROWN = "+1"
IVORY: Colour = (245, 236, 214)


def bags_legend(view_model: BagsViewModel, ui: Ui, *, align: float = 0.0) -> ChartLegend:
    """Return the meaning of the signs on the bags; lost positions only where theory knows them."""
    signs = {}
    if any(bag.entry.lost for bag in view_model.bags):
        signs["lost"] = legend_sign(ui, SIGN, draw_lost)
    if any(bag.entry.right for bag in view_model.bags):
        signs["right"] = legend_sign(ui, SIGN, draw_right)
    entries = [LegendEntry(ui.tr(f"inspector.bags.{name}"), sign) for name, sign in signs.items()]
    return ChartLegend(entries, align=align)


class BagsPanel(Panel):
    """Panel of a learner: its bags, and the bead it drew."""

    def __init__(self) -> None:
        self.view_model = lru_cache(maxsize=1)(bags_view_model)

    def phases(self, frame: InspectorFrame) -> tuple[str, ...]:
        learned = ("learned",) if frame.events(BagsLearned) else ()
        return (*learned, "bag", "draw")

    def legend(self, frame: InspectorFrame, ui: Ui) -> Layout | None:
        """Return the signs of the bags, those of lost positions where theory knows them."""
        return Box(bags_legend(self.view_model(frame), ui, align=1.0), at=0.5)

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        return BagGrid(self.view_model(frame), frame.game, ui)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        view_model = self.view_model(frame)
        curve = curve_card(view_model, ui, act.train)
        if view_model.present is None:
            return curve
        name = bag_name(view_model.present, view_model.boards)
        bag = BagInUse(view_model.present, name, view_model.drawn)
        return Row(Flexible(bag), Flexible(curve), gap=16)

    def choice(self, frame: InspectorFrame) -> int | None:
        draw = frame.latest(BagDrawn)
        return None if draw is None else draw.move

    def card(self, frame: InspectorFrame) -> tuple[Message, ...]:
        view_model = self.view_model(frame)
        if view_model.present is None:
            return ()
        messages = [Message("inspector.bags.alone")] if view_model.alone else []
        if view_model.present.elsewhere:
            key = "inspector.bags.turned" if view_model.boards else "inspector.bags.sorted"
            messages.append(Message(key))
        if view_model.drawn is None:
            return tuple(messages)
        chance = dict(view_model.present.entry.moves)[view_model.drawn]
        return (
            message("inspector.bags.drawn", move=name_text(frame.game, view_model.drawn)),
            message("inspector.bags.chance", chance=chance, count=view_model.present.whole),
            *messages,
        )


def draw_right(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    """Draw the mark of a right move."""
    reach = ui.theme.tx(4)
    points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    pygame.draw.polygon(target, ui.theme.colours.accent, points)


def bag_name(bag: BagViewModel, boards: bool) -> Message:
    """Return the name of a bag; the bag of a board has none."""
    key = "inspector.bags.board" if boards else "inspector.bags.bag"
    return message(key, name=bag.entry.position)


def tone(ui: Ui, index: int) -> Colour:
    """Return the colour of a move's beads, by its place in the bag."""
    c = ui.theme.colours
    return (c.take1, c.take2, c.take3)[index % 3]


class BagGrid(CellGrid):
    """All bags, as many in a row as fit; the arrow keys move between them."""

    def __init__(
        self, view_model: BagsViewModel, game: Game[Any], ui: Ui, key: str = "inspector picture"
    ) -> None:
        self._present = next((i for i, bag in enumerate(view_model.bags) if bag.entry.present), 0)
        super().__init__(len(view_model.bags), self._present, key)
        self.ui = ui
        self.view_model = view_model
        self.game = game
        self._rows = 1  # in view
        self._unit = 1  # the beads for which a thin bead stands

    def adopt_state(self, old: Widget) -> None:
        """Keep the selected bag too, while the bags are the same."""
        super().adopt_state(old)
        if isinstance(old, BagGrid) and (old.count, old._present) == (self.count, self._present):
            self.at = old.at

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        least = 2 * self._cell_width(theme) + theme.px(8)
        natural = 8 * (theme.tx(CELL) + theme.px(8))
        return min(natural, max(least, width)), theme.tx(CELL_HEIGHT) + self._foot(ui)

    @staticmethod
    def _foot(ui: Ui) -> int:
        return ui.theme.line_height(14) + ui.theme.px(8)

    def _listed(self, ui: Ui, bag: BagViewModel) -> str:
        """Return the moves of a bag with their beads, the most first."""
        moves = sorted(bag.entry.moves, key=lambda move: -move[1])
        texts = [times_text(listed_text(self.game, text), count) for text, count in moves]
        named = bag_name(bag, self.view_model.boards)
        return ui.tr("inspector.bags.listed", bag=named, content=name_list(texts))

    def _cell_width(self, theme: Theme) -> int:
        """Return the least width of a bag, which holds the name of most heaps."""
        if self.view_model.boards:
            return theme.tx(BOARD_CELL)
        names = [theme.width(bag.entry.position, 14, True) for bag in self.view_model.bags]
        return max(theme.tx(CELL), max(names, default=0) + theme.tx(14 + 8 + 4) + 6)

    def _named_width(self, theme: Theme) -> int:
        """Return the width at which every move of a heap game has its name; 0 for boards."""
        if self.view_model.boards:
            return 0
        bags = [bag.entry.moves for bag in self.view_model.bags]
        texts = {text for moves in bags for text, _ in moves}
        widest = max((theme.width(text, 14, True) for text in texts), default=0)
        return max(map(len, bags), default=0) * (widest + theme.tx(4)) + theme.tx(8)

    @property
    def view(self) -> pygame.Rect:
        """The whole rows that fit above the line at the foot."""
        view = self.rect.copy()
        view.h = self._rows * (self._cell[1] + self._gap) - self._gap
        return view

    def tip(self, position: tuple[int, int]) -> str:
        index, bags = self.cell_at(position), self.view_model.bags
        if bags and position[1] >= self.rect.bottom - self._foot(self.ui):
            index = self.at  # the bag that the foot tells of
        return self._listed(self.ui, bags[index]) if index >= 0 else ""

    def arrange(self, ui: Ui) -> tuple[int, tuple[int, int], int]:
        """Make rows low where two are in sight then, or all while their stacks are low."""
        theme, gap, room = ui.theme, ui.theme.px(8), self.rect.h - self._foot(ui)
        cell = max(self._cell_width(theme), min(self.rect.w, self._named_width(theme)))
        columns = max(1, (self.rect.w + gap) // (cell + gap))
        usual, most = (
            max(1, (room + gap) // (self._head(ui) + theme.tx(stack) + gap))
            for stack in (LEAST_STACK, LOW_STACK)
        )
        needed = max(1, -(-self.count // columns))
        low = needed <= most and self.view_model.games < FEW_GAMES
        self._rows = min(needed, max(most if low else usual, min(2, most)))
        bar = theme.px(10) if needed > self._rows else 0
        width = (self.rect.w - bar - gap * (columns - 1)) // columns
        height = (room - gap * (self._rows - 1)) // self._rows
        return columns, (width, min(height, 2 * theme.tx(CELL_HEIGHT))), gap

    # -- drawing ---------------------------------------------------------------------------------

    def lay_out(self, ui: Ui) -> None:
        """Let a thin bead stand for so many that the largest visible stack fits."""
        super().lay_out(ui)
        bags = [self.view_model.bags[index] for index in self.visible()]
        largest = max((count for bag in bags for _, count in bag.entry.moves), default=1)
        below = ui.theme.tx(12 + CHIP) + ui.theme.line_height(14)
        self._unit = bead_unit(largest, (self._cell[1] - self._head(ui) - below) // PITCH)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        super().draw(ui, target)
        self._draw_foot(ui, target)

    def _head(self, ui: Ui) -> int:
        return ui.theme.tx(BOARD + 8 if self.view_model.boards else 26)

    def draw_cell(self, ui: Ui, target: pygame.Surface, index: int, box: pygame.Rect) -> None:
        theme, c, bag = ui.theme, ui.theme.colours, self.view_model.bags[index]
        dim = bag.untouched and not bag.entry.present
        ground = mix(c.table2, c.panel, 0.4) if dim else mix(c.table2, c.raised, 0.35)
        edge = c.text if bag.entry.present else c.accent if index == self.at else c.hair
        strong = 2 if bag.entry.present or index == self.at else 1
        ui.brush.rounded(target, box, theme.px(8), ground, edge, strong)
        self._draw_head(ui, target, box, bag, dim, ground)
        count = len(bag.entry.moves)
        pitch = min(theme.tx(36), (box.w - theme.tx(8)) // count)
        chip = pygame.Rect(0, 0, pitch - min(theme.tx(3), pitch // 4), theme.tx(CHIP))
        chip.bottom, left = box.bottom - theme.tx(12), box.centerx - count * pitch // 2
        for place in range(count):
            chip.centerx = left + place * pitch + pitch // 2
            self._draw_stack(ui, target, chip, bag, place)

    def _draw_stack(
        self, ui: Ui, target: pygame.Surface, chip: pygame.Rect, bag: BagViewModel, place: int
    ) -> None:
        """Draw a chip with a move, its beads and their count above, and the mark of a right move.

        A thin bead stands for `_unit` beads. The largest count stands there, the move and the
        other counts where the stack is as wide as they are.
        """
        theme, c, (text, count) = ui.theme, ui.theme.colours, bag.entry.moves[place]
        dim = bag.untouched and not bag.entry.present
        face = mix(c.table2, tone(ui, place), 0.4) if dim else tone(ui, place)
        ui.brush.rounded(target, chip, min(theme.px(5), chip.w // 3), face)
        named = theme.width(text, 14, True) <= chip.w
        if named:
            ink = c.text2 if dim else c.take_ink
            theme.blit_text(target, text, 14, chip.center, ink, bold=True, align=0.5)
        top = chip.top - 1
        for _ in range(-(-(count - 1) // self._unit)):
            top -= PITCH
            target.fill(face, (chip.x + 1, top, max(1, chip.w - 2), PITCH - 1))
        if text in bag.entry.right:
            draw_right(ui, target, chip.centerx, chip.bottom + theme.tx(6))
        number = ui.tr.number(count)
        largest = (text, count) == max(bag.entry.moves, key=lambda move: move[1])
        if largest or (named and theme.width(number, 14) <= chip.w + theme.tx(3)):
            at = (chip.centerx, top + 1 - theme.line_height(14) // 2)
            theme.blit_text(target, number, 14, at, c.text2 if dim else c.text, align=0.5)

    def _draw_head(
        self,
        ui: Ui,
        target: pygame.Surface,
        box: pygame.Rect,
        bag: BagViewModel,
        dim: bool,
        ground: Colour,
    ) -> None:
        """Draw the board, or the name with the sign of a lost position, and the mark of growth."""
        theme, c = ui.theme, ui.theme.colours
        mark = pygame.Rect(0, 0, theme.width(GROWN, 14, True) + theme.tx(8), theme.tx(20))
        mark.topright = (box.right - theme.tx(6), box.y + theme.tx(5))
        if self.view_model.boards:
            side = theme.tx(BOARD)
            state = self.game.parse(bag.entry.position)
            key = (game_key(self.game), bag.entry.position)
            picture = thumbnail(self.game, BoardState(state), (side, side), ui, key)
            target.blit(picture, (box.x + theme.tx(6), box.y + theme.tx(6)))
        else:
            left, middle = box.x + theme.tx(8), mark.centery
            if bag.entry.lost:
                sign = (left + theme.tx(7), middle)
                double_diamond(target, sign, theme.tx(3), c.accent, ground)
                left += theme.tx(14) + 6
            room = (mark.left if bag.grown else box.right - theme.tx(4)) - left
            name = shorten(theme, bag.entry.position, 14, room, True)
            ink = c.text2 if dim else c.text
            theme.blit_text(target, name, 14, (left, middle), ink, bold=True)
        if bag.grown:
            ui.brush.rounded(target, mark, theme.px(5), IVORY)
            theme.blit_text(target, GROWN, 14, mark.center, INK_DARK, bold=True, align=0.5)

    def _draw_foot(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        right, middle = self.rect.right, self.rect.bottom - theme.line_height(14) // 2
        legend = ui.tr("inspector.bags.unit", count=self._unit)
        if self._unit > 1:
            theme.blit_text(target, legend, 14, (right, middle), c.text2, align=1)
            right -= theme.width(legend, 14) + theme.tx(16)
        if self.view_model.bags:
            text = self._listed(ui, self.view_model.bags[self.at])
            text = shorten(theme, text, 14, right - self.rect.x)
            theme.blit_text(target, text, 14, (self.rect.x, middle), c.text)


# -- the bag in use --------------------------------------------------------------------------------


class BagInUse(Widget):
    """The bag of the position bead by bead, the drawn bead lifted out; a large bag as fractions."""

    def __init__(self, bag: BagViewModel, name: Message, drawn: str | None) -> None:
        super().__init__("inspector bag")
        self.bag = bag
        self.name = name
        self.drawn = drawn

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(340), max(theme.tx(170), width)), theme.tx(TABLE_HEIGHT)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, rect = ui.theme, ui.theme.colours, self.rect
        y = rect.y + theme.tx(10)
        name = theme.blit_text(target, ui.tr(self.name), 16, (rect.x, y), bold=True)
        room = rect.right - name.right - theme.tx(12)
        text = shorten(theme, ui.tr("inspector.bags.beads", count=self.bag.whole), 14, room)
        theme.blit_text(target, text, 14, (rect.right, y), c.text2, align=1)
        shares = pygame.Rect(rect.x, rect.y + theme.tx(24), rect.w, theme.tx(24))
        self._draw_shares(ui, target, shares)
        tray = pygame.Rect(rect.x, shares.bottom + theme.tx(8), rect.w, 0)
        tray.h = rect.bottom - tray.y
        if self.bag.whole <= MAX_BEADS:
            self._draw_beads(ui, target, tray)

    def _draw_shares(self, ui: Ui, target: pygame.Surface, bar: pygame.Rect) -> None:
        theme, c, done = ui.theme, ui.theme.colours, 0
        for index, (text, count) in enumerate(self.bag.entry.moves):
            start = bar.x + bar.w * done // self.bag.whole
            done += count
            box = pygame.Rect(start, bar.y, bar.x + bar.w * done // self.bag.whole - start, bar.h)
            box.w = max(2, box.w - 2)
            radius = min(theme.px(4), box.w // 2)
            edge = c.accent if text == self.drawn else None
            ui.brush.rounded(target, box, radius, tone(ui, index), edge, 2)
            fraction = whole_percent(count / self.bag.whole)
            label = ui.tr("inspector.bags.share", move=text, share=fraction)
            fitting = (each for each in (label, text) if theme.width(each, 14, True) + 6 <= box.w)
            ink, label = c.take_ink, next(fitting, "")
            theme.blit_text(target, label, 14, box.center, ink, bold=True, align=0.5)

    def _draw_beads(self, ui: Ui, target: pygame.Surface, tray: pygame.Rect) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, tray, theme.px(8), c.felt, c.wood, 2)
        beads = [
            (text, i) for i, (text, count) in enumerate(self.bag.entry.moves) for _ in range(count)
        ]
        lifted = next((i for i, (text, _) in enumerate(beads) if text == self.drawn), -1)
        shuffled = [bead for i, bead in enumerate(beads) if i != lifted]
        # fixed by the count, so that the picture does not depend on chance
        random.Random(len(beads)).shuffle(shuffled)
        out = theme.tx(40) if lifted >= 0 else 0
        room = tray.inflate(-theme.tx(12), -theme.tx(8))
        room.w -= out
        side = bead_side(len(shuffled), room, theme.tx(22), theme.tx(9))
        across = max(1, room.w // side)
        for place, (text, index) in enumerate(shuffled):
            row, column = divmod(place, across)
            centre = (room.x + column * side + side // 2, room.y + row * side + side // 2)
            self._draw_bead(ui, target, centre, side // 2 - 1, text, index)
        if lifted >= 0:
            centre = (tray.right - theme.tx(24), tray.centery)
            ui.brush.disc(target, centre, theme.tx(16), c.accent)
            ui.brush.disc(target, centre, theme.tx(14), c.felt)
            self._draw_bead(ui, target, centre, theme.tx(13), *beads[lifted])

    @staticmethod
    def _draw_bead(
        ui: Ui, target: pygame.Surface, centre: tuple[int, int], radius: int, text: str, index: int
    ) -> None:
        theme, colour = ui.theme, tone(ui, index)
        ui.brush.disc(target, centre, radius, mix(colour, (0, 0, 0), 0.3))
        ui.brush.disc(target, centre, radius - 1, colour)
        size = 14 * min(1.0, 1.5 * radius / max(1, theme.width(text, 14, True)))
        if size >= 8:
            ink = theme.colours.take_ink
            theme.blit_text(target, text, size, centre, ink, bold=True, align=0.5)


def bead_side(count: int, room: pygame.Rect, largest: int, least: int) -> int:
    """Return the largest size at which `count` beads fit."""
    side = largest
    while side > least and (room.w // side) * (room.h // side) < count:
        side -= 1
    return side


# -- the curve -------------------------------------------------------------------------------------


def score_text(ui: Ui, score: float) -> str:
    """Return a score against random play in per cent with one decimal, the same everywhere."""
    return ui.tr("training.percent", share=percent(score, 1))


def learning_curve(view_model: BagsViewModel, ui: Ui) -> Chart:
    """Return the plot of the score against random play over the number of games learned from.

    The moment that is shown is marked, else the last one.
    """
    curve, moment = view_model.curve, view_model.moment
    past = [point for point in curve if moment is None or point[0] <= moment]
    c, (games, score) = ui.theme.colours, (past or curve)[-1]
    last = max(1, view_model.games, curve[-1][0])
    # The axis begins at one half, or at 0 where the curve goes below it.
    low = 0.5 if all(each >= 0.5 for _, each in curve) else 0.0
    ends = (
        Tick(0, "0", line=False),
        Tick(last, ui.tr("inspector.bags.games", count=last), line=False),
    )
    levels = [Tick(level, percent_text(ui, level)) for level in (low, (1 + low) / 2, 1.0)]
    text = ui.tr("inspector.bags.today", count=games, score=score_text(ui, score))
    area = mix(c.table2, c.accent, 0.18)
    marks: list[ChartMark] = [
        LineSeries(curve, c.accent, fill=(area, area), base=low),
        Marker(games, score, c.accent, radius=4, rim=IVORY, label=text),
    ]
    across, up = ChartAxis(0, last, ends), ChartAxis(low, 1, levels)
    return Chart(across, up, marks, size=CURVE_SIZE, key="inspector curve")


def _low_button(theme: Theme) -> int:
    return max(SMALLEST_TARGET, theme.tx(26))


def curve_card(
    view_model: BagsViewModel, ui: Ui, train: Callable[[], None] | None = None
) -> Layout:
    """Lay out the learning curve below its title, or a sentence where there is none yet.

    `train` opens the training of this learner.
    """
    title: Layout = Shortened(ui.tr("inspector.bags.curve"), 14, maximum=1, middle=True)
    if train is not None:
        button = Button(ui.tr("inspector.bags.train"), train, key="train", size=14)
        title = Row(Flexible(title), NoShrink(FixedHeight(button, _low_button)), gap=8)
    shown: Layout = Label(ui.tr("inspector.bags.no_curve"), 14, quiet=True)
    if view_model.curve:
        shown = learning_curve(view_model, ui)
    return Card(Column(title, Flexible(shown), gap=2), pad=6, inner=10, foot=4)
