"""Ways to search a puzzle side by side, and A* step by step. No pygame here.

The worker runs every way on one position; A* reports its expansions, from which the open positions
of any step are worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.context import Context
from engine.messages import Message
from engine.solvers.astar import Expansion, OpenList
from engine.solvers.puzzle_solvers import NO_HEURISTIC, PuzzleSolvers
from gui.boards.handling import Handling
from gui.worker import Job, Worker

MAX_STEPS = 20_000  # expansions that are stored
LAST_DONE = 3
NEXT_OPEN = 8


@dataclass(frozen=True)
class SearchWay:
    """A way to search and its cost: positions looked at, and the most held at once."""

    solver: str  # "breadth", "twoway", "astar" or "ida"
    heuristic: str = ""
    looked_at: int | None = None  # None while it is not known
    stored: int | None = None


@dataclass(frozen=True)
class PathNode:
    """A position of A*: moves made (g) and the estimate of those to come (h)."""

    position: str
    made: int
    left: int

    @property
    def total(self) -> int:
        """The least length of a solution through this position (f)."""
        return self.made + self.left


@dataclass(frozen=True)
class BestFirstStep:
    """A step of A*: the position taken, its new neighbours, and the lists around it."""

    taken: PathNode
    new: tuple[PathNode, ...]
    last_done: tuple[PathNode, ...]  # the newest at the end
    done: int  # positions expanded before this one
    next_open: tuple[PathNode, ...]  # after the step, in the order in which they are taken
    open: int  # number of open positions after the step
    distance: int | None  # from the position taken to the goal, where known


@dataclass(frozen=True)
class BestFirstViewModel:
    """View model of the panel."""

    ways: tuple[SearchWay, ...]
    chosen: str  # the heuristic whose A* is shown
    at: int
    last: int
    step: BestFirstStep | None
    rises: tuple[tuple[int, int], ...]  # steps at which the lowest f rises, with f
    length: int | None
    count: int
    complete: bool


class WaysJob:
    """Runs all ways on one position in the worker; the results can be read at any time."""

    def __init__(
        self, worker: Worker, solvers: PuzzleSolvers[Any], handling: Handling, position: str
    ) -> None:
        self.handling = handling
        self.position = position
        self._solvers = solvers
        names = tuple(name for name in solvers.heuristics if name != NO_HEURISTIC)
        self.heuristics = names
        self._ways = [
            SearchWay("breadth"),
            SearchWay("twoway"),
            *(SearchWay("astar", name) for name in names),
            SearchWay("ida", names[-1]),
        ]
        self._expansions: dict[str, list[Expansion[Any]]] = {name: [] for name in names}
        self._job: Job[tuple[int, int]] = worker.submit(self._run)
        self._replays: dict[str, _Replay] = {}

    def _run(self, context: Context[Any]) -> tuple[int, int]:
        """Run the strongest A* first, since it is looked at step by step; return its result."""
        state, solvers = self.handling.state(self.position), self._solvers
        found = None
        for name in reversed(self.heuristics):
            steps = self._expansions[name]

            def note(step: Expansion[Any], steps: list[Expansion[Any]] = steps) -> None:
                if len(steps) < MAX_STEPS:
                    steps.append(step)

            result = solvers.solve(state, "astar", name, context, note)
            found = found or result
            self._put("astar", name, result.looked_at, result.stored)
        assert found is not None
        one_way = solvers.one_way(state, found.length, context)
        self._put("breadth", "", one_way, one_way)
        for solver, name in (("twoway", ""), ("ida", self.heuristics[-1])):
            result = solvers.solve(state, solver, name or None, context)
            self._put(solver, name, result.looked_at, result.stored)
        return found.length, found.count

    def _put(self, solver: str, heuristic: str, looked_at: int, stored: int) -> None:
        """Set the cost of a way."""
        names = [(each.solver, each.heuristic) for each in self._ways]
        at = names.index((solver, heuristic))
        self._ways[at] = SearchWay(solver, heuristic, looked_at, stored)

    def cancel(self) -> None:
        """Cancel the job."""
        self._job.cancel()

    @property
    def fault(self) -> Message | None:
        """The reason if there is no answer."""
        return self._job.error

    @property
    def complete(self) -> bool:
        """Whether all ways have come to their end."""
        return self._job.done

    def last(self, heuristic: str) -> int:
        """Return the number of the last known step of A*."""
        return max(0, len(self._expansions[heuristic]) - 1)

    def view_model(self, heuristic: str, at: int, distance: int | None) -> BestFirstViewModel:
        """Return the view model at a step; `distance` is that of its position, where known."""
        replay = self._replays.setdefault(heuristic, _Replay(self.handling))
        steps = list(self._expansions[heuristic])
        length, count = self._job.result if self._job.result is not None else (None, 0)
        return BestFirstViewModel(
            tuple(self._ways),
            heuristic,
            at,
            self.last(heuristic),
            replay.step(steps, at, distance) if steps else None,
            replay.rises(steps),
            length,
            count,
            self.complete,
        )

    def taken(self, heuristic: str, at: int) -> str | None:
        """Return the position that is taken at a step; None while it is not known."""
        steps = self._expansions[heuristic]
        return self.handling.puzzle.text(steps[at].state) if at < len(steps) else None


class _Replay:
    """Works out the open positions of a step of A* from its expansions."""

    def __init__(self, handling: Handling) -> None:
        self.handling = handling
        self._step: tuple[int, int, BestFirstStep] | None = None
        self._rises: list[tuple[int, int]] = []
        self._measured = 0  # expansions whose f was compared

    def step(self, steps: Sequence[Expansion[Any]], at: int, distance: int | None) -> BestFirstStep:
        """Return one step."""
        at = min(at, len(steps) - 1)
        if self._step is None or self._step[:2] != (at, len(steps[at].new)):
            self._step = at, len(steps[at].new), self._made(steps, at)
        return replace(self._step[2], distance=distance)

    def _made(self, steps: Sequence[Expansion[Any]], at: int) -> BestFirstStep:
        waiting: OpenList[Any] = OpenList()
        best: dict[Any, int] = {steps[0].state: 0}
        estimates = {steps[0].state: steps[0].left}
        for step in steps[: at + 1]:
            for state, left in step.new:
                best[state], estimates[state] = step.made + 1, left
                waiting.add(step.made + 1 + left, left, state)
        done = {step.state: step.made for step in steps[: at + 1]}
        is_open = {state for state, made in best.items() if done.get(state) != made}
        taken = steps[at]
        return BestFirstStep(
            self._node(taken.state, taken.made, taken.left),
            tuple(self._node(state, taken.made + 1, left) for state, left in taken.new),
            tuple(
                self._node(step.state, step.made, step.left)
                for step in steps[max(0, at - LAST_DONE) : at]
            ),
            at,
            tuple(self._next(waiting, best, is_open)),
            len(is_open),
            None,
        )

    def _next(
        self, waiting: OpenList[Any], best: dict[Any, int], is_open: set[Any]
    ) -> Iterator[PathNode]:
        """Yield the open positions that would be taken next."""
        found = 0
        left = set(is_open)
        while waiting.lowest() is not None and found < NEXT_OPEN:
            f, h, state = waiting.take()
            if state in left and best[state] == f - h:
                left.discard(state)
                found += 1
                yield self._node(state, f - h, h)

    def _node(self, state: Any, made: int, left: int) -> PathNode:
        return PathNode(self.handling.puzzle.text(state), made, left)

    def rises(self, steps: Sequence[Expansion[Any]]) -> tuple[tuple[int, int], ...]:
        """Return the steps at which the lowest f rises, with f; the first step included."""
        for number in range(self._measured, len(steps)):
            total = steps[number].made + steps[number].left
            if not self._rises or total > self._rises[-1][1]:
                self._rises.append((number, total))
        self._measured = len(steps)
        return tuple(self._rises)
