"""The work of a frame while a layer turns, in the two window sizes of the targets."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.games.cube_notation import Turn
from gui.lab.screen import LabScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.lab import read_cube


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_frames_of_turns(
    benchmark: BenchmarkFixture, tmp_path: Path, size: tuple[int, int]
) -> None:
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode(size)
    services = Services(Settings(muted=True), SettingsFile(tmp_path), tmp_path, size, "en", 3)
    scene = LabScreen(services, "pocketcube", read_cube("R U F2 R'"))
    scene.enter(size)
    scene.draw(surface)
    gc.freeze()  # as the window does when it starts
    frames: list[float] = []

    def frame(number: int) -> None:
        started = time.perf_counter()
        if number % 18 == 0:
            scene.lab.move(Turn("URFDLB"[number // 18 % 6], 1))
        scene.update(1 / 60)
        if scene.dirty:
            scene.draw(surface)
        frames.append((time.perf_counter() - started) * 1000)

    def frames_of_turns() -> None:
        for number in range(216):
            frame(number)

    benchmark.pedantic(frames_of_turns, rounds=2)
    services.close()
    frames.sort()
    benchmark.extra_info["median_ms"] = round(frames[len(frames) // 2], 1)
    benchmark.extra_info["p99_ms"] = round(frames[int(len(frames) * 0.99)], 1)
    assert scene.puzzle_view.target == scene.lab.now.position
