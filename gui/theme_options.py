"""What a user chooses of the looks of the window; known without drawing anything."""

from __future__ import annotations

from enum import Enum


class ThemeName(Enum):
    """The themes a user can choose."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


class Motion(Enum):
    """How much moves; the value multiplies every duration."""

    NONE = 0.0
    SHORT = 0.5
    FULL = 1.0
