"""Lessons in the window: a step opens on its screen, asks, tells, and leaves nothing behind."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from pathlib import Path

import pygame
import pytest

from engine.arena.results import PairingTally
from engine.lessons.chapters import CHAPTERS, worth_a_look
from engine.lessons.live import read
from engine.lessons.record import Chapter, LiveData, Step
from engine.levels import LEVELS
from engine.messages import LANGUAGES
from engine.protocols import Estimate, Value
from gui.arena.form import ExperimentForm
from gui.inspector.chances_picture import ChancesPicture
from gui.inspector.plots import Plots
from gui.kit.forms import StepDot
from gui.lessons.card import joined
from gui.lessons.experiments import LessonArena, form_of
from gui.lessons.guest import GuestServices, host_of
from gui.lessons.lab import LessonLab
from gui.lessons.match import LessonMatch
from gui.lessons.opening import open_step
from gui.lessons.screen import LessonScreen
from gui.lessons.step_state import AnswerVerdict, StepState
from gui.lessons.walk import note_done, opened
from gui.own.position_list import PositionList
from gui.pages.help import HelpScreen
from gui.pages.learn import WorthALookScreen
from gui.protocols import Open, Pop
from gui.services import Services
from gui.settings import (
    MATCH_CARDS,
    MATCH_TABS,
    GameSetup,
    LessonProgress,
    Motion,
    Settings,
    ThemeName,
)
from gui.shortcuts import Action
from tests.gui.driver import click, enter, find, follow, of, press, there, widgets_of
from tests.gui.layouts import faults
from tests.gui.lessons import Asked, click_move, files, ready, said, texts_of
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
        PairingTally(each, games, wins=games // 2, draws=games // 6, squares=games)
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
    guest = of(GuestServices, screen.services)
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


def test_digits_answer_an_open_question_before_the_board_takes_them(lesson: Asked) -> None:
    screen = lesson("matches/deep", LessonMatch)
    before = screen.match.table.state
    screen.widget_group.focus_key("board")
    press(screen, pygame.K_2)
    assert screen.lesson.given == there(screen.lesson.step.question).answers[1]
    assert screen.match.table.state == before


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


def test_a_task_of_the_lab_counts_its_own_moves(lesson: Asked) -> None:
    screen = lesson("ends/twins", LessonLab)
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
    shown = follow(services, wanted, HelpScreen)
    chapter = screen.lesson.chapter.id
    for size, scale in (((1280, 800), 1.0), ((960, 640), 2.0)):
        services.change(replace(services.settings, text_scale=scale))
        services.resize(size)
        shown.enter(services.size)
        assert faults(shown) == []
        told = texts_of(shown)
        for key in (f"lessons.article.{chapter}", f"help.player.{bot}", "shortcut.lesson_next"):
            assert services.tr(key) in told
    shown.choose(1)  # the ordinary help follows
    assert services.tr("help.nim") in texts_of(shown)


def test_look_inside_is_covered_until_the_answer(lesson: Asked) -> None:
    screen = lesson("montecarlo/search", LessonMatch)
    assert screen.covered and screen.widget_group.find("close_look") is None
    assert screen.board.shown.marks is None  # nor does the board tell it
    press(screen, pygame.K_2, pygame.KMOD_CTRL)
    assert not screen.covered and screen.widget_group.find("close_look") is not None
    assert screen.board.shown.marks is not None


def test_wins_are_counted_before_a_draw_counts_half(lesson: Asked) -> None:
    """No step before that one gives a share of a square in which draws count half."""
    shown = {}
    for step in ("dice", "thousands", "half"):
        screen = lesson(f"montecarlo/{step}", LessonMatch)
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


def tree_of(screen: LessonMatch) -> ChancesPicture:
    """The tree of chances on the stage."""
    found = widgets_of(screen, ChancesPicture)
    assert len(found) == 1
    return found[0]


def test_a_tree_keeps_the_values_for_the_step_that_asks_for_them(lesson: Asked) -> None:
    drawn = {}
    for step in ("tree", "toss"):
        screen = lesson(f"montecarlo/{step}", LessonMatch)
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
    screen = lesson("montecarlo/toss", LessonMatch)
    screen.offered().do("answer_2")

    def truths() -> list[Estimate | None]:
        frame = tree_of(screen).frame
        return [frame.truth_for(frame.mover, line) for line in ((7,), (7, 8), (7, 1))]

    screen.update(0.05)
    let_pass(lambda: screen.update(0.05), lambda: None not in truths())
    values = [each.value for each in truths() if each is not None]
    assert values == [Value.DRAW, Value.WIN, Value.DRAW]  # for X, also after a move of O


def test_a_game_with_the_learner_is_played_by_the_person(lesson: Asked) -> None:
    screen = lesson("matches/session", LessonMatch)
    session = screen.match.table.session
    for take in "3211":
        let_pass(lambda: screen.update(0.05), lambda: len(session.moves) % 2 == 1)
        assert not screen.lesson.complete and not screen.card_view_model().waits
        click_move(screen, take)
    let_pass(lambda: screen.update(0.05), lambda: screen.lesson.complete)
    assert session.move_texts() == [*"331211311"]
    assert screen.tr("lesson.won") in said(screen)


@pytest.mark.parametrize(("name", "wrong"), [("solved/corner", "1"), ("montecarlo/chances", "2")])
def test_any_answer_opens_what_was_covered(lesson: Asked, name: str, wrong: str) -> None:
    screen = lesson(name, LessonMatch)
    assert screen.covered is screen.lesson.step.covered and screen._exact(screen.start) is None
    screen.play(screen.match.table.game.parse_move(screen.start, wrong))
    card = screen.card_view_model()
    assert card.verdict is AnswerVerdict.WRONG and card.picks
    assert not screen.covered and screen._exact(screen.start) is not None
    told = screen.tr(screen.lesson.chapter.key(screen.lesson.step, ".say"))
    assert told[:20] in joined(card.asked, screen.tr)  # somebody who tries again reads all of it


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
    dots = widgets_of(screen, StepDot)
    assert [each.here for each in dots].index(True) == screen.lesson.index
    dots[7].action()
    assert screen.next == Open("lesson", {"chapter": "montecarlo", "step": "chances"}, True)


def test_the_board_marks_no_winning_number_before_the_answer(lesson: Asked) -> None:
    screen = lesson("solved/fours", LessonMatch)
    assert not screen.board.landmarks
    screen.tell()
    assert screen.board.landmarks


def test_a_step_worth_a_look_stands_alone(services: Services) -> None:
    services.change(replace(services.settings, lessons={}, last_lesson="montecarlo"))
    for chapter, step in worth_a_look()[::6]:
        screen = enter(open_step(services, chapter, step, alone=True))
        ready(screen)
        screen.tell()
        made = screen.offered().made
        assert made["lesson_next"].run() == Pop() and not made["lesson_back"].enabled
        assert not widgets_of(screen, StepDot)
        screen.leave()
    assert not services.settings.lessons and services.settings.last_lesson == "montecarlo"


def test_the_list_worth_a_look_opens_steps_alone(services: Services) -> None:
    page = enter(WorthALookScreen(services))
    listed, (chapter, step) = find(page, "positions", PositionList), worth_a_look()[0]
    going = click(page, (listed.rect.centerx, listed.rect.y + listed.row_height // 2))
    assert going == opened(chapter, step, alone=True)


@pytest.mark.parametrize("name", ["montecarlo/thousands", "ends/cut", "matches/hope"])
def test_a_question_about_numbers_waits_for_them(services: Services, name: str) -> None:
    """It read "scores from – to –", and could be answered already."""
    screen = enter(open_step(services, *NAMES[name]))
    assert said(screen) == screen.tr("lessons.waiting")
    first = find(screen, "answer_1")
    assert not first.enabled
    click(screen, first.rect.center)
    assert not screen.lesson.given
    ready(screen)
    first = find(screen, "answer_1")
    assert first.enabled and screen.widget_group.focus is first
    click(screen, first.rect.center)
    assert screen.lesson.given
    screen.leave()
