"""Number controls: a slider and a stepper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from gui.kit.accessible import AccessibleInfo, NumericValue, Role
from gui.kit.buttons import CONTROL
from gui.kit.icons import Icon, icon
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import mix
from gui.ui import Ui


class Track(Widget):
    """A track with a draggable knob; subclasses define the meaning of a position."""

    focusable = True
    horizontal_arrows = True
    drags = True

    def __init__(self, key: str, tooltip: str) -> None:
        super().__init__(key, tooltip)
        self.dragging = False

    @property
    def grabs(self) -> bool:
        return self.dragging

    def adopt_state(self, old: Widget) -> None:
        """Continue a drag across a rebuild."""
        if isinstance(old, Track):
            self.dragging = old.dragging

    def ends(self) -> tuple[int, int]:
        """Return the first and the last x coordinate of the knob's centre."""
        margin = min(12, self.rect.w // 4)
        return self.rect.x + margin, self.rect.right - margin

    @abstractmethod
    def go_to(self, fraction: float) -> None:
        """Handle a drag of the knob to a fraction of the track, outside 0 to 1 beyond its ends."""

    def drag(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event; return True when it belongs to a drag."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.dragging = True
        if event.type == pygame.MOUSEBUTTONUP and self.dragging:
            self.dragging = False
            return True
        if self.dragging and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            low, high = self.ends()
            self.go_to((event.pos[0] - low) / max(1, high - low))
            return True
        return False

    def draw_line(self, ui: Ui, target: pygame.Surface, x: int, middle: int) -> None:
        """Draw the line, bright up to `x`."""
        theme, c = ui.theme, ui.theme.colours
        low, high = self.ends()
        height = max(4, theme.px(6))
        track = pygame.Rect(low, middle - height // 2, high - low, height)
        ui.brush.rounded(target, track, height // 2, c.line)
        if x > low:
            done = pygame.Rect(low, track.y, max(height, x - low), height)
            ui.brush.rounded(target, done, height // 2, c.accent)

    def draw_knob(self, ui: Ui, target: pygame.Surface, centre: tuple[int, int], size: int) -> None:
        """Draw the knob with its light centre."""
        theme = ui.theme
        ui.brush.disc(target, centre, size, theme.colours.accent)
        ui.brush.disc(target, centre, size - max(2, theme.px(2)), (245, 240, 230))


def nearest(values: Sequence[float], wanted: float) -> int:
    """Return the index of the value closest to `wanted`."""
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))


@dataclass(frozen=True)
class Scale:
    """The values of a control's positions, for screen readers."""

    values: Sequence[float]  # ascending
    text: Callable[[float], str]

    def number(self, position: int) -> NumericValue:
        """Return the value at a position with its range and step."""
        values = self.values
        step = min((b - a for a, b in pairwise(values)), default=1.0)
        return NumericValue(values[position], values[0], values[-1], step)

    def nearest(self, value: float) -> int:
        """Return the position with the closest value."""
        return nearest(self.values, value)


@dataclass(eq=False)
class Slider(Track):
    """A slider with positions 0 .. `steps`; the scene gives them a meaning.

    `scale` gives screen readers the values of the positions. The `usual` position has a mark.
    """

    position: int
    steps: int
    change: Callable[[int], None]
    key: str = ""
    tooltip: str = ""
    scale: Scale | None = None
    usual: int | None = None

    def __post_init__(self) -> None:
        super().__init__(self.key, self.tooltip)
        self.steps = max(1, self.steps)

    def size_hint(self, ui: Ui, width: int) -> Size:
        theme = ui.theme
        return min(theme.tx(200), max(theme.tx(60), width)), theme.tx(CONTROL)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        scale = self.scale or Scale(range(self.steps + 1), str)
        number = scale.number(self.position)
        return AccessibleInfo(
            Role.SLIDER,
            self.called or self.tooltip,
            scale.text(number.now) if self.scale is not None else "",
            enabled=self.enabled,
            number=number,
            go=lambda value: self._move_to(scale.nearest(value)),
            step=lambda by: self._move_to(self.position + by),
        )

    def _move_to(self, position: int) -> None:
        position = min(self.steps, max(0, position))
        if position != self.position:
            self.position = position
            self.change(position)

    def go_to(self, fraction: float) -> None:
        self._move_to(round(fraction * self.steps))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.drag(event):
            return True
        page = max(1, self.steps // 10)
        keys = {
            pygame.K_LEFT: self.position - 1,
            pygame.K_DOWN: self.position - 1,
            pygame.K_RIGHT: self.position + 1,
            pygame.K_UP: self.position + 1,
            pygame.K_PAGEUP: self.position + page,
            pygame.K_PAGEDOWN: self.position - page,
            pygame.K_HOME: 0,
            pygame.K_END: self.steps,
        }
        if key_pressed(event, *keys):
            self._move_to(keys[event.key])
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        low, high = self.ends()
        x = low + (high - low) * self.position // self.steps
        middle = self.rect.centery
        self.draw_line(ui, target, x, middle)
        if self.usual is not None:
            at = low + (high - low) * self.usual // self.steps
            ink = c.accent if self.usual == self.position else c.text2
            target.fill(ink, (at - 1, middle + theme.tx(13), max(2, theme.px(2)), theme.tx(7)))
        self.draw_knob(ui, target, (x, middle), theme.tx(10))


@dataclass(eq=False)
class Stepper(Widget):
    """A stepper: a whole number between minus and plus; arrow keys change it.

    `text` replaces the displayed number. `scale` gives the values when the number is an index.
    """

    focusable = True
    horizontal_arrows = True

    number: int
    low: int
    high: int
    change: Callable[[int], None]
    key: str = ""
    text: str = ""
    scale: Scale | None = None

    def __post_init__(self) -> None:
        super().__init__(self.key)

    def size_hint(self, ui: Ui, width: int) -> Size:
        """Return the size; a third of the width shows the number or its replacement text."""
        theme = ui.theme
        text = self.text or max(ui.tr.number(self.low), ui.tr.number(self.high), key=len)
        return max(theme.tx(132), 3 * (theme.width(text, 16, True) + 8)), theme.tx(CONTROL)

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        scale = self.scale or Scale(range(self.low, self.high + 1), str)
        number = scale.number(self.number - self.low)
        return AccessibleInfo(
            Role.NUMBER,
            self.called,
            self.text or ui.tr.number(self.number),
            enabled=self.enabled,
            number=number,
            go=lambda value: self._step(self.low + scale.nearest(value) - self.number),
            step=self._step,
        )

    def _step(self, step: int) -> None:
        number = min(self.high, max(self.low, self.number + step))
        if number != self.number:
            self.number = number
            self.change(number)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            third = self.rect.w / 3
            if event.pos[0] < self.rect.x + third:
                self._step(-1)
            elif event.pos[0] > self.rect.right - third:
                self._step(1)
            return True
        if key_pressed(event, pygame.K_LEFT, pygame.K_DOWN, pygame.K_MINUS, pygame.K_KP_MINUS):
            self._step(-1)
            return True
        if key_pressed(event, pygame.K_RIGHT, pygame.K_UP, pygame.K_PLUS, pygame.K_KP_PLUS):
            self._step(1)
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.line, 1)
        third = self.rect.w // 3
        for x in (self.rect.x + third, self.rect.right - third):
            target.fill(c.line, (x, self.rect.y + self.rect.h // 5, 1, self.rect.h * 3 // 5))
        side = theme.tx(20)
        for image, x, ok in (
            (Icon.MINUS, self.rect.x + third // 2, self.number > self.low),
            (Icon.PLUS, self.rect.right - third // 2, self.number < self.high),
        ):
            ink = c.text if ok else mix(c.panel, c.disabled, 0.6)
            picture = icon(ui.brush, image, side, ink)
            target.blit(picture, picture.get_rect(center=(x, self.rect.centery)))
        text = self.text or ui.tr.number(self.number)
        theme.blit_text(target, text, 16, self.rect.center, bold=True, align=0.5)
