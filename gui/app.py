"""The window: display, clock and the stack of scenes. Sole owner of the display."""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from engine.folders import Folders
from engine.messages import JouonsError
from gui.options import WindowOptions, parse_window, parser
from gui.protocols import Open, Pop, Push, Quit, Replace, Scene, Transition
from gui.scenes.ground import notice_box
from gui.screens import first_screens, open_screen
from gui.services import Services
from gui.settings import SettingsFile
from gui.shortcuts import Action
from gui.system import INVISIBLE, SMALLEST, System
from gui.theme import asset

FRAMES_PER_SECOND = 60
LONGEST_STEP = 0.05
FADE_MILLISECONDS = 160
log = logging.getLogger(__name__)


class App:
    """Owns the window and applies what scenes ask for."""

    def __init__(self, services: Services, options: WindowOptions) -> None:
        self.services = services
        self.options = options
        self.full_screen = False
        self.window_size = self.first_size = services.size
        self._full_screen_key = False  # held down since it was last obeyed
        self.surface = self._open_window(services.size)
        self.scenes: list[Scene] = []
        self.running = True
        self.timings: list[float] = []
        self._fade: pygame.Surface | None = None
        self._fade_left = 0.0
        self._shown_notice = False
        self._redraw = True
        services.on_change = self._relayout
        services.full_screen_toggle = self.toggle_full_screen

    def _open_window(self, size: tuple[int, int], full: bool = False) -> pygame.Surface:
        flags = pygame.FULLSCREEN if full else pygame.RESIZABLE
        surface = pygame.display.set_mode((0, 0) if full else size, flags)
        pygame.display.set_caption("Jouons")
        return surface

    # -- scenes --------------------------------------------------------------------------------

    def _relayout(self) -> None:
        self.services.resize(self.surface.get_size())
        for scene in self.scenes[-1:]:
            scene.enter(self.surface.get_size())
        self._redraw = True

    def push(self, scene: Scene) -> None:
        """Open a scene."""
        self.scenes.append(scene)
        scene.enter(self.surface.get_size())

    def apply(self, transition: Transition | None) -> None:
        """The one place that changes the stack of scenes."""
        if transition is None:
            return
        if isinstance(transition, Quit):
            self.running = False
            return
        if isinstance(transition, Open):
            scene = open_screen(self.services, transition)
            transition = Replace(scene) if transition.instead else Push(scene)
        self._start_fade()
        if isinstance(transition, Push):
            self.push(transition.scene)
        elif isinstance(transition, Replace):
            self.scenes.pop().leave()
            self.push(transition.scene)
        elif isinstance(transition, Pop):
            self.scenes.pop().leave()
            if self.scenes:
                self.scenes[-1].enter(self.surface.get_size())
            else:
                self.running = False
        self._redraw = True

    def _start_fade(self) -> None:
        seconds = self.services.ui.theme.seconds(FADE_MILLISECONDS)
        self._fade = self.surface.copy() if seconds else None
        self._fade_left = seconds

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the user leaves, or the frames asked for are done."""
        # Modules and fonts stay for good: a full collection need not walk through them (10 ms).
        gc.freeze()
        clock = pygame.time.Clock()
        frames = 0
        while self.running and self.scenes:
            dt = min(LONGEST_STEP, clock.tick(FRAMES_PER_SECOND) / 1000)
            started = time.perf_counter()
            self.services.worker.give_way(True)
            self._frame(dt)
            self.services.worker.give_way(False)
            frames += 1
            if self.options.timings is not None:
                self.timings.append((time.perf_counter() - started) * 1000)
            if self.options.frames is not None and frames >= self.options.frames:
                break
        self._write_results()

    def _frame(self, dt: float) -> None:
        for event in pygame.event.get():
            self._event(event)
            if not self.running or not self.scenes:
                return
        scene = self.scenes[-1]
        self.apply(scene.update(dt))
        if not self.running or not self.scenes:
            return
        self._pass_notices(dt)
        if self._redraw or self._fade is not None or self.scenes[-1].dirty:
            self._draw(dt)

    def _event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYUP:
            self._full_screen_key = False
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._redraw = True
        elif self.services.ui.keys.action_of(event) is Action.FULL_SCREEN:
            if not self._full_screen_key:
                self._full_screen_key = True
                self.toggle_full_screen()
        else:
            self.apply(self.scenes[-1].handle(event))

    def _resized(self) -> None:
        self.surface = pygame.display.get_surface() or self.surface
        if self.surface.get_size() != self.services.size:
            size = self.surface.get_size()
            if not self.full_screen and not self.services.system.fills_desktop(size):
                self.window_size = size
            self._fade = None
            self._relayout()

    def toggle_full_screen(self) -> None:
        """F11: full screen, and back to the same window."""
        self.full_screen = not self.full_screen
        self.surface = self._open_window(self.window_size, self.full_screen)
        self._relayout()

    def _pass_notices(self, dt: float) -> None:
        notices = self.services.notices
        for notice in notices:
            notice.left -= dt
        self.services.notices = [notice for notice in notices if notice.left > 0]
        if bool(self.services.notices) != self._shown_notice or (
            self.services.notices and self.services.notices is not notices
        ):
            self._redraw = True
        self._shown_notice = bool(self.services.notices)

    def _draw(self, dt: float) -> None:
        if self._redraw or self._fade is not None:
            self.scenes[-1].touch()
        self._redraw = False
        self.scenes[-1].draw(self.surface)
        if self._fade is not None:
            self._fade_left -= dt
            whole = self.services.ui.theme.seconds(FADE_MILLISECONDS)
            if (
                self._fade_left <= 0
                or not whole
                or self._fade.get_size() != self.surface.get_size()
            ):
                self._fade = None
                self._redraw = True
            else:
                self._fade.set_alpha(round(255 * self._fade_left / whole))
                self.surface.blit(self._fade, (0, 0))
        for notice in self.services.notices[-1:]:
            notice_box(self.services.ui, self.surface, notice.words, notice.fault)
        pygame.display.flip()

    def _write_results(self) -> None:
        if self.options.screenshot is not None:
            if self.scenes:
                self._fade = None
                self._draw(0.0)
            pygame.image.save(self.surface, self.options.screenshot)
        if self.options.timings is not None:
            self.options.timings.write_text(json.dumps(self.timings), encoding="utf-8")

    def close(self) -> None:
        """Keep the window's size and stop everything."""
        for scene in reversed(self.scenes):
            scene.leave()
        if self.options.size is None and self.window_size != self.first_size:
            size = self.services.system.kept_size(self.window_size)
            self.services.file.save(replace(self.services.settings, window=size))
        self.services.close()


