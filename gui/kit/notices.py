"""Placement and drawing of notices: each covers as little text and as few controls as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from gui.kit.accessible import Place
from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import wrap
from gui.kit.texts import HEADING, Label
from gui.kit.widget import Widget
from gui.ui import Ui

Taken = tuple[pygame.Rect | Place, float]  # a part, and the cost of each covered pixel

CONTROL, TITLE, SPOT, TEXT, PICTURE, QUIET = 6.0, 4.0, 4.0, 1.0, 0.5, 0.1
LOWER = 6.0  # cost of each pixel further down: people expect notices at the top
LARGE = 4  # a board or a list, in squares of 100 x 100: there is room between its parts
SMALLEST_STEP, ROWS = 8, 100  # the least distance in pixels of two candidates, and their most rows


def taken(ui: Ui, widgets: Iterable[Widget]) -> Iterator[Taken]:
    """Yield the parts a notice should not cover: titles, controls, texts and parts of a board."""
    for widget in widgets:
        rect = widget.rect
        if widget.scroller is not None:
            rect = rect.clip(widget.scroller.body)
        if not rect.w or not rect.h:
            continue
        if isinstance(widget, Label):
            title = widget.bold and widget.size >= HEADING
            if not widget.align:  # a short text is narrower than its rectangle
                rect = rect.clip((rect.topleft, (widget.preferred_width(ui), rect.h)))
            rect = rect.inflate(ui.theme.tx(16), 0) if title else rect
            yield rect, TITLE if title else QUIET if widget.quiet else TEXT
        elif widget.focusable:
            info = widget.accessible(ui)
            large = info is not None and rect.w * rect.h > LARGE * ui.theme.tx(100) ** 2
            yield rect, PICTURE if large else CONTROL
            spots = info.parts if info is not None and large else ()
            yield from ((spot.place, SPOT) for spot in spots if spot.place)
        elif widget.is_text:
            yield rect, TEXT


def notice_place(ui: Ui, shown: pygame.Rect, text: str, parts: Iterable[Taken]) -> pygame.Rect:
    """Return the rectangle for a notice: inside the visible part, at the least cost."""
    rects = [(pygame.Rect(rect), cost) for rect, cost in parts]

    def cost_of(box: pygame.Rect) -> float:
        covered = ((box.clip(rect), cost) for rect, cost in rects)
        return LOWER * box.y + sum(part.w * part.h * cost for part, cost in covered)

    return min(tried(ui, shown, text), key=cost_of)


def tried(ui: Ui, shown: pygame.Rect, text: str) -> Iterator[pygame.Rect]:
    """Yield the candidate rectangles, narrow and wide: middle, left and right, from the top.

    Their distance grows with the window, so a large window has no more of them than a small one.
    """
    margin, widest = ui.theme.px(8), shown.w - ui.theme.px(48)
    inner, step = shown.inflate(-2 * margin, -2 * margin), max(SMALLEST_STEP, shown.h // ROWS)
    rooms = (min(widest, ui.theme.tx(560)), widest, widest // 2)
    for width, height in dict.fromkeys(_box(ui, text, room) for room in rooms):
        box, last = inner.copy(), max(inner.top, inner.bottom - height)
        box.size = width, height
        for top in range(inner.top, last + 1, step):
            for left in (inner.centerx - width // 2, inner.left, inner.right - width):
                yield box.move_to(topleft=(max(shown.left, left), top))


def _box(ui: Ui, text: str, room: int) -> tuple[int, int]:
    """Return the size of a notice that is at most `room` pixels wide."""
    theme = ui.theme
    lines = wrap(theme, text, 16, room - _beside(ui))
    longest = max(theme.width(line, 16) for line in lines)
    return longest + _beside(ui), theme.line_height(16) * len(lines) + theme.tx(20)


def _beside(ui: Ui) -> int:
    """Return the width of the icon and the margins beside the text."""
    return ui.theme.tx(44) + ui.theme.tx(20)


def draw_notice(ui: Ui, target: pygame.Surface, text: str, fault: bool, box: pygame.Rect) -> None:
    theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(20)
    step = theme.line_height(16)
    ui.brush.shadow(target, box, theme.px(12), c.shadow, 0.4, theme.px(6), theme.px(14))
    ui.brush.rounded(target, box, theme.px(12), c.hover, c.loss if fault else c.line, 1)
    ink = c.loss if fault else c.accent
    picture = icon(ui.brush, Icon.WARNING if fault else Icon.CHECK, side, ink)
    target.blit(picture, (box.x + theme.tx(14), box.y + theme.tx(10) + (step - side) // 2))
    for row, line in enumerate(wrap(theme, text, 16, box.w - _beside(ui))):
        middle = box.y + theme.tx(10) + step * (row + 0.5)
        theme.blit_text(target, line, 16, (box.x + theme.tx(24) + side, middle))
