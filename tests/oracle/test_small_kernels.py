"""The bulk games of tic-tac-toe and of the heaps against exact chances, from every stage."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine.games.tictactoe import _step_tables
from engine.protocols import Game
from engine.recording import GameSampler
from engine.registry import make_game
from engine.solvers.playout import exact_outcomes
from tests.bulk import TICTACTOE_SHARES, assert_close, bulk
from tests.contract.every_game import TWO_PLAYERS

GAMES_EACH = 2000
SMALL = [variant for variant in TWO_PLAYERS if variant[0] != "connect4"]


def exact(game: Game[Any], state: Any) -> npt.NDArray[np.float64]:
    """Shares of first wins, draws, second wins."""
    outcome = game.outcome(state)
    if outcome is not None:
        return np.array(np.eye(3)[outcome])
    rows = exact_outcomes(game, state, lambda: None)
    return np.average(list(rows.values()), axis=0)


def positions(game: Game[Any], rng: np.random.Generator) -> list[Any]:
    """Two positions of every length a game can have so far, finished ones among them."""
    by_length: dict[int, list[Any]] = {}
    for _ in range(60):
        state, length = game.initial(), 0
        while True:
            found = by_length.setdefault(length, [])
            if state not in found and len(found) < 2:
                found.append(state)
            moves = game.moves(state)
            if not moves:
                break
            state, length = game.play(state, moves[int(rng.integers(len(moves)))]), length + 1
    return [state for found in by_length.values() for state in found]


@pytest.mark.one_of(3)
@pytest.mark.parametrize(("name", "options"), SMALL, ids=str)
def test_every_stage_by_exact_chances(name: str, options: dict[str, str]) -> None:
    game = make_game(name, options)
    rng = np.random.Generator(np.random.PCG64(21))
    states = positions(game, rng)
    assert any(game.outcome(state) is not None for state in states)
    counts = bulk(game).playouts(states, GAMES_EACH, rng, lambda: None)
    shares = np.array([exact(game, state) for state in states])
    assert (counts.sum(axis=1) == GAMES_EACH).all()
    assert_close(counts, shares)


@pytest.mark.parametrize("games", [1, 7, 32_768, 400_000])
def test_every_number_of_tictactoe_games_is_played(games: int) -> None:
    game = make_game("tictactoe")
    rng = np.random.Generator(np.random.PCG64(games))
    counts = bulk(game).playouts([game.initial()], games, rng, lambda: None)[0]
    assert counts.sum() == games
    assert_close(counts, TICTACTOE_SHARES)


def test_exact_chances_of_the_empty_board() -> None:
    game = make_game("tictactoe")
    shares = exact(game, game.initial())
    assert np.allclose(shares, TICTACTOE_SHARES, rtol=0, atol=1e-12)


def test_tables_of_tictactoe_broken_off_anywhere_are_sound() -> None:
    """Stopped again and again, a little later each time: what follows is still exact."""
    _step_tables.cache_clear()  # other games may have built them already

    class Stop(Exception):  # noqa: N818 - a request, not an error
        pass

    game = make_game("tictactoe")
    state = game.parse("XO....... X")
    shares = exact(game, state)
    stopped = 0
    for allowed in range(0, 60, 3):
        left = allowed

        def check() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stop

        try:
            bulk(game).playouts([state], 10, np.random.Generator(np.random.PCG64(1)), check)
        except Stop:
            stopped += 1
    assert stopped > 2
    rng = np.random.Generator(np.random.PCG64(2))
    counts = bulk(game).playouts([state], 50_000, rng, lambda: None)[0]
    assert_close(counts, shares)


# With seed 5: how many games from each position, how many of them the first player wins, and what
# the generator gives next. A decision made again from its seed comes out the same.
RECORDED = [
    ("nim", {}, {"5,4,3,2,1 0": (3000, 1470), "0,0,3,2,0 1": (500, 245), "1,0,0,0,0 0": (20, 20)}),
    ("nim", {"heaps": "3,5,6,7", "misere": "true"}, {"3,5,6,7 1": (20_000, 9928)}),
    ("subtraction", {"takes": "2,5,7"}, {"21 0": (4000, 2015), "8 1": (4000, 2662)}),
    ("matches", {}, {"16 1": (4000, 1966), "3 0": (4000, 2037)}),
]
NEXT = [869165317, 894353325, 695984967, 983720199]


@pytest.mark.parametrize("heard", [False, True], ids=["alone", "with a listener"])
@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_heap_games_of_a_seed_are_those_they_always_were(number: int, heard: bool) -> None:
    """Whoever hears of single games changes no random number, and hears them to their end."""
    name, options, wanted = RECORDED[number]
    game = make_game(name, options)
    rng = np.random.Generator(np.random.PCG64(5))
    states = [game.parse(text) for text in wanted]
    repeats = [games for games, _ in wanted.values()]
    singles = GameSampler([0, 7])
    singles.expect(sum(repeats))
    given = singles if heard else None
    counts = bulk(game).playouts(states, repeats, rng, lambda: None, given)
    assert counts.tolist() == [[wins, 0, games - wins] for games, wins in wanted.values()]
    assert int(rng.integers(10**9)) == NEXT[number]
    for single, moves in singles.moves.items() if heard else ():
        state = states[0]
        for move in moves:
            state = game.play(state, move)
        assert game.outcome(state) == singles.outcomes[single]
