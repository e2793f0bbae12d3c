"""Small marks that the panels share: move chips in the colour of the player, value badges, arcs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pygame

from engine.protocols import Estimate, Game, game_key
from gui.boards.marks import INK_DARK, INK_LIGHT
from gui.boards.values import badge
from gui.inspector.panel import PanelCallbacks
from gui.theme import Colour, Theme, mix
from gui.ui import Ui

MARK = 24  # pixels of the mark whose colour is measured


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


def draw_shares(ui: Ui, target: pygame.Surface, bar: pygame.Rect, shares: Sequence[float]) -> None:
    """Draw won, drawn and lost fractions side by side."""
    c, x = ui.theme.colours, float(bar.x)
    for fraction, ink in zip(shares, (c.win, c.draw, c.loss), strict=True):
        end = x + bar.w * fraction
        target.fill(ink, (round(x), bar.y, round(end) - round(x), bar.h))
        x = end


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
