"""Legend of alpha-beta's picture: each mark beside its meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from engine.messages import Message, message
from engine.protocols import Value
from engine.trace.windows import ScoreBound
from gui.boards.values import badge
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.windows_text import side_of
from gui.ui import Ui

TEXT, GAP, BETWEEN = 14, 5, 16
DOT, BADGE, BAR = 5, 16, 22

DrawMark = Callable[[Ui, pygame.Surface, int, int], None]


class Meaning(NamedTuple):
    """A mark, and its meaning."""

    width: int  # of the mark
    draw: DrawMark  # draws from its left end, at its middle
    text: Message


def score_mark(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    """Draw a score that is exact for the search."""
    size = ui.theme.tx(DOT)
    ui.brush.disc(target, (x, y), size + 1, ui.theme.colours.table2)
    ui.brush.disc(target, (x, y), size, ui.theme.colours.accent)


def bound_mark(ui: Ui, target: pygame.Surface, x: int, y: int, bound: ScoreBound) -> None:
    """Draw a score that is only a bound: the mark points to the possible side."""
    size, c = ui.theme.tx(DOT), ui.theme.colours
    reach = size + 2 if bound is ScoreBound.AT_LEAST else -size - 2
    points = [(x, y - size - 1), (x + reach, y), (x, y + size + 1)]
    pygame.draw.polygon(target, c.accent, points)
    pygame.draw.aalines(target, c.table2, True, points)


def legend_of(frame: InspectorFrame) -> tuple[Meaning, ...]:
    """Return the marks with their meanings, for the second player with its direction."""
    mover = frame.game.to_move(frame.state)
    first, chooser = side_of(frame, 0), side_of(frame, mover)
    key = "inspector.windows.legend.score_low" if mover else "inspector.windows.legend.score"
    known = any(frame.truth((move,)) is not None for move in frame.game.moves(frame.state))
    truth = Meaning(BADGE, _badge, message("inspector.windows.legend.truth", first=first))
    return (
        Meaning(BAR, _window, message("inspector.windows.legend.window")),
        Meaning(2 * DOT, _dot, message(key, first=first, mover=chooser)),
        Meaning(2 * DOT + 8, _pointers, message("inspector.windows.legend.bound")),
        *([truth] if known else []),
    )


def _window(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    bar = pygame.Rect(x, y - ui.theme.tx(2), ui.theme.tx(BAR), ui.theme.tx(5))
    ui.brush.rounded(target, bar, bar.h // 2, ui.theme.colours.text2)


def _dot(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    score_mark(ui, target, x + ui.theme.tx(DOT), y)


def _pointers(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    middle = x + ui.theme.tx(2 * DOT + 8) // 2
    bound_mark(ui, target, middle - 2, y, ScoreBound.AT_MOST)
    bound_mark(ui, target, middle + 2, y, ScoreBound.AT_LEAST)


def _badge(ui: Ui, target: pygame.Surface, x: int, y: int) -> None:
    shape = badge(ui, Value.WIN, ui.theme.tx(BADGE))
    target.blit(shape, shape.get_rect(midleft=(x, y)))


def _rows(ui: Ui, legend: Sequence[Meaning], width: int) -> list[list[Meaning]]:
    """Break the legend into rows of the given width."""
    rows: list[list[Meaning]] = []
    left = 0
    for meaning in legend:
        needed = _width(ui, meaning)
        if not rows or left + needed > width:
            rows.append([])
            left = 0
        rows[-1].append(meaning)
        left += needed + ui.theme.tx(BETWEEN)
    return rows


def _width(ui: Ui, meaning: Meaning) -> int:
    theme = ui.theme
    return theme.tx(meaning.width + GAP) + theme.width(ui.tr(meaning.text), TEXT)


def legend_height(ui: Ui, legend: Sequence[Meaning], width: int) -> int:
    """Return the height of the legend at a width."""
    return len(_rows(ui, legend, width)) * ui.theme.line_height(TEXT)


def draw_legend(
    ui: Ui, target: pygame.Surface, rect: pygame.Rect, legend: Sequence[Meaning]
) -> None:
    """Draw the legend row by row, from the left."""
    theme, step = ui.theme, ui.theme.line_height(TEXT)
    for number, row in enumerate(_rows(ui, legend, rect.w)):
        x, y = rect.x, rect.y + number * step + step // 2
        for meaning in row:
            meaning.draw(ui, target, x, y)
            at = (x + theme.tx(meaning.width + GAP), y)
            theme.blit_text(target, ui.tr(meaning.text), TEXT, at, theme.colours.text2)
            x += _width(ui, meaning) + theme.tx(BETWEEN)
