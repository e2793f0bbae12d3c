"""Puzzles solved to another goal than the usual one, or with some of the turns, by plain search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import islice
from typing import Any, TypeVar

import numpy as np
import pytest

from engine.cli.cube_and_tiles import CUBE_SOLVERS, cube_report, tiles_report
from engine.games.cube_facelets import HeldCube, Turn, parse_turns
from engine.games.sliding_tiles import SlidingTiles
from engine.protocols import PositionError, Unsolvable
from engine.solvers.puzzle_solvers import SOLVERS
from tests.commands import printed, refused

V = TypeVar("V", bound=Hashable)


def distance_and_ways(
    start: V, goal: V, neighbours: Callable[[V], Iterable[V]]
) -> tuple[int, int] | None:
    """The length and number of the shortest ways, layer by layer; None without any."""
    seen, layer, depth = {start}, {start: 1}, 0
    while layer:
        if goal in layer:
            return depth, layer[goal]
        following: dict[V, int] = {}
        for position, ways in layer.items():
            for after in neighbours(position):
                if after not in seen:
                    following[after] = following.get(after, 0) + ways
        seen.update(following)
        layer, depth = following, depth + 1
    return None


@pytest.mark.parametrize("goal", ["4 1 2/0 3 5", "2 1 3/4 5 0", "0 5 4/3 2 1"])
def test_every_solver_of_tiles_reaches_any_goal(goal: str) -> None:
    """Also one of the half that the usual goal cannot be reached from."""
    puzzle = SlidingTiles("2x3", goal)
    rng = np.random.default_rng(1)
    for _ in range(6):
        state = puzzle.goal()
        for _ in range(25):
            moves = puzzle.moves(state)
            state = puzzle.play(state, moves[int(rng.integers(len(moves)))])
        expected = distance_and_ways(state, puzzle.goal(), puzzle.neighbours)
        assert expected is not None
        assert puzzle.parse(puzzle.text(state)) == state
        assert puzzle.position(puzzle.number(state)) == state
        assert all(bound(state) <= expected[0] for bound in puzzle.heuristics.values())
        for solver in SOLVERS:
            report = tiles_report(puzzle, state, solver, None, True)
            assert (report["length"], report["count"]) == expected
            assert len(set(report["solutions"])) == expected[1]
            reached = state
            for tile in report["solutions"][0].split():
                reached = puzzle.play(reached, puzzle.parse_move(reached, tile))
            assert reached == puzzle.goal() and report["goal"] == goal


def test_tiles_of_the_other_half_are_refused() -> None:
    swapped = "2 1 3/4 5 0"
    with pytest.raises(PositionError, match="two tiles are swapped"):
        SlidingTiles("2x3").parse(swapped)
    with pytest.raises(PositionError, match="two tiles are swapped"):
        SlidingTiles("2x3", swapped).parse("1 2 3/4 5 0")


def turned(cube: HeldCube, faces: str, metric: str) -> list[HeldCube]:
    counts = (1, 3) if metric == "quarter" else (1, 2, 3)
    return [cube.turn(Turn(face, quarters)) for face in faces for quarters in counts]


def report_of(scramble: str, metric: str, solver: str, **more: Any) -> dict[str, Any]:
    return cube_report(HeldCube().turns(parse_turns(scramble)), metric, solver, True, **more)


@pytest.mark.parametrize("metric", ["quarter", "half"])
@pytest.mark.parametrize("solver", CUBE_SOLVERS)
def test_a_cube_is_turned_to_any_other(metric: str, solver: str) -> None:
    for scramble, more in (("R U2 F", "U F'"), ("x D L", "R U R'"), ("", "F2"), ("R", "")):
        start = HeldCube().turns(parse_turns(scramble))
        goal = start.turns(parse_turns(more))
        report = report_of(scramble, metric, solver, goal=goal.facelets)
        expected = distance_and_ways(start, goal, lambda cube: turned(cube, "URF", metric))
        assert (report["length"], report["count"]) == expected
        for line in report["solutions"]:
            assert start.turns(parse_turns(line)) == goal


@pytest.mark.parametrize("solver", CUBE_SOLVERS)
def test_a_cube_is_solved_with_some_faces_alone(solver: str) -> None:
    for scramble, faces in (("R U R' U2", "UR"), ("F R F'", "RF"), ("U2", "U")):
        start = HeldCube().turns(parse_turns(scramble))
        report = report_of(scramble, "quarter", solver, faces=faces)

        def neighbours(cube: HeldCube, faces: str = faces) -> list[HeldCube]:
            return turned(cube, faces, "quarter")

        expected = distance_and_ways(start, HeldCube(), neighbours)
        assert (report["length"], report["count"]) == expected
        for line in islice(report["solutions"], 20):
            assert start.turns(parse_turns(line)).solved
            assert {turn.name for turn in parse_turns(line)} <= set(faces)
    with pytest.raises(Unsolvable, match="cannot be reached"):
        report_of("F", "quarter", solver, faces="UR")


def test_the_terminal_refuses_turns_and_goals_in_one_sentence() -> None:
    cube = ["cube", "--scramble", "F"]
    sentence = refused(*cube, "--turns", "U,R", code=1)
    assert sentence == "main.py cube: The goal cannot be reached from here."
    for line in ([*cube, "--turns", "D"], [*cube, "--goal", "UUUU"], ["tiles", "--random", "3",
                 "--goal", "1 2 3/8 0 4/7 6 5"]):  # fmt: skip
        assert refused(*line)
    classic = ["tiles", "--position", "2 8 3/1 6 4/7 0 5", "--goal", "1 2 3/8 0 4/7 6 5"]
    assert "  6 8 2 1 8\n" in printed(*classic)
