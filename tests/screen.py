"""Tools that the tests of windows need; a missing one is a failure, not a skip."""

from __future__ import annotations

import shutil

import pygame
import pytest


def need(tool: str) -> str:
    """The path of a tool; the tests of the window make no sense without it."""
    path = shutil.which(tool)
    if path is None:
        pytest.fail(f"{tool} is not installed; `.ci/run` tells which packages the tests need")
    return path


def the_screen() -> pygame.Surface:
    """The surface of the open window."""
    surface = pygame.display.get_surface()
    assert surface is not None, "no window is open"
    return surface
