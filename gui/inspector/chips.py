"""Parts that the panels share: chips and badges, branches, lists of steps, the table of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import pygame

from engine.protocols import Estimate, Game, game_key
from engine.recording import Line
from gui.boards.heap_graph import double_diamond
from gui.boards.marks import INK_DARK, INK_LIGHT
from gui.boards.values import badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.panel import PanelCallbacks
from gui.kit import ListBox, ListRow
from gui.kit.chip_flow import Chip, ChipFlow
from gui.kit.table import Table, TableCell, TableColumn
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

MARK = 24  # pixels of the mark whose colour is measured
DASH, DASH_GAP = 5, 4  # in pixels


def walked(lines: Sequence[Line], at: Line, across: int, down: int) -> Line:
    """Return where an arrow leads in a tree: left the parent, right the child, else beside it."""
    if across < 0:
        return at[:-1]
    if across > 0:
        return next((line for line in lines if line[:-1] == at), at)
    beside = [line for line in lines if len(line) == len(at)]
    place = beside.index(at) + down if at in beside else -1
    return beside[place] if 0 <= place < len(beside) else at


def side_colour(ui: Ui, act: PanelCallbacks, game: Game[Any], player: int) -> Colour:
    """Return the colour of a side: the most frequent colour of its mark on the board."""

    def commonest() -> Colour:
        mark = act.token(player, MARK)
        places = product(range(mark.get_width()), range(mark.get_height()))
        inks = Counter(tuple(ink[:3]) for ink in map(mark.get_at, places) if ink.a > 250)
        red, green, blue = inks.most_common(1)[0][0]
        return red, green, blue

    theme = ui.theme
    # The options decide which side begins, and so which colour belongs to which player.
    key = ("side", theme.look, theme.safe_palette, game_key(game), player)
    return theme.remember(key, commonest)


def side_colours(ui: Ui, act: PanelCallbacks, game: Game[Any]) -> tuple[Colour, Colour]:
    """Return the colours of both sides."""
    return side_colour(ui, act, game, 0), side_colour(ui, act, game, 1)


def ink_on(colour: Colour) -> Colour:
    """Return dark or light ink, whichever has more contrast."""
    red, green, blue = colour
    return INK_DARK if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else INK_LIGHT


def chip_width(theme: Theme, text: str, height: int) -> int:
    """Return the width of a move's chip."""
    return max(height, theme.width(text, 14, True) + theme.tx(10))


