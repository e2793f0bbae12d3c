"""Makes the animations of README and docs, and the pictures of Look inside, from the program.

Needs the program `convert` of ImageMagick. Run it from the project's folder:
.venv/bin/python docs/make_animation.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from engine.trace.tree import PlayedOut  # noqa: E402
from gui.app import App, make_services, read_settings  # noqa: E402
from gui.lab.screen import requested_lab  # noqa: E402
from gui.match.screen import MatchScreen  # noqa: E402
from gui.options import WindowOptions, parse_window  # noqa: E402
from gui.system import System  # noqa: E402
from tests.gui.matches import match_from_options  # noqa: E402

STEP = 1 / 12
WINDOW = ("--lang", "en", "--size", "1280x800")
TWO = ("--first", "human", "--second", "human")
TREE = ("--game", "connect4", "--seed", "3", "--moves", "1 4 6 5 5 2 3 3 4 6", *TWO)
CHANCES = ("--game", "tictactoe", "--seed", "3", "--position", "X...O...X O", *TWO)
SLOW = 9  # steps of the growing tree that are shown one by one; then they come in jumps
JUMPS = 26


def main() -> None:
    """Write every picture and animation."""
    pygame.display.init()
    pygame.font.init()
    with tempfile.TemporaryDirectory() as folder:
        solve(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        grow(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        app, _ = look(Path(folder), CHANCES, "mc:2000")
        pass_time(app, 60)
        pygame.image.save(app.viewport.page, PICTURES / "look_chances.png")
        app.close()


def opened(folder: Path, *arguments: str) -> tuple[App, WindowOptions]:
    """The program with nothing on its screen, everything it keeps in a folder."""
    options = parse_window(["--data-dir", str(folder / "data"), *WINDOW, *arguments])
    services = make_services(options, System(), read_settings(options))
    return App(services, options), options


def pass_time(app: App, frames: int) -> None:
    """Let the window and its worker go on."""
    for _ in range(frames):
        app._frame(0.02)
        time.sleep(0.02)


def wait(app: App, until: Callable[[], bool]) -> None:
    """Let time pass until something is so, a minute at most."""
    end = time.monotonic() + 60
    while not until() and time.monotonic() < end:
        pass_time(app, 1)


def keep(app: App, folder: Path, number: int) -> None:
    """Keep a frame of an animation, half as large."""
    picture = pygame.transform.smoothscale(app.viewport.page, (640, 400))
    pygame.image.save(picture, folder / f"{number:03}.png")


def write(folder: Path, name: str, delays: Sequence[int]) -> None:
    """Put the frames together; a delay each, in hundredths of a second."""
    frames = sorted(folder.glob("*.png"))
    parts = [
        part
        for delay, path in zip(delays, frames, strict=True)
        for part in ("-delay", str(delay), str(path))
    ]
    command = ["convert", "-loop", "0", *parts, "-layers", "optimize", "-colors", "96"]
    subprocess.run([*command, str(PICTURES / name)], check=True)


def solve(folder: Path) -> None:
    """A scrambled cube is solved turn by turn."""
    app, options = opened(folder, "--analysis", "--scene", "cube", "--moves", "R U F2 R' U'")
    screen = requested_lab("pocketcube", options)(app.services)
    app.push(screen)
    pass_time(app, 60)
    screen.lab.toggle_play()
    for number in range(34):
        for _ in range(2):
            app._frame(STEP / 2)
        keep(app, folder, number)
    write(folder, "solve.gif", [8] * 34)
    app.close()


def look(folder: Path, arguments: Sequence[str], player: str) -> tuple[App, MatchScreen]:
    """A match with a look inside at what a player would think, all of it taken down."""
    app, options = opened(folder, *arguments)
    screen = match_from_options(app.services, options)
    app.push(screen)
    screen.match.inspected.look_at(player)
    inspector = screen.match.inspector
    wait(app, lambda: (frame := inspector.frame()) is not None and frame.complete)
    wait(app, lambda: valued(screen))
    return app, screen


def valued(screen: MatchScreen) -> bool:
    """Whether every exact value that is to be shown is known."""
    inspector = screen.match.inspector
    return all(inspector.exact(state) is not None for state in inspector.requests())


def grow(folder: Path) -> None:
    """A search tree grows: step by step, then in jumps; and the picture of one of its playouts."""
    app, screen = look(folder, TREE, "mcts:2000")
    recording = screen.match.inspector.replay.recording if screen.match.inspector.replay else None
    assert recording is not None
    last = len(recording.events) - 1
    jumps = [round(SLOW * (last / SLOW) ** (place / JUMPS)) for place in range(JUMPS + 1)]
    moments = sorted({*range(SLOW), *jumps})
    playouts = [index for index in range(last) if isinstance(recording.events[index], PlayedOut)]
    for number, moment in enumerate(moments):
        screen.looking.go_to_step(moment)
        wait(app, lambda: valued(screen))
        pass_time(app, 3)
        keep(app, folder, number)
    delays = [90 if moment < SLOW else 24 for moment in moments]
    write(folder, "growing.gif", [*delays[:-1], 300])
    later = playouts[len(playouts) // 2 :]
    # A short playout leaves the numbers of its moves readable on the board.
    screen.looking.go_to_step(min(reversed(later), key=lambda at: len(recording.events[at].line)))
    pass_time(app, 60)
    pygame.image.save(app.viewport.page, PICTURES / "look_tree.png")
    app.close()


if __name__ == "__main__":
    main()
