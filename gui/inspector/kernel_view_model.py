"""What there is to see of a heap game's theory at one moment: graph or xor. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocols import Estimate
from gui.inspector.inspector_frame import InspectorFrame


@dataclass(frozen=True)
class GraphNumber:
    """One number of the graph: in the kernel, or with a take that leads into it."""

    number: int
    member: bool
    takes: tuple[int, ...]
    into: tuple[int, ...]
    step: int
    told: bool

    @property
    def left_out(self) -> bool:
        """Whether it was taken out of the graph: an end that nobody wants to reach."""
        return not self.member and not self.into


@dataclass(frozen=True)
class Heap:
    """One heap of several, and the xor up to it."""

    number: int
    size: int
    xor: int
    step: int
    told: bool


@dataclass(frozen=True)
class Way:
    """One move: where it leads, and what is proved of it."""

    move: int
    text: str
    left: int  # the heap that remains, or the xor of all heaps
    good: bool
    step: int  # -1: not a step of its own
    told: bool
    played: bool
    truth: Estimate | None


@dataclass(frozen=True)
class KernelViewModel:
    """All there is to see at one moment; either numbers or heaps are empty."""

    present: int
    takes: tuple[int, ...]
    numbers: tuple[GraphNumber, ...]
    heaps: tuple[Heap, ...]
    moves: tuple[Way, ...]
    complete: bool  # the graph is built, or every heap is in the xor


def kernel_view_model(frame: InspectorFrame) -> KernelViewModel:
    """Everything to see at the moment looked at."""
    numbers: list[GraphNumber] = []
    heaps: list[Heap] = []
    moves: list[Way] = []
    for index, step in enumerate(frame.recording.steps):
        facts, told = step.facts, index <= frame.step
        if step.phase == "xor":
            heaps.append(Heap(facts["heap"], facts["size"], facts["xor"], index, told))
        elif step.phase == "move":
            moves.append(_way(frame, facts["move"], facts["xor"], facts["wins"], index, told))
        elif "number" in facts:
            takes, into = tuple(facts["takes"]), tuple(facts["into"])
            numbers.append(GraphNumber(facts["number"], facts["member"], takes, into, index, told))
    present = numbers[-1].number if numbers else 0
    complete = all(each.told for each in numbers) and all(each.told for each in heaps)
    if numbers:
        moves = _moves_of(frame, numbers, complete)
    shown = tuple(frame.recording.shown.get("takes", ()))
    return KernelViewModel(present, shown, tuple(numbers), tuple(heaps), tuple(moves), complete)


def _moves_of(frame: InspectorFrame, numbers: list[GraphNumber], complete: bool) -> list[Way]:
    """The moves of a single heap; the takes of the last number, in the order of the moves."""
    last = numbers[-1]
    moves = frame.game.moves(frame.state)
    return [
        _way(frame, move, last.number - take, take in last.into, -1, complete)
        for move, take in zip(moves, last.takes, strict=True)
    ]


def _way(frame: InspectorFrame, move: int, left: int, good: bool, step: int, told: bool) -> Way:
    text = frame.game.move_text(frame.state, move)
    played = frame.complete and move == frame.move
    return Way(move, text, left, good, step, told, played, frame.truth((move,)))
