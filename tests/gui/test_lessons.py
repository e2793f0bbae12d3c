"""Lessons in the window: a step opens on its screen, asks, tells, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.lessons.chapters import CHAPTERS, find_step
from engine.lessons.record import Chapter, Step
from engine.messages import LANGUAGES
from gui.lessons.guest import GuestServices, host_of
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import AnswerVerdict
from gui.protocols import Open, Pop
from gui.services import Services
from gui.settings import LessonProgress
from gui.shortcuts import Action
from tests.gui.layouts import faults
from tests.gui.lessons import ready

STEPS = [(chapter, step) for chapter in CHAPTERS for step in chapter.steps]
NAMES = [f"{chapter.id}/{step.id}" for chapter, step in STEPS]
Asked = Callable[[str], LessonScreen]


@pytest.fixture
def lesson(services: Services) -> Iterator[Asked]:
    """Opens a step by its name, at its moment."""
    made: list[LessonScreen] = []

    def open_it(name: str) -> LessonScreen:
        found = find_step(name)
        assert found is not None
        screen = open_step(services, *found)
        made.append(screen)
        screen.enter(services.size)
        ready(screen)
        return screen

    yield open_it
    for screen in made:
        screen.leave()


def small(screen: LessonScreen, number: int) -> None:
    """The card and the stage in the smallest window with the largest letters: nothing is cut."""
    host = host_of(screen.services)
    host.forced_language = LANGUAGES[number % len(LANGUAGES)]
    host.change(replace(host.settings, text_scale=2.0))
    host.resize((960, 640))
    for tab in (1, 0):
        screen.lesson_tab = tab
        screen.enter((960, 640))
        assert faults(screen) == []


def press(screen: LessonScreen, key: int, mod: int = 0) -> object:
    """Press a key and return the transition."""
    event = {"key": key, "mod": mod, "unicode": "", "scancode": 0}
    return screen.handle(pygame.event.Event(pygame.KEYDOWN, event))


def files(folder: Path) -> dict[str, bytes]:
    """The content of every file of a data folder but the settings."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "settings" not in path.name
    }


@pytest.mark.parametrize(("chapter", "step"), STEPS, ids=NAMES)
def test_a_step_opens_and_leaves_nothing_behind(
    services: Services, tmp_path: Path, chapter: Chapter, step: Step
) -> None:
    assert services.store.unfinished() == []
    before, settings = files(tmp_path), services.settings
    screen = open_step(services, chapter, step)
    guest = screen.services
    assert isinstance(guest, GuestServices)
    screen.enter(services.size)
    if step.place.screen != "arena":
        ready(screen)
    screen.tell()
    if step.place.screen != "arena":  # its experiment is only begun: leaving stops it
        ready(screen)
        assert "–" not in screen.card_view_model().text
    small(screen, STEPS.index((chapter, step)))
    screen.leave()
    assert not guest.folder.exists()
    assert files(tmp_path) == before
    left = replace(services.settings, lessons={}, last_lesson="", text_scale=settings.text_scale)
    assert left == settings


def test_a_right_and_a_wrong_answer(lesson: Asked) -> None:
    screen = lesson("montecarlo/toss")
    assert not screen.offered().made["lesson_next"].primary
    press(screen, pygame.K_1, pygame.KMOD_CTRL)
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.WRONG
    verdicts = [AnswerVerdict.WRONG, AnswerVerdict.RIGHT, AnswerVerdict.NONE]
    assert [each.verdict for each in card.answers] == verdicts
    assert screen.offered().made["lesson_next"].primary
    press(screen, pygame.K_2, pygame.KMOD_CTRL)
    assert screen.card_view_model().verdict is AnswerVerdict.RIGHT


def test_the_keyboard_walks(lesson: Asked, services: Services) -> None:
    screen = lesson("montecarlo/toss")
    press(screen, pygame.K_s)
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.NONE and card.asked
    assert services.settings.lessons["montecarlo"].done == ("toss",)
    again = press(screen, pygame.K_r, pygame.KMOD_CTRL)
    assert again is None  # nothing has changed
    screen.offered().press(Action.STEP_BACK)
    again = press(screen, pygame.K_r, pygame.KMOD_CTRL)
    assert again == Open("lesson", {"chapter": "montecarlo", "step": "toss"}, True)
    forward = press(screen, pygame.K_PAGEDOWN, pygame.KMOD_CTRL)
    assert isinstance(forward, Open) and forward.instead
    assert press(screen, pygame.K_ESCAPE) == Pop()


def test_a_guest_shares_language_and_sound_but_no_setup(services: Services) -> None:
    guest = GuestServices(services)
    guest.change(replace(guest.settings, inspector=True, teaching=True, text_scale=1.5))
    assert services.settings.text_scale == 1.5
    assert not services.settings.inspector and not services.settings.teaching
    assert guest.ui is services.ui and guest.ui.theme.text_scale == 1.5
    guest.notify("gui.sound_on")
    assert services.notices[-1].text == services.tr("gui.sound_on")
    guest.close()


def test_progress_survives_the_settings_file(services: Services) -> None:
    done = LessonProgress("toss", ("toss", "tree"), ("tree", "toss", "dice"), 2)
    services.change(replace(services.settings, lessons={"montecarlo": done}))
    services.write_queue.flush()
    assert services.file.load()[0].lessons == {"montecarlo": done}
