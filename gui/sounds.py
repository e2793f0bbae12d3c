"""Short, soft sounds; a machine without audio stays silent."""

from __future__ import annotations

import logging
from enum import Enum

import pygame

from engine.protocols import Outcome
from gui.theme import asset

log = logging.getLogger(__name__)


class Sound(Enum):
    """The sounds there are; the value is the file's name."""

    PLACE = "place"
    DROP = "drop"
    TAKE = "take"
    TURN = "turn"
    WIN = "win"
    DRAW = "draw"
    REFUSE = "refuse"


class Sounds:
    """The mixer, opened at the first sound that is to be heard."""

    def __init__(self, volume: float) -> None:
        self.volume = volume
        self._loaded: dict[Sound, pygame.mixer.Sound] | None = None

    def set_volume(self, volume: float) -> None:
        """0 is silence."""
        self.volume = volume
        for sound in (self._loaded or {}).values():
            sound.set_volume(volume)

    def _load(self) -> dict[Sound, pygame.mixer.Sound]:
        if self._loaded is None:
            self._loaded = {}
            try:
                pygame.mixer.init(22050, -16, 1, 512)
                for sound in Sound:
                    made = pygame.mixer.Sound(asset(f"sounds/{sound.value}.wav"))
                    made.set_volume(self.volume)
                    self._loaded[sound] = made
            # Where SDL's mixer cannot be loaded, pygame puts a module there that raises
            # NotImplementedError at its first use.
            except (pygame.error, OSError, NotImplementedError) as error:
                log.info("no sound: %s", error)
                self._loaded = {}
        return self._loaded

    def play(self, sound: Sound) -> None:
        """Play at the volume set; nothing when muted or when there is no audio."""
        if self.volume > 0:
            made = self._load().get(sound)
            if made is not None:
                made.play()

    def move(self, sound: Sound, outcome: Outcome | None) -> None:
        """A move was made, heard as its game's sound, and perhaps ended the game."""
        if outcome is None:
            self.play(sound)
        else:
            self.play(Sound.DRAW if outcome is Outcome.DRAW else Sound.WIN)

    def refuse(self) -> None:
        """A click or key that does nothing here."""
        self.play(Sound.REFUSE)
