"""A match against an own bot: its faults, its file, its name, and the look inside its notes."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import pygame
import pytest

from engine.own.templates import template
from gui.inspector.chips import StepList
from gui.inspector.notes import NotesPanel, scores_of
from gui.kit import Button, Label, ProgressBar
from gui.kit.code import CodeBlock
from gui.kit.table import Table
from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import click, find, frames, labels_of, press, widgets_of
from tests.gui.matches import frame_of
from tests.gui.own_scenes import Against, settle
from tests.own.files import write
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

FIRST = "def choose(game, state, think):\n    return game.moves(state)[0]\n"
DIVIDES = """def share(wins):
    return wins / 0


def choose(game, state, think):
    return share(3)
"""


@pytest.fixture
def scene(bots: Path, against: Against) -> MatchScreen:
    """A match in which the bot is at fault."""
    write(bots, "bad", DIVIDES)
    made = against()
    settle(made)
    return made


def follow_file(scene: MatchScreen) -> None:
    sleep(0.01)  # the mark of a file is its time
    frames(scene, 4, 0.2)


def texts(scene: MatchScreen) -> str:
    labels = widgets_of(scene, Label)
    return "\n".join(label.text for label in labels)


def test_a_fault_waits_with_its_sentence_and_three_ways(
    services: Services, bots: Path, scene: MatchScreen
) -> None:
    assert "bad cannot move" in texts(scene) and "Line 2: division by zero" in texts(scene)
    assert [find(scene, key).enabled for key in ("own_easy", "own_again", "own_edit")] == [True] * 3
    assert not find(scene, "hint").enabled and scene.match.table.session.ply == 1
    assert "bad cannot move" in scene.news() and any("division" in text for text in scene.news())
    click(scene, "own_edit")
    assert str(bots / "bad.py") in services.notices[-1].text


def test_try_again_asks_the_saved_text_with_the_same_seed(
    services: Services, bots: Path, scene: MatchScreen
) -> None:
    seed = scene.match.table.decision_seed()
    click(scene, "own_again")
    settle(scene)
    assert scene.match.bots.own_fault is not None, "the same text has the same fault"
    assert not scene.match.bots.own_fault.saved
    write(bots, "bad", template("random"))
    follow_file(scene)
    assert scene.match.bots.own_fault.saved
    click(scene, "own_again")
    settle(scene)
    table = scene.match.table
    assert table.session.ply == 2 and table.thoughts[2].seed == seed
    assert any("bad was reloaded" in notice.text for notice in services.notices)


def test_easy_makes_one_move_and_the_bot_the_next(services: Services, scene: MatchScreen) -> None:
    click(scene, "own_easy")
    settle(scene)
    table = scene.match.table
    assert table.thoughts[2].player == "easy" and table.players.second == "own:bad"
    view_model = scene.view_model
    assert view_model.bubble is not None
    for sentence in (view_model.bubble.text, view_model.news[0]):
        assert services.tr(sentence).startswith("Easy played"), "a level shows no playouts"
    scene.match.play(table.game.moves(table.state)[0])
    settle(scene)
    assert scene.match.bots.own_fault is not None


def test_undo_takes_the_move_before_a_fault_back(scene: MatchScreen) -> None:
    click(scene, "undo")
    assert scene.match.table.session.ply == 0 and scene.match.bots.own_fault is None


def test_the_series_goes_on_with_a_bot_that_had_a_fault(bots: Path, scene: MatchScreen) -> None:
    write(bots, "bad", FIRST)
    scene.match.rematch()
    settle(scene)
    assert scene.match.table.number == 1 and scene.match.bots.own_fault is None


def test_a_saved_file_is_used_from_the_next_decision_on_and_named(
    services: Services, bots: Path, against: Against
) -> None:
    write(bots, "my_bot", FIRST)
    scene = against("own:my_bot")
    settle(scene)
    table = scene.match.table
    assert table.session.moves[-1] == 0
    sleep(0.01)
    write(bots, "my_bot", FIRST.replace("[0]", "[-1]"))
    scene.match.play(1)
    settle(scene)
    assert table.session.moves[-1] == 8
    assert any("my_bot was reloaded" in notice.text for notice in services.notices)
    former = [table.thoughts[ply].player for ply in (2, 4)]
    assert former[0] != former[1] and all(text.startswith("own:my_bot@") for text in former)


def test_a_saved_file_with_a_fault_is_not_announced_as_reloaded(
    services: Services, bots: Path, against: Against
) -> None:
    write(bots, "my_bot", FIRST)
    scene = against("own:my_bot")
    settle(scene)
    sleep(0.01)
    write(bots, "my_bot", "def choose(")
    scene.match.play(1)
    settle(scene)
    assert scene.match.bots.own_fault is not None
    assert not any("my_bot was reloaded" in notice.text for notice in services.notices)


def test_a_file_that_has_gone_is_one_sentence(bots: Path, against: Against) -> None:
    path = write(bots, "bad", FIRST)
    scene = against()
    path.unlink()
    scene.match.bots.position_changed()
    settle(scene)
    assert scene.match.bots.own_fault is not None and "There is no file" in texts(scene)
    write(bots, "bad", FIRST)
    click(scene, "own_again")
    settle(scene)
    assert scene.match.table.session.ply == 2


def test_look_inside_shows_the_faulty_line_and_the_calls(bots: Path, against: Against) -> None:
    write(bots, "bad", DIVIDES)
    scene = against(looking=True)
    settle(scene)
    code = find(scene, "code")
    assert isinstance(code, CodeBlock) and code.faulty == 2 and code.lines == DIVIDES.splitlines()
    assert "bad stopped at move 2" in texts(scene) and "How it got there" in texts(scene)
    edit = find(scene, "own_edit")
    assert isinstance(edit, Button) and edit.enabled
    press(scene, pygame.K_ESCAPE)
    assert "bad cannot move" in texts(scene), "the banner says it with the panel closed"


def test_a_fault_hides_the_former_decision_of_a_move_to_redo(bots: Path, against: Against) -> None:
    write(bots, "my_bot", FIRST)
    scene = against("own:my_bot", looking=True)
    settle(scene)
    sleep(0.01)
    write(bots, "my_bot", DIVIDES)
    scene.match.undo()
    scene.match.play(4)
    settle(scene)
    let_pass(lambda: scene.update(0.05), lambda: not scene.match.inspector.busy)
    scene.show()
    assert scene.match.table.session.can_redo and "my_bot stopped at move 2" in texts(scene)
    assert find(scene, "own_easy").enabled and find(scene, "own_edit").enabled
    code = find(scene, "code")
    assert isinstance(code, CodeBlock) and code.faulty == 2
    assert scene.view_model.board.marks is None


def test_a_syntax_fault_shows_its_line_and_no_calls(bots: Path, against: Against) -> None:
    write(bots, "bad", "def choose(game, state, think:\n    return 0\n")
    scene = against(looking=True)
    settle(scene)
    code = find(scene, "code")
    assert isinstance(code, CodeBlock) and code.faulty == 1
    assert "How it got there" not in texts(scene)


NOTED = """
def choose(game, state, think):
    think.note("first look")
    think.note("the corner is good", {0: 0.75, 1: 0.25}, line=(0, 1))
    print("two notes")
    think.note("no new scores")
    return {0: 0.75, 1: 0.25, 2: 0.5}
