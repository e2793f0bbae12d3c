"""What a person answers in a lesson: moves, picked answers, runs, and what they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from engine.lessons.record import Question
from engine.messages import LANGUAGES
from gui.arena.model import PairSelection, RunState
from gui.inspector.kernel import Graph
from gui.inspector.small_boards import BoardPicture
from gui.lessons.card import joined
from gui.lessons.experiments import LessonArena, LessonTraining
from gui.lessons.guest import host_of
from gui.lessons.match import LessonMatch
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import AnswerVerdict
from gui.services import Services
from tests.gui.driver import click, enter, find, frames, of, press, run_frame, wait, widgets_of
from tests.gui.layouts import faults
from tests.gui.lessons import Asked, click_move, in_tabs, ready, said, step_named, texts_of
from tests.lessons.places import NAMES, step_of
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")


def on_board(screen: LessonMatch) -> str:
    return screen.match.table.game.text(screen.board.shown.state)


def refuted(screen: LessonMatch, before: str) -> set[str]:
    """Run frames until the board stands again as it did; return the positions it has shown."""
    seen: set[str] = set()

    def frame() -> None:
        screen.update(0.05)
        seen.add(on_board(screen))

    let_pass(frame, lambda: len(seen) > 1 and on_board(screen) == before)
    for _ in range(20):  # nothing follows
        frame()
    return seen


def test_a_wrong_move_is_refuted_and_goes_back(lesson: Asked) -> None:
    screen = lesson("montecarlo/cells", LessonMatch)
    before = on_board(screen)
    click_move(screen, "1")
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.WRONG and card.picks
    assert screen.offered().made["lesson_next"].primary
    assert "OX.XXO.O. X" in refuted(screen, before)  # the reply that refutes it
    assert on_board(screen) == before and not screen.match.table.session.moves
    click_move(screen, "5")
    assert screen.card_view_model().verdict is AnswerVerdict.RIGHT
    assert screen.match.table.finished


def test_a_slower_win_is_answered_too(lesson: Asked) -> None:
    screen = lesson("montecarlo/cells", LessonMatch)
    before = on_board(screen)
    click_move(screen, "6")
    marks = [board.split()[0].count("O") for board in refuted(screen, before)]
    assert max(marks) == before.split()[0].count("O") + 1  # one reply
    assert on_board(screen) == before


def test_a_step_may_play_its_own_line_against_a_wrong_move(lesson: Asked) -> None:
    screen = lesson("montecarlo/three", LessonMatch)
    before = on_board(screen)
    click_move(screen, "7")
    assert "OXXXXOOXO O" in refuted(screen, before) and on_board(screen) == before


def test_the_line_against_a_wrong_move_has_steps_and_the_next_answer_ends_it(lesson: Asked) -> None:
    screen = lesson("solved/corner", LessonMatch)
    game, before = screen.match.table.game, on_board(screen)
    click_move(screen, "5")
    refuted(screen, before)
    line = [before]
    state = screen.start
    for text in "521436":
        state = game.play(state, game.parse_move(state, text))
        line.append(game.text(state))
    shown = []
    for name in ("line_back", *["line_on"] * 7, *["line_back"] * 3):
        screen.offered().do(name)
        screen.update(9.0)  # nothing runs
        shown.append(line.index(on_board(screen)))
    assert shown == [0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3]
    press(screen, pygame.K_4)
    assert screen.card_view_model().verdict is AnswerVerdict.RIGHT
    assert screen.widget_group.find("line_on") is None


def test_a_cutoff_is_shown_on_three_boards_and_the_last_says_the_rest_after_an_answer(
    lesson: Asked,
) -> None:
    screen = lesson("ends/cut")
    crossed = []
    for number in (0, 1):
        if number:
            screen.offered().do("answer_1")
        boards = widgets_of(screen, BoardPicture)
        assert [each.shown.last_move for each in boards] == [3, 3, 2]
        crossed.append([each.shown.tried for each in boards])
        assert ("Skipped: 0, 1, 2, 4, 5, 6." in " ".join(texts_of(screen))) is bool(number)
    assert crossed == [[(), (), ()], [(), (), (0, 1, 2, 4, 5, 6)]]
    assert screen.widget_group.find("scrubber") is None


@pytest.mark.parametrize("by_key", [False, True])
def test_the_line_of_a_right_move_is_played_at_the_table(lesson: Asked, by_key: bool) -> None:
    screen = lesson("montecarlo/three", LessonMatch)
    if by_key:
        press(screen, pygame.K_s)
    else:
        click_move(screen, "8")
    session = screen.match.table.session
    let_pass(lambda: screen.update(0.05), lambda: session.move_texts() == ["8", "1", "7"])
    frames(screen, 20, 0.05)
    assert session.move_texts() == ["8", "1", "7"] and on_board(screen) == "OOXXXOOXX O"
    assert screen.view_model.result is not None and not screen.changed
    screen.match.undo()
    assert screen.match.table.human_turn and screen.changed


def wait_for_turn(screen: LessonMatch) -> None:
    """Run frames until the person may move."""

    def may_move() -> bool:
        return bool(screen.match.table.human_turn and screen.board.shown.legal)

    screen.update(0.05)
    let_pass(lambda: screen.update(0.05), may_move)


@pytest.mark.parametrize("by_key", [False, True])
def test_the_game_goes_on_after_a_right_move_beside_a_panel(lesson: Asked, by_key: bool) -> None:
    screen = lesson("montecarlo/chances", LessonMatch)
    asked, session = screen.match.inspector.question, screen.match.table.session
    if by_key:
        press(screen, pygame.K_s)
    else:
        click_move(screen, "1")
    assert screen.lesson.found and session.move_texts() == ["1"]
    wait_for_turn(screen)
    assert len(session.moves) == 2 and not screen.changed
    click_move(screen, session.game.move_text(session.state, screen.board.shown.legal[-1]))
    assert len(session.moves) == 3 and screen.changed
    wait_for_turn(screen)
    assert screen.match.inspector.question is asked  # the panel the sentence speaks of
    screen.match.jump(2)
    assert screen.match.inspector.question is not asked  # the person has chosen another


@pytest.mark.one_of(2)
@pytest.mark.parametrize("name", ["montecarlo/cells", "montecarlo/toss", "ends/sixty"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_question_and_board_stand_side_by_side_on_a_projector(
    lesson: Asked, name: str, language: str
) -> None:
    """The question about a board stood alone, the board on the other tab."""
    screen = lesson(name)
    host = host_of(screen.services)
    host.forced_language = language
    host.change(replace(host.settings, text_scale=1.5))
    host.resize((1920, 1080))
    screen.enter(host.size)
    assert find(screen, "board").rect.h > 1080 // 4
    assert screen.widget_group.find("lesson_tabs") is None
    assert said(screen) in texts_of(screen)


BESIDE = [name for name in NAMES if step_of(name).place.screen in ("match", "cube")]


@pytest.mark.one_of(6)
@pytest.mark.parametrize("name", BESIDE)
def test_a_card_and_its_picture_stand_side_by_side_on_a_projector(lesson: Asked, name: str) -> None:
    """The sentence spoke of a picture on the other tab."""
    screen = lesson(name)
    host = host_of(screen.services)
    host.forced_language = "fr"
    host.change(replace(host.settings, text_scale=1.5))
    host.resize((1920, 1080))
    for _ in range(2):
        screen.enter((1920, 1080))
        assert screen.widget_group.find("lesson_tabs") is None
        assert faults(screen) == []
        screen.tell()
        ready(screen)


@pytest.mark.parametrize(("name", "wrong"), [("montecarlo/tree", "once"), ("ends/meet", "half")])
def test_the_stage_opens_with_an_answer_where_the_card_is_a_tab(
    lesson: Asked, name: str, wrong: str
) -> None:
    screen = lesson(name)
    in_tabs(screen)
    number = 1 + [*(screen.lesson.step.question or Question()).answers].index(wrong)
    button = find(screen, f"answer_{number}")
    assert screen.widget_group.find("scrubber") is None
    click(screen, button.rect.center)
    assert screen.widget_group.find("scrubber") is not None  # the panel with the refutation
    assert said(screen) in texts_of(screen) and screen.tr("lessons.wrong") in texts_of(screen)
    click(screen, "lesson_card")
    assert screen.widget_group.find(f"answer_{number}") is not None
    assert screen.widget_group.find("lesson_back") is not None  # the card itself


def test_a_picked_move_is_refuted_in_sight_where_the_card_is_a_tab(lesson: Asked) -> None:
    screen = lesson("montecarlo/cells", LessonMatch)
    in_tabs(screen)
    before = on_board(screen)
    pick = find(screen, "lesson_pick")
    assert screen.widget_group.find("board") is None
    click(screen, pick.rect.center)
    brief = joined(screen.card_view_model().brief, screen.tr)
    assert brief in texts_of(screen)  # the question, above the board
    click_move(screen, "1")
    assert "OX.XXO.O. X" in refuted(screen, before) and on_board(screen) == before
    assert screen.widget_group.find("board") is not None
    assert said(screen) in texts_of(screen)


@pytest.mark.parametrize("name", ["montecarlo/tree", "montecarlo/toss", "ends/cut"])
def test_an_answer_leads_back_from_other_positions(lesson: Asked, name: str) -> None:
    """Its moment is one of the step's own recording, not of what was looked into since."""
    screen = lesson(name, LessonMatch)
    match, game = screen.match, screen.match.table.game
    while not match.table.finished and len(match.table.session.moves) < screen._ply + 2:
        match.play(game.moves(match.table.state)[0])
        screen.show()
    assert match.table.state != screen.start
    for answer in [*(screen.lesson.step.question or Question()).answers][::-1]:
        screen.choose_answer(answer)
        ready(screen)
    frame = match.inspector.frame()
    assert frame is not None and frame.state == screen.start == match.table.state


