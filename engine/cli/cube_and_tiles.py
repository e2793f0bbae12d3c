"""The commands `cube` and `tiles`: the shortest solutions, and the effort of finding them."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.cli.console import note_printer, print_report
from engine.context import Context
from engine.games.cube_facelets import MAX_TURNS, HeldCube, parse_turns
from engine.games.pocket_cube import CubeOfFaces, PocketCube
from engine.messages import Message, message
from engine.protocols import OptionError, line_texts
from engine.registry import PUZZLES, make_puzzle
from engine.solvers.puzzle_solvers import SOLVERS, PuzzleSolvers
from engine.solvers.shortest_paths import PathResult

CUBE_SOLVERS = {"bidirectional": "twoway", "table": "table"}  # by their names on the command line
MAX_LISTED = 100_000

Report = dict[str, Any]


def run_cube(args: argparse.Namespace) -> int:
    """Print the shortest solutions of a cube."""
    held = held_from(args.scramble, args.state, args.random, args.seed, args.metric)
    report = cube_report(held, args.metric, args.solver, args.all, args.goal, args.turns)
    metric = message(f"cli.cube_{report['metric']}", count=report["length"])
    answer = message("cli.cube_found", metric=metric, count=report["count"])
    first, second = report["visited"]
    figures = {name: report[name] for name in ("seconds", "one_way")}
    effort = [message("cli.cube_effort", first=first, second=second, **figures)]
    return print_report(args, report, _lines(args, report, "cli.cube_solved", answer, effort))


def run_tiles(args: argparse.Namespace) -> int:
    """Print the shortest solutions of sliding tiles."""
    puzzle: Any = make_puzzle("tiles", {"size": _size(args)})
    if args.goal is not None:
        puzzle = puzzle.with_goal(args.goal)
    if args.position is not None:
        state = puzzle.parse(args.position)
    else:
        state = puzzle.initial()
        for move in puzzle.scramble(Context[Any](args.seed).rng, args.random):
            state = puzzle.play(state, move)
        state = puzzle.parse(puzzle.text(state))  # the goal may be out of reach
    report = tiles_report(puzzle, state, args.solver, args.heuristic, args.all, note_printer())
    moves = message("cli.tiles_moves", count=report["length"])
    figures = {name: report[name] for name in ("looked_at", "stored", "one_way", "seconds")}
    effort = [message("cli.tiles_effort", **figures)]
    if report["heuristic"] is not None:
        values = {"heuristic": report["heuristic"], "count": report["expanded"]}
        effort.append(message("cli.tiles_expanded", **values))
    answer = message("cli.tiles_found", moves=moves, count=report["count"])
    return print_report(args, report, _lines(args, report, "cli.tiles_solved", answer, effort))


def _lines(
    args: argparse.Namespace,
    report: Report,
    solved: str,
    answer: Message,
    effort: Iterable[Message],
) -> Iterator[str | Message]:
    """Yield the lines of a report; `solved` is the key for a position that is solved."""
    yield report["state"]
    if report["length"] == 0:
        yield message(solved if args.goal is None else "cli.at_goal")
    else:
        yield answer
        yield from (f"  {solution}" for solution in report["solutions"])
    yield from effort


def _size(args: argparse.Namespace) -> str:
    """Return the given size, else that of the position or the goal, else the usual one."""
    rows = [row.split() for row in (args.position or args.goal or "").split("/")]
    shape = f"{len(rows)}x{len(rows[0])}"
    size = PUZZLES["tiles"].options[0]
    return args.size or (shape if shape in size.choices else size.default)


def _solved(
    solvers: PuzzleSolvers[Any],
    state: Any,
    solver: str,
    heuristic: str | None,
    every: bool,
    context: Context[Any],
) -> tuple[PathResult, Report, Report]:
    """Solve a position; return the answer, and what every report begins and ends with."""
    started = time.perf_counter()
    result = solvers.solve(state, solver, heuristic, context)
    seconds = time.perf_counter() - started
    lines = islice(result.lines(), MAX_LISTED if every else 1)
    solutions = [" ".join(line_texts(solvers.puzzle, state, line)) for line in lines]
    answer = {"length": result.length, "count": result.count, "solutions": solutions}
    one_way = solvers.one_way(state, result.length, context)
    return result, answer, {"one_way": one_way, "seconds": seconds}


def cube_report(
    held: Any,
    metric: str,
    solver: str,
    every: bool,
    goal: str | None = None,
    faces: str | None = None,
) -> Report:
    """Return the object of `cube --json`, for a cube solved as it is held.

    `goal` are the facelets of another goal, `faces` the faces that may be turned. Raises
    JouonsError for bad input, Unsolvable if the goal is out of reach.
    """
    goal_cube = None if goal is None else HeldCube.parse(goal)
    cube = PocketCube(metric) if faces is None else CubeOfFaces(metric, faces)
    position = cube.state_of(held)
    if goal_cube is not None:  # held in any way, too
        position = cube.relative(position, cube.state_of(goal_cube))
    name, context = CUBE_SOLVERS[solver], Context[Any](0)
    result, answer, effort = _solved(PuzzleSolvers(cube), position, name, None, every, context)
    assert result.sides is not None, "both solvers count the positions of the two sides"
    return {
        "state": held.facelets,
        **({} if goal_cube is None else {"goal": goal_cube.facelets}),
        **({} if faces is None else {"turns": list(faces)}),
        "metric": metric,
        **answer,
        "solver": solver,
        "visited": list(result.sides),
        **effort,
    }


def tiles_report(
    puzzle: Any,
    state: Any,
    solver: str,
    heuristic: str | None,
    every: bool,
    on_report: Callable[[Any], None] | None = None,
) -> Report:
    """Return the object of `tiles --json`. Raises JouonsError for a wrong solver or heuristic."""
    solvers = PuzzleSolvers(puzzle)
    name = solvers.chosen_heuristic(solver, heuristic)
    context = Context(0, on_report)
    result, answer, effort = _solved(solvers, state, solver, name, every, context)
    goal = puzzle.goal()
    return {
        "state": puzzle.text(state),
        **({"goal": puzzle.text(goal)} if goal != puzzle.initial() else {}),
        "size": puzzle.size,
        **answer,
        "solver": solver,
        "heuristic": name,
        "looked_at": result.looked_at,
        "stored": result.stored,
        "expanded": result.expanded,
        **effort,
    }


# -- selftest ------------------------------------------------------------------------------------


def solves_a_cube() -> bool:
    """Return whether all solvers find the same solutions of a cube, which solve it."""
    held = held_from("R U' F2 L D")
    reports = [cube_report(held, "half", solver, True) for solver in CUBE_SOLVERS]
    lines = reports[0]["solutions"]
    return _agree(reports) and all(held.turns(parse_turns(line)).solved for line in lines)


def solves_tiles() -> bool:
    """Return whether all solvers find the same solutions of sliding tiles."""
    puzzle: Any = make_puzzle("tiles")
    state = puzzle.parse("1 4 2/6 3 5/7 8 0")
    return _agree([tiles_report(puzzle, state, solver, None, True) for solver in SOLVERS])


def _agree(reports: Sequence[Mapping[str, Any]]) -> bool:
    answers = {(each["length"], each["count"], *sorted(each["solutions"])) for each in reports}
    return len(answers) == 1 and all(len(each["solutions"]) == each["count"] for each in reports)


def held_from(
    scramble: str | None = None,
    state: str | None = None,
    random_turns: int | None = None,
    seed: int = 0,
    metric: str = "quarter",
) -> HeldCube:
    """Return the cube given by a scramble, by 24 facelets or by a number of random turns.

    Raises JouonsError for bad input.
    """
    if scramble is not None:
        return HeldCube().turns(parse_turns(scramble))
    if state is not None:
        return HeldCube.parse(state)
    if random_turns is None or not 0 <= random_turns <= MAX_TURNS:
        raise OptionError("cube.scramble_length", count=random_turns, most=MAX_TURNS)
    cube = PocketCube(metric)
    moves = cube.scramble(Context[Any](seed).rng, random_turns)
    return HeldCube().turns([cube.turns[move] for move in moves])
