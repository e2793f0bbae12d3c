"""A* step by step and the ways beside it: what is shown follows from the search itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log10

import pytest

from engine.context import Context
from engine.games.sliding_tiles import SIZES
from engine.recording import Recorder
from engine.solvers.puzzle_solvers import NO_HEURISTIC, PuzzleSolvers
from engine.trace.puzzle_search import PositionExpanded, SearchResult, record_best_first
from gui.boards import handlings_of
from gui.inspector.best_first import bar_fraction, powers_of
from gui.inspector.search_frame import (
    LAST_DONE,
    NEXT_OPEN,
    BestFirstReplay,
    BestFirstStep,
    SearchWay,
)
from gui.inspector.search_inspector import WaysJob
from gui.worker import Worker
from tests.waiting import let_pass

START = "5 6 4/1 8 3/7 2 0"


@pytest.fixture
def job() -> Iterator[WaysJob]:
    """All ways from one position, at their end."""
    worker = Worker()
    handling = handlings_of("tiles").of({})
    made = WaysJob(worker, PuzzleSolvers(handling.puzzle), handling, START)
    let_pass(made.update, lambda: made.complete)
    yield made
    worker.close()


def expansions(job: WaysJob, heuristic: str = "manhattan") -> list[PositionExpanded]:
    recording = job.searches[heuristic].recording
    assert recording is not None and not recording.left_out
    return [event for event in recording.events if isinstance(event, PositionExpanded)]


def at(job: WaysJob, step: int, heuristic: str = "manhattan") -> BestFirstStep:
    return BestFirstReplay(job.handling).step(expansions(job, heuristic), step)


def test_every_way_has_the_cost_that_its_solver_reports(job: WaysJob) -> None:
    solvers = PuzzleSolvers(job.handling.puzzle)
    state = job.handling.state(START)
    for search in job.searches.values():
        assert search.recording is not None
        assert search.recording.result == SearchResult(22, 6)
    assert [(way.solver, way.heuristic) for way in job.ways] == [
        *(("breadth", ""), ("twoway", "")),
        *(("astar", "none"), ("astar", "misplaced"), ("astar", "manhattan")),
        ("ida", "manhattan"),
    ]
    for way in job.ways:
        if way.solver == "breadth":
            assert way.looked_at == way.stored == 95_864
        else:
            found = solvers.solve(state, way.solver, way.heuristic or None, Context(0))
            assert (way.looked_at, way.stored) == (found.looked_at, found.stored)
            if way.heuristic == NO_HEURISTIC:  # too many to be recorded one by one
                recording = job.searches[way.heuristic].recording
                assert recording is not None and recording.left_out
            elif way.solver == "astar":
                # the goal is taken, but has no neighbours to expand
                assert len(expansions(job, way.heuristic)) == (found.expanded or 0) + 1


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan"])
def test_each_step_takes_the_first_of_the_open_positions(job: WaysJob, heuristic: str) -> None:
    """The lowest f, then the lowest h, then the oldest: what stood first is taken next."""
    looks = [at(job, step, heuristic) for step in range(60)]
    estimate = job.handling.puzzle.heuristics[heuristic]  # type: ignore[attr-defined]
    for before, after in pairwise(looks):
        assert before.open is not None and after.open is not None
        assert before.next_open[0] == after.taken
        keys = [(node.total, node.left) for node in before.next_open]
        assert keys == sorted(keys) and len(keys) == min(NEXT_OPEN, before.open)
        assert after.open <= before.open - 1 + len(after.new)
        assert after.last_done == (*before.last_done, before.taken)[-LAST_DONE:]
        assert after.done == before.done + 1
        assert after.taken.left == estimate(job.handling.state(after.taken.position))
        moves = job.handling.moves(after.taken.position)
        beside = {job.handling.play(after.taken.position, move) for move in moves}
        assert {node.position for node in after.new} <= beside
        assert all(node.made == after.taken.made + 1 for node in after.new)


def test_the_goal_is_taken_before_all_others_of_its_f(job: WaysJob) -> None:
    steps = expansions(job)
    goal = job.handling.state(job.handling.goal)
    [at_goal] = [index for index, step in enumerate(steps) if step.state == goal]
    look = at(job, at_goal)
    assert (look.taken.total, look.taken.left) == (22, 0)
    assert steps[at_goal].text.key == "search.goal"
    assert goal not in [step.state for step in steps[at_goal + 1 :]]
    assert {step.text.key for step in steps[at_goal + 1 :]} == {"search.counting"}
    assert all(node.left > 0 for node in look.next_open)


def test_the_sentence_of_a_step_is_about_its_position(job: WaysJob) -> None:
    steps, goal = expansions(job), job.handling.state(job.handling.goal)
    solved = [step.state for step in steps].index(goal)
    for index, step in enumerate(steps):
        assert step.text.values["n"] == step.number == index + 1
        if index >= solved:  # f of the goal is the length of the solutions
            assert step.text.values["f"] == step.made + step.left == 22
        else:
            assert step.text.key == ("search.step" if step.new else "search.step.none")
            assert step.text.values["count"] == len(step.new)
    assert {bool(step.new) for step in steps[:solved]} == {True, False}


def test_a_long_search_ends_with_the_goal_and_tells_its_gap() -> None:
    handling = handlings_of("tiles").of({})
    solvers, recorder = PuzzleSolvers(handling.puzzle), Recorder(200)
    state = handling.state(START)
    record_best_first(solvers, state, "misplaced", Context(0), recorder, 100)
    recording = recorder.recording()
    steps = [event for event in recording.events if isinstance(event, PositionExpanded)]
    assert [step.number for step in steps[:100]] == list(range(1, 101))
    later = steps[100:]
    assert later and recording.left_out == recording.total - len(steps) > 1000
    assert later[-1].state == handling.state(handling.goal)
    assert later[-1].made == 22
    view = BestFirstReplay(handling).step(steps, len(steps) - 1)
    assert (view.open, view.done) == (None, later[-1].number - 1)


def test_the_terms_of_a_heuristic_add_up_to_it() -> None:
    for size in SIZES:
        handling = handlings_of("tiles").of({"size": size})
        for seed in range(20):
            position = handling.after(handling.goal, handling.scramble(seed, 40))
            for name, estimate in PuzzleSolvers(handling.puzzle).heuristics.items():
                terms = handling.heuristic_terms(name, position)
                assert sum(terms.values()) == estimate(handling.state(position))
                assert all(terms.values())


@pytest.mark.parametrize("looked_at", [99, 1478, 181_440])
def test_every_bar_has_one_scale(looked_at: int) -> None:
    largest = 181_440
    ways = [SearchWay("breadth", "", largest, 1), SearchWay("twoway", "", looked_at, 1)]
    powers = powers_of(ways)
    assert bar_fraction(ways[0], powers) == 1
    assert bar_fraction(ways[1], powers) == pytest.approx(log10(looked_at) / log10(largest))


def test_the_lowest_f_only_rises_and_never_beyond_the_length(job: WaysJob) -> None:
    rises = BestFirstReplay(job.handling).rises(expansions(job))
    bounds = [total for _, total in rises]
    assert bounds == sorted(set(bounds)) and bounds[-1] == 22
    for step, total in rises:
        assert at(job, step).taken.total == total
