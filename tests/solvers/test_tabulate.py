"""The table against plain recursion, with its stops and limits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.context import Cancelled
from engine.protocols import Game, Unsolvable, Value
from engine.registry import make_game
from engine.solvers.tabulate import ValueTable, count_positions
from tests.cases import in_one_test
from tests.solvers.slow_values import reachable, slow_values

SMALL: list[tuple[str, dict[str, str]]] = [
    *(
        ("tictactoe", {"draw": draw, "misere": misere})
        for draw in ("draw", "second")
        for misere in ("false", "true")
    ),
    *(
        ("nim", {"heaps": heaps, "misere": misere})
        for heaps in ("1", "4", "1,1,1", "3,2,1", "2,2,4", "1,3,5")
        for misere in ("false", "true")
    ),
    *(
        (name, {"start": start, "takes": takes, "misere": misere})
        for name in ("subtraction", "matches")
        for start, takes in (("21", "1,2,3"), ("16", "1,2,3"), ("17", "2,3"), ("12", "1,4"))
        for misere in ("false", "true")
    ),
]


def name(case: tuple[str, dict[str, str]]) -> str:
    return " ".join([case[0], *case[1].values()])


@in_one_test("case", SMALL)
def test_every_position_has_the_value_and_remoteness_of_plain_recursion(
    case: tuple[str, dict[str, str]],
) -> None:
    game = make_game(*case)
    slow = slow_values(game)
    states = list(reachable(game, game.initial()))
    expected = {state: slow(state) for state in states}
    for symmetric in (True, False):
        table: ValueTable[Any] = ValueTable(game, symmetric)
        table.solve(game.initial())
        assert {state: table.value(state) for state in states} == expected
        for state in states[:300]:
            after = [(move, slow(game.play(state, move))) for move in game.moves(state)]
            assert [(e.move, e.value, e.remoteness, e.score) for e in table.estimates(state)] == [
                (move, -theirs, plies + 1, (1 - theirs) / 2) for move, (theirs, plies) in after
            ]


def test_a_late_connect_four_board_has_the_values_of_plain_recursion() -> None:
    game = make_game("connect4", {"columns": "4", "rows": "4"})
    state = game.initial()
    for move in (0, 0, 0, 0, 1, 1, 2, 1):
        state = game.play(state, move)
    slow = slow_values(game)
    table: ValueTable[Any] = ValueTable(game)
    table.solve(state)
    states = list(reachable(game, state))
    assert len(states) > 100
    assert all(table.value(each) == slow(each) for each in states)


def solved(name: str, **options: str) -> tuple[Game[Any], ValueTable[Any]]:
    game = make_game(name, options)
    table: ValueTable[Any] = ValueTable(game)
    table.solve(game.initial())
    return game, table


def test_tictactoe_is_a_draw_of_nine_plies_in_765_positions() -> None:
    game, table = solved("tictactoe")
    assert table.value(game.initial()) == (Value.DRAW, 9)
    assert len(table) == 765
    assert count_positions(game, game.initial()) == (765, 5478)


def test_symmetric_positions_are_kept_once() -> None:
    game = make_game("nim", {"heaps": "5,4,3,2,1"})
    sizes = []
    for symmetric in (True, False):
        table: ValueTable[Any] = ValueTable(game, symmetric)
        table.solve(game.initial())
        sizes.append(len(table))
    assert sizes == [*count_positions(game, game.initial())]
    assert sizes[0] < sizes[1] / 4


def test_a_game_of_999_plies_is_not_too_deep() -> None:
    game, table = solved("subtraction", start="999", takes="1")
    assert table.value(game.initial()) == (Value.WIN, 999)


class Stop:
    """A check that raises at its k-th call."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> None:
        self.left -= 1
        if not self.left:
            raise Cancelled


@pytest.mark.parametrize("case", [SMALL[0], ("nim", {"heaps": "3,2,1"})], ids=name)
def test_stopped_anywhere_it_leaves_no_damage(case: tuple[str, dict[str, str]]) -> None:
    game = make_game(*case)
    whole: ValueTable[Any] = ValueTable(game)
    whole.solve(game.initial())
    right = {state: whole.value(state) for state in reachable(game, game.initial())}
    calls = 0
    for calls in [*range(1, 30), *range(30, 100_000, 97)]:
        table: ValueTable[Any] = ValueTable(game, check_every=1)
        try:
            table.solve(game.initial(), Stop(calls))
        except Cancelled:
            # What is there must be final, and the next question goes on from it.
            kept = [state for state in right if table.key(state) in table._gain]
            assert all(table.value(state) == right[state] for state in kept)
            before = len(table)
            table.solve(game.initial())
            assert len(table) == len(whole) >= before
        else:
            break
        assert table.value(game.initial()) == right[game.initial()]
    assert calls > 20


def test_progress_grows_and_ends_at_the_table() -> None:
    game = make_game("tictactoe")
    table: ValueTable[Any] = ValueTable(game, check_every=60)
    seen: list[int] = []
    table.solve(game.initial(), progress=seen.append)
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert seen[-1] <= len(table)


def test_more_positions_than_the_limit_are_refused_in_one_sentence() -> None:
    game = make_game("connect4")
    table: ValueTable[Any] = ValueTable(game, limit=2_000)
    with pytest.raises(Unsolvable) as fault:
        table.solve(game.initial())
    assert "2,000" in str(fault.value)
    assert len(table) < 3_000
    with pytest.raises(Unsolvable):
        count_positions(game, game.initial(), limit=2_000)
