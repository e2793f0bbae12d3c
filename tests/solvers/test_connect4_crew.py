"""Several searches of Connect Four at once find what one finds, and stop as one."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.protocols import Estimate
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.connect4_crew import Crew
from engine.solvers.connect4_search import Searcher
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.oracle import Hurried
from gui.worker import Job
from tests.interrupted import StopAt
from tests.solvers.test_connect4_solver import STANDARD, random_state


def searching() -> list[str]:
    """The names of the threads that search."""
    return [each.name for each in threading.enumerate() if each.name.startswith("search")]


def found(estimates: tuple[Estimate, ...]) -> list[tuple[Any, ...]]:
    return [(each.move, each.value, each.remoteness) for each in estimates]


@pytest.mark.parametrize("plies", [16, 18, 20])
def test_four_threads_find_what_one_finds(plies: int) -> None:
    rng, together = random.Random(plies), Connect4Oracle(STANDARD)
    for _ in range(4):
        state, _ = random_state(STANDARD, plies, rng)
        alone = Connect4Oracle(STANDARD).values(state, Context(0))
        shared = together.values(state, Context(0, threads=4))
        assert found(shared.estimates) == found(alone.estimates)
        assert (shared.value, shared.remoteness) == (alone.value, alone.remoteness)
    assert not searching()


def test_the_jobs_are_shared_out() -> None:
    """Each of three threads waits, within its job, for the two others."""
    meeting, crew = threading.Barrier(3), Crew(geometry_of(7, 6))
    used = set[int]()

    def job(searcher: Searcher) -> None:
        meeting.wait(30)
        used.add(id(searcher))

    crew.run([job] * 6, 3, lambda: None)
    assert len(used) == 3
    assert not searching()


@pytest.mark.parametrize("at", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("hurry", [False, True])
def test_stopped_in_any_thread_all_stop_and_answer_right_afterwards(at: int, hurry: bool) -> None:
    state, _ = random_state(STANDARD, 17, random.Random(8))
    full = Connect4Oracle(STANDARD).values(state, Context(0))
    oracle, context = Connect4Oracle(STANDARD), StopAt(at, hurry)
    context.threads = 3
    known: tuple[Estimate, ...] = ()
    try:
        known = oracle.values(state, context).estimates
    except (Cancelled, Hurried) as stopped:
        assert isinstance(stopped, Hurried) == hurry
    assert not searching()
    for ours, theirs in zip(known, full.estimates, strict=False):
        assert ours.value in (None, theirs.value)
        assert ours.remoteness in (None, theirs.remoteness)
    assert found(oracle.values(state, Context(0, threads=3)).estimates) == found(full.estimates)


def test_a_fault_in_one_thread_stops_the_others_and_is_told() -> None:
    crew, begun = Crew(geometry_of(7, 6)), threading.Event()
    state, _ = random_state(STANDARD, 8, random.Random(1))

    def search(searcher: Searcher) -> None:
        """Minutes of it, if nobody stopped it."""
        begun.set()
        searcher.reaches(*state, 1)

    def fail(_: Searcher) -> None:
        assert begun.wait(30)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crew.run([search, fail], 2, lambda: None)
    assert not searching()


def test_the_window_lets_the_engine_use_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert Job(lambda context: context.threads, 0).context.threads == 6
    assert Context(0).threads == 1
    assert Context(0, threads=5).part(1).threads == 5
