"""Both solvers of the Pocket Cube: they agree, their answers solve, the known counts come out."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar, NamedTuple

import pytest

from engine.cli.cube_and_tiles import held_from
from engine.context import Context
from engine.games.cube_facelets import HeldCube, parse_turns
from engine.games.pocket_cube import POSITIONS_AT, STATES, PocketCube
from engine.protocols import Unsolvable
from engine.solvers.bidirectional import End
from engine.solvers.bidirectional import solve as solve_from_both_ends
from engine.solvers.puzzle_solvers import PuzzleSolvers
from engine.solvers.shortest_paths import PathResult
from tests.solvers.slow_values import layers

METRICS = ["quarter", "half"]
Solvers = dict[str, PuzzleSolvers[int]]


@pytest.fixture(scope="module")
def solvers() -> Solvers:
    """The solvers of the cube in each metric."""
    return {metric: PuzzleSolvers(PocketCube(metric)) for metric in METRICS}


def text_of(metric: str, line: tuple[int, ...]) -> str:
    return " ".join(PocketCube(metric).turns[move].text for move in line)


@pytest.mark.parametrize("metric", METRICS)
def test_the_complete_table_has_the_known_layers(solvers: Solvers, metric: str) -> None:
    found = solvers[metric].table(Context(0)).histogram()
    assert tuple(found) == POSITIONS_AT[metric]
    assert sum(found) == STATES


@pytest.mark.parametrize("metric", METRICS)
def test_both_solvers_agree_on_length_count_and_every_solution(
    solvers: Solvers, metric: str
) -> None:
    lengths = set()
    for seed in range(12):
        held = held_from(None, None, 2 + 2 * seed, seed, metric)
        state = PocketCube(metric).state_of(held)
        both, table = (
            solvers[metric].solve(state, solver, None, Context(0)) for solver in ("twoway", "table")
        )
        assert (both.length, both.count) == (table.length, table.count)
        assert both.sides is not None and table.sides == (both.length + 1, STATES)
        solutions = [text_of(metric, line) for line in both.lines()]
        assert sorted(solutions) == sorted(text_of(metric, line) for line in table.lines())
        assert len(set(solutions)) == both.count
        assert all(held.turns(parse_turns(line)).solved for line in solutions)
        lengths.add(both.length)
    assert len(lengths) > 4, "short and long ones"


def test_a_search_from_one_side_looks_at_every_position_so_near(solvers: Solvers) -> None:
    """Counted by walking, for a cube two half turns away."""
    cube = PocketCube("half")
    start = cube.state_of(HeldCube().turns(parse_turns("R U")))
    near = set().union(*islice(layers(cube, start), 3))
    found = solvers["half"].solve(start, "twoway", None, Context(0))
    one_way = solvers["half"].one_way(start, found.length, Context(0))
    assert (found.length, one_way) == (2, len(near))
    assert found.sides is not None and sum(found.sides) < one_way


# -- the layers of the search from both ends -------------------------------------------------------

COURSE = "U2 F2 R F' U R F U' F U' F R'"


class SearchLayer(NamedTuple):
    """A layer as the search reports it."""

    end: End
    depth: int
    positions: int
    made: int
    met: int
    line: tuple[int, ...]


def layers_of(cube: PocketCube, state: int) -> tuple[list[SearchLayer], PathResult]:
    """What a search tells of its layers, and its answer."""
    layers: list[SearchLayer] = []
    found = solve_from_both_ends(
        cube, state, Context(0), lambda *layer: layers.append(SearchLayer(*layer))
    )
    return layers, found


def test_the_cube_of_the_course_meets_after_five_layers_from_each_end() -> None:
    cube = PocketCube("quarter")
    layers, found = layers_of(cube, cube.state_of(held_from(COURSE, None, None, 0, "quarter")))
    for end in End:
        side = [layer for layer in layers if layer.end is end]
        assert [layer.depth for layer in side] == list(range(6))
        assert [layer.positions for layer in side] == [1, 6, 27, 120, 534, 2256]
        assert [layer.made for layer in side] == [0, 6, 36, 162, 720, 3204]
    assert [layer.met for layer in layers] == [0] * 11 + [2]
    assert (found.length, found.count, found.sides) == (10, 5, (2944, 2944))


@pytest.mark.parametrize("metric", METRICS)
def test_the_layers_told_are_those_of_the_search_and_change_nothing(
    solvers: Solvers, metric: str
) -> None:
    cube = PocketCube(metric)
    table = solvers[metric].table(Context(0))
    for seed in range(10):
        state = cube.state_of(held_from(None, None, 1 + 2 * seed, seed, metric))
        layers, watched = layers_of(cube, state)
        plain = solve_from_both_ends(cube, state, Context(0))
        assert (watched.length, watched.count, watched.sides) == (
            *(plain.length, plain.count, plain.sides),
        )
        assert list(watched.lines()) == list(plain.lines())
        sides = [[layer for layer in layers if layer.end is end] for end in End]
        assert tuple(sum(layer.positions for layer in side) for side in sides) == plain.sides
        assert sum(side[-1].depth for side in sides) == plain.length
        for side, start in zip(sides, (state, cube.goal()), strict=True):
            known = POSITIONS_AT[metric]
            assert [layer.positions for layer in side] == list(known[: len(side)])
            for layer in side:
                assert layer.made >= layer.positions or layer.depth == 0
                after = start
                for move in layer.line:
                    after = cube.play(after, move)
                assert len(layer.line) == layer.depth
                if layer.end is End.GOAL:
                    assert table.distance(after) == layer.depth
                if layer.met and layer.end is End.START:
                    assert table.distance(after) == plain.length - layer.depth


def test_a_search_that_finds_nothing_tells_no_empty_layer() -> None:
    """A puzzle of two islands: the goal cannot be reached."""
    layers: list[SearchLayer] = []
    with pytest.raises(Unsolvable):
        solve_from_both_ends(
            Islands(), 1, Context(0), lambda *layer: layers.append(SearchLayer(*layer))
        )
    assert [(layer.end, layer.depth, layer.positions) for layer in layers] == [
        *((End.START, 0, 1), (End.GOAL, 0, 1), (End.START, 1, 1)),
    ]


class Islands:
    """Numbers whose one move changes 0 and 2, or 1 and 3."""

    id = "islands"
    num_moves = 1
    options: ClassVar[dict[str, str]] = {}

    def initial(self) -> int:
        return 0

    def goal(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(1)

    def play(self, state: int, move: int) -> int:
        return state ^ 2

    def inverse(self, move: int) -> int:
        return move

    def move_text(self, state: int, move: int) -> str:
        return "x"

    def parse_move(self, state: int, text: str) -> int:
        return 0

    def text(self, state: int) -> str:
        return str(state)

    def parse(self, text: str) -> int:
        return int(text)

    def scramble(self, rng: object, length: int) -> list[int]:
        return [0] * length


def test_the_solved_cube_held_as_another_is_where_its_solutions_lead(
    solvers: Solvers,
) -> None:
    held = HeldCube().turns(parse_turns(COURSE + " x D' y2 B"))
    state = PocketCube("quarter").state_of(held)
    found = solvers["quarter"].solve(state, "twoway", None, Context(0))
    for line in islice(found.lines(), 3):
        turns = parse_turns(text_of("quarter", line))
        assert held.turns(turns) == held.solved_alike()


def test_a_farthest_cube_is_as_far_as_the_last_layer(solvers: Solvers) -> None:
    for metric, length in (("quarter", 14), ("half", 11)):
        table = solvers[metric].table(Context(0))
        assert (
            table.distance(table.farthest()) == len(next(table.lines(table.farthest()))) == length
        )
