"""The commands `bots`, `games new`, `games check` and `solve`: own files in a terminal."""

from __future__ import annotations

import argparse
import csv
import io
import os
import statistics
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.arena.report import check_new, check_writable, write_whole
from engine.cli.console import (
    ProgressLine,
    between,
    print_json,
    print_report,
    program_for_commands,
    progress,
    say,
)
from engine.cli.start import own_texts_of
from engine.context import Context
from engine.folders import own_settings
from engine.levels import LEVELS
from engine.messages import JouonsError, Message, excerpt, message
from engine.own.bot import check_loads
from engine.own.games import own_source, rules_of
from engine.own.rules import EnumeratedRules, EstimatedPuzzle, OwnGame, OwnPuzzle
from engine.own.source import EXERCISES, OwnSource, read_source, sources_in
from engine.own.templates import KINDS, RULES_KINDS, exercise_template, write_new, write_text
from engine.protocols import MAX_POSITIONS, OptionError, line_texts
from engine.registry import OWN, is_own, parse_player
from engine.solvers.position_graph import RetrogradeTable
from engine.solvers.puzzle_solvers import PuzzleSolvers

if TYPE_CHECKING:
    from engine.arena.card import GameCard
    from engine.lessons.exercises import ItemResult

POSITIONS = 200  # of each game
EXAMPLE = "bots new my_bot --like rules"
MAX_LISTED = 100_000  # solutions
LAYERS_SHOWN = 16
PROGRESS_EVERY = 100_000  # positions
WORDS = {1: "win", 0: "draw", -1: "loss"}


# -- bots ------------------------------------------------------------------------------------------


def run_bots(args: argparse.Namespace) -> int:
    """List the files of the bots folder, write a new one, measure one, or check an exercise."""
    if args.action not in (None, "write") and args.name is None:
        raise OptionError("own.needs_name", action=args.action)
    if args.like is not None and args.action != "new":
        raise OptionError("own.not_here", action="new")
    if (args.game is not None or args.positions is not None) and args.action != "check":
        raise OptionError("own.not_here", action="check")
    if args.file is not None and args.action != "write":
        raise OptionError("own.not_here", action="write")
    if args.action == "new":
        return _new(args, "bot", KINDS)
    return {"check": _measure, "write": _write, None: _list}[args.action](args)


def _new(args: argparse.Namespace, what: str, kinds: Sequence[str]) -> int:
    """Write a new file from a starting point, and print its path, or its names as JSON."""
    path = write_new(own_settings().folder, args.name, args.like or kinds[0], args.lang, kinds)
    return print_report(args, {what: f"own:{path.stem}", "file": str(path)}, [str(path)])


def _measure(args: argparse.Namespace) -> int:
    """Print the card of a bot; return 1 if it has faults."""
    from engine.arena.card import games_of, measured

    player = _id(args.name)
    memory = own_texts_of([player], args.data_dir)
    assert memory is not None
    task = next(iter(memory.values()))
    games = games_of(task.source, args.game)
    count = args.positions or POSITIONS
    if not 1 <= count <= MAX_POSITIONS:
        raise OptionError("arena.positions_range", count=count, most=MAX_POSITIONS)
    shown = ProgressLine(count * len(games), "arena.asking")
    cards: dict[str, GameCard] = {}
    for game, growing in groupby(measured(task, games, count, args.seed), lambda card: card.game):
        for card in growing:
            cards[game] = card
            shown.add(1)
        if not args.json:
            for line in _card_lines(cards[game]):
                say(line)
    if args.json:
        rows = [card.as_json() for card in cards.values()]
        print_json({"bot": player, "hash": task.source.hash, "games": rows})
    return int(any(card.faults for card in cards.values()))


def _card_lines(card: GameCard) -> Iterator[str]:
    """Yield the lines of one game: what it throws away, its place, its times, its faults."""
    share, times = card.share, [1000 * each for each in card.seconds]
    values = {"game": message(f"game.{card.game}.name"), "count": card.judged}
    if card.judged:
        key = "own.card_solver" if card.level is None else "own.card"
        values |= {"share": share, "interval": between(card.interval, share, ".1%")}
        values |= {} if card.level is None else {"level": _place(card.level)}
        values |= {"median": statistics.median(times), "longest": max(times)}
        yield str(message(key, **values))
    else:
        yield str(message("own.card_unanswered", **values))
    for each in card.faults:
        yield f"  {each.fault}  ({each.position})"


def _place(level: float) -> Message:
    """Return the place between two levels in words."""
    lower = min(int(level), len(LEVELS) - 1)
    name = message(f"player.{LEVELS[lower]}.name")
    if not level:
        return message("own.level_lowest", level=name)
    if level == lower:
        return message("own.level_at", level=name)
    return message("own.level_between", low=name, high=message(f"player.{LEVELS[lower + 1]}.name"))


