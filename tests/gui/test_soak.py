"""Thousands of random actions on the real scenes: nothing breaks, the game stays sound."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from engine.session import Session
from gui.app import App, make_services
from gui.options import parse_window
from gui.scenes.cube_lab import CubeLabScene
from gui.scenes.match import MatchScene
from gui.scenes.menu import MenuScene
from gui.system import System

KEYS = [
    *range(pygame.K_0, pygame.K_9 + 1), pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE,
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_ESCAPE, pygame.K_HOME,
    pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_a, pygame.K_h, pygame.K_m,
    pygame.K_p, pygame.K_u, pygame.K_r, pygame.K_f, pygame.K_F1, pygame.K_BACKSPACE,
]  # fmt: skip
CTRL_KEYS = [pygame.K_z, pygame.K_y, pygame.K_n, pygame.K_r, pygame.K_RETURN, pygame.K_c]
SIZES = [(960, 640), (1280, 800), (1600, 900)]
STEPS = 1500

pytestmark = pytest.mark.slow


def act(app: App, dice: random.Random) -> None:
    """One thing a restless person might do."""
    width, height = app.surface.get_size()
    place = (dice.randrange(width), dice.randrange(height))
    choice = dice.random()
    post = app._event
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
    elif choice < 0.90:
        key = dice.choice(CTRL_KEYS)
        mod = pygame.KMOD_CTRL | (pygame.KMOD_SHIFT if dice.random() < 0.3 else 0)
        post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    elif choice < 0.97:
        post(
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=dice.choice((-2, -1, 1, 2)), flipped=False)
        )
    else:
        pygame.display.set_mode(dice.choice(SIZES), pygame.RESIZABLE)
        app._resized()


def check(app: App) -> None:
    """What must hold whatever was done."""
    assert app.surface.get_size() == app.services.size
    scene = app.scenes[-1]
    if isinstance(scene, MatchScene):
        session = scene.table.session
        again: Session[object] = Session(session.game, session.start)
        for move in session.all_moves:
            again.play(move)
        again.jump(session.ply)
        assert again.state == session.state
    elif isinstance(scene, CubeLabScene):
        assert sorted(scene.view.target) == sorted("UUUURRRRFFFFDDDDLLLLBBBB")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_restless_person(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clipboard = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: clipboard.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[0])
    dice = random.Random(seed)
    pygame.display.init()
    pygame.font.init()
    options = parse_window(["--data-dir", str(tmp_path), "--lang", "en", "--size", "1280x800"])
    services = make_services(options, System())
    app = App(services, options)
    visited = set()
    try:
        for _ in range(STEPS):
            if not app.scenes or dice.random() < 0.01:
                while app.scenes:
                    app.scenes.pop().leave()
                app.running = True
                app.push(MenuScene(services))
            act(app, dice)
            app.running = True
            if app.scenes:
                app._frame(dice.choice((0.016, 0.05)))
            app.running = True
            if app.scenes:
                check(app)
                visited.add(type(app.scenes[-1]).__name__)
    finally:
        app.close()
    assert len(visited) >= 4, visited
