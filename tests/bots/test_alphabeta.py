"""Looking ahead: against plain minimax, on every game, stopped anywhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.bots.alphabeta import AlphaBeta
from engine.context import Cancelled, Context
from engine.games.connect4 import ConnectFour, Stones
from engine.games.connect4_guess import DECIDED, expectation
from engine.protocols import Game, OptionError, Outcome, Value, Variation
from engine.registry import make_bot, make_game
from engine.solvers.alphabeta import WIN, DepthSearch, guess_of
from engine.solvers.connect4_depth import Connect4Depth
from tests.bots.test_mcts import some_states
from tests.interrupted import StopAt
from tests.solvers.plan_lines import fours_of
from tests.solvers.slow_values import slow_values

EVERY_GAME = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true", "draw": "second"}),
    ("connect4", {}),
    ("connect4", {"columns": "5", "rows": "4"}),
    ("nim", {"heaps": "3,4,5"}),
    ("subtraction", {}),
    ("matches", {}),
]


def minimax(game: Game[Any], state: Any, depth: int, ply: int) -> int:
    """The same promise as DepthSearch.score, without any cut or table."""
    outcome = game.outcome(state)
    if outcome is Outcome.DRAW:
        return 0
    if outcome is not None:
        won = outcome is Outcome.win_of(game.to_move(state))
        return WIN - ply if won else ply - WIN
    if not depth:
        return guess_of(game.heuristic(state)) if isinstance(game, ConnectFour) else 0
    return max(
        -minimax(game, game.play(state, move), depth - 1, ply + 1) for move in game.moves(state)
    )


@pytest.mark.parametrize("case", EVERY_GAME, ids=str)
def test_scores_are_those_of_plain_minimax(case: tuple[str, dict[str, str]]) -> None:
    game = make_game(*case)
    for state in some_states(game, 25, 1):
        search = DepthSearch(game)
        for depth in range(4):
            assert search.score(state, depth, 3) == minimax(game, state, depth, 3)


@pytest.mark.parametrize("size", [(7, 6), (5, 4), (4, 7), (8, 7)])
def test_bitboards_give_the_scores_of_the_plain_search(size: tuple[int, int]) -> None:
    game = ConnectFour(*size)
    for state in some_states(game, 20, 2):
        plain, fast = DepthSearch(game), Connect4Depth(game)
        for depth in range(6):
            assert fast.score(state, depth, 1) == plain.score(state, depth, 1)


@pytest.mark.parametrize(
    "case", [("tictactoe", {}), ("nim", {"heaps": "2,3,2"}), ("matches", {"start": "9"})], ids=str
)
def test_looking_to_the_end_is_perfect_and_stops_there(case: tuple[str, dict[str, str]]) -> None:
    game = make_game(*case)
    slow = slow_values(game)
    for state in some_states(game, 20, 3):
        decision = make_bot("alphabeta:64").choose(game, state, Context(1))
        assert isinstance(decision.detail, Variation)
        assert decision.detail.moves[0] == decision.move
        value, plies = slow(state)
        chosen = next(e for e in decision.estimates if e.move == decision.move)
        assert chosen.value == value
        if value:
            assert chosen.remoteness == plies
        for estimate in decision.estimates:
            theirs, left = slow(game.play(state, estimate.move))
            assert estimate.value in (None, -theirs)
            if estimate.value in (Value.WIN, Value.LOSS):
                assert estimate.remoteness == left + 1


def test_a_win_in_three_plies_is_seen_at_depth_three_and_not_before() -> None:
    game = ConnectFour()
    # Two reds side by side at the bottom with both ends open: a third one wins.
    state = game.parse("......./......./......./...Y.../...Y.../..RR... R")
    assert all(
        e.value is None for e in make_bot("alphabeta:2").choose(game, state, Context(1)).estimates
    )
    decision = make_bot("alphabeta:3").choose(game, state, Context(1))
    wins = {e.move: e.remoteness for e in decision.estimates if e.value is Value.WIN}
    assert decision.move in wins
    assert set(wins.values()) == {3}


@pytest.mark.parametrize(("name", "depth"), [("connect4", 5), ("tictactoe", 5), ("nim", 4)])
def test_stopped_at_any_check(name: str, depth: int) -> None:
    game = make_game(name)
    counter = StopAt(-1, False)
    make_bot(f"alphabeta:{depth}").choose(game, game.initial(), counter)
    checks = -1 - counter.left
    assert checks > depth
    for at in range(1, checks + 1):
        with pytest.raises(Cancelled):
            make_bot(f"alphabeta:{depth}").choose(game, game.initial(), StopAt(at, False))
        decision = make_bot(f"alphabeta:{depth}").choose(game, game.initial(), StopAt(at, True))
        assert decision.move in game.moves(game.initial())
        assert all(e.score is not None for e in decision.estimates)


def four_with(lines: list[list[int]], own: int, cell: int) -> bool:
    """Whether a stone in that cell makes four."""
    near = (line for line in lines if cell in line)
    return any(all(own >> c & 1 or c == cell for c in line) for line in near)


def slow_lead(game: ConnectFour, lines: list[list[int]], state: Stones) -> tuple[int, str]:
    """What the guess promises to count, cell by cell, for the mover; and how the answers ended."""
    sign, answers = 1, 0
    while True:
        mover, both = state
        other = mover ^ both
        drops = {move: game.play(state, move).all ^ both for move in game.moves(state)}
        cells = {move: drop.bit_length() - 1 for move, drop in drops.items()}
        if any(four_with(lines, mover, cell) for cell in cells.values()):
            return sign * DECIDED, "decided by answers" if answers else "won"
        forced = [move for move, cell in cells.items() if four_with(lines, other, cell)]
        if forced:
            # Of two fours to stop one remains, which the other player makes next.
            state, sign, answers = game.play(state, forced[0]), -sign, answers + 1
            continue
        below = [c % game.stride + 1 < game.rows and four_with(lines, other, c + 1)
                 for c in cells.values()]  # fmt: skip
        if cells and all(below):
            return -sign * DECIDED, "nothing but below a threat"
        break
    lead, second = 0, both.bit_count() % 2
    for factor, own, player in ((1, mover, second), (-1, other, 1 - second)):
        for line in lines:
            stones = [own >> cell & 1 for cell in line]
            is_open = not any((both ^ own) >> cell & 1 for cell in line)
            lead += factor * {1: 1, 2: 3}.get(sum(stones), 0) * is_open
        for cell in range(game.columns * game.stride):
            row = cell % game.stride
            if row < game.rows and not both >> cell & 1 and four_with(lines, own, cell):
                lead += factor * (9 if game.rows % 2 or row % 2 == player else 3)
    return sign * lead, "counted after answers" if answers % 2 else "counted"


def test_the_guess_counts_what_it_says_after_the_forced_answers() -> None:
    ends: Counter[str] = Counter()
    for columns, rows in ((7, 6), (4, 4), (5, 7), (5, 6)):
        game = ConnectFour(columns, rows)
        fours = fours_of(columns, rows)
        lines = [[column * game.stride + row for column, row in four] for four in fours]
        for state in some_states(game, 160, 10):
            lead, end = slow_lead(game, lines, state)
            assert game.heuristic(state) == expectation(lead), game.text(state)
            ends[end] += 1
    assert len(ends) == 5 and min(ends.values()) > 1, ends


def test_depth_zero_is_refused() -> None:
    with pytest.raises(OptionError):
        AlphaBeta(0)
