"""Both solvers of the Pocket Cube: they agree, their answers solve, the known counts come out."""

from __future__ import annotations

import pytest

from engine.context import Context
from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import parse_turns
from engine.games.pocket_cube import POSITIONS_AT, STATES
from engine.solvers.cube import CubeSolvers, held_from

METRICS = ["quarter", "half"]


@pytest.fixture(scope="module")
def solvers() -> CubeSolvers:
    return CubeSolvers()


@pytest.mark.parametrize("metric", METRICS)
def test_the_complete_table_has_the_known_layers(solvers: CubeSolvers, metric: str) -> None:
    found = solvers.table(metric, Context(0)).histogram()
    assert tuple(found) == POSITIONS_AT[metric]
    assert sum(found) == STATES


@pytest.mark.parametrize("metric", METRICS)
def test_both_solvers_agree_on_length_count_and_every_solution(
    solvers: CubeSolvers, metric: str
) -> None:
    lengths = set()
    for seed in range(12):
        held = held_from(None, None, 2 + 2 * seed, seed, metric)
        both, table = (
            solvers.solve(held, metric, solver, 10_000, Context(0))
            for solver in ("bidirectional", "table")
        )
        assert (both.length, both.count, both.one_way) == (table.length, table.count, table.one_way)
        assert sorted(both.solutions) == sorted(table.solutions)
        assert len(set(both.solutions)) == both.count
        assert all(held.turns(parse_turns(line)).solved for line in both.solutions)
        lengths.add(both.length)
    assert len(lengths) > 4, "short and long ones"


def test_a_search_from_one_side_looks_at_every_position_so_near(solvers: CubeSolvers) -> None:
    """Counted by walking, for a cube two half turns away."""
    cube, held = solvers.cube("half"), HeldCube().turns(parse_turns("R U"))
    start = cube.state_of(held)
    near, edge = {start}, {start}
    for _ in range(2):
        edge = {cube.play(state, move) for state in edge for move in cube.moves(state)} - near
        near |= edge
    found = solvers.solve(held, "half", "bidirectional", 1, Context(0))
    assert (found.length, found.one_way) == (2, len(near))
    assert sum(found.visited) < found.one_way
