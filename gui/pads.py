"""Gamepad input: every button maps to a key that playing or the inspector needs.

Other keys have no button: digits, saving, muting. Most of their commands are in a menu or have a
control, which a pad reaches by moving the focus.

Events of SDL become key presses. A press carries its button as `pad`, for the few widgets that
treat a pad differently from a keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pygame

from gui.shortcuts import Action, ShortcutNames

FULL = 32768  # the full range of a stick or a trigger
PRESSED, RELEASED = 0.6, 0.4  # two thresholds, so that a trembling stick does not press repeatedly
REPEAT_BEGINS, REPEAT = 0.4, 0.11  # seconds


class PadButton(Enum):
    """The buttons, named as on an Xbox pad; the value is the key of the displayed name."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    A = "a"
    B = "b"
    X = "x"
    Y = "y"
    LEFT_SHOULDER = "left_shoulder"
    RIGHT_SHOULDER = "right_shoulder"
    LEFT_TRIGGER = "left_trigger"
    RIGHT_TRIGGER = "right_trigger"
    LOOK_UP = "look_up"  # the right stick
    LOOK_DOWN = "look_down"
    LOOK_LEFT = "look_left"
    LOOK_RIGHT = "look_right"
    START = "start"
    BACK = "back"


# The mapping of buttons: to an action, whose key is in the table of shortcuts, or to a key.
STANDS_FOR: Mapping[PadButton, Action | int] = {
    PadButton.UP: pygame.K_UP,
    PadButton.DOWN: pygame.K_DOWN,
    PadButton.LEFT: pygame.K_LEFT,
    PadButton.RIGHT: pygame.K_RIGHT,
    PadButton.A: pygame.K_RETURN,
    PadButton.B: Action.BACK,
    PadButton.X: Action.HINT,
    PadButton.Y: Action.LOOK,
    PadButton.LEFT_SHOULDER: Action.UNDO,
    PadButton.RIGHT_SHOULDER: Action.REDO,
    PadButton.LEFT_TRIGGER: pygame.K_TAB,  # with Shift
    PadButton.RIGHT_TRIGGER: pygame.K_TAB,
    PadButton.LOOK_UP: pygame.K_PAGEUP,
    PadButton.LOOK_DOWN: pygame.K_PAGEDOWN,
    PadButton.LOOK_LEFT: Action.STEP_BACK,
    PadButton.LOOK_RIGHT: Action.STEP_ON,
    PadButton.START: Action.MENU,
    PadButton.BACK: Action.HELP,
}
ARROWS = (PadButton.UP, PadButton.DOWN, PadButton.LEFT, PadButton.RIGHT)
LOOKS = (PadButton.LOOK_UP, PadButton.LOOK_DOWN, PadButton.LOOK_LEFT, PadButton.LOOK_RIGHT)
REPEATING = {*ARROWS, *LOOKS, PadButton.LEFT_TRIGGER, PadButton.RIGHT_TRIGGER}
BUTTONS: Mapping[int, PadButton] = {
    pygame.CONTROLLER_BUTTON_DPAD_UP: PadButton.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: PadButton.DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: PadButton.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: PadButton.RIGHT,
    pygame.CONTROLLER_BUTTON_A: PadButton.A,
    pygame.CONTROLLER_BUTTON_B: PadButton.B,
    pygame.CONTROLLER_BUTTON_X: PadButton.X,
    pygame.CONTROLLER_BUTTON_Y: PadButton.Y,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: PadButton.LEFT_SHOULDER,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: PadButton.RIGHT_SHOULDER,
    pygame.CONTROLLER_BUTTON_START: PadButton.START,
    pygame.CONTROLLER_BUTTON_BACK: PadButton.BACK,
}
TRIGGERS: Mapping[int, PadButton] = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: PadButton.LEFT_TRIGGER,
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: PadButton.RIGHT_TRIGGER,
}
# For each stick: the horizontal axis, the vertical axis and its four directions.
STICKS = (
    (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY, ARROWS),
    (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY, LOOKS),
)
# All events of joysticks and controllers: handled here, never passed to a screen.
EVENTS = range(pygame.JOYAXISMOTION, pygame.CONTROLLERSENSORUPDATE + 1)
Place = tuple[int, str, int]  # the pad, the kind of input, its number


def pressed(event: pygame.event.Event, *buttons: PadButton) -> bool:
    """Whether a key press comes from one of these buttons of a pad."""
    return event.type == pygame.KEYDOWN and getattr(event, "pad", None) in buttons


def from_pad(event: pygame.event.Event) -> bool:
    """Whether a key press comes from a pad."""
    return event.type == pygame.KEYDOWN and getattr(event, "pad", None) is not None


def press_of(button: PadButton, keys: ShortcutNames) -> pygame.event.Event:
    """Return the key press a button maps to."""
    meaning, mod = STANDS_FOR[button], 0
    if isinstance(meaning, Action):
        entry = next(each for each in keys.table if each.action is meaning)
        key, mod = entry.key, pygame.KMOD_LCTRL * entry.ctrl | pygame.KMOD_LSHIFT * entry.shift
    else:
        key = meaning
    if button is PadButton.LEFT_TRIGGER:
        mod = pygame.KMOD_LSHIFT
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0, pad=button)


