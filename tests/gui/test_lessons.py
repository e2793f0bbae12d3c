"""Lessons in the window: a step opens on its screen, asks, tells, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import engine.arena.pool
from engine.arena.report import PairingTally
from engine.lessons.chapters import CHAPTERS, find_step, worth_a_look
from engine.lessons.data import LiveData, LiveValue
from engine.lessons.drills import POSITIONS
from engine.lessons.live import read
from engine.lessons.more import MORE
from engine.lessons.record import Chapter, Question, Step
from engine.levels import LEVELS
from engine.messages import LANGUAGES, Message
from engine.protocols import Estimate, OptionError, Value
from engine.saves import SavedGame, save
from gui.app import App
from gui.arena.form import ExperimentForm
from gui.arena.model import PairSelection, RunState
from gui.boards.previews import preview
from gui.exercises.attempt import MoveAttempt
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.inspector.chances_picture import ChancesPicture
from gui.inspector.plots import Plots
from gui.kit import ButtonKind
from gui.kit.buttons import Segments
from gui.kit.screen import Screen
from gui.kit.step_dots import StepDot
from gui.lessons.arena import LessonArena, form_of
from gui.lessons.card import joined
from gui.lessons.drill_screen import ChapterDrillScreen
from gui.lessons.drill_stage import PositionThumb, answer_of
from gui.lessons.guest import GuestServices, host_of
from gui.lessons.lab import LessonLab
from gui.lessons.match import LessonMatch
from gui.lessons.opening import open_drill, open_step
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import AnswerVerdict, CardViewModel, StepState
from gui.lessons.training import LessonTraining
from gui.lessons.walk import note_done, opened
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.files import OpenScreen
from gui.pages.help import HelpScreen
from gui.pages.learn import LearnScreen
from gui.pages.worth_a_look import PositionCard, WorthALookScreen
from gui.protocols import Open, Pop
from gui.screens import first_screens, open_screen, requested_game
from gui.services import Services
from gui.settings import MATCH_CARDS, MATCH_TABS, GameSetup, LessonProgress, Settings
from gui.shortcuts import Action
from gui.theme_options import Motion, ThemeName
from tests.cases import in_one_test
from tests.gui.driver import click, press
from tests.gui.layouts import faults
from tests.gui.lessons import ready, said
from tests.lessons.places import (
    ASKED,
    NAMES,
    STEPS,
    data_of,
    experiment,
    pairings_of,
    position_of,
    step_of,
)
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

PRIMARY = ButtonKind.PRIMARY
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


def small(screen: LessonScreen, turn: int) -> None:
    """The card and the stage in the smallest window with the largest letters: nothing is cut.

    The card holds the texts of the step, and is looked at in every language; the stage in one.
    """
    host = host_of(screen.services)
    stage = LANGUAGES[turn % len(LANGUAGES)]
    for language, tab in (*product(LANGUAGES, (1,)), (stage, 0)):
        host.forced_language = language
        host.change(replace(host.settings, text_scale=2.0))
        host.resize((960, 640))
        screen.lesson_tab = tab
        screen.enter(host.size)
        assert faults(screen) == [], (language, tab)


def results_of(step: Step) -> LiveData:
    """Results of an experiment as long to write as those of the step; nothing is played."""
    game, state = position_of(step.place)
    games = int(step.place.form["games"])
    tallies = [
        PairingTally(each, games, wins=games // 2, losses=games // 3, squares=games)
        for each in pairings_of(step)
    ]
    return LiveData(game, state, tallies=tallies, planned=games)


def window_data(name: str, picked: str) -> LiveData | None:
    """The values of a step worked out without a window; None where they come of play there."""
    step = step_of(name)
    if name == "matches/train":
        return experiment(name)
    if name in ASKED or step.place.screen == "cube":
        return data_of(name, picked)
    return None


def files(folder: Path) -> dict[str, bytes]:
    """The content of every file of a data folder but the settings."""
    return {
        path.name: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "settings" not in path.name
    }


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments run in a thread of this process."""
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))


