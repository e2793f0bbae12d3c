"""The comparisons at the end of a chapter in the window: two tables, a guess, their intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from gui.exercises.comparison import ComparisonAttempt
from gui.exercises.exercise import AttemptPhase
from gui.kit.chart import Chart, StackedBars
from gui.lessons.drill_screen import ChapterDrillScreen
from gui.lessons.opening import open_drill
from gui.lessons.step_state import AnswerVerdict
from gui.services import Services
from tests.gui.driver import enter, find, of, press, there
from tests.gui.layouts import faults
from tests.gui.lessons import texts_of
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")


Opened = Callable[[], ChapterDrillScreen]


@pytest.fixture
def opened(services: Services) -> Opened:
    def open_it() -> ChapterDrillScreen:
        screen = enter(open_drill(services, "compare"))
        let_pass(lambda: screen.update(0.05), lambda: screen.model.attempt is not None)
        return screen

    return open_it


def bars(screen: ChapterDrillScreen) -> StackedBars:
    chart = find(screen, "picture", Chart)
    (layer,) = (each for each in chart.marks if isinstance(each, StackedBars))
    return layer


def test_a_wrong_table_says_why_and_the_right_one_shows_both_intervals(opened: Opened) -> None:
    screen = opened()
    attempt = of(ComparisonAttempt, screen.comparison)
    right = attempt.comparison.right
    assert all(bar.interval is None for bar in bars(screen).bars)
    press(screen, pygame.K_1 + 1 - right)
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.WRONG
    assert card.answers[1 - right].verdict is AnswerVerdict.WRONG
    assert any("still contains 50%" in text for text in texts_of(screen))
    press(screen, pygame.K_1 + right)
    assert attempt.phase is AttemptPhase.SOLVED
    shown = [bar.interval for bar in bars(screen).bars]
    assert shown == [tally.interval for tally in attempt.comparison.tallies]
    assert screen.offered().made["lesson_next"].primary
    screen.leave()


def test_the_comparisons_end_with_their_answers_and_can_be_tried_again(opened: Opened) -> None:
    screen = opened()
    for number in range(3):
        attempt = there(screen.comparison)
        if number:
            attempt.choose(attempt.comparison.right)
        screen.offered().do("lesson_next")
    shown = texts_of(screen)
    assert [shown.count(text) for text in ("Found", "Not found")] == [2, 1]
    assert screen.services.settings.lessons["compare"].right == 2
    screen.offered().do("try_missed")
    assert screen.comparison is not None and len(screen.model.exercises) == 1
    screen.leave()


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((960, 640), 2.0)])
def test_the_tables_are_whole_in_every_window(
    opened: Opened, services: Services, size: tuple[int, int], scale: float
) -> None:
    screen = opened()
    services.change(replace(services.settings, text_scale=scale))
    services.resize(size)
    for _ in range(4):
        screen.enter(services.size)
        assert faults(screen) == []
        screen.offered().do("lesson_next")
    screen.leave()
