"""What a person does in the cube lab and on other screens, for their tests."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame

from gui.cube.screen import CubeScreen
from gui.kit.screen import Screen
from gui.options import parse_window
from gui.protocols import Scene
from gui.screens import first_screens, requested_game
from gui.services import Services
from tests.screen import the_screen

SIZE = (1280, 800)
SCRAMBLE = "U2 F2 R F' U R F U' F U' F R'"
TWISTED = "UUURFRRRUFFFDDDDLLLLBBBB"


def opened_on(services: Services, *arguments: str) -> list[Scene]:
    """The screens that the window opens on with these arguments."""
    return first_screens(services, requested_game(services.settings, parse_window(arguments)))


def wait(scene: Screen, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds."""
    while not until():
        scene.update(0.02)
        if scene.dirty:
            scene.draw(the_screen())
        time.sleep(0.001)


def press(scene: Screen, key: int, mod: int = 0) -> None:
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))


def click(scene: Screen, position: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=position, button=1))


def click_on(scene: Screen, key: str) -> None:
    widget = scene.widget_group.find(key)
    assert widget is not None, key
    click(scene, widget.rect.center)


def solve(scene: CubeScreen) -> None:
    click_on(scene, "solve")
    wait(scene, lambda: scene.lab.now.answer is not None)


def settle(scene: CubeScreen) -> None:
    scene.update(0.02)  # what was asked of the lab itself is followed in the next frame
    wait(scene, lambda: not scene.cube.moving and not scene.lab.playing)
