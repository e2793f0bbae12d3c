"""A move while a wrong answer of a lesson is refuted is the next answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from engine.lessons.chapters import find_step
from gui.lessons.match import LessonMatch
from gui.lessons.opening import open_step
from gui.lessons.step_state import AnswerVerdict
from gui.services import Services
from tests.gui.driver import press, run_frame, wait
from tests.gui.lessons import ready

Opened = Callable[[str], LessonMatch]


@pytest.fixture
def lesson(services: Services) -> Iterator[Opened]:
    """Opens a step by its name, at its moment."""
    screens: list[LessonMatch] = []

    def open_it(name: str) -> LessonMatch:
        step = find_step(name)
        assert step is not None
        screen = open_step(services, *step)
        assert isinstance(screen, LessonMatch)
        screens.append(screen)
        screen.enter(services.size)
        ready(screen)
        return screen

    yield open_it
    for screen in screens:
        screen.leave()


STEPS = [
    ("montecarlo/cells", "1", "5"),
    ("compare/block", "5", "0"),
    ("montecarlo/three", "1", "8"),
]


@pytest.mark.parametrize("frames", [1, 12, 40])
@pytest.mark.parametrize(("name", "wrong", "right"), STEPS)
def test_a_key_while_an_answer_is_refuted_is_the_next_answer(
    lesson: Opened, name: str, wrong: str, right: str, frames: int
) -> None:
    screen = lesson(name)
    press(screen, pygame.K_0 + int(wrong))
    assert screen.card_view_model().verdict is AnswerVerdict.WRONG
    for _ in range(frames):
        run_frame(screen)
    press(screen, pygame.K_0 + int(right))
    assert screen.card_view_model().verdict is AnswerVerdict.RIGHT
    assert screen.lesson.given == right
    game = screen.match.table.game
    first = game.text(game.play(screen.start, game.parse_move(screen.start, right)))

    def right_on_board() -> bool:
        return first in {game.text(state) for state in screen.match.table.session.states}

    wait(screen, right_on_board)


def test_a_key_pressed_twice_is_one_answer_and_enter_takes_it_back(lesson: Opened) -> None:
    screen = lesson("montecarlo/cells")
    before = screen.match.table.session.text()
    press(screen, pygame.K_1)
    press(screen, pygame.K_1)
    assert screen.attempt is not None and screen.attempt.wrong == 1
    wait(screen, lambda: screen.attempt is not None and len(screen.attempt.moves) == 2)
    press(screen, pygame.K_RETURN)
    assert screen.attempt.open and screen.match.table.session.text() == before