def test_a_board_behind_the_card_takes_nothing(lesson: Asked, services: Services) -> None:
    """Neither where it stood before, nor one that has never been in sight."""
    screen = lesson("montecarlo/cells", LessonMatch)
    cells = [pygame.Rect(spot.place).center for spot in screen.board.spots()]
    in_tabs(screen)
    other = enter(of(LessonMatch, step_named(services, "montecarlo/cells")))
    for each in (screen, other):
        assert each.widget_group.find("board") is None
        free = [cell for cell in cells if each.widget_group.under(cell) is None]
        assert free
        for cell in free:
            click(each, cell)
        press(each, pygame.K_1)
        assert each.card_view_model().verdict is AnswerVerdict.NONE
        assert not each.match.table.session.moves
    other.leave()


def run_until(screen: LessonScreen, there: Callable[[], bool]) -> None:
    """Run frames until something holds, while nobody changes the step."""

    def frame() -> None:
        screen.update(0.05)
        assert not screen.changed

    frame()
    let_pass(frame, there)


@pytest.mark.usefixtures("in_threads")
@pytest.mark.parametrize("name", ["solved/mastery", "compare/coin"])
def test_results_of_a_step_do_not_change_it_but_a_choice_among_them_does(
    lesson: Asked, name: str
) -> None:
    screen = lesson(name, LessonArena)
    screen.offered().do("answer_1")
    run_until(screen, lambda: screen.model.view_model().done > 20)
    assert screen.model.view_model().cell is not None  # the default one
    screen.and_refresh(screen.model.choose)(PairSelection(0))
    assert screen.changed
    screen.model.choose(None)
    assert not screen.changed
    screen.offered().do("stop")
    model = screen.model
    let_pass(lambda: screen.update(0.05), lambda: model.view_model().state is RunState.STOPPED)
    assert screen.changed


