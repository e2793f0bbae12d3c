"""A move while a wrong answer of a lesson is refuted is the next answer."""

from __future__ import annotations

import pygame
import pytest

from gui.lessons.match import LessonMatch
from gui.lessons.step_state import AnswerVerdict
from tests.gui.driver import press, run_frame, wait
from tests.gui.lessons import Asked

STEPS = [
    ("montecarlo/cells", "1", "5"),
    ("compare/block", "5", "0"),
    ("montecarlo/three", "1", "8"),
]


@pytest.mark.parametrize("frames", [1, 12, 40])
@pytest.mark.parametrize(("name", "wrong", "right"), STEPS)
def test_a_key_while_an_answer_is_refuted_is_the_next_answer(
    lesson: Asked, name: str, wrong: str, right: str, frames: int
) -> None:
    screen = lesson(name, LessonMatch)
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


def test_a_key_pressed_twice_is_one_answer_and_enter_takes_it_back(lesson: Asked) -> None:
    screen = lesson("montecarlo/cells", LessonMatch)
    before = screen.match.table.session.text()
    press(screen, pygame.K_1)
    press(screen, pygame.K_1)
    assert screen.attempt is not None and screen.attempt.wrong == 1
    wait(screen, lambda: screen.attempt is not None and len(screen.attempt.moves) == 2)
    press(screen, pygame.K_RETURN)
    assert screen.attempt.open and screen.match.table.session.text() == before
