"""Screens and matches in windows of every size, text and language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import enter, press
from tests.gui.matches import asked_match, watched
from tests.gui.scenes import SCENES, lay_out, make_services

Size = tuple[int, int]
ServicesIn = Callable[[Size, float, str], Services]  # a window, its size of text, its language
MOVES = "3 2 3 3 4 2 5 0 0"
PROJECTOR = (1920, 1080)


ROOMS = [
    (PROJECTOR, 1.0),
    (PROJECTOR, 1.25),
    (PROJECTOR, 1.5),
    ((1280, 800), 1.0),
    ((1280, 800), 1.25),
    ((960, 640), 1.0),
    ((2560, 1440), 1.5),
]


@contextmanager
def services_of(size: Size, scale: float, language: str) -> Iterator[Services]:
    """The services of a window of that size."""
    with TemporaryDirectory() as name:
        yield from make_services(Path(name), size, scale, language)


@contextmanager
def scene_in(name: str, size: Size, scale: float, language: str) -> Iterator[Screen]:
    """A scene in a window of that size, entered and at last left."""
    with services_of(size, scale, language) as services:
        scene = enter(SCENES[name](services))
        yield scene
        scene.leave()


MATCHES = 4  # a window holds up to forty megabytes


class Matches:
    """The last few matches of Connect Four, each shown in one window after the other."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], tuple[MatchScreen, ExitStack]] = {}

    def close(self, left: int = 0) -> None:
        """Leave all matches but the last ones."""
        for key in [*self._made][: len(self._made) - left]:
            self._made.pop(key)[1].close()

    def show(
        self, size: Size, scale: float, language: str, *given: str, asked: str = ""
    ) -> MatchScreen:
        """Return the match of these options, and of the bot that is asked there, in this window."""
        made = self._made.pop((*given, asked), None)
        if made is None:
            self.close(MATCHES - 1)
            stack = ExitStack()
            services = stack.enter_context(services_of(size, scale, language))
            match = asked_match(services, "--game", "connect4", *given)
            stack.callback(match.leave)
            made = match, stack
        self._made[*given, asked] = made
        scene = made[0]
        lay_out(scene, size, scale, language)
        return scene

    def look_into(
        self, size: Size, scale: float, language: str, player: str, moves: str = MOVES
    ) -> MatchScreen:
        """Return the decision of a bot, looked into at its last step."""
        people = ("--first", "human", "--second", "human", "--moves", moves)
        scene = self.show(size, scale, language, *people, asked=player)
        if scene.inspector is None:
            press(scene, pygame.K_i)
            scene.match.inspected.ask(player)
            scene.show()
            watched(scene)
        scene.match.inspector.last()
        scene.show()
        return scene
