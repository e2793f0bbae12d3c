"""The command `tiles`: the shortest solutions of a sliding puzzle by one of four solvers."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from engine.cli.console import print_json, progress, say
from engine.context import Context
from engine.messages import Message, message
from engine.registry import PUZZLES, make_puzzle
from engine.solvers.puzzle_solvers import SOLVERS, PuzzleSolvers
from engine.solvers.shortest_paths import line_text

MAX_LISTED = 100_000
PROGRESS_SECONDS = 1.0


def run_tiles(args: argparse.Namespace) -> int:
    """Print the shortest solutions and the effort of finding them."""
    puzzle: Any = make_puzzle("tiles", {"size": _size(args)})
    if args.goal is not None:
        puzzle = puzzle.with_goal(args.goal)
    if args.position is not None:
        state = puzzle.parse(args.position)
    else:
        state = puzzle.initial()
        rng = np.random.Generator(np.random.PCG64(args.seed))
        for move in puzzle.scramble(rng, args.random):
            state = puzzle.play(state, move)
        state = puzzle.parse(puzzle.text(state))  # the goal may be out of reach
    on_report = _Progress().show
    report = tiles_report(puzzle, state, args.solver, args.heuristic, args.all, on_report)
    if args.json:
        print_json(report)
        return 0
    for line in _lines(report):
        say(line)
    return 0


def _size(args: argparse.Namespace) -> str:
    """Return the given size, else that of the position or the goal, else the usual one."""
    rows = [row.split() for row in (args.position or args.goal or "").split("/")]
    shape = f"{len(rows)}x{len(rows[0])}"
    size = PUZZLES["tiles"].options[0]
    return args.size or (shape if shape in size.choices else size.default)


def _lines(report: Mapping[str, Any]) -> Iterator[Message | str]:
    yield report["state"]
    if report["length"] == 0:
        yield message("cli.at_goal" if "goal" in report else "cli.tiles_solved")
    else:
        moves = message("cli.tiles_moves", count=report["length"])
        yield message("cli.tiles_found", moves=moves, count=report["count"])
        for solution in report["solutions"]:
            yield f"  {solution}"
    effort = {name: report[name] for name in ("looked_at", "stored", "one_way", "seconds")}
    yield message("cli.tiles_effort", **effort)
    if report["heuristic"] is not None:
        values = {"heuristic": report["heuristic"], "count": report["expanded"]}
        yield message("cli.tiles_expanded", **values)


class _Progress:
    """Prints a line of progress when a search goes on for a while."""

    def __init__(self) -> None:
        self._printed = time.monotonic()

    def show(self, result: Any) -> None:
        """Print the note of an intermediate result, at most once in PROGRESS_SECONDS."""
        if time.monotonic() - self._printed >= PROGRESS_SECONDS:
            self._printed = time.monotonic()
            progress(result.note)


def tiles_report(
    puzzle: Any,
    state: Any,
    solver: str,
    heuristic: str | None,
    every: bool,
    on_report: Callable[[Any], None] | None = None,
) -> dict[str, Any]:
    """Return the object of `tiles --json`. Raises JouonsError for a wrong solver or heuristic."""
    solvers = PuzzleSolvers(puzzle)
    context: Context[Any] = Context(0, on_report)
    started = time.perf_counter()
    name = solvers.chosen_heuristic(solver, heuristic)
    result = solvers.solve(state, solver, name, context)
    seconds = time.perf_counter() - started
    lines = islice(result.lines(), MAX_LISTED if every else 1)
    goal = puzzle.goal()
    return {
        "state": puzzle.text(state),
        **({"goal": puzzle.text(goal)} if goal != puzzle.initial() else {}),
        "size": puzzle.size,
        "length": result.length,
        "count": result.count,
        "solutions": [line_text(puzzle, state, line) for line in lines],
        "solver": solver,
        "heuristic": name,
        "looked_at": result.looked_at,
        "stored": result.stored,
        "expanded": result.expanded,
        "one_way": solvers.one_way(state, result.length, context),
        "seconds": seconds,
    }


def solvers_agree() -> bool:
    """Return whether all solvers find the same length, number and set of solutions."""
    puzzle: Any = make_puzzle("tiles")
    state = puzzle.parse("1 4 2/6 3 5/7 8 0")
    reports = [tiles_report(puzzle, state, solver, None, True) for solver in SOLVERS]
    answers = {(each["length"], each["count"], *sorted(each["solutions"])) for each in reports}
    return len(answers) == 1 and all(len(each["solutions"]) == each["count"] for each in reports)
