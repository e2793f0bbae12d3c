"""The command `arena --positions`: every player chooses a move where exactly one move is good."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from engine.arena.critical_positions import (
    BlockResult,
    PlayerScore,
    PositionBlock,
    PositionResult,
    PositionSurvey,
    ResultSorter,
    ask_block,
    marks_of,
)
from engine.arena.experiment import hashes
from engine.arena.pool import ProcessPool, pool_size
from engine.cli.console import between, print_json, say, table
from engine.cli.progress import ProgressLine
from engine.messages import figure, message
from engine.protocols import OptionError, game_name
from engine.puzzles.problems import PuzzleError
from engine.registry import is_own, make_game


def ask(args: argparse.Namespace, work: Sequence[PositionBlock]) -> list[PositionResult]:
    """Find the positions and ask every player. Raises PuzzleError when there is no position."""
    shown = ProgressLine(args.positions, "arena.asking")
    sorter = ResultSorter(args.positions)
    results: list[PositionResult] = []
    source = _block_results(work, args.jobs)
    for part in source:
        for block in part:
            new = sorter.take(block)
            results += new
            shown.add(len(new))
        if not sorter.left:
            break
    source.close()  # type: ignore[attr-defined]  # a generator
    if not results:
        game = make_game(args.game, dict(args.option))
        raise PuzzleError("arena.no_positions", game=game_name(game))
    return results


def _block_results(work: Sequence[PositionBlock], jobs: int | None) -> Iterator[list[BlockResult]]:
    size = pool_size(jobs, len(work))
    if size > 1:
        yield from PositionSurvey(work, lambda: ProcessPool(size)).run(size)
        return
    for block in work:
        yield ask_block(block)


def ask_positions(args: argparse.Namespace, work: Sequence[PositionBlock]) -> int:
    """Run the experiment and print how often each player was right."""
    results = ask(args, work)
    marks = marks_of(work[0].players, results)
    if args.json:
        print_json(
            {
                "game": args.game,
                "positions": len(results),
                "seed": args.seed,
                "hashes": hashes(work[0].own),
                "players": [each.as_json() for each in marks],
            }
        )
        return 0
    if len(results) < args.positions:
        say(message("arena.fewer_positions", count=len(results), wanted=args.positions))
    for line in _lines(marks):
        say(line)
    return 0


def _lines(marks: Sequence[PlayerScore]) -> Iterator[str]:
    """Yield a table with headings: fraction right, and time."""
    players = [each.player for each in marks]
    player, right, time = (str(message(f"cli.column.{name}")) for name in ("player", "right", "ms"))
    faulty = [str(message("cli.column.faults"))] if any(map(is_own, players)) else []
    rows = [[player, right, time, *faulty]]
    for each in marks:
        fraction = f"{figure(each.fraction, '.1%')} {between(each.interval, each.fraction, '.1%')}"
        faults = [str(each.faults) if is_own(each.player) else "–"] if faulty else []
        rows.append([each.player, fraction, f"{figure(each.milliseconds, '.2f')} ms", *faults])
    yield from table(rows)


def check_use(args: argparse.Namespace) -> None:
    """Raise OptionError for options that --positions excludes."""
    of_games = (args.position, args.openings, args.games, args.csv, args.dask)
    if args.judge or any(each is not None for each in of_games):
        raise OptionError("arena.positions_alone")
