"""The shapes of values: win a circle, draw a rounded square, loss a triangle pointing down.

Filled means exact, an outline means an estimate. The shapes hold without colour.
"""

from __future__ import annotations

import pygame

from engine.protocols import Estimate, Value
from gui.controls.base import Ui

LETTER_KEYS = {Value.WIN: "value.win", Value.DRAW: "value.draw", Value.LOSS: "value.loss"}


def badge(ui: Ui, value: Value, side: int, filled: bool = True) -> pygame.Surface:
    """The shape with its letter in a square of `side` pixels."""
    theme, letter = ui.theme, ui.tr(LETTER_KEYS[value])
    colour = theme.colours.value(value)

    def draw(big: pygame.Surface, k: int) -> None:
        _shape(big, value, side * k, colour, 0 if filled else max(2, side // 12) * k)

    key = ("badge", value, side, filled, colour, letter, theme.look)
    known = ui.brush.find(key)
    if known is not None:
        return known
    picture = ui.brush.kept(key, (side, side), draw)
    ink = theme.colours.on_value if filled else theme.colours.text
    font = theme.font(0.58 * side / theme.text_u, True)
    words = font.render(letter, True, ink)
    cap = 0.714 * font.get_height() / 1.362
    lift = 0.40 if value is Value.LOSS else 0.5
    top = side * lift + cap / 2 - font.get_ascent()
    picture.blit(words, (round((side - words.get_width()) / 2), round(top)))
    return picture


def _shape(
    big: pygame.Surface, value: Value, side: int, colour: tuple[int, int, int], width: int
) -> None:
    if value is Value.WIN:
        pygame.draw.circle(big, colour, (side / 2, side / 2), side * 0.46, width)
    elif value is Value.DRAW:
        rect = pygame.Rect(0, 0, round(side * 0.84), round(side * 0.84))
        rect.center = (side // 2, side // 2)
        pygame.draw.rect(big, colour, rect, width, border_radius=round(side * 0.16))
    else:
        top, low, left, right = side * 0.10, side * 0.97, side * 0.01, side * 0.99
        corner = side * 0.10
        corners = [(left + corner, top + corner), (right - corner, top + corner)]
        tip = (side / 2, low - corner * 1.15)
        outline = [*corners, tip]
        if width == 0:
            pygame.draw.polygon(big, colour, outline)
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            stroke = 2 * corner if width == 0 else float(width)
            _stroke(big, colour, a, b, stroke)


def _stroke(
    big: pygame.Surface,
    colour: tuple[int, int, int],
    a: tuple[float, float],
    b: tuple[float, float],
    width: float,
) -> None:
    line = pygame.Vector2(b) - pygame.Vector2(a)
    across = line.rotate(90).normalize() * width / 2
    quad = [a + across, b + across, b - across, a - across]
    pygame.draw.polygon(big, colour, quad)
    for end in (a, b):
        pygame.draw.circle(big, colour, end, width / 2)


def score_bar(
    ui: Ui, target: pygame.Surface, rect: pygame.Rect, score: float, colour: tuple[int, int, int]
) -> None:
    """A bar for a score of 0 .. 1, with a tick at one half."""
    theme, radius = ui.theme, rect.h // 2
    ui.brush.rounded(target, rect, radius, theme.colours.line)
    width = round(rect.w * min(1.0, max(0.0, score)))
    if width >= rect.h:
        ui.brush.rounded(target, pygame.Rect(rect.x, rect.y, width, rect.h), radius, colour)
    elif width:
        ui.brush.disc(target, (rect.x + radius, rect.centery), radius, colour)
    target.fill(theme.colours.text, (rect.centerx, rect.y - 1, max(1, rect.h // 6), rect.h + 2))


def estimate_colour(ui: Ui, estimate: Estimate) -> tuple[int, int, int]:
    """The colour of what is known of a move."""
    if estimate.value is not None:
        return ui.theme.colours.value(estimate.value)
    score = estimate.score if estimate.score is not None else 0.5
    value = 1 if score > 0.55 else -1 if score < 0.45 else 0
    return ui.theme.colours.value(value)


def percent(ui: Ui, score: float) -> str:
    """A score as the language writes it."""
    return ui.tr("value.percent", share=round(100 * score))


def draw_estimate(
    ui: Ui, target: pygame.Surface, estimate: Estimate, rect: pygame.Rect, best: bool
) -> None:
    """Badge with plies, percentage and bar, as much of it as the rectangle has room for."""
    theme = ui.theme
    side = min(theme.tx(22), rect.h // 2 if estimate.score is not None else rect.h)
    line = theme.tx(26)
    exact = estimate.value is not None
    parts = (exact, estimate.score is not None and rect.h >= line * (1 + exact) - 2)
    height = line * (parts[0] + parts[1]) + (theme.tx(12) if parts[1] else 0)
    y = rect.centery - height // 2
    if estimate.value is not None:
        words = "" if estimate.remoteness is None else ui.tr.number(estimate.remoteness)
        width = side + (theme.tx(6) + theme.width(words, 16, True) if words else 0)
        x = rect.centerx - width // 2
        middle = y + line // 2
        target.blit(badge(ui, estimate.value, side), (x, middle - side // 2))
        if words:
            theme.blit_text(target, words, 16, (x + side + theme.tx(6), middle), bold=True)
        y += line
    if parts[1] and estimate.score is not None:
        words = percent(ui, estimate.score)
        theme.blit_text(target, words, 16, (rect.centerx, y + line // 2), align=0.5, bold=best)
        y += line
        bar = pygame.Rect(0, y, min(rect.w - theme.tx(12), theme.tx(72)), max(5, theme.tx(8)))
        bar.centerx = rect.centerx
        score_bar(ui, target, bar, estimate.score, estimate_colour(ui, estimate))
