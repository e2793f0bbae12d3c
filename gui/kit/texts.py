"""Display widgets: cards, labels, lines, progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass

import pygame

from engine.intervals import whole_percent
from gui.kit.accessible import AccessibleInfo, NumericValue, Role
from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import longest_word, wrap
from gui.kit.widget import Size, Widget
from gui.paint import card
from gui.theme import Theme
from gui.ui import Ui

SMALLER = (14, 12)  # sizes of the letters of a sentence that has no room in its usual ones
HEADING = 18  # bold text of this size or more is a heading


@dataclass(eq=False)
class Background(Widget):
    """A quiet panel with an optional heading and a note at its right."""

    title: str = ""
    note: str = ""
    pad: int = 20

    def __post_init__(self) -> None:
        super().__init__()

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.HEADING, self.title, note=self.note) if self.title else None

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size at which heading and note do not touch."""
        theme = ui.theme
        text = theme.width(self.title, 16, True) if self.title else 0
        note = theme.width(self.note, 14) + theme.px(16) if self.note else 0
        return text + note + 2 * theme.px(self.pad), heading_height(theme) if self.title else 0

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        card(target, ui.brush, theme, self.rect)
        middle = self.rect.y + theme.px(8) + theme.tx(16)
        left, right = self.rect.x + theme.px(self.pad), self.rect.right - theme.px(self.pad)
        if self.title:
            theme.blit_text(target, self.title, 16, (left, middle), bold=True)
        if self.note:
            ink = theme.colours.text2
            theme.blit_text(target, self.note, 14, (right, middle), ink, align=1)


def heading_height(theme: Theme) -> int:
    """Return the height of a card's heading, up to the first line of its content."""
    return theme.px(8) + theme.tx(36)


@dataclass(eq=False)
class Label(Widget):
    """Text wrapped to its width; `align` is 0 left, 0.5 centre, 1 right."""

    text: str
    size: float = 16
    _: KW_ONLY
    bold: bool = False
    mono: bool = False
    quiet: bool = False
    align: float = 0.0
    maximum: int = 0
    middle: bool = False
    key: str = ""

    def __post_init__(self) -> None:
        super().__init__(self.key)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        if not self.text.strip():
            return None
        title = self.bold and self.size >= HEADING and not self.text.isdigit()
        role = Role.HEADING if title else Role.TEXT
        note = self.tooltip if self.tooltip != self.text else ""
        return AccessibleInfo(role, self.called or self.text, note=note)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        ink = theme.colours.text2 if self.quiet else theme.colours.text
        width = self.rect.w
        lines = wrap(theme, self.text, self.size, width, self.bold, self.maximum, self.mono)
        step = theme.line_height(self.size)
        top = self.rect.y
        if self.middle:
            top += (self.rect.h - step * len(lines)) // 2
        x = self.rect.x + self.rect.w * self.align
        style = {"bold": self.bold, "mono": self.mono}
        for index, line in enumerate(lines):
            anchor = (x, top + step * (index + 0.5))
            theme.blit_text(target, line, self.size, anchor, ink, **style, align=self.align)

    def measure_height(self, ui: Ui, width: int) -> int:
        room = max(self.min_width(ui), width)
        lines = wrap(ui.theme, self.text, self.size, room, self.bold, self.maximum, self.mono)
        return len(lines) * ui.theme.line_height(self.size)

    def measure_preferred_width(self, ui: Ui) -> int:
        lines = self.text.split("\n")
        return max(ui.theme.width(line, self.size, self.bold, self.mono) for line in lines)

    def measure_min_width(self, ui: Ui) -> int:
        """Return the width of the widest word, or 0 for a text that may be shortened."""
        if self.maximum:
            return 0
        return longest_word(ui.theme, self.text, self.size, self.bold, self.mono)


class Shortened(Label):
    """A label cut to its width, with the full text as tooltip while it is cut."""

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.tooltip = self.text if self.is_cut(ui, rect.w) else ""
        yield from super().place(ui, rect)

    def is_cut(self, ui: Ui, width: int) -> bool:
        """Return whether the text needs more lines than it may have, or wider ones."""
        whole, cut = (
            wrap(ui.theme, self.text, self.size, width, self.bold, maximum, self.mono)
            for maximum in (0, self.maximum)
        )
        return whole != cut


