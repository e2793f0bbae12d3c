"""The main loop: display, clock and the stack of scenes. Only this module owns the display."""

from __future__ import annotations

import gc
import io
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine.cli.console import complain
from engine.folders import Folders, use_own_settings
from engine.interrupt import GracefulInterrupt, InterruptShield
from engine.messages import (
    FIRST_LANGUAGE,
    JouonsError,
    Message,
    damaged_files,
    damaged_texts,
    render,
)
from engine.saves import SaveError, load
from gui.access.adapter import Adapter, Handlers, open_adapter
from gui.access.bridge import AccessibilityBridge
from gui.i18n import Translator
from gui.kit.double_click import DoubleClick
from gui.kit.icons import missing_icons
from gui.kit.popup import draw_notice
from gui.kit.screen import Screen
from gui.kit.viewport import Viewport
from gui.kit.widget import NOWHERE
from gui.options import WindowOptions, parse_window, parser
from gui.pads import EVENTS, PadDevices, Pads, from_pad
from gui.process import CrashGuard, start_log
from gui.protocols import Open, Pop, Push, Quit, Transition
from gui.screens import first_screens, open_screen, requested_game
from gui.services import Notice, Services
from gui.settings import Settings, SettingsFile
from gui.shortcuts import ONCE_A_PRESS, Action, HeldKeys, Where
from gui.system import INVISIBLE, SMALLEST_WINDOW, System
from gui.theme import asset, damaged_fonts

if TYPE_CHECKING:
    from gui.screens import RequestedScreen

FRAMES_PER_SECOND = 60
LONGEST_STEP = 0.05
AT_ONCE_FRAMES = 5  # a screen that fails twice within these is beyond recovery
FADE_MILLISECONDS = 160
PADS_FRAME = 3  # the first frame is visible: now search for gamepads
READABLE_FRAME = 20  # open the accessibility bridge: the window is visible by then


