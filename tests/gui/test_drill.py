"""Drills at the window: a list of positions with texts is all they take; two tables compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame
import pytest

from engine.context import Context
from engine.lessons.drills import drill
from engine.lessons.ends import ENDS
from engine.messages import Message
from engine.registry import make_game
from gui.exercises.attempt import ExerciseViewModel
from gui.exercises.drill import ComparisonAttempt, Drill
from gui.exercises.drill_screen import DrillScreen
from gui.exercises.exercise import AttemptPhase, Exercise
from gui.exercises.problem import MoveAttempt, TurnsAttempt
from gui.exercises.screen import headline, slim
from gui.kit.chart import Chart, StackedBars
from gui.lessons.drill_screen import ChapterDrillScreen
from gui.lessons.opening import open_drill
from gui.lessons.step_state import AnswerVerdict
from gui.protocols import Pop
from gui.services import Services
from tests.gui.driver import enter, find, of, press, there, wait
from tests.gui.layouts import faults
from tests.gui.lessons import texts_of
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

SMALL, SIZE, WIDE = (960, 640), (1280, 800), (1920, 1080)
ASK, DETAIL = Message("which move?"), Message("retry.click")


def read_exercise(
    game_id: str, position: str, right: Sequence[str], ask: Message, detail: Message | None = None
) -> Exercise:
    """An exercise from texts, "" being the initial position."""
    game = make_game(game_id, {})
    state = game.parse(position) if position else game.initial()
    good = tuple(game.parse_move(state, text) for text in right)
    return Exercise(game, (state,), (), good, ask, detail)


def positions() -> list[Exercise]:
    """Three positions of three games, one with two right moves."""
    return [
        read_exercise("tictactoe", "O.XXXOO.. X", ("1", "7"), Message("which move?")),
        read_exercise("nim", "3,5,4 0", ("1-2",), Message("and here?")),
        read_exercise("connect4", "", ("3",), Message("first move?"), DETAIL),
    ]


@pytest.fixture
def screen(services: Services) -> DrillScreen:
    return enter(DrillScreen(services, Drill(services, Message("three positions"), positions())))


def texts(screen: DrillScreen) -> set[str]:
    return {getattr(widget, "text", "") for widget in screen.widget_group.widgets}


def attempt_of(screen: DrillScreen) -> MoveAttempt:
    assert isinstance(screen.model.attempt, MoveAttempt)
    return screen.model.attempt


def try_wrong(screen: DrillScreen, move: str) -> None:
    exercise = attempt_of(screen).exercise
    screen.play(exercise.game.parse_move(exercise.start, move))
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.REFUTED)


def test_the_board_has_its_room_whether_anything_is_said_above_it_or_not(
    services: Services,
) -> None:
    asked = ExerciseViewModel(ASK, titles=(ASK,))
    said = Message("exercise.try_or_see", {"said": "It is lost. " * 3})
    for make in (partial(headline, ui=services.ui, token=None), partial(slim, ui=services.ui)):
        heights = [
            make(replace(asked, detail=detail)).height_at(services.ui, 440)
            for detail in (None, said)
        ]
        assert heights[0] == heights[1]


def refutation(screen: DrillScreen) -> tuple[str, object]:
    """The key of the sentence about the last try, and the text of the reply that it names."""
    detail = screen.exercise.detail
    assert detail is not None and screen.tr(detail) in texts(screen)
    said = detail.values["said"]
    assert isinstance(said, Message) and isinstance(said.values["move"], Message)
    return detail.key, said.values["move"].values["move"]


def test_a_list_of_positions_is_tried_shown_and_left(screen: DrillScreen) -> None:
    assert {"three positions", "which move?", "Position 1 of 3"} <= texts(screen)
    try_wrong(screen, "8")
    assert len(attempt_of(screen).moves) == 2, "the reply stands on the board"
    assert refutation(screen) == ("exercise.try_again", "1")
    press(screen, pygame.K_7)
    assert screen.exercise.phase is AttemptPhase.SOLVED
    press(screen, pygame.K_n)
    assert {"and here?", "Position 2 of 3"} <= texts(screen)
    press(screen, pygame.K_s)
    wait(screen, lambda: screen.exercise.phase is AttemptPhase.SHOWN)
    press(screen, pygame.K_n)
    press(screen, pygame.K_h)
    assert screen.exercise.board is not None and screen.exercise.board.tried
    press(screen, pygame.K_n)
    assert (screen.model.found, len(screen.model.missed)) == (1, 2)
    assert screen.tr("retry.done", done=1, count=3) in texts(screen)


def test_the_missed_ones_are_tried_again_at_once(screen: DrillScreen) -> None:
    press(screen, pygame.K_1)
    for _ in range(3):
        press(screen, pygame.K_n)
    assert screen.model.finished and screen.model.found == 1
    assert screen.widget_group.find("try_missed") is not None
    screen.offered().do("try_missed")
    assert {"and here?", "Position 1 of 2"} <= texts(screen)
    for move in ("1-2", "3"):
        exercise = attempt_of(screen).exercise
        screen.play(exercise.game.parse_move(exercise.start, move))
        press(screen, pygame.K_n)
    assert screen.model.found == 2 and not screen.model.missed
    assert screen.widget_group.find("try_missed") is None
    screen.offered().do("close")
    assert isinstance(screen.next, Pop)


def test_the_answer_is_offered_after_the_second_wrong_try(screen: DrillScreen) -> None:
    for _ in range(2):
        assert not screen.commands()["show_me"].primary
        try_wrong(screen, "8")
        wait(screen, lambda: attempt_of(screen).open)
    assert screen.commands()["show_me"].primary
    assert refutation(screen) == ("exercise.try_or_see", "1")
    press(screen, pygame.K_1)
    assert not screen.commands()["show_me"].primary and screen.commands()["next_puzzle"].primary


def test_a_puzzle_of_turns_counts_as_found_once_it_is_solved(services: Services) -> None:
    problem = next(drill(ENDS, 1, Context(0)))
    model = Drill(services, ASK, [problem])
    model.enter()
    attempt = of(TurnsAttempt, model.attempt)
    position = problem.position
    for move in attempt.handling.read_moves(problem.solution[0]):
        position = attempt.handling.play(position, move)
        attempt.turn(move.text, position)
    assert attempt.over and (model.found, model.missed) == (1, [])


Opened = Callable[[], ChapterDrillScreen]


@pytest.fixture
def open_comparisons(services: Services) -> Opened:
    def open_it() -> ChapterDrillScreen:
        screen = enter(open_drill(services, "compare"))
        let_pass(lambda: screen.update(0.05), lambda: screen.model.attempt is not None)
        return screen

    return open_it


def bars(screen: ChapterDrillScreen) -> StackedBars:
    chart = find(screen, "picture", Chart)
    (layer,) = (each for each in chart.marks if isinstance(each, StackedBars))
    return layer


def test_a_wrong_table_says_why_and_the_right_one_shows_both_intervals(
    open_comparisons: Opened,
) -> None:
    screen = open_comparisons()
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


def test_the_comparisons_end_with_their_answers_and_can_be_tried_again(
    open_comparisons: Opened,
) -> None:
    screen = open_comparisons()
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
    open_comparisons: Opened, services: Services, size: tuple[int, int], scale: float
) -> None:
    screen = open_comparisons()
    services.change(replace(services.settings, text_scale=scale))
    services.resize(size)
    for _ in range(4):
        screen.enter(services.size)
        assert faults(screen) == []
        screen.offered().do("lesson_next")
    screen.leave()
