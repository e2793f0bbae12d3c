"""View model of a heap game's theory at one step: graph or xor. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocols import Estimate
from gui.inspector.inspector_frame import InspectorFrame


@dataclass(frozen=True)
class GraphNumber:
    """One number of the graph: in the kernel, or with a move that leads into it."""

    number: int
    member: bool
    takes: tuple[int, ...]
    into: tuple[int, ...]
    step: int
    told: bool

    @property
    def left_out(self) -> bool:
        """Whether the graph excludes it: an end that loses for the player who reaches it."""
        return not self.member and not self.into


@dataclass(frozen=True)
class Heap:
    """One of several heaps, with the xor up to it."""

    number: int
    size: int
    xor: int
    step: int
    told: bool


@dataclass(frozen=True)
class Way:
    """One move: its target, and its proved value."""

    move: int
    text: str
    left: int  # the remaining heap, or the xor of all heaps
    good: bool
    step: int  # -1: it has no step
    told: bool
    played: bool
    truth: Estimate | None


@dataclass(frozen=True)
class KernelViewModel:
    """View model of the theory at one step; either `numbers` or `heaps` is empty."""

    present: int
    takes: tuple[int, ...]
    numbers: tuple[GraphNumber, ...]
    heaps: tuple[Heap, ...]
    moves: tuple[Way, ...]
    complete: bool  # the graph is built, or every heap is in the xor


def kernel_view_model(frame: InspectorFrame) -> KernelViewModel:
    """Build the view model of the theory for a frame."""
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
    """Return the moves of a single heap: those of the last number, in the order of the moves."""
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
