"""Looking inside the cube's search: its layers as they grow, walked through, shown on the cube."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.pocket_cube import POSITIONS_AT, PocketCube
from engine.solvers.bidirectional import End
from engine.solvers.puzzle_solvers import PuzzleSolvers
from gui.inspector.layer_bars import BarChart, BarChartView, BarState, one_way, two_way, whole_table
from gui.inspector.search_frame import LayerBar, SearchChart, SearchFrame, SearchPage, fewer
from gui.inspector.search_panel import layer_text
from gui.kit import Label
from gui.kit.table import Table
from gui.lab.screen import LabScreen
from gui.lab.widgets import SearchFigures
from gui.shortcuts import Action
from tests.gui.driver import click, find, press, there, wait
from tests.gui.lab import METRICS, SCRAMBLE, solve
from tests.screen import the_screen

pytestmark = pytest.mark.usefixtures("no_shapes")

Lab = Callable[..., LabScreen]
CUBES = {metric: PocketCube(metric) for metric in ("quarter", "half")}
SOLVERS = {metric: PuzzleSolvers(cube) for metric, cube in CUBES.items()}


def distance(facelets: str, metric: str = "quarter") -> int:
    """How far a cube is from solved, by the complete table."""
    state = CUBES[metric].state_of(HeldCube(facelets))
    return SOLVERS[metric].table(Context(0)).distance(state)


def looked_into(lab: Lab, scramble: str = SCRAMBLE) -> LabScreen:
    """The lab with the panel open and both searches over."""
    scene = lab(scramble)
    scene.lab.toggle_look(False)
    wait(scene, lambda: over(scene))
    scene.update(0.02)
    return scene


def over(scene: LabScreen) -> bool:
    found = scene.lab.inside.frame()
    return found is not None and found.searched.length is not None


def look(scene: LabScreen) -> SearchFrame:
    return there(scene.lab.inside.frame())


def last(scene: LabScreen) -> int:
    return len(look(scene).recording.events) - 1


def chart(scene: LabScreen, key: str) -> BarChartView:
    found = find(scene, key, BarChartView)
    scene.draw(the_screen())
    return found


def counts(row: BarChart, end: End, state: tuple[BarState, ...] = tuple(BarState)) -> list[int]:
    return [b.count for b in row.bars if b.bar.end is end and b.state in state]


# -- opening ---------------------------------------------------------------------------------------


def test_the_key_opens_and_closes_it_and_it_stays_as_it_was_left(lab: Lab) -> None:
    scene = lab(SCRAMBLE)
    press(scene, pygame.K_i)
    assert scene.lab.inside.open
    wait(scene, lambda: scene.widget_group.find("two_way") is not None)
    assert scene.widget_group.find("solutions") is None
    assert LabScreen(scene.services, "pocketcube").lab.inside.open
    press(scene, pygame.K_ESCAPE)
    assert not scene.lab.inside.open
    assert scene.next is None, "the lab itself stays open"
    assert not LabScreen(scene.services, "pocketcube").lab.inside.open


def test_the_first_layer_is_there_at_once_and_all_of_them_come(lab: Lab) -> None:
    scene = lab(SCRAMBLE)
    click(scene, "look")
    wait(scene, lambda: scene.lab.inside.frame() is not None)
    assert look(scene).searched.layers[0].positions == 1
    wait(scene, lambda: over(scene))
    assert look(scene).searched.length == 10
    assert scene.lab.inside.running, "it grows before one's eyes"
    assert look(scene).step < last(scene) == 10
    scene.lab.close_look()
    scene.lab.toggle_look(False)
    wait(scene, lambda: over(scene))
    scene.update(0.02)
    assert look(scene).step == 10, "without motion it stands at the end"


def test_closing_ends_the_search_at_once(lab: Lab) -> None:
    scene = lab("U2 R F U' R2 F U R F2 U R' F R U2 F")
    scene.lab.toggle_look(False)
    scene.update(0.02)
    job = there(scene.lab.inside._both_ends).job
    scene.lab.close_look()
    assert job.cancelled
    wait(scene, lambda: job.done)


# -- the layers ------------------------------------------------------------------------------------


def test_bars_are_the_real_layers_and_grow_one_at_a_time(lab: Lab) -> None:
    scene = looked_into(lab)
    known = [1, 6, 27, 120, 534, 2256]
    for at, start, goal, coming in ((0, 1, 1, 1), (1, 2, 1, 1), (9, 6, 5, 1), (10, 6, 6, 0)):
        scene.lab.inside.go_to_step(at)
        row = two_way(look(scene), scene.ui)
        there = (BarState.DONE, BarState.ADDED)
        assert counts(row, End.START, there) == known[:start]
        assert counts(row, End.GOAL, there) == known[:goal]
        assert len([b for b in row.bars if b.state is BarState.COMING]) == coming
        added = [b for b in row.bars if b.state is BarState.ADDED]
        assert len(added) == (at > 0)
    assert (row.slots, row.meeting and row.meeting[0]) == (11, 5)
    shared = [b.half for b in row.bars if b.slot == 5]
    assert sorted(shared) == [-1, 1], "where the ends meet both stand side by side"


def test_the_cone_of_one_way_search_stands_beside_it(lab: Lab) -> None:
    scene = looked_into(lab)
    row = one_way(look(scene), scene.ui)
    assert counts(row, End.START) == list(POSITIONS_AT["quarter"][:11])
    assert sum(counts(row, End.START)) == 1_450_216
    assert sum(look(scene).searched.one_way[:10]) == 519_628
    assert sum(look(scene).searched.held(9)) == 3_632
    assert sum(look(scene).searched.held(10)) == 5_888


def test_what_it_cost_stands_beside_it_without_solving(lab: Lab) -> None:
    scene = looked_into(lab)
    figures = find(scene, "figures", SearchFigures)
    assert (figures.visited, figures.one_way) == (5_888, 1_450_216)
    assert str(look(scene).searched.fewer) == "246 times fewer"


def test_the_sentence_says_what_is_added_and_where_the_ends_meet(lab: Lab) -> None:
    scene = looked_into(lab)
    scene.lab.inside.go_to_step(9)
    assert layer_text(look(scene), scene.ui) == (
        "Layer 9 of 10: the scrambled side adds 2,256 new positions, 5 turns away. Both sides "
        "together now hold 3,632. The searches have not met yet."
    )
    scene.lab.inside.go_to_step(10)
    assert (
        "The other side had already reached 2 of the new ones: the searches meet after 5 + 5 turns."
        in layer_text(look(scene), scene.ui)
    )
    scene.update(0.02)
    assert find(scene, "sentence", Label).text == layer_text(look(scene), scene.ui)


def test_a_solved_cube_has_one_position_at_both_ends(lab: Lab) -> None:
    scene = looked_into(lab, "")
    assert look(scene).searched.length == 0
    assert "there is nothing to search" in layer_text(look(scene), scene.ui)
    assert last(scene) == 0


# -- walking ---------------------------------------------------------------------------------------


def test_the_transport_steps_plays_and_is_scrubbed(lab: Lab) -> None:
    scene = looked_into(lab)
    click(scene, "to_start")
    assert look(scene).step == 0
    press(scene, pygame.K_PERIOD)
    press(scene, pygame.K_PERIOD)
    press(scene, pygame.K_COMMA)
    assert look(scene).step == 1
    click(scene, "to_end")
    assert look(scene).step == 10
    click(scene, "scrubber")
    assert look(scene).step == 5
    scene.lab.inside.set_speed(8)
    press(scene, pygame.K_SPACE)
    assert scene.lab.inside.running
    wait(scene, lambda: not scene.lab.inside.running)
    assert look(scene).step == 10
    assert not scene.lab.playing, "no solution was played"


def test_playing_again_from_the_end_begins_at_the_start(lab: Lab) -> None:
    scene = looked_into(lab)
    scene.lab.inside.play()
    assert (look(scene).step, scene.lab.inside.running) == (0, True)
    scene.on_action(Action.STEP_ON)
    assert (look(scene).step, scene.lab.inside.running) == (1, False)


# -- a layer on the cube ---------------------------------------------------------------------------


@pytest.mark.parametrize("metric", METRICS)
def test_a_click_on_a_bar_shows_a_position_of_that_layer(lab: Lab, metric: str) -> None:
    scene = looked_into(lab, SCRAMBLE + " x y'")
    scene.lab.choose_option("metric", metric)
    wait(scene, lambda: over(scene) and look(scene).searched.options == {"metric": metric})
    scene.update(0.02)
    before = scene.lab.now
    length = look(scene).searched.length
    for key in ("two_way", "one_way"):
        for index in range(len(chart(scene, key).row.bars)):
            widget = chart(scene, key)
            bar = widget.row.bars[index].bar
            click(scene, widget._box(widget.row.bars[index]).center)
            assert look(scene).shown == bar
            shown = scene.puzzle_view.target
            assert shown == scene.lab.visible
            if bar.end is End.GOAL:
                assert distance(shown, metric) == bar.depth
            elif key == "one_way":
                assert length is not None
                assert distance(shown, metric) == length - bar.depth
    assert scene.lab.now == before, "the cube itself is as it was"
    last = LayerBar(SearchChart.ONE_WAY, End.START, 10)
    scene.lab.choose_bar(look(scene).shown or last)
    assert look(scene).shown is None
    scene.update(0.02)
    assert scene.puzzle_view.target == before.position


def test_turning_what_is_shown_changes_nothing_and_says_why(lab: Lab) -> None:
    scene = looked_into(lab)
    before, bar = scene.lab.now, LayerBar(SearchChart.TWO_WAY, End.GOAL, 3)
    scene.lab.choose_bar(bar)
    press(scene, pygame.K_u)
    scene.lab.undo()
    scene.lab.redo()
    assert scene.lab.now == before and look(scene).shown == bar
    scene.update(0.02)
    assert "not yours" in scene.tr(scene.services.notices[-1].text)
    scene.lab.choose_bar(bar)
    press(scene, pygame.K_u)
    assert scene.lab.now != before


def test_arrows_show_the_next_bar_and_enter_none(lab: Lab) -> None:
    scene = looked_into(lab)
    chart(scene, "two_way")
    scene.widget_group.focus_key("two_way")
    for left in (5, 4):
        press(scene, pygame.K_LEFT)
        assert look(scene).shown == LayerBar(SearchChart.TWO_WAY, End.START, left)
        scene.update(0.02)
    for _ in range(12):
        press(scene, pygame.K_RIGHT)
        scene.update(0.02)
    assert look(scene).shown == LayerBar(SearchChart.TWO_WAY, End.GOAL, 0)
    assert HeldCube(scene.lab.visible).solved
    press(scene, pygame.K_RETURN)
    assert look(scene).shown is None


# -- the other pages -------------------------------------------------------------------------------


def test_sequences_stand_beside_the_positions_among_them(lab: Lab) -> None:
    scene = looked_into(lab)
    scene.lab.inside.choose_page(list(SearchPage).index(SearchPage.SEQUENCES))
    scene.update(0.02)
    table = find(scene, "figures_table", Table)
    assert [cell.text for cell in table.rows[3]][:4] == ["3", "216", "120", "1.8"]
    assert [cell.text for cell in table.rows[10]] == ["10", "60,466,176", "930,588", "65"]
    assert table.marked == 10
    scene.lab.inside.go_to_step(2)
    scene.update(0.02)
    assert scene.widget_group.find("figures_table").marked == 2  # type: ignore[union-attr]


def test_halving_the_depth_is_told_in_numbers_of_the_textbooks(lab: Lab) -> None:
    scene = looked_into(lab)
    scene.lab.inside.choose_page(list(SearchPage).index(SearchPage.HALVING))
    scene.update(0.02)
    texts = " | ".join(w.text for w in scene.widget_group.widgets if isinstance(w, Label))
    for number in ("2²⁰ = 1,048,576", "2 × 2¹⁰ = 2,048", "512 times fewer"):
        assert number in texts, number


def test_the_whole_table_is_shown_layer_by_layer_with_a_cube_of_each(lab: Lab) -> None:
    scene = looked_into(lab)
    scene.lab.choose_solver("table")
    wait(scene, lambda: scene.lab.solving.table(scene.lab.handling) is not None)
    scene.update(0.02)
    row = whole_table(look(scene), scene.ui)
    assert [bar.count for bar in row.bars] == list(POSITIONS_AT["quarter"])
    assert last(scene) == 14
    for bar in row.bars:
        scene.lab.choose_bar(bar.bar)
        shown = scene.lab.visible
        assert distance(shown) == bar.bar.depth
    scene.lab.inside.go_to_step(4)
    scene.update(0.02)
    label = find(scene, "sentence", Label)
    assert label.text == (
        "Layer 4: 534 cubes are 4 turns from solved. That makes 688 so far, of 3,674,160 in all."
    )


def test_another_cube_is_looked_into_at_once_and_a_solution_played_is_not(lab: Lab) -> None:
    scene = looked_into(lab)
    solve(scene)
    layers = look(scene).searched.layers
    scene.lab.step(4)
    scene.update(0.02)
    assert look(scene).searched.layers is not None
    assert look(scene).searched.layers == layers
    press(scene, pygame.K_d)
    wait(scene, lambda: over(scene) and look(scene).searched.layers != layers)
    assert look(scene).searched.length == distance(scene.lab.now.position)


def test_as_many_is_said_of_as_many_alone() -> None:
    assert str(fewer(7, 7)) == str(fewer(0, 0)) == "as many"
    assert (str(fewer(8, 7)), str(fewer(1, 0))) == ("1 more", "1 more")
    assert (str(fewer(7, 8)), str(fewer(10, 14))) == ("1 fewer", "4 fewer")
    assert str(fewer(5_888, 1_450_216)) == "246 times fewer"
    for visited in range(1, 60):
        for other in range(1, 60):
            told = fewer(visited, other)
            assert (told.key == "cube_inside.as_many") == (visited == other)
            if told.key == "cube_inside.fewer":
                assert told.values["count"] >= 2 and other > visited
            else:
                signs = {"less": -1, "more": 1, "as_many": 0}
                sign = signs[told.key.rpartition(".")[2]]
                assert other + sign * told.values["count"] == visited
