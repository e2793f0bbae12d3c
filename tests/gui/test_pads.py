"""Gamepads: what their buttons stand for, and whole games played with nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pygame
import pytest

from engine.messages import LANGUAGES
from engine.registry import GAMES
from gui.app import PADS_FRAME, App
from gui.i18n import Translator
from gui.kit.fields import TextField
from gui.kit.popup import MenuLine
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pads import PRESSED, RELEASED, REPEAT, REPEAT_BEGINS, PadButton, Pads, press_of
from gui.pages.files import SaveScreen
from gui.pages.help import HelpScreen
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.services import Services
from gui.shortcuts import Action, ShortcutNames, Where
from tests.cases import in_one_test
from tests.gui import pads as pad_events
from tests.gui.driver import of, widgets_of
from tests.gui.lab import cube_view, read_cube
from tests.gui.matches import asked_match

SIZE = (1280, 800)
LEFT_X, LEFT_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
KEYS = ShortcutNames()

# -- the translation alone -------------------------------------------------------------------------


def taken(pads: Pads, *events: pygame.event.Event) -> list[PadButton]:
    return [press.pad for event in events for press in pads.take(event, KEYS)]


@in_one_test("which", PadButton)
def test_every_button_presses_its_key_once_and_not_when_it_is_let_go(which: PadButton) -> None:
    pads = Pads()
    assert taken(pads, pad_events.button(which), pad_events.button(which, down=False)) == [which]
    assert not pads.pass_time(10, KEYS)


def test_the_buttons_mean_what_the_table_of_shortcuts_says() -> None:
    meant = {
        PadButton.B: Action.BACK,
        PadButton.X: Action.HINT,
        PadButton.Y: Action.LOOK,
        PadButton.LEFT_SHOULDER: Action.UNDO,
        PadButton.RIGHT_SHOULDER: Action.REDO,
        PadButton.START: Action.MENU,
        PadButton.BACK: Action.HELP,
    }
    for button, action in meant.items():
        assert KEYS.action_of(press_of(button, KEYS), Where.MATCH, Where.INSPECTOR) is action


def test_a_stick_that_drifts_or_trembles_makes_no_storm() -> None:
    pads = Pads()
    drift = [pad_events.moved(LEFT_X, 0.3 * (-1) ** n) for n in range(1000)]
    assert taken(pads, *drift) == []
    edge = (PRESSED + 0.02, RELEASED + 0.02)
    assert taken(pads, *(pad_events.moved(LEFT_X, edge[n % 2]) for n in range(1000))) == [
        PadButton.RIGHT
    ]
    assert taken(pads, pad_events.moved(LEFT_X, 0)) == []


def test_a_stick_goes_one_way_at_a_time_and_changes_it_clearly() -> None:
    pads = Pads()
    assert taken(pads, pad_events.moved(LEFT_X, 0.9), pad_events.moved(LEFT_Y, 0.8)) == [
        PadButton.RIGHT
    ]
    assert taken(pads, pad_events.moved(LEFT_Y, 0.95), pad_events.moved(LEFT_X, 0.5)) == [
        PadButton.DOWN
    ]
    assert taken(pads, pad_events.moved(LEFT_Y, 0), pad_events.moved(LEFT_X, -1)) == [
        PadButton.LEFT
    ]


def test_a_held_direction_repeats_after_a_while() -> None:
    pads = Pads()
    taken(pads, pad_events.button(PadButton.RIGHT))
    assert not pads.pass_time(REPEAT_BEGINS - 0.01, KEYS)
    presses = [press for _ in range(10) for press in pads.pass_time(REPEAT + 0.001, KEYS)]
    assert [press.pad for press in presses] == [PadButton.RIGHT] * 10
    taken(pads, pad_events.button(PadButton.RIGHT, down=False))
    assert not pads.pass_time(10, KEYS)


@pytest.mark.parametrize(
    "which", [PadButton.A, PadButton.B, PadButton.LEFT_SHOULDER, PadButton.START]
)
def test_what_plays_or_undoes_does_not_repeat(which: PadButton) -> None:
    pads = Pads()
    taken(pads, pad_events.button(which))
    assert not pads.pass_time(10, KEYS)


def test_two_pads_do_not_get_in_each_others_way() -> None:
    pads = Pads()
    both = [pad_events.button(PadButton.A, pad=1), pad_events.button(PadButton.A, pad=2)]
    assert taken(pads, *both, pad_events.button(PadButton.A, down=False, pad=1)) == [
        PadButton.A,
        PadButton.A,
    ]
    assert taken(pads, pad_events.button(PadButton.A, pad=1)) == [PadButton.A]


def test_a_pad_plugged_out_lets_go_of_what_it_held() -> None:
    pads = Pads()
    taken(pads, pad_events.button(PadButton.DOWN, pad=3))
    pads.take(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=3), KEYS)
    assert not pads.pass_time(10, KEYS)
    assert taken(pads, pad_events.button(PadButton.DOWN, pad=3)) == [PadButton.DOWN]


def test_somebody_in_another_window_presses_nothing_here() -> None:
    pads = Pads()
    taken(pads, pad_events.button(PadButton.DOWN))
    pads.let_go()
    assert not pads.pass_time(10, KEYS)


# -- the window ------------------------------------------------------------------------------------


class Window:
    """The window with its menu; pads' events are posted, and come back as the system's do."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.app = App(services, parse_window([]))
        self.app.push(MenuScreen(services))
        pygame.event.clear()

    @property
    def scene(self) -> object:
        return self.app.scenes[-1]

    @property
    def focus(self) -> str:
        screen = self.app.scenes[-1]
        popup = getattr(screen, "popup", None)
        widget_group = (popup or screen).widget_group
        return widget_group.focus.key if widget_group.focus is not None else ""

    def press(self, *buttons: PadButton) -> None:
        for which in buttons:
            for down in (True, False):
                pygame.event.post(pad_events.button(which, down))
            for event in self.app._events(0.02):
                self.app._event(event)
            self.app.apply(self.app.scenes[-1].update(0.02))

    def reach(self, key: str, way: PadButton = PadButton.RIGHT_TRIGGER) -> None:
        for _ in range(80):
            if self.focus == key:
                return
            self.press(way)
        raise AssertionError(f"{key} is not to be reached")


