"""The work of a frame while a tree of 2,000 nodes is drawn along and walked through."""

from __future__ import annotations

import gc
import os
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from gui.inspector.tree_picture import TreePicture
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.questions import match_from_options

A_BEGINNING = "3 3 4 2"


def looked_into(services: Services, player: str) -> MatchScreen:
    """A match of Connect Four with what a player thinks early in it, all of it taken down.

    The values have come as well, so that nothing but the window works while frames are counted.
    """
    services.settings = replace(services.settings, inspector=True)
    scene = match_from_options(
        services, parse_window(["--game", "connect4", "--moves", A_BEGINNING])
    )
    scene.match.ask(player)
    end = time.monotonic() + 120
    while scene.match.inspector.busy or scene.match.inspector.frame() is None:
        assert time.monotonic() < end
        scene.match.update(0.02)
        time.sleep(0.001)
    scene.match.analyzer.stop()
    return scene


def services_of(folder: Path, size: tuple[int, int]) -> tuple[Services, pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode(size)
    settings = Settings(muted=True)
    return Services(settings, SettingsFile(folder), folder, size, "en", 3), surface


def told(benchmark: BenchmarkFixture, frames: list[float]) -> None:
    frames.sort()
    benchmark.extra_info["median_ms"] = round(frames[len(frames) // 2], 1)
    benchmark.extra_info["p99_ms"] = round(frames[int(len(frames) * 0.99)], 1)


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_frames_of_two_thousand_nodes(
    benchmark: BenchmarkFixture, tmp_path: Path, size: tuple[int, int]
) -> None:
    services, surface = services_of(tmp_path, size)
    scene = looked_into(services, "mcts:4000")
    scene.match.inspector.toggle(())
    scene.enter(size)
    picture = scene.widget_group.find("tree")
    assert isinstance(picture, TreePicture)
    assert picture.tree is not None
    nodes = sum(len(shown.replies) or 1 for shown in picture.tree.nodes)
    assert nodes == 2_000
    scene.draw(surface)
    gc.freeze()
    frames: list[float] = []
    start = picture.rect.center

    def event(kind: int, x: int, y: int) -> None:
        scene.handle(pygame.event.Event(kind, pos=(x, y), button=1, rel=(0, 0), buttons=(1, 0, 0)))

    def drawn_along() -> None:
        event(pygame.MOUSEBUTTONDOWN, *start)
        for number in range(120):
            started = time.thread_time()
            shift = 6 * (number if number < 60 else 120 - number)
            event(pygame.MOUSEMOTION, start[0] - shift // 3, start[1] - shift)
            scene.widget_group.update(1 / 60)
            if scene.dirty:
                scene.draw(surface)
            frames.append((time.thread_time() - started) * 1000)
        event(pygame.MOUSEBUTTONUP, *start)

    benchmark.pedantic(drawn_along, rounds=2)
    services.close()
    told(benchmark, frames)


def test_frames_of_steps(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """A step a frame, faster than the fastest speed."""
    services, surface = services_of(tmp_path, (1280, 800))
    scene = looked_into(services, "mcts:2000")
    scene.match.inspector.first()
    scene.enter((1280, 800))
    scene.draw(surface)
    gc.freeze()
    frames: list[float] = []

    def stepped() -> None:
        for _ in range(150):
            started = time.thread_time()
            scene.match.inspector.on()
            scene.show()
            scene.draw(surface)
            frames.append((time.thread_time() - started) * 1000)

    benchmark.pedantic(stepped, rounds=2)
    services.close()
    told(benchmark, frames)