"""


def looked_into(against: Against, text: str, bots: Path) -> MatchScreen:
    """The decision of a bot after X took the middle, its recording complete and judged."""
    write(bots, "my_bot", text)
    scene = against("own:my_bot", looking=True)
    settle(scene)
    known(scene)
    return scene


def known(scene: MatchScreen, ply: int = 1) -> None:
    """Let time pass until the decision at a ply is recorded and its values are known."""
    match = scene.match
    let_pass(
        lambda: scene.update(0.05),
        lambda: match.inspector.ready and match.analyzer.of(match.table.session.states[ply]),
    )
    match.inspected.stand_before()
    scene.show()


def said(scene: MatchScreen) -> str:
    sentence = find(scene, "sentence", Label)
    return sentence.text


def test_each_note_is_a_step_with_a_sentence_below_it(against: Against, bots: Path) -> None:
    scene = looked_into(against, NOTED, bots)
    listed = find(scene, "inspector picture", StepList)
    assert [row.text for row in listed.rows] == [
        "1  first look",
        "2  the corner is good",
        "3  no new scores",
    ]
    listed.choose(0)
    scene.show()
    assert said(scene) == "‘first look’\nIt has given no scores so far."
    listed.choose(1)
    scene.show()
    assert said(scene).startswith("‘the corner is good’\nIts best score is for square 0.")
    assert "That draws." in said(scene)
    marks = scene.view_model.board.marks
    assert marks is not None and marks.line == (0, 1), "its line lies on the board"
    assert "Note 2 of 3" in [scene.tr(text) for text in scene.match.inspector.place()]


def test_scores_stand_beside_exact_values_and_the_last_ones_stay(
    against: Against, bots: Path
) -> None:
    scene = looked_into(against, NOTED, bots)
    table = find(scene, "own scores")
    assert isinstance(table, Table) and len(table.rows) == 8
    frame = frame_of(scene)
    assert scores_of(frame) == {0: 0.75, 1: 0.25, 2: 0.5}
    scene.match.inspector.go_to_step(1)
    frame = frame_of(scene)
    assert scores_of(frame) == {0: 0.75, 1: 0.25}
    assert NotesPanel().choice(frame) == 0


HASTY = """
def choose(game, state, think):
    return {0: 0.9} if 0 in game.moves(state) else {8: 0.9, 7: 0.1}