class App:
    """The application: owns the window, runs the frames and applies the transitions of scenes."""

    def __init__(
        self, services: Services, options: WindowOptions, guard: CrashGuard | None = None
    ) -> None:
        self.services = services
        self.options = options
        self.guard = guard or CrashGuard()
        self.full_screen = False
        self.window_size = self.first_size = services.size
        self._held_keys = HeldKeys()
        self._double_click = DoubleClick()
        self.reader = AccessibilityBridge(services)
        self._read_window: object = None  # SDL's handle of the window that screen readers use
        self.viewport = self._viewport(self._open_window(services.size, first=True))
        self.scenes: list[Screen] = []
        self.running = True
        self.timings: list[float] = []
        self._fade: pygame.Surface | None = None
        self._fade_left = 0.0
        self._shown_notice: Notice | None = None
        self._notice_box = NOWHERE
        self._notice_placed: tuple[object, ...] = ()  # the inputs of the last placement
        self._warning: Notice | None = None  # that a game is not saved, before the program ends
        self._redraw = True
        self._left_a_scene = False
        self.frames = 0
        self.interrupted = False
        self.pads = Pads()
        self.pad_devices = PadDevices()
        self._told_of_pads = False
        self.broken: Message | None = None  # the fault that ended the window
        self._last_fault = -AT_ONCE_FRAMES
        self._failures = 0
        services.on_change = self._relayout

    def _open_window(
        self, size: tuple[int, int], full: bool = False, first: bool = False
    ) -> pygame.Surface:
        flags = pygame.FULLSCREEN if full else pygame.RESIZABLE
        system = self.services.system
        readable = system.reads_from_the_start
        hidden = pygame.HIDDEN if first and readable else 0
        window = pygame.display.set_mode((0, 0) if full else size, flags | hidden)
        if readable:
            self._let_read_this_window()
        pygame.display.set_caption("Jouons")
        if not full:
            system.keep_window_large()
        return window

    def _viewport(self, window: pygame.Surface) -> Viewport:
        self.services.resize(window.get_size())
        return Viewport(window, self.services.size)

    def _let_read_this_window(self) -> None:
        """Attach screen readers to the window while it is hidden; SDL may have replaced it."""
        handles = pygame.display.get_wm_info()
        if handles.get("window") == self._read_window:
            return
        self._read_window = handles.get("window")
        window = self.services.system.window()
        window.hide()
        if self.reader.adapter is None:
            self.reader.open(self._adapter)
        else:
            self.reader.follow(handles)
        window.show()

    # -- scenes --------------------------------------------------------------------------------

    def _relayout(self) -> None:
        if self.viewport.page.get_size() != self.services.size:
            self.viewport = self._viewport(self.viewport.window)
        for scene in self.scenes[-1:]:
            scene.enter(self.services.size)
        self._redraw = True

    def push(self, scene: Screen) -> None:
        """Open a scene; if it wants the worker, the scenes below release it."""
        if scene.wants_worker:
            for below in self.scenes:
                below.release_worker()
        self.scenes.append(scene)
        self._enter(scene)

    def _enter(self, scene: Screen) -> None:
        self.viewport.to_start()
        scene.enter(self.services.size)

    def apply(self, transition: Transition | None) -> None:
        """Apply a transition to the stack of scenes."""
        if transition is None:
            return
        if isinstance(transition, Quit):
            self._quits()
            return
        if isinstance(transition, Pop) and len(self.scenes) == 1 and not self._quits():
            return
        if isinstance(transition, Open):
            services = self.scenes[-1].services if self.scenes else self.services
            try:
                scene = open_screen(services, transition)
            except JouonsError as error:  # an invalid saved game: stay on this screen
                self.services.notify(error.message, fault=True)
                return
            if transition.closes_matches:
                self._close_matches_below()
            transition = Push(scene, transition.instead)
        self._start_fade()
        if isinstance(transition, Pop) or transition.instead:
            self._leave()
        if isinstance(transition, Push):
            assert isinstance(transition.screen, Screen)
            self.push(transition.screen)
        elif self.scenes:
            self._enter(self.scenes[-1])
        self._redraw = True

    def _quits(self) -> bool:
        """End the program; while a game cannot be saved, warn and wait for a second request."""
        queue = self.services.write_queue
        queue.flush()
        lost, notices = queue.lost, self.services.notices
        if lost is not None and self._warning not in notices:
            self.services.notify(Message("keeping.asks", {"fault": lost}), fault=True)
            self._warning = self.services.notices[-1]
            return False
        self.running = False
        return True

    def _close_matches_below(self) -> None:
        """Close the matches that the present scene was opened from; they are saved."""
        while len(self.scenes) > 1 and self.scenes[-2].makes_room:
            self.scenes.pop(-2).leave()
            self._left_a_scene = True

    def _leave(self) -> None:
        self.scenes.pop().leave()
        self._left_a_scene = True

    def _start_fade(self) -> None:
        seconds = self.services.ui.theme.seconds(FADE_MILLISECONDS)
        self._fade = self.viewport.page.copy() if seconds else None
        self._fade_left = seconds

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Run frames until the user quits or `options.frames` are done."""
        # Modules and fonts live for ever: exclude them from full collections (10 ms each).
        gc.freeze()
        clock = pygame.time.Clock()
        while not self._at_an_end:
            dt = min(LONGEST_STEP, clock.tick(FRAMES_PER_SECOND) / 1000)
            started = time.perf_counter()
            self.services.worker.give_way(True)
            self.frame(dt)
            self.services.worker.give_way(False)
            if self.options.timings is not None:
                self.timings.append((time.perf_counter() - started) * 1000)
            if self.options.frames is not None and self.frames >= self.options.frames:
                break
        if self.broken is None:
            self._write_results()

    @property
    def _at_an_end(self) -> bool:
        return not self.running or not self.scenes

    def frame(self, dt: float) -> None:
        """Run one frame; a fault in it is logged and shown, and the window continues."""
        self.frames += 1
        if self.frames == PADS_FRAME:
            self.pad_devices.look_out()
        fault = self.guard.run(lambda: self._frame(dt))
        if fault is not None:
            self._go_on_after(fault)

    def _go_on_after(self, fault: Message) -> None:
        """Recover from a fault: rebuild the screen; if that fails, open the menu; else stop."""
        at_once = self.frames - self._last_fault <= AT_ONCE_FRAMES
        self._last_fault = self.frames
        self._failures = self._failures + 1 if at_once else 0
        self._fade = None
        for go_on in (self._relayout, self._back_to_menu)[self._failures :]:
            if self.guard.run(go_on) is None:
                self.services.notify(fault, fault=True)
                return
            self._failures += 1
        self.broken = fault
        self.running = False

    def _back_to_menu(self) -> None:
        while self.scenes:
            self.guard.run(self.scenes.pop().leave)
        self.push(open_screen(self.services, Open("menu")))

    def interrupt(self) -> None:
        """Stop after this frame, after Ctrl+C in the terminal; all games are saved."""
        self.interrupted = True
        self.running = False

    def _tidy(self) -> None:
        """Collect a closed screen at once: it is a reference cycle that holds large surfaces.

        Takes about 5 ms, in a frame that mostly builds the new screen.
        """
        if self._left_a_scene:
            self._left_a_scene = False
            gc.collect()

    def _frame(self, dt: float) -> None:
        self._tidy()
        self._let_read()
        if self._at_an_end:
            return
        self._double_click.pass_time(dt)
        for event in self._events(dt):
            self._event(event)
            if self._at_an_end:
                return
        scene = self.scenes[-1]
        self.apply(scene.update(dt))
        if self._at_an_end:
            return
        self._pass_notices(dt)
        self._follow_focus()
        if self._redraw or self._fade is not None or self.scenes[-1].dirty:
            self._draw(dt)
            self.reader.see(self.viewport.shown.topleft)
            self.reader.show(self.scenes[-1])

    def _follow_focus(self) -> None:
        """Bring the focus of the keyboard into view, or a popup that has just been opened."""
        screen = self.scenes[-1]
        if not self.viewport.partial:
            return
        group, rect = screen.top_group, screen.popup.rect if screen.popup is not None else None
        if group.focus is not None and group.ring:
            rect = group.focus.focus_rect() or group.focus.rect  # a board draws its own focus
        self._redraw = self.viewport.follow(rect) or self._redraw

    def _let_read(self) -> None:
        """Open the accessibility bridge once the window is visible, and perform its requests."""
        if self.frames == READABLE_FRAME and not self.services.system.reads_from_the_start:
            self.reader.open(self._adapter)
        self._redraw = self.reader.begin() or self._redraw
        for request in self.reader.requests():
            self.apply(self.reader.perform(request, self.scenes[-1]))
            if self._at_an_end:
                return  # the window is closing: drop the other requests

    def _adapter(self, handlers: Handlers) -> Adapter | None:
        driver, window = pygame.display.get_driver(), pygame.display.get_wm_info()
        return open_adapter(self.services.system, driver, window, handlers)

    def _events(self, dt: float) -> Iterator[pygame.event.Event]:
        """Yield the events of the system, those of gamepads translated into key presses."""
        for event in pygame.event.get():
            if event.type in EVENTS:
                self._note_pad(event)
                yield from self.pads.take(event, self.services.ui.keys)
            else:
                yield event
        yield from self.pads.pass_time(dt, self.services.ui.keys)

    def _note_pad(self, event: pygame.event.Event) -> None:
        """Track gamepads plugged in or out; the first one triggers a notice about its use."""
        if self.pad_devices.note(event) and not self._told_of_pads:
            self._told_of_pads = True
            self.services.notify("pad.found")

    def _event(self, event: pygame.event.Event) -> None:
        if self._repeats(event) or self._scrolls(event):
            return
        event = self.viewport.on_page(event)
        action = self.services.ui.keys.action_of(event)
        if event.type == pygame.QUIT or action is Action.QUIT:
            self._quits()
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.VIDEORESIZE):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._redraw = True
        elif event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            focused = event.type == pygame.WINDOWFOCUSGAINED
            self.reader.focus_window(focused)
            if not focused:
                self.pads.let_go()
        elif event.type == pygame.DROPFILE:
            self._open_dropped(event.file)
        elif action is Action.FULL_SCREEN:
            self.toggle_full_screen()
        elif not self._notice_takes(event) and not self._double_click.goes_astray(
            event, self.scenes[-1]
        ):
            self.apply(self.scenes[-1].handle(event))

    def _scrolls(self, event: pygame.event.Event) -> bool:
        """Scroll a page that is larger than the window; return True when the event did that."""
        screen, viewport = self.scenes[-1], self.viewport
        if not viewport.partial:
            return False
        scrolls = viewport.drag(event)
        if event.type == pygame.MOUSEWHEEL and not screen.top_group.takes_wheel(event.y > 0):
            scrolls = viewport.wheel(event)
        if scrolls:
            screen.top_group.point_nowhere()
            self._redraw = True
        return scrolls

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Observe an event; return True for the repetition of a key that acts once a press."""
        self._held_keys.note(event)
        action = self.services.ui.keys.action_of(event, Where.LESSON)
        if action not in ONCE_A_PRESS or from_pad(event):
            return False
        return not self._held_keys.is_new(event.key)

    def _open_dropped(self, file: str) -> None:
        """Open a dropped file (or one double-clicked on a Mac) as a new match, from any screen.

        The present game is saved and its screen closed. A Python file becomes an own bot.
        """
        if file.lower().endswith(".py"):
            from gui.own.bots import add_dropped

            add_dropped(self.scenes[-1], Path(file))
            return
        if any(scene.at_work for scene in self.scenes):
            self.services.notify("files.at_work", fault=True)
            return
        try:
            saved = load(Path(file))
            opened = open_screen(
                self.services, Open("saved_match", {"saved": saved, "given": True})
            )
        except JouonsError as error:
            self.services.notify(error.message, fault=True)
            return
        while any(scene.makes_room for scene in self.scenes):
            self._leave()
        self.apply(Push(opened))

    def _resized(self) -> None:
        before = self.services.window
        window = pygame.display.get_surface() or self.viewport.window
        self.viewport = self._viewport(window)
        self._redraw = True
        if window.get_size() != before:
            if not self.full_screen and not self.services.system.fills_desktop(window.get_size()):
                self.window_size = window.get_size()
            self._fade = None
            self._relayout()

    def toggle_full_screen(self) -> None:
        """Switch to full screen, or back to the same window."""
        self.full_screen = not self.full_screen
        self.viewport = self._viewport(self._open_window(self.window_size, self.full_screen))
        self._relayout()

    def _pass_notices(self, dt: float) -> None:
        before = list(self.services.notices)
        for notice in before:
            notice.pass_time(dt, self.scenes[-1])
        self.services.notices = [notice for notice in before if not notice.over]
        shown = self.services.notices[-1] if self.services.notices else None
        if shown is not self._shown_notice:
            self._shown_notice = shown
            self._redraw = True

    def _notice_takes(self, event: pygame.event.Event) -> bool:
        """Mark notices as read at any key or click; return True if the click closed a notice."""
        if event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return False
        notices = self.services.notices
        for notice in notices:
            notice.read = True
        clicked = event.type == pygame.MOUSEBUTTONDOWN and bool(notices)
        if not clicked or not self._notice_box.collidepoint(event.pos):
            return False
        return notices[-1].close()

    def _draw(self, dt: float) -> None:
        if self._redraw or self._fade is not None:
            self.scenes[-1].touch()
        self._redraw = False
        page = self.viewport.page
        self.scenes[-1].draw(page)
        if self._fade is not None:
            self._fade_left -= dt
            whole = self.services.ui.theme.seconds(FADE_MILLISECONDS)
            if self._fade_left <= 0 or not whole or self._fade.get_size() != page.get_size():
                self._fade = None
                self._redraw = True
            else:
                self._fade.set_alpha(round(255 * self._fade_left / whole))
                page.blit(self._fade, (0, 0))
        for notice in self.services.notices[-1:]:
            self._place_notice(notice)
            draw_notice(self.services.ui, page, notice.text, notice.fault, self._notice_box)
        self.viewport.show(self.services.ui)
        pygame.display.flip()

    def _place_notice(self, notice: Notice) -> None:
        """Place a notice; it keeps its place while screen, popup, theme and window are the same."""
        scene, theme, shown = self.scenes[-1], self.services.ui.theme, self.viewport.shown
        placed_for = (notice, scene, theme, tuple(shown), scene.popup)
        if placed_for != self._notice_placed:
            self._notice_placed = placed_for
            self._notice_box = scene.place_for(notice.text, shown)

    def _write_results(self) -> None:
        if self.options.screenshot is None and self.options.timings is None:
            return
        from engine.arena.report import write_whole

        if self.options.screenshot is not None:
            if self.scenes:
                self._fade = None
                self._draw(0.0)
            picture = io.BytesIO()
            pygame.image.save(self.viewport.window, picture, "picture.png")
            write_whole(self.options.screenshot, picture.getvalue())
        if self.options.timings is not None:
            write_whole(self.options.timings, json.dumps(self.timings).encode())

    def close(self) -> None:
        """Save the window's size, close all scenes and stop the services."""
        for scene in reversed(self.scenes):
            self.guard.run(scene.leave)
        if self.options.size is None and self.window_size != self.first_size:
            size = self.services.system.kept_size(self.window_size)
            self.services.change(replace(self.services.settings, window=size))
        self.pad_devices.close()
        self.services.close()


