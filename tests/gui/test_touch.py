"""A finger: it points nowhere before it presses, and nothing is left behind when it is lifted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from engine.registry import GAMES
from gui.kit import (
    ListBox,
    ListRow,
    Segments,
    Slider,
    Stepper,
    Switch,
    TextField,
    Widget,
    WidgetGroup,
)
from gui.kit.buttons import Button, IconButton
from gui.kit.finger import PULL_PIXELS
from gui.kit.icons import Icon
from gui.kit.layout import Column, Flexible, Layout, Scroll
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.pages.help import HelpScreen
from gui.services import Services
from tests.gui.driver import click, drag, enter, find, of
from tests.gui.lab import cube_view, read_cube
from tests.gui.matches import entered_match
from tests.gui.scene_makers import match_lost
from tests.gui.scenes import SCENES
from tests.screen import the_screen

DOWN, MOVE, UP = pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP
Point = tuple[int, int]


def event(kind: int, at: Point, touch: bool = True) -> pygame.event.Event:
    if kind == MOVE:
        return pygame.event.Event(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=touch)
    return pygame.event.Event(kind, pos=at, button=1, touch=touch)


def nothing_hovers(widget_group: WidgetGroup) -> bool:
    return not any(widget.hovered for widget in widget_group.widgets)


class Controls(Screen):
    """Every kind of control, and what was done with it."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.done: list[object] = []
        take = self.done.append
        rows = [ListRow(f"row {n}") for n in range(60)]
        self.controls: dict[str, Widget] = {
            "button": Button("Press", lambda: take("button"), key="button", tooltip="It presses"),
            "icon": IconButton(Icon.UNDO, "icon", lambda: take("icon"), "Undo"),
            "switch": Switch(False, take, "switch"),
            "segments": Segments(["one", "two", "three"], 2, take, "segments"),
            "slider": Slider(0, 10, take, "slider", "How loud"),
            "stepper": Stepper(3, 1, 9, take, "stepper"),
            "field": TextField("name", key="field", change=take),
            "list": ListBox(rows, 30, take),
        }

    def view(self) -> Layout:
        long = [
            Button(f"far {n}", lambda: self.done.append("far"), key=f"far {n}") for n in range(30)
        ]
        first = list(self.controls.values())
        return Column(Flexible(Scroll(Column(*first, *long))), gap=0)


@pytest.fixture
def controls(services: Services) -> Controls:
    screen = Controls(services)
    screen.enter((600, 700))
    screen.draw(the_screen())
    return screen


TAPS: dict[str, object] = {
    "button": "button",
    "icon": "icon",
    "switch": True,
    "segments": 1,
    "slider": 5,
    "list": 1,
}


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("kind", TAPS)
def test_a_control_is_tapped_without_being_pointed_at_first(
    controls: Controls, kind: str, touch: bool
) -> None:
    click(controls, find(controls, kind).rect.center, touch=touch)
    assert controls.done == [TAPS[kind]]
    assert nothing_hovers(controls.widget_group) is touch


def test_a_stepper_and_a_field_are_tapped(controls: Controls) -> None:
    box = find(controls, "stepper").rect
    click(controls, (box.right - 8, box.centery), touch=True)
    assert controls.done == [4]
    click(controls, find(controls, "field").rect.center, touch=True)
    assert controls.widget_group.focus is find(controls, "field")


def test_a_finger_that_slides_off_a_button_presses_nothing(controls: Controls) -> None:
    start, end = (find(controls, key).rect.center for key in ("button", "switch"))
    drag(controls, start, end, touch=True)
    assert controls.done == []
    assert nothing_hovers(controls.widget_group)


def test_a_finger_pulls_what_scrolls_and_taps_nothing_by_that(controls: Controls) -> None:
    start = find(controls, "far 0").rect.center
    drag(controls, start, (start[0], start[1] - 200), touch=True)
    assert controls.widget_group.scrollers[0].offset == 200
    assert controls.done == []
    start = find(controls, "far 5").rect.center
    drag(controls, start, (start[0], start[1] + PULL_PIXELS - 2), touch=True)
    assert controls.widget_group.scrollers[0].offset == 200, "a finger trembles"
    assert controls.done == ["far"]


