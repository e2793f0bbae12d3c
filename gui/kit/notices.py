"""Placement and drawing of notices: each covers as little text and as few controls as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import wrap
from gui.kit.texts import HEADING, Label
from gui.kit.widget import Widget
from gui.ui import Ui

WIDEST = 560
CONTROL, TEXT = 6, 1  # the cost of each covered pixel of a control or a title, and of a text
LOWER = 6  # the cost of each pixel further down: people expect notices at the top
SMALLEST_STEP, ROWS = 8, 100  # the least distance in pixels of two candidates, and their most rows


def notice_place(ui: Ui, shown: pygame.Rect, text: str, widgets: Iterable[Widget]) -> pygame.Rect:
    """Return the rectangle for a notice: inside the visible part, at the least cost."""
    theme, margin = ui.theme, ui.theme.px(8)
    lines = wrap(theme, text, 16, min(shown.w - theme.px(48), theme.tx(WIDEST)) - _beside(ui))
    box = pygame.Rect(0, 0, _beside(ui) + max(theme.width(line, 16) for line in lines), 0)
    box.h = theme.line_height(16) * len(lines) + theme.tx(20)
    inner, parts = shown.inflate(-2 * margin, -2 * margin), list(_taken(ui, widgets))
    step = max(SMALLEST_STEP, shown.h // ROWS)
    tops = range(inner.top, max(inner.top, inner.bottom - box.h) + 1, step)
    lefts = (inner.centerx - box.w // 2, inner.left, inner.right - box.w)
    boxes = (box.move_to(topleft=(max(shown.left, left), top)) for top in tops for left in lefts)

    def cost(box: pygame.Rect) -> int:
        covered = ((box.clip(rect), each) for rect, each in parts)
        return LOWER * box.y + sum(part.w * part.h * each for part, each in covered)

    return min(boxes, key=cost)


def _taken(ui: Ui, widgets: Iterable[Widget]) -> Iterator[tuple[pygame.Rect, int]]:
    """Yield what a notice should not cover: texts, controls, the parts of a board or a list."""
    for widget in widgets:
        info, rect = widget.accessible(ui) if widget.focusable else None, widget.rect
        if widget.scroller is not None:
            rect = rect.clip(widget.scroller.body)
        if isinstance(widget, Label):
            if not widget.align:  # a short text is narrower than its rectangle
                rect = rect.clip((rect.topleft, (widget.preferred_width(ui), rect.h)))
            yield rect, CONTROL if widget.bold and widget.size >= HEADING else TEXT
        elif info is not None and info.parts:
            yield rect, TEXT  # between the parts stand their values
            yield from ((pygame.Rect(part.place), CONTROL) for part in info.parts if part.place)
        elif widget.focusable:
            yield rect, CONTROL


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