Startup = tuple[Settings, SettingsFile, Message | None]  # the message is of a damaged file


def read_settings(options: WindowOptions) -> Startup:
    """Read the user's settings file; command-line options take precedence."""
    file = SettingsFile(Folders.find(options.data_dir).config)
    settings, notice = file.load()
    if options.look is not None:
        settings = replace(settings, look=options.look)
    if options.text_scale is not None:
        settings = replace(settings, text_scale=options.text_scale)
    return settings, file, notice


def make_services(options: WindowOptions, system: System, startup: Startup) -> Services:
    """Create the services from the options and the settings; notify of damaged files."""
    settings, file, notice = startup
    size = options.size or system.first_size(settings.window)
    size = (max(SMALLEST_WINDOW[0], size[0]), max(SMALLEST_WINDOW[1], size[1]))
    folder = Folders.find(options.data_dir).data
    services = Services(settings, file, folder, size, options.lang, options.seed, system)
    if notice is not None:
        services.notify(notice, fault=True)
    damaged = [*damaged_texts(services.ui.tr.language), *damaged_fonts(), *missing_icons()]
    if damaged:
        services.notify(damaged_files(damaged), fault=True)
    return services


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Discard what C libraries print on stderr inside the block: a fault is one line of ours.

    An interrupt waits for the end of the block, or its line would be discarded too.
    """
    with InterruptShield():
        try:
            copy = os.dup(2)
        except OSError:  # closed: there is nothing to discard
            yield
            return
        try:
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), 2)
            yield
        finally:
            os.dup2(copy, 2)
            os.close(copy)


def main(arguments: Sequence[str]) -> int:
    """Run the window and return the exit code of the program."""
    options = parse_window(arguments)
    use_own_settings(options.data_dir)
    guard = start_log(Folders.find(options.data_dir).log)
    codes: list[int] = []
    fault = guard.run(lambda: codes.append(_open(options, guard)))
    if fault is None:
        return codes[0]
    complain(f"jouons: {render(fault, options.lang or FIRST_LANGUAGE)}")
    return 1


def _open(options: WindowOptions, guard: CrashGuard) -> int:
    startup = settings, *_ = read_settings(options)
    here = System.here()
    tr = Translator(options.lang or settings.language or here.language())
    try:
        requested = requested_game(settings, options)
    except SaveError as error:  # the command is right, the file is not
        complain(f"jouons: {tr(error.message)}")
        return 1
    except JouonsError as error:
        print(parser().format_usage(), end="", file=sys.stderr)
        complain(f"jouons: {tr(error.message)}")
        return 2
    try:
        services = make_services(options, _open_display(here), startup)
        app = App(services, options, guard)
    except (pygame.error, OSError) as error:
        complain(f"jouons: {tr('gui.no_window', reason=str(error))}")
        return 1
    # From here on an interrupt stops the program between two frames.
    with GracefulInterrupt(app.interrupt):
        try:
            code = _run(app, requested)
        finally:
            app.close()
    lost = services.write_queue.lost
    if lost is not None:
        complain(f"jouons: {services.tr('keeping.lost', fault=lost)}")
        return code or 1
    if app.interrupted:
        complain(services.tr("gui.stopped"))
    return code


def _open_display(system: System) -> System:
    system.give_back_memory()
    system.prepare_display(os.environ)
    with quiet_libraries():
        pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in INVISIBLE and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error("there is no display here")
    pygame.font.init()
    pygame.key.set_repeat(350, 40)
    icon = system.icon()
    if icon is not None:
        with suppress(pygame.error, OSError):  # missing or damaged: keep the default icon
            pygame.display.set_icon(pygame.image.load(asset(icon)))
    return system.with_display(driver, pygame.display.get_desktop_sizes())


def _run(app: App, requested: RequestedScreen | None) -> int:
    app.services.worker.give_way(True)  # the first frame first; the loop then lets jobs begin
    for scene in first_screens(app.services, requested):
        app.push(scene)
    app.run()
    if app.interrupted:
        return 130
    if app.broken is not None:
        complain(f"jouons: {app.services.tr(app.broken)}")
        return 1
    return 0
