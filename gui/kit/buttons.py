"""Buttons, switches, segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, pairwise

import pygame

from gui.kit.accessible import AccessibleInfo, Place, Role, sentence
from gui.kit.icons import Icon, icon
from gui.kit.text_wrap import two_lines, wrap
from gui.kit.widget import Size, Widget, key_pressed
from gui.theme import SMALLEST_TARGET, Colour, Theme, mix
from gui.ui import Ui

ACTIVATE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
HOVER_SECONDS = 0.08
CONTROL = 40  # the height of a control with one line


class ButtonKind(Enum):
    """The visual weight of a button."""

    PRIMARY = 0  # the one filled brass button of a screen
    PLAIN = 1
    QUIET = 2  # no background until hovered: icons in the top bar, text links


class Pressable(Widget):
    """A widget that a click, Enter or Space activates."""

    focusable = True
    on = False  # of a button that toggles something

    def __init__(self, action: Callable[[], None], key: str = "", tooltip: str = "") -> None:
        super().__init__(key, tooltip)
        self.action = action
        self.pressed = False
        self.glow = 0.0

    @property
    def grabs(self) -> bool:
        return self.pressed

    def adopt_state(self, old: Widget) -> None:
        """Continue a press and the hover glow across a rebuild."""
        if isinstance(old, Pressable) and self.enabled:
            self.pressed, self.glow = old.pressed, old.glow

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pressed = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            if self.rect.collidepoint(event.pos):
                self.action()
            return True
        if key_pressed(event, *ACTIVATE):
            self.action()
            return True
        return False

    def words(self) -> str:
        """Return the accessible name."""
        return sentence(self.drawn_texts) or self.tooltip

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        name, on = self.words(), True if self.on else None
        note, enabled = self.tooltip if self.tooltip != name else "", self.enabled
        return AccessibleInfo(
            Role.BUTTON, name, note=note, enabled=enabled, on=on, press=self.action
        )

    def update(self, dt: float) -> bool:
        goal = 1.0 if self.hovered and self.enabled else 0.0
        if self.glow == goal:
            return False
        step = dt / HOVER_SECONDS
        self.glow = min(goal, self.glow + step) if goal else max(goal, self.glow - step)
        return True


class Button(Pressable):
    """A button with a label, an icon or both; `on` marks a toggled one."""

    centred = True  # else its content begins at the left, as in a list of buttons

    def __init__(
        self,
        label: str,
        action: Callable[[], None],
        *,
        kind: ButtonKind = ButtonKind.PLAIN,
        image: Icon | None = None,
        on: bool = False,
        enabled: bool = True,
        key: str = "",
        tooltip: str = "",
        size: float = 16,
    ) -> None:
        super().__init__(action, key or label, tooltip)
        self.label = label
        self.kind = kind
        self.image = image
        self.on = on
        self.enabled = enabled
        self.size = size

    def words(self) -> str:
        return self.label or self.tooltip or self.key

    def inks(self, ui: Ui) -> tuple[Colour | None, Colour | None, Colour]:
        """Return the colours of background, edge and ink in the present state."""
        c = ui.theme.colours
        if not self.enabled:
            ground = None if self.kind is ButtonKind.QUIET else mix(c.raised, c.panel, 0.5)
            edge = None if self.kind is ButtonKind.QUIET else c.hair
            return ground, edge, mix(c.panel, c.disabled, 0.75)
        if self.on:
            return mix(mix(c.panel, c.accent, 0.14), c.hover, 0.4 * self.glow), c.accent, c.accent
        if self.kind is ButtonKind.PRIMARY:
            return mix(c.accent, (255, 255, 255), 0.12 * self.glow), None, c.on_accent
        if self.kind is ButtonKind.QUIET:
            return (mix(c.panel, c.hover, self.glow) if self.glow else None), None, c.text
        return mix(c.raised, c.hover, self.glow), c.line, c.text

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme = ui.theme
        ground, edge, ink = self.inks(ui)
        rect = self.rect
        if self.pressed and self.enabled:
            rect = rect.move(0, 1)
            ground = mix(ground, (0, 0, 0), 0.08) if ground else ground
        if ground is not None:
            ui.brush.rounded(target, rect, theme.px(10), ground, edge, 1)
        self._draw_content(ui, target, rect, ink)

    def _draw_content(self, ui: Ui, target: pygame.Surface, rect: pygame.Rect, ink: Colour) -> None:
        theme = ui.theme
        bold = self.kind is ButtonKind.PRIMARY or (self.on and self.image is None)
        side = theme.tx(20) if self.image is not None else 0
        gap = theme.tx(8) if side and self.label else 0
        lines = self._lines(ui, rect.w - side - gap - theme.tx(12), bold)
        text_width = max((theme.width(line, self.size, bold) for line in lines), default=0)
        x, align = rect.x + theme.tx(6), 0.0
        if self.centred:
            x, align = rect.centerx - (side + gap + text_width) // 2, 0.5
        if self.image is not None:
            picture = icon(ui.brush, self.image, side, ink)
            target.blit(picture, (x, rect.centery - side // 2))
        step = round(theme.line_height(self.size) * 0.86)
        first = rect.centery - step * (len(lines) - 1) / 2
        at = x + side + gap + text_width * align
        for index, line in enumerate(lines):
            anchor = (at, first + step * index)
            theme.blit_text(target, line, self.size, anchor, ink, bold=bold, align=align)

    def _lines(self, ui: Ui, width: int, bold: bool) -> Sequence[str]:
        if not self.label:
            return ()
        return wrap(ui.theme, self.label, self.size, width, bold, maximum=2)

    def measure_height(self, ui: Ui, width: int) -> int:
        theme = ui.theme
        if not self.label:
            return theme.tx(CONTROL)
        room = max(self.min_width(ui), width) - self._around(theme)
        lines = wrap(theme, self.label, self.size, room, self._may_be_bold)
        step = round(theme.line_height(self.size) * 0.86)
        return max(theme.tx(CONTROL), step * len(lines) + theme.tx(8))

    @property
    def _may_be_bold(self) -> bool:
        """Whether the label is bold now or becomes bold when the button is on."""
        return self.kind is ButtonKind.PRIMARY or self.image is None

    def _around(self, theme: Theme) -> int:
        """Return the width of the icon and the least margins."""
        return theme.tx(12) + (theme.tx(20) + theme.tx(8) if self.image is not None else 0)

    def measure_min_width(self, ui: Ui) -> int:
        """Return the width for the label on two lines, with the least margins."""
        if not self.label:
            return self.preferred_width(ui)
        folded = two_lines(ui.theme, self.label, self.size, self._may_be_bold)
        least = max(SMALLEST_TARGET, folded + self._around(ui.theme))
        return min(least, self.preferred_width(ui))

    def measure_preferred_width(self, ui: Ui) -> int:
        theme, label = ui.theme, self.label
        width = theme.width(label, self.size, True) if label else 0
        if self.image is not None:
            width += theme.tx(20) + (theme.tx(8) if label else 0)
        return max(SMALLEST_TARGET, width + theme.tx(40 if label else 24))


class IconButton(Button):
    """A quiet square button with only an icon; the tooltip describes its effect.

    `switched_on` is the state of a button that toggles something, as its icon shows.
    """

    switched_on: bool | None = None

    def __init__(
        self, image: Icon, key: str, action: Callable[[], None], tip: str, shortcut: str = ""
    ) -> None:
        tooltip = f"{tip} ({shortcut})" if shortcut else tip
        super().__init__("", action, kind=ButtonKind.QUIET, image=image, key=key, tooltip=tooltip)
        self.tip = tip
        self.shortcut = shortcut

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(
            Role.BUTTON if self.switched_on is None else Role.SWITCH,
            self.called or self.tip,
            shortcut=self.shortcut,
            enabled=self.enabled,
            on=(True if self.on else None) if self.switched_on is None else self.switched_on,
            press=self.action,
        )

    def measure_preferred_width(self, ui: Ui) -> int:
        return ui.theme.tx(CONTROL)


class Switch(Pressable):
    """A switch between on and off."""

    def __init__(
        self, on: bool, change: Callable[[bool], None], key: str = "", tooltip: str = ""
    ) -> None:
        super().__init__(lambda: change(not on), key, tooltip)
        self.on = on

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(
            Role.SWITCH, self.tooltip, enabled=self.enabled, on=self.on, press=self.action
        )

    def size_hint(self, ui: Ui, width: int) -> Size:
        return ui.theme.tx(56), ui.theme.tx(CONTROL)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        track = pygame.Rect(0, 0, theme.tx(48), theme.tx(28)).move_to(midright=self.rect.midright)
        ground = c.accent if self.on else mix(c.line, c.hover, self.glow)
        ui.brush.rounded(target, track, track.h // 2, ground)
        radius = track.h / 2 - theme.tx(4)
        x = track.right - track.h / 2 if self.on else track.x + track.h / 2
        knob = c.on_accent if self.on else c.text2
        ui.brush.disc(target, (x, track.centery), radius, knob)


@dataclass(eq=False)
class Segments(Widget):
    """A segmented control for a few choices; arrow keys move the selection."""

    focusable = True
    horizontal_arrows = True

    labels: Sequence[str]
    chosen: int
    change: Callable[[int], None]
    key: str = ""
    tooltip: str = ""
    size: float = 16
    menu: int = -1  # the choice that opens a menu, again where it is chosen

    def __post_init__(self) -> None:
        super().__init__(self.key, self.tooltip)
        self._edges = [0] * (len(self.labels) + 1)  # between the choices, from the left

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        self._edges = [0, *accumulate(self._shares(ui, rect.w - 8))]
        yield from super().place(ui, rect)

    def _shares(self, ui: Ui, room: int) -> list[int]:
        """Return the width of every choice: equal, or by its label where one would be tight."""
        count, edge = max(1, len(self.labels)), ui.theme.tx(8)
        equal = [room * (index + 1) // count - room * index // count for index in range(count)]
        needed = [
            max(SMALLEST_TARGET, ui.theme.width(label, self.size, True) + edge)
            for label in self.labels
        ]
        spare = room - sum(needed)
        if spare < 0 or max(needed, default=0) + edge <= room // count:
            return equal
        return [
            own + spare * (index + 1) // count - spare * index // count
            for index, own in enumerate(needed)
        ]

    def _boxes(self) -> list[pygame.Rect]:
        inner = self.rect.inflate(-8, -8)
        edges = pairwise(self._edges)
        return [pygame.Rect(inner.x + a, inner.y, b - a, inner.h) for a, b in edges]

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        parts = [
            self._part(index, label, (box.x, box.y, box.w, box.h))
            for index, (label, box) in enumerate(zip(self.labels, self._boxes(), strict=True))
        ]
        value = self.labels[self.chosen] if 0 <= self.chosen < len(self.labels) else ""
        name = self.called or self.tooltip
        return AccessibleInfo(Role.CHOICES, name, value, enabled=self.enabled, parts=tuple(parts))

    def _part(self, index: int, label: str, place: Place) -> AccessibleInfo:
        chosen = index == self.chosen
        return AccessibleInfo(
            Role.CHOICE,
            label,
            enabled=self.enabled,
            selected=chosen,
            key=str(index),
            place=place,
            current=chosen,
            press=lambda: self._press(index),
        )

    def _press(self, index: int) -> None:
        if index != self.chosen or index == self.menu:
            self.change(index)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for index, box in enumerate(self._boxes()):
                if box.collidepoint(event.pos):
                    self._press(index)
            return True
        step = 0
        if key_pressed(event, pygame.K_LEFT, pygame.K_UP):
            step = -1
        elif key_pressed(event, pygame.K_RIGHT, pygame.K_DOWN):
            step = 1
        if step and 0 <= self.chosen + step < len(self.labels):
            self.change(self.chosen + step)
        return bool(step)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        ui.brush.rounded(target, self.rect, theme.px(10), c.table2, c.line, 1)
        for index, (label, box) in enumerate(zip(self.labels, self._boxes(), strict=True)):
            on = index == self.chosen
            if on:
                ground = mix(c.panel, c.accent, 0.2) if self.enabled else c.panel
                edge = c.accent if self.enabled else c.disabled
                ui.brush.rounded(target, box, theme.px(8), ground, edge, 1)
            ink = c.disabled if not self.enabled else c.accent if on else c.text2
            lines = wrap(theme, label, self.size, box.w - theme.tx(8), on, maximum=2)
            step = round(theme.line_height(self.size) * 0.84)
            for row, line in enumerate(lines):
                y = box.centery + step * (row - (len(lines) - 1) / 2)
                theme.blit_text(target, line, self.size, (box.centerx, y), ink, bold=on, align=0.5)

    def measure_height(self, ui: Ui, width: int) -> int:
        theme = ui.theme
        shares = self._shares(ui, max(self.min_width(ui), width) - 8)
        lines = [
            wrap(theme, label, self.size, share - theme.tx(8), True, maximum=2)
            for label, share in zip(self.labels, shares, strict=False)
        ]
        step = round(theme.line_height(self.size) * 0.84)
        return max(theme.tx(CONTROL), step * max(map(len, lines), default=1) + theme.tx(10))

    def measure_min_width(self, ui: Ui) -> int:
        """Return the width for every label on two lines."""
        theme = ui.theme
        widest = max((two_lines(theme, label, self.size, True) for label in self.labels), default=0)
        least = max(SMALLEST_TARGET, widest + theme.tx(8)) * max(1, len(self.labels)) + 8
        return min(least, self.preferred_width(ui))

    def measure_preferred_width(self, ui: Ui) -> int:
        theme = ui.theme
        widest = max((theme.width(label, self.size, True) for label in self.labels), default=0)
        return len(self.labels) * max(SMALLEST_TARGET, widest + theme.tx(28)) + 8
