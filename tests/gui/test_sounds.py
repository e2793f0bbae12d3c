"""Sounds are played where they can be, and their absence is silence."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from engine.protocols import Outcome
from gui import sounds
from gui.boards import BOARDS, board_of
from gui.sounds import Sound, Sounds


class NoMixer:
    """What pygame puts in the place of a mixer that cannot be loaded."""

    def __getattr__(self, name: str) -> object:
        raise NotImplementedError(f"mixer module not available: {name}")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    """What is played instead of being heard."""
    heard: list[Sound] = []
    monkeypatch.setattr(Sounds, "play", lambda self, sound: heard.append(sound))
    return heard


def test_every_sound_can_be_loaded_and_played() -> None:
    speaker = Sounds(0.5)
    for sound in Sound:
        speaker.play(sound)
        assert speaker._load()[sound].get_volume() == pytest.approx(0.5, abs=0.01)
    speaker.set_volume(0.25)
    assert speaker._load()[Sound.WIN].get_volume() == pytest.approx(0.25, abs=0.01)
    pygame.mixer.quit()


def test_nothing_is_loaded_for_silence() -> None:
    speaker = Sounds(0.0)
    speaker.play(Sound.WIN)
    assert speaker._loaded is None


def test_no_mixer_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "mixer", NoMixer())
    speaker = Sounds(1.0)
    speaker.play(Sound.WIN)
    assert speaker._load() == {}


def test_a_missing_file_is_silence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sounds, "asset", lambda name: tmp_path / name)
    speaker = Sounds(1.0)
    speaker.play(Sound.WIN)
    assert speaker._load() == {}
    pygame.mixer.quit()


def test_moves_and_ends_have_their_sounds(played: list[Sound]) -> None:
    speaker = Sounds(1.0)
    for game in BOARDS:
        speaker.move(board_of(game).sound, None)
    place, take = Sound.PLACE, Sound.TAKE
    assert played == [place, Sound.DROP, take, place, take, Sound.TURN, Sound.DROP]
    played.clear()
    for outcome in (Outcome.DRAW, Outcome.win_of(0), Outcome.win_of(1)):
        speaker.move(Sound.DROP, outcome)
    assert played == [Sound.DRAW, Sound.WIN, Sound.WIN]
