"""The gamepads that are plugged in, opened by SDL's own table of what their buttons are."""

from __future__ import annotations

from typing import Any

import pygame


class PadDevices:
    """Keeps every pad open as long as it is there; a machine without any pays nothing."""

    def __init__(self) -> None:
        self._open: dict[int, Any] = {}  # by the number that its events carry
        self._there = 0  # pads not heard of yet that were there from the start

    def look_out(self) -> None:
        """From now on SDL tells of pads: at once of those that are there."""
        try:
            pygame.joystick.init()
        except pygame.error:
            return  # a system without them
        self._there = pygame.joystick.get_count()

    def note(self, event: pygame.event.Event) -> bool:
        """Every event of a pad passes here; true when one that we know was plugged in just now."""
        if event.type == pygame.JOYDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
        if event.type != pygame.JOYDEVICEADDED:
            return False
        new, self._there = self._there == 0, max(0, self._there - 1)
        return self._opened(event.device_index) and new

    def _opened(self, index: int) -> bool:
        """Open a pad; false for what SDL does not know as one, such as a flight stick."""
        from pygame._sdl2 import controller  # a start without a pad does without it

        try:
            controller.init()
            if not controller.is_controller(index):
                return False
            pad = controller.Controller(index)
        except pygame.error:
            return False  # plugged out again meanwhile, or not ours to read
        self._open[pad.as_joystick().get_instance_id()] = pad
        return True

    def close(self) -> None:
        """Let go of all of them."""
        for pad in self._open.values():
            pad.quit()
        self._open.clear()
        pygame.joystick.quit()
