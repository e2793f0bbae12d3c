"""Pictures of the cube view, to look at: `python tests/gui/cube_shots.py FOLDER`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pygame

from engine.games.cube_facelets import SOLVED
from engine.games.cube_geometry import apply
from engine.games.cube_notation import Turn
from engine.games.pocket_cube import PocketCube
from gui.boards.pocketcube.handling import CubeHandling
from gui.boards.pocketcube.view import CubeView
from gui.paint import Brush
from gui.theme import Theme, ThemeName
from tests.screen import the_screen


def scrambled(text: str) -> str:
    """The facelets after a few turns."""
    facelets = SOLVED
    for word in text.split():
        quarters = -1 if word.endswith("'") else 2 if word.endswith("2") else 1
        facelets = apply(facelets, word[0], quarters)
    return facelets


def main(folder: Path) -> None:
    """Write the pictures and print how long they took."""
    folder.mkdir(parents=True, exist_ok=True)
    pygame.init()
    for size in ((1280, 800), (2560, 1440)):
        pygame.display.set_mode(size)
        theme = Theme(ThemeName.DARK, size)
        view = CubeView(CubeHandling(PocketCube()), theme, Brush())
        rect = pygame.Rect(24, 84, theme.px(832), size[1] - theme.px(196))
        screen = the_screen()
        screen.fill(theme.colours.table)
        view.place(rect, theme)
        view.show(scrambled("U2 F2 R F' U R F U' F U' F R'"))
        started = time.perf_counter()
        view.draw(screen)
        print(size, "first still", round((time.perf_counter() - started) * 1000, 1), "ms")
        pygame.image.save(screen, folder / f"still_{size[0]}.png")
        view.yaw += 1
        started = time.perf_counter()
        view.draw(screen)
        print(size, "still", round((time.perf_counter() - started) * 1000, 1), "ms")
        view.yaw -= 1
        times = []
        view.play(Turn("R", 1), seconds=0.5)
        for frame in range(30):
            view.update(1 / 60)
            started = time.perf_counter()
            view.draw(screen)
            times.append((time.perf_counter() - started) * 1000)
            if frame == 11:
                pygame.image.save(screen, folder / f"turn_{size[0]}.png")
        print(size, "turn", [round(t, 1) for t in times])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
