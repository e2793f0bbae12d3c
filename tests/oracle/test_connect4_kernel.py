"""The bulk games of Connect Four, step by step, against the plain rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from engine.games.connect4 import ConnectFour, Stones
from engine.games.connect4_playouts import CHUNK, FEW, Lockstep, UniformGames, playouts
from engine.protocols import Outcome, Unsolvable
from engine.solvers.playout import exact_outcomes, scalar_counts
from tests.bulk import CONNECT4_KNOWN_TO, CONNECT4_SHARES, SIGMAS, assert_close, random_line
from tests.solvers.plan_lines import fours_of

SIZES = [(columns, rows) for columns in range(4, 9) for rows in range(4, 8)]


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def random_positions(game: ConnectFour, games: int, seed: int) -> list[Stones]:
    rng = generator(seed)
    return [state for _ in range(games) for state in random_line(game, rng)]


def words(values: Sequence[int] | Sequence[Sequence[int]]) -> np.ndarray:
    return np.array(values, np.uint64)


@pytest.fixture(params=SIZES, ids=lambda size: "{}x{}".format(*size), scope="module")
def game(request: pytest.FixtureRequest) -> ConnectFour:
    columns, rows = request.param
    return ConnectFour(columns, rows)


@pytest.fixture(scope="module")
def lockstep(game: ConnectFour) -> Lockstep:
    return Lockstep(game.columns, game.rows)


def test_full_columns_are_those_without_a_legal_move(game: ConnectFour, lockstep: Lockstep) -> None:
    """Any set of full columns, also those no unfinished game reaches."""
    stride = game.rows + 1
    rng = generator(1)
    boards = []
    for code in range(1 << game.columns):
        heights = [
            game.rows if code >> column & 1 else int(rng.integers(game.rows))
            for column in range(game.columns)
        ]
        boards.append(sum(((1 << h) - 1) << c * stride for c, h in enumerate(heights)))
    stones = words(boards)
    found, scratch = np.empty_like(stones), np.empty_like(stones)
    lockstep.full_columns(stones, found, scratch)
    assert found.tolist() == list(range(1 << game.columns))


def test_every_column_with_room_has_the_same_share_of_digits(
    game: ConnectFour, lockstep: Lockstep
) -> None:
    table = lockstep.table.reshape(1 << game.columns, -1)[:, : lockstep.digits]
    for code in range((1 << game.columns) - 1):
        free = [c for c in range(game.columns) if not code >> c & 1]
        drops, shares = np.unique(table[code], return_counts=True)
        assert drops.tolist() == [1 << c * (game.rows + 1) for c in free]
        assert set(shares.tolist()) == {lockstep.digits // len(free)}


def test_digits_of_a_word_are_even_whatever_came_before(lockstep: Lockstep) -> None:
    """The bound the module promises, by counting: k digits cut a word into pieces this long."""
    fraction = 1 << int(lockstep.fraction)
    assert fraction * lockstep.digits <= 1 << 64
    shortest = fraction // lockstep.digits ** (lockstep.per_word - 1)
    share = shortest // lockstep.columns  # words that lead to one of the columns, up to one
    assert share >= 16_384


@pytest.mark.one_of(3)
def test_lines_of_four_are_those_of_the_rules(game: ConnectFour, lockstep: Lockstep) -> None:
    """In finished and unfinished games, and on boards filled without rules."""
    masks = [mask for state in random_positions(game, 20, 2) for mask in game.stones_of(state)]
    rng = generator(3)
    board = int(lockstep.board)
    masks += [int(mask) & board for mask in rng.bit_generator.random_raw(500)]
    stones = words(masks)
    found = lockstep.fours(stones, *(np.empty_like(stones) for _ in range(3))) != 0
    fours = [{*four} for four in fours_of(game.columns, game.rows)]
    expected = [any(four <= {*game.cells(mask)} for four in fours) for mask in masks]
    assert found.tolist() == expected
    assert any(expected)
    assert not all(expected)


def counted_positions(game: ConnectFour, rng: np.random.Generator) -> list[tuple[Stones, Any]]:
    """From each of the twelve longest of many games, the earliest position that can be counted."""
    found = []
    for line in sorted((random_line(game, rng) for _ in range(120)), key=len)[-12:]:
        for state in line[-9:]:
            if game.outcome(state) is not None:
                break
            try:
                rows = exact_outcomes(game, state, lambda: None, limit=1000)
            except Unsolvable:
                continue
            found.append((state, np.mean(list(rows.values()), axis=0)))
            break
    return found


@pytest.mark.one_of(3)
def test_unfinished_games_by_exact_chances(game: ConnectFour) -> None:
    """Late positions of many games in one run, each against its own exact chances."""
    rng = generator(4)
    counted = counted_positions(game, rng)
    assert counted
    states = [state for state, _ in counted]
    repeats = [1500 + 100 * number for number in range(len(states))]
    counts = game.playouts(states, repeats, rng, lambda: None)
    assert counts.sum(axis=1).tolist() == repeats
    assert_close(counts, np.array([chances for _, chances in counted]))


def test_finished_games_count_as_they_ended(game: ConnectFour, lockstep: Lockstep) -> None:
    """Also when the loser could make four with the very next stone."""
    rng = generator(6)
    ended = [random_line(game, rng)[-1] for _ in range(60)]
    counts = playouts(partial(UniformGames, lockstep), CHUNK, ended, 40, rng, lambda: None)
    for state, row in zip(ended, counts, strict=True):
        outcome = game.outcome(state)
        assert outcome is not None
        assert row[outcome] == 40 == row.sum()


def test_the_first_four_wins_when_the_second_follows() -> None:
    """R has four upright in column 0; Y with three in column 6 plays on in the same look."""
    game = ConnectFour()
    state = game.parse("......./......./......./R.....Y/R.....Y/R.....Y R")
    counts = game.playouts([state], 200_000, generator(7), lambda: None)[0]
    rows = scalar_counts(game, [state], 3000, generator(8), lambda: None)[0]
    assert abs(counts[0] / 200_000 - rows[0] / 3000) < SIGMAS * (0.25 / 3000) ** 0.5
    assert counts[0] / 200_000 > 0.5


def test_games_are_looked_at_again_in_the_right_order() -> None:
    """`_mover_first` on games that go on after their end, against the rules ply by ply."""
    game = ConnectFour()
    lockstep = Lockstep(7, 6)
    rng = generator(9)
    histories: list[list[int]] = []
    last: list[int] = []
    expected: list[bool] = []
    while len(histories) < 200:
        line = random_line(game, rng)
        if len(line) < 6 or line[-1].all.bit_count() > 37:
            continue
        stones = [state.all for state in line[-6:]]
        movers = list(game.stones_of(line[-1]))
        winner = int(game.outcome(line[-1]) or 0) // 2
        if game.outcome(line[-1]) is Outcome.DRAW:
            continue
        loser = 1 - winner
        # Play on until the loser has four too.
        turn, both = loser, stones[-1]
        for _ in range(6):
            free = [c for c in range(7) if (both + (1 << c * 7)) & int(lockstep.board) & ~both]
            if not free:
                break
            grown = both | both + (1 << free[int(rng.integers(len(free)))] * 7)
            movers[turn] |= grown ^ both
            both, turn = grown, 1 - turn
            stones.append(both)
        pair = words(movers)
        if not (lockstep.fours(pair, *(np.empty_like(pair) for _ in range(3))) != 0).all():
            continue
        stones += [both] * (12 - len(stones))
        player = int(rng.integers(2))
        histories.append(stones)
        last.append(movers[player])
        expected.append(player == winner)
    found = lockstep.mover_first(words(histories).T.copy(), words(last))
    assert found.tolist() == expected


@pytest.mark.parametrize("games", [1, 2, FEW, FEW + 1, 32_768, 33_000, 400_000])
def test_every_number_of_games_is_played(games: int) -> None:
    game = ConnectFour()
    counts = game.playouts([game.initial()], games, generator(games), lambda: None)
    assert counts.sum() == games
    assert_close(counts[0], CONNECT4_SHARES, CONNECT4_KNOWN_TO)


def test_mean_length_of_random_games_by_the_plain_rules() -> None:
    """21.31 plies: the frequencies compared elsewhere rest on these very rules."""
    game = ConnectFour()
    rng = generator(10)
    lengths = [len(random_line(game, rng)) - 1 for _ in range(2000)]
    assert abs(np.mean(lengths) - 21.31) < SIGMAS * np.std(lengths) / len(lengths) ** 0.5


def test_checks_come_often_whatever_the_number_of_games() -> None:
    """At most one look at the clock's worth of plies between two checks."""
    game = ConnectFour()
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1

    game.playouts([game.initial()], 200_000, generator(11), check)
    assert calls >= 6 * 5
