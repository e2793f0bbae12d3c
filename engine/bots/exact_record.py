"""Recording of perfect play: the source of the values, each move's value, the line to the end.

For a game with a small table it also records the table, filled from the end layer by layer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from engine.bots.traps import Trap
from engine.context import Context
from engine.messages import message
from engine.naming import choice_name, move_name
from engine.protocols import Estimate, Game, S, Unsolvable, Value
from engine.solvers.oracle import ExactValue, Hurried, Oracle, ValueSource
from engine.solvers.tabulate import LONGEST_LINE, ValueTable, walk
from engine.watch import Belief, Recorder, RecordingKind

# Up to this many positions, counted without symmetry, the layers of the table are computed.
LARGEST_TABLE = 20_000


def record_layers(
    game: Game[Any], state: Any, recorder: Recorder, check: Callable[[], None]
) -> None:
    """Record the table from a position on by remoteness: the counts of wins, draws and losses.

    Records nothing above LARGEST_TABLE positions.
    """
    recorder.kind = RecordingKind.LAYERS

    def children(position: Any) -> list[Any]:
        return [game.play(position, move) for move in game.moves(position)]

    try:
        positions = [position for position, _ in walk(state, children, LARGEST_TABLE, check)]
    except Unsolvable:
        return
    table: ValueTable[Any] = ValueTable(game)
    table.solve(state, check)
    every: Counter[tuple[int, Value]] = Counter()
    classes: Counter[tuple[int, Value]] = Counter()
    keys = set()
    for position in positions:
        value, remoteness = table.value(position)
        every[remoteness, value] += 1
        key = table.key(position)
        if key not in keys:
            keys.add(key)
            classes[remoteness, value] += 1
    layers: list[dict[str, int]] = []
    for plies in range(max(remoteness for remoteness, _ in every) + 1):
        counts = {value: classes[plies, value] for value in Value}
        whole = sum(every[plies, value] for value in Value)
        layer = {
            "plies": plies,
            "win": counts[Value.WIN],
            "draw": counts[Value.DRAW],
            "loss": counts[Value.LOSS],
            "without_symmetry": whole,
        }
        layers.append(layer)
        text = message("watch.layer", **layer, count=plies)
        recorder.step("fill", text, (), **layer)
    recorder.show("layers", layers)
    recorder.show("positions", {"classes": len(keys), "all": len(positions)})


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
    recorder.step("source", message("watch.source", source=source), (), source=exact.source.value)
    for estimate in exact.estimates:
        value, plies = estimate.value, estimate.remoteness
        key = "unknown" if value is None else value.name.lower()
        open_end = ".unmeasured" if value is not None and plies is None else ""
        recorder.step(
            "value",
            message(
                f"watch.value.{key}{open_end}",
                move=move_name(game, state, estimate.move),
                count=plies,
            ),
            (estimate.move,),
            move=estimate.move,
            value=None if value is None else value.name.lower(),
            plies=plies,
        )
    texts = choice_name(game, state, best)
    key = "watch.best" if trap is None else "watch.best.trapped"
    recorder.step("best", message(key, moves=texts, count=len(best)), (), moves=list(best))
    if trap is not None:
        texts = choice_name(game, state, trap.moves)
        key = "watch.trap" if trap.exact else "watch.trap_seen"
        trap_text = message(key, moves=texts, count=len(trap.moves), looked=trap.looked_at)
        recorder.step("trap", trap_text, (), moves=list(trap.moves))
    _record_line(game, state, line, recorder)
    recorder.last_sample(exact.effort, map(_belief, exact.estimates))


def _belief(estimate: Estimate) -> Belief:
    score = None if estimate.value is None else (estimate.value + 1) / 2
    return Belief(estimate.move, 0, score, score, score)


def _record_line(game: Game[Any], state: Any, line: Sequence[int], recorder: Recorder) -> None:
    for ply, move in enumerate(line, start=1):
        text = message("watch.line", number=ply, move=move_name(game, state, move))
        recorder.step("line", text, tuple(line[:ply]))
        state = game.play(state, move)


def best_line(
    game: Game[S],
    state: S,
    oracle: Oracle[S],
    move: int,
    source: ValueSource,
    context: Context[Any],
) -> tuple[int, ...]:
    """Return the best line of both sides from a move on, the lowest of equal moves.

    From a position in the book the line ends with the book, and far from the end it holds the
    first move only: every further ply may cost a search of seconds.
    """
    if source is ValueSource.BOOK or not oracle.is_near(state):
        context = Context(0)
        context.ask_hurry()
    line = [move]
    state = game.play(state, move)
    while game.moves(state) and len(line) < LONGEST_LINE:
        try:
            estimates = oracle.values(state, context).estimates
        except (Unsolvable, Hurried):
            break
        following = max(estimates, key=lambda each: (each.rank, -each.move))
        if following.remoteness is None:
            break
        line.append(following.move)
        state = game.play(state, following.move)
    return tuple(line)
