"""Games in bulk whose players see one move ahead, against the same policy by the plain rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.bots.mcts import Mcts
from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.protocols import DecisivePlayouts, Game, Outcome
from engine.recording import GameSampler
from engine.registry import make_game
from engine.solvers.playout import outcome_counts
from engine.solvers.tabulate import no_check
from tests.bulk import SIGMAS, assert_close, random_line
from tests.full import few_or_full

FULL = pytest.mark.full
GAMES_APART = 120  # played one by one
GAMES = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("tictactoe", {"draw": "second", "misere": "true"}),
]
SIZES = [(columns, rows) for columns in range(4, 9) for rows in range(4, 8)]
BOARDS = [("connect4", {"columns": str(c), "rows": str(r)}) for c, r in SIZES]
# By default the usual size, and one of each number of columns and rows.
MOST_BOARDS = [
    board if size == (7, 6) or (size[0] - size[1]) % 4 == 0 else pytest.param(board, marks=FULL)
    for size, board in zip(SIZES, BOARDS, strict=True)
]


def wins(game: Game[Any], state: Any, move: int, player: int) -> bool:
    return game.outcome(game.play(state, move)) is Outcome.win_of(player)


def allowed(game: Game[Any], state: Any) -> list[int]:
    """The moves of the policy, by the plain rules."""
    moves, player = list(game.moves(state)), game.to_move(state)
    winning = [move for move in moves if wins(game, state, move, player)]
    if winning:
        return winning
    if isinstance(game, ConnectFour):
        # The same board with the opponent to move shows where the opponent would win.
        turned = type(state)(state.all ^ state.mover, state.all)
        stops = [
            m for m in moves if game.has_four(game.play(turned, m).all ^ game.play(turned, m).mover)
        ]
        if stops:
            return stops
    safe = []
    for move in moves:
        after = game.play(state, move)
        lost = game.outcome(after) is Outcome.win_of(1 - player)
        if not lost and not any(wins(game, after, m, 1 - player) for m in game.moves(after)):
            safe.append(move)
    if isinstance(game, ConnectFour):
        return [move for move in safe if not fills_under_own(game, state, move)] or safe or moves
    return safe or moves


def fills_under_own(game: ConnectFour, state: Any, move: int) -> bool:
    """Whether the mover would already win in the cell above this stone."""
    above = (game.play(state, move).all ^ state.all) << 1
    return bool(above & game.board) and game.has_four(state.mover | above)


def slow_counts(game: Game[Any], state: Any, games: int, rng: np.random.Generator) -> np.ndarray:
    counts = np.zeros(3, np.int64)
    for _ in range(games):
        now = state
        while game.moves(now):
            moves = allowed(game, now)
            now = game.play(now, moves[int(rng.integers(len(moves)))])
        outcome = game.outcome(now)
        assert outcome is not None
        counts[outcome] += 1
    return counts


def exact_chances(game: Game[Any], state: Any, known: dict[Any, np.ndarray]) -> np.ndarray:
    if state not in known:
        outcome = game.outcome(state)
        if outcome is not None:
            known[state] = np.eye(3)[outcome]
        else:
            after = [exact_chances(game, game.play(state, m), known) for m in allowed(game, state)]
            known[state] = np.average(after, axis=0)
    return known[state]


def some_states(game: Game[Any], count: int, seed: int, least: int = 0) -> list[Any]:
    """Positions of uniformly random games, unfinished, with at least so many plies played."""
    rng = np.random.default_rng(seed)
    found: list[Any] = []
    while len(found) < count:
        late = random_line(game, rng)[least:-1]
        if late:
            found.append(late[int(rng.integers(len(late)))])
    return found


def bulk(game: Game[Any]) -> DecisivePlayouts[Any]:
    assert isinstance(game, DecisivePlayouts)
    return game


@pytest.mark.parametrize("case", GAMES, ids=str)
def test_tictactoe_games_follow_the_exact_chances_of_the_policy(case: Any) -> None:
    game = make_game(*case)
    known: dict[Any, np.ndarray] = {}
    states = [game.initial(), *some_states(game, 30, 3)]
    counts = bulk(game).decisive_playouts(states, 4000, np.random.default_rng(5), no_check)
    for state, row in zip(states, counts, strict=True):
        assert row.sum() == 4000
        assert_close(row, exact_chances(game, state, known))


@pytest.mark.parametrize(
    "case", MOST_BOARDS, ids=lambda case: f"{case[1]['columns']}x{case[1]['rows']}"
)
def test_connect_four_games_follow_the_exact_chances_of_the_policy(case: Any) -> None:
    """Late positions, whose chances can be counted, on every size."""
    game = make_game(*case)
    size = int(case[1]["columns"]) * int(case[1]["rows"])
    known: dict[Any, np.ndarray] = {}
    states = some_states(game, 12, 7, least=size - 9)
    counts = bulk(game).decisive_playouts(states, 3000, np.random.default_rng(8), no_check)
    for state, row in zip(states, counts, strict=True):
        assert row.sum() == 3000
        assert_close(row, exact_chances(game, state, known))


@few_or_full("case", ("connect4", {}), ("connect4", {"columns": "8", "rows": "7"}))
def test_connect_four_games_from_early_on_follow_the_slow_policy(case: Any) -> None:
    game = make_game(*case)
    states = [game.initial(), *some_states(game, 2, 9)]
    counts = bulk(game).decisive_playouts(states, 30_000, np.random.default_rng(1), no_check)
    rng = np.random.default_rng(2)
    for state, row in zip(states, counts, strict=True):
        slow = slow_counts(game, state, GAMES_APART, rng)
        shares = row / row.sum()
        reach = SIGMAS * np.sqrt(GAMES_APART * shares * (1 - shares)) + 1
        apart = np.abs(slow - GAMES_APART * shares)
        assert (apart <= reach).all(), (slow, GAMES_APART * shares)


@pytest.mark.one_of(2)
@pytest.mark.parametrize("case", [*GAMES, *BOARDS[::6], ("connect4", {})], ids=str)
def test_every_move_of_a_single_game_is_one_the_policy_allows(case: Any) -> None:
    game = make_game(*case)
    states = [game.initial(), *some_states(game, 12, 4)]
    plain = outcome_counts(game, states, 50, np.random.default_rng(6), no_check, decisive=True)
    singles = GameSampler(range(0, 50 * len(states), 9))
    seen = outcome_counts(
        game, states, 50, np.random.default_rng(6), no_check, singles, decisive=True
    )
    assert (plain == seen).all()
    for number, line in singles.moves.items():
        state = states[number // 50]
        for move in line:
            assert move in allowed(game, state)
            state = game.play(state, move)
        assert game.outcome(state) == singles.outcomes[number]


def test_a_player_does_not_fill_the_cell_under_a_win_of_its_own_while_it_has_another() -> None:
    """It would let the opponent stop that win: the cell above is worth more than the stone."""
    game = make_game("connect4")
    state = game.parse("......./......./......./..R..../RYYY.../RYRR.YR Y")
    singles = GameSampler(range(500))
    outcome_counts(game, [state], 500, np.random.default_rng(3), no_check, singles, decisive=True)
    assert {line[0] for line in singles.moves.values()} == {0, 1, 2, 3, 5, 6}


def test_a_long_run_is_interrupted_and_counts_every_game() -> None:
    game = make_game("connect4")
    checks = []
    states = some_states(game, 3, 1)
    counts = bulk(game).decisive_playouts(
        states, [30_000, 1, 7_000], np.random.default_rng(1), lambda: checks.append(1)
    )
    assert counts.sum(axis=1).tolist() == [30_000, 1, 7_000]
    assert len(checks) > 10


def test_tree_search_plays_decisive_games_and_flat_monte_carlo_uniform_ones() -> None:
    """From here a uniform game is often lost that no decisive one is."""
    game = make_game("tictactoe")
    state = game.parse("XX.O..... O")
    uniform = outcome_counts(game, [state], 4000, np.random.default_rng(1), no_check)[0]
    decisive = outcome_counts(
        game, [state], 4000, np.random.default_rng(1), no_check, decisive=True
    )[0]
    assert uniform[Outcome.FIRST_WINS] > 2 * decisive[Outcome.FIRST_WINS]
    assert Mcts(100).choose(game, state, Context(1)).move == 2