@pytest.mark.usefixtures("in_threads")
def test_an_experiment_started_before_the_answer_changes_the_step(lesson: Asked) -> None:
    screen = lesson("solved/mastery")
    assert not screen.changed
    screen.offered().do("start")
    assert screen.changed


def test_a_second_training_changes_the_step(lesson: Asked) -> None:
    screen = lesson("matches/train", LessonTraining)
    screen.offered().do("answer_1")
    run_until(screen, lambda: not screen.at_work)
    screen.offered().do("start")
    assert screen.changed


def test_the_kernel_shows_the_arrows_from_where_one_stands_and_at_last_the_good_one(
    lesson: Asked,
) -> None:
    screen = lesson("matches/kernel", LessonMatch)
    for take, decided in (("2", 13), ("1", 14)):
        screen.play(screen.match.table.game.parse_move(screen.start, take))
        graph = find(screen, "inspector picture", Graph)
        assert graph.lit is not None and graph.now is not None
        assert (graph.lit.number, graph.now.number) == (14, decided)


def test_the_table_of_the_end_is_filled_up_to_the_question_and_then_whole(lesson: Asked) -> None:
    screen = lesson("solved/end", LessonMatch)
    assert not screen.covered
    filled = [screen.match.inspector.frame()]
    screen.play(screen.match.table.game.parse_move(screen.start, "1-1"))
    filled.append(screen.match.inspector.frame())
    steps = [frame.step for frame in filled if frame is not None]
    assert steps == [0, 11]


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
