"""Commands, the frame of a screen, and screens opened by name."""

from __future__ import annotations

from collections.abc import Mapping

import pygame
import pytest

from engine.registry import make_game
from engine.saves import SavedGame
from engine.store.store_file import StoreFile
from gui.app import App
from gui.arena.base import arena_of
from gui.arena.lists import PastScreen
from gui.kit import Button, ButtonKind, Icon, Label
from gui.kit.command import Command, Commands
from gui.kit.layout import Column, Flexible, Layout, Pad, Row, Scroll
from gui.kit.screen import Screen
from gui.kit.widget import TOOLTIP_SECONDS
from gui.options import parse_window
from gui.pages.files import OpenScreen
from gui.pages.menu import MenuScreen
from gui.protocols import Open, Push, Transition
from gui.screens import SCREENS, open_screen
from gui.services import Services
from gui.setup.screen import SetupScreen
from gui.shortcuts import Action, Where
from tests.gui.driver import enter, find, picture, point, press, send, top
from tests.gui.every_screen import EVERY_SCREEN
from tests.gui.lab import SIZE, opened_on


class Counter(Screen):
    """A screen that counts; undo counts back."""

    PREFIX = "match"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.count = 0
        self.built = 0

    def commands(self) -> Mapping[str, Command]:
        made = [
            Command("undo", self.undo, Icon.UNDO, enabled=self.count > 0),
            Command("analysis", self.help, Icon.EYE, on=True, primary=True),
            Command("play_now", self.help, text="go_on"),
        ]
        return {command.id: command for command in made}

    def undo(self) -> None:
        self.count -= 1
        self.rebuild()

    def help(self) -> Transition:
        return Open("help")

    def places(self) -> tuple[Where, ...]:
        return (Where.MATCH,)

    def tick(self, dt: float) -> bool:
        self.count += dt > 0.5
        return dt > 0.5

    def view(self) -> Layout:
        self.built += 1
        body = Column(*[Label(f"Line {n}", key=f"line {n}") for n in range(60)])
        buttons = [self.offered().button(name) for name in self.commands()]
        return Column(self.bar("Counter"), Flexible(Scroll(Pad(body, 24, 20))), *buttons)


@pytest.fixture
def screen(services: Services) -> Counter:
    return enter(Counter(services))


def test_a_command_makes_its_button_menu_line_and_tooltip(screen: Counter) -> None:
    offered = screen.offered()
    undo = offered.button("undo")
    assert (undo.label, undo.key, undo.enabled) == ("Undo", "undo", False)
    assert undo.tooltip == "Go back one turn (Ctrl+Z)"
    analysis = offered.button("analysis", labelled=False)
    assert (analysis.label, analysis.on, analysis.kind) == ("", True, ButtonKind.PRIMARY)
    choice = offered.choice("undo")
    assert (choice.label, choice.shortcut, choice.enabled) == ("Undo", "Ctrl+Z", False)
    assert offered.label("play_now") == screen.tr("match.go_on"), "its words depend on the moment"


def test_a_shortcut_runs_the_command_only_while_it_is_enabled(screen: Counter) -> None:
    press(screen, pygame.K_z, pygame.KMOD_LCTRL)
    assert screen.count == 0
    screen.count = 2
    press(screen, pygame.K_z, pygame.KMOD_LCTRL)
    assert screen.count == 1
    assert press(screen, pygame.K_a) == Open("help")


def test_a_button_leads_where_its_command_leads(screen: Counter) -> None:
    find(screen, "analysis", Button).action()
    assert screen.update(0.0) == Open("help")


def test_a_screen_is_built_once_when_entered_and_again_when_its_tick_says_so(
    screen: Counter,
) -> None:
    assert screen.built == 1
    screen.update(0.1)
    assert screen.built == 1
    screen.update(0.6)
    assert screen.built == 2
    assert find(screen, "undo").enabled


def test_only_what_is_in_the_scroll_moves(screen: Counter) -> None:
    assert screen.widget_group.scrollers[0].maximum > 0
    still = {w.key: w.rect.copy() for w in screen.widget_group.widgets if w.scroller is None}
    press(screen, pygame.K_PAGEDOWN)
    assert screen.widget_group.scrollers[0].offset > 0
    assert {w.key: w.rect for w in screen.widget_group.widgets if w.scroller is None} == still
    assert set(still) >= {"back", "undo", "analysis"}


