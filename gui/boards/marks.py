"""Marks of a search step on a board: numbered ghosts, rings, a line of moves in text."""

from __future__ import annotations

from math import pi
from typing import Any

import pygame

from engine.naming import line_name
from engine.protocols import Titled
from gui.kit.text_wrap import shorten
from gui.protocols import BoardMarks
from gui.theme import Colour, mix
from gui.ui import Ui

CHOSEN, RANDOM = 205, 110  # alpha of a move's ghost, of 255
DASHES = 16  # of the ring round the number of bots
INK_DARK: Colour = (20, 17, 10)
INK_LIGHT: Colour = (255, 252, 246)


def ghost(picture: pygame.Surface, chosen: bool) -> pygame.Surface:
    """Return a translucent copy for a considered move; a chosen one is more opaque."""
    faint = picture.copy()
    faint.set_alpha(CHOSEN if chosen else RANDOM)
    return faint


def ring(
    ui: Ui, target: pygame.Surface, centre: tuple[int, int], radius: int, colour: Colour
) -> None:
    """Draw an antialiased ring."""
    side = 2 * radius + 4

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle = (side * scale / 2, side * scale / 2)
        pygame.draw.circle(
            canvas, colour, middle, radius * scale, max(2, round(radius * 0.11)) * scale
        )

    picture = ui.brush.kept(("ring", radius, colour), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))


def spot_filled(
    ui: Ui, target: pygame.Surface, centre: tuple[int, int], radius: int, colour: Colour
) -> None:
    """Draw a ring with a filled centre, for a cell of more weight."""
    ring(ui, target, centre, radius, colour)
    ui.brush.disc(target, centre, max(2, radius * 0.55), colour)


def number(ui: Ui, target: pygame.Surface, centre: tuple[int, int], which: int, room: int) -> None:
    """Draw the number of a move, readable on any disc."""
    theme, size = ui.theme, max(6.0, min(16.0, 0.62 * room / ui.theme.text_u))
    light, dark = (theme.text(str(which), size, ink, bold=True) for ink in (INK_LIGHT, INK_DARK))

    def draw(picture: pygame.Surface, _factor: int) -> None:
        for at in ((0, 1), (2, 1), (1, 0), (1, 2)):
            picture.blit(dark, at)
        picture.blit(light, (1, 1))

    extent = (light.get_width() + 2, light.get_height() + 2)
    key = ("move number", which, size, theme.text_u)
    picture = ui.brush.kept(key, extent, draw, factor=1)
    font = theme.font(size, bold=True)
    cap = 0.714 * font.get_height() / 1.362
    top = centre[1] + cap / 2 - font.get_ascent() - 1
    target.blit(picture, (centre[0] - extent[0] // 2, round(top)))


def vote_mark(
    ui: Ui,
    target: pygame.Surface,
    centre: tuple[int, int],
    radius: int,
    count: int,
    colour: Colour,
) -> None:
    """Draw a number in a dashed ring on the ground of a hole."""
    side = 2 * radius + 4

    def draw(canvas: pygame.Surface, scale: int) -> None:
        middle, reach = side * scale / 2, radius * scale
        pygame.draw.circle(canvas, ui.theme.colours.hole, (middle, middle), reach)
        box = pygame.Rect(0, 0, 2 * reach, 2 * reach).move_to(center=(round(middle), round(middle)))
        width, step = max(2, round(radius * 0.1)) * scale, 2 * pi / DASHES
        for dash in range(DASHES):
            pygame.draw.arc(canvas, colour, box, dash * step, (dash + 0.62) * step, width)

    picture = ui.brush.kept(("vote", radius, colour, ui.theme.look), (side, side), draw)
    target.blit(picture, picture.get_rect(center=centre))
    theme = ui.theme
    size = max(6.0, min(18.0, 1.2 * radius / theme.text_u))
    theme.blit_text(target, str(count), size, centre, bold=True, align=0.5)


def draw_line(
    ui: Ui, target: pygame.Surface, area: pygame.Rect, game: Any, state: Any, marks: BoardMarks
) -> None:
    """Write the moves of a line at the foot of the board, and the position they lead to.

    Of a person's own game the moves alone: its positions have no short text.
    """
    theme, c, line = ui.theme, ui.theme.colours, marks.line
    states = [state]
    for move in line:
        states.append(game.play(states[-1], move))
    left = "" if isinstance(game, Titled) else game.text(states[-1]).rsplit(" ", 1)[0]

    def words(moves: str) -> str:
        return ui.tr("board.line", moves=moves, left=left) if left else moves

    text = words(ui.tr(line_name(game, state, line)))
    for gone in range(1, len(line)):  # drop the first moves while the text is too long
        if theme.width(text, 14, mono=True) <= area.w - theme.tx(24):
            break
        moves = ui.tr(line_name(game, states[gone], line[gone:]))
        text = words(f"… {moves}")
    text = shorten(theme, text, 14, area.w - theme.tx(24), mono=True)
    box = pygame.Rect(0, 0, theme.width(text, 14, mono=True) + theme.tx(20), theme.tx(30))
    box.midbottom = (area.centerx, area.bottom - 2)
    ground = mix(c.panel, c.accent, 0.14)
    ui.brush.rounded(target, box, theme.px(8), ground, c.accent, 1)
    theme.blit_text(target, text, 14, box.center, mono=True, align=0.5)
