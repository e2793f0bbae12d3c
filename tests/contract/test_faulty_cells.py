"""A position that cannot be names the cells at fault, so that a board can mark them."""

from __future__ import annotations

import pytest

from engine.protocols import PositionError
from engine.registry import make_game
from tests.cases import in_one_test

FAULTS = [
    ("tictactoe", "XXO.O.Xz. X", {7}),
    ("tictactoe", "XXX...... O", {0, 1, 2}),  # three X and no O
    ("tictactoe", "OO.......  X", {0, 1}),
    ("tictactoe", "X........ X", set()),  # the mover alone is wrong
    ("tictactoe", "XXXOOO... X", {0, 1, 2, 3, 4, 5}),
    ("tictactoe", "XXXOOOX.. O", {0, 1, 2, 3, 4, 5}),
    ("tictactoe", "XXXOO.O.. X", {0, 1, 2}),
    ("connect4", "......./......./......./......./...R.../....... Y", {31}),
    ("connect4", "......./......./......./......./......./RR..... Y", {35, 36}),
    ("connect4", "......./......./......./......./......./Y...... R", {35}),
    ("connect4", "......./......./......./......./......./R...... R", set()),
    ("connect4", "......./......./......./......./YYY..../RRRR..Y R", {35, 36, 37, 38}),
    (
        "connect4",
        "......./......./......./......./YYYY.../RRRR... R",
        {*range(28, 32), *range(35, 39)},
    ),
    ("connect4", "......./......./......./......./.Q...../....... R", {29}),
    ("nim", "3,x,1 0", {1}),
    ("nim", "3,2,-1 0", {2}),
    ("nim", "100,2 0", {0}),
    ("subtraction", "5000 0", {0}),
    ("matches", "a 0", {0}),
]


@in_one_test("game_id, text, where", FAULTS)
def test_a_fault_names_its_cells(game_id: str, text: str, where: set[int]) -> None:
    with pytest.raises(PositionError) as caught:
        make_game(game_id).parse(text)
    assert set(caught.value.where) == where
