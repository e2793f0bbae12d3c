"""Gamepads for tests: events as SDL sends them, and pads that SDL itself makes up."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from gui.pads import BUTTONS, STICKS, TRIGGERS, PadButton

NUMBERS = {button: number for number, button in BUTTONS.items()}
GAME_CONTROLLER = 1
FULL = 32767


def moved(axis: int, value: float, pad: int = 0) -> pygame.event.Event:
    """A stick or trigger at -1 .. 1."""
    return pygame.event.Event(
        pygame.CONTROLLERAXISMOTION, instance_id=pad, axis=axis, value=round(value * FULL)
    )


def button(which: PadButton, down: bool = True, pad: int = 0) -> pygame.event.Event:
    """A button pressed or released; of the right stick and the triggers, their axis."""
    for axis, trigger in TRIGGERS.items():
        if which is trigger:
            return moved(axis, float(down), pad)
    across, down_axis, ways = STICKS[1]
    if which in ways:
        place = ways.index(which)  # up, down, left, right
        return moved(across if place > 1 else down_axis, (-1, 1)[place % 2] * float(down), pad)
    kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
    return pygame.event.Event(kind, instance_id=pad, button=NUMBERS[which])


class VirtualPad:
    """A pad that exists in SDL alone: the window cannot tell it from one of plastic."""

    def __init__(self, sdl: ctypes.CDLL) -> None:
        self.sdl = sdl
        axes, buttons = 6, 15
        self.index = sdl.SDL_JoystickAttachVirtual(GAME_CONTROLLER, axes, buttons, 0)
        assert self.index >= 0, "SDL makes no virtual pads here"
        self.number = sdl.SDL_JoystickGetDeviceInstanceID(self.index)

    def set(self, which: PadButton, down: bool) -> None:
        """Press or release a button; nothing happens before the window has opened the pad."""
        handle = ctypes.c_void_p(self.sdl.SDL_JoystickFromInstanceID(self.number))
        assert handle.value, "nobody has opened the pad"
        self.sdl.SDL_JoystickSetVirtualButton(handle, NUMBERS[which], int(down))

    def unplug(self) -> None:
        """Pull it out."""
        places = range(self.sdl.SDL_NumJoysticks())
        numbers = [self.sdl.SDL_JoystickGetDeviceInstanceID(place) for place in places]
        self.sdl.SDL_JoystickDetachVirtual(numbers.index(self.number))


def the_sdl() -> ctypes.CDLL:
    """The SDL that pygame has brought along and runs on."""
    folder = Path(pygame.__file__).parent
    found = [*folder.parent.glob("pygame_ce.libs/libSDL2-2*"), *folder.glob("SDL2.dll")]
    found += [*folder.glob(".dylibs/libSDL2-2*")]
    sdl = ctypes.CDLL(str(found[0]))
    sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    return sdl


@contextmanager
def plugged_in(sdl: ctypes.CDLL) -> Iterator[VirtualPad]:
    """A pad, until the block ends."""
    pad = VirtualPad(sdl)
    try:
        yield pad
    finally:
        if pygame.joystick.get_init() and sdl.SDL_NumJoysticks():
            pad.unplug()