def make_services(options: WindowOptions, system: System) -> Services:
    """Folders, settings and drawing tools, as the options and the user's files say."""
    folders = Folders.find(options.data_dir)
    file = SettingsFile(folders.config)
    settings, notice = file.load()
    if options.look is not None:
        settings = replace(settings, look=options.look)
    if options.text_scale is not None:
        settings = replace(settings, text_scale=options.text_scale)
    size = options.size or system.first_size(settings.window)
    size = (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1]))
    services = Services(settings, file, folders.data, size, options.lang, options.seed, system)
    if notice is not None:
        services.notify(notice, fault=True)
    return services


def start_log(folder: Path) -> None:
    """Faults go to a file in the user's log folder: a windowed program has no console."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=folder / "jouons.log", level=logging.WARNING)
    except OSError:
        logging.basicConfig(level=logging.ERROR)


def main(arguments: Sequence[str]) -> int:
    """Open the window; the exit code of the program."""
    options = parse_window(arguments)
    try:
        return _open(options)
    except JouonsError as error:
        print(parser().format_usage(), end="", file=sys.stderr)
        print(f"jouons: {error}", file=sys.stderr)
        return 2
    except (pygame.error, OSError) as error:
        print(f"jouons: the window cannot be opened: {error}", file=sys.stderr)
        return 1


def _open(options: WindowOptions) -> int:
    system = System.here()
    system.prepare_display(os.environ)
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in INVISIBLE and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error("there is no display here")
    pygame.font.init()
    pygame.key.set_repeat(350, 40)
    system = system.with_display(driver, pygame.display.get_desktop_sizes())
    services = make_services(options, system)
    start_log(Folders.find(options.data_dir).log)
    icon = system.icon()
    if icon is not None:
        pygame.display.set_icon(pygame.image.load(asset(icon)))
    app = App(services, options)
    try:
        for scene in first_screens(services, options):
            app.push(scene)
        app.run()
    finally:
        app.close()
    return 0
