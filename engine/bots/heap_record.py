"""Recording of heap game decisions: the kernel from its end, nim sums, the trace of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.search_trace import BreadthFirstCount, ExistenceSearch
from engine.messages import message
from engine.naming import move_name
from engine.protocols import Game, Trace
from engine.solvers.heap_theory import HeapTheory, heaps_of
from engine.watch import Recorder, RecordingKind


def record_kernel(
    game: Game[Any], state: Any, members: Sequence[int], theory: HeapTheory, recorder: Recorder
) -> None:
    """Record one heap: for every number from 0 up, whether it is in the kernel or leads there."""
    recorder.kind = RecordingKind.KERNEL
    inside = set(members)
    size = max(heaps_of(state))
    for number in range(size + 1):
        allowed = theory.allowed(number)
        into = [take for take in allowed if number - take in inside]
        if number in inside:
            key = "watch.kernel.end" if not allowed else "watch.kernel.member"
            text = message(key, number=number)
        elif into:
            text = message(
                "watch.kernel.outside", number=number, take=into[0], left=number - into[0]
            )
        else:
            text = message("watch.kernel.taken_out", number=number)
        recorder.step(
            "member" if number in inside else "outside",
            text,
            (),
            number=number,
            member=number in inside,
            takes=list(allowed),
            into=into,
        )
    recorder.show("kernel", sorted(inside))
    recorder.show("takes", list(theory.takes or ()))


def record_nim_sum(game: Game[Any], state: Any, theory: HeapTheory, recorder: Recorder) -> None:
    """Record several heaps: their xor, heap by heap, then the xor after each move."""
    recorder.kind = RecordingKind.KERNEL
    total = 0
    for index, heap in enumerate(heaps_of(state), start=1):
        total ^= theory.grundy(heap)
        text = message("watch.nim.heap", heap=index, size=heap, xor=total)
        recorder.step("xor", text, (), heap=index, size=heap, xor=total)
    for move in game.moves(state):
        after = heaps_of(game.play(state, move))
        left, lost = theory.nim_sum(after), theory.losing(after)
        key = "watch.nim.good" if lost else "watch.nim.bad"
        text = message(key, move=move_name(game, state, move), xor=left)
        recorder.step("move", text, (move,), move=move, xor=left, wins=lost)


def record_trace(game: Game[Any], state: Any, trace: Trace, recorder: Recorder) -> None:
    """Record a depth-first search in the order of its visits, one position a step."""
    recorder.kind = RecordingKind.TRACE
    waiting: list[tuple[Trace, Any, tuple[int, ...]]] = [(trace, state, ())]
    while waiting:
        node, position, line = waiting.pop()
        recorder.step(
            "try" if line else "start",
            message("watch.trace", position=node.state_text, note=node.note),
            line,
            position=node.state_text,
            heaps=list(heaps_of(position)),
            player=game.to_move(position),
            chosen=node.chosen,
        )
        for child in reversed(node.children):
            move = game.parse_move(position, child.move_text)
            waiting.append((child, game.play(position, move), (*line, move)))


def record_searches(
    search: ExistenceSearch[Any],
    line: int,
    breadth: BreadthFirstCount,
    whole: int | None,
    recorder: Recorder,
) -> None:
    """Record the effort of the depth-first search beside that of a breadth-first one.

    `whole` is the number of nodes of the whole tree, None for too many to count.
    """
    recorder.show("whole_tree", whole)
    recorder.show(
        "searches",
        {
            "depth_first": {"positions": search.positions, "line": line or None, "complete": True},
            "breadth_first": {
                "positions": breadth.positions,
                "line": breadth.line,
                "complete": breadth.complete,
            },
        },
    )
