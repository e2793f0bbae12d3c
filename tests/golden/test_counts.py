"""Known totals: the numbers of moves, positions and games that right rules reproduce."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from engine.games.connect4 import ConnectFour
from engine.games.tictactoe import Marks, TicTacToe
from engine.protocols import Game, Outcome, PositionError
from engine.registry import make_game
from tests.cases import in_one_test
from tests.solvers.slow_values import reachable


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """How many sequences of that many moves there are."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize(
    ("depth", "count"), [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720)]
)
def test_tictactoe_perft(depth: int, count: int) -> None:
    game = TicTacToe()
    assert perft(game, game.initial(), depth) == count


def test_tictactoe_positions_with_and_without_symmetry() -> None:
    game = TicTacToe()
    positions = {*reachable(game, game.initial())}
    assert len(positions) == 5478
    assert len({game.canonical(state) for state in positions}) == 765


def test_tictactoe_reads_exactly_the_reachable_positions() -> None:
    game = TicTacToe()
    accepted = set()
    for first in range(512):
        for second in range(512):
            if first & second:
                continue
            state = Marks(first, second)
            for mover in "XO":
                text = game.text(state)[:-1] + mover
                try:
                    accepted.add(game.parse(text))
                except PositionError:
                    continue
    assert accepted == {*reachable(game, game.initial())}


def test_tictactoe_games_by_outcome() -> None:
    game = TicTacToe()

    @cache
    def games(state: Marks) -> Counter[Outcome]:
        outcome = game.outcome(state)
        if outcome is not None:
            return Counter({outcome: 1})
        return sum((games(game.play(state, move)) for move in game.moves(state)), Counter())

    count = games(game.initial())
    assert sum(count.values()) == 255_168
    assert count[Outcome.FIRST_WINS] == 131_184
    assert count[Outcome.SECOND_WINS] == 77_904
    assert count[Outcome.DRAW] == 46_080


@pytest.mark.parametrize("depth", range(1, 6))
def test_connect_four_perft(depth: int) -> None:
    game = ConnectFour()
    assert perft(game, game.initial(), depth) == 7**depth


@pytest.mark.parametrize(("depth", "count"), [(6, 117_649), (7, 823_536)])
def test_connect_four_perft_where_the_first_games_end(depth: int, count: int) -> None:
    # At ply 7 a game can be over, and the seventh disc can find its column full.
    game = ConnectFour()
    assert perft(game, game.initial(), depth) == count


@in_one_test("columns", range(4, 9))
@in_one_test("rows", range(4, 8))
def test_connect_four_boards_of_every_size_play_to_the_rim(columns: int, rows: int) -> None:
    game = make_game("connect4", {"columns": str(columns), "rows": str(rows)})
    assert list(game.moves(game.initial())) == list(range(columns))
    for column in range(columns):
        state = game.initial()
        for _ in range(rows):
            assert column in game.moves(state)
            state = game.play(state, column)
        assert column not in game.moves(state)
        assert len(game.moves(state)) == columns - 1


def test_heap_positions_are_all_smaller_heaps() -> None:
    # Each heap of n can hold 0 .. n, and both players can be on turn at all but two of them:
    # at the start only the first, and one thing less only the second.
    game = make_game("nim", {"heaps": "3,2"})
    heaps = [*reachable(game, game.initial())]
    assert {state.heaps for state in heaps} == {(a, b) for a in range(4) for b in range(3)}
    assert {state.mover for state in heaps if state.heaps == (3, 2)} == {0}
    assert {state.mover for state in heaps if state.heaps == (2, 2)} == {1}
