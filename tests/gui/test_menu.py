"""The first screen: every game in sight, and one click or key from a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.messages import LANGUAGES
from engine.registry import GAMES, PUZZLES
from gui.kit import Button
from gui.options import parse_window
from gui.pages.menu import FOOT, WORDLESS, MenuScreen
from gui.pages.menu_tiles import Tile
from gui.protocols import Open
from gui.screens import first_screens
from gui.services import Services
from gui.settings import Settings, SettingsFile, from_json, to_json


def opened(folder: Path, size: tuple[int, int], language: str, scale: float = 1.0) -> MenuScreen:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(size)
    settings = Settings(muted=True, motion="NONE", language=language, text_scale=scale)
    services = Services(settings, SettingsFile(folder), folder, size, language, 7)
    scene = MenuScreen(services)
    scene.enter(size)
    return scene


def tiles(scene: MenuScreen) -> list[Tile]:
    return [widget for widget in scene.desk.widgets if isinstance(widget, Tile)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (2560, 1440)])
def test_every_game_is_in_sight(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    """Also while the welcome takes its part of the window."""
    scene = opened(tmp_path, size, language)
    found = tiles(scene)
    assert [tile.game for tile in found] == [*GAMES, *PUZZLES]
    assert scene.desk.max_scroll == 0
    assert scene.desk.body is not None
    assert all(scene.desk.body.contains(tile.rect) for tile in found)
    scene.services.close()


def test_arrows_walk_over_the_tiles_and_enter_opens_one(services: Services) -> None:
    services.change(replace(services.settings, welcome_seen=True))
    scene = MenuScreen(services)
    scene.enter(services.size)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT):
        scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
    focus = scene.desk.focus
    assert focus is not None and focus.key == list(GAMES)[3]
    enter = {"key": pygame.K_RETURN, "mod": 0, "unicode": "\r", "scancode": 0}
    kinds = (pygame.KEYDOWN, pygame.KEYUP)
    steps = [scene.handle(pygame.event.Event(kind, enter)) for kind in kinds]
    assert any(isinstance(step, Open) for step in steps)
    assert services.settings.last_game == list(GAMES)[3]


@pytest.mark.parametrize("scene", ["match", "setup"])
def test_after_the_cube_a_match_and_a_setup_open_on_the_last_game(
    services: Services, scene: str
) -> None:
    """It was kept as the last game, and the window ended with a sentence or a fault."""
    menu = MenuScreen(services)
    menu.enter(services.size)
    menu.new_game("nim")
    menu.new_game("pocketcube")
    assert services.settings.last_game == "nim"
    kept = to_json(replace(services.settings, last_game="pocketcube"))
    services.settings = from_json(kept)
    first_screens(services, parse_window(["--scene", scene]))[-1].enter(services.size)


@pytest.mark.parametrize(("language", "scale"), [("fr", 1.5), ("en", 1.5), ("fr", 1.25)])
def test_quit_keeps_its_word_the_longest(tmp_path: Path, language: str, scale: float) -> None:
    """The buttons at the foot lose their words one by one."""
    size = (960, 640)
    scene = opened(tmp_path, size, language, scale)
    buttons = {name: scene.desk.find(name) for name in FOOT}
    words = {name: b.label for name, b in buttons.items() if isinstance(b, Button)}
    wordless = [name for name in FOOT if not words[name]]
    assert words["quit"], "there is room for this word, if not for all"
    assert sorted(wordless) == sorted(WORDLESS[: len(wordless)])
    scene.services.close()