@pytest.fixture
def window(services: Services) -> Iterator[Window]:
    services.change(replace(services.settings, two_players=True))
    window = Window(services)
    yield window
    window.app.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_pad(window: Window, game: str) -> None:
    """From the menu to the result, back a move and on again, and home."""
    window.press(PadButton.DOWN)
    window.reach(game)
    window.press(PadButton.A)
    match = of(MatchScreen, window.scene)
    session = match.table.session
    window.reach("board")
    chance = Random(1)
    for _ in range(400):
        if session.over:
            break
        before = session.ply
        window.press(PadButton.A)
        if match.table.session.ply == before:  # nothing chosen yet, or no such move: elsewhere
            window.press(
                chance.choice([PadButton.RIGHT, PadButton.LEFT, PadButton.UP, PadButton.DOWN])
            )
            window.reach("board")
        session = match.table.session
    assert session.over, session.text()
    plies = session.ply
    window.press(PadButton.LEFT_SHOULDER)
    assert match.table.session.ply == plies - 1
    window.press(PadButton.RIGHT_SHOULDER)
    assert match.table.session.ply == plies
    window.press(PadButton.B)
    assert isinstance(window.scene, MenuScreen)


def test_a_cube_is_turned_back_by_pad(window: Window) -> None:
    cube = LabScreen(window.services, "pocketcube", read_cube("R U'"))
    window.app.push(cube)
    assert window.focus == "board", "a pad begins at the board, as the arrow keys do"
    yaw = cube_view(cube).yaw
    window.press(PadButton.LOOK_LEFT)
    assert cube_view(cube).yaw != yaw
    window.press(PadButton.UP)  # the first layer, U
    assert cube_view(cube).pose().turning == "U"
    assert cube_view(cube).pose().angle
    window.press(PadButton.RIGHT, PadButton.DOWN, PadButton.LEFT)  # U, then the next layer R, back
    assert cube.lab.is_solved
    window.press(PadButton.LEFT_SHOULDER)
    assert not cube.lab.is_solved
    window.press(PadButton.RIGHT_TRIGGER)
    assert window.focus != "board"
    assert not cube_view(cube).pose().turning, "no layer leans once the ring has gone"


def test_menus_dialogs_and_help_open_and_close_by_pad(window: Window) -> None:
    scene = asked_match(window.services, "--game", "nim")
    window.app.push(scene)
    window.press(PadButton.START)
    assert scene.popup is not None
    first = window.focus
    window.press(PadButton.DOWN)
    assert window.focus != first
    window.press(PadButton.B)
    assert scene.popup is None
    window.press(PadButton.BACK)
    assert isinstance(window.scene, HelpScreen)
    window.press(PadButton.BACK)
    assert window.scene is scene
    answers: list[str] = []
    scene.ask_before(lambda: answers.append("yes"), "preferences.defaults", None)
    window.press(PadButton.LEFT, PadButton.RIGHT, PadButton.LEFT)
    window.press(PadButton.A)
    assert scene.popup is None


def test_a_game_of_the_menu_is_asked_by_pad_what_else_there_is(window: Window) -> None:
    """Y: continue the waiting game or begin a new one, as the right button and the menu key do."""
    window.press(PadButton.DOWN)
    window.reach("nim")
    window.press(PadButton.A)
    waiting = of(MatchScreen, window.scene)
    waiting.play(waiting.table.game.moves(waiting.table.session.state)[0])
    window.press(PadButton.B)
    menu = of(MenuScreen, window.scene)
    window.reach("nim")
    window.press(PadButton.Y)
    assert menu.popup is not None
    lines = [line.label for line in widgets_of(menu.popup, MenuLine)]
    assert lines[:2] == [menu.tr("menu.continue"), menu.tr("menu.new_game")]
    window.press(PadButton.DOWN, PadButton.A)
    begun = of(MatchScreen, window.scene)
    assert begun.table.session.ply == 0


