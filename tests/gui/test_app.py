"""The window itself: faults that it outlives, notices, leaving, and the whole program."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from engine.lessons.chapters import CHAPTERS
from engine.messages import Message
from engine.registry import make_game
from engine.store.store import Store
from engine.store.store_file import StoreError
from gui.access.adapter import ActionRequest, Handlers
from gui.access.tree import AccessibleNode, AccessibleTree
from gui.app import AT_ONCE_FRAMES, App
from gui.kit import Button, Icon
from gui.kit.double_click import SECONDS
from gui.kit.layout import Column, Layout
from gui.kit.screen import TITLE, Screen, bar_height
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.match.screen import MatchScreen, new_match
from gui.options import parse_window
from gui.pages.menu import MenuScreen
from gui.protocols import Open, Pop, Push, Quit, Transition
from gui.services import NOTICE_SECONDS, STANDING, Notice, Services
from gui.system import SMALLEST_WINDOW, Platform, System
from gui.worker import Worker
from gui.write_queue import SaveSlot
from tests.gui.driver import click, find, frames, of, press, send, top, wait, widgets_of
from tests.gui.every_screen import EVERY_SCREEN, SAVED_NIM
from tests.gui.lab import opened_on
from tests.gui.matches import asked_match


def said(app: App) -> str:
    return app.services.notices[-1].text if app.services.notices else ""


class Faulty(Screen):
    """A screen that fails when it is told to."""

    fails: Callable[[], None] | None = None
    fails_to_build = False

    def view(self) -> Layout:
        if self.fails_to_build:
            raise ZeroDivisionError("in build")
        return Column()

    def tick(self, dt: float) -> bool:
        if self.fails is not None:
            self.fails()
        return False


@pytest.fixture
def faulty(app: App) -> Faulty:
    """Such a screen above the menu."""
    scene = Faulty(app.services)
    app.push(scene)
    return scene


def divide() -> None:
    raise ZeroDivisionError("in tick")


def refuse() -> None:
    raise StoreError("files.no_name")


def test_a_fault_is_logged_and_said_and_the_screen_goes_on(
    app: App, faulty: Faulty, caplog: pytest.LogCaptureFixture
) -> None:
    app.frame(0.02)
    faulty.fails = divide
    app.frame(0.02)
    faulty.fails = None
    app.frame(0.02)
    assert app.running and app.scenes[-1] is faulty
    assert "error in the program" in said(app) and "jouons.log" in said(app)
    assert "ZeroDivisionError: in tick" in caplog.text and "Traceback" in caplog.text


def test_a_screen_that_fails_again_at_once_is_left_for_the_menu(app: App, faulty: Faulty) -> None:
    faulty.fails = divide
    frames(app, 2)
    assert app.running and [type(each) for each in app.scenes] == [MenuScreen]
    app.frame(0.02)
    assert "error in the program" in said(app)


def test_a_fault_now_and_then_does_not_leave_the_screen(app: App, faulty: Faulty) -> None:
    for _ in range(5):
        faulty.fails = divide
        app.frame(0.02)
        faulty.fails = None
        frames(app, AT_ONCE_FRAMES + 1)
    assert app.scenes[-1] is faulty


def test_a_screen_that_cannot_be_built_again_is_left_for_the_menu(app: App, faulty: Faulty) -> None:
    faulty.fails, faulty.fails_to_build = divide, True
    app.frame(0.02)
    assert [type(each) for each in app.scenes] == [MenuScreen]


def test_when_the_menu_fails_too_the_window_ends(
    app: App, faulty: Faulty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MenuScreen, "view", lambda _: divide())
    faulty.fails, faulty.fails_to_build = divide, True
    app.frame(0.02)
    assert not app.running and app.broken is not None
    assert "error in the program" in str(app.broken)


def test_a_sentence_that_no_screen_has_said_is_said(app: App, faulty: Faulty) -> None:
    faulty.fails = refuse
    app.frame(0.02)
    assert said(app) == "Type a name or choose one from the list."


def test_the_game_is_kept_through_a_fault(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--game", "connect4", "--first", "human", "--second", "human", "--moves"]
    scene = asked_match(app.services, *words, "3 3")
    app.push(scene)
    app.frame(0.02)
    scene.play(4)
    monkeypatch.setattr(MatchScreen, "draw", lambda *_: divide())
    frames(app, 2)
    assert [type(scene) for scene in app.scenes] == [MenuScreen]
    kept = Store(app.services.folder).unfinished()
    assert [json.loads(game.saved)["moves"] for game in kept] == [["3", "3", "4"]]


def pass_seconds(app: App, seconds: float) -> None:
    frames(app, round(seconds / 0.05), 0.05)


def test_a_notice_ends_with_its_screen(app: App) -> None:
    app.push(Faulty(app.services))
    app.services.notify("match.opened")
    app.frame(0.02)
    assert said(app)
    send(app, pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
    app.frame(0.02)
    assert len(app.scenes) == 1 and not app.services.notices


def test_a_notice_said_on_leaving_is_seen_on_the_next_screen(app: App, faulty: Faulty) -> None:
    app.frame(0.02)
    app.services.notify("match.opened")
    faulty.back()
    app.frame(0.02)
    app.frame(0.02)
    assert isinstance(app.scenes[-1], MenuScreen) and said(app)
    pass_seconds(app, NOTICE_SECONDS + 0.1)
    assert not app.services.notices


def test_a_fault_stays_until_it_is_read(app: App) -> None:
    app.services.notify("match.opened", fault=True)
    pass_seconds(app, 3 * NOTICE_SECONDS)
    assert said(app)
    send(app, pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    app.frame(0.02)
    assert not app.services.notices


def test_a_key_while_a_fault_is_new_does_not_end_it(app: App) -> None:
    app.services.notify("match.opened", fault=True)
    app.frame(0.02)
    send(app, pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    pass_seconds(app, 2 * NOTICE_SECONDS)
    assert said(app)


def test_a_click_on_a_notice_closes_it_and_nothing_else(app: App) -> None:
    app.push(Faulty(app.services))
    app.services.notify("match.opened", fault=True)
    app.frame(0.02)
    place = app._notice_box.center
    send(app, pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    app.frame(0.02)
    assert not app.services.notices and len(app.scenes) == 2


def test_a_standing_notice_ends_with_its_cause_alone(app: App) -> None:
    app.push(Faulty(app.services))
    app.services.notices = [Notice("not yet written", True, STANDING)]
    pass_seconds(app, 2 * NOTICE_SECONDS)
    send(app, pygame.MOUSEBUTTONDOWN, pos=app._notice_box.center, button=1)
    app.scenes[-1].back()
    app.frame(0.02)
    app.frame(0.02)
    assert isinstance(app.scenes[-1], MenuScreen) and said(app) == "not yet written"


@pytest.mark.parametrize("arguments", [["--game", "connect4"], ["--scene", "preferences"]])
def test_a_long_notice_covers_neither_the_title_nor_the_bar(app: App, arguments: list[str]) -> None:
    """It stands inside the window, where it covers least, and stays there."""
    pygame.display.set_mode((960, 640))
    app.services.change(replace(app.services.settings, language="de"))
    app.services.forced_language = "de"
    app._resized()
    scene = of(Screen, opened_on(app.services, *arguments)[-1])
    app.push(scene)
    file = "/home/somebody/.config/jouons/settings.json.damaged-2026-11-22"
    app.services.notify(Message("gui.settings_damaged", {"file": file}), fault=True)
    app.frame(0.02)
    box = app._notice_box
    assert app.viewport.shown.contains(box) and box.h > app.services.ui.theme.line_height(16)
    low, widgets = bar_height(scene.ui.theme), scene.widget_group.widgets
    in_bar = [each for each in widgets if 0 < each.rect.bottom <= low]
    kept = [w for w in in_bar if isinstance(w, Button) or getattr(w, "size", 0) == TITLE]
    assert len(kept) >= 4
    assert not [w for w in kept if w.rect.colliderect(box)]
    if isinstance(scene, MatchScreen):
        cells = scene.widget_group.find("board").accessible(scene.ui).parts  # type: ignore[union-attr]
        assert cells and not [c for c in cells if c.place and box.colliderect(c.place)]
    before = box.copy()
    scene.rebuild()
    app.frame(0.02)
    assert app._notice_box == before
    scene.ask_before(lambda: None, "preferences.defaults", Icon.UNDO)
    app.frame(0.02)
    assert scene.popup is not None
    answers = widgets_of(scene.popup, Button)
    assert answers and not [w for w in answers if w.rect.colliderect(app._notice_box)]


def test_the_window_asks_not_to_be_made_smaller_than_screens_are_laid_out_for(app: App) -> None:
    app.toggle_full_screen()
    app.toggle_full_screen()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert pygame.Window.from_display_module().minimum_size == SMALLEST_WINDOW


def test_escape_on_the_menu_closes_nothing(app: App) -> None:
    for _ in range(3):
        press(app, pygame.K_ESCAPE)
    assert app.running and isinstance(app.scenes[-1], MenuScreen)
    assert app.scenes[-1].popup is None


def test_quit_is_a_button(app: App) -> None:
    app.frame(0.02)
    click(app, "quit")
    assert not app.running


@pytest.mark.parametrize("end", [Pop(), Quit()])
def test_what_a_reader_asks_for_after_the_last_screen_is_not_done(
    app: App, monkeypatch: pytest.MonkeyPatch, end: Transition
) -> None:
    granted: list[int] = []

    def perform(wish: ActionRequest, screen: Screen) -> Transition:
        granted.append(wish.target)
        return end

    monkeypatch.setattr(
        app.reader, "requests", lambda: [ActionRequest("CLICK", 1), ActionRequest("CLICK", 2)]
    )
    monkeypatch.setattr(app.reader, "perform", perform)
    monkeypatch.setattr(app.scenes[0], "update", lambda dt: pytest.fail("the window closes"))
    app.frame(0.02)
    assert not app.running and app.broken is None and said(app) == ""
    assert granted == [1]


class Followed:
    """Stands where the adapter is: which windows it was given, and whether they were seen yet."""

    def __init__(self) -> None:
        self.windows: list[tuple[object, bool]] = []

    def follow(self, window: Mapping[str, Any]) -> None:
        self.windows.append((window["window"], pygame.display.get_active()))

    def update(self, tree: AccessibleTree, changed: Mapping[int, AccessibleNode]) -> None:
        """Nobody reads."""

    def focus_window(self, focused: bool) -> None:
        """Nobody reads."""


@pytest.mark.parametrize("platform", [Platform.WINDOWS, Platform.MACOS])
def test_readers_follow_when_sdl_makes_another_window(
    services: Services, monkeypatch: pytest.MonkeyPatch, platform: Platform
) -> None:
    """Else they would know a window that is gone, and hear nothing any more."""
    handle, found = [1], Followed()

    def opened(
        system: System, driver: str, window: Mapping[str, Any], handlers: Handlers
    ) -> Followed:
        found.follow(window)
        return found

    monkeypatch.setattr("gui.app.open_adapter", opened)
    monkeypatch.setattr(pygame.display, "get_wm_info", lambda: {"window": handle[0]})
    services.system = System(platform)
    app = App(services, parse_window([]))
    assert found.windows == [(1, False)] and pygame.display.get_active()
    app.toggle_full_screen()
    assert len(found.windows) == 1, "the window is the same"
    handle[0] = 2
    app.toggle_full_screen()
    assert found.windows == [(1, False), (2, False)] and pygame.display.get_active()
    app.close()


def test_control_q_quits_from_everywhere(app: App, faulty: Faulty) -> None:
    faulty.ask("title", "words", [])
    send(app, pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_LCTRL, unicode="")
    assert not app.running


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    "name",
    ["match", "saved_match", "lab", "training", "arena", "puzzles", "mistakes", "statistics"],
)
def test_a_bot_at_a_table_below_holds_up_nobody_above(app: App, name: str) -> None:
    """A new match from the setup waited for the endless decision of the match it came from."""
    below = new_match(app.services, make_game("connect4", {}), ("mc:1000000000", "human"))
    app.apply(Push(below))
    wait(app, lambda: below.match.bots.thinking)
    game = make_game("tictactoe", {})
    arguments: dict[str, dict[str, Any]] = {
        "lab": {"puzzle": "pocketcube"},
        "match": {"game": game, "players": ("mc:50", "human")},
        "saved_match": {"saved": below.match.saved()},
        "statistics": {"game_id": "nim"},
        "training": {"game_id": "matches", "options": make_game("matches", {}).options},
    }
    app.apply(Open("setup", {"game_id": "tictactoe"}))
    app.apply(Open(name, arguments.get(name, {}), instead=True))
    done = app.services.worker.submit(lambda context: 1, 1)
    if name == "match":
        above = top(app, MatchScreen)
        wait(app, lambda: above.table.human_turn)
    elif name != "saved_match":  # its own bot is the endless one
        wait(app, lambda: done.done)
    assert below.match.bots.job is None
    app.apply(Pop())
    wait(app, lambda: below.match.bots.thinking)


def test_a_file_dropped_on_a_screen_that_works_has_the_worker_for_itself(
    app: App, tmp_path: Path
) -> None:
    """The list was asked only where a screen was opened by its name."""
    app.apply(Open("statistics", {"game_id": "nim"}))
    given_back: list[str] = []
    with patch.object(type(app.scenes[-1]), "release_worker", lambda _: given_back.append("rest")):
        file = tmp_path / "game.jouons"
        file.write_text(SAVED_NIM.to_json(), encoding="utf-8")
        app._open_dropped(str(file))
        assert isinstance(app.scenes[-1], MatchScreen)
        assert given_back == ["rest"]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("name", EVERY_SCREEN)
def test_a_screen_that_gives_work_to_the_worker_says_so(app: App, name: str) -> None:
    with patch.object(Worker, "submit", autospec=True, side_effect=Worker.submit) as submit:
        app.scenes[-1].release_worker()
        submit.reset_mock()
        app.apply(Open(name, EVERY_SCREEN[name]))
        frames(app, 3)
        assert app.scenes[-1].wants_worker or not submit.called


def window_closed(app: App) -> None:
    send(app, pygame.QUIT)


def key_pressed(app: App) -> None:
    press(app, pygame.K_q, pygame.KMOD_CTRL)


def button_pressed(app: App) -> None:
    app.apply(Quit())


def menu_left(app: App) -> None:
    app.apply(Pop())


@pytest.mark.usefixtures("leaving_at_once")
@pytest.mark.parametrize("quits", [window_closed, key_pressed, button_pressed, menu_left])
def test_with_a_game_that_is_not_saved_the_first_request_to_quit_warns(
    app: App, quits: Callable[[App], None]
) -> None:
    """On a full disk the game on the table was gone without a question."""
    app.services.write_queue.put(SaveSlot(), refuse)
    quits(app)
    app.frame(0.02)
    assert app.running and app.scenes
    assert "a game has not been saved" in said(app)
    quits(app)
    assert not app.running


def test_the_warning_before_quitting_comes_again_later_and_only_while_it_is_true(app: App) -> None:
    slot = SaveSlot()
    app.services.write_queue.put(slot, refuse)
    window_closed(app)
    for _ in range(2):  # its time passes, then a click reads it
        frames(app, 600)
        send(app, pygame.MOUSEBUTTONDOWN, pos=(2, 2), button=1)
    window_closed(app)
    assert app.running and "a game has not been saved" in said(app)
    app.services.notices.clear()
    app.services.write_queue.put(slot, lambda: None)
    window_closed(app)
    assert not app.running


def pause(app: App) -> None:
    """Let the time of a double click pass."""
    for _ in range(round(SECONDS / 0.05) + 1):
        app.frame(0.05)


def test_next_clicked_twice_turns_one_step(app: App, services: Services) -> None:
    steps = CHAPTERS[0].steps
    app.push(open_step(services, CHAPTERS[0], steps[0]))
    app.frame(0.05)

    def at() -> str:
        return top(app, LessonScreen).lesson.step.id

    place = find(app, "lesson_next").rect.center
    click(app, place)
    click(app, place)
    assert at() == steps[1].id
    pause(app)
    click(app, "lesson_next")
    assert at() == steps[2].id


class Renaming(Screen):
    """Its button gets other words at its first press; it counts the presses."""

    renames = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.presses = 0

    def press(self) -> None:
        self.presses += 1
        self.rebuild()

    def view(self) -> Layout:
        words = "Again" if self.presses and self.renames else "Go"
        return Column(Button(words, self.press, key="button"))


def test_only_other_words_stop_a_quick_second_press(app: App, services: Services) -> None:
    app.push(screen := Renaming(services))
    app.frame(0.05)
    click(app, "button")
    click(app, "button")
    assert screen.presses == 1
    pause(app)
    click(app, "button")
    click(app, "button")
    assert screen.presses == 3
