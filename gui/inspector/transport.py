"""The bar below every picture of the inspector: its scrubber, its buttons, and the speed.

A screen declares the commands BUTTONS; their texts are transport.ID and their keys are in the table
of shortcuts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from engine.protocols import Value
from gui.inspector.playback import Playback
from gui.kit import Label, Slider
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, Layout, NoShrink, Row
from gui.kit.ranges import Scale, Track
from gui.kit.widget import Size, key_pressed
from gui.ui import Ui

PREFIX = "transport"
BUTTONS = ("to_start", "step_back", "run", "step_on", "to_end")
HEIGHT, WIDTH = 40, 64  # of a button or the scrubber, and the width of the play button
SPEED = 92  # the width of the slider of the speed
LOW_SLIDER = 34  # the height of a slider below its caption
LANE = 4
LANES = (Value.WIN, Value.DRAW, Value.LOSS)


class Scrubber(Track):
    """Knob on a track with three lanes below; a click anywhere seeks."""

    def __init__(
        self,
        playing: Playback[Any, Any],
        scrub: Callable[[float], None],
        step: Callable[[int], None],
        tooltip: str,
    ) -> None:
        super().__init__("scrubber", tooltip)
        self.enabled = playing.ready
        self.fraction = playing.fraction
        self.lanes, self.marks = playing.lanes(), playing.marks()
        self.scrub = scrub
        self.step = step  # moves by a number of steps, backwards if negative

    def size_hint(self, ui: Ui, width: int) -> Size:
        return min(ui.theme.tx(300), max(ui.theme.tx(120), width)), ui.theme.tx(HEIGHT)

    def go_to(self, fraction: float) -> None:
        self.scrub(min(1.0, max(0.0, fraction)))

    def handle(self, event: pygame.event.Event) -> bool:
        if self.drag(event):
            return True
        steps = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}
        if key_pressed(event, *steps):
            self.step(steps[event.key])
            return True
        places = {
            pygame.K_HOME: 0.0,
            pygame.K_END: 1.0,
            pygame.K_PAGEUP: min(1.0, self.fraction + 0.1),
            pygame.K_PAGEDOWN: max(0.0, self.fraction - 0.1),
        }
        if key_pressed(event, *places):
            self.scrub(places[event.key])
            return True
        return False

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        theme, c = ui.theme, ui.theme.colours
        low, high = self.ends()
        x = low + round((high - low) * self.fraction)
        knob = theme.tx(9)
        middle = self.rect.y + knob + 1
        self.draw_line(ui, target, x, middle)
        self._draw_lanes(ui, target, middle + knob + theme.tx(4), low, high)
        self._draw_marks(ui, target, middle + knob + theme.tx(3), low, high)
        if not self.marks:
            target.fill(c.text, (x, middle, 1, self.rect.bottom - middle - 2))
        self.draw_knob(ui, target, (x, middle), knob)

    def _draw_marks(self, ui: Ui, target: pygame.Surface, top: int, low: int, high: int) -> None:
        """Draw a tick for each mark, and its number where it has room."""
        theme, c = ui.theme, ui.theme.colours
        free, height = low - theme.tx(20), theme.line_height(12)
        for mark in self.marks:
            x, width = low + round((high - low) * mark.at), theme.width(mark.text, 12)
            passed = mark.at <= self.fraction
            target.fill(c.accent if passed else c.text2, (x - 1, top, 2, theme.tx(4)))
            left = max(self.rect.left, x - width // 2)
            if left >= free and top + height <= self.rect.bottom + theme.tx(4):
                free = left + width + theme.tx(6)
                middle = (left, top + theme.tx(4) + height // 2)
                theme.blit_text(target, mark.text, 12, middle, c.text2)

    def _draw_lanes(self, ui: Ui, target: pygame.Surface, top: int, low: int, high: int) -> None:
        """Draw win above, draw in the middle, loss below; a hairline where the value is unknown."""
        theme, c = ui.theme, ui.theme.colours
        height = max(2, min(theme.tx(LANE), (self.rect.bottom - top) // 3))
        for lane in self.lanes:
            left = low + round((high - low) * lane.start)
            width = max(2, low + round((high - low) * lane.end) - left)
            if lane.value is None:
                target.fill(c.hair, (left, top + height + height // 2, width, 1))
            else:
                row = LANES.index(lane.value)
                target.fill(c.value(lane.value), (left, top + row * height, width, height))


def transport_buttons(commands: Commands) -> Layout:
    """Lay out the commands of BUTTONS."""
    return Row(
        *(
            Box(
                commands.button(name, labelled=False),
                WIDTH if name == "run" else HEIGHT,
                HEIGHT,
                at=0.5,
            )
            for name in BUTTONS
        )
    )


def beside_speed(ui: Ui, playing: Playback[Any, Any], change: Callable[[int], None]) -> Layout:
    """Lay out a slider over the speeds between its name and its value."""
    speeds, now = playing.speeds, playing.speeds[playing.speed]
    slider, name, value = _speed_slider(ui, speeds, now, change, "inspector_speed")
    label = Label(name, 14, quiet=True, middle=True)
    beside = Label(value, 14, middle=True)
    return NoShrink(Row(NoShrink(label), Box(slider, SPEED), Box(beside, 46), gap=8))


def captioned_speed(
    ui: Ui, speeds: Sequence[float], speed: float, change: Callable[[int], None], key: str
) -> Layout:
    """Lay out a slider over the speeds below its name and its value."""
    slider, name, value = _speed_slider(ui, speeds, speed, change, key)
    return NoShrink(Box(captioned(f"{name} {value}", slider), SPEED))


def captioned(caption: str, slider: Layout) -> Layout:
    """Lay out a slider below its caption."""
    label = Label(caption, 14, quiet=True, align=0.5, maximum=1)
    return Column(NoShrink(label), Box(slider, height=LOW_SLIDER), gap=0)


def _speed_slider(
    ui: Ui, speeds: Sequence[float], speed: float, change: Callable[[int], None], key: str
) -> tuple[Slider, str, str]:
    """Build a slider over the speeds; return it with its name and the text of its value."""
    at = min(range(len(speeds)), key=lambda index: abs(speeds[index] - speed))
    name = ui.tr("transport.speed")
    slider = Slider(at, len(speeds) - 1, change, key=key, tooltip=name)
    slider.scale = Scale(speeds, lambda times: ui.tr("transport.times", x=times))
    return slider, name, ui.tr("transport.times", x=speeds[at])
