"""A plan on the board and in words: marks of cells, fenced columns, sentences beside marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pygame

from engine.messages import message
from engine.protocols import Game
from engine.solvers.connect4_why import Explanation, explainable
from engine.solvers.connect4_why_text import PlanMark, PlanView, column_names, sentences, view_plan
from gui.boards.marks import Point, Token, ghost, number, star_points
from gui.boards.words import is_turned
from gui.kit import Label
from gui.kit.accessible import AccessibleInfo, Role
from gui.kit.layout import Box, Flexible, Layout, NoShrink, Row, Wrap
from gui.kit.widget import Size, Widget
from gui.protocols import BoardMarks
from gui.theme import Colour, mix
from gui.ui import Ui

READABLE, READABLE_ON_PLATE = 4.5, 3.0  # contrasts of ink on a hole and on the darkened plate
DARK = (20, 17, 10, 92)  # of the plate behind a fenced column


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(first: Colour, second: Colour) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def plan_ink(ground: Colour, colour: Colour, contrast: float = READABLE) -> Colour:
    """Return a player's colour, moved away from the ground until it can be read on it."""
    away = (0, 0, 0) if _luminance(ground) > 0.18 else (255, 255, 255)
    steps = (mix(colour, away, step * 0.08) for step in range(13))
    return next((ink for ink in steps if _contrast(ink, ground) >= contrast), away)


def draw_mark(
    ui: Ui,
    target: pygame.Surface,
    centre: Point,
    cell: int,
    ink: Colour,
    mark: PlanMark,
    step: int = 1,
    around: bool = False,
) -> None:
    """Draw a mark in a cell of a size, a later one with its step, an end `around` another mark."""

    def draw(canvas: pygame.Surface, scale: int) -> None:
        unit = cell * scale
        x = y = unit / 2
        line = max(scale, round(0.034 * unit))
        if mark is PlanMark.TAKE:
            pygame.draw.circle(canvas, ink, (x, y), 0.083 * unit)
        elif mark is PlanMark.LATER:
            reach = 0.3 * unit
            corners = ((x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach))
            pygame.draw.polygon(canvas, ink, corners, line)
        elif mark is PlanMark.TOP:
            pygame.draw.circle(canvas, ink, (x, y + 0.055 * unit), 0.074 * unit)
            middle, reach, half = y - 0.125 * unit, 0.10 * unit, 0.0475 * unit
            tips = ((x - reach, middle + half), (x, middle - half), (x + reach, middle + half))
            width = max(scale, round(0.06 * unit))
            pygame.draw.lines(canvas, ink, False, tips, width)
            for tip in tips:
                pygame.draw.circle(canvas, ink, tip, width / 2)
        elif mark is PlanMark.END:
            reach, inner = (0.4, 0.24) if around else (0.18, 0.054)
            pygame.draw.polygon(canvas, ink, star_points(x, reach * unit, inner * unit))
            if around:
                pygame.draw.circle(canvas, (0, 0, 0, 0), (x, y), 0.285 * unit)
            pygame.draw.circle(canvas, ink, (x, y), 0.285 * unit, line)
        elif mark is PlanMark.FIRST:
            pygame.draw.circle(canvas, (*ink, 105), (x, y), 0.4 * unit)
            pygame.draw.circle(canvas, ink, (x, y), 0.4 * unit, 2 * line)

    picture = ui.brush.kept(("plan", mark, around, cell, ink), (cell, cell), draw)
    target.blit(picture, picture.get_rect(center=centre))
    if mark is PlanMark.LATER:
        size = max(8.0, 0.27 * cell / ui.theme.text_u)
        ui.theme.blit_text(target, str(step), size, centre, ink, bold=True, align=0.5)


def fence_picture(
    ui: Ui, size: tuple[int, int], cell: int, holes: Sequence[Point], radius: float, ink: Colour
) -> pygame.Surface:
    """Return the dark ground with a dashed edge behind the empty holes of a column.

    `holes` are their centres in the picture.
    """

    def draw(canvas: pygame.Surface, scale: int) -> None:
        box = pygame.Rect((0, 0), (size[0] * scale, size[1] * scale))
        pygame.draw.rect(canvas, DARK, box, border_radius=round(0.3 * cell * scale))
        width = max(scale, round(0.03 * cell * scale))
        pygame.draw.rect(canvas, ink, box, width, border_radius=round(0.3 * cell * scale))
        dash, gap = round(0.13 * cell * scale), round(0.11 * cell * scale)
        corner = round(0.3 * cell * scale)
        for start in range(corner, box.w - corner - gap, dash + gap):
            canvas.fill(DARK, (start, 0, gap, width))
            canvas.fill(DARK, (start, box.h - width, gap, width))
        for start in range(corner, box.h - corner - gap, dash + gap):
            canvas.fill(DARK, (0, start, width, gap))
            canvas.fill(DARK, (box.w - width, start, width, gap))
        for x, y in holes:
            pygame.draw.circle(canvas, (0, 0, 0, 0), (x * scale, y * scale), radius * scale)

    return ui.brush.kept(("fence", size, cell, tuple(holes), ink), size, draw, factor=2)


