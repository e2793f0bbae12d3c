"""Random games in bulk against the exact chances of the plain rules, for every game."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine.games.tictactoe import StepTables, TicTacToe
from engine.protocols import ExactChances, Game, Outcome, Playouts, Unsolvable
from engine.registry import make_game
from engine.solvers.playout import exact_outcomes, scalar_chances, scalar_counts
from tests.bulk import SIGMAS, assert_close, random_line
from tests.contract.every_game import on_every_game

GAMES_EACH = 3000


def chances(game: Game[Any], state: Any) -> npt.NDArray[np.float64] | None:
    """Exact shares of first wins, draws, second wins; None where they take too long to count."""
    outcome = game.outcome(state)
    if outcome is not None:
        return np.array(np.eye(3)[outcome])
    try:
        rows = exact_outcomes(game, state, lambda: None, limit=1000)
    except Unsolvable:
        return None
    assert sorted(rows) == list(game.moves(state))
    return np.average(list(rows.values()), axis=0)


def random_lines(game: Game[Any], rng: np.random.Generator, games: int) -> list[list[Any]]:
    """The positions of random games, the shortest game first."""
    return sorted((random_line(game, rng) for _ in range(games)), key=len)


def known_positions(
    game: Game[Any], rng: np.random.Generator, games: int
) -> list[tuple[Any, np.ndarray]]:
    """Positions with their exact chances: in long random games the earliest that can be counted.

    The last one is finished.
    """
    lines = random_lines(game, rng, games)
    found = []
    for line in lines[-8:]:
        late = ((state, chances(game, state)) for state in line[-9:])
        found.append(next((state, shares) for state, shares in late if shares is not None))
    return [*found, (lines[0][-1], np.eye(3)[game.outcome(lines[0][-1])])]


@on_every_game
def test_bulk_games_follow_the_exact_chances(game: Game[Any]) -> None:
    assert isinstance(game, Playouts)
    rng = np.random.Generator(np.random.PCG64(11))
    known = known_positions(game, rng, 40)
    assert any(game.outcome(state) is None for state, _ in known)
    counts = game.playouts([state for state, _ in known], GAMES_EACH, rng, lambda: None)
    assert counts.shape == (len(known), len(Outcome))
    assert (counts.sum(axis=1) == GAMES_EACH).all()
    assert_close(counts, np.array([shares for _, shares in known]))


@on_every_game
def test_bulk_games_from_the_start_follow_the_plain_rules(game: Game[Any]) -> None:
    assert isinstance(game, Playouts)
    rng = np.random.Generator(np.random.PCG64(12))
    start = game.initial()
    few = scalar_counts(game, [start], 150, rng, lambda: None)[0]
    many = game.playouts([start], 5_000, rng, lambda: None)[0]
    shares = (few + many) / (few.sum() + many.sum())
    spread = np.sqrt(shares * (1 - shares) * (1 / few.sum() + 1 / many.sum()))
    apart = np.abs(few / few.sum() - many / many.sum())
    assert (apart <= SIGMAS * spread + 1e-9).all(), (few, many)


SIZES = [("4", "4"), ("4", "7"), ("7", "6"), ("8", "7")]


@pytest.mark.parametrize("columns, rows", SIZES)
def test_chances_counted_in_bulk_are_those_of_the_plain_rules(columns: str, rows: str) -> None:
    game = make_game("connect4", {"columns": columns, "rows": rows})
    assert isinstance(game, ExactChances)
    rng = np.random.Generator(np.random.PCG64(13))
    compared = 0
    for line in random_lines(game, rng, 100)[-10:]:  # where few positions follow
        state = line[-int(rng.integers(2, 7))]
        try:
            expected = scalar_chances(game, state, lambda: None, limit=3000)
        except Unsolvable:
            continue
        found = exact_outcomes(game, state, lambda: None)
        assert list(found) == list(expected)
        for move, shares in expected.items():
            assert found[move] == pytest.approx(shares, abs=1e-12)
        compared += 1
    assert compared >= 2


def positions_after(game: Game[Any], state: Any) -> int:
    reached: set[Any] = set()
    waiting = [state]
    while waiting:
        position = waiting.pop()
        new = {game.play(position, move) for move in game.moves(position)} - reached
        reached |= new
        waiting += new
    return len(reached)


def test_chances_are_counted_up_to_the_limit_and_not_beyond() -> None:
    game = make_game("connect4", {"columns": "4", "rows": "4"})
    state = game.initial()
    for column in (0, 1, 1, 0, 2, 3, 3):
        state = game.play(state, column)
    count = positions_after(game, state)
    assert count > 500
    assert exact_outcomes(game, state, lambda: None, limit=count)
    with pytest.raises(Unsolvable):
        exact_outcomes(game, state, lambda: None, limit=count - 1)


@on_every_game
def test_repeats_differ_by_position_and_seeds_reproduce(game: Game[Any]) -> None:
    assert isinstance(game, Playouts)
    start = game.initial()
    states = [start, *(game.play(start, move) for move in game.moves(start)[:3])]
    repeats = [5, 0, 117, 64][: len(states)]
    runs = [
        game.playouts(states, repeats, np.random.Generator(np.random.PCG64(3)), lambda: None)
        for _ in range(2)
    ]
    assert (runs[0] == runs[1]).all()
    assert runs[0].sum(axis=1).tolist() == repeats


@on_every_game
def test_bulk_games_can_be_stopped(game: Game[Any]) -> None:
    assert isinstance(game, Playouts)

    class Stop(Exception):  # noqa: N818 - a request, not an error
        pass

    def stop() -> None:
        raise Stop

    with pytest.raises(Stop):
        game.playouts([game.initial()], 100_000, np.random.Generator(np.random.PCG64(1)), stop)


def test_tables_of_tictactoe_serve_threads_that_extend_them_at_once() -> None:
    """Bots of one program share them: each counts as if the tables were its own."""
    game = TicTacToe()
    starts = [game.play(game.initial(), cell) for cell in game.moves(game.initial())][:4]

    def counts(tables: StepTables, cell: int) -> list[int]:
        rng = np.random.default_rng(cell)
        return [*map(int, tables.play([starts[cell]], 500, rng, lambda: None)[0])]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        shared = StepTables(game, 3, game.moves)
        with ThreadPoolExecutor(len(starts)) as threads:
            found = [*threads.map(partial(counts, shared), range(len(starts)))]
    finally:
        sys.setswitchinterval(interval)
    assert found == [counts(StepTables(game, 3, game.moves), cell) for cell in range(len(starts))]
    assert len(set(shared.states)) == len(shared.states) == len(shared.number)
