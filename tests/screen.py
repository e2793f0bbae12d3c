"""The screen of the tests, and where the programs are that some of them need."""

from __future__ import annotations

import shutil

import pygame
import pytest


def need(tool: str) -> str:
    """The path of a tool; tests that use one are marked `needs`, and skipped where it is not."""
    path = shutil.which(tool)
    if path is None:
        pytest.fail(f"{tool} is not installed; `.ci/run` tells which packages the tests need")
    return path


def the_screen() -> pygame.Surface:
    """The surface of the open window."""
    surface = pygame.display.get_surface()
    assert surface is not None, "no window is open"
    return surface
