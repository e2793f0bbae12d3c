"""Positions that cannot exist are refused, and the message names the fault."""

from __future__ import annotations

import pytest

from engine.protocols import MoveError, PositionError
from engine.registry import make_game
from tests.cases import in_one_test

TICTACTOE = [
    ("", "position.tictactoe.length"),
    ("O.XXXOO. X", "position.tictactoe.length"),
    ("O.XXXOO..X", "position.tictactoe.length"),
    ("x........ O", "position.tictactoe.letter"),
    ("O.XXXOO..", "position.mover.missing"),
    ("O.XXXOO.. x", "position.mover"),
    ("O.XXXOO.. X O", "position.mover"),
    ("O.XXXOO.. O", "position.wrong_mover"),
    ("XX....... O", "position.counts"),
    ("O........ X", "position.counts"),
    ("XXXOOO... X", "position.both_lines"),
    ("XXXOO.O.. X", "position.line_then_move"),
    ("OOOXX.XX. O", "position.line_then_move"),
]

FLAT = "......./......./......./......./"
CONNECT4 = [
    ("", "position.connect4.rows"),
    (FLAT + "....... R", "position.connect4.rows"),
    (FLAT + "......./...... R", "position.connect4.columns"),
    (FLAT + "......./...X... Y", "position.connect4.letter"),
    (FLAT + "......./.......", "position.mover.missing"),
    (FLAT + "......./....... X", "position.mover"),
    (FLAT + "......./....... Y", "position.wrong_mover"),
    (FLAT + "R....../....... Y", "position.connect4.floating"),
    (FLAT + "......./RR..... Y", "position.counts"),
    (FLAT + "......./Y...... R", "position.counts"),
    (FLAT + "YYYY.../RRRR... R", "position.both_lines"),
    (FLAT + "YYY..../RRRRY.. R", "position.line_then_move"),
    (FLAT + "R....../Y...... R", "position.connect4.order"),
    (FLAT + "YYYYYYY/RRRR.RR R", "position.connect4.floating"),
]

NIM = [
    ("", "position.heaps.number"),
    ("5,4,3", "position.mover.missing"),
    ("5,,3 0", "position.heaps.number"),
    ("5,a 0", "position.heaps.number"),
    ("5;4 0", "position.heaps.number"),
    ("5,-1 0", "position.heaps.negative"),
    ("100,1 0", "position.heaps.large"),
    ("9" * 5000 + " 0", "position.heaps.large"),
    ("5,4 2", "position.mover"),
    ("5,4 first", "position.mover"),
    (",".join("1" * 13) + " 0", "position.heaps.too_many"),
    ("\u0665 0", "position.heaps.number"),
]

SINGLE = [("5,4 0", "position.heaps.single"), ("1000 0", "position.heaps.large"), *NIM[:2]]


@in_one_test(
    "name, text, fault",
    [
        (name, *case)
        for name, cases in (
            ("tictactoe", TICTACTOE),
            ("connect4", CONNECT4),
            ("nim", NIM),
            ("subtraction", SINGLE),
            ("matches", SINGLE),
        )
        for case in cases
    ],
)
def test_refused_with_the_fault(name: str, text: str, fault: str) -> None:
    for options in ({}, {"misere": "true"}) if name != "connect4" else ({},):
        with pytest.raises(PositionError) as caught:
            make_game(name, options).parse(text)
        assert caught.value.message.key == fault
        assert len(str(caught.value)) < 250


def test_two_lines_that_no_single_disc_can_have_finished() -> None:
    game = make_game("connect4")
    with pytest.raises(PositionError) as caught:
        game.parse("......./......./......./Y....../YYYRRRR/RRRRYYY Y")
    assert caught.value.message.key == "position.two_lines"


def test_the_letters_of_connect_four_follow_the_colour_that_begins() -> None:
    red, yellow = (make_game("connect4", {"begins": colour}) for colour in ("red", "yellow"))
    swapped = str.maketrans("RY", "YR")
    states = [red.initial()]
    for move in (3, 3, 2, 4, 0, 3):
        states.append(red.play(states[-1], move))
        text = red.text(states[-1])
        assert yellow.text(states[-1]) == text.translate(swapped)
        assert yellow.parse(text.translate(swapped)) == red.parse(text) == states[-1]
    for text, fault in CONNECT4:
        with pytest.raises(PositionError) as caught:
            yellow.parse(text.translate(swapped))
        assert caught.value.message.key == fault


def test_seven_in_line_finished_in_the_middle_can_exist() -> None:
    game = make_game("connect4")
    text = "......./......./YYY.YYY/RRR.RRR/YYY.YYY/RRRRRRR Y"
    assert game.text(game.parse(text)) == text