@pytest.mark.one_of(3)
@pytest.mark.usefixtures("in_threads")
@pytest.mark.parametrize(("chapter", "step"), STEPS, ids=[*NAMES])
def test_a_step_opens_and_leaves_nothing_behind(
    services: Services,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chapter: Chapter,
    step: Step,
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
    if isinstance(screen, LessonArena):  # its experiment is only begun: leaving stops it
        with monkeypatch.context() as patch:
            patch.setattr(screen, "live_data", lambda: results_of(step))
            assert "–" not in said(screen)
            small(screen, chapter.steps.index(step))
    else:
        ready(screen)
        picked = "" if step.question and step.question.answers else screen.lesson.given
        expected = window_data(f"{chapter.id}/{step.id}", picked)
        assert expected is None or screen.values() == read(step, expected)
        small(screen, chapter.steps.index(step))
    screen.leave()
    assert not guest.folder.exists()
    assert files(tmp_path) == before
    left = replace(services.settings, lessons={}, last_lesson="", text_scale=settings.text_scale)
    assert left == settings


ARENAS = [name for name in NAMES if step_of(name).place.screen == "arena"]


@pytest.mark.parametrize("name", ARENAS)
def test_the_form_of_an_experiment_is_that_of_its_step(name: str) -> None:
    step = step_of(name)
    form = form_of(StepState(*NAMES[name]), ExperimentForm())
    assert form.pairs() == pairings_of(step)
    assert (form.count(), form.texts["seed"]) == (int(step.place.form["games"]), "20")
    assert not form.judge


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
    assert services.settings.lessons["montecarlo"].done == ()
    again = press(screen, pygame.K_r, pygame.KMOD_CTRL)
    assert again is None  # nothing has changed
    screen.offered().press(Action.STEP_BACK)
    again = press(screen, pygame.K_r, pygame.KMOD_CTRL)
    assert again == Open("lesson", {"chapter": "montecarlo", "step": "toss"}, True)
    forward = press(screen, pygame.K_PAGEDOWN, pygame.KMOD_CTRL)
    assert isinstance(forward, Open) and forward.instead
    assert press(screen, pygame.K_ESCAPE) == Pop()


# Another value of every setting, and the names of those that a lesson shares with the person.
OTHER = Settings(
    language="de",
    look=ThemeName.LIGHT.value,
    text_scale=1.5,
    motion=Motion.FULL.name,
    safe_palette=True,
    volume=0.1,
    muted=False,
    bot_delay=0.1,
    teaching=True,
    cube_letters=True,
    lab_speed=2.0,
    window=(1000, 700),
    last_game="nim",
    match_tab=MATCH_TABS[-1],
    match_card=MATCH_CARDS[-1],
    two_players=True,
    level=LEVELS[-1],
    puzzle_level=5,
    people=("Zoe", "Max"),
    inspector=True,
    setups={"nim": GameSetup(alternate=False)},
    lessons={"ends": LessonProgress("twins")},
    last_lesson="ends",
)
SHARED = {
    *("language", "look", "text_scale", "motion", "safe_palette", "volume", "muted"),
    *("cube_letters", "window"),
}


def test_a_guest_shares_language_and_sound_and_nothing_else(services: Services) -> None:
    before, guest = services.settings, GuestServices(services)
    for name in (item.name for item in fields(Settings)):
        value = getattr(OTHER, name)
        assert getattr(before, name) != value, name
        guest.change(replace(guest.settings, **{name: value}))
        assert getattr(guest.settings, name) == value
    assert services.settings == replace(before, **{name: getattr(OTHER, name) for name in SHARED})
    assert guest.ui is services.ui and guest.ui.theme.text_scale == 1.5
    guest.notify("gui.sound_on")
    assert services.notices[-1].text == services.tr("gui.sound_on")
    guest.close()


def test_a_change_in_a_lesson_takes_nothing_back(services: Services) -> None:
    """Neither the progress saved since the step opened nor a preference chosen over it."""
    guest = GuestServices(services)
    note_done(services, CHAPTERS[0], CHAPTERS[0].steps[0])
    services.change(replace(services.settings, text_scale=1.5))
    guest.change(replace(guest.settings, muted=not guest.settings.muted, inspector=True))
    assert services.settings.lessons["montecarlo"].done == ("cells",)
    assert services.settings.text_scale == guest.settings.text_scale == 1.5
    assert not services.settings.muted and not services.settings.inspector
    guest.close()


def test_progress_survives_the_settings_file(services: Services) -> None:
    done = LessonProgress("toss", ("toss", "tree"), ("tree", "toss", "dice"), 2)
    services.change(replace(services.settings, lessons={"montecarlo": done}))
    services.write_queue.flush()
    assert services.file.load()[0].lessons == {"montecarlo": done}


def click_move(screen: LessonMatch, text: str) -> None:
    """Click the place on the board where a move is played."""
    move = screen.match.table.game.parse_move(screen.match.table.state, text)
    spot = next(each for each in screen.board.spots() if each.move == move)
    click(screen, pygame.Rect(spot.place).center)


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
    screen = lesson("montecarlo/cells")
    assert isinstance(screen, LessonMatch)
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
    screen = lesson("montecarlo/cells")
    assert isinstance(screen, LessonMatch)
    before = on_board(screen)
    click_move(screen, "6")
    marks = [board.split()[0].count("O") for board in refuted(screen, before)]
    assert max(marks) == before.split()[0].count("O") + 1  # one reply
    assert on_board(screen) == before


def test_a_step_may_play_its_own_line_against_a_wrong_move(lesson: Asked) -> None:
    screen = lesson("montecarlo/three")
    assert isinstance(screen, LessonMatch)
    before = on_board(screen)
    click_move(screen, "7")
    assert "OXXXXOOXO O" in refuted(screen, before) and on_board(screen) == before


@pytest.mark.parametrize("by_key", [False, True])
def test_the_line_of_a_right_move_is_played_at_the_table(lesson: Asked, by_key: bool) -> None:
    screen = lesson("montecarlo/three")
    assert isinstance(screen, LessonMatch)
    if by_key:
        press(screen, pygame.K_s)
    else:
        click_move(screen, "8")
    session = screen.match.table.session
    let_pass(lambda: screen.update(0.05), lambda: session.move_texts() == ["8", "1", "7"])
    for _ in range(20):
        screen.update(0.05)
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
    screen = lesson("montecarlo/chances")
    assert isinstance(screen, LessonMatch)
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


def in_tabs(screen: LessonScreen) -> None:
    """Lay a step out with letters so large that card and stage are tabs."""
    host = host_of(screen.services)
    host.change(replace(host.settings, text_scale=2.0))
    host.resize((960, 640))
    screen.enter((960, 640))
    assert screen.widget_group.find("lesson_tabs") is not None


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
    for size in ((1280, 800), (1920, 1080)):
        host.resize(size)
        screen.enter(size)
        found = screen.widget_group.find
        board = found("board")
        assert board is not None and board.rect.h > size[1] // 4
        assert said(screen) in texts_of(screen) and found("lesson_tabs") is None


def texts_of(screen: Screen) -> list[str]:
    return [getattr(widget, "text", "") for widget in screen.widget_group.widgets]


@pytest.mark.parametrize(("name", "wrong"), [("montecarlo/tree", "once"), ("ends/meet", "half")])
def test_the_stage_opens_with_an_answer_where_the_card_is_a_tab(
    lesson: Asked, name: str, wrong: str
) -> None:
    screen = lesson(name)
    in_tabs(screen)
    number = 1 + [*(screen.lesson.step.question or Question()).answers].index(wrong)
    button = screen.widget_group.find(f"answer_{number}")
    assert button is not None and screen.widget_group.find("scrubber") is None
    click(screen, button.rect.center)
    assert screen.widget_group.find("scrubber") is not None  # the panel with the refutation
    assert said(screen) in texts_of(screen) and screen.tr("lessons.wrong") in texts_of(screen)
    back = screen.widget_group.find("lesson_card")
    assert back is not None
    click(screen, back.rect.center)
    assert screen.widget_group.find(f"answer_{number}") is not None
    assert screen.widget_group.find("lesson_back") is not None  # the card itself


def test_a_picked_move_is_refuted_in_sight_where_the_card_is_a_tab(lesson: Asked) -> None:
    screen = lesson("montecarlo/cells")
    assert isinstance(screen, LessonMatch)
    in_tabs(screen)
    before = on_board(screen)
    pick = screen.widget_group.find("lesson_pick")
    assert pick is not None and screen.widget_group.find("board") is None
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
    screen = lesson(name)
    assert isinstance(screen, LessonMatch)
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
    screen = lesson("montecarlo/cells")
    assert isinstance(screen, LessonMatch)
    cells = [pygame.Rect(spot.place).center for spot in screen.board.spots()]
    in_tabs(screen)
    found = find_step("montecarlo/cells")
    assert found is not None
    other = open_step(services, *found)
    assert isinstance(other, LessonMatch)
    other.enter((960, 640))
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
    screen = lesson(name)
    assert isinstance(screen, LessonArena)
    screen.offered().do("answer_1")
    run_until(screen, lambda: screen.model.view_model().done > 20)
    assert screen.model.view_model().cell is not None  # the default one
    screen.callbacks.choose(PairSelection(0))
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
    screen = lesson("matches/train")
    assert isinstance(screen, LessonTraining)
    screen.offered().do("answer_1")
    run_until(screen, lambda: not screen.at_work)
    screen.offered().do("start")
    assert screen.changed


def test_the_card_is_made_once_a_build(lesson: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, made = lesson("montecarlo/toss"), []
    make = screen.lesson.card

    def counted(*given: Any) -> CardViewModel:
        made.append(make(*given))
        return made[-1]

    monkeypatch.setattr(screen.lesson, "card", counted)
    screen.offered().do("answer_2")
    for _ in range(5):
        assert joined(made[-1].text, screen.tr) in screen.news()
    assert len(made) == 1


@pytest.mark.parametrize("name", ["ends/cut", "compare/late", "ends/meet"])
def test_values_are_read_once_a_recording(lesson: Asked, name: str) -> None:
    screen = lesson(name)
    screen.tell()
    ready(screen)
    before = screen.values()
    assert None not in before.values()
    screen.rebuild()
    assert screen.values() is before


def test_a_task_of_the_lab_counts_its_own_moves(lesson: Asked) -> None:
    screen = lesson("ends/twins")
    assert isinstance(screen, LessonLab)
    for text, done in (("R", False), ("R", False), ("U", False), ("U", True)):
        screen.move(*screen.lab.handling.read_moves(text))
        ready(screen)
        assert screen.lesson.performed is done


@pytest.mark.parametrize(
    ("name", "bot"),
    [("montecarlo/dice", "mc"), ("compare/single", "random"), ("matches/train", "learner")],
)
def test_the_help_of_a_step_is_about_its_chapter(
    lesson: Asked, services: Services, name: str, bot: str
) -> None:
    screen = lesson(name)
    wanted = press(screen, pygame.K_F1)
    assert isinstance(wanted, Open)
    shown = open_screen(services, wanted)
    assert isinstance(shown, HelpScreen)
    chapter = screen.lesson.chapter.id
    for size, scale in (((1280, 800), 1.0), ((960, 640), 2.0)):
        services.change(replace(services.settings, text_scale=scale))
        services.resize(size)
        shown.enter(size)
        assert faults(shown) == []
        told = texts_of(shown)
        for key in (f"lessons.article.{chapter}", f"help.player.{bot}", "shortcut.lesson_next"):
            assert services.tr(key) in told
    shown.choose(1)  # the ordinary help follows
    assert services.tr("help.nim") in texts_of(shown)


def test_answers_are_clicked(lesson: Asked) -> None:
    screen = lesson("solved/zugzwang")
    for number, verdict in ((1, AnswerVerdict.WRONG), (2, AnswerVerdict.RIGHT)):
        button = screen.widget_group.find(f"answer_{number}")
        assert button is not None
        click(screen, button.rect.center)
        assert screen.card_view_model().verdict is verdict


def drawn_answers(screen: LessonScreen) -> list[list[str]]:
    """The lines that each answer of the card draws."""
    theme, drawn = screen.ui.theme, []
    for number in range(1, 4):
        button = screen.widget_group.find(f"answer_{number}")
        assert button is not None
        theme.heard = []
        button.draw(screen.ui, pygame.Surface(screen.size))
        drawn.append(theme.heard)
    theme.heard = None
    return drawn


@pytest.mark.one_of(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["montecarlo/toss", "montecarlo/thousands", "matches/bags"])
def test_the_sign_of_an_answer_breaks_no_line(lesson: Asked, name: str, language: str) -> None:
    screen = lesson(name)
    host_of(screen.services).forced_language = language
    host_of(screen.services).resize((1280, 800))
    screen.enter((1280, 800))
    before = drawn_answers(screen)
    for number in range(1, 4):
        screen.offered().do(f"answer_{number}")
        assert drawn_answers(screen) == before


def test_look_inside_is_covered_until_the_answer(lesson: Asked) -> None:
    screen = lesson("montecarlo/search")
    assert isinstance(screen, LessonMatch)
    assert screen.covered and screen.widget_group.find("close_look") is None
    assert screen.board.shown.marks is None  # nor does the board tell it
    press(screen, pygame.K_2, pygame.KMOD_CTRL)
    assert not screen.covered and screen.widget_group.find("close_look") is not None
    assert screen.board.shown.marks is not None


def test_wins_are_counted_before_a_draw_counts_half(lesson: Asked) -> None:
    """No step before that one gives a share of a square in which draws count half."""
    shown = {}
    for step in ("dice", "thousands", "half"):
        screen = lesson(f"montecarlo/{step}")
        assert isinstance(screen, LessonMatch)
        screen.tell()
        screen.match.inspector.last()
        screen.show()
        (plots,) = (each for each in screen.widget_group.widgets if isinstance(each, Plots))
        shown[step] = bool(screen.board.shown.estimates), plots.curves
        won = {curve.move: curve.won for curve in plots.curves}
        if step == "thousands":
            counts = [screen.ui.tr.number(won[move] or 0) for move in (7, 1, 8)]
            assert all(count in said(screen) for count in counts)
            assert won[8] == 0
    assert shown["half"][0] and any(curve.exact for curve in shown["half"][1])
    for step in ("dice", "thousands"):
        estimates, curves = shown[step]
        assert not estimates and not any(curve.exact or curve.truth for curve in curves)


@pytest.mark.parametrize(
    ("name", "tab"),
    [("montecarlo/cells", "Board"), ("montecarlo/tree", "Look inside"), ("ends/meet", "Cube")],
)
def test_the_tab_of_the_stage_is_named_after_it(lesson: Asked, name: str, tab: str) -> None:
    screen = lesson(name)
    in_tabs(screen)
    tabs = screen.widget_group.find("lesson_tabs")
    assert isinstance(tabs, Segments) and [*tabs.labels] == ["Lesson", tab]


def tree_of(screen: LessonMatch) -> ChancesPicture:
    """The tree of chances on the stage."""
    found = [each for each in screen.widget_group.widgets if isinstance(each, ChancesPicture)]
    assert len(found) == 1
    return found[0]


def test_a_tree_keeps_the_values_for_the_step_that_asks_for_them(lesson: Asked) -> None:
    drawn = {}
    for step in ("tree", "toss"):
        screen = lesson(f"montecarlo/{step}")
        assert isinstance(screen, LessonMatch)
        screen.enter((1280, 800))
        screen.offered().do("answer_2")
        theme = screen.ui.theme
        theme.heard = []
        for widget in screen.widget_group.widgets:
            widget.draw(screen.ui, pygame.Surface(screen.size))
        drawn[step], theme.heard = theme.heard, None
        assert drawn[step].count("draw") == 4
    assert not [each for each in drawn["tree"] if "/" in each or "%" in each]
    assert {"1/2", "1/3"} <= set(drawn["toss"])


def test_the_badges_of_the_tree_speak_for_the_side_of_its_numbers(lesson: Asked) -> None:
    screen = lesson("montecarlo/toss")
    assert isinstance(screen, LessonMatch)
    screen.enter((1280, 800))
    screen.offered().do("answer_2")

    def truths() -> list[Estimate | None]:
        return [tree_of(screen)._truth(line) for line in ((7,), (7, 8), (7, 1))]

    screen.update(0.05)
    let_pass(lambda: screen.update(0.05), lambda: None not in truths())
    values = [each.value for each in truths() if each is not None]
    assert values == [Value.DRAW, Value.WIN, Value.DRAW]  # for X, also after a move of O


@pytest.mark.parametrize("name", ["solved/corner", "ends/width"])
def test_the_board_has_the_large_place_until_the_panel_opens(lesson: Asked, name: str) -> None:
    screen = lesson(name)

    def width() -> int:
        board = screen.widget_group.find("board") or screen.widget_group.find("cube")
        assert board is not None
        return board.rect.w

    asked = width()
    screen.tell()
    assert not screen.covered
    assert asked > 1.3 * width()


def test_a_game_with_the_learner_is_begun_and_goes_on(lesson: Asked) -> None:
    screen = lesson("matches/session")
    assert isinstance(screen, LessonMatch)
    assert screen.match.table.session.move_texts() == [*"33121"]
    click_move(screen, "1")
    assert screen.card_view_model().verdict is AnswerVerdict.RIGHT
    let_pass(lambda: screen.update(0.05), lambda: len(screen.match.table.session.moves) > 6)
    assert len(screen.match.table.session.moves) == 7  # the learner has drawn again


@pytest.mark.parametrize(("name", "wrong"), [("solved/corner", "1"), ("montecarlo/chances", "2")])
def test_any_answer_opens_what_was_covered(lesson: Asked, name: str, wrong: str) -> None:
    screen = lesson(name)
    assert isinstance(screen, LessonMatch)
    assert screen.covered is screen.lesson.step.covered and screen._exact(screen.start) is None
    screen.play(screen.match.table.game.parse_move(screen.start, wrong))
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.WRONG and card.picks
    assert not screen.covered and screen._exact(screen.start) is not None
    told = screen.tr(screen.lesson.chapter.key(screen.lesson.step, ".say"))
    assert told[:20] in joined(card.asked, screen.tr)  # somebody who tries again reads all of it


def test_digits_answer_an_open_question_before_the_board_takes_them(lesson: Asked) -> None:
    screen = lesson("matches/deep")
    board = screen.match.table.state if isinstance(screen, LessonMatch) else None
    press(screen, pygame.K_2)
    question = screen.lesson.step.question
    assert question is not None and screen.lesson.given == question.answers[1]
    assert isinstance(screen, LessonMatch) and screen.match.table.state == board


def test_what_is_shown_by_a_key_counts_for_no_progress_and_keeps_its_question(
    lesson: Asked,
) -> None:
    screen = lesson("montecarlo/toss")
    screen.tell()
    card = screen.card_view_model()
    assert not any(card.done) and card.verdict is AnswerVerdict.NONE
    asked = screen.tr(screen.lesson.chapter.key(screen.lesson.step, ".ask"))
    assert asked in joined(card.asked, screen.tr)
    screen.choose_answer("half")
    assert sum(screen.card_view_model().done) == 1


def test_a_click_on_a_dot_opens_its_step(lesson: Asked) -> None:
    screen = lesson("montecarlo/toss")
    dots = [each for each in screen.widget_group.widgets if isinstance(each, StepDot)]
    assert [each.here for each in dots].index(True) == screen.lesson.index
    dots[7].action()
    assert screen.next == Open("lesson", {"chapter": "montecarlo", "step": "chances"}, True)


def test_the_board_marks_no_winning_number_before_the_answer(lesson: Asked) -> None:
    screen = lesson("solved/fours")
    assert isinstance(screen, LessonMatch)
    assert not screen.board.landmarks
    screen.tell()
    assert screen.board.landmarks


def test_a_step_worth_a_look_stands_alone(services: Services) -> None:
    services.change(replace(services.settings, lessons={}, last_lesson="montecarlo"))
    for chapter, step in worth_a_look()[::6]:
        screen = open_step(services, chapter, step, alone=True)
        screen.enter(services.size)
        ready(screen)
        screen.tell()
        made = screen.offered().made
        assert made["lesson_next"].run() == Pop() and not made["lesson_back"].enabled
        assert not [each for each in screen.widget_group.widgets if isinstance(each, StepDot)]
        screen.leave()
    assert not services.settings.lessons and services.settings.last_lesson == "montecarlo"


def test_the_list_worth_a_look_opens_steps_alone(services: Services) -> None:
    page = WorthALookScreen(services)
    page.enter(services.size)
    chapter, step = worth_a_look()[0]
    card = page.widget_group.find(f"{chapter.id}/{step.id}")
    assert isinstance(card, PositionCard)
    card.action()
    assert page.next == opened(chapter, step, alone=True)


def attempted(drill: ChapterDrillScreen) -> None:
    """Run frames until a position of the drill stands on the board."""
    let_pass(lambda: drill.update(0.05), lambda: drill.model.attempt is not None)


def test_a_second_try_counts_for_no_result(services: Services) -> None:
    drill = open_drill(services, "solved")
    drill.enter(services.size)
    attempted(drill)
    for found in (False, True):
        for _ in range(POSITIONS):
            attempt = drill.model.attempt
            assert isinstance(attempt, MoveAttempt)
            if found:
                drill.play(attempt.exercise.right[0])
            drill.model.next()
        assert services.settings.lessons["solved"].right == 0
        drill.update(0.05)
        drill.offered().do("try_missed")
    drill.leave()


@pytest.mark.parametrize(
    ("size", "scale", "across"), [((1280, 800), 1.0, True), ((1920, 1080), 1.5, False)]
)
def test_the_solved_positions_stand_in_one_row_or_column(
    services: Services, size: tuple[int, int], scale: float, across: bool
) -> None:
    """The third stood below the second, with a hole below the first; each shows what was asked."""
    services.settings = replace(services.settings, text_scale=scale)
    services.resize(size)
    drill = open_drill(services, "matches")
    drill.enter(size)
    attempted(drill)
    for _ in range(POSITIONS):
        drill.model.next()
    drill.update(0.05)
    drill.show()
    thumbs = [w for w in drill.widget_group.widgets if isinstance(w, PositionThumb) and w.large]
    assert len(thumbs) == POSITIONS
    assert len({each.rect.y if across else each.rect.x for each in thumbs}) == 1
    with patch("gui.lessons.drill_stage.preview", wraps=preview) as drawn:
        for thumb in thumbs:
            services.ui.brush.forget()
            thumb.draw(services.ui, pygame.Surface(size))
    shown = [game.text(state) for game, state in (call.args[4] for call in drawn.call_args_list)]
    assert shown == [each.position for each in drill.model.problems]
    drill.leave()


def test_a_task_is_shown_at_its_moment(lesson: Asked) -> None:
    screen = lesson("montecarlo/dice")
    press(screen, pygame.K_s)
    screen.update(0.05)
    assert screen.lesson.complete


def test_a_task_is_done_by_its_moment(lesson: Asked) -> None:
    screen = lesson("montecarlo/dice")
    assert not screen.lesson.complete
    for _ in range(200):
        screen.offered().press(Action.STEP_ON)
        screen.update(0.05)
        if screen.lesson.complete:
            break
    assert screen.lesson.complete and "50%" in said(screen)


def test_the_end_of_a_chapter_leads_to_the_next_one(services: Services) -> None:
    for chapter, following in pairwise(CHAPTERS):
        drill = open_drill(services, chapter.id)
        drill.model._searching = False
        drill.rebuild()
        assert drill.buttons() == [("another",)]
        on = drill.offered().made["lesson_next"]
        assert on.primary and drill.tr(f"lessons.{on.text}") == "Next chapter"
        assert on.run() == opened(following, following.steps[0], instead=True)
        drill.leave()


def test_the_last_step_leads_to_three_positions(lesson: Asked, services: Services) -> None:
    screen = lesson("matches/train")
    assert screen.offered().made["lesson_next"].run() == Open(
        "lesson_drill", {"chapter": "matches"}, True
    )
    drill = open_drill(services, "matches")
    drill.enter(services.size)
    assert drill.exercise.title == Message("lessons.positions.looking")
    assert drill.exercise.detail is None and not drill.buttons()  # no result, no Done
    for number in range(POSITIONS):
        attempted(drill)
        attempt = drill.model.attempt
        assert isinstance(attempt, MoveAttempt)
        if number:
            drill.play(attempt.exercise.right[0])
            drill.update(0.05)
        drill.model.next()
    assert services.settings.lessons["matches"].right == POSITIONS - 1
    drill.update(0.05)
    assert drill.offered().made["try_missed"].enabled
    assert drill.offered().made["lesson_next"].run() == Pop()  # it is the last chapter
    card = drill.card_view_model()
    assert joined(card.text, drill.tr) == "You found 2 of 3." and card.done == (False, True, True)
    thumbs = [each for each in drill.widget_group.widgets if isinstance(each, PositionThumb)]
    assert [each.found for each in thumbs if each.large] == [False, True, True]
    told = texts_of(drill)
    assert [text in told for text in ("Position 3 of 3", "Found", "Not found")] == [
        False,
        True,
        True,
    ]
    assert all(drill.tr(answer_of(each)) in told for each in drill.model.problems)
    for size, scale in (((1280, 800), 1.0), ((1920, 1080), 1.5), ((960, 640), 2.0)):
        services.change(replace(services.settings, text_scale=scale))
        services.resize(size)
        drill.enter(size)
        for tab in (1, 0):
            drill.choose_tab(tab)
            assert faults(drill) == []
    before = drill.model.exercises
    drill.offered().do("another")
    attempted(drill)
    assert drill.model.exercises != before
    drill.leave()


def test_learn_goes_on_where_a_chapter_was_left(services: Services) -> None:
    page = LearnScreen(services)
    page.enter(services.size)
    page.open_chapter(CHAPTERS[1])
    assert page.next == opened(CHAPTERS[1], CHAPTERS[1].steps[0])
    services.change(
        replace(
            services.settings,
            lessons={"compare": LessonProgress("coin", ("first",), ("first", "block", "coin"))},
            last_lesson="compare",
        )
    )
    page.enter(services.size)
    page.open_chapter(CHAPTERS[1])
    assert page.next == opened(CHAPTERS[1], CHAPTERS[1].steps[2])
    brass = [w.key for w in page.widget_group.widgets if getattr(w, "kind", None) is PRIMARY]
    assert brass == ["compare"]


def test_a_click_anywhere_on_a_card_of_learn_opens_it(services: Services) -> None:
    page = LearnScreen(services)
    page.enter(services.size)
    for chapter in (*CHAPTERS, MORE):
        card = page.widget_group.find(f"card {chapter.id}")
        assert card is not None
        goal = opened(chapter, chapter.steps[0]) if chapter is not MORE else Open("worth_a_look")
        rect = card.rect
        for share in (0.1, 0.5, 0.7):  # picture, title, sentence
            place = (rect.x + rect.w // 4, rect.y + round(rect.h * share))
            assert click(page, place) == goal, (chapter.id, share)
    dots = [each for each in page.widget_group.widgets if isinstance(each, StepDot)]
    assert len(dots) == sum(len(chapter.steps) for chapter in CHAPTERS)
    assert click(page, dots[3].rect.midleft) == opened(CHAPTERS[0], CHAPTERS[0].steps[3])


def test_nothing_of_the_lessons_is_loaded_before_learn_is_opened(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom gui.app import main\n"
        f"main(['--data-dir', {str(tmp_path)!r}, '--frames', '3'])\n"
        "print(sorted(n for n in sys.modules if n.startswith(('engine.lessons', 'gui.lessons'))))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[-1] == "[]"


@in_one_test(
    "text, right",
    [
        ("montecarlo", True),
        ("montecarlo/4", True),
        ("1/4", True),
        ("3", True),
        ("3/meet", True),
        ("0/1", False),
        ("6/1", False),
        ("ends/meet", True),
        ("montecarlo/0", False),
        ("montecarlo/99", False),
        ("chess/1", False),
    ],
)
def test_a_step_is_opened_by_the_command_line(text: str, right: bool) -> None:
    options = parse_window(["--lesson", text])
    if right:
        assert requested_game(Settings(), options) is not None
        return
    with pytest.raises(OptionError) as caught:
        requested_game(Settings(), options)
    assert "montecarlo/1–9" in str(caught.value)


def test_below_a_step_of_the_command_line_is_the_list_of_chapters(services: Services) -> None:
    """Done at the end of a chapter dropped into the menu."""
    asked = requested_game(services.settings, parse_window(["--lesson", "matches/9"]))
    _, below, step = first_screens(services, asked)
    assert isinstance(below, LearnScreen) and isinstance(step, LessonScreen)
    step.leave()


def test_a_chapter_has_the_number_of_its_card() -> None:
    for number, chapter in enumerate(CHAPTERS, start=1):
        assert find_step(f"{number}/2") == (chapter, chapter.steps[1])


def test_a_held_step_key_turns_one_step(services: Services) -> None:
    app = App(services, parse_window([]))
    app.push(open_step(services, CHAPTERS[0], CHAPTERS[0].steps[0]))

    def tell(kind: int, key: int) -> None:
        app._event(pygame.event.Event(kind, key=key, mod=pygame.KMOD_CTRL, unicode="", scancode=0))

    def at() -> str:
        scene = app.scenes[-1]
        assert isinstance(scene, LessonScreen)
        return scene.lesson.step.id

    steps = [step.id for step in CHAPTERS[0].steps]
    for _ in range(4):
        tell(pygame.KEYDOWN, pygame.K_PAGEDOWN)  # the key is held
    assert at() == steps[1]
    tell(pygame.KEYUP, pygame.K_PAGEDOWN)
    tell(pygame.KEYDOWN, pygame.K_PAGEDOWN)
    assert at() == steps[2]
    app.close()


def test_the_step_keys_turn_where_the_stage_scrolls(services: Services) -> None:
    services.settings = replace(services.settings, text_scale=2.0)
    services.resize((960, 640))
    found = find_step("matches/sixteen")
    assert found is not None
    screen = open_step(services, *found)
    screen.enter((960, 640))
    ready(screen)
    press(screen, pygame.K_2, pygame.KMOD_CTRL)
    for _ in range(40):
        screen.update(0.05)
    group = screen.widget_group
    assert group.scrollers and group.focus is group.find("lesson_card")
    assert group.tip is None  # it would cover the answer
    press(screen, pygame.K_PAGEDOWN)
    assert group.scroll > 0
    assert isinstance(press(screen, pygame.K_PAGEDOWN, pygame.KMOD_CTRL), Open)
    screen.leave()


def test_a_lesson_brings_its_own_game() -> None:
    with pytest.raises(OptionError):
        requested_game(Settings(), parse_window(["--lesson", "ends/1", "--game", "nim"]))


def with_a_lesson(services: Services) -> tuple[App, LessonMatch]:
    """A window that shows a step at the board of tic-tac-toe."""
    app = App(services, parse_window([]))
    found = find_step("montecarlo/2")
    assert found is not None
    lesson = open_step(services, *found)
    assert isinstance(lesson, LessonMatch)
    app.push(lesson)
    return app, lesson


def test_a_puzzle_pasted_in_a_lesson_is_one_of_the_persons(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was noted as solved in the store of the step, which is thrown away."""
    app, lesson = with_a_lesson(services)
    code = "Jouons 21 Nov: Matches, 1 star. Take 1 or 2 and win. matches 5 0 start=5 takes=1,2"
    monkeypatch.setattr("gui.clipboard.get_text", lambda: code)
    app.apply(lesson.commands()["paste"].run())
    puzzles = app.scenes[-1]
    assert isinstance(puzzles, PuzzlesScreen) and puzzles.services is services
    app.close()


@pytest.mark.parametrize("way", ["opened", "pasted", "dropped"])
def test_a_game_from_outside_is_a_match_above_the_lesson(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Connect Four stood in a step about tic-tac-toe, whose text asked it for square 7."""
    start = "/".join(["......."] * 6) + " R"
    four = SavedGame("connect4", {}, start, "human", "human", 5, ("3", "3"))
    save(tmp_path / "four.jouons", four)
    app, lesson = with_a_lesson(services)
    ready(lesson)
    monkeypatch.setattr("gui.clipboard.get_text", four.to_json)
    if way == "dropped":
        app._open_dropped(str(tmp_path / "four.jouons"))
    else:
        app.apply(lesson.commands()["open" if way == "opened" else "paste"].run())
    files = app.scenes[-1]
    if isinstance(files, OpenScreen):
        files.act(tmp_path / "four.jouons")
        assert files.next is not None
        app.apply(files.next)
    match = app.scenes[-1]
    assert isinstance(match, MatchScreen) and not isinstance(match, LessonScreen)
    assert match.match.table.session.moves == (3, 3) and match.services is services
    app.apply(Pop())
    assert app.scenes == [lesson]
    lesson.update(0.05)
    assert lesson.match.table.game.id == "tictactoe" and "–" not in said(lesson)
    monkeypatch.setattr("gui.clipboard.get_text", lambda: "{}")
    assert lesson.commands()["paste"].run() is None and services.notices
    app.close()


def test_a_lesson_removes_the_folders_of_a_program_killed_long_ago(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    forgotten, running, foreign = (
        tmp_path / name for name in ("jouons-lesson-a", "jouons-lesson-b", "jouons-c")
    )
    for folder in (forgotten, running, foreign):
        folder.mkdir()
        (folder / "jouons.sqlite3").touch()
    two_days_ago = running.stat().st_mtime - 2 * 86_400
    for folder in (forgotten, foreign):
        os.utime(folder, (two_days_ago, two_days_ago))
    guest = GuestServices(services)
    assert not forgotten.exists() and running.exists() and foreign.exists()
    assert guest.folder.parent == tmp_path
    guest.close()
    assert not guest.folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be asked there")
def test_a_lesson_removes_the_empty_folders_of_processes_that_ended(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    empty, full, running, strange = (
        tmp_path / f"jouons-lesson-{name}"
        for name in (f"{ended.pid}-a", f"{ended.pid}-b", f"{os.getpid()}-c", "d")
    )
    for folder in (empty, full, running, strange):
        folder.mkdir()
    (full / "jouons.sqlite3").touch()
    guest = GuestServices(services)
    assert not empty.exists()
    assert full.exists() and running.exists() and strange.exists()
    other = GuestServices(services)
    assert guest.folder.exists()
    guest.close()
    other.close()


@pytest.mark.one_of(2)
@pytest.mark.parametrize("name", ["matches/sixteen", "matches/naive", "matches/session"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_on_stands_beside_the_stage_where_the_card_is_a_tab(
    lesson: Asked, services: Services, name: str, language: str
) -> None:
    """Where the strip is one line, the way on was back to the card, and there Next."""
    services.forced_language = language
    screen = lesson(name)
    in_tabs(screen)
    screen.lesson_tab = 1
    screen.tell()
    screen.show()
    on = screen.widget_group.find("lesson_next")
    assert (on is not None) is screen.lesson.complete
    if on is not None:
        kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        at = on.rect.center
        led = [screen.handle(pygame.event.Event(kind, pos=at, button=1)) for kind in kinds]
        assert any(isinstance(each, Open) for each in led)


def test_a_value_that_is_worked_out_is_told_to_come(lesson: Asked, services: Services) -> None:
    """The card said: "More often: –, and before it was –"."""
    screen = lesson("matches/train")
    values: dict[str, LiveValue | None] = dict.fromkeys(screen.lesson.step.live)
    card = screen.lesson
    card.answer("half")
    shown = card.card(values, 5, set())
    assert [each.key for each in (*shown.text, *shown.brief)] == ["lessons.working"] * 2
    there = card.card(dict.fromkeys(values, 0.5), 5, set())
    assert there.text[0].key == "lesson.matches.train.half.shown"


@pytest.mark.parametrize("name", ["montecarlo/thousands", "ends/cut", "matches/hope"])
def test_a_question_about_numbers_waits_for_them(services: Services, name: str) -> None:
    """It read "scores from – to –", and could be answered already."""
    screen = open_step(services, *NAMES[name])
    screen.enter(services.size)
    assert said(screen) == screen.tr("lessons.waiting")
    first = screen.widget_group.find("answer_1")
    assert first is not None and not first.enabled
    click(screen, first.rect.center)
    assert not screen.lesson.given
    ready(screen)
    first = screen.widget_group.find("answer_1")
    assert first is not None and first.enabled and screen.widget_group.focus is first
    click(screen, first.rect.center)
    assert screen.lesson.given
    screen.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_learn_shows_four_chapters_and_the_next_row_on_a_projector(
    services: Services, language: str
) -> None:
    """Cards of 640 pixels, a quarter of each of them empty, filled it with two."""
    services.forced_language = language
    services.change(replace(services.settings, text_scale=1.5))
    services.resize((1920, 1080))
    screen = LearnScreen(services)
    screen.enter((1920, 1080))
    tops = {}
    for chapter in CHAPTERS[:4]:
        button = screen.widget_group.find(chapter.id)
        assert button is not None
        tops[chapter.id] = button.rect
    bottom = max(rect.bottom for rect in tops.values())
    assert bottom < 1080 - screen.ui.theme.px(60), "the next row is in sight"