class NumberedDisc(Widget):
    """A disc with the number of its column, in a line of play beside a board."""

    def __init__(
        self, token: Token, player: int, column: int, *, faint: bool = False, last: bool = False
    ) -> None:
        super().__init__()
        self.token = token
        self.player = player
        self.column = column
        self.faint = faint
        self.last = last  # a list of moves opens at it

    def shown_first(self, ui: Ui) -> pygame.Rect | None:
        return self.rect if self.last else None

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.TEXT, str(self.column))

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(22), ui.theme.tx(22)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side = ui.theme.tx(22)
        box = pygame.Rect(0, 0, side, side)
        box.midleft = self.rect.midleft
        picture = self.token(self.player, side)
        target.blit(ghost(picture, False) if self.faint else picture, box)
        number(ui, target, box.center, self.column, side)


class PlanMarkIcon(Widget):
    """A mark in a small hole, beside the sentence that explains it."""

    def __init__(self, mark: PlanMark, player: int, step: int) -> None:
        super().__init__()
        self.mark = mark
        self.player = player
        self.step = step

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(24)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        side, colours = ui.theme.tx(24), ui.theme.colours
        box = pygame.Rect(0, 0, side, side)
        box.midtop = self.rect.midtop
        colour = colours.player(self.player)
        if self.mark is PlanMark.FENCE:
            box = box.inflate(-side // 3, 0)
            ui.brush.rounded(target, box, side // 4, colours.frame_side)
            ink = plan_ink(colours.frame_side, colour, READABLE_ON_PLATE)
            holes = [(box.w // 2, box.h // 4), (box.w // 2, 3 * box.h // 4)]
            for x, y in holes:
                ui.brush.disc(target, (box.x + x, box.y + y), side * 0.16, colours.hole)
            picture = fence_picture(ui, box.size, side, holes, side * 0.14, ink)
            target.blit(picture, box)
            return
        ui.brush.disc(target, box.center, side / 2, colours.hole)
        ink = plan_ink(colours.hole, colour)
        draw_mark(ui, target, box.center, round(side * 1.3), ink, self.mark, self.step)


# -- sentences -------------------------------------------------------------------------------------


SHOWN_LINE = 6  # moves of best play on the board


def plan_heading(game: Game[Any], answer: Explanation, ui: Ui) -> Layout:
    """Return the first sentence of an explanation."""
    return Label(ui.tr(sentences(explainable(game), answer)[0].text), 16, bold=True)


def plan_lines(
    game: Game[Any], answer: Explanation, ui: Ui, token: Token, step: int | None = None
) -> Iterator[Layout]:
    """Yield the other sentences, of one step or all; marks beside theirs, moves as discs."""
    colour = 0 if answer.holder is None else answer.holder ^ is_turned(game)
    for sentence in sentences(explainable(game), answer)[1:]:
        if step not in (None, sentence.step):
            continue
        text = ui.tr(sentence.text)
        if sentence.text.key == "plan.line":
            yield Label(ui.tr("plan.best_line"), 14, quiet=True)
            yield plan_discs(game, answer, token)
        elif sentence.mark is None:
            quiet = not (sentence.weighs or sentence.replies)
            yield Label(text, 14, bold=sentence.weighs, quiet=quiet)
        else:
            icon = NoShrink(PlanMarkIcon(sentence.mark, colour, sentence.step))
            yield Row(icon, Flexible(Label(text, 14)), gap=10)
        for reply in sentence.replies:
            assert answer.holder is not None
            asked = [NumberedDisc(token, 1 - answer.holder, move) for move in reply.moves]
            answered = NumberedDisc(token, answer.holder, reply.move)
            key = f"plan.reply.{reply.rule.name.lower()}"
            text = ui.tr(message(key, columns=column_names(reply.threats)))
            why = Label(text, 14, middle=True)
            arrow = Box(Label(">", 14, quiet=True, middle=True), width=10)
            yield Wrap(*asked, arrow, answered, why, gap=5, row_gap=5)


def plan_discs(game: Game[Any], answer: Explanation, token: Token) -> Layout:
    """Return a line of best play as discs with their columns, those not on the board faint."""
    player = game.to_move(answer.state)
    discs = [
        NumberedDisc(token, (player + ply) % 2, move, faint=ply >= SHOWN_LINE)
        for ply, move in enumerate(answer.line)
    ]
    return Wrap(*discs, gap=4, row_gap=6)


def board_line(answer: Explanation | None) -> BoardMarks | None:
    """Return the first moves of best play as marks where no plan was found."""
    return BoardMarks(answer.line[:SHOWN_LINE]) if answer is not None and answer.line else None


def board_plan(
    game: Game[Any], answer: Explanation | None, step: int | None = None, begun: bool = False
) -> PlanView | None:
    """Return the marks of an explanation up to a step, or of all; None without any."""
    if answer is None or answer.holder is None:
        return None
    view = view_plan(explainable(game), answer, begun)
    cells = tuple(each for each in view.cells if step is None or each.step <= step)
    return replace(view, cells=cells) if cells or view.fences else None
