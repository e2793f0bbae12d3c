"""Every screen at every size, text scale and language: nothing cut, nothing over something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pygame
import pytest

from engine.messages import LANGUAGES
from tests.gui.layouts import OpenPopup, drawn_faults, faults
from tests.gui.rooms import ServicesIn
from tests.gui.scenes import POPUPS, SCENES, Stage, Window
from tests.screen import the_screen

# The smallest page, which windows without the designed room scroll over, a high one, and the
# largest letters that still have this room.
TIGHT = (((960, 640), 2.0), ((700, 900), 1.0), ((1280, 800), 1.5), ((1920, 1080), 1.75))
OTHERS = (
    ((960, 640), 0.75),
    ((960, 640), 1.0),
    ((1280, 800), 1.0),
    ((1280, 800), 1.25),
    ((1920, 1080), 1.0),
    ((1920, 1080), 1.5),
    ((1280, 800), 2.0),
    ((2560, 1440), 1.0),
    ((2560, 1440), 2.0),
)
WINDOWS: list[Window] = [
    (*place, language) for place, language in product((*TIGHT, *OTHERS), LANGUAGES)
]
POPUP_TURNS = 2  # there are few of them


def cover(number: int, turns: int = 1) -> set[Window]:
    """The windows of a scene: four where room is scarce, in every language, and others by turns.

    By its number every scene is seen on the smallest page and on a high one.
    """
    by_turns = range(number * turns, (number + 1) * turns)
    places = [
        *zip(TIGHT, (number, number + 1, number + 2, number + 2), strict=True),
        *((OTHERS[turn % len(OTHERS)], turn // len(OTHERS)) for turn in by_turns),
    ]
    return {(*place, LANGUAGES[language % len(LANGUAGES)]) for place, language in places}


def whole(number: int) -> set[Window]:
    """The windows of the full suite: every one where room is scarce, others in one language."""
    others = [
        (*place, LANGUAGES[(number + at) % len(LANGUAGES)]) for at, place in enumerate(OTHERS)
    ]
    return {*((*place, language) for place in TIGHT for language in LANGUAGES), *others}


def in_windows(scenes: Iterable[str], turns: int = 1) -> pytest.MarkDecorator:
    """Each scene in the windows of its cover; in the full suite in others too."""
    cases = []
    for number, scene in enumerate(scenes):
        few = cover(number, turns)
        others = [window for window in WINDOWS if window in whole(number) - few]
        cases.append(pytest.param([each for each in WINDOWS if each in few], scene, id=scene))
        cases.append(pytest.param(others, scene, id=f"{scene}, others", marks=pytest.mark.full))
    return pytest.mark.parametrize(("windows", "scene"), cases)


@pytest.fixture(scope="module")
def stage(no_shapes: None) -> Iterator[Stage]:
    """The screens of a module, each made once."""
    made = Stage()
    yield made
    made.close()


@in_windows(SCENES)
def test_nothing_is_cut_or_covered(stage: Stage, windows: list[Window], scene: str) -> None:
    """By its widgets, and where room is scarce by its letters as they are drawn."""
    found: list[tuple[Window, str]] = []
    for window in windows:
        made = stage.show(scene, window)
        found += [(window, fault) for fault in faults(made)]
        if made.size != (2560, 1440):
            drawn = drawn_faults(made, the_screen(), places=True)
            found += [(window, fault) for fault in drawn]
    assert found == []


@in_windows(POPUPS, POPUP_TURNS)
def test_nothing_is_cut_or_covered_in_a_popup(
    stage: Stage, windows: list[Window], scene: str
) -> None:
    name, open_it = POPUPS[scene]
    found: list[tuple[Window, str]] = []
    for window in windows:
        made = stage.show(name, window)
        open_it(made)
        found += [(window, fault) for fault in faults(OpenPopup(made))]
    assert found == []


def test_a_menu_too_long_for_the_window_scrolls_to_its_last_line(services_in: ServicesIn) -> None:
    services = services_in((960, 640), 1.0, "fr")
    made: Any = SCENES["match of matches"](services)
    made.enter(services.size)
    made.ask_choice("menu", [str(number) for number in range(30)], 0, lambda number: None)
    widget_group = made.popup.widget_group
    assert widget_group.scrollers[0].maximum > 0
    seen: list[Any] = []
    while widget_group.widgets[-1] not in seen and len(seen) < 40:
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="", scancode=0)
        made.handle(event)
        seen.append(widget_group.focus)
        assert widget_group.scrollers[0].body.contains(widget_group.focus.rect)
    assert widget_group.widgets[-1] in seen
