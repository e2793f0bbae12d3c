"""The commands `solve`, `games new` and `games check`: own games and puzzles in the terminal."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from engine.arena.report import check_new, check_writable, write_whole
from engine.cli.bots import new_file
from engine.cli.console import print_json, progress, say
from engine.context import Context
from engine.messages import JouonsError, Message, message
from engine.own.games import own_source, rules_of
from engine.own.rules import EnumeratedRules, EstimatedPuzzle, OwnGame, OwnPuzzle
from engine.own.source import OwnSource
from engine.own.templates import RULES_KINDS
from engine.protocols import OptionError, line_texts
from engine.registry import OWN, is_own, parse_player
from engine.solvers.position_graph import RetrogradeTable
from engine.solvers.puzzle_solvers import PuzzleSolvers

MAX_LISTED = 100_000  # solutions
LAYERS_SHOWN = 16
PROGRESS_EVERY = 100_000  # positions
WORDS = {1: "win", 0: "draw", -1: "loss"}


def run_own_games(args: argparse.Namespace) -> int:
    """Write the file of a game from a starting point, or check one; return 1 for a fault."""
    if args.action is None or args.name is None:
        raise OptionError("own.rules.needs_name", action=args.action or "new")
    if args.action == "check":
        if args.like is not None:
            raise OptionError("own.rules.not_here", action="new")
        return _check(args)
    return new_file(args, "game", RULES_KINDS)


def _check(args: argparse.Namespace) -> int:
    source = _source(args.name)
    fault, rules = None, None
    try:
        rules = _rules(source, args.name)
    except JouonsError as error:
        fault = error
    if args.json:
        data = {"game": _id(args.name), "file": source.path, "hash": source.hash}
        kind = None if source.kind is None else source.kind.value
        count = None if rules is None else rules.num_positions
        text = None if fault is None else str(fault)
        print_json({**data, "kind": kind, "positions": count, "fault": text})
    elif rules is not None:
        say(message("solve.size", name=rules.title, count=rules.num_positions))
        say(message("own.rules.sound"))
    else:
        say(str(fault))
    return int(fault is not None)


def _id(name: str) -> str:
    return parse_player(name if is_own(name) else f"{OWN}:{name}").text


def _source(name: str) -> OwnSource:
    return own_source(parse_player(_id(name)).suffix, {})


def _rules(source: OwnSource, name: str) -> EnumeratedRules:
    """Return the rules of a file; prints how many positions there are, from time to time."""
    if source.fault is None and not source.has_rules:
        key = source.kind.value if source.kind is not None else "none"
        raise OptionError("solve.not_rules", name=source.name, kind=message(f"own.kind.{key}"))
    printed = 0

    def report(result: Any) -> None:
        nonlocal printed
        if result.effort >= printed + PROGRESS_EVERY:
            printed = result.effort
            progress(result.note)

    return rules_of(source, _id(name), Context(0, report))


# -- solve -----------------------------------------------------------------------------------------


def run_solve(args: argparse.Namespace) -> int:
    """Print who wins a game, or the shortest solutions of a puzzle; write the whole table."""
    if args.table is not None:
        if not args.force:
            check_new(args.table)
        check_writable(args.table)
    rules = _rules(_source(args.file), args.file)
    if isinstance(rules, OwnGame):
        _refuse_options(args, rules)
        report, rows, lines = _solved_game(rules)
    else:
        assert isinstance(rules, OwnPuzzle)
        report, rows, lines = _solved_puzzle(rules, args)
    if args.table is not None:
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        write_whole(args.table, text.getvalue().encode())
    if args.json:
        print_json(report)
        return 0
    for line in lines:
        say(line)
    return 0


def _refuse_options(args: argparse.Namespace, game: OwnGame) -> None:
    """Raise OptionError for an option that only puzzles have."""
    given = {
        "--from": args.start_position is not None,
        "--to": args.goal_position is not None,
        "--solver": args.solver is not None,
        "--all": args.all,
    }
    for option in filter(given.get, given):
        raise OptionError("solve.puzzle_only", option=option, name=game.title)


Solved = tuple[dict[str, Any], Iterable[Sequence[Any]], Iterable[Message]]


def _solved_game(game: OwnGame) -> Solved:
    table = RetrogradeTable(game)
    values, plies = table.all_values()
    value, remoteness, mover = int(values[0]), int(plies[0]), game.to_move(0)
    winner = None if value == 0 else mover if value == 1 else 1 - mover
    kernel = int((values == -1).sum()) if values.all() else None
    layers = np.bincount(plies).tolist()
    report = {
        "game": game.id,
        "hash": game.source.hash,
        "positions": game.num_positions,
        "value": WORDS[value],
        "winner": winner,
        "remoteness": remoteness,
        "kernel": kernel,
        "layers": layers,
    }
    key = "draw" if winner is None else ("first", "second")[winner]
    lines = [
        message("solve.size", name=game.title, count=game.num_positions),
        message(f"solve.{key}", **({} if winner is None else {"count": remoteness})),
        message("solve.no_kernel") if kernel is None else message("solve.kernel", count=kernel),
        _layers_line(layers),
    ]
    return report, _game_rows(game, table, kernel is not None), lines


def _layers_line(layers: Sequence[int]) -> Message:
    parts = [f"{plies}: {count}" for plies, count in enumerate(layers)]
    if len(parts) > LAYERS_SHOWN:
        parts = [*parts[: LAYERS_SHOWN - 1], "…", parts[-1]]
    return message("solve.layers", layers=", ".join(parts))


def _game_rows(game: OwnGame, table: RetrogradeTable, has_kernel: bool) -> Iterator[Sequence[Any]]:
    """Yield the head and a row for each position; `best` are the moves of best play."""
    yield "position", "player", "value", "remoteness", "kernel", "best"
    values, plies = (each.tolist() for each in table.all_values())
    for state in range(game.num_positions):
        estimates = table.estimates(state)
        top = max((each.rank for each in estimates), default=None)
        best = [game.move_text(state, each.move) for each in estimates if each.rank == top]
        kernel = int(values[state] == -1) if has_kernel else ""
        row = (game.text(state), game.to_move(state), WORDS[values[state]], plies[state])
        yield *row, kernel, " ".join(best)


def _solved_puzzle(puzzle: OwnPuzzle, args: argparse.Namespace) -> Solved:
    """Return report, rows and lines of a puzzle. Raises Unsolvable or PositionError."""
    own_goal = args.goal_position is None
    if not own_goal:
        puzzle = puzzle.with_goal(args.goal_position)
    solver = args.solver or ("astar" if isinstance(puzzle, EstimatedPuzzle) else "table")
    start = puzzle.initial() if args.start_position is None else puzzle.parse(args.start_position)
    puzzle.goal()  # there is one
    solvers, context = PuzzleSolvers(puzzle), Context[Any](0)
    result = solvers.solve(start, solver, solvers.chosen_heuristic(solver, None), context)
    lines_shown = islice(result.lines(), MAX_LISTED if args.all else 1)
    solutions = [line_texts(puzzle, start, line) for line in lines_shown]
    report = {
        "puzzle": puzzle.id,
        "hash": puzzle.source.hash,
        "solver": solver,
        "length": result.length,
        "count": result.count,
        "solutions": solutions,
        "looked_at": result.looked_at,
        **({"positions": puzzle.num_positions} if solver == "table" else {}),
    }
    moves = message("cli.tiles_moves", count=result.length)
    lines = [
        message("solve.size", name=puzzle.title, count=puzzle.num_positions),
        message("cli.tiles_found", moves=moves, count=result.count),
        *(message("own.sentence", text=f"  {' '.join(line)}") for line in solutions if line),
        message("solve.effort", count=result.looked_at),
    ]
    return report, _puzzle_rows(puzzle, solvers, context), lines


def _puzzle_rows(
    puzzle: OwnPuzzle, solvers: PuzzleSolvers[int], context: Context[Any]
) -> Iterator[Sequence[Any]]:
    """Yield the head and a row for each position; `best` are the first moves of solutions."""
    yield "position", "distance", "best"
    table = solvers.table(context)
    for state in range(puzzle.num_positions):
        left = table.distance(state)
        steps = zip(puzzle.moves(state), puzzle.neighbours(state), strict=True)
        best = [
            puzzle.move_text(state, move)
            for move, after in steps
            if left not in (0, table.unknown) and table.distance(after) == left - 1
        ]
        yield puzzle.text(state), "" if left == table.unknown else left, " ".join(best)