def test_a_slider_is_changed_by_left_and_right_and_left_by_up_and_down(window: Window) -> None:
    screen = PreferencesScreen(window.services)
    window.app.push(screen)
    window.reach("volume")
    before = window.services.settings.volume
    window.press(PadButton.LEFT)
    assert window.services.settings.volume < before
    window.press(PadButton.RIGHT)
    assert window.services.settings.volume == before
    window.press(PadButton.UP)
    assert window.focus != "volume"
    window.press(PadButton.DOWN)
    assert window.focus == "volume"
    assert window.services.settings.volume == before


def test_a_board_is_left_over_its_edge(window: Window) -> None:
    window.app.push(asked_match(window.services, "--game", "tictactoe"))
    window.reach("board")
    window.press(PadButton.RIGHT, PadButton.RIGHT, PadButton.RIGHT)
    assert window.focus not in ("", "board")
    window.press(PadButton.LEFT_TRIGGER)
    window.reach("board", PadButton.LEFT_TRIGGER)


def test_pointing_down_drops_no_disc(window: Window) -> None:
    scene = asked_match(window.services, "--game", "connect4")
    window.app.push(scene)
    window.reach("board")
    window.press(PadButton.DOWN, PadButton.DOWN)
    assert scene.table.session.ply == 0


def test_a_field_is_left_by_the_arrows_and_confirmed_by_a(window: Window) -> None:
    from gui.match.autosave import saved_game

    scene = asked_match(window.services, "--game", "nim")
    screen = SaveScreen(window.services, saved_game(scene.table))
    window.app.push(screen)
    window.reach("name")
    field = of(TextField, screen.widget_group.focus)
    before = field.text
    window.press(PadButton.X, PadButton.UP)
    assert field.text == before and window.focus != "name"
    window.reach("name")
    window.press(PadButton.A)
    assert window.scene is not screen, "A saves, as Enter does"


def test_a_list_is_left_at_its_ends(window: Window) -> None:
    for number in range(3):
        (window.services.folder / f"game {number}.jouons").touch()
    from gui.setup.screen import SetupScreen

    screen = SetupScreen(window.services, "nim")
    window.app.push(screen)
    window.reach("games")
    for _ in range(8):
        window.press(PadButton.DOWN)
    assert window.focus != "games"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_lists_every_button(window: Window, language: str) -> None:
    window.services.ui.tr = tr = Translator(language)
    rows = HelpScreen(window.services, 2).pad_rows()
    told = {cap for _, caps in rows for cap in caps}
    names = {tr(f"pad.{which.value}") for which in PadButton if tr.has(f"pad.{which.value}")}
    assert told == names | {
        tr(f"pad.{part}") for part in ("directions", "left_stick", "right_stick")
    }
    assert dict(rows)[tr("shortcut.undo")] == ["LB"]
    assert dict(rows)[tr("help.pad.tile")] == ["Y"]


# -- pads that SDL makes up ------------------------------------------------------------------------


def run(window: Window, frames: int) -> None:
    for _ in range(frames):
        window.app.frame(0.02)


def notices(window: Window) -> int:
    said = window.services.tr("pad.found")
    return sum(notice.text == said for notice in window.services.notices)


@pytest.mark.linux("SDL's own library is found by the name it has there")
def test_pads_come_and_go_and_play(window: Window) -> None:
    """Real devices to SDL: one at the start, a second later, out with a button held, in again."""
    sdl = pad_events.the_sdl()
    run(window, 4)
    with pad_events.plugged_in(sdl) as first:
        run(window, 2)
        assert notices(window) == 1
        with pad_events.plugged_in(sdl) as second:
            run(window, 2)
            assert notices(window) == 1, "said once"
            first.set(PadButton.DOWN, True)
            run(window, 1)
            assert window.focus
            second.set(PadButton.START, True)
            run(window, 2)
            assert isinstance(window.scene, HelpScreen)
        run(window, 2)
        first.set(PadButton.DOWN, False)
        first.set(PadButton.B, True)
        run(window, 2)
        assert isinstance(window.scene, MenuScreen)
    run(window, 3)
    with pad_events.plugged_in(sdl) as third:
        run(window, 2)
        third.set(PadButton.BACK, True)
        run(window, 2)
        assert isinstance(window.scene, HelpScreen)


@pytest.mark.linux("SDL's own library is found by the name it has there")
def test_a_pad_that_was_there_from_the_start_works_in_silence(window: Window) -> None:
    sdl = pad_events.the_sdl()
    pygame.joystick.init()
    with pad_events.plugged_in(sdl) as pad:
        window.app.frames = PADS_FRAME - 1
        run(window, 3)
        assert notices(window) == 0
        pad.set(PadButton.BACK, True)
        run(window, 2)
        assert isinstance(window.scene, HelpScreen)


def test_without_a_pad_nothing_of_them_is_loaded_for_the_first_picture(window: Window) -> None:
    pygame.joystick.quit()
    window.app.frame(0.02)
    assert not pygame.joystick.get_init()
    run(window, 4)
    assert pygame.joystick.get_init()
