"""The model of the cube lab, without a window: turns, painting, playing, what it keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.games.cube_facelets import SOLVED, Turn
from gui.boards.handling import BLANK
from gui.inspector.playback import FINE_SPEEDS
from gui.lab.model import PuzzleLab
from gui.lab.saving import LabChoices
from gui.lab.snapshot import PositionSource, PuzzleSnapshot
from gui.lab.solving import Solving
from gui.settings import GameSetup, Settings
from gui.undo import UndoStack
from tests.gui.lab import CUBE, read_cube
from tests.waiting import let_pass


@pytest.fixture
def lab(solving: Solving) -> PuzzleLab:
    return PuzzleLab(CUBE, solving, LabChoices(), read_cube("R U F"))


def run_until(lab: PuzzleLab, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds."""
    let_pass(lambda: lab.update(0.02, ready=True, pause=0.09), until)


def solve(lab: PuzzleLab) -> None:
    lab.solve()
    run_until(lab, lambda: lab.now.answer is not None)


def test_only_attempts_that_undo_can_bring_back_are_remembered(lab: PuzzleLab) -> None:
    lab.history = UndoStack(lab.now, maximum=5)
    for seed in range(40):
        lab.new_scramble(20, seed)
        lab.move(Turn("R", 1))
    assert len(lab._attempts) == len({each.attempt for each in lab.history.states}) <= 6
    for _ in range(4):
        lab.undo()
    attempt = lab.attempt
    assert attempt is not None and attempt.start.seed == 37
    for _ in range(4):
        lab.redo()
    attempt = lab.attempt
    assert attempt is not None and attempt.start.seed == 39


def test_a_cube_given_by_facelets_is_copied_as_turns_only_when_they_lead_to_it(
    solving: Solving,
) -> None:
    cube = read_cube("R U F").position
    lab = PuzzleLab(CUBE, solving, LabChoices(), read_cube(cube))
    assert lab.history_text() == ""
    lab.move(Turn("R", 1))
    assert lab.history_text() == ""
    lab.read("R U2")
    lab.move(Turn("F", 3))
    assert lab.history_text() == "R U2 F'"


def test_what_was_chosen_is_kept_and_nonsense_becomes_the_default() -> None:
    chosen = LabChoices({"metric": "half"}, "table", 12, FINE_SPEEDS[2])
    settings = chosen.put_into(Settings(), "pocketcube")
    assert LabChoices.kept_in(settings, CUBE) == chosen
    for length in ("many", "-3", "1001", ""):
        nonsense = settings.with_setup("pocketcube", GameSetup({"length": length, "solver": "?"}))
        assert LabChoices.kept_in(nonsense, CUBE).length == LabChoices().length
        assert LabChoices.kept_in(nonsense, CUBE).solver == "twoway"


def test_strokes_are_undone_apart_from_turns(lab: PuzzleLab) -> None:
    lab.move(Turn("D", 1))
    turned = lab.now
    lab.start_painting()
    lab.paint(0, "B")
    lab.paint(1, "B")
    lab.undo()
    painted = lab.draft
    assert painted is not None
    assert "".join(painted.marks) == "B" + turned.position[1:]
    lab.undo()
    lab.undo()
    assert lab.now is turned
    lab.redo()
    lab.stop_painting()
    lab.undo()
    assert lab.now == read_cube("R U F")


def test_a_painting_is_used_or_its_fault_told(lab: PuzzleLab) -> None:
    lab.start_painting((BLANK,) * 24)
    lab.use_painting()
    assert [notice.fault for notice in lab.notices.take()] == [True]
    assert lab.drafts is not None
    lab.paint_solved()
    lab.use_painting()
    assert lab.drafts is None
    assert lab.now == PuzzleSnapshot(SOLVED, PositionSource.PAINTED)


def test_another_cube_ends_painting_playing_and_solving(lab: PuzzleLab) -> None:
    solve(lab)
    lab.toggle_play()
    lab.start_painting()
    assert not lab.playing
    lab.read("U")
    assert lab.drafts is None
    lab.solve()
    assert lab.solving.busy
    lab.move(Turn("R", 1))
    assert not lab.solving.busy


def test_a_solution_plays_only_while_the_view_is_ready(lab: PuzzleLab) -> None:
    solve(lab)
    lab.toggle_play()
    lab.update(1.0, ready=False, pause=0.09)
    assert lab.now.ply == 0
    run_until(lab, lambda: not lab.playing)
    assert lab.is_solved
    lab.toggle_play()
    assert (lab.playing, lab.now.ply) == (True, 0)


def test_every_change_is_counted(lab: PuzzleLab) -> None:
    """The screen shows a lab again only when its count has grown."""
    solve(lab)
    doings: list[Callable[[], None]] = [
        lab.undo,
        lab.redo,
        lambda: lab.step(1),
        lab.toggle_play,
        lambda: lab.set_speed(1),
        lambda: lab.choose_option("metric", "half"),
        lab.solve,
        lambda: lab.choose_solver("table"),
        lambda: lab.move(Turn("B", 2)),
        lab.new_scramble,
        lab.reset,
        lab.start_painting,
        lambda: lab.paint(0, "D"),
        lab.clear_painting,
        lab.paint_solved,
        lab.stop_painting,
    ]
    for doing in doings:
        before = lab.changes
        doing()
        assert lab.changes > before


def test_a_frame_in_which_nothing_happens_changes_nothing(lab: PuzzleLab) -> None:
    before = lab.changes
    for _ in range(20):
        lab.update(0.02, ready=True, pause=0.09)
    assert lab.changes == before


def test_an_answer_that_comes_too_late_reaches_nobody(lab: PuzzleLab) -> None:
    lab.solve()
    lab.history.amend(replace(lab.now, position=SOLVED))
    run_until(lab, lambda: not lab.solving.busy)
    assert lab.now.answer is None
