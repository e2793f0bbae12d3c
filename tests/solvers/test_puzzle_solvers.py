"""The solvers of any puzzle: they agree with one another and with a plain search in breadth."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from engine.context import Cancelled, Context
from engine.games.pocket_cube import PocketCube
from engine.games.sliding_tiles import SIZES, SlidingTiles
from engine.protocols import Decision, OptionError, Puzzle, Unsolvable
from engine.solvers.heuristic_search import a_star, iterative_deepening
from engine.solvers.puzzle_solvers import HEURISTIC_SOLVERS, SOLVERS, PuzzleSolvers
from tests.interrupted import StopAt
from tests.solvers.slow_values import TILES_AT
from tests.solvers.test_cube_solvers import Islands

HARDEST = ("8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1")
METHODS = [
    *(("twoway", None), ("table", None)),
    *(
        (solver, name)
        for solver in HEURISTIC_SOLVERS
        for name in ("manhattan", "misplaced", "none")
    ),
]


@cache
def solvers_of(size: str) -> PuzzleSolvers[bytes]:
    return PuzzleSolvers(SlidingTiles(size))


@pytest.fixture(scope="module", autouse=True)
def tables_are_freed() -> Iterator[None]:
    """Afterwards, for those of every position take memory."""
    yield
    solvers_of.cache_clear()


def tiles_of(solvers: PuzzleSolvers[bytes]) -> SlidingTiles:
    assert isinstance(solvers.puzzle, SlidingTiles)
    return solvers.puzzle


def slow_lines(puzzle: Puzzle[Any]) -> dict[Any, list[tuple[int, ...]]]:
    """Every shortest solution of every position, layer by layer from the goal."""
    lines: dict[Any, list[tuple[int, ...]]] = {puzzle.goal(): [()]}
    edge = [puzzle.goal()]
    while edge:
        following: dict[Any, list[tuple[int, ...]]] = {}
        for state in edge:
            for move in puzzle.moves(state):
                before = puzzle.play(state, move)
                if before not in lines:
                    tails = [(puzzle.inverse(move), *line) for line in lines[state]]
                    following.setdefault(before, []).extend(tails)
        lines |= following
        edge = list(following)
    return lines


def replayed(puzzle: Puzzle[Any], state: Any, line: tuple[int, ...]) -> Any:
    """The position after legal moves."""
    for move in line:
        assert move in puzzle.moves(state)
        state = puzzle.play(state, move)
    return state


@pytest.mark.one_of(2)
@pytest.mark.parametrize(("solver", "heuristic"), METHODS)
def test_every_solution_of_every_small_position(solver: str, heuristic: str | None) -> None:
    solvers = solvers_of("2x3")
    wanted = slow_lines(solvers.puzzle)
    assert len(wanted) == 360
    slow = heuristic in ("none", "misplaced") and solver == "ida"
    for state in list(wanted)[:: 7 if slow else 2]:
        found = solvers.solve(state, solver, heuristic, Context(0))
        lines = list(found.lines())
        assert (found.length, found.count) == (len(wanted[state][0]), len(wanted[state]))
        assert sorted(lines) == sorted(wanted[state])
        assert list(found.lines()) == lines, "they can be asked for again"


def test_all_solvers_agree_on_many_positions() -> None:
    solvers = solvers_of("3x3")
    rng = np.random.default_rng(5)
    lengths = set()
    for number in rng.integers(0, tiles_of(solvers).num_positions, 12):
        state = tiles_of(solvers).position(int(number))
        found = [solvers.solve(state, solver, None, Context(0)) for solver in SOLVERS]
        assert len({(each.length, each.count) for each in found}) == 1
        lines = [sorted(each.lines()) for each in found]
        assert all(each == lines[0] for each in lines)
        assert len(set(lines[0])) == found[0].count
        assert all(len(line) == found[0].length for line in lines[0])
        assert {replayed(solvers.puzzle, state, line) for line in lines[0]} == {
            solvers.puzzle.goal()
        }
        lengths.add(found[0].length)
    assert len(lengths) > 6, "short and long ones"


@pytest.mark.parametrize("text", HARDEST)
def test_the_two_hardest_positions_have_40_solutions_of_31_moves(text: str) -> None:
    solvers = solvers_of("3x3")
    state = solvers.puzzle.parse(text)
    for solver in SOLVERS:
        found = solvers.solve(state, solver, None, Context(0))
        assert (found.length, found.count, len(list(found.lines()))) == (31, 40, 40)


@pytest.mark.parametrize("size", SIZES)
def test_the_complete_table_has_the_known_layers(size: str) -> None:
    table = solvers_of(size).table(Context(0))
    assert tuple(table.histogram()) == TILES_AT[size]
    farthest = table.farthest()
    way = next(table.lines(farthest))
    assert table.distance(farthest) == len(way) == len(TILES_AT[size]) - 1
    assert replayed(table.puzzle, farthest, way) == table.puzzle.goal()


@pytest.mark.parametrize("size", SIZES)
def test_no_heuristic_overestimates_any_position(size: str) -> None:
    solvers = solvers_of(size)
    table = solvers.table(Context(0))
    none, misplaced, manhattan = solvers.heuristics.values()
    for number, distance in enumerate(table.distances.tolist()):
        state = tiles_of(solvers).position(number)
        assert none(state) <= misplaced(state) <= manhattan(state) <= distance
        assert manhattan(state) % 2 == distance % 2  # each move changes it by one


def test_heuristics_by_hand() -> None:
    solvers = solvers_of("3x3")
    assert list(solvers.heuristics) == ["none", "misplaced", "manhattan"]
    for text, misplaced, manhattan in [
        ("1 2 3/4 5 6/7 8 0", 0, 0),
        ("1 2 3/4 5 6/7 0 8", 1, 1),
        ("0 1 2/4 5 3/7 8 6", 4, 4),
        ("8 6 7/2 5 4/3 0 1", 7, 21),
    ]:
        state = solvers.puzzle.parse(text)
        found = [heuristic(state) for heuristic in solvers.heuristics.values()]
        assert found == [0, misplaced, manhattan], text


# -- effort ----------------------------------------------------------------------------------------


def slow_astar(
    puzzle: Puzzle[Any], start: Any, heuristic: Callable[[Any], int]
) -> tuple[list[Any], dict[Any, int]]:
    """The positions expanded, in order, and those found: A* with a list that is searched."""
    serial = count()
    waiting = [(heuristic(start), heuristic(start), next(serial), start)]
    depths, expanded, length = {start: 0}, [], None
    while waiting and (length is None or min(waiting)[0] <= length):
        f, h, _, state = entry = min(waiting)
        waiting.remove(entry)
        if state == puzzle.goal():
            length = f
        if f - h > depths[state] or f - h == length:
            continue
        expanded.append(state)
        for move in puzzle.moves(state):
            after = puzzle.play(state, move)
            if depths.get(after, 10**9) > depths[state] + 1:
                depths[after] = depths[state] + 1
                left = heuristic(after)
                waiting.append((depths[after] + left, left, next(serial), after))
    return expanded, depths


@pytest.mark.parametrize("name", ["none", "misplaced", "manhattan"])
def test_astar_takes_the_lowest_f_then_the_lowest_h_then_the_oldest(name: str) -> None:
    solvers = solvers_of("2x3")
    heuristic = solvers.heuristics[name]
    for text in ("4 5 0/1 2 3", "5 4 3/2 1 0", "1 2 3/4 0 5"):
        state = solvers.puzzle.parse(text)
        expanded, depths = slow_astar(solvers.puzzle, state, heuristic)
        puzzle = Watched("2x3")
        found = a_star(puzzle, state, heuristic, Context(0))
        assert puzzle.asked[: len(expanded)] == expanded
        assert (found.expanded, found.looked_at) == (len(expanded), len(depths))
        assert found.stored == found.looked_at


class Watched(SlidingTiles):
    """Takes down the positions whose neighbours are asked for."""

    def __init__(self, size: str) -> None:
        super().__init__(size)
        self.asked: list[bytes] = []

    def neighbours(self, state: bytes) -> list[bytes]:
        self.asked.append(state)
        return super().neighbours(state)


def test_astar_without_heuristic_is_a_search_in_breadth() -> None:
    """It may go beyond the last layer only from positions of that layer older than the goal."""
    solvers = solvers_of("3x3")
    rng = np.random.default_rng(3)
    for number in rng.integers(0, tiles_of(solvers).num_positions, 2):
        state = tiles_of(solvers).position(int(number))
        found = solvers.solve(state, "astar", "none", Context(0))
        near, farther = (solvers.one_way(state, found.length + k, Context(0)) for k in (0, 1))
        assert near <= found.looked_at <= farther


def test_a_better_heuristic_looks_at_fewer_positions() -> None:
    solvers = solvers_of("3x3")
    state = solvers.puzzle.parse("7 2 4/5 0 6/8 3 1")
    effort = [
        solvers.solve(state, "astar", name, Context(0)).looked_at for name in solvers.heuristics
    ]
    assert effort[0] > 5 * effort[1] > 25 * effort[2]


def test_astar_finds_all_solutions_with_a_heuristic_that_is_not_consistent() -> None:
    """It never overestimates, but a move may lower it by more than one: positions are reopened."""
    solvers = solvers_of("2x3")
    wanted = slow_lines(solvers.puzzle)
    manhattan = solvers.heuristics["manhattan"]

    def rough(state: bytes) -> int:
        return manhattan(state) if state[0] % 2 else 0

    reopened = 0
    for state, lines in islice(wanted.items(), 0, None, 2):
        puzzle = Watched("2x3")
        found = a_star(puzzle, state, rough, Context(0))
        assert (found.length, found.count) == (len(lines[0]), len(lines))
        assert sorted(found.lines()) == sorted(lines)
        expanded = puzzle.asked[: found.expanded]
        if state[0] == 4:
            assert expanded == slow_astar(solvers.puzzle, state, rough)[0]
        reopened += len(expanded) - len(set(expanded))
        deepening = iterative_deepening(solvers.puzzle, state, rough, Context(0))
        assert sorted(deepening.lines()) == sorted(lines)
    assert reopened > 0


def test_iterative_deepening_holds_one_line_in_memory() -> None:
    solvers = solvers_of("3x3")
    state = solvers.puzzle.parse("8 6 0/2 5 7/3 1 4")
    manhattan = solvers.heuristics["manhattan"]
    peaks = {}
    for name, solve in (("ida", iterative_deepening), ("astar", a_star)):
        solve(solvers.puzzle, solvers.puzzle.goal(), manhattan, Context(0))  # what is loaded once
        tracemalloc.start()
        found = solve(solvers.puzzle, state, manhattan, Context(0))
        peaks[name] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert found.stored == (29 if name == "ida" else found.looked_at)
    assert peaks["ida"] < 50_000 < 500_000 < peaks["astar"]


def test_iterative_deepening_counts_every_visit() -> None:
    """Counted by hand, without heuristic: two moves from the goal the bound is 0, 1 and 2.

    The start has two neighbours, these have 1 and 2 others; of these three one is the goal, and the
    other two have two others each. The start and every position within the bound are expanded.
    """
    solvers = solvers_of("2x3")
    state = solvers.puzzle.parse("1 2 3/0 4 5")
    found = solvers.solve(state, "ida", "none", Context(0))
    assert (found.length, found.count) == (2, 1)
    assert found.looked_at == (1 + 2) + (1 + 2 + 3) + (1 + 2 + 3 + 4)
    assert found.expanded == 1 + (1 + 2) + (1 + 2 + 2)
    assert found.stored == 4  # a line of two moves, and the position looked at beyond its end


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_solved_position_has_one_empty_solution(solver: str) -> None:
    solvers = solvers_of("3x3")
    found = solvers.solve(solvers.puzzle.goal(), solver, None, Context(0))
    assert (found.length, found.count, list(found.lines())) == (0, 1, [()])


# -- any puzzle, bad input, interrupts -------------------------------------------------------------


def test_all_solvers_take_the_cube_too() -> None:
    cube = PocketCube("half")
    solvers = PuzzleSolvers(cube)
    assert list(solvers.heuristics) == ["none"]
    state = cube.goal()
    for text in ("R", "U'", "F2", "U"):
        state = cube.play(state, cube.parse_move(state, text))
    found = [solvers.solve(state, solver, None, Context(0)) for solver in SOLVERS]
    lines = [sorted(each.lines()) for each in found]
    assert lines[0] and all(each == lines[0] for each in lines)
    assert {(each.length, each.count) for each in found} == {(4, len(lines[0]))}


@pytest.mark.parametrize("solve", [a_star, iterative_deepening])
def test_a_goal_that_cannot_be_reached_is_told(solve: Callable[..., Any]) -> None:
    puzzle = Islands() if solve is a_star else DeadEnd()
    with pytest.raises(Unsolvable):
        solve(puzzle, 1, lambda _: 0, Context(0))


class DeadEnd(Islands):
    """Islands of which one has no move."""

    def moves(self, state: int) -> range:
        return range(0)


@pytest.mark.parametrize(
    ("solver", "heuristic", "words"),
    [
        ("dijkstra", None, "twoway, table, astar, ida"),
        ("astar", "euclid", "none, misplaced, manhattan"),
        ("twoway", "manhattan", "astar, ida"),
        ("table", "none", "astar, ida"),
    ],
)
def test_a_wrong_solver_or_heuristic_is_refused(
    solver: str, heuristic: str | None, words: str
) -> None:
    solvers = solvers_of("2x3")
    with pytest.raises(OptionError) as caught:
        solvers.solve(solvers.puzzle.goal(), solver, heuristic, Context(0))
    assert words in str(caught.value)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("after", [0, 3, 10])
def test_every_solver_can_be_stopped(solver: str, after: int) -> None:
    solvers = PuzzleSolvers(SlidingTiles())
    context = StopAt(after + 1, False)
    with pytest.raises(Cancelled):
        solvers.solve(solvers.puzzle.parse(HARDEST[0]), solver, None, context)
    assert context.left == 0, "the first check that cancels is the last"


@pytest.mark.parametrize("solve", [a_star, iterative_deepening])
def test_a_search_asks_often_whether_it_is_to_stop(solve: Callable[..., Any]) -> None:
    solvers = solvers_of("3x3")
    manhattan, gaps = solvers.heuristics["manhattan"], [0]
    context = StopAt(0, False)

    def counted(state: bytes) -> int:
        while len(gaps) <= -context.left:
            gaps.append(0)
        gaps[-1] += 1
        return manhattan(state)

    solve(solvers.puzzle, solvers.puzzle.parse(HARDEST[0]), counted, context)
    assert len(gaps) > 30 and max(gaps) <= 3 * 512 + 1


@pytest.mark.parametrize("solver", ["table", "astar", "ida"])
def test_a_search_reports_its_progress(solver: str) -> None:
    reports: list[Decision] = []
    solvers = PuzzleSolvers(SlidingTiles())
    context: Context[Decision] = Context(0, reports.append)
    found = solvers.solve(solvers.puzzle.parse(HARDEST[0]), solver, None, context)
    efforts = [report.effort for report in reports]
    assert len(efforts) > 4 and efforts == sorted(efforts) and efforts[-1] <= found.looked_at
    assert all(str(report.note) != report.note.key for report in reports)


def test_each_end_counts_the_positions_of_its_own_table() -> None:
    """A solved puzzle is one position, though both ends begin there."""
    solvers = solvers_of("3x3")
    goal = solvers.puzzle.goal()
    assert solvers.solve(goal, "twoway", None, Context(0)).looked_at == 1
    move = solvers.puzzle.moves(goal)[0]
    near = solvers.puzzle.play(goal, move)
    found = solvers.solve(near, "twoway", None, Context(0))
    reached = {near, goal} | {
        solvers.puzzle.play(near, each) for each in solvers.puzzle.moves(near)
    }
    other = {near, goal} | {solvers.puzzle.play(goal, each) for each in solvers.puzzle.moves(goal)}
    assert found.looked_at in (len(reached) + 1, len(other) + 1)
