"""What a person does in the cube lab and on other screens, for their tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from engine.context import Context
from engine.games.cube_facelets import Turn
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.boards import handlings_of
from gui.boards.handling import Move
from gui.boards.pocketcube.view import CubeView
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.lab.snapshot import PuzzleSnapshot, SolverAnswer, read_position
from gui.lab.solving import find
from gui.options import parse_window
from gui.screens import first_screens, requested_game
from gui.services import Services
from tests.gui.driver import click, there, wait

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


def opened_on(services: Services, *arguments: str) -> list[Screen]:
    """The screens that the window opens on with these arguments."""
    return first_screens(services, requested_game(services.settings, parse_window(arguments)))


def solve(scene: LabScreen) -> SolverAnswer:
    """The answer to the button that solves, when it has come."""
    click(scene, "solve")
    wait(scene, lambda: scene.lab.now.answer is not None)
    return there(scene.lab.now.answer)


def settle(scene: LabScreen) -> None:
    scene.update(0.02)  # what was asked of the lab itself is followed in the next frame
    wait(scene, lambda: not scene.puzzle_view.moving and not scene.lab.playing)
