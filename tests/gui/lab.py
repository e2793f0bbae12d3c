"""What a person does in the cube lab and on other screens, for their tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

import pygame

from engine.context import Context
from engine.games.cube_notation import Turn
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.boards import handlings_of
from gui.boards.handling import Move
from gui.boards.pocketcube.view import CubeView
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.lab.snapshot import PuzzleSnapshot, SolverAnswer
from gui.lab.solving import find
from gui.lab.texts import read_position
from gui.options import parse_window
from gui.protocols import Scene
from gui.screens import first_screens, requested_game
from gui.services import Services
from tests.screen import the_screen
from tests.waiting import let_pass

SIZE = (1280, 800)
SCRAMBLE = "U2 F2 R F' U R F U' F U' F R'"
TWISTED = "UUURFRRRUFFFDDDDLLLLBBBB"

CUBE = handlings_of("pocketcube")
USUAL = CUBE.of({})  # the cube in quarter turns
METRICS = ("quarter", "half")


def read_cube(text: str, start: PuzzleSnapshot | None = None) -> PuzzleSnapshot:
    """A cube from facelets or turns."""
    return read_position(CUBE, text, USUAL, start)


def turns(moves: Iterable[Move]) -> list[Turn]:
    """Moves of the cube as turns."""
    return [cast(Turn, move) for move in moves]


def solved_by(position: str, metric: str = "quarter", solver: str = "twoway") -> SolverAnswer:
    """The shortest solutions of a cube."""
    handling = CUBE.of({"metric": metric})
    return find(PuzzleSolvers(handling.puzzle), handling, position, solver, Context(0))


def cube_view(scene: LabScreen | PuzzlesScreen) -> CubeView:
    """The view of the cube on a screen."""
    if isinstance(scene, LabScreen):
        view = scene.puzzle_view
    else:
        assert scene.puzzle is not None
        view = scene.puzzle.view
    assert isinstance(view, CubeView)
    return view


def opened_on(services: Services, *arguments: str) -> list[Scene]:
    """The screens that the window opens on with these arguments."""
    return first_screens(services, requested_game(services.settings, parse_window(arguments)))


def wait(scene: Screen, until: Callable[[], bool]) -> None:
    """Let time pass until something holds; what the window shows then is drawn."""
    let_pass(lambda: scene.update(0.02), until)
    if scene.dirty:
        scene.draw(the_screen())


def press(scene: Screen, key: int, mod: int = 0) -> None:
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))


def click(scene: Screen, position: tuple[int, int]) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        scene.handle(pygame.event.Event(kind, pos=position, button=1))


def click_on(scene: Screen, key: str) -> None:
    widget = scene.widget_group.find(key)
    assert widget is not None, key
    click(scene, widget.rect.center)


def solve(scene: LabScreen) -> None:
    click_on(scene, "solve")
    wait(scene, lambda: scene.lab.now.answer is not None)


def settle(scene: LabScreen) -> None:
    scene.update(0.02)  # what was asked of the lab itself is followed in the next frame
    wait(scene, lambda: not scene.puzzle_view.moving and not scene.lab.playing)
