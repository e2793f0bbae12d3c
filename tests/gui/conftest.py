"""No screen and no sound: set before pygame opens anything."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from gui.services import Services
from gui.settings import Settings, SettingsFile

SIZE = (1280, 800)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """What the scenes share, in English and without animations, over an empty data folder."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    settings = Settings(muted=True, motion="NONE")
    made = Services(settings, SettingsFile(tmp_path), tmp_path, SIZE, "en", 7)
    yield made
    made.close()
