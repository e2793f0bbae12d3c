"""The oracles: which one answers, and that they agree."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.protocols import Decision, Value
from engine.registry import make_game, oracle_for
from engine.solvers.heap_theory import HeapOracle, HeapTheory, general_oracle, table_work
from engine.solvers.oracle import Hurried, Oracles, TableOracle
from tests.cases import in_one_test
from tests.solvers.slow_values import reachable, slow_values


def test_the_theory_agrees_with_plain_recursion_on_several_heaps() -> None:
    for misere in ("false", "true"):
        game = make_game("nim", {"heaps": "4,4,4", "misere": misere})
        slow, theory = slow_values(game), HeapTheory.of(game)
        for heaps in product(range(5), repeat=3):
            state = game.parse(f"{','.join(map(str, heaps))} 0")
            assert theory.losing(heaps) == (slow(state)[0] == -1), (misere, heaps)


def lost_by_hand(takes: tuple[int, ...], misere: bool) -> Callable[[tuple[int, ...]], bool]:
    """Whether several heaps with limited takes are lost for the mover, by plain recursion."""
    known: dict[tuple[int, ...], bool] = {}

    def lost(heaps: tuple[int, ...]) -> bool:
        if heaps not in known:
            after = [
                (*heaps[:i], heaps[i] - take, *heaps[i + 1 :])
                for i in range(len(heaps))
                for take in takes
                if take <= heaps[i]
            ]
            known[heaps] = not any(map(lost, after)) if after else not misere
        return known[heaps]

    return lost


@in_one_test("takes", [(1, 2, 3), (2, 3), (1, 4), (2, 5)])
@in_one_test("misere", [False, True])
def test_the_theory_holds_for_sums_of_subtraction_heaps(
    takes: tuple[int, ...], misere: bool
) -> None:
    theory, lost = HeapTheory(takes, misere), lost_by_hand(takes, misere)
    for heaps in product(range(9), repeat=3):
        assert theory.losing(heaps) == lost(heaps), heaps


@pytest.mark.parametrize("misere", ["false", "true"])
@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("tictactoe", {}),
        ("nim", {"heaps": "3,2,1"}),
        ("subtraction", {}),
        ("subtraction", {"start": "30", "takes": "2,3"}),
        ("subtraction", {"start": "25", "takes": "3,5,8"}),
        ("matches", {}),
    ],
)
def test_the_oracle_of_a_game_has_value_and_remoteness_of_plain_recursion(
    game_id: str, options: dict[str, str], misere: str
) -> None:
    game = make_game(game_id, {**options, "misere": misere})
    slow, oracle = slow_values(game), oracle_for(game)
    for state in reachable(game, game.initial()):
        exact = oracle.values(state, Context())
        assert (exact.value, exact.remoteness) == slow(state)
        assert [each.move for each in exact.estimates] == list(game.moves(state))
        for estimate in exact.estimates:
            theirs, plies = slow(game.play(state, estimate.move))
            assert (estimate.value, estimate.remoteness) == (-theirs, plies + 1)


def test_few_heaps_have_remoteness_and_many_have_values_alone() -> None:
    game = make_game("nim", {"heaps": "50,50"})
    exact = oracle_for(game).values(game.initial(), Context())
    assert (exact.value, exact.remoteness) == (Value.LOSS, 100)
    single = make_game("subtraction", {"start": "999"})
    assert oracle_for(single).values(single.initial(), Context()).remoteness == 499
    wide = make_game("nim", {"heaps": ",".join(["50"] * 12)})
    exact = oracle_for(wide).values(wide.initial(), Context())
    assert (exact.value, exact.remoteness) == (Value.LOSS, None)
    assert len(exact.estimates) == 600
    assert {e.value for e in exact.estimates} == {Value.LOSS}


def test_the_closed_form_agrees_with_the_table() -> None:
    for misere in ("false", "true"):
        game = make_game("nim", {"heaps": "5,4,3", "misere": misere})
        oracle = HeapOracle(game)
        for state in reachable(game, game.initial()):
            if not game.moves(state):
                continue
            table = oracle.values(state, Context())
            closed = oracle.theory.values(game, state)
            assert closed.value is table.value
            assert [e.value for e in closed.estimates] == [e.value for e in table.estimates]


def test_the_estimate_of_a_tables_work_is_never_too_low() -> None:
    for heaps in ((5, 4, 3, 2, 1), (3, 3, 3), (7,), (6, 1, 1), (4, 4)):
        game = make_game("nim", {"heaps": ",".join(map(str, heaps))})
        table: TableOracle[Any] = TableOracle(game)
        table.values(game.initial(), Context())
        work = table_work(heaps)
        assert len(table.table) * sum(heaps) <= work <= 2.2 * len(table.table) * sum(heaps) + 4


def test_cancel_and_hurry_leave_the_oracle_whole() -> None:
    game = make_game("tictactoe")
    oracle = TableOracle(game)
    cancelled: Context[Decision] = Context()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        oracle.values(game.initial(), cancelled)
    hurried: Context[Decision] = Context()
    hurried.ask_hurry()
    with pytest.raises(Hurried):
        oracle.values(game.initial(), hurried)
    assert oracle.values(game.initial(), Context()).value is Value.DRAW
    assert oracle.values(game.initial(), hurried).value is Value.DRAW


@pytest.mark.parametrize("game_id", ["nim", "matches"])
def test_hurried_heaps_are_answered_by_the_theory(game_id: str) -> None:
    game = make_game(game_id)
    hurried: Context[Decision] = Context()
    hurried.ask_hurry()
    quick = oracle_for(game).values(game.initial(), hurried)
    slow = oracle_for(game).values(game.initial(), Context())
    assert (quick.value, quick.remoteness) == (slow.value, None)
    assert [e.value for e in quick.estimates] == [e.value for e in slow.estimates]
    assert slow.remoteness is not None


def test_oracles_are_made_once_per_game_and_options() -> None:
    oracles = Oracles(general_oracle)
    one = oracles.of(make_game("nim"))
    assert oracles.of(make_game("nim")) is one
    assert oracles.of(make_game("nim", {"misere": "true"})) is not one
