"""A restless person at the real screens; run as a program it tells the memory this takes.

    python -m tests.gui.restless ACTIONS FOLDER

prints a JSON list: the memory in use, in MB, after every 250 actions.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pygame

from gui.app import App, make_services, read_settings
from gui.kit.popup import Popup
from gui.kit.screen import Screen
from gui.options import parse_window
from gui.screens import first_screens, requested_game
from gui.system import System
from tests.gui.driver import send


class Way(Enum):
    """The ways to be rid of a popup without choosing anything."""

    ESCAPE = "Esc"
    BESIDE = "a click beside it"
    RESIZE = "another size of the window"


KEYS = [
    *range(pygame.K_0, pygame.K_9 + 1), pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE,
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_ESCAPE, pygame.K_HOME,
    pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_a, pygame.K_h, pygame.K_m,
    pygame.K_p, pygame.K_u, pygame.K_r, pygame.K_f, pygame.K_F1, pygame.K_BACKSPACE,
]  # fmt: skip
CTRL_KEYS = [pygame.K_z, pygame.K_y, pygame.K_n, pygame.K_r, pygame.K_RETURN, pygame.K_c]
CLOSES = 0.3  # so often a popup is closed before anything is done on it
LEAVES = 0.004  # this share of the actions closes the window, whatever is open
SIZES = [(320, 240), (700, 900), (960, 640), (1280, 800), (1600, 900)]


def act(app: App, dice: random.Random) -> None:
    """One thing a restless person might do."""
    width, height = app.viewport.window.get_size()
    place = (dice.randrange(width), dice.randrange(height))
    choice = dice.random()
    post = app._event
    top = app.scenes[-1]
    if isinstance(top, Screen) and top.popup is not None and dice.random() < CLOSES:
        close_popup(app, top.popup, dice.choice(list(Way)))
        return
    if choice < 0.45:
        post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0)))
        post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
        if app.running and app.scenes:
            post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    elif choice < 0.80:
        key = dice.choice(KEYS)
        text = chr(key) if 32 <= key < 127 else ""
        post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=text, scancode=0))
        if text and app.running and app.scenes:
            post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        if app.running and app.scenes:
            post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))
    elif choice < 0.90:
        key = dice.choice(CTRL_KEYS)
        mod = pygame.KMOD_CTRL | (pygame.KMOD_SHIFT if dice.random() < 0.3 else 0)
        post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
        if app.running and app.scenes:
            post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0))
    elif choice < 0.97:
        post(
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((-2, -1, 1, 2)), flipped=False)
        )
    else:
        resize(app, dice.choice(SIZES))


def resize(app: App, size: tuple[int, int]) -> None:
    """The window is dragged to another size."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app._resized()


def close_popup(app: App, popup: Popup, way: Way) -> None:
    """Try to be rid of the popup that is open."""
    if way is Way.ESCAPE:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            send(app, kind, key=pygame.K_ESCAPE, mod=0, unicode="")
    elif way is Way.BESIDE:
        width, height = app.services.size
        corners = [(2, 2), (width - 3, height - 3)]
        beside = next(corner for corner in corners if not popup.rect.collidepoint(corner))
        send(app, pygame.MOUSEBUTTONDOWN, pos=beside, button=1)
        send(app, pygame.MOUSEBUTTONUP, pos=beside, button=1)
    else:
        resize(app, next(size for size in SIZES if size != app.viewport.window.get_size()))


def opened(folder: Path, *start: str) -> App:
    """The program started anew: all it knows of before is what lies in the folder."""
    pygame.display.init()
    pygame.font.init()
    options = parse_window(["--data-dir", str(folder), "--lang", "en", *start])
    services = make_services(options, System(), read_settings(options))
    app = App(services, options)
    for scene in first_screens(services, requested_game(services.settings, options)):
        app.push(scene)
    return app


def restless(folder: Path, seed: int, actions: int, *start: str) -> Iterator[App]:
    """The window after each of so many random actions and the frame that follows.

    It begins with the options `start`. Whoever leaves it comes back: a new window over the same
    folder, handed out before the next.
    How often is settled beforehand: dice thrown along the way fall otherwise with every change
    of what a click meets.
    """
    dice = random.Random(seed)
    leaving = set(dice.sample(range(actions - 1), round(actions * LEAVES)))
    app = opened(folder, *start)
    try:
        for number in range(actions):
            if not app.running:
                app.close()
                app = opened(folder)
                yield app
            if number in leaving:
                send(app, pygame.QUIT)
            else:
                act(app, dice)
            if app.running:
                app._frame(dice.choice((0.016, 0.05)))
            yield app
    finally:
        app.close()


def memory_in_use() -> float:
    """Resident memory of this process in MB, as Linux counts it."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def main() -> None:
    """The program."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    System.here().give_back_memory()
    actions, folder = int(sys.argv[1]), Path(sys.argv[2])
    told = []
    for number, _ in enumerate(restless(folder, 1, actions), 1):
        if number % 250 == 0:
            told.append(round(memory_in_use(), 1))
    print(json.dumps(told))


if __name__ == "__main__":
    main()
