"""Placement and drawing of notices: each covers as little text and as few controls as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygame

from gui.kit.accessible import Place
from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import wrap
from gui.kit.texts import HEADING, Label
from gui.kit.widget import Widget
from gui.ui import Ui

Numbers = npt.NDArray[np.float64]
Taken = tuple[pygame.Rect | Place, float]  # a part, and the cost of each covered pixel

CONTROL, TITLE, SPOT, TEXT, PICTURE, QUIET = 6.0, 4.0, 4.0, 1.0, 0.5, 0.1
LOWER = 6.0  # cost of each pixel further down: people expect notices at the top
LARGE = 4  # a board or a list, in squares of 100 x 100: there is room between its parts
SMALLEST_STEP = 8  # least distance in pixels between candidate positions
MAXIMUM_PLACES = 100  # candidate positions in each direction


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
    parts_list = list(parts)
    rects = np.array([tuple(rect) for rect, _ in parts_list], float).reshape(-1, 4)
    rects -= (*shown.topleft, 0, 0)
    costs = np.array([cost for _, cost in parts_list])
    best = [_cheapest(places, rects, costs) for places in tried(ui, shown.size, text)]
    return min(best, key=lambda each: each[0])[1].move(shown.topleft)


@dataclass(frozen=True)
class Places:
    """A size of a notice and its candidate left and top coordinates, the best first."""

    shape: tuple[int, int]
    across: Sequence[int]
    down: Sequence[int]


def tried(ui: Ui, size: tuple[int, int], text: str) -> Iterator[Places]:
    """Yield the candidate positions, narrow and wide, from the top and the middle outwards.

    Their distance grows with the window, so a large window has no more of them than a small one.
    """
    theme, margin = ui.theme, ui.theme.px(8)
    widest = size[0] - theme.px(48)
    rooms = (min(widest, theme.tx(560)), widest, widest // 2)
    step = max(SMALLEST_STEP, *(-(-length // MAXIMUM_PLACES) for length in size))
    for width, height in dict.fromkeys(_box(ui, text, room) for room in rooms):
        middle, right = (size[0] - width) // 2, max(0, size[0] - width - margin)
        across = sorted({middle, right, *range(min(margin, right), right, step)})
        across.sort(key=lambda left: abs(left - middle))
        down = range(margin, max(margin, size[1] - height - margin) + 1, step)
        yield Places((width, height), across, down)


def _cheapest(places: Places, rects: Numbers, costs: Numbers) -> tuple[float, pygame.Rect]:
    """Return the first of the cheapest positions and its cost, computed for all at once.

    The covered area of a part is a width, which depends only on the left coordinate, times a
    height, which depends only on the top: so the costs are a product of two matrices.
    """
    width, height = places.shape
    widths = _shared(np.array(places.across, float), width, rects[:, 0], rects[:, 2])
    heights = _shared(np.array(places.down, float), height, rects[:, 1], rects[:, 3])
    total = (heights * costs) @ widths.T + LOWER * np.array(places.down, float)[:, None]
    row, column = divmod(int(total.argmin()), len(places.across))
    box = pygame.Rect(places.across[column], places.down[row], width, height)
    return float(total[row, column]), box


def _shared(starts: Numbers, length: int, others: Numbers, lengths: Numbers) -> Numbers:
    """Return the overlap of each interval of `length` with each of the other intervals."""
    ends = np.minimum((starts + length)[:, None], others + lengths)
    shared: Numbers = np.maximum(0, ends - np.maximum(starts[:, None], others))
    return shared


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
