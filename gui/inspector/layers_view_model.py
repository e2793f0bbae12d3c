"""View model of perfect play at one step: throw, layers, values, line. No pygame here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.protocols import Value
from engine.watch import Step
from gui.inspector.inspector_frame import InspectorFrame, Line

VALUES = {"win": Value.WIN, "draw": Value.DRAW, "loss": Value.LOSS}
PHASES = ("throw", "fill", "source", "value", "best", "trap", "line", "draw", "guess")


@dataclass(frozen=True)
class Throw:
    """Mastery's random digit 0 to 9: below `tenths` it plays perfectly."""

    thrown: int
    tenths: int


@dataclass(frozen=True)
class TableLayer:
    """The positions decided at one distance, in plies, from the end."""

    plies: int
    # won, drawn, lost for the player to move, without symmetric positions
    counts: tuple[int, int, int]
    apart: int  # all positions, symmetric ones included
    step: int
    filled: bool

    @property
    def whole(self) -> int:
        """Total without symmetric positions."""
        return sum(self.counts)


@dataclass(frozen=True)
class MoveValue:
    """The proved value of a move, set once its step has come."""

    move: int
    text: str
    value: Value | None
    plies: int | None
    step: int
    told: bool
    best: bool  # among the best moves known so far
    played: bool


@dataclass(frozen=True)
class LineMove:
    """One move of the principal variation."""

    line: Line
    text: str
    player: int
    step: int
    told: bool


@dataclass(frozen=True)
class LayersViewModel:
    """View model of perfect play at one step."""

    throw: Throw | None
    layers: tuple[TableLayer, ...]
    filled: int  # positions in the table so far, without symmetric ones
    filled_apart: int
    whole: int
    whole_apart: int
    source: str | None  # the origin of the values, once it is reported
    values: tuple[MoveValue, ...]
    line: tuple[LineMove, ...]
    drawn: int | None  # the move mastery drew at random


def layers_view_model(frame: InspectorFrame) -> LayersViewModel:
    """Build the view model of perfect play for a frame."""
    now, steps = frame.step, frame.recording.steps
    by_phase: dict[str, list[int]] = {phase: [] for phase in PHASES}
    for index, step in enumerate(steps):
        by_phase.setdefault(step.phase, []).append(index)
    layers = tuple(_layer(steps[index], index, index <= now) for index in by_phase["fill"])
    filled = [layer for layer in layers if layer.filled]
    source = _facts_until(steps, by_phase["source"], now)
    drawn = _facts_until(steps, by_phase["draw"], now)
    return LayersViewModel(
        _throw(steps, by_phase["throw"], now),
        layers,
        sum(layer.whole for layer in filled),
        sum(layer.apart for layer in filled),
        sum(layer.whole for layer in layers),
        sum(layer.apart for layer in layers),
        source["source"] if source is not None else None,
        _values(frame, by_phase, now),
        _line(frame, by_phase["line"], now),
        drawn["move"] if drawn is not None else None,
    )


def _facts_until(
    steps: Sequence[Step], places: Sequence[int], now: int
) -> Mapping[str, Any] | None:
    told = [index for index in places if index <= now]
    return steps[told[-1]].facts if told else None


def _throw(steps: Sequence[Step], places: Sequence[int], now: int) -> Throw | None:
    facts = _facts_until(steps, places, now)
    return None if facts is None else Throw(facts["thrown"], facts["tenths"])


def _layer(step: Step, index: int, filled: bool) -> TableLayer:
    facts = step.facts
    counts = (facts["win"], facts["draw"], facts["loss"])
    return TableLayer(facts["plies"], counts, facts["without_symmetry"], index, filled)


def _values(
    frame: InspectorFrame, by_phase: Mapping[str, list[int]], now: int
) -> tuple[MoveValue, ...]:
    steps = frame.recording.steps
    facts = _facts_until(steps, by_phase["best"], now)
    best: Sequence[int] = facts["moves"] if facts is not None else ()
    found = []
    for index in by_phase["value"]:
        told = steps[index].facts
        move = told["move"]
        found.append(
            MoveValue(
                move,
                frame.game.move_text(frame.state, move),
                VALUES.get(told["value"]),
                told["plies"],
                index,
                index <= now,
                move in best,
                bool(best) and move == frame.move,
            )
        )
    return tuple(found)


def _line(frame: InspectorFrame, places: Sequence[int], now: int) -> tuple[LineMove, ...]:
    found, state = [], frame.state
    for index in places:
        line = frame.recording.steps[index].line
        text = frame.game.move_text(state, line[-1])
        found.append(LineMove(line, text, frame.game.to_move(state), index, index <= now))
        state = frame.game.play(state, line[-1])
    return tuple(found)
