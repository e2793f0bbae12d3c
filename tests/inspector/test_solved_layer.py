"""An opened layer of a solved table: true values, real successors, and symmetries that hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pygame
import pytest

from engine.games.connect4 import ConnectFour
from engine.games.heaps import HeapGame
from engine.games.tictactoe import SYMMETRY_NAMES, TicTacToe
from engine.protocols import Value
from engine.registry import make_game
from engine.trace.layers import LayersResult
from gui.inspector.layers import LayersPanel
from gui.inspector.solved_layer import LAYER, POSITION, LayerGrid, SolvedPositions
from tests.inspector.recorded_frames import looked_at, make_ui, picture_of, stage
from tests.solvers.slow_values import reachable, slow_values
from tests.watch.events import result_of

CASES = [
    ("tictactoe", "O.X...O.X X", {}),
    ("nim", "3,2,1 0", {"heaps": "3,2,1"}),
    ("matches", "7 0", {}),
    ("connect4", "", {"columns": "4", "rows": "4"}),
]


@pytest.mark.parametrize(("game_id", "text", "options"), CASES[:3])
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


@pytest.mark.parametrize(("game_id", "text", "options"), CASES[:3])
def test_an_opened_position_shows_its_successors_with_their_values(
    game_id: str, text: str, options: dict[str, str]
) -> None:
    looked = looked_at(game_id, "optimal", text, options)
    game, value, panel = looked.game, slow_values(looked.game), LayersPanel()
    result = result_of(looked.recording, LayersResult)
    for plies in range(len(result.classes)):
        for index in range(min(3, len(result.classes[plies]))):
            toggled = frozenset({(LAYER, plies), (POSITION, plies, index)})
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
    "same": lambda board: board,
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
    assert game.symmetry_between(state, game.parse("XOX......  O".replace("  ", " "))) is None


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
    assert closed.act.toggled == [(LAYER, max(range(len(panel_layers(looked)))))]
    opened = replace(looked, toggled=frozenset({(LAYER, 1)}))
    drawn = stage(panel, opened, ui, size)
    picture_of(drawn)
    positions = drawn.widget_group.find("layer positions")
    assert isinstance(positions, LayerGrid)
    cell = positions._cell
    place = (positions.rect.x + cell[0] + cell[0] // 2, positions.rect.y + cell[1] // 2)
    positions.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert drawn.act.toggled[-1] == (POSITION, 1, 1)
    positions.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0))
    assert drawn.act.toggled[-1] == (POSITION, 1, 1)
    assert panel.table(opened, ui, drawn.callbacks) is None


def panel_layers(looked: Any) -> tuple[Any, ...]:
    return result_of(looked.recording, LayersResult).classes