def test_a_command_without_words_of_its_own_needs_no_tooltip(services: Services) -> None:
    commands = Commands(services.ui, "gui", lambda: {"back": Command("back", lambda: None)}, print)
    assert commands.tip("back") == f"{services.tr('gui.back')} (Esc)"
    assert commands.press(Action.BACK) and not commands.press(Action.UNDO)


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_opens_by_its_name_and_is_built_without_store_and_worker(
    services: Services, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bags of a learner were read from the database at every rebuild once."""
    services.store.add_game("nim", "human", "random", 1, "first", 8, "{}")
    scene = open_screen(services, Open(name, EVERY_SCREEN[name]))
    scene.enter(SIZE)
    assert scene.dirty

    def never(*values: object) -> None:
        raise AssertionError("asked while a screen is built")

    monkeypatch.setattr(StoreFile, "read", never)
    monkeypatch.setattr(StoreFile, "change", never)
    monkeypatch.setattr(services.worker, "submit", never)
    scene.rebuild()


def test_a_screen_that_makes_no_sense_is_said_and_one_stays(services: Services) -> None:
    app = App(services, parse_window([]))
    app.push(MenuScreen(services))
    unsound = SavedGame("tictactoe", {}, "......... X", "human", "kernel", 5, ())
    app.apply(Open("saved_match", {"saved": unsound}))
    assert [type(scene).__name__ for scene in app.scenes] == ["MenuScreen"]
    assert "‘kernel’ cannot play tictactoe" in services.notices[-1].text


def test_a_screen_opens_above_or_instead(services: Services) -> None:
    app = App(services, parse_window([]))
    app.push(MenuScreen(services))
    app.apply(Open("help"))
    assert [type(scene).__name__ for scene in app.scenes] == ["MenuScreen", "HelpScreen"]
    app.apply(Open("setup", {"game_id": "nim"}, instead=True))
    assert len(app.scenes) == 2
    assert app.scenes[-1].model.game_id == "nim"  # type: ignore[attr-defined]
    app.apply(Push(MenuScreen(services)))
    assert len(app.scenes) == 3


def test_a_game_from_the_settings_takes_the_place_of_the_one_they_were_opened_from(
    services: Services,
) -> None:
    app = App(services, parse_window([]))
    app.push(MenuScreen(services))
    match = Open("match", {"game": make_game("nim"), "players": ("human", "human")})
    for each in (Open("learn"), match, Open("setup", {"game_id": "nim"})):
        app.apply(each)
    setup = top(app, SetupScreen)
    app.apply(setup.play())
    names = [type(scene).__name__ for scene in app.scenes]
    assert names == ["MenuScreen", "LearnScreen", "MatchScreen"]
    for scene in app.scenes:
        scene.leave()


def test_the_first_tab_reaches_the_list_and_arrows_work_at_once(services: Services) -> None:
    for number in range(3):
        services.store.arena.add(str(number), {})
    screen = enter(PastScreen(services, arena_of(services)))
    listed = screen.widget_group.find("list")
    assert screen.widget_group.focus is listed and not screen.widget_group.ring
    press(screen, pygame.K_DOWN)
    assert screen.chosen == 1
    again = enter(PastScreen(services, arena_of(services)))
    press(again, pygame.K_TAB)
    focus = again.widget_group.focus
    assert again.widget_group.ring and focus is not None and focus.key == "list"
    files = enter(OpenScreen(services))
    assert files.widget_group.focus is files.widget_group.find("name")
    press(files, pygame.K_TAB)
    assert files.widget_group.focus is files.widget_group.find("files")


@pytest.mark.parametrize("name", ["menu", "match", "cube", "arena", "preferences", "help", "setup"])
def test_the_window_opens_on_the_screen_asked_for(services: Services, name: str) -> None:
    more = ["--game", "nim"] if name in ("match", "setup") else []
    scenes = opened_on(services, "--scene", name, *more)
    assert type(scenes[0]) is MenuScreen
    assert len(scenes) == (1 if name == "menu" else 2)
    for scene in scenes:
        scene.leave()


class Tipped(Counter):
    """A button with a tooltip, built anew by a shortcut."""

    def view(self) -> Layout:
        return Column(Button("Here", self.undo, key="here", tooltip="What it does"), gap=0)

    def tick(self, dt: float) -> bool:
        return False


@pytest.fixture
def tipped(services: Services) -> Tipped:
    return enter(Tipped(services))


def shown(scene: Screen, seconds: float = 0.0) -> bytes:
    """What is seen after so many seconds."""
    for _ in range(2):
        scene.update(seconds / 2)
    return picture(scene)


def test_any_key_hides_the_tooltip_until_the_mouse_moves_on(tipped: Tipped) -> None:
    here = find(tipped, "here").rect.center
    point(tipped, here)
    bare, told = shown(tipped), shown(tipped, 2.0)
    assert told != bare
    for key in (pygame.K_h, pygame.K_LSHIFT):
        send(tipped, pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        assert tipped.dirty, "it is seen at once"
        assert shown(tipped) != told
        tipped.rebuild()
        assert shown(tipped, 2.0) != told, "also when the screen was built anew"
        point(tipped, (SIZE[0] - 2, SIZE[1] - 2))
        point(tipped, here)
        assert shown(tipped, 2.0) == told


def test_a_tooltip_does_not_wait_anew_when_the_screen_is_built_anew(tipped: Tipped) -> None:
    """A bot at work has its screen built again several times a second."""
    point(tipped, find(tipped, "here").rect.center)
    tipped.update(TOOLTIP_SECONDS / 2)
    bare = picture(tipped)
    tipped.rebuild()
    assert picture(tipped) == bare
    tipped.update(TOOLTIP_SECONDS * 0.6)
    assert tipped.dirty
    told = picture(tipped)
    assert told != bare
    tipped.rebuild()
    assert picture(tipped) == told, "nor does it go away"


class Stacked(Tipped):
    """Three buttons one below the other, with room beside them."""

    def view(self) -> Layout:
        buttons = (Button(name, self.undo, key=name) for name in ("one", "two", "three"))
        return Column(*(Row(each, Flexible()) for each in buttons), gap=0)


def test_a_tooltip_hides_no_control_where_there_is_room_beside_them(services: Services) -> None:
    group = enter(Stacked(services)).widget_group
    control = group.find("two")
    assert control is not None
    place = group._tip_place(control, (80, 30), pygame.Rect(0, 0, *SIZE))
    assert not any(place.colliderect(each.rect) for each in group.widgets)