def test_a_list_is_pulled_and_nothing_in_it_chosen(controls: Controls) -> None:
    box = find(controls, "list", ListBox)
    bottom = (box.rect.centerx, box.rect.bottom - 4)
    drag(controls, bottom, (bottom[0], bottom[1] - 300), touch=True)
    assert box.scroll > 0
    assert controls.done == []


def test_a_slider_follows_the_finger(controls: Controls) -> None:
    box = find(controls, "slider").rect
    drag(controls, box.midleft, box.midright, touch=True)
    assert controls.done[-1] == 10
    assert controls.widget_group.scrollers[0].offset == 0


# -- boards ----------------------------------------------------------------------------------------


@pytest.mark.one_of(2)
@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_played_by_taps_alone(services: Services, game: str, touch: bool) -> None:
    arguments = ["--game", game, "--first", "human", "--second", "human"]
    screen = entered_match(services, *arguments)
    board, view = find(screen, "board"), screen.board_view
    assert view is not None
    at: Callable[[Point], Any] = view.at
    box, plies = board.rect, 0
    for y in range(box.top + 4, box.bottom, 14):
        for x in range(box.left + 4, box.right, 14):
            if plies < 2 and at((x, y)) is not None and screen.table.session.ply == plies:
                click(screen, (x, y), touch=touch)
                plies = screen.table.session.ply
                screen.update(0.02)
    assert plies == 2
    if touch:
        assert view.hover is None, "no ghost stays where the finger was"


def test_a_cube_is_turned_by_a_finger(services: Services) -> None:
    screen = enter(LabScreen(services, "pocketcube", read_cube("R U F")))
    before = screen.lab.now.position
    centre = cube_view(screen).stage.center
    drag(screen, centre, (centre[0] + 220, centre[1]), 20, touch=True)
    assert screen.lab.now.position != before


# -- what only pointing used to tell ---------------------------------------------------------------


def test_the_better_move_is_told_to_keys(services: Services) -> None:
    screen = enter(of(MatchScreen, match_lost(services)))
    screen.looking.show_ply(2)
    screen.draw(the_screen())
    moves: Any = find(screen, "moves")
    wrong = next((n for n, better in enumerate(moves.better, start=1) if better), None)
    assert wrong is not None, "a mistake is known"
    screen.looking.show_ply(wrong)
    shown: Any = find(screen, "moves")
    assert shown.tip_at_focus() == moves.better[wrong - 1]


def test_a_long_page_is_pulled(services: Services) -> None:
    screen = enter(HelpScreen(services, 2))
    drag(screen, (600, 700), (600, 300), 20, touch=True)
    assert screen.widget_group.scrollers[0].offset == 400


ALONE = (
    *("menu with a game to continue", "preferences", "setup of nim", "match of connect4"),
    *("match of nim", "match lost", "cube lab painted", "worth a look", "arena after a tournament"),
    *(
        "unfinished games",
        "setting up connect4",
        "match looked into, rows",
    ),
)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("scene", ALONE)
def test_nothing_happens_by_pointing_alone(services: Services, scene: str) -> None:
    """The mouse goes over everything: nothing opens, moves, or changes; only looks do."""
    screen = enter(SCENES[scene](services))

    def state() -> tuple[object, ...]:
        places = [(type(w), w.key, tuple(w.rect)) for w in screen.widget_group.widgets]
        focus = screen.widget_group.focus.key if screen.widget_group.focus is not None else ""
        offsets = [each.offset for each in screen.widget_group.scrollers]
        return places, focus, offsets, services.settings

    screen.update(0.02)
    before = state()
    for widget in list(screen.widget_group.widgets):
        for at in (widget.rect.center, widget.rect.move(3, 3).topleft):
            assert screen.handle(event(MOVE, at, touch=False)) is None
    assert screen.popup is None
    assert state() == before
