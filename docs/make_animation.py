"""Makes the animation of README: a scrambled cube solved turn by turn, from the program itself.

Wants the program `convert` of ImageMagick. Run it from the project's folder:
.venv/bin/python docs/make_animation.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from gui.app import App, make_services  # noqa: E402
from gui.cube.screen import CubeScreen  # noqa: E402
from gui.options import parse_window  # noqa: E402
from gui.system import System  # noqa: E402

STEP = 1 / 12


def main() -> None:
    """Write docs/pictures/solve.gif."""
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--data-dir", folder, "--lang", "en", "--size", "1280x800", "--analysis"]
        options = parse_window([*arguments, "--scene", "cube", "--moves", "R U F2 R' U'"])
        app = App(make_services(options, System()), options)
        scene = CubeScreen.from_options(app.services, options)
        app.push(scene)
        for _ in range(60):
            app._frame(0.02)
            time.sleep(0.02)
        scene.lab.toggle_play()
        for number in range(34):
            for _ in range(2):
                app._frame(STEP / 2)
            picture = pygame.transform.smoothscale(app.surface, (640, 400))
            pygame.image.save(picture, Path(folder) / f"{number:03}.png")
        frames = sorted(str(path) for path in Path(folder).glob("*.png"))
        goal = ROOT / "docs" / "pictures" / "solve.gif"
        command = [
            "convert",
            "-delay",
            "8",
            "-loop",
            "0",
            *frames,
            "-layers",
            "optimize",
            "-colors",
            "96",
        ]
        subprocess.run([*command, str(goal)], check=True)
        app.close()


if __name__ == "__main__":
    main()
