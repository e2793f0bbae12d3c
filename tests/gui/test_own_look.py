"""Look inside on an own bot: notes as steps, scores beside the truth, prints, time, run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.own.templates import template
from gui.inspector.notes import NotesPanel, scores_of
from gui.inspector.step_list import StepList
from gui.kit import Label, ProgressBar
from gui.kit.code import CodeBlock
from gui.kit.table import Table
from gui.match.screen import MatchScreen
from tests.gui.driver import click, find, labels_of
from tests.gui.matches import frame_of
from tests.gui.own_scenes import Against, settle
from tests.own.files import write
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

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
    match.stand_before()
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
    scene.match._query = None
    let_pass(lambda: scene.update(0.05), lambda: scene.match.inspector.ready)
    frame = frame_of(scene)
    assert frame.move == 0, "the text that made the move"