@in_one_test(
    "name, text, fault",
    [
        ("tictactoe", "9", "move.cell"),
        ("tictactoe", "-1", "move.cell"),
        ("tictactoe", "", "move.cell"),
        ("tictactoe", "\u0661", "move.cell"),
        ("connect4", "7", "move.column"),
        ("connect4", "a", "move.column"),
        ("connect4", "9" * 5000, "move.column"),
        ("nim", "3", "move.nim"),
        ("nim", "1-0", "move.nim"),
        ("nim", "1-", "move.nim"),
        ("nim", "0-1", "move.no_heap"),
        ("nim", "6-1", "move.no_heap"),
        ("nim", "1-6", "move.heap_too_many"),
        ("subtraction", "4", "move.take"),
        ("subtraction", "0", "move.take"),
        ("matches", "two", "move.take"),
    ],
)
def test_moves_that_cannot_be_read(name: str, text: str, fault: str) -> None:
    game = make_game(name)
    with pytest.raises(MoveError) as caught:
        game.parse_move(game.initial(), text)
    assert caught.value.message.key == fault
    assert len(str(caught.value)) < 250


@in_one_test(
    "name, position, text, fault",
    [
        ("tictactoe", "X........ O", "0", "move.occupied"),
        ("tictactoe", "XXXOO.... O", "8", "move.over"),
        ("connect4", "Y....../R....../Y....../R....../Y....../R...... R", "0", "move.full"),
        ("nim", "5,0,1 1", "2-1", "move.heap_empty"),
        ("nim", "0,0 1", "1-1", "move.over"),
        ("subtraction", "2 0", "3", "move.too_many"),
        ("matches", "0 0", "1", "move.over"),
    ],
)
def test_moves_that_are_not_legal_there(name: str, position: str, text: str, fault: str) -> None:
    game = make_game(name)
    with pytest.raises(MoveError) as caught:
        game.parse_move(game.parse(position), text)
    assert caught.value.message.key == fault


@in_one_test(
    "name, position, told",
    [
        ("tictactoe", "XXX.... X", "has 7 characters instead of 9"),
        ("tictactoe", "XX....... O", "2 X, 0 O: X starts"),
        ("tictactoe", "OXXX.OO.. O", "first player 3, second player 3. So it is X’s turn"),
        ("tictactoe", "OOOXX.XX. O", "O has a complete line"),
        ("connect4", FLAT + "....... R", "has 5 rows instead of 6"),
        ("connect4", FLAT + "....../....... R", "Row 5 from the top has 6 squares instead of 7"),
        ("connect4", FLAT + "..R..../....... Y", "column 2, row 2 from the bottom, is floating"),
        ("connect4", FLAT + "......./YY..... R", "0 R, 2 Y: R starts"),
        ("nim", "5,100 0", "A heap of 100 is too large: at most 99"),
        ("nim", ",".join("1" * 13) + " 0", "13 heaps are too many: at most 12"),
        ("subtraction", "5,4 0", "one heap, not 2"),
    ],
)
def test_the_numbers_in_a_refusal_are_those_of_the_fault(
    name: str, position: str, told: str
) -> None:
    with pytest.raises(PositionError) as caught:
        make_game(name).parse(position)
    assert told in str(caught.value)


@in_one_test(
    "name, position, text, told",
    [
        ("tictactoe", "XO....... X", "1", "Square 1 is taken; free squares: 2 3 4 5 6 7 8"),
        ("connect4", FLAT + "......./....... R", "7", "a number from 0 to 6"),
        ("nim", "5,4,3 0", "6-1", "no heap 6: heaps are numbered 1 to 3"),
        ("nim", "5,4,3 0", "2-5", "You cannot take 5 from heap 2: take at most 4"),
        ("nim", "5,0,1 1", "2-1", "Heap 2 is empty; heaps you can take from: 1, 3"),
        ("subtraction", "2 0", "3", "You cannot take 3: only 2 are left"),
    ],
)
def test_the_numbers_in_a_refused_move_are_those_of_the_fault(
    name: str, position: str, text: str, told: str
) -> None:
    game = make_game(name)
    with pytest.raises(MoveError) as caught:
        game.parse_move(game.parse(position), text)
    assert told in str(caught.value)


CELLS = [
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


@in_one_test("game_id, text, where", CELLS)
def test_a_fault_names_its_cells(game_id: str, text: str, where: set[int]) -> None:
    with pytest.raises(PositionError) as caught:
        make_game(game_id).parse(text)
    assert set(caught.value.where) == where
