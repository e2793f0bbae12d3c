"""Bar below every picture of the inspector: the scrubber, its buttons, the moment, the speed.

A screen declares the commands BUTTONS; their texts are transport.ID and their keys are in the table
of shortcuts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gui.kit import Icon, Label, Slider
from gui.kit.command import Command, Commands
from gui.kit.layout import Box, Column, FirstFit, Flexible, Layout, NoShrink, Row
from gui.kit.ranges import Scale
from gui.theme import Theme
from gui.ui import Ui

PREFIX = "transport"
BUTTONS = ("to_start", "step_back", "run", "step_on", "to_end")
HEIGHT, WIDTH = 40, 64  # of a button, and the width of the play button
SPEED, NARROW_SPEED = 92, 60  # the width of the slider of the speed
LOW_SLIDER = 34  # the height of a slider below its caption
SMALL = 12  # the letters of name and value beside a narrow slider
Run = Callable[[], None]


def transport_commands(
    runs: Mapping[str, Run], at: int, last: int, playing: bool
) -> Mapping[str, Command]:
    """Return the five commands of BUTTONS at step `at` of 0 .. `last`."""
    back, on = at > 0, at < last
    listed = (
        Command("to_start", runs["to_start"], Icon.FIRST, back),
        Command("step_back", runs["step_back"], Icon.PLAY_BACK, back),
        Command(
            "run",
            runs["run"],
            Icon.PAUSE if playing else Icon.PLAY,
            last > 0,
            primary=True,
            text="hold" if playing else None,
        ),
        Command("step_on", runs["step_on"], Icon.PLAY, on),
        Command("to_end", runs["to_end"], Icon.LAST, on),
    )
    return {command.id: command for command in listed}


def transport(
    buttons: Layout, scrubber: Layout, moment: Layout | None, speed: tuple[Layout, Layout]
) -> Layout:
    """Lay out the scrubber; below it the buttons, the text of the moment, and the speed."""
    wide, narrow = speed
    below = FirstFit(
        Row(buttons, Flexible(moment), wide, gap=20),
        lambda: Row(buttons, Flexible(moment), narrow, gap=16),
        lambda: Column(Row(buttons, Flexible(), narrow, gap=16), moment, gap=8),
    )
    return Column(scrubber, below, gap=4)


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


def speed_forms(
    ui: Ui, speeds: Sequence[float], speed: float, change: Callable[[int], None], key: str
) -> tuple[Layout, Layout]:
    """Lay out a slider over the speeds between its name and its value, and narrower before both."""
    slider, name, value = _speed_slider(ui, speeds, speed, change, key)
    label = Label(name, 14, quiet=True, middle=True)
    beside = Label(value, 14, align=1, middle=True)
    wide = Row(NoShrink(label), Box(slider, SPEED), Box(beside, 46), gap=8)
    both = Label(f"{name} {value}", SMALL, quiet=True, middle=True, maximum=1)

    def widest(theme: Theme) -> int:
        values = (ui.tr("transport.times", x=each) for each in speeds)
        return max(theme.width(f"{name} {each}", SMALL) for each in values)

    narrow = Row(Box(slider, NARROW_SPEED), Box(both, least_width=widest), gap=6)
    return NoShrink(wide), NoShrink(narrow)


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
