"""The proofs that somebody only has to follow, against the exact scores of small boards."""

from __future__ import annotations

import random

import pytest

from engine.games.connect4 import ConnectFour, Stones
from engine.protocols import Value
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import Geometry
from tests.solvers.slow_values import slow_values
from tests.solvers.test_connect4_solver import random_state


def quiet(geometry: Geometry, state: Stones) -> bool:
    """Whether nobody can make four at once."""
    mover, both = state
    threats = geometry.threats(mover, both) | geometry.threats(mover ^ both, both)
    return not threats & geometry.drops(both)


def position(game: ConnectFour, picture: str) -> Stones:
    """The position drawn, X to move."""
    lines = picture.split("\n")[:0:-1]
    cells = [
        (mark, 1 << column * game.stride + row)
        for row, line in enumerate(lines)
        for column, mark in enumerate(line.split())
    ]
    mover = sum(bit for mark, bit in cells if mark == "X")
    return Stones(mover, mover + sum(bit for mark, bit in cells if mark == "O"))


@pytest.mark.parametrize(
    ("columns", "rows", "plies"), [(4, 4, 6), (5, 4, 10), (4, 5, 9), (5, 5, 15), (4, 6, 13)]
)
def test_a_ceiling_is_never_below_the_score(columns: int, rows: int, plies: int) -> None:
    """Both parities of rows, of columns and of empty places."""
    game, geometry = ConnectFour(columns, rows), Geometry(columns, rows)
    slow, rng, searcher = slow_values(game), random.Random(columns * rows), Searcher(geometry, 8)
    ceilings = (searcher.even_ceiling, searcher.odd_ceiling)
    proved = [0, 0]
    for number in range(400):
        state, _ = random_state(game, plies + number % 6, rng)
        if not quiet(geometry, state):
            continue
        mover, both = state
        odd = (geometry.size - both.bit_count()) & 1
        theirs, drops = geometry.threats(mover ^ both, both), geometry.drops(both)
        ceiling = ceilings[odd](mover, both, theirs, drops, 1)
        if ceiling is None:
            continue
        proved[odd] += 1
        value, left = slow(state)
        score = 0
        if value is not Value.DRAW:
            score = int(value) * ((geometry.size + 2 - both.bit_count() - left) // 2)
        assert score <= ceiling
    assert proved[0] > 10


def test_three_upright_stones_are_seen_above_the_bottom_of_an_odd_column() -> None:
    """The leader may get a bottom and the cell above it: here that makes four, and a draw."""
    geometry, game = Geometry(5, 5), ConnectFour(5, 5)
    state = position(
        game,
        """
        . . X . .
        . . O . .
        . . O O X
        O X X X O
        O X O O X""",
    )
    mover, both = state
    theirs = geometry.threats(mover ^ both, both)
    even = Searcher(geometry, 8).even_ceiling
    assert even(mover, both, theirs, geometry.drops(both), 1) is None
    assert slow_values(game)(state)[0] == Value.DRAW
