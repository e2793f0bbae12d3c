"""Events of the bots for heap games: the kernel from its end, nim sums, the trace of a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.bots.search_trace import SearchCost
from engine.messages import message
from engine.naming import move_name
from engine.protocols import Game, Trace
from engine.recording import Event, MethodResult, Move, Recorder, RecordingKind
from engine.solvers.heap_theory import HeapTheory, heaps_of, kernel_of_heaps


@dataclass(frozen=True, slots=True)
class NumberDecided(Event):
    """A number of the graph: in the kernel, or with moves that lead into it.

    `takes` are its moves, `into` those that lead into the kernel.
    """

    number: int
    member: bool
    takes: tuple[int, ...]
    into: tuple[int, ...]

    @property
    def phase(self) -> str:
        return "member" if self.member else "outside"


@dataclass(frozen=True, slots=True)
class HeapAdded(Event, phase="xor"):
    """One of several heaps, counted from 1, with the xor up to it."""

    heap: int
    size: int
    xor: int


@dataclass(frozen=True, slots=True)
class MoveWeighed(Event, phase="move"):
    """A move among several heaps: the xor after it, and whether it wins."""

    move: Move
    xor: int
    wins: bool


@dataclass(frozen=True, slots=True)
class KernelResult(MethodResult):
    """The kernel of one heap, and the numbers that may be taken."""

    kernel: tuple[int, ...]
    takes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PositionTried(Event):
    """A position in the order of the search; `chosen` marks the line found."""

    position: str
    heaps: tuple[int, ...]
    player: int
    chosen: bool

    @property
    def phase(self) -> str:
        return "try" if self.line else "start"


@dataclass(frozen=True, slots=True)
class SearchCosts:
    """The cost of the depth-first search and of a breadth-first one for the same line."""

    depth_first: SearchCost
    breadth_first: SearchCost


@dataclass(frozen=True, slots=True)
class TraceResult(MethodResult):
    """The number of nodes of the whole tree, None for too many to count, and two searches."""

    whole_tree: int | None
    searches: SearchCosts


def record_heaps(game: Game[Any], state: Any, theory: HeapTheory, recorder: Recorder) -> None:
    """Record the kernel of one heap, or the xor of several."""
    recorder.kind = RecordingKind.KERNEL
    if theory.takes is None:
        _record_nim_sum(game, state, theory, recorder)
    else:
        _record_kernel(theory.takes, kernel_of_heaps(game, state), heaps_of(state)[0], recorder)


def _record_kernel(
    takes: Sequence[int], members: Sequence[int], heap: int, recorder: Recorder
) -> None:
    """Record one heap: for every number from 0 up, whether it is in the kernel or leads there."""
    inside = set(members)
    for number in range(heap + 1):
        allowed = tuple(take for take in takes if take <= number)
        into = tuple(take for take in allowed if number - take in inside)
        member, values = number in inside, {"number": number}
        if into:
            values |= {"take": into[0], "left": number - into[0]}
        inner = "member" if allowed else "end"
        key = inner if member else "outside" if into else "taken_out"
        text = message(f"watch.kernel.{key}", **values)
        recorder.add(NumberDecided(text, (), number, member, allowed, into))
    recorder.finish(KernelResult(tuple(members), tuple(takes)))


def _record_nim_sum(game: Game[Any], state: Any, theory: HeapTheory, recorder: Recorder) -> None:
    """Record several heaps: their xor, heap by heap, then the xor after each move."""
    total = 0
    for index, heap in enumerate(heaps_of(state), start=1):
        total ^= theory.grundy(heap)
        text = message("watch.nim.heap", heap=index, size=heap, xor=total)
        recorder.add(HeapAdded(text, (), index, heap, total))
    for move in game.moves(state):
        after = heaps_of(game.play(state, move))
        left, lost = theory.nim_sum(after), theory.losing(after)
        key = "watch.nim.good" if lost else "watch.nim.bad"
        text = message(key, move=move_name(game, state, move), xor=left)
        recorder.add(MoveWeighed(text, (move,), move, left, lost))


def record_trace(game: Game[Any], state: Any, trace: Trace, recorder: Recorder) -> None:
    """Record a depth-first search in the order of its visits, one position a step."""
    recorder.kind = RecordingKind.TRACE
    waiting: list[tuple[Trace, Any, tuple[int, ...]]] = [(trace, state, ())]
    while waiting:
        node, position, line = waiting.pop()
        text = message("watch.trace", position=node.state_text, note=node.note)
        heaps, player = tuple(heaps_of(position)), game.to_move(position)
        recorder.add(PositionTried(text, line, node.state_text, heaps, player, node.chosen))
        for child in reversed(node.children):
            move = game.parse_move(position, child.move_text)
            waiting.append((child, game.play(position, move), (*line, move)))