def _write(args: argparse.Namespace) -> int:
    """Write the file of an exercise if there is none; else check it, and return 1 if it fails."""
    from engine.lessons.exercises import SECONDS, check_exercise

    chapter = args.name or ""
    if chapter not in EXERCISES:
        raise OptionError("write.chapter", text=excerpt(chapter), accepted=", ".join(EXERCISES))
    path = args.file or own_settings().folder / EXERCISES[chapter].file
    if not path.exists():
        write_text(path, exercise_template(chapter, args.lang))
        return print_report(args, {"exercise": chapter, "file": str(path)}, [str(path)])
    source = read_source(path.absolute())
    results = check_exercise(source, chapter, Context(0), args.seconds or SECONDS)
    passed = all(each.text is None for each in results)
    items = [each.as_json() for each in results]
    values = {"exercise": chapter, "file": str(path), "hash": source.hash, "passed": passed}
    print_report(args, {**values, "items": items}, _result_lines(results))
    return int(not passed)


def _result_lines(results: Iterable[ItemResult]) -> Iterator[str]:
    for each in results:
        yield f"{'✓' if each.text is None else '✗'} {each.name}"
        yield from (f"  {text}" for text in (each.text, each.position_text) if text is not None)


def _list(args: argparse.Namespace) -> int:
    """Print each file with its sentence, or the fault that keeps it from being loaded."""
    folder = own_settings().folder
    sources = list(sources_in(folder).values())
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each loads in a process of its own
        faults = list(pool.map(_fault, sources))
    rows = [_row(*each) for each in zip(sources, faults, strict=True)]
    example = f"{program_for_commands()} {EXAMPLE}"
    lines = [f"{row['bot']:22} {row['fault'] or row['sentence']}" for row in rows]
    none = message("own.none", folder=str(folder), example=example)
    return print_report(args, rows, lines or [none])


def _fault(source: OwnSource) -> JouonsError | None:
    """Return what keeps a file from playing; None if nothing does."""
    try:
        parse_player(f"own:{source.name}")  # not every name can stand in a player text
        check_loads(source)
    except JouonsError as error:
        return error
    return None


def _row(source: OwnSource, fault: JouonsError | None) -> dict[str, Any]:
    return {
        "bot": f"own:{source.name}",
        "file": source.path,
        "kind": source.kind,
        "hash": source.hash,
        "games": list(source.games),
        "sentence": source.sentence,
        "fault": None if fault is None else str(fault),
    }


# -- games new, games check ------------------------------------------------------------------------


def run_own_games(args: argparse.Namespace) -> int:
    """Write the file of a game from a starting point, or check one; return 1 for a fault."""
    if args.action is None or args.name is None:
        raise OptionError("own.rules.needs_name", action=args.action or "new")
    if args.action == "check":
        if args.like is not None:
            raise OptionError("own.rules.not_here", action="new")
        return _check(args)
    return _new(args, "game", RULES_KINDS)


def _check(args: argparse.Namespace) -> int:
    """Print whether the rules of a file are sound, and how many positions they have."""
    source, count, fault = _source(args.name), None, None
    try:
        count = _rules(source, args.name).num_positions
    except JouonsError as error:
        fault = str(error)
    data = {"game": _id(args.name), "file": source.path, "hash": source.hash}
    size = message("solve.size", name=source.name, count=count or 0)
    lines = [size, message("own.rules.sound")] if fault is None else [fault]
    print_report(args, {**data, "kind": source.kind, "positions": count, "fault": fault}, lines)
    return int(fault is not None)


def _id(name: str) -> str:
    """Return the text of a file that was named by it or by its name alone."""
    return parse_player(name if is_own(name) else f"{OWN}:{name}").text


def _source(name: str) -> OwnSource:
    return own_source(parse_player(_id(name)).suffix, {})


def _rules(source: OwnSource, name: str) -> EnumeratedRules:
    """Return the rules of a file; prints how many positions there are, from time to time."""
    if source.fault is None and not source.has_rules:
        kind = message(f"own.kind.{source.kind or 'none'}")
        raise OptionError("solve.not_rules", name=source.name, kind=kind)
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
    if isinstance(rules, OwnPuzzle):
        report, rows, lines = _solved_puzzle(rules, args)
    else:
        assert isinstance(rules, OwnGame)
        report, rows, lines = _solved_game(rules, args)
    if args.table is not None:
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        write_whole(args.table, text.getvalue().encode())
    return print_report(args, report, lines)


Solved = tuple[dict[str, Any], Iterable[Sequence[Any]], Iterable[Message]]


def _solved_game(game: OwnGame, args: argparse.Namespace) -> Solved:
    """Return report, rows and lines of a game. Raises OptionError for an option of puzzles."""
    given = (args.start_position, args.goal_position, args.solver, args.all or None)
    for option, value in zip(("--from", "--to", "--solver", "--all"), given, strict=True):
        if value is not None:
            raise OptionError("solve.puzzle_only", option=option, name=game.title)
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
