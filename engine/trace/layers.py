"""Events of perfect play: the source of the values, each move's value, the line to the end.

For a game with a small table also the table, filled from the end layer by layer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.messages import message
from engine.naming import choice_name, move_name
from engine.protocols import Estimate, Game, Unsolvable, Value
from engine.recording import PICTURED, Belief, Event, MethodResult, Move, Recorder, RecordingKind
from engine.solvers.oracle import ExactValue, ValueSource
from engine.solvers.tabulate import ValueTable, walk

# Up to this many positions, counted without symmetry, the layers of the table are computed.
LARGEST_TABLE = 20_000


@dataclass(frozen=True, slots=True)
class LayerFilled(Event, phase="fill"):
    """The positions decided `plies` plies from the end, by their result for the player to move.

    `without_symmetry` counts them without merging symmetric ones.
    """

    plies: int
    win: int
    draw: int
    loss: int
    without_symmetry: int


@dataclass(frozen=True, slots=True)
class SourceFound(Event, phase="source"):
    """The source of the values: table, theory, book or search."""

    source: ValueSource


@dataclass(frozen=True, slots=True)
class MoveValued(Event, phase="value"):
    """The exact value of a move for its player and the plies to the end, None if unknown."""

    move: Move
    value: Value | None
    plies: int | None


@dataclass(frozen=True, slots=True)
class BestFound(Event, phase="best"):
    """The best moves."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class TrapFound(Event, phase="trap"):
    """The moves among the best ones that set a trap."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Trap:
    """The moves that set a trap, ascending.

    `looked_at` is the number of moves compared; `exact` says that the whole rest of the game was
    calculated.
    """

    moves: tuple[int, ...]
    looked_at: int
    exact: bool


@dataclass(frozen=True, slots=True)
class LineFollowed(Event, phase="line"):
    """The best line of both sides, one move longer than before."""


@dataclass(frozen=True, slots=True)
class TableSize:
    """The positions of a table: classes of symmetric ones, and all of them."""

    classes: int
    all: int


class SolvedClass(NamedTuple):
    """Positions that are equal by symmetry, and their value for the player to move."""

    positions: tuple[Any, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class LayersResult(MethodResult):
    """The layers of the whole table, from the end; `classes` holds the positions of each."""

    layers: tuple[LayerFilled, ...]
    positions: TableSize
    classes: tuple[tuple[SolvedClass, ...], ...] = field(default=(), metadata=PICTURED)


def record_layers(
    game: Game[Any], state: Any, recorder: Recorder, check: Callable[[], None]
) -> None:
    """Record the table from a position on by remoteness: the counts of wins, draws and losses.

    Records nothing above LARGEST_TABLE positions.
    """
    recorder.kind = RecordingKind.LAYERS
    try:
        every_position = walk(game, state, LARGEST_TABLE, check, symmetric=False)
        positions = [position for position, _ in every_position]
    except Unsolvable:
        return
    table: ValueTable[Any] = ValueTable(game)
    table.solve(state, check)
    alike: dict[Any, list[Any]] = {}
    for position in positions:
        alike.setdefault(table.key(position), []).append(position)
    solved: defaultdict[int, list[SolvedClass]] = defaultdict(list)
    for equal in alike.values():
        value, remoteness = table.value(equal[0])
        solved[remoteness].append(SolvedClass(tuple(equal), value))
    layers: list[LayerFilled] = []
    for plies in range(max(solved) + 1):
        classes = Counter(each.value for each in solved[plies])
        whole = sum(len(each.positions) for each in solved[plies])
        win, draw, loss = (classes[value] for value in (Value.WIN, Value.DRAW, Value.LOSS))
        counted = {"win": win, "draw": draw, "loss": loss, "without_symmetry": whole}
        text = message("watch.layer", plies=plies, count=plies, **counted)
        layers.append(LayerFilled(text, (), plies, **counted))
        recorder.add(layers[-1])
    size = TableSize(len(alike), len(positions))
    by_layer = tuple(tuple(solved[plies]) for plies in range(len(layers)))
    recorder.finish(LayersResult(tuple(layers), size, by_layer))


def record_exact(
    game: Game[Any],
    state: Any,
    exact: ExactValue,
    best: Sequence[int],
    trap: Trap | None,
    line: Sequence[int],
    recorder: Recorder,
) -> None:
    """Record the source of the values, the value of each move, the best moves and the line.

    Records the trap among equal moves too, if there is one.
    """
    recorder.kind = RecordingKind.LAYERS
    source = message(f"watch.source.{exact.source.value}")
    recorder.add(SourceFound(message("watch.source", source=source), (), exact.source))
    for estimate in exact.estimates:
        value, plies = estimate.value, estimate.remoteness
        key = "unknown" if value is None else value.name.lower()
        open_end = ".unmeasured" if value is not None and plies is None else ""
        text = message(
            f"watch.value.{key}{open_end}", move=move_name(game, state, estimate.move), count=plies
        )
        recorder.add(MoveValued(text, (estimate.move,), estimate.move, value, plies))
    texts = choice_name(game, state, best)
    key = "watch.best" if trap is None else "watch.best.trapped"
    if len({each.remoteness for each in exact.estimates if each.move in best}) > 1:
        key = "watch.best.result"  # equal for a bot that asks only who wins
    recorder.add(BestFound(message(key, moves=texts, count=len(best)), (), tuple(best)))
    if trap is not None:
        texts = choice_name(game, state, trap.moves)
        key = "watch.trap" if trap.exact else "watch.trap_seen"
        trap_text = message(key, moves=texts, count=len(trap.moves), looked=trap.looked_at)
        recorder.add(TrapFound(trap_text, (), trap.moves))
    _record_line(game, state, line, recorder)
    recorder.last_sample(exact.effort, map(_belief, exact.estimates))


def _belief(estimate: Estimate) -> Belief:
    score = None if estimate.value is None else (estimate.value + 1) / 2
    return Belief(estimate.move, 0, score, score, score)


def _record_line(game: Game[Any], state: Any, line: Sequence[int], recorder: Recorder) -> None:
    for ply, move in enumerate(line, start=1):
        text = message("watch.line", number=ply, move=move_name(game, state, move))
        recorder.add(LineFollowed(text, tuple(line[:ply])))
        state = game.play(state, move)
