"""The badges of values: win a circle, draw a rounded square, loss a triangle pointing down.

Filled means exact, an outline means an estimate. The shapes are distinct without colour.
"""

from __future__ import annotations

import pygame

from engine.intervals import rounded_interval, whole_percent
from engine.messages import Message
from engine.protocols import Estimate, Value
from gui.paint import round_line
from gui.theme import mix
from gui.ui import Ui

FULL_BAR = 0.4  # the fraction of lost moves that fills the bar
SHARES_APART = 0.05  # from where a share differs from the exact one by more than chance
LEAST_BADGE = 8  # pixels; in fewer the shapes cannot be told apart
LETTER_KEYS = {Value.WIN: "value.win", Value.DRAW: "value.draw", Value.LOSS: "value.loss"}


def badge(ui: Ui, value: Value, side: int, filled: bool = True) -> pygame.Surface:
    """Return the badge in a square of `side` pixels; an exact one carries its letter.

    An outline is an estimate, which proves nothing: it has no letter. A square of fewer than
    LEAST_BADGE pixels stays empty.
    """
    if side < LEAST_BADGE:
        return pygame.Surface((max(0, side), max(0, side)), pygame.SRCALPHA)
    theme, letter = ui.theme, ui.tr(LETTER_KEYS[value]) if filled else ""
    colour = theme.colours.value(value)

    def draw(canvas: pygame.Surface, scale: int) -> None:
        _shape(canvas, value, side * scale, colour, 0 if filled else max(2, side // 12) * scale)

    key = ("badge", value, side, filled, colour, letter, theme.look)
    cached = ui.brush.find(key)
    if cached is not None:
        return cached
    picture = ui.brush.kept(key, (side, side), draw)
    if not filled:
        return picture
    size = 0.54 * side / theme.text_u
    font, drawn = theme.font(size, True), theme.text(letter, size, theme.colours.on_value, True)
    cap = 0.714 * font.get_height() / 1.362
    lift = 0.40 if value is Value.LOSS else 0.5
    top = side * lift + cap / 2 - font.get_ascent()
    picture.blit(drawn, (round((side - drawn.get_width()) / 2), round(top)))
    return picture


def _shape(
    canvas: pygame.Surface, value: Value, side: int, colour: tuple[int, int, int], width: int
) -> None:
    if value is Value.WIN:
        pygame.draw.circle(canvas, colour, (side / 2, side / 2), side * 0.45, width)
    elif value is Value.DRAW:
        rect = pygame.Rect(0, 0, round(side * 0.82), round(side * 0.82))
        rect.center = (side // 2, side // 2)
        pygame.draw.rect(canvas, colour, rect, width, border_radius=round(side * 0.16))
    else:
        top, low, left, right = side * 0.10, side * 0.97, side * 0.01, side * 0.99
        corner = side * 0.10
        corners = [(left + corner, top + corner), (right - corner, top + corner)]
        tip = (side / 2, low - corner * 1.15)
        outline = [*corners, tip]
        if width == 0:
            pygame.draw.polygon(canvas, colour, outline)
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            stroke = 2 * corner if width == 0 else float(width)
            round_line(canvas, colour, a, b, stroke)


def score_bar(
    ui: Ui,
    target: pygame.Surface,
    rect: pygame.Rect,
    score: float,
    colour: tuple[int, int, int],
    *,
    outlined: bool = False,
) -> None:
    """Draw a bar for a score of 0 .. 1, with a tick at its half; an estimate is `outlined`."""
    theme, radius, c = ui.theme, rect.h // 2, ui.theme.colours
    ui.brush.rounded(target, rect, radius, c.line)
    width = round(rect.w * min(1.0, max(0.0, score)))
    bar = pygame.Rect(rect.x, rect.y, max(rect.h, width), rect.h)
    if outlined:
        ground = mix(c.table2, colour, 0.22)
        ui.brush.rounded(target, bar, radius, ground, colour, max(2, theme.px(2)))
    elif width:
        ui.brush.rounded(target, bar, radius, colour)
    target.fill(c.text, (rect.centerx, rect.y - 1, max(1, rect.h // 6), rect.h + 2))


def look_of(estimate: Estimate) -> Value | None:
    """Return the value that an estimate is drawn as: the exact one, or that of its score."""
    if estimate.value is not None or estimate.score is None:
        return estimate.value
    return leaning(estimate.score)


def percent_text(ui: Ui, fraction: float) -> str:
    """Return a fraction as a whole percentage in the current language."""
    return ui.tr("value.percent", share=whole_percent(fraction))


def worth_text(ui: Ui, estimate: Estimate) -> str:
    """Return the plies to the end of an exact value, else the chance; "" where unknown."""
    if estimate.value is not None:
        return ui.tr.number(estimate.remoteness) if estimate.remoteness else ""
    return "" if estimate.score is None else percent_text(ui, estimate.score)


def interval_text(ui: Ui, interval: tuple[float, float], value: float) -> str:
    """Return an interval in whole percents; `value`, which it belongs to, lies in it."""
    low, high = (round(100 * end) for end in rounded_interval(*interval, value, 2))
    return ui.tr("arena.between", low=low, high=high)


def leaning(score: float) -> Value:
    """Return the value that a score of 0 .. 1 suggests; only an estimate."""
    return Value.WIN if score > 0.55 else Value.LOSS if score < 0.45 else Value.DRAW


def draw_estimate(
    ui: Ui,
    target: pygame.Surface,
    estimate: Estimate,
    rect: pygame.Rect,
    best: bool,
    scale: float = 1.0,
) -> None:
    """Draw badge with plies, percentage and bar, as much of it as the rectangle has room for.

    The badge is filled when the value is exact and an outline when the score suggests it; without
    value and score nothing is drawn. `scale` enlarges everything, for boards with large cells.
    """
    theme, score, value = ui.theme, estimate.score, look_of(estimate)
    if value is None:
        return
    line, tail = theme.tx(26 * scale), theme.tx(12 * scale)
    exact = estimate.value is not None
    roomy = rect.h >= 2 * line + tail - 2
    plies = ui.tr.number(estimate.remoteness) if exact and estimate.remoteness else ""
    room, needed = rect.w - theme.tx(8), badge_width(ui, plies, scale)
    if needed > room and exact:  # exact values matter more than estimates
        badge_and_words(ui, target, value, rect.center, plies, exact, scale * room / needed)
        return
    scored = score is not None and (not exact or roomy)
    badged = exact or roomy
    height = line * (badged + scored) + (tail if scored else 0)
    y = rect.centery - height // 2
    if badged:
        centre = (rect.centerx, y + line // 2)
        badge_and_words(ui, target, value, centre, plies, exact, scale)
        y += line
    if scored and score is not None:
        text_width = theme.width(percent_text(ui, score), 16 * scale, best)
        size = 16 * scale * min(1.0, (rect.w - 4) / max(1, text_width))
        middle = (rect.centerx, y + line // 2)
        theme.blit_text(target, percent_text(ui, score), size, middle, align=0.5, bold=best)
        y += line
        width = min(rect.w - theme.tx(20), theme.tx(72 * scale))
        bar = pygame.Rect(0, y, width, max(5, theme.tx(8 * scale)))
        bar.centerx = rect.centerx
        score_bar(ui, target, bar, score, theme.colours.value(value))


def draw_shares(
    ui: Ui, target: pygame.Surface, yours: float, exact: float, rect: pygame.Rect, scale: float
) -> None:
    """Draw a share that a person's program gave over its bar, the exact one below it."""
    theme, c = ui.theme, ui.theme.colours
    off = abs(yours - exact) > SHARES_APART
    ink = c.loss if off else c.win
    if off:
        ui.brush.rounded(target, rect, theme.px(10), mix(c.table, ink, 0.1), ink, 2)
    line, gap, high = theme.tx(26 * scale), theme.tx(6 * scale), max(5, theme.tx(9 * scale))
    y = rect.centery - (2 * line + high + 2 * gap) // 2
    number = ui.tr("value.share", share=yours)
    middle = (rect.centerx, y + line // 2)
    theme.blit_text(target, number, 18 * scale, middle, align=0.5, bold=True)
    bar = pygame.Rect(0, y + line + gap, min(rect.w - theme.tx(20), theme.tx(72 * scale)), high)
    bar.centerx = rect.centerx
    score_bar(ui, target, bar, yours, ink, outlined=True)
    middle = (rect.centerx, bar.bottom + gap + line // 2)
    text = ui.tr("value.share_exact", share=exact)
    size = 12 * scale * min(1.0, (rect.w - 4) / max(1, theme.width(text, 12 * scale)))
    theme.blit_text(target, text, size, middle, c.accent, align=0.5)


def badge_width(ui: Ui, text: str, scale: float = 1.0) -> int:
    """Return the width of a badge with words at its right."""
    theme = ui.theme
    gap = theme.tx(6 * scale)
    return theme.tx(24 * scale) + (gap + theme.width(text, 16 * scale, True) if text else 0)


def badge_and_words(
    ui: Ui,
    target: pygame.Surface,
    value: Value,
    centre: tuple[int, int],
    text: str,
    filled: bool = True,
    scale: float = 1.0,
) -> None:
    """Draw a badge with words at its right, centred together; too small a badge has no words."""
    theme, size = ui.theme, 16 * scale
    side, gap = theme.tx(24 * scale), theme.tx(6 * scale)
    if side < LEAST_BADGE:
        return
    width = side + (gap + theme.width(text, size, True) if text else 0)
    x = centre[0] - width // 2
    target.blit(badge(ui, value, side, filled), (x, centre[1] - side // 2))
    if text:
        theme.blit_text(target, text, size, (x + side + gap, centre[1]), bold=True)


def value_card(ui: Ui, target: pygame.Surface, rect: pygame.Rect, best: bool) -> None:
    """Draw the background of an estimate; the best one has an accent edge."""
    theme, colours = ui.theme, ui.theme.colours
    ground = mix(colours.panel, colours.accent, 0.16) if best else colours.panel
    edge = colours.accent if best else colours.hair
    ui.brush.rounded(target, rect, theme.px(10), ground, edge, 2 if best else 1)


def take_card(
    ui: Ui,
    target: pygame.Surface,
    rect: pygame.Rect,
    amount: Message,
    estimate: Estimate,
    best: bool,
) -> None:
    """Draw the value of a move of heaps: its amount above, the estimate below."""
    theme = ui.theme
    value_card(ui, target, rect, best)
    text = ui.tr(amount)
    if theme.width(text, 14, True) > rect.w - 8:
        text = f"\u2013{amount.values['count']}"
    ink = theme.colours.text if best else theme.colours.text2
    at = (rect.centerx, rect.y + theme.tx(15))
    theme.blit_text(target, text, 14, at, ink, bold=best, align=0.5)
    inner = pygame.Rect(rect.x, rect.y + theme.tx(22), rect.w, rect.h - theme.tx(24))
    draw_estimate(ui, target, estimate, inner, best)
    if best:
        card_pointer(ui, target, rect)


def card_pointer(ui: Ui, target: pygame.Surface, card: pygame.Rect) -> None:
    """Draw a small triangle below a card that points down to its move."""
    theme, accent = ui.theme, ui.theme.colours.accent
    size = (2 * theme.px(7), theme.px(7))

    def draw(canvas: pygame.Surface, scale: int) -> None:
        width, height = canvas.get_size()
        pygame.draw.polygon(canvas, accent, [(0, 0), (width, 0), (width / 2, height)])

    picture = ui.brush.kept(("pointer", size, accent), size, draw)
    target.blit(picture, picture.get_rect(midtop=(card.centerx, card.bottom + theme.px(3))))


def thrown_bar(
    fraction: float | None, ui: Ui, target: pygame.Surface, box: pygame.Rect, shown: float = 1.0
) -> None:
    """Draw the bar of lost moves: full at 40 %, none where no move was judged; dim below 1."""
    if fraction is None:
        return
    c, theme = ui.theme.colours, ui.theme
    track = pygame.Rect(box.x + theme.px(24), 0, box.w - theme.px(28), theme.px(10))
    track.centery = box.centery
    ui.brush.rounded(target, track, track.h // 2, c.line)
    width = round(track.w * min(1.0, fraction / FULL_BAR))
    if width:
        filled = pygame.Rect(track.x, track.y, max(track.h, width), track.h)
        ui.brush.rounded(target, filled, track.h // 2, mix(c.panel, c.loss, shown))
