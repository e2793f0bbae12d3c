"""A match against an own bot: its faults, its file saved meanwhile, its name in sentences."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import pygame
import pytest

from engine.own.templates import template
from gui.kit import Button, Label
from gui.kit.code import CodeBlock
from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import click, find, frames, press, widgets_of
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
    assert scene.match.own_fault is not None, "the same text has the same fault"
    assert not scene.match.own_fault.saved
    write(bots, "bad", template("random"))
    follow_file(scene)
    assert scene.match.own_fault.saved
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
    assert scene.match.own_fault is not None


def test_undo_takes_the_move_before_a_fault_back(scene: MatchScreen) -> None:
    click(scene, "undo")
    assert scene.match.table.session.ply == 0 and scene.match.own_fault is None


def test_the_series_goes_on_with_a_bot_that_had_a_fault(bots: Path, scene: MatchScreen) -> None:
    write(bots, "bad", FIRST)
    scene.match.rematch()
    settle(scene)
    assert scene.match.table.number == 1 and scene.match.own_fault is None


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
    assert scene.match.own_fault is not None
    assert not any("my_bot was reloaded" in notice.text for notice in services.notices)


def test_a_file_that_has_gone_is_one_sentence(bots: Path, against: Against) -> None:
    path = write(bots, "bad", FIRST)
    scene = against()
    path.unlink()
    scene.match.bots.position_changed()
    settle(scene)
    assert scene.match.own_fault is not None and "There is no file" in texts(scene)
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
