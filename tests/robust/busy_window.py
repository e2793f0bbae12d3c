"""The window with somebody busy at the cube, for test_kills.py.

Its arguments: FOLDER SEED

After each thing done, and the frame that follows it, a line on standard output tells how things
stand: what it says is to be found again after a kill.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame

from gui.app import App
from gui.lab.saving import LabWriter
from gui.lab.screen import LabScreen
from gui.options import parse_window
from gui.protocols import Open
from gui.screens import open_screen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.driver import press

FACES = (pygame.K_u, pygame.K_r, pygame.K_f, pygame.K_d, pygame.K_l, pygame.K_b)
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


def main() -> None:
    """Be busy until the end of the process."""
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    pygame.display.init()
    pygame.font.init()
    settings = Settings(muted=True, motion="NONE")
    services = Services(settings, SettingsFile(folder), folder, SIZE, "en")
    app = SeldomDrawn(services, parse_window([]))
    app.push(open_screen(services, Open("menu")))
    app.frame(0.02)
    for stands in at_the_cube(app, random.Random(seed)):
        print(stands, flush=True)
