"""Panel of perfect play and mastery: the table filling from the end, exact values, the line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from engine.messages import Message, message
from engine.protocols import Estimate, Value
from engine.recording import Line
from engine.trace.draws import RandomMovePlayed, Thrown
from engine.trace.layers import (
    BestFound,
    LayerFilled,
    LayersResult,
    LineFollowed,
    MoveValued,
    SourceFound,
)
from gui.boards.values import badge
from gui.inspector.chips import (
    MoveInFlow,
    StepList,
    chip_width,
    dashes,
    move_chip,
    move_flow,
    side_colour,
    side_colours,
)
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import Panel, PanelCallbacks
from gui.inspector.solved_layer import OpenLayer, SolvedPositions, layer_page, open_layer
from gui.kit import Button, Label, ListRow
from gui.kit.chip_flow import ChipFlow
from gui.kit.layout import Column, Flexible, Layout, NoShrink, Row
from gui.kit.widget import Size, Widget
from gui.theme import mix
from gui.ui import Ui

PILLS = ("throw", "fill", "value", "best", "line", "draw")
ORDER = (Value.WIN, Value.DRAW, Value.LOSS)


class MoveRow(NamedTuple):
    """The exact value of a move, reported by the event at `step`."""

    step: int
    event: MoveValued
    text: str
    reached: bool  # its event has come
    best: bool  # among the best moves known so far
    played: bool


class LinePart(NamedTuple):
    """One move of the best line, reported by the event at `step`."""

    step: int
    line: Line
    text: str
    player: int
    reached: bool


def move_rows(frame: InspectorFrame) -> list[MoveRow]:
    """Return the moves of the decision with their values, also those after this moment."""
    best_event = frame.latest(BestFound)
    best: Sequence[int] = () if best_event is None else best_event.moves
    return [
        MoveRow(
            step,
            event,
            frame.move_text(event.move),
            step <= frame.step,
            event.move in best,
            bool(best) and event.move == frame.move,
        )
        for step, event in frame.events(MoveValued)
    ]


def line_parts(frame: InspectorFrame) -> list[LinePart]:
    """Return the moves of the best line, also those after this moment."""
    followed = ((step, event.line) for step, event in frame.events(LineFollowed))
    return [
        LinePart(step, line, frame.move_text(*line), frame.player_of(line), step <= frame.step)
        for step, line in followed
    ]


class LayersPanel(Panel):
    """Panel of exact values: their origin, and the value of each move."""

    believes = False

    def phases(self, frame: InspectorFrame) -> tuple[str, ...]:
        met = {event.phase for event in frame.recording.events}
        return tuple(phase for phase in PILLS if phase in met)

    def choice(self, frame: InspectorFrame) -> int | None:
        # Equal moves are drawn at random; the choice is known from the event of the line on.
        if isinstance(frame.now, LineFollowed | RandomMovePlayed):
            return frame.move
        return super().choice(frame)

    def __init__(self) -> None:
        self._positions: SolvedPositions | None = None

    def opened(self, frame: InspectorFrame) -> OpenLayer | None:
        """Return the layer that is open; None without one, or without a table."""
        result = frame.result(LayersResult)
        if result is None or not result.classes:
            return None
        if self._positions is None or self._positions.result is not result:
            self._positions = SolvedPositions(result)
        return self._positions.opened(frame)

    def picture(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        layers, moves = frame.events(LayerFilled), move_rows(frame)
        opened = self.opened(frame)
        if opened is not None:
            return layer_page(opened, frame, ui, act)
        rest: Layout | None = None
        if layers:
            rest = LayerChart(layers, frame, ui, act)
        elif moves:
            rest = ValueChart(moves, frame, ui, act)
        counts = self._totals_row(frame, ui, act) if layers else None
        throw = frame.latest(Thrown)
        strip = None if throw is None else ThrowStrip(throw)
        return Column(strip, Flexible(rest), counts, gap=8)

    @staticmethod
    def _totals_row(frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout:
        """Lay out the totals, with the button that opens the layer filled last."""
        label = Label(ui.tr(totals(frame)), 14, quiet=True, middle=True)
        result, last = frame.result(LayersResult), frame.latest(LayerFilled)
        if result is None or not result.classes:
            return label
        plies = 0 if last is None else last.plies
        button = Button(
            ui.tr("inspector.layers.open", plies=plies),
            partial(open_layer, frame, act, plies, 0),
            key="open layer",
            size=14,
        )
        return Row(Flexible(label), NoShrink(button), gap=12)

    def table(self, frame: InspectorFrame, ui: Ui, act: PanelCallbacks) -> Layout | None:
        moves, parts = move_rows(frame), line_parts(frame)
        if not moves or self.opened(frame) is not None:
            return None
        values = value_chips(moves, frame, ui, act) if frame.events(LayerFilled) else None
        event = frame.latest(SourceFound)
        key = (
            "inspector.layers.no_source" if event is None else f"watch.source.{event.source.value}"
        )
        source = Label(ui.tr("inspector.layers.source", source=ui.tr(key)), 14, quiet=True)
        line = line_chips(parts, frame, ui, act) if parts else None
        return Column(source, values, line, gap=6)


def size_of(layer: LayerFilled) -> int:
    """Return the number of positions of a layer, symmetric ones counted once."""
    return layer.win + layer.draw + layer.loss


def counts_text(layer: LayerFilled, ui: Ui) -> str:
    """Return the number of positions of a layer, and of all of them where some are symmetric."""
    count, apart = size_of(layer), layer.without_symmetry
    if apart == count:
        return ui.tr.number(count)
    return ui.tr("inspector.layers.counts", count=count, apart=apart)


def totals(frame: InspectorFrame) -> Message:
    """Return how many positions are filled in until this moment, of all."""
    layers = [layer for _, layer in frame.events(LayerFilled)]
    filled = [layer for step, layer in frame.events(LayerFilled) if step <= frame.step]
    return message(
        "inspector.layers.totals",
        filled=sum(map(size_of, filled)),
        whole=sum(map(size_of, layers)),
        apart=sum(layer.without_symmetry for layer in filled),
        whole_apart=sum(layer.without_symmetry for layer in layers),
    )


class ThrowStrip(Widget):
    """Strip of the digits 0 to 9: those that mean the perfect move, and the one drawn."""

    def __init__(self, throw: Thrown) -> None:
        super().__init__("inspector throw")
        self.throw = throw

    def size_hint(self, ui: Ui, width: int) -> Size:
        side = ui.theme.tx(22)
        return min(10 * (side + 6), max(10 * (side + 2), width)), side + 6

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(22)
        step = min(side + theme.px(8), self.rect.w // 10)
        for number in range(10):
            box = pygame.Rect(self.rect.x + 3 + number * step, 0, side, side)
            box.centery = self.rect.centery
            perfect = number < self.throw.tenths
            face = mix(c.panel, c.accent, 0.3) if perfect else c.raised
            thrown = number == self.throw.thrown
            ui.brush.rounded(target, box, theme.px(6), face, c.line, 1)
            if thrown:
                around = box.inflate(6, 6)
                ui.brush.rounded(target, around, theme.px(8), None, c.accent, 2)
            theme.blit_text(target, str(number), 14, box.center, c.text, bold=thrown, align=0.5)


# -- growing lists ---------------------------------------------------------------------------------


class LayerChart(StepList):
    """A row per layer from the end up: won, drawn and lost positions, and their full total.

    It is no `Chart`: the rows scroll, and the arrow keys walk through them.
    """

    def __init__(
        self,
        layers: Sequence[tuple[int, LayerFilled]],
        frame: InspectorFrame,
        ui: Ui,
        act: PanelCallbacks,
    ) -> None:
        tr, theme, self.now, self.layers = ui.tr, ui.theme, frame.step, layers
        names = [tr("inspector.layers.plies", count=layer.plies) for _, layer in layers]
        counts = [counts_text(layer, ui) for _, layer in layers]
        rows = [
            ListRow(name, count if step <= self.now else "")
            for name, count, (step, _) in zip(names, counts, layers, strict=True)
        ]
        super().__init__(rows, [step for step, _ in layers], frame.step, ui, act)
        self._longest = max(1, *(layer.without_symmetry for _, layer in layers))
        self._left = max(theme.width(name, 16) for name in names) + theme.tx(28)
        self._right = max(theme.width(count, 14) for count in counts) + theme.tx(36)
        if frame.result(LayersResult) is not None:
            self.open_row = lambda row: open_layer(frame, act, layers[row][1].plies, 0)

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        super().draw_row(ui, target, index, rect.inflate(-8, 0))
        step, layer = self.layers[index]
        room = pygame.Rect(rect.x + self._left, 0, 0, ui.theme.tx(14))
        room.w, room.centery = rect.w - self._left - self._right, rect.centery
        self._draw_bar(ui, target, room, layer, step <= self.now)

    def _draw_bar(
        self, ui: Ui, target: pygame.Surface, room: pygame.Rect, layer: LayerFilled, filled: bool
    ) -> None:
        theme, c, longest = ui.theme, ui.theme.colours, self._longest
        width = max(4, room.w * layer.without_symmetry // longest)
        outline = pygame.Rect(room.x, room.y, width, room.h)
        if not filled:
            dashes(target, outline, c.line)
            return
        ui.brush.rounded(target, outline, theme.px(3), mix(c.table2, c.line, 0.6), c.line, 1)
        left = float(outline.x)
        for value, count in zip(ORDER, (layer.win, layer.draw, layer.loss), strict=True):
            part = room.w * count / longest
            if count:
                box = pygame.Rect(round(left), outline.y, max(2, round(part)), outline.h)
                target.fill(c.value(value), box.clip(outline))
            left += part


class ValueChart(StepList):
    """A row per move: its exact value with the plies to the end."""

    def __init__(
        self, moves: Sequence[MoveRow], frame: InspectorFrame, ui: Ui, act: PanelCallbacks
    ) -> None:
        steps = [each.step for each in moves]
        super().__init__([ListRow(each.text) for each in moves], steps, frame.step, ui, act)
        self.moves = moves
        if frame.step > max(steps):
            # Every value is reported: select the move that is played, not the last reported one.
            played = (place for place, each in enumerate(moves) if each.event.move == frame.move)
            self.chosen = next(played, -1)
        self.colour = side_colour(ui, act, frame.game, frame.mover)

    def draw_row(self, ui: Ui, target: pygame.Surface, index: int, rect: pygame.Rect) -> None:
        theme, each = ui.theme, self.moves[index]
        self.draw_ground(ui, target, index, rect.inflate(-8, -2))
        side, faint, left = theme.tx(22), not each.reached, rect.x + theme.tx(14)
        names = max(chip_width(theme, row.text, side) for row in self.rows)
        chip = left, rect.centery, side, each.text, self.colour
        move_chip(ui, target, *chip, lit=each.best, faint=faint)
        if faint:
            return
        x = left + names + theme.tx(16)
        if each.event.value is not None:
            side = theme.tx(20)
            target.blit(badge(ui, each.event.value, side), (x, rect.centery - side // 2))
        text, at = ui.tr(value_text(each.event)), (x + theme.tx(28), rect.centery)
        theme.blit_text(target, text, 14, at, bold=each.best)


def value_text(event: MoveValued) -> Message:
    """Return a proved value in words."""
    if event.value is None:
        return message("inspector.layers.unproved")
    name = event.value.name.lower()
    if event.plies is None:
        return message(f"inspector.layers.{name}_sometime")
    return message(f"inspector.layers.{name}", count=event.plies)


# -- strips ----------------------------------------------------------------------------------------


def value_chips(
    moves: Sequence[MoveRow], frame: InspectorFrame, ui: Ui, act: PanelCallbacks
) -> ChipFlow:
    """Lay out every move with its exact value and the plies to the end; a click goes there."""
    colour = side_colour(ui, act, frame.game, frame.mover)
    chips = []
    for each in moves:
        lit, event = each.step == frame.step or (each.played and each.best), each.event
        truth = Estimate(event.move, value=event.value, remoteness=event.plies)
        chips.append(MoveInFlow(each.text, colour, each.reached, lit, truth))
    reached = [place for place, each in enumerate(moves) if each.reached]
    played = [place for place, each in enumerate(moves) if each.played]
    at, lead = (played or reached[-1:] or [0])[0], ui.tr("inspector.layers.moves")
    return move_flow(
        "inspector values", chips, at, lambda place: act.go_to_step(moves[place].step), lead, ui
    )


def line_chips(
    line: Sequence[LinePart], frame: InspectorFrame, ui: Ui, act: PanelCallbacks
) -> ChipFlow:
    """Lay out the best line; a click or the arrows step through it on the board."""
    colours, at = side_colours(ui, act, frame.game), sum(each.reached for each in line) - 1
    chips = [
        MoveInFlow(each.text, colours[each.player], each.reached, each.step == frame.step)
        for each in line
    ]
    lead = ui.tr("inspector.layers.line")
    return move_flow(
        "inspector line", chips, at, lambda place: act.go_to_step(line[place].step), lead, ui
    )
