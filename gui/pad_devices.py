"""The connected gamepads, opened through SDL's database of button mappings."""

from __future__ import annotations

from typing import Any

import pygame


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
