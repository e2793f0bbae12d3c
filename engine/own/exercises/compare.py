"""Chapter 2: two players compared, by spies as players, and the interval by drawn experiments."""

from __future__ import annotations

from itertools import product
from typing import Any

from engine.own.exercises.counterexample import Counterexample, Tools, is_number
from engine.own.think import shown

RESULTS = (1, 0.5, 0)  # points of whoever begins
EXPERIMENTS = 5000
GAMES = (20, 100)  # of an experiment
COVERED = (0.93, 0.97)  # the share of experiments whose interval holds the truth
PLIES = 19  # of the game of the player who always takes the first column against itself
SMALLEST = 12  # games: every result of fewer is tried


def check_match(file: Any, tools: Tools) -> None:
    """The players change seats after each game, and a draw counts half."""
    scripts = [each for games in (1, 2, 3) for each in product(RESULTS, repeat=games)]
    for script in (*scripts, RESULTS * 7):
        seats: list[tuple[object, object]] = []

        def play(first: object, second: object, script: Any = script, seats: Any = seats) -> Any:
            if len(seats) == len(script):
                raise Counterexample("games", None, games=len(script))
            seats.append((first, second))
            return script[len(seats) - 1]

        points = file.match("a", "b", len(script), play)
        if len(seats) != len(script):
            raise Counterexample("games", None, games=len(script))
        right = [("b", "a") if number % 2 else ("a", "b") for number in range(len(script))]
        for number, (yours, exact) in enumerate(zip(seats, right, strict=True), start=1):
            if yours != exact:
                raise Counterexample("seats", None, game=number, first=exact[0])
        total = sum(1 - each if n % 2 else each for n, each in enumerate(script))
        if not is_number(points) or points != total:
            results = ", ".join(f"{each:g}" for each in script)
            raise Counterexample("points", None, results=results, yours=shown(points), exact=total)


def check_first(file: Any, tools: Tools) -> None:
    """A player against itself has half the points, by games that are really played."""
    game, plies = tools.rules[0], [0]

    def first(state: Any) -> int:
        plies[0] += 1
        return int(game.moves(state)[0])

    def play(one: Any, other: Any) -> float:
        state, players = game.initial(), (one, other)
        while game.outcome(state) is None:
            state = game.play(state, players[game.to_move(state)](state))
        return float(game.outcome(state).score(0))

    points = file.match(first, first, 2, play)
    if not is_number(points) or points != 1:
        raise Counterexample("first", None, yours=shown(points))
    if plies[0] != 2 * PLIES:
        raise Counterexample("plies", None, yours=plies[0], exact=2 * PLIES)


def check_interval(file: Any, tools: Tools) -> None:
    """It stays within 0 and 1, is never without width, and holds the truth as often as it says."""
    for games in range(1, SMALLEST):
        for points in range(games + 1):
            low, high = _interval(file, points, games)
            if not -1e-9 <= low < high <= 1 + 1e-9:
                values = {"points": points, "games": games, "low": low, "high": high}
                raise Counterexample("range", None, **values)
    rng, covered = tools.random_of(tools.seed), 0
    for _ in range(EXPERIMENTS):
        truth, games = rng.random(), rng.randint(*GAMES)
        low, high = _interval(file, sum(rng.random() < truth for _ in range(games)), games)
        covered += low <= truth <= high
    if not COVERED[0] <= covered / EXPERIMENTS <= COVERED[1]:
        raise Counterexample("covered", None, yours=covered / EXPERIMENTS)


def _interval(file: Any, points: int, games: int) -> tuple[float, float]:
    answer = file.interval(points, games)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    if not pair or not all(map(is_number, answer)):
        raise Counterexample("interval", None, yours=shown(answer), points=points, games=games)
    return float(answer[0]), float(answer[1])


CHECKS = (check_match, check_first, check_interval)
