"""Chapter 1: random games of tic-tac-toe, against the exact chances of every position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.own.exercises.counterexample import (
    Counterexample,
    Tools,
    all_states,
    chances,
    example_of,
    is_number,
)
from engine.own.think import shown

NUMBERS = {".": 0, "X": 1, "O": 2}
# Random games of a position and the standard deviations that chance may make: the larger number
# only where the smaller one is suspicious.
PASSES = (100, 3.5), (2000, 5.0)
PLAYED = 400  # random games for each square where it plays


def board_of(game: Any, state: Any) -> list[int]:
    """Return the nine numbers of a position: 0 free, 1 X, 2 O."""
    return [NUMBERS[sign] for sign in game.text(state)[:9]]


def _different(game: Any) -> list[Any]:
    """Return every position, equal ones once, those nearest to the end first."""
    return [*{game.canonical(state): None for state in all_states(game, game.initial())}]


def _differing(
    exact: Mapping[int, float],
    variances: Mapping[int, float],
    sample: Callable[[int], Mapping[int, float]],
) -> tuple[int, Mapping[int, float]] | None:
    """Return what differs by more than chance with the person's numbers; None if nothing does."""
    for games, limit in PASSES:
        yours = sample(games)
        most = {key: limit * (max(each, 0.0) / games) ** 0.5 for key, each in variances.items()}
        # No number is off, too.
        off = [key for key in exact if not abs(yours[key] - exact[key]) <= most[key] + 1e-9]
        if not off:
            return None
    return off[0], yours


def check_playout(file: Any, tools: Tools) -> None:
    """From every position each result is as frequent as among all random games."""
    game, rng = tools.rules[0], tools.random_of(tools.seed)
    chances_of = chances(game)
    for state in _different(game):
        exact = dict(zip((1, 0, 2), chances_of(state), strict=True))
        variances = {winner: chance * (1 - chance) for winner, chance in exact.items()}
        wrong = _differing(exact, variances, partial(_results, file, game, state, rng))
        if wrong is not None:
            winner, yours = wrong
            values = {"yours": yours[winner], "exact": exact[winner]}
            raise Counterexample(f"playout.{winner}", example_of(game, state), **values)


def _results(file: Any, game: Any, state: Any, rng: Any, games: int) -> Mapping[int, float]:
    """Return the shares of the results of random games; of a finished one few are enough."""
    board, counts = board_of(game, state), {1: 0, 0: 0, 2: 0}
    games = games if game.moves(state) else 2
    for _ in range(games):
        given = [*board]
        winner = file.playout(given, game.to_move(state) + 1, rng)
        if type(winner) is not int or winner not in counts:
            raise Counterexample("winner", example_of(game, state), yours=shown(winner))
        if given != board:
            raise Counterexample("changed", example_of(game, state), name="playout")
        counts[winner] += 1
    return {winner: count / games for winner, count in counts.items()}


def check_shares(file: Any, tools: Tools) -> None:
    """In every position each free square has its share of wins, a draw counted as half."""
    game, rng = tools.rules[0], tools.random_of(tools.seed)
    chances_of = chances(game)
    for state in filter(game.moves, _different(game)):
        exact, variances = {}, {}
        for move in game.moves(state):
            first, draw, second = chances_of(game.play(state, move))
            won = second if game.to_move(state) else first
            exact[move] = won + draw / 2
            variances[move] = won + draw / 4 - exact[move] ** 2
        wrong = _differing(exact, variances, partial(_answer, file, game, state, rng))
        if wrong is not None:
            square, yours = wrong
            numbers = {str(move): (yours[move], exact[move]) for move in exact}
            values = {"square": square, "yours": yours[square], "exact": exact[square]}
            raise Counterexample("share", example_of(game, state, numbers), **values)


def _answer(file: Any, game: Any, state: Any, rng: Any, games: int) -> Mapping[int, float]:
    """Return the shares of a position. Raises Counterexample for another answer."""
    board, example = board_of(game, state), example_of(game, state)
    given, free = [*board], [*game.moves(state)]
    answer = file.choose(given, game.to_move(state) + 1, games, rng)
    listed = isinstance(answer, dict) and {*answer} == {*free}
    if not listed or not all(map(is_number, answer.values())):
        squares = ", ".join(map(str, free))
        raise Counterexample("shares", example, yours=shown(answer), squares=squares)
    if given != board:
        raise Counterexample("changed", example, name="choose")
    return {square: float(share) for square, share in answer.items()}


def check_same(file: Any, tools: Tools) -> None:
    """The same generator gives the same answer."""
    game = tools.rules[0]
    state = game.initial()
    first, again = (_answer(file, game, state, tools.random_of(tools.seed), 20) for _ in range(2))
    if first != again:
        raise Counterexample("same", example_of(game, state))


CHECKS = (check_playout, check_shares, check_same)


def choose(file: Any, random_of: Any, game: Any, state: Any, think: Any) -> Any:
    """Play by the shares of the person's function."""
    rng = random_of(int(think.rng.integers(2**63)))
    shares = file.choose(board_of(game, state), game.to_move(state) + 1, PLAYED, rng)
    return {str(square): share for square, share in shares.items()}
