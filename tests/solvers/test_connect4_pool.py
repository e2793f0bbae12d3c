"""Several searches of Connect Four at once find what one finds, and stop as one."""

from __future__ import annotations

import gc
import random
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.protocols import Decision, Estimate
from engine.solvers.connect4 import Connect4Oracle, MoveBounds
from engine.solvers.connect4_search import Searcher, SearchPool
from engine.solvers.connect4_threats import geometry_of
from engine.solvers.oracle import Hurried
from gui.worker import Job
from tests.interrupted import StopAt
from tests.solvers.test_connect4_solver import STANDARD, random_state
from tests.waiting import HANG


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


def test_a_late_answer_never_loosens_what_another_thread_has_settled() -> None:
    """One of the moves must be worth as much as the position: the last able one is settled."""
    question = MoveBounds(geometry_of(7, 6), STANDARD.initial(), [1, 2, 3])
    question.best = 5
    question.narrow(1, 5, 4, 0)
    assert question.low[2] < question.high[2] and question.low[3] < question.high[3], "either may"
    question.narrow(2, 3, 2, 10)  # less than 5, so the other move is worth 5
    assert (question.low[3], question.high[3]) == (5, 5)
    question.narrow(3, 1, 1, 7)  # what its own thread had been asking meanwhile
    question.narrow(3, 9, 8, 7)
    assert (question.low[3], question.high[3]) == (5, 5)
    assert question.nodes == {1: 0, 2: 10, 3: 14} and question.next_goal(3, True) is None


def test_reports_come_one_at_a_time() -> None:
    """Also where no lock of Python's own keeps threads apart, so that none is lost or too old."""
    state, _ = random_state(STANDARD, 16, random.Random(3))
    talking, together, efforts = threading.Lock(), list[bool](), list[int]()

    def report(decision: Decision) -> None:
        together.append(not talking.acquire(blocking=False))
        efforts.append(decision.effort)
        time.sleep(0.001)
        talking.release()

    Connect4Oracle(STANDARD).values(state, Context(0, report, threads=4))
    assert len(efforts) > 4 and not any(together)


@pytest.mark.one_of(2)
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
    crew, begun = SearchPool(geometry_of(7, 6)), threading.Event()
    state, _ = random_state(STANDARD, 8, random.Random(1))

    def search(searcher: Searcher, tick: Callable[[], None]) -> None:
        """Minutes of it, if nobody stopped it."""
        begun.set()
        searcher.reaches(*state, 1, tick)

    def fail(_: Searcher, __: Callable[[], None]) -> None:
        assert begun.wait(HANG)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        crew.run([search, fail], 2, lambda: None)
    assert not searching()


def test_the_window_lets_the_engine_use_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    assert Job(lambda context: context.threads, 0).context.threads == 6
    assert Context(0).threads == 1
    assert Context(0, threads=5).part(1).threads == 5


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_is_freed_with_its_last_owner(threads: int) -> None:
    """Also one that was stopped. Python's collector does not look into Lua: a ring is for ever."""
    state, _ = random_state(STANDARD, 17, random.Random(8))
    oracle, seen = Connect4Oracle(STANDARD), list[weakref.ref[Searcher]]()
    made = Searcher.__init__

    def watched(self: Searcher, *given: Any) -> None:
        made(self, *given)
        seen.append(weakref.ref(self))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Searcher, "__init__", watched)
        context = StopAt(3, False)
        context.threads = threads
        with pytest.raises(Cancelled):
            oracle.values(state, context)
    assert len(seen) == threads
    assert all(each() is not None for each in seen)
    del oracle, context
    gc.collect()
    assert all(each() is None for each in seen)
