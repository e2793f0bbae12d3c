"""Short, soft sounds; a machine without audio stays silent."""

from __future__ import annotations

import logging
from enum import Enum

import pygame

from engine.protocols import Outcome
from gui.theme import asset

log = logging.getLogger(__name__)


class Sound(Enum):
    """The sounds; the value is the name of the file."""

    PLACE = "place"
    DROP = "drop"
    TAKE = "take"
    TURN = "turn"
    WIN = "win"
    DRAW = "draw"
    REFUSE = "refuse"


class Sounds:
    """A player of sounds; it opens the mixer at the first audible one."""

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self._loaded: dict[Sound, pygame.mixer.Sound] | None = None

    def set_volume(self, volume: float) -> None:
        """Set the volume; 0 is silence."""
        self.volume = volume
        for sound in (self._loaded or {}).values():
            sound.set_volume(volume)

    def _load(self) -> dict[Sound, pygame.mixer.Sound]:
        if self._loaded is None:
            self._loaded = {}
            try:
                pygame.mixer.init(22050, -16, 1, 512)
                for sound in Sound:
                    loaded = pygame.mixer.Sound(asset(f"sounds/{sound.value}.wav"))
                    loaded.set_volume(self.volume)
                    self._loaded[sound] = loaded
            # If SDL's mixer cannot be loaded, pygame substitutes a module that raises
            # NotImplementedError at its first use.
            except (pygame.error, OSError, NotImplementedError) as error:
                log.info("no sound: %s", error)
                self._loaded = {}
        return self._loaded

    def play(self, sound: Sound) -> None:
        """Play a sound at the present volume; do nothing when muted or without audio."""
        if self.volume > 0:
            loaded = self._load().get(sound)
            if loaded is not None:
                loaded.play()

    def move(self, sound: Sound, outcome: Outcome | None) -> None:
        """Play the sound of a move, or that of the outcome if the move ended the game."""
        if outcome is None:
            self.play(sound)
        else:
            self.play(Sound.DRAW if outcome is Outcome.DRAW else Sound.WIN)

    def refuse(self) -> None:
        """Play the sound of a refused click or key."""
        self.play(Sound.REFUSE)