class Sentence(Shortened):
    """A shortened label in a height of its own; smaller letters where only they tell it whole."""

    def __init__(
        self, text: str, size: float, maximum: int, key: str, *, middle: bool = False
    ) -> None:
        super().__init__(text, size, maximum=maximum, middle=middle, key=key)
        self._usual = size, maximum

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self.size, self.maximum = self._usual
        for size in SMALLER:
            if size < self._usual[0] and self.is_cut(ui, rect.w):
                self.size = size
                step = ui.theme.line_height(size)  # letters are lower than their line
                self.maximum = max(self._usual[1], (rect.h + step // 4) // step)
        yield from super().place(ui, rect)


class ProgressBar(Widget):
    """A progress bar; with `fraction` None the track is empty."""

    def __init__(self, fraction: float | None) -> None:
        super().__init__()
        self.fraction = fraction

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(120), max(ui.theme.tx(32), width)), ui.theme.px(8)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        number = None
        if self.fraction is not None:
            number = NumericValue(whole_percent(min(1.0, self.fraction)), 0, 100)
        return AccessibleInfo(Role.PROGRESS, ui.tr("access.progress"), number=number)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        colours, radius = ui.theme.colours, self.rect.h // 2
        ui.brush.rounded(target, self.rect, radius, colours.line)
        if self.fraction:
            width = max(self.rect.h, round(self.rect.w * min(1.0, self.fraction)))
            done = pygame.Rect(self.rect.x, self.rect.y, width, self.rect.h)
            ui.brush.rounded(target, done, radius, colours.accent)


@dataclass(eq=False)
class SmallIcon(Widget):
    """A small icon without any action."""

    image: Icon
    side: float = 16
    _: KW_ONLY
    fault: bool = False
    accent: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(self.side), ui.theme.tx(self.side)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return None, because the text beside it has the same meaning."""
        return None

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        colours = ui.theme.colours
        quiet = colours.accent if self.accent else colours.text2
        ink = colours.loss if self.fault else quiet
        picture = icon(ui.brush, self.image, ui.theme.tx(self.side), ink)
        target.blit(picture, picture.get_rect(center=self.rect.center))


class Spinner(Widget):
    """A turning arc that shows ongoing work."""

    STEPS = 24

    def __init__(self, key: str = "") -> None:
        super().__init__(key)
        self.turned = 0.0

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(24), ui.theme.tx(24)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.PROGRESS, ui.tr("access.busy"))

    def adopt_state(self, old: Widget) -> None:
        """Continue at the angle of the old spinner."""
        if isinstance(old, Spinner):
            self.turned = old.turned

    def update(self, dt: float) -> bool:
        before = int(self.turned * self.STEPS)
        self.turned = (self.turned + dt) % 1.0
        return int(self.turned * self.STEPS) != before

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        colours, side = ui.theme.colours, min(self.rect.size)
        step = int(self.turned * self.STEPS)

        def picture(canvas: pygame.Surface, scale: int) -> None:
            middle, width = side * scale / 2, max(2, round(3 * scale * side / 24))
            radius = middle - width
            pygame.draw.circle(canvas, colours.line, (middle, middle), radius + width / 2, width)
            start = 2 * math.pi * step / self.STEPS
            for part in range(40):
                angle = start + part / 40 * 1.9
                point = (middle + radius * math.cos(angle), middle + radius * math.sin(angle))
                pygame.draw.circle(canvas, colours.accent, point, width / 2)

        arc = ui.brush.kept(("spinner", side, step, colours.accent), (side, side), picture)
        target.blit(arc, arc.get_rect(center=self.rect.center))


@dataclass(eq=False)
class Drawing(Widget):
    """A decoration that a function draws in its place; a Box gives it a size."""

    paint: Callable[[Ui, pygame.Surface, pygame.Rect], object]

    def __post_init__(self) -> None:
        super().__init__()

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        """Return None, because the text beside it has the same meaning."""
        return None

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        self.paint(ui, target, self.rect)


class BarBackground(Widget):
    """The background of the top bar."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        c = ui.theme.colours
        target.fill(c.panel, self.rect)
        target.fill(c.hair, (self.rect.x, self.rect.bottom - 1, self.rect.w, 1))


class Divider(Widget):
    """A thin vertical or horizontal line."""

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        target.fill(ui.theme.colours.line, self.rect)
