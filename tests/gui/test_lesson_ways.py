"""The ways through the lessons: from step to step, to the drill, from and to elsewhere."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from engine.lessons.chapters import CHAPTERS, MORE
from engine.lessons.drills import POSITIONS
from engine.messages import Message
from engine.protocols import OptionError
from engine.saves import SavedGame, save
from gui.app import App
from gui.boards.previews import preview
from gui.exercises.exercise import answer_of
from gui.exercises.problem import MoveAttempt
from gui.exercises.puzzles_screen import PuzzlesScreen
from gui.exercises.widgets import PositionThumb
from gui.kit import ButtonKind
from gui.kit.forms import StepDot
from gui.lessons.card import joined
from gui.lessons.drill_screen import ChapterDrillScreen
from gui.lessons.match import LessonMatch
from gui.lessons.opening import open_drill
from gui.lessons.screen import LessonScreen
from gui.lessons.walk import is_over, note_done, opened
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.files import OpenScreen
from gui.pages.learn import LearnScreen
from gui.paint import smooth
from gui.protocols import Open, Pop
from gui.screens import first_screens, requested_game
from gui.services import Services
from gui.settings import LessonProgress, Settings
from gui.shortcuts import Action
from tests.cases import in_one_test
from tests.gui.driver import click, enter, find, of, press, widgets_of
from tests.gui.layouts import faults
from tests.gui.lessons import Asked, ready, said, step_named, texts_of
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")
PRIMARY = ButtonKind.PRIMARY


def attempted(drill: ChapterDrillScreen) -> None:
    """Run frames until a position of the drill stands on the board."""
    let_pass(lambda: drill.update(0.05), lambda: drill.model.attempt is not None)


def test_a_second_try_counts_for_no_result(services: Services) -> None:
    drill = enter(open_drill(services, "solved"))
    attempted(drill)
    for found in (False, True):
        for _ in range(POSITIONS):
            attempt = of(MoveAttempt, drill.model.attempt)
            if found:
                drill.play(attempt.exercise.right[0])
            drill.model.next()
        assert services.settings.lessons["solved"].right == 0
        drill.update(0.05)
        drill.offered().do("try_missed")
    drill.leave()


def test_each_solved_position_is_shown_as_it_was_asked(services: Services) -> None:
    drill = enter(open_drill(services, "matches"))
    attempted(drill)
    for _ in range(POSITIONS):
        drill.model.next()
    drill.update(0.05)
    drill.show()
    thumbs = [each for each in widgets_of(drill, PositionThumb) if each.large]
    assert len(thumbs) == POSITIONS
    painted = patch("gui.paint.smooth", smooth)
    with painted, patch("gui.exercises.widgets.preview", wraps=preview) as drawn:
        for thumb in thumbs:
            services.ui.brush.forget()
            thumb.draw(services.ui, pygame.Surface(services.size))
    shown = [game.text(state) for game, state in (call.args[3] for call in drawn.call_args_list)]
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
    screen = lesson("matches/write")
    assert screen.offered().made["lesson_next"].run() == Open(
        "lesson_drill", {"chapter": "matches"}, True
    )
    drill = enter(open_drill(services, "matches"))
    assert drill.exercise.title == Message("lessons.positions.looking")
    assert drill.exercise.detail is None and not drill.buttons()  # no result, no Done
    for number in range(POSITIONS):
        attempted(drill)
        attempt = of(MoveAttempt, drill.model.attempt)
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
    thumbs = widgets_of(drill, PositionThumb)
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
        drill.enter(services.size)
        for tab in (1, 0):
            drill.choose_tab(tab)
            assert faults(drill) == []
    before = drill.model.exercises
    drill.offered().do("another")
    attempted(drill)
    assert drill.model.exercises != before
    drill.leave()


def test_learn_goes_on_where_a_chapter_was_left(services: Services) -> None:
    page = enter(LearnScreen(services))
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


def test_a_chapter_is_over_without_the_program_it_asks_for(services: Services) -> None:
    """Whoever does not program could not end a chapter."""
    chapter = CHAPTERS[0]
    for step in chapter.steps:
        assert not is_over(services.settings, chapter) or step.write
        if not step.write:
            note_done(services, chapter, step)
    assert is_over(services.settings, chapter)
    page = enter(LearnScreen(services))
    brass = [w.key for w in page.widget_group.widgets if getattr(w, "kind", None) is PRIMARY]
    assert brass == [CHAPTERS[1].id]


def test_a_click_anywhere_on_a_card_of_learn_opens_it(services: Services) -> None:
    page = enter(LearnScreen(services))
    for chapter in (*CHAPTERS, MORE):
        card = find(page, f"card {chapter.id}")
        goal = opened(chapter, chapter.steps[0]) if chapter is not MORE else Open("worth_a_look")
        rect = card.rect
        for share in (0.1, 0.5, 0.7):  # picture, title, sentence
            place = (rect.x + rect.w // 4, rect.y + round(rect.h * share))
            assert click(page, place) == goal, (chapter.id, share)
    dots = widgets_of(page, StepDot)
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
    assert "montecarlo/1–10" in str(caught.value)


def test_a_lesson_brings_its_own_game() -> None:
    with pytest.raises(OptionError):
        requested_game(Settings(), parse_window(["--lesson", "ends/1", "--game", "nim"]))


def with_a_lesson(services: Services) -> tuple[App, LessonMatch]:
    """A window that shows a step at the board of tic-tac-toe."""
    app = App(services, parse_window([]))
    lesson = of(LessonMatch, step_named(services, "montecarlo/2"))
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


def test_below_a_step_of_the_command_line_is_the_list_of_chapters(services: Services) -> None:
    """Done at the end of a chapter dropped into the menu."""
    asked = requested_game(services.settings, parse_window(["--lesson", "matches/9"]))
    _, below, step = first_screens(services, asked)
    assert isinstance(below, LearnScreen) and isinstance(step, LessonScreen)
    step.leave()
