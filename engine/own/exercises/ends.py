"""Chapter 3: a search from both ends, on cubes of every distance, and on tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.context import Context
from engine.own.exercises.counterexample import Counterexample, Tools, example_of
from engine.own.think import shown
from engine.solvers import bidirectional

EVERY = 3  # turns up to which every position is asked
FARTHEST = 8  # turns; from one end alone they are STOPPED no sooner
DEEP = 10  # turns of the search whose turns are counted
STOPPED = 300_000  # turns at which a search is ended
SLACK = 2  # times what two ends need


def check_shortest(file: Any, tools: Tools) -> None:
    """Every cube is solved in as few turns as possible."""
    _check(file, tools.rules[0], tools, FARTHEST)


def check_tiles(file: Any, tools: Tools) -> None:
    """The same function solves another puzzle."""
    _check(file, tools.rules[1], tools, DEEP)


def _check(file: Any, puzzle: Any, tools: Tools, farthest: int) -> None:
    for state, distance in _positions(puzzle, tools, farthest):
        turns = _solution(file, puzzle, state, Turner(puzzle).turn)
        if len(turns) != distance:
            raise Counterexample(
                "long", example_of(puzzle, state), yours=len(turns), exact=distance
            )


def check_both(file: Any, tools: Tools) -> None:
    """It makes at most twice as many turns as a search from both ends needs."""
    puzzle = tools.rules[0]
    for distance in (FARTHEST, DEEP):
        state = _at_distance(puzzle, distance, tools)
        turner, most = Turner(puzzle), SLACK * _turns_from_both_ends(puzzle, state)
        try:
            _solution(file, puzzle, state, turner.turn)
        finally:
            if turner.count > most:
                key = "stopped" if turner.count >= STOPPED else "turns"
                values = {"yours": turner.count, "exact": most, "turns": distance}
                raise Counterexample(key, example_of(puzzle, state), **values) from None


def _turns_from_both_ends(puzzle: Any, state: Any) -> int:
    counts: list[int] = []
    bidirectional.solve(puzzle, state, Context(0), watch=lambda *facts: counts.append(facts[3]))
    return sum(counts)


class Turner:
    """The function `turn` of a puzzle, which counts its calls."""

    def __init__(self, puzzle: Any) -> None:
        self._puzzle, self.count = puzzle, 0

    def turn(self, position: Any, number: int) -> Any:
        """Return the position after a turn; where it is not possible, the same position."""
        self.count += 1
        if self.count >= STOPPED:
            raise Counterexample("endless", example_of(self._puzzle, position), yours=STOPPED)
        possible = number in self._puzzle.moves(position)
        return self._puzzle.play(position, number) if possible else position


def turns_of(puzzle: Any) -> list[int]:
    """Return the numbers of all turns of a puzzle."""
    goal = puzzle.goal()
    near = [goal, *(puzzle.play(goal, move) for move in puzzle.moves(goal))]
    middle = [puzzle.play(each, move) for each in near for move in puzzle.moves(each)]
    return sorted({int(move) for each in middle for move in puzzle.moves(each)})


def _solution(file: Any, puzzle: Any, state: Any, turn: Callable[[Any, int], Any]) -> list[int]:
    """Return the turns that the person's function answers. Raises Counterexample."""
    goal, turns = puzzle.goal(), turns_of(puzzle)
    answer = file.solve(state, goal, turns, turn, puzzle.inverse)
    if not isinstance(answer, list | tuple) or not all(each in turns for each in answer):
        raise Counterexample("solution", example_of(puzzle, state), yours=shown(answer))
    after = state
    for each in answer:
        after = Turner(puzzle).turn(after, each)
    if after != goal:
        raise Counterexample("unsolved", example_of(puzzle, state), yours=shown(list(answer)))
    return list(answer)


def _positions(puzzle: Any, tools: Tools, farthest: int) -> Iterator[tuple[Any, int]]:
    """Yield positions with their distances: all near ones, and one of each farther distance."""
    layer, seen = [puzzle.goal()], {puzzle.goal()}
    for distance in range(EVERY + 1):
        yield from ((state, distance) for state in layer)
        after = [puzzle.play(state, move) for state in layer for move in puzzle.moves(state)]
        layer = [*dict.fromkeys(each for each in after if each not in seen)]
        seen.update(layer)
    for distance in range(EVERY + 1, farthest + 1):
        yield _at_distance(puzzle, distance, tools), distance


def _at_distance(puzzle: Any, distance: int, tools: Tools) -> Any:
    """Return a position this far from the goal: one that random turns lead to."""
    rng = tools.random_of(tools.seed)
    state, length = puzzle.goal(), 0
    while length != distance:
        state = puzzle.play(state, rng.choice([*puzzle.moves(state)]))
        length = bidirectional.solve(puzzle, state, Context(0)).length
        if length > distance:
            state = puzzle.goal()
    return state


CHECKS = (check_shortest, check_both, check_tiles)


def solve(file: Any, random_of: Any, puzzle: Any, state: Any, think: Any) -> Any:
    """Solve a puzzle by the person's function."""
    turner = Turner(puzzle)
    turner.count = -(10**12)  # the time alone ends it
    return file.solve(state, puzzle.goal(), turns_of(puzzle), turner.turn, puzzle.inverse)