"""


def test_the_only_good_move_is_named(against: Against, bots: Path) -> None:
    scene = looked_into(against, HASTY, bots)
    assert said(scene) == "Its best score is for square 0. That draws."
    match = scene.match
    match.jump(2)
    match.play(1)  # X threatens square 7
    settle(scene)
    assert match.table.session.ply == 4
    known(scene, 3)
    assert said(scene) == (
        "Its best score is for square 8. That loses. Only square 7 holds the draw."
    )


def test_prints_and_time_stand_below(against: Against, bots: Path) -> None:
    scene = looked_into(against, NOTED, bots)
    printed = find(scene, "printed")
    assert isinstance(printed, CodeBlock) and printed.lines == ["two notes"]
    assert any(isinstance(each, ProgressBar) for each in scene.widget_group.widgets)
    frame = frame_of(scene)
    assert frame.seconds is not None and frame.seconds[1] == 5.0


def test_a_bot_without_notes_has_one_step(against: Against, bots: Path) -> None:
    scene = looked_into(against, template("random"), bots)
    assert said(scene).startswith("It plays square ")
    labels = labels_of(scene)
    assert any("think.note" in text for text in labels) and "It printed nothing." in labels


def test_run_again_asks_the_present_text_and_an_old_step_its_own(
    against: Against, bots: Path
) -> None:
    scene = looked_into(against, NOTED, bots)
    write(bots, "my_bot", "def choose(game, state, think):\n    return 8\n")
    click(scene, "run_again")
    let_pass(lambda: scene.update(0.05), lambda: scene.match.inspector.ready)
    scene.show()
    frame = frame_of(scene)
    assert frame.move == 8
    scene.match.jump(2)
    scene.match.jump(1)
    scene.match.inspected._query = None
    let_pass(lambda: scene.update(0.05), lambda: scene.match.inspector.ready)
    frame = frame_of(scene)
    assert frame.move == 0, "the text that made the move"