@dataclass
class _Repeat:
    """The last pressed input of a pad, while it is held."""

    place: Place
    button: PadButton
    wait: float = REPEAT_BEGINS


class Pads:
    """A translator of the events of all pads into key presses."""

    def __init__(self) -> None:
        self._axes: dict[tuple[int, int], float] = {}
        self._held: dict[Place, PadButton] = {}
        self._repeat: _Repeat | None = None

    def take(self, event: pygame.event.Event, keys: ShortcutNames) -> list[pygame.event.Event]:
        """Return the key presses of a pad's event: one or none."""
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._forget(event.instance_id)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._moved(event, keys)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            down = event.type == pygame.CONTROLLERBUTTONDOWN
            button = BUTTONS.get(event.button) if down else None
            return self._hold((event.instance_id, "button", event.button), button, keys)
        return []

    def pass_time(self, dt: float, keys: ShortcutNames) -> list[pygame.event.Event]:
        """Advance by `dt` seconds; return the repeated press of a held button: one or none."""
        repeat = self._repeat
        if repeat is None:
            return []
        repeat.wait -= dt
        if repeat.wait > 0:
            return []
        repeat.wait = REPEAT
        return [press_of(repeat.button, keys)]

    def let_go(self) -> None:
        """Release all buttons, because the window lost the focus."""
        self._held.clear()
        self._axes.clear()
        self._repeat = None

    def _forget(self, pad: int) -> None:
        """Release the buttons of an unplugged pad."""
        self._held = {place: button for place, button in self._held.items() if place[0] != pad}
        self._axes = {axis: value for axis, value in self._axes.items() if axis[0] != pad}
        if self._repeat is not None and self._repeat.place[0] == pad:
            self._repeat = None

    def _moved(self, event: pygame.event.Event, keys: ShortcutNames) -> list[pygame.event.Event]:
        pad, axis = event.instance_id, event.axis
        self._axes[pad, axis] = event.value / FULL
        if axis in TRIGGERS:
            place = (pad, "trigger", axis)
            least = RELEASED if place in self._held else PRESSED
            return self._hold(place, TRIGGERS[axis] if event.value / FULL > least else None, keys)
        for across, down, ways in STICKS:
            if axis in (across, down):
                place = (pad, "stick", across)
                x, y = (self._axes.get((pad, each), 0.0) for each in (across, down))
                reach = dict(zip(ways, (-y, y, -x, x), strict=True))
                return self._hold(place, _way(reach, self._held.get(place)), keys)
        return []

    def _hold(
        self, place: Place, button: PadButton | None, keys: ShortcutNames
    ) -> list[pygame.event.Event]:
        """Record an input as pressed (with its button) or released (None); return new presses."""
        if button is self._held.get(place):
            return []
        if self._repeat is not None and self._repeat.place == place:
            self._repeat = None
        if button is None:
            del self._held[place]
            return []
        self._held[place] = button
        if button in REPEATING:
            self._repeat = _Repeat(place, button)
        return [press_of(button, keys)]


def _way(reach: Mapping[PadButton, float], held: PadButton | None) -> PadButton | None:
    """Return the direction of a stick; the held one stays until the stick clearly leaves it."""
    farthest = max(reach, key=lambda way: reach[way])
    if held is not None and reach[held] > RELEASED and reach[held] > 0.7 * reach[farthest]:
        return held
    return farthest if reach[farthest] > PRESSED else None


class PadDevices:
    """The open gamepads: every connected one; without any, the class costs nothing."""

    def __init__(self) -> None:
        self._open: dict[int, Any] = {}  # by the instance number in its events
        self._there = 0  # pads present from the start whose events are still to come

    def look_out(self) -> None:
        """Turn on SDL's gamepad events; those of connected pads arrive at once."""
        try:
            pygame.joystick.init()
        except pygame.error:
            return  # this system has no gamepad support
        self._there = pygame.joystick.get_count()

    def note(self, event: pygame.event.Event) -> bool:
        """Process an event of a pad; return True when a pad is connected after the start."""
        if event.type == pygame.JOYDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
        if event.type != pygame.JOYDEVICEADDED:
            return False
        new, self._there = self._there == 0, max(0, self._there - 1)
        return self._opened(event.device_index) and new

    def _opened(self, index: int) -> bool:
        """Open a pad; return False for a device SDL has no mapping for, such as a flight stick."""
        from pygame._sdl2 import controller  # not needed without a pad

        try:
            controller.init()
            if not controller.is_controller(index):
                return False
            pad = controller.Controller(index)
        except pygame.error:
            return False  # unplugged meanwhile, or no permission to read
        self._open[pad.as_joystick().get_instance_id()] = pad
        return True

    def close(self) -> None:
        for pad in self._open.values():
            pad.quit()
        self._open.clear()
        pygame.joystick.quit()