def move_chip(
    ui: Ui,
    target: pygame.Surface,
    left: int,
    middle: int,
    height: int,
    text: str,
    colour: Colour,
    *,
    lit: bool = False,
    faint: bool = False,
    crossed: bool = False,
) -> pygame.Rect:
    """Draw a move as a disc or a pill: lit on the line, faint if pending, crossed if cut."""
    theme, c = ui.theme, ui.theme.colours
    box = pygame.Rect(left, 0, chip_width(theme, text, height), height)
    box.centery = middle
    face = mix(c.table2, colour, 0.45) if faint else colour
    radius = height // 2
    if crossed:
        ui.brush.rounded(target, box, radius, c.table2, c.text2, 1)
        ink = c.text2
    else:
        ui.brush.rounded(target, box, radius, face, mix(face, (0, 0, 0), 0.25), 1)
        ink = ink_on(face)
    if lit:
        around = box.inflate(theme.px(4) + 2, theme.px(4) + 2)
        ui.brush.rounded(target, around, around.h // 2, None, c.accent, 2)
    theme.blit_text(target, text, 14, box.center, ink, bold=True, align=0.5)
    return box


def truth_badge(
    ui: Ui, target: pygame.Surface, left: int, middle: int, truth: Estimate | None, plies: bool
) -> int:
    """Draw the exact value of a move with the plies to the end; return its width, 0 if unknown."""
    if truth is None or truth.value is None:
        return 0
    theme, side = ui.theme, ui.theme.tx(18)
    target.blit(badge(ui, truth.value, side), (left, middle - side // 2))
    if not plies or truth.remoteness is None:
        return side
    text = ui.tr.number(truth.remoteness)
    left += side + theme.tx(4)
    theme.blit_text(target, text, 14, (left, middle), bold=True)
    return side + theme.tx(4) + theme.width(text, 14, True)


def draw_lost(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    """Draw the sign of a position in the kernel, which is lost for the player to move."""
    double_diamond(target, (x, y), ui.theme.tx(3), ui.theme.colours.accent, ui.theme.colours.panel)


def draw_shares(ui: Ui, target: pygame.Surface, bar: pygame.Rect, shares: Sequence[float]) -> None:
    """Draw won, drawn and lost fractions side by side."""
    c, x = ui.theme.colours, float(bar.x)
    for fraction, ink in zip(shares, (c.win, c.draw, c.loss), strict=True):
        end = x + bar.w * fraction
        target.fill(ink, (round(x), bar.y, round(end) - round(x), bar.h))
        x = end


def dashes(target: pygame.Surface, box: pygame.Rect, ink: Colour) -> None:
    """Draw a dashed edge."""
    for start in range(0, max(box.size), DASH + DASH_GAP):
        for line in ((start, 0), (start, box.h - 1)):
            target.fill(ink, pygame.Rect(line, (DASH, 1)).move(box.topleft).clip(box))
        for line in ((0, start), (box.w - 1, start)):
            target.fill(ink, pygame.Rect(line, (1, DASH)).move(box.topleft).clip(box))


def branch(
    target: pygame.Surface,
    start: tuple[int, int],
    end: tuple[int, int],
    ink: Colour,
    width: int = 1,
) -> None:
    """Draw a curve from a position to one of its successors."""
    (x0, y0), (x1, y1) = start, end
    points = []
    for step in range(17):
        fraction = step / 16
        bent = fraction * fraction * (3 - 2 * fraction)
        points.append((x0 + (x1 - x0) * fraction, y0 + (y1 - y0) * bent))
    for shift in range(width):
        pygame.draw.aalines(target, ink, False, [(x, y + shift) for x, y in points])


ROW, TABLE_ROW = 28, 25
MAX_LINES = 2  # lines of chips; further lines scroll
LINE, LEAST_LINE = 30, 32  # the height of a line of chips, at least so many pixels


class StepList(ListBox):
    """Rows of which each is a step, on a sunken field; a click or the arrows go there."""

    def __init__(
        self, rows: Sequence[ListRow], steps: Sequence[int], now: int, ui: Ui, act: PanelCallbacks
    ) -> None:
        at = [place for place, step in enumerate(steps) if step <= now]
        height = max(ROW, ui.theme.tx(ROW - 4))
        super().__init__(
            rows,
            height,
            lambda place: act.go_to_step(steps[place]),
            chosen=at[-1] if at else -1,
            key="inspector picture",
        )

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        ui.brush.rounded(target, self.rect, ui.theme.px(8), c.table2, c.hair, 1)
        super().draw(ui, target)


class MoveInFlow(NamedTuple):
    """A move in a flow: pale until it is reached, then with a note and its exact value."""

    text: str
    colour: Colour
    reached: bool
    lit: bool  # framed
    truth: Estimate | None = None
    note: str = ""
    good: bool = False  # its note stands out


def move_flow(
    key: str, moves: Sequence[MoveInFlow], at: int, choose: Callable[[int], None], lead: str, ui: Ui
) -> ChipFlow:
    """Lay out moves after a quiet text; a click or the arrows choose one."""
    theme, height = ui.theme, ui.theme.tx(22)

    def draw(ui: Ui, target: pygame.Surface, box: pygame.Rect, *, each: MoveInFlow) -> None:
        c, box = theme.colours, box.inflate(0, -4)
        if each.lit:
            ground = mix(c.panel, c.accent, 0.14)
            ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
        left, y, faint = box.x + theme.tx(4), box.centery, not each.reached
        x = move_chip(ui, target, left, y, height, each.text, each.colour, faint=faint).right
        if each.reached:
            ink, place = c.accent if each.good else c.text2, (x + theme.tx(4), y)
            x = theme.blit_text(target, each.note, 14, place, ink).right
            truth_badge(ui, target, x + theme.tx(4), y, each.truth, plies=True)

    def chip(each: MoveInFlow) -> Chip:
        width = chip_width(theme, each.text, height) + theme.width(each.note, 14) + theme.tx(8)
        if each.truth is not None:
            plies = "" if each.truth.remoteness is None else ui.tr.number(each.truth.remoteness)
            width += theme.tx(34) + theme.width(plies, 14, True)
        return Chip(width, partial(draw, each=each))

    line = max(LINE, LEAST_LINE / theme.text_u)
    chips = list(map(chip, moves))
    return ChipFlow(
        chips, lead=lead, at=at, choose=choose, line_height=line, max_lines=MAX_LINES, key=key
    )


def move_table(
    frame: InspectorFrame,
    ui: Ui,
    act: PanelCallbacks,
    moves: Sequence[int],
    rows: Mapping[str, Sequence[TableCell]],
    ranks: Sequence[float],
) -> Table:
    """Lay out named rows with a cell for each move; moves of low rank leave first."""
    token = act.token(frame.mover, ui.theme.tx(16))
    order = sorted(range(len(moves)), key=lambda at: ranks[at])
    drops = {at: place for place, at in enumerate(order, start=1)}
    drops[order[-1]] = 0
    heads = [TableCell(frame.move_text(each), size=16, bold=True, picture=token) for each in moves]
    columns = [TableColumn(head, 0.5, drops[at]) for at, head in enumerate(heads)]
    quiet = ui.theme.colours.text2
    named = [[TableCell(name, ink=quiet), *cells] for name, cells in rows.items()]
    return Table(
        [TableColumn("", 0), *columns],
        named,
        row_height=TABLE_ROW,
        head_height=TABLE_ROW,
        even=True,
        key="figures",
    )


def truth_cell(ui: Ui, truth: Estimate | None) -> TableCell:
    """Return the exact value of a move with the plies to the end, empty if unknown."""
    if truth is None or truth.value is None:
        return TableCell()
    plies = "" if truth.remoteness is None else ui.tr.number(truth.remoteness)
    return TableCell(plies, bold=True, picture=badge(ui, truth.value, ui.theme.tx(20)))


def figure(ui: Ui, text: str, note: str = "", *, best: bool = False) -> TableCell:
    """Return a number with a note; the best one has the accent's frame."""
    ink = ui.theme.colours.accent if best else None
    return TableCell(text, note=note, mono=True, best=best, ink=ink)
