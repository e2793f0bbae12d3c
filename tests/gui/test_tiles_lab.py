"""Sliding tiles in the window: clicks, arrows, digits, pad and hand, sizes, texts and clues."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest

from engine.games.sliding_tiles import SIZES, SlidingTiles
from engine.messages import Message
from gui import clipboard
from gui.boards import handlings_of
from gui.boards.tiles import TilesEditor, TilesHandling, TilesView, cells_of, slides
from gui.inspector.best_first import StepPicture
from gui.kit.accessible import Role
from gui.kit.table import Table
from gui.lab.screen import LabScreen, lab_as_left, lab_with
from gui.lab.widgets import SolutionList
from gui.pads import PadButton
from gui.services import Services
from tests.gui.driver import FRAME, click, enter, find, labels_of, press, there, wait
from tests.gui.lab import settle, solve
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")

START = "5 6 4/1 8 3/7 2 0"
Lab = Callable[..., LabScreen]


@pytest.fixture
def tiles(moving: Services) -> Lab:
    """Opens a lab of tiles with its animations."""

    def make(position: str = START) -> LabScreen:
        scene = enter(lab_with(moving, "tiles", position))
        scene.draw(the_screen())
        return scene

    return make


def view_of(scene: LabScreen) -> TilesView:
    assert isinstance(scene.puzzle_view, TilesView)
    return scene.puzzle_view


def click_tile(scene: LabScreen, tile: str) -> None:
    view = view_of(scene)
    click(scene, view.tray().cell(cells_of(view.target)[tile]).center)


def test_a_click_slides_every_tile_between_and_each_counts(tiles: Lab) -> None:
    scene = tiles()
    click_tile(scene, "7")
    assert scene.lab.now.position == "5 6 4/1 8 3/0 7 2"
    assert [move.text for move in scene.lab.now.trail] == ["2", "7"]
    assert scene.lab.tally is not None and scene.lab.tally.moves == 2
    assert view_of(scene).moving
    settle(scene)
    assert view_of(scene).position == scene.lab.now.position
    scene.lab.undo()
    assert scene.lab.now.position == "5 6 4/1 8 3/7 0 2"


def test_a_slide_takes_120_ms(tiles: Lab) -> None:
    scene = tiles()
    click_tile(scene, "3")  # and a frame
    scene.update(0.1 - FRAME)
    assert view_of(scene).moving
    scene.update(0.021)
    assert not view_of(scene).moving


def test_a_tile_out_of_line_stays_and_the_reason_is_told(tiles: Lab) -> None:
    scene = tiles()
    click_tile(scene, "5")
    assert scene.lab.now.position == START
    assert "not in line with the gap" in scene.tr(scene.services.notices[-1].text)


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("key", "mod", "after"),
    [
        (pygame.K_DOWN, 0, "5 6 4/1 8 0/7 2 3"),
        (pygame.K_DOWN, pygame.KMOD_SHIFT, "5 6 0/1 8 4/7 2 3"),
        (pygame.K_RIGHT, 0, "5 6 4/1 8 3/7 0 2"),
        (pygame.K_RIGHT, pygame.KMOD_SHIFT, "5 6 4/1 8 3/0 7 2"),
        (pygame.K_UP, 0, START),
        (pygame.K_LEFT, 0, START),
        (pygame.K_3, 0, "5 6 4/1 8 0/7 2 3"),
        (pygame.K_7, 0, "5 6 4/1 8 3/0 7 2"),
        (pygame.K_9, 0, START),
    ],
)
def test_arrows_and_digits_slide(tiles: Lab, key: int, mod: int, after: str) -> None:
    scene = tiles()
    press(scene, key, mod)
    assert scene.lab.now.position == after


def pad_press(button: PadButton, key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", pad=button)


def test_a_pad_slides_with_its_arrows(tiles: Lab) -> None:
    scene = tiles()
    view = view_of(scene)
    move = view.steer(pad_press(PadButton.RIGHT, pygame.K_RIGHT))
    assert move is not None and not isinstance(move, Message)
    assert move.text == "2"
    assert isinstance(view.steer(pad_press(PadButton.LEFT, pygame.K_LEFT)), Message)
    assert view.steer(pad_press(PadButton.LOOK_UP, pygame.K_PAGEUP)) is None


def test_a_reader_plays_by_the_names_of_the_tiles(tiles: Lab) -> None:
    scene = tiles()
    info = find(scene, "board").accessible(scene.ui)
    assert info is not None and len(info.parts) == 9
    buttons = {part.name: part for part in info.parts if part.role is Role.BUTTON}
    assert set(buttons) == {
        *("Tile 4, row 1, column 3", "Tile 3, row 2, column 3"),
        *("Tile 7, row 3, column 1", "Tile 2, row 3, column 2"),
    }
    press_it = there(buttons["Tile 3, row 2, column 3"].press)
    press_it()
    assert scene.lab.now.position == "5 6 4/1 8 0/7 2 3"
    assert scene.news()[0] == "Tile 3 slid"


@pytest.mark.parametrize("solver", ["twoway", "table", "astar", "ida"])
def test_all_solvers_find_the_six_solutions(tiles: Lab, solver: str) -> None:
    scene = tiles()
    scene.lab.choose_solver(solver)
    answer = solve(scene)
    assert (answer.length, answer.count, answer.one_way) == (22, 6, 95_864)
    handling = scene.lab.handling
    assert {handling.after(START, line) for line in answer.solutions} == {handling.goal}
    assert len({tuple(line) for line in answer.solutions}) == 6


def test_another_size_is_another_scramble_and_undo_comes_back(tiles: Lab) -> None:
    scene = tiles()
    click(scene, "size")  # the segment in the middle: 2 x 3
    scene.lab.choose_option("size", "2x4")
    assert scene.lab.handling.puzzle.options == {"size": "2x4"}
    scene.lab.handling.check(scene.lab.now.position)
    scene.update(0.02)
    scene.draw(the_screen())
    while scene.lab.now.position != START:
        scene.lab.undo()
    assert scene.lab.handling.puzzle.options == {"size": "3x3"}
    scene.update(0.02)
    scene.draw(the_screen())
    assert view_of(scene).target == START


def test_a_position_is_set_up_by_hand_and_parity_told(tiles: Lab) -> None:
    scene = tiles()
    click(scene, "paint")
    click(scene, "clear")
    editor = find(scene, "net", TilesEditor)
    for digit in (2, 1, 3, 4, 5, 6, 7, 8, 0):
        press(scene, getattr(pygame, f"K_{digit}"))
    draft = scene.lab.draft
    assert draft is not None and draft.fault is not None
    assert "two tiles are swapped" in scene.tr(draft.fault)
    assert not scene.lab.paintable
    scene.draw(the_screen())
    editor = find(scene, "net", TilesEditor)
    for cell, tile in ((0, "1"), (1, "2")):
        click(scene, editor.swatch(tile).center)
        editor = find(scene, "net", TilesEditor)
        click(scene, editor.box(cell).center)
        editor = find(scene, "net", TilesEditor)
    click(scene, "use")
    assert scene.lab.now.position == "1 2 3/4 5 6/7 8 0" and scene.lab.is_solved


def test_positions_of_every_size_and_slides_are_pasted(tiles: Lab) -> None:
    scene = tiles()
    scene.lab.read("4 5 0/1 2 3")
    assert scene.lab.handling.puzzle.options == {"size": "2x3"}
    scene.lab.read("0 7 2 1/4 3 6 5")
    assert scene.lab.handling.puzzle.options == {"size": "2x4"}
    scene.lab.read("1 2 3/4 5 6/7 8 0")
    scene.lab.read("8 5 2")
    assert scene.lab.now.position == "1 0 3/4 2 6/7 5 8"


def test_slides_from_a_position_set_up_are_copied_as_the_position(tiles: Lab) -> None:
    """They cannot be made from the solved one: "'1' cannot slide now", and nothing was copied."""
    scene = tiles("8 6 7/2 5 4/3 0 1")
    press(scene, pygame.K_LEFT)
    press(scene, pygame.K_c, pygame.KMOD_CTRL)
    assert clipboard.get_text() == scene.lab.now.position == "8 6 7/2 5 4/3 1 0"
    assert not any(notice.fault for notice in scene.services.notices)


def test_the_lab_is_kept_with_its_undo(tiles: Lab) -> None:
    scene = tiles()
    click_tile(scene, "7")
    scene.lab.choose_option("size", "2x3")
    scene.update(0.02)
    scene.leave()
    scene.services.seed = None
    again = lab_as_left(scene.services, "tiles")
    assert again.lab.history.states == scene.lab.history.states
    assert again.lab.handling.puzzle.options == {"size": "2x3"}


@pytest.mark.parametrize("size", SIZES)
def test_slides_are_legal_moves(size: str) -> None:
    """A tile in line with the gap slides with those between, one legal move after the other."""
    handling = TilesHandling(SlidingTiles(size))
    position = handling.after(handling.goal, handling.scramble(3, 40))
    cells = cells_of(position)
    gap = cells["0"]
    for tile, cell in cells.items():
        line = slides(position, tile)
        in_line = tile != "0" and (cell[0] == gap[0] or cell[1] == gap[1])
        assert bool(line) == in_line
        after = handling.after(position, handling.read_moves(" ".join(line)))
        assert not line or cells_of(after)[tile] != cell


def test_a_clue_names_the_direction_of_the_first_slide() -> None:
    handling = handlings_of("tiles").of({})
    line = handling.read_moves("3")
    assert handling.clue(START, line) == Message("puzzles.hint.slide.down")
    assert handling.clue(START, handling.read_moves("2")) == Message("puzzles.hint.slide.right")


def test_look_inside_shows_a_star_step_by_step_and_the_position_it_takes(tiles: Lab) -> None:
    scene = tiles()
    scene.lab.choose_solver("astar")
    scene.look()
    wait(scene, lambda: (ways := scene.lab.inside.ways) is not None and ways.complete)
    scene.lab.inside.go_to_step(75)
    scene.update(0.02)
    look = scene.lab.inside.frame()
    assert look is not None and look.ways is not None
    taken = look.ways.step.taken
    assert (taken.made, taken.left) == (13, 5)
    assert view_of(scene).target == taken.position == "1 5 3/4 8 0/7 2 6"
    scene.draw(the_screen())
    playing = there(scene.lab.inside.playing())
    marks = [int(mark.text) for mark in playing.marks()]
    assert marks == sorted(set(marks)) and marks[-1] == 22 and playing.marks()[0].at == 0
    chart, picture = scene.widget_group.find("ways"), scene.widget_group.find("step")
    assert isinstance(chart, Table) and picture is not None
    info = chart.accessible(scene.ui)
    assert chart.rows[-1][0].text == "1 · 10 · 100 · 1,000 · 10,000 · 100,000"
    click(scene, chart.line(scene.ui, 6).center)
    assert scene.lab.inside.heuristic == "manhattan", "the numbers of the axis are no way to search"
    assert info is not None and [part.selected for part in info.parts].index(True) == 4
    click(scene, chart.line(scene.ui, 3).center)
    assert scene.lab.inside.heuristic == "misplaced" and scene.lab.inside.moment == 0
    scene.update(0.02)
    scene.draw(the_screen())
    chart = find(scene, "ways", Table)
    click(scene, chart.line(scene.ui, 2).center)
    assert scene.lab.inside.heuristic == "none"
    scene.lab.inside.go_to_step(75)
    scene.update(0.02)
    shown = labels_of(scene)
    assert any(text.startswith("h = 0: A* has no estimate") for text in shown)
    assert not any("in its place" in text for text in shown)
    scene.lab.inside.go_to_step(3)
    click_tile(scene, next(t for t in "12345678" if slides(view_of(scene).target, t)))
    assert scene.lab.now.position == START, "a slide never replaces the person's own position"
    assert "not yours" in scene.tr(scene.services.notices[-1].text)
    scene.lab.undo()
    assert scene.lab.now.position == START
    scene.lab.choose_solver("twoway")
    wait(scene, lambda: (found := scene.lab.inside.frame()) is not None and found.ways is None)


def test_the_clock_goes_away_with_the_first_help(tiles: Lab) -> None:
    scene = tiles()
    scene.lab.new_scramble(20)
    scene.lab.move(scene.lab.handling.moves(scene.lab.now.position)[0])
    assert scene.lab.tally is not None
    solve(scene)
    assert scene.lab.tally is None


def test_look_inside_compares_iterative_deepening_and_steps_through_a_star(tiles: Lab) -> None:
    scene = tiles()
    scene.lab.choose_solver("ida")
    scene.look()
    inside = scene.lab.inside
    wait(scene, lambda: inside.ways is not None and inside.ways.complete)
    inside.go_to_step(30)
    scene.update(0.02)
    scene.draw(the_screen())
    look = scene.lab.inside.look()
    assert look is not None and look.title == Message("cube_inside.title.astar")
    chart, picture = scene.widget_group.find("ways"), scene.widget_group.find("step")
    assert isinstance(chart, Table) and isinstance(picture, StepPicture)
    assert chart.rows[5][1].text == "4,711"
    click(scene, chart.line(scene.ui, 3).center)
    scene.update(0.02)
    assert (scene.lab.choices.solver, inside.heuristic) == ("astar", "misplaced")
    wait(scene, lambda: (found := inside.frame()) is not None and found.ways is not None)
    assert inside.moment == 0, "another way begins with its first step"


@pytest.mark.parametrize("start", [START, "8 6 7/2 5 4/3 0 1"])
def test_a_solution_of_tiles_stands_in_groups_of_five(tiles: Lab, start: str) -> None:
    scene = tiles(start)
    solve(scene)
    scene.draw(the_screen())
    listed = find(scene, "solutions", SolutionList)
    steps = [after - before for before, after in pairwise(listed.starts)]
    assert len(steps) > 5
    assert all((step > listed.cell + 1) == (n % 5 == 4) for n, step in enumerate(steps))
