"""Perfect play looked into: the layers add up to the table, values are the solver's, lines end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pygame
import pytest

from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.games.heaps import HeapGame
from engine.games.tictactoe import SYMMETRY_NAMES, TicTacToe
from engine.protocols import Value
from engine.registry import make_game, oracle_for
from engine.solvers.tabulate import count_positions
from engine.trace.draws import RandomMovePlayed, Thrown
from engine.trace.layers import (
    BestFound,
    LayerFilled,
    LayersResult,
    LineFollowed,
    MoveValued,
    SourceFound,
)
from gui.inspector.inspector_frame import InspectorFrame
from gui.inspector.layers import LayersPanel, ValueChart, line_parts, move_rows, size_of, totals
from gui.inspector.solved_layer import LAYER, PositionGrid, SolvedPositions
from gui.kit.chip_flow import ChipFlow
from tests.cases import in_one_test
from tests.gui.driver import find, press
from tests.inspector.recorded_frames import at, looked_at, make_ui, picture_of, stage
from tests.solvers.slow_values import reachable, slow_values
from tests.watch.events import result_of

pytestmark = pytest.mark.usefixtures("no_shapes")

CASES = [
    ("tictactoe", {}, "", "optimal"),
    ("tictactoe", {"misere": "true"}, "X...O.... X", "mastery:10"),
    ("nim", {}, "", "optimal"),
    ("nim", {"heaps": "40,50,60,70"}, "", "optimal"),
    ("subtraction", {}, "", "optimal"),
    ("matches", {"start": "9", "misere": "false", "takes": "2,3"}, "", "mastery:10"),
    ("connect4", {}, "", "optimal"),
]
Case = tuple[str, dict[str, str], str, str]


def opened(case: Case) -> InspectorFrame:
    return _opened(CASES.index(case))


@cache  # solving large heaps takes seconds
def _opened(number: int) -> InspectorFrame:
    game_id, options, text, player = CASES[number]
    return looked_at(game_id, player, text, options, known=False)


@pytest.mark.parametrize(
    ("game_id", "whole", "apart"), [("tictactoe", 765, 5478), ("nim", 251, 1408)]
)
def test_the_small_tables_fill_to_their_known_numbers(game_id: str, whole: int, apart: int) -> None:
    looked = looked_at(game_id, "optimal", known=False)
    layers = [layer for _, layer in looked.events(LayerFilled)]
    assert sum(map(size_of, layers)) == whole
    assert sum(layer.without_symmetry for layer in layers) == apart
    told = {"filled": whole, "whole": whole, "apart": apart, "whole_apart": apart}
    assert totals(looked).values == told
    game = make_game(game_id)
    assert count_positions(game, game.initial()) == (whole, apart)


@pytest.mark.one_of(2)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_step_shows_what_was_told_until_it(case: Case) -> None:
    looked = opened(case)
    steps, before = looked.recording.events, -1
    for index in range(len(steps)):
        moment = at(looked, index)
        kinds = [type(step) for step in steps[: index + 1]]
        assert sum(each.reached for each in move_rows(moment)) == kinds.count(MoveValued)
        assert sum(each.reached for each in line_parts(moment)) == kinds.count(LineFollowed)
        assert (moment.latest(SourceFound) is not None) == (SourceFound in kinds)
        assert any(each.best for each in move_rows(moment)) == (BestFound in kinds)
        filled = [layer for step, layer in moment.events(LayerFilled) if step <= index]
        assert [layer.plies for layer in filled] == list(range(kinds.count(LayerFilled)))
        told = totals(moment).values["apart"]
        assert told == sum(layer.without_symmetry for layer in filled) >= before
        before = told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values_and_line_are_the_solvers(case: Case) -> None:
    looked = opened(case)
    game, state = looked.game, looked.state
    rows, line = move_rows(looked), line_parts(looked)
    oracle = oracle_for(game)
    exact = oracle.values(state, Context(0))
    assert [(row.event.move, row.event.value, row.event.plies) for row in rows] == [
        (e.move, e.value, e.remoteness) for e in exact.estimates
    ]
    source = looked.latest(SourceFound)
    assert source is not None and source.source is exact.source
    best = [row.event for row in rows if row.best]
    assert looked.move in [event.move for event in best]
    assert sum(row.played for row in rows) == 1
    for each in line:
        assert each.player == game.to_move(state)
        state = game.play(state, each.line[-1])
    remoteness = best[0].plies
    if remoteness is not None and exact.source.value == "table":
        assert game.outcome(state) is not None
        assert len(line) == remoteness


@in_one_test("seed", range(12))
def test_the_throw_decides(seed: int) -> None:
    looked = looked_at("tictactoe", "mastery:5", seed=seed, known=False)
    throw, random = looked.latest(Thrown), looked.latest(RandomMovePlayed)
    assert throw is not None and throw.tenths == 5
    assert (throw.thrown < 5) == bool(move_rows(looked)) == (random is None)
    assert random is None or random.move == looked.move


def test_line_values_and_layers_are_walked_by_arrows() -> None:
    looked = looked_at("tictactoe", "optimal", known=False)
    steps = looked.recording.events
    first = next(i for i, step in enumerate(steps) if step.phase == "line")
    drawn = stage(LayersPanel(), at(looked, first), make_ui())
    press(find(drawn, "inspector line"), pygame.K_RIGHT)
    assert steps[drawn.act.steps[-1]].line == steps[first + 1].line
    press(find(drawn, "inspector values"), pygame.K_LEFT)
    assert steps[drawn.act.steps[-1]].phase == "value"
    drawn = stage(LayersPanel(), at(looked, 3), make_ui())
    press(find(drawn, "inspector picture"), pygame.K_DOWN)
    assert drawn.act.steps[-1] == 4


def test_a_click_on_a_move_goes_to_its_step() -> None:
    looked = looked_at("tictactoe", "optimal", known=False)
    drawn = stage(LayersPanel(), looked, make_ui())
    picture_of(drawn)
    for key, phase in (("inspector values", "value"), ("inspector line", "line")):
        chips = drawn.widget_group.find(key)
        assert isinstance(chips, ChipFlow)
        for box in chips._boxes:
            at = (chips.rect.x + box.centerx, chips.rect.y + box.centery - chips.scroll)
            click = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at)
            chips.handle(click)
            assert looked.recording.events[drawn.act.steps[-1]].phase == phase


def test_while_the_line_is_walked_the_move_played_is_marked_in_the_list() -> None:
    looked = looked_at("connect4", "mastery:10", "", known=False)
    lines = [i for i, step in enumerate(looked.recording.events) if step.phase == "line"]
    assert lines
    ui = make_ui()
    for step in (lines[0], lines[-1]):
        moment = at(looked, step)
        drawn = stage(LayersPanel(), moment, ui)
        chart = drawn.widget_group.find("inspector picture")
        assert isinstance(chart, ValueChart)
        assert chart.moves[chart.chosen].event.move == looked.move


def test_a_move_of_the_line_is_counted_in_the_line() -> None:
    looked = looked_at("tictactoe", "optimal", known=False)
    step = next(s for s in looked.recording.events if s.phase == "line" and len(s.line) == 2)
    assert make_ui().tr(step.text).startswith("Best play by both sides, move 2: ")


def test_while_the_line_is_walked_it_would_play_the_move_the_line_begins_with() -> None:
    game = make_game("connect4")
    state = game.initial()
    for move in (3, 3, 2):
        state = game.play(state, move)
    best = {looked_at("connect4", "mastery:10", game.text(state), seed=seed, known=False).move
            for seed in range(4)}  # fmt: skip
    assert best == {1, 4}, "it draws between two that are equal"
    looked = looked_at("connect4", "mastery:10", game.text(state), seed=0, known=False)
    for index, step in enumerate(looked.recording.events):
        if step.phase == "line":
            moment = replace(at(looked, index), at_end=False)
            assert LayersPanel().choice(moment) == looked.move == step.line[0]


SOLVED = [
    ("tictactoe", "O.X...O.X X", {}),
    ("nim", "3,2,1 0", {"heaps": "3,2,1"}),
    ("matches", "7 0", {}),
    ("connect4", "", {"columns": "4", "rows": "4"}),
]


@pytest.mark.parametrize(("game_id", "text", "options"), SOLVED[:3])
def test_the_classes_of_a_table_are_its_positions_by_plain_recursion(
    game_id: str, text: str, options: dict[str, str]
) -> None:
    looked = looked_at(game_id, "optimal", text, options)
    result = result_of(looked.recording, LayersResult)
    value = slow_values(looked.game)
    found: dict[Any, tuple[int, int]] = {}
    for plies, classes in enumerate(result.classes):
        for each in classes:
            assert len({looked.game.canonical(state) for state in each.positions}) == 1
            found |= dict.fromkeys(each.positions, (int(each.value), plies))
    assert found == {state: value(state) for state in reachable(looked.game, looked.state)}
    assert SolvedPositions(result).values == {
        state: (Value(worth), plies) for state, (worth, plies) in found.items()
    }


@pytest.mark.parametrize(("game_id", "text", "options"), SOLVED[:3])
def test_an_opened_position_shows_its_successors_with_their_values(
    game_id: str, text: str, options: dict[str, str]
) -> None:
    looked = looked_at(game_id, "optimal", text, options)
    game, value, panel = looked.game, slow_values(looked.game), LayersPanel()
    result = result_of(looked.recording, LayersResult)
    for plies in range(len(result.classes)):
        for index in range(min(3, len(result.classes[plies]))):
            toggled = frozenset({(LAYER, plies, index)})
            layer = panel.opened(replace(looked, toggled=toggled))
            assert layer is not None and layer.chosen == index
            assert value(layer.state) == (int(layer.classes[index].value), plies)
            expected = []
            for move in game.moves(layer.state):
                after = game.play(layer.state, move)
                worth, left = value(after)
                expected.append((game.move_text(layer.state, move), after, -worth, left + 1))
            got = [(each.text, each.state, each.value, each.plies) for each in layer.successors]
            assert got == expected


def grid(game: TicTacToe, state: Any) -> np.ndarray[Any, Any]:
    return np.array(list(game.text(state)[:9])).reshape(3, 3)


TURNS: dict[str, Callable[[Any], Any]] = {
    "turned_left": np.rot90,
    "turned_over": lambda board: np.rot90(board, 2),
    "turned_right": lambda board: np.rot90(board, 3),
    "mirrored": np.fliplr,
    "mirrored_over": np.flipud,
    "mirrored_down": np.transpose,
    "mirrored_up": lambda board: np.rot90(np.transpose(board), 2),
}


def test_each_named_symmetry_of_the_square_is_what_its_name_says() -> None:
    game = TicTacToe()
    state = game.parse("XO.X..O.. X")
    assert set(TURNS) == set(SYMMETRY_NAMES)
    for name, turn in TURNS.items():
        text = "".join(turn(grid(game, state)).flatten()) + " X"
        assert game.symmetry_between(state, game.parse(text)) == name
    assert game.symmetry_between(state, game.parse("XOX...... O")) is None


def test_heaps_and_columns_name_their_symmetries() -> None:
    nim = make_game("nim")
    assert isinstance(nim, HeapGame)
    first = nim.parse("3,2,0 0")
    assert nim.symmetry_between(first, nim.parse("2,0,3 0")) == "reordered"
    assert nim.symmetry_between(first, nim.parse("3,2 0")) == "without_empty"
    assert nim.symmetry_between(first, nim.parse("3,1,0 0")) is None
    board = make_game("connect4", {"columns": "4", "rows": "4"})
    assert isinstance(board, ConnectFour)
    left = board.play(board.initial(), 0)
    assert board.symmetry_between(left, board.play(board.initial(), 3)) == "mirrored"
    assert board.symmetry_between(left, board.play(board.initial(), 1)) is None


@pytest.mark.parametrize("size", [(768, 420), (768, 260), (560, 500)])
def test_a_layer_opens_and_its_positions_are_selected_by_mouse_and_keys(
    size: tuple[int, int],
) -> None:
    looked, ui, panel = looked_at("tictactoe", "optimal", "O.X...O.X X"), make_ui(), LayersPanel()
    closed = stage(panel, looked, ui, size)
    button = closed.widget_group.find("open layer")
    assert button is not None
    button.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    assert closed.act.toggled == [(LAYER, max(range(len(panel_layers(looked)))), 0)]
    opened = replace(looked, toggled=frozenset({(LAYER, 1, 0)}))
    drawn = stage(panel, opened, ui, size)
    picture_of(drawn)
    positions = drawn.widget_group.find("layer positions")
    assert isinstance(positions, PositionGrid)
    cell = positions._cell
    place = (positions.rect.x + cell[0] + cell[0] // 2, positions.rect.y + cell[1] // 2)
    positions.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert drawn.act.toggled == [(LAYER, 1, 0), (LAYER, 1, 1)], "one takes the place of the other"
    positions.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0))
    assert drawn.act.toggled[-1] == (LAYER, 1, 1)
    back = drawn.widget_group.find("close layer")
    assert back is not None
    back.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    assert drawn.act.toggled[4:] == [(LAYER, 1, 0)]
    assert panel.table(opened, ui, drawn.callbacks) is None


def panel_layers(looked: Any) -> tuple[Any, ...]:
    return result_of(looked.recording, LayersResult).classes
