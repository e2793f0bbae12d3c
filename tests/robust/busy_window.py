"""The window with somebody busy in it, for test_kills.py: a cube, or puzzles.

Its arguments: cube|puzzles FOLDER SEED

After each thing done, and the frame that follows it, a line on standard output tells how things
stand: what it says is to be found again after a kill.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

import engine.puzzles.problems
from gui.app import App
from gui.exercises.attempt import MoveAttempt
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.today import Today
from gui.lab.saving import LabWriter
from gui.lab.screen import LabScreen
from gui.options import parse_window
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.driver import press

FACES = (pygame.K_u, pygame.K_r, pygame.K_f, pygame.K_d, pygame.K_l, pygame.K_b)
GAMES = ("tictactoe", "nim", "subtraction", "matches")
SIZE = (640, 480)


class SeldomDrawn(App):
    """Draws each tenth frame alone: what is kept does not hang on the pictures."""

    def _draw(self, dt: float) -> None:
        if self.frames % 10 == 0:
            super()._draw(dt)


def at_the_cube(app: App, rng: random.Random) -> Iterator[str]:
    """Turns, undo, solving and playing, painting, and now and then the menu and back.

    By its seed somebody paints and does nothing else.
    """
    app.apply(Open("lab", {"puzzle": "pocketcube"}))
    paints = rng.random() < 0.25
    while True:
        scene = app.scenes[-1]
        assert isinstance(scene, LabScreen)
        lab, kind = scene.lab, rng.randrange(20)
        if lab.drafts is None and paints:
            lab.start_painting()
        elif lab.drafts is not None:
            lab.paint(rng.randrange(24), rng.choice("URFDLB."))
            if rng.random() < 0.1 and not paints:
                lab.stop_painting()
        elif kind < 11:
            press(app, rng.choice(FACES), rng.choice((0, pygame.KMOD_SHIFT)))
        elif kind < 14:
            press(app, rng.choice((pygame.K_z, pygame.K_y)), pygame.KMOD_CTRL)
        elif kind == 14:
            lab.new_scramble(rng.randint(1, 40))
        elif kind == 15:
            lab.read("R U F")
        elif kind == 16:
            lab.solve()
        elif kind == 17:
            rng.choice((lab.toggle_play, lab.start_painting))()
        elif kind == 18:
            lab.step(1)
        else:
            scene.autosave.keep()
            app._back_to_menu()
            app.apply(Open("lab", {"puzzle": "pocketcube"}))
        app.frame(0.02)
        scene = app.scenes[-1]
        assert isinstance(scene, LabScreen)
        yield LabWriter(scene.lab.handlings).text(scene.lab.state(), scene.lab.clock())


def at_puzzles(app: App, rng: random.Random) -> Iterator[str]:
    """Tries at the puzzles of the day, right and wrong, and solutions shown."""
    engine.puzzles.problems.TRIES = 1  # soon graded
    app.apply(Open("puzzles"))
    scene = app.scenes[-1]
    assert isinstance(scene, PuzzlesScreen)
    model, today = scene.model, app.services.outliving(Today, lambda: Today(app.services))
    while True:
        answer = model.attempt
        if isinstance(answer, MoveAttempt) and answer.open:
            answer.play(rng.choice(list(answer.exercise.game.moves(answer.states[-1]))))
        elif answer is not None and answer.open and rng.random() < 0.2:
            answer.show()
        elif answer is not None and rng.random() < 0.2:
            model.choose_game(rng.choice(GAMES))
        else:  # the worker makes the puzzle, or looks for the refutation
            time.sleep(0.01)
            app.frame(0.05)
            continue
        app.frame(0.05)
        day = today.date.toordinal()
        tried = {game: [each.wrong, each.shown] for game, each in today._tried.items()}
        yield json.dumps({"day": day, "solved": today.solved, "tried": tried})


PEOPLE: dict[str, Callable[[App, random.Random], Iterator[str]]] = {
    "cube": at_the_cube,
    "puzzles": at_puzzles,
}


def main() -> None:
    """Be busy until the end of the process."""
    what, folder, seed = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    pygame.display.init()
    pygame.font.init()
    settings = Settings(muted=True, motion="NONE")
    services = Services(settings, SettingsFile(folder), folder, SIZE, "en")
    app = SeldomDrawn(services, parse_window([]))
    app.push(open_screen(services, Open("menu")))
    app.frame(0.02)
    for stands in PEOPLE[what](app, random.Random(seed)):
        print(stands, flush=True)
