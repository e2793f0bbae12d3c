"""A scrambled cube turned back by hand: noticed, counted, timed, and kept when it counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from engine.games.cube_facelets import Turn, parse_turns
from engine.store.store import PuzzleResult, Store
from gui.lab.screen import LabScreen
from gui.lab.snapshot import Bests, PuzzleSnapshot, SolveAttempt, clock_text
from gui.lab.widgets import MoveChip
from tests.gui.driver import press, wait, widgets_of
from tests.gui.lab import CUBE, USUAL, settle, solve, turns

pytestmark = pytest.mark.usefixtures("no_shapes")

Lab = Callable[..., LabScreen]


class Clock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def drawn(lab: Lab, length: int = 20) -> tuple[LabScreen, Clock]:
    """A lab with a scramble of the program's own, and a clock in the test's hand."""
    scene, clock = lab(), Clock()
    scene.lab.clock = clock
    scene.lab.new_scramble(length)
    return scene, clock


def back(scene: LabScreen) -> list[Turn]:
    """The turns that take the scramble back."""
    return [turn.inverse for turn in reversed(turns(scene.lab.now.scramble))]


def turn_back(scene: LabScreen) -> None:
    for turn in back(scene):
        scene.lab.move(turn)


def told(scene: LabScreen) -> str:
    """What is said of the cube that was turned back."""
    wait(scene, lambda: bool(scene.services.notices))
    return scene.services.notices[-1].text


def kept(scene: LabScreen, metric: str = "quarter") -> list[PuzzleResult]:
    return scene.services.store.best_results(metric, 10)


# -- noticed ---------------------------------------------------------------------------------------


def test_turning_back_is_noticed_with_moves_time_and_the_shortest_way(lab: Lab) -> None:
    scene, clock = drawn(lab)
    scramble = " ".join(turn.text for turn in scene.lab.now.scramble)
    first, *rest = back(scene)
    scene.lab.move(first)
    clock.now += 102.4
    for turn in rest:
        scene.lab.move(turn)
    assert scene.lab.is_solved
    clock.now += 1000
    text = told(scene)
    cube = kept(scene)[0]
    assert (cube.moves, cube.milliseconds, cube.scramble) == (20, 102_400, scramble)
    assert text == (
        f"Solved in 20 quarter turns, 1:42; the minimum was {cube.shortest}. "
        "Your fewest turns and your shortest time so far."
    )
    scene.lab.undo()
    assert 0 < cube.shortest <= 14


def test_a_longer_and_slower_one_is_said_without_praise(lab: Lab) -> None:
    scene, clock = drawn(lab)
    scene.services.store.add_result(PuzzleResult("quarter", 20, 5, 9, "R"))
    scene.enter(scene.size)
    scene.lab.move(Turn("R", 1))
    scene.lab.move(Turn("R", 3))
    clock.now += 60
    turn_back(scene)
    assert told(scene).endswith(f"the minimum was {kept(scene)[1].shortest}.")
    assert [cube.moves for cube in kept(scene)] == [20, 22]


def test_moves_and_clock_are_in_sight_from_the_first_move_to_the_last(lab: Lab) -> None:
    scene, clock = drawn(lab)

    def chip() -> tuple[str, str] | None:
        scene.update(0.02)
        found = widgets_of(scene, MoveChip)
        return (found[0].text, found[0].count) if found else None

    clock.now += 500
    assert chip() is None, "looking costs nothing"
    for turn in back(scene):
        scene.lab.move(turn)
        clock.now += 5
    clock.now += 500
    assert chip() == ("Solved: 20 turns", "1:35")
    scene.lab.new_scramble(20)
    assert chip() is None
    scene.lab.move(Turn("U", 1))
    assert chip() == ("1 turn", "0:00")
    clock.now += 61
    assert chip() == ("1 turn", "1:01")


def test_the_whole_cube_turned_is_no_move_and_starts_no_clock(lab: Lab) -> None:
    scene, _ = drawn(lab)
    press(scene, pygame.K_x)
    press(scene, pygame.K_y)
    assert scene.lab.tally is None
    press(scene, pygame.K_y, pygame.KMOD_SHIFT)
    press(scene, pygame.K_x, pygame.KMOD_SHIFT)
    turn_back(scene)
    told(scene)
    assert kept(scene)[0].moves == 20


def test_a_solution_played_is_not_solving_by_hand(lab: Lab) -> None:
    scene, _ = drawn(lab)
    press(scene, pygame.K_u)
    solve(scene)
    scene.lab.toggle_play()
    settle(scene)
    assert scene.lab.is_solved
    assert scene.lab.tally is None
    assert not scene.lab.results
    assert not scene.services.notices


# -- counted honestly ------------------------------------------------------------------------------


def test_undo_and_redo_are_moves_as_well(lab: Lab) -> None:
    scene, _ = drawn(lab)
    turns = back(scene)
    scene.lab.move(turns[0])
    scene.lab.move(Turn("D", 1))
    scene.lab.undo()  # third
    scene.lab.undo()  # fourth
    scene.lab.redo()  # fifth
    for turn in turns[1:]:
        scene.lab.move(turn)
    told(scene)
    assert kept(scene)[0].moves == 5 + 19


def test_half_turns_count_as_the_metric_says() -> None:
    attempt = SolveAttempt(PuzzleSnapshot(USUAL.goal), drawn=True)
    for turn in parse_turns("U U R R' F2 F F F L L' L'"):
        attempt.add(turn, 0.0)
    assert attempt.tally(USUAL, 1.0).moves == 1 + 1 + 1 + 1 + 2 + 3 + 3
    # U2, R, R', F2, F2, F, L, L2
    assert attempt.tally(CUBE.of({"metric": "half"}), 1.0).moves == 8


def test_each_metric_has_its_own_best(lab: Lab) -> None:
    scene, _ = drawn(lab)
    scene.lab.choose_option("metric", "half")
    scene.lab.new_scramble(20)
    turn_back(scene)
    assert told(scene).startswith("Solved in 20 turns, 0:00; the minimum was ")
    assert kept(scene) == []
    assert [cube.moves for cube in kept(scene, "half")] == [20]


def test_stepping_back_over_a_scramble_comes_back_to_its_own_attempt(lab: Lab) -> None:
    scene, clock = drawn(lab)
    scene.lab.move(back(scene)[0])
    clock.now += 10
    scene.lab.new_scramble(20)
    assert scene.lab.tally is None
    scene.lab.undo()
    tally = scene.lab.tally
    assert tally is not None
    assert (tally.moves, tally.seconds) == (1, 10), "its clock went on"


# -- what does not count ---------------------------------------------------------------------------


def typed(scene: LabScreen) -> None:
    scene.lab.read("R U F R U F R U F R U F R U F R U F R U")


def painted(scene: LabScreen) -> None:
    scene.lab.start_painting(tuple(scene.lab.now.position))
    scene.lab.use_painting()


def seeded(scene: LabScreen) -> None:
    scene.lab.new_scramble(20, 5)


@pytest.mark.parametrize("give", [typed, painted, seeded])
def test_a_scramble_of_ones_own_is_no_record(lab: Lab, give: Callable[[LabScreen], None]) -> None:
    scene, _ = drawn(lab)
    way = back(scene)
    give(scene)
    for turn in way if give is painted else back(scene):
        scene.lab.move(turn)
    assert scene.lab.is_solved
    assert told(scene).startswith("Solved in 20") and "so far" not in told(scene)
    assert kept(scene) == []


def test_the_best_by_moves_and_by_time_are_two_lists(store: Store) -> None:
    short, quick = (PuzzleResult("quarter", *each, 9, "R") for each in ((9, 90_000), (30, 4_000)))
    store.add_result(quick)
    store.add_result(short)
    assert Bests.read(store, "quarter") == Bests((short, quick), (quick, short))


def test_who_does_as_well_as_the_best_beats_no_record() -> None:
    best = PuzzleResult("pocketcube", 9, 5000, 9, "U R F")
    bests = Bests((best,), (best,))
    assert bests.beaten(best) == []
    assert bests.beaten(replace(best, moves=8)) == ["turns"]
    assert bests.beaten(replace(best, milliseconds=4999)) == ["time"]


def test_a_short_scramble_is_no_record(lab: Lab) -> None:
    scene, _ = drawn(lab, 19)
    turn_back(scene)
    assert "so far" not in told(scene)
    assert kept(scene) == []


def ask_solver(scene: LabScreen) -> None:
    solve(scene)
    scene.lab.undo()


def look(scene: LabScreen) -> None:
    scene.lab.toggle_look(False)
    scene.update(0.02)
    scene.lab.close_look()


@pytest.mark.parametrize("help_it", [ask_solver, look])
def test_help_makes_it_no_record_whenever_it_came(
    lab: Lab, help_it: Callable[[LabScreen], None]
) -> None:
    for early in (True, False):
        scene, _ = drawn(lab)
        way = back(scene)
        if early:
            help_it(scene)
            scene.update(0.02)
        for turn in way[:-1]:
            scene.lab.move(turn)
        if not early:
            help_it(scene)
            scene.update(0.02)
        scene.lab.move(way[-1])
        assert scene.lab.is_solved
        assert "so far" not in told(scene)
        assert kept(scene) == []


# -- shown -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.9, "0:00"), (59.99, "0:59"), (102, "1:42"), (3725, "1:02:05")]
)
def test_the_clock_reads_minutes_and_seconds(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text
