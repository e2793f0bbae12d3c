"""The user's choices of theme and motion, without any drawing code."""

from __future__ import annotations

from enum import Enum


class ThemeName(Enum):
    """The themes a user can choose."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


class Motion(Enum):
    """The amount of motion; the value multiplies every duration."""

    NONE = 0.0
    SHORT = 0.5
    FULL = 1.0
