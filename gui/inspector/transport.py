"""Parts of the bar below every picture of the inspector: its buttons, and the speed.

A screen declares the commands BUTTONS; their texts are transport.ID and their keys are in the table
of shortcuts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gui.kit import Label, Slider
from gui.kit.command import Commands
from gui.kit.layout import Box, Column, Layout, NoShrink, Row
from gui.kit.ranges import Scale
from gui.ui import Ui

PREFIX = "transport"
BUTTONS = ("to_start", "step_back", "run", "step_on", "to_end")
HEIGHT, WIDTH = 40, 64  # of a button, and the width of the play button
SPEED = 92  # the width of the slider of the speed
LOW_SLIDER = 34  # the height of a slider below its caption


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


def beside_speed(
    ui: Ui, speeds: Sequence[float], speed: float, change: Callable[[int], None], key: str
) -> Layout:
    """Lay out a slider over the speeds between its name and its value."""
    slider, name, value = _speed_slider(ui, speeds, speed, change, key)
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
