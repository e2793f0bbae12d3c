"""Single known facts, against a plain search that knows nothing but the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.protocols import Outcome
from engine.registry import make_game
from tests.cases import in_one_test
from tests.claims.truth import Truth


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, dict.fromkeys(range(9), 0)),
        ({"draw": "second"}, dict.fromkeys(range(9), -1)),
        ({"misere": "true"}, {**dict.fromkeys(range(9), -1), 4: 0}),  # the centre holds it
    ],
)
def test_first_moves_of_tictactoe(options: dict[str, str], expected: dict[int, int]) -> None:
    truth = Truth(make_game("tictactoe", options))
    moves = truth.moves(truth.game.initial())
    assert {move: value for move, (value, _) in moves.items()} == expected


def test_random_tictactoe_from_the_empty_board() -> None:
    truth = Truth(make_game("tictactoe"))
    expected = (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    assert truth.chances(truth.game.initial()) == expected


def test_random_play_near_the_end_of_tictactoe() -> None:
    truth = Truth(make_game("tictactoe"))
    state = truth.game.parse("O.XXXOO.. X")
    wins = {m: truth.chances(truth.game.play(state, m))[0] for m in truth.game.moves(state)}
    assert wins == {1: Fraction(1, 2), 7: Fraction(1, 2), 8: 0}


def test_a_line_on_the_ninth_move_wins() -> None:
    game = make_game("tictactoe", {"draw": "second"})
    state = game.play(game.parse("XOXOXOOX. X"), 8)
    assert game.outcome(state) is Outcome.FIRST_WINS


@pytest.mark.parametrize(("name", "rest"), [("subtraction", 0), ("matches", 1)])
def test_the_single_heap_is_lost_at_one_rest_of_four(name: str, rest: int) -> None:
    game = make_game(name, {"start": "40"})
    truth = Truth(game)
    for size in range(41):
        expected = -1 if size % 4 == rest else 1
        assert truth.value(game.parse(f"{size} 0"))[0] == expected, size


def test_a_position_without_a_legal_take_ends_with_things_left() -> None:
    game = make_game("subtraction", {"start": "3", "takes": "2,3"})
    state = game.play(game.initial(), game.parse_move(game.initial(), "2"))
    assert game.text(state) == "1 1"
    assert not game.moves(state)
    assert game.outcome(state) is Outcome.FIRST_WINS
    misere = make_game("subtraction", {"start": "3", "takes": "2,3", "misere": "true"})
    assert misere.outcome(state) is Outcome.SECOND_WINS


def test_an_empty_heap_keeps_its_place() -> None:
    game = make_game("nim")
    state = game.play(game.initial(), game.parse_move(game.initial(), "3-3"))
    assert game.text(state) == "5,4,0,2,1 1"
    assert game.parse_move(state, "4-2") == game.parse_move(game.initial(), "4-2")


def test_connect_four_with_one_column_left_to_fill_is_a_draw() -> None:
    game = make_game("connect4", {"columns": "4", "rows": "4"})
    state = game.parse("RRY./YYR./RRY./YYRR Y")
    for _ in range(3):
        assert game.outcome(state) is None
        assert list(game.moves(state)) == [3]
        state = game.play(state, 3)
    assert game.outcome(state) is Outcome.DRAW
    assert not game.moves(state)


@in_one_test(
    "moves, cells",
    [
        ("0102030", {(0, 0), (0, 1), (0, 2), (0, 3)}),
        ("0011223", {(0, 0), (1, 0), (2, 0), (3, 0)}),
        ("01122323363", {(0, 0), (1, 1), (2, 2), (3, 3)}),
        ("65544343303", {(6, 0), (5, 1), (4, 2), (3, 3)}),
        ("01234560123456", set()),
    ],
)
def test_connect_four_lines_in_every_direction(moves: str, cells: set[tuple[int, int]]) -> None:
    game = make_game("connect4")
    state = game.initial()
    for move in moves:
        assert game.outcome(state) is None
        state = game.play(state, int(move))
    assert set(game.winning_line(state)) == cells  # type: ignore[attr-defined]
    assert game.outcome(state) is (Outcome.FIRST_WINS if cells else None)
    assert bool(game.moves(state)) is not bool(cells)


def test_connect_four_lines_do_not_wrap_round_the_edge() -> None:
    # The tops of three columns and the bottom of the fourth stand side by side in the words.
    game = make_game("connect4", {"columns": "5", "rows": "4"})
    assert game.outcome(game.parse("YR.../RY.../YR.../RYR.. Y")) is None


def test_a_tictactoe_winning_line_names_both_lines_at_once() -> None:
    game = make_game("tictactoe")
    state = game.parse("XXXXOOXOO O")
    assert game.winning_line(state) == (0, 1, 2, 3, 6)  # type: ignore[attr-defined]
