"""The commands arena and sweep: games or positions, processes or a cluster, progress, files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from engine import interrupt
from engine.arena.critical_positions import (
    PlayerScore,
    PositionBlock,
    PositionResult,
    ResultSorter,
    ask_block,
    blocks,
    marks_of,
)
from engine.arena.experiment import (
    Bags,
    Batch,
    Experiment,
    OwnTasks,
    batches,
    hashes,
    in_turn,
    pairings,
    play_all,
    sweep_pairings,
)
from engine.arena.pool import ProcessPool, Runner, WorkersError, most_processes, pool_size
from engine.arena.report import (
    PRESETS,
    GamesFile,
    Preset,
    SweepFile,
    SweepRow,
    check_new,
    check_writable,
    sweep_file,
    sweep_row,
)
from engine.arena.results import PairingTally, Standing, ranked, standings, tallies
from engine.arena.start import Start
from engine.cli.console import ProgressLine, between, print_report, program, progress, say, table
from engine.cli.start import opened_store, own_texts_of
from engine.intervals import rounded_interval
from engine.messages import JouonsError, Message, excerpt, figure, message
from engine.protocols import OptionError, game_key, game_name
from engine.puzzles.problems import PuzzleError
from engine.puzzles.review import Regret
from engine.registry import is_own, learns, make_game
from engine.store.experiments import GameRecord

DASK_SECONDS = 10
WORKER_SECONDS = 30  # timeout for the first worker of a cluster
PROGRAM_FOLDER = Path(__file__).resolve().parents[2]
GAMES_OF_A_SWEEP = 300
GAMES_OF_A_PAIR = 100
RESULTS = ("won", "drawn", "lost")  # columns of a sweep
Plot = Callable[[Sequence[SweepRow], Path, Preset], None]


class ArenaError(JouonsError):
    """An experiment that cannot be run; the message gives the reason."""


def cluster(address: str) -> tuple[Executor, int]:
    """Connect to a Dask cluster and return its executor and number of threads.

    Raises ArenaError if there is none.
    """
    try:
        import asyncio  # the packaged program includes neither module

        from distributed import Client
    except ImportError:
        raise ArenaError("arena.no_dask") from None
    try:
        asyncio.run(_knock(address))
        client = Client(address, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        why = excerpt(str(error), 80) or Message("arena.silent")
        raise ArenaError("arena.no_cluster", address=address, reason=why) from None
    try:
        _check_program(client, address)
    except ArenaError:
        client.close()
        raise
    return client.get_executor(pure=False), sum(client.nthreads().values())


def _check_program(client: Any, address: str) -> None:
    """Raise ArenaError if the cluster has no workers or a part of it cannot import this program."""
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError:
        raise ArenaError("arena.no_workers", address=address) from None
    # A function of the standard library, which every machine has, imports the engine there.
    loaded = resolve_name, "engine.arena.experiment:SINGLE_BATCH"
    try:
        client.run_on_scheduler(*loaded)
        client.run(*loaded)
    except ImportError as error:
        raise _not_loaded(address, error) from None


def _not_loaded(address: str, error: ImportError) -> ArenaError:
    """Make the error that says how to start the cluster, or which package it lacks."""
    name = (error.name or "").partition(".")[0]
    if name == "engine":
        return ArenaError("arena.cluster_program", address=address, folder=str(PROGRAM_FOLDER))
    return ArenaError(
        "arena.cluster_package", address=address, package=name or excerpt(str(error), 80)
    )


async def _knock(address: str) -> None:
    """Connect once and raise any fault: a Client that fails to connect hangs when deleted."""
    from distributed.comm.core import connect
    from distributed.security import Security

    secrets = Security().get_connection_args("client")
    (await connect(address, timeout=DASK_SECONDS, **secrets)).abort()


def games_on_cluster(work: Sequence[Batch], address: str) -> Iterator[list[GameRecord]]:
    """Yield the records from a cluster; reconnect once if the connection is lost."""
    executor, workers = cluster(address)
    from distributed.scheduler import KilledWorker

    unused = [executor]
    experiment = Experiment(work, lambda: unused.pop() if unused else cluster(address)[0])
    try:
        yield from experiment.run(workers)
    except KilledWorker as killed:  # the cluster itself has retried
        raise WorkersError("arena.workers_die", tries=killed.allowed_failures + 1) from None
    except ImportError as error:  # a machine that joined later
        raise _not_loaded(address, error) from None


def _memory(
    args: argparse.Namespace, game_id: str, players: Sequence[str]
) -> tuple[Bags | None, OwnTasks | None]:
    """Load once what learners and own bots know; None for each kind that does not play."""
    bags = None
    if any(learns(text) for text in players):
        key = game_key(make_game(game_id, dict(args.option)))
        with opened_store(args.data_dir) as store:
            bags = {key: store.load_bags(key)}
    return bags, own_texts_of([game_id, *players], args.data_dir)


def play(
    args: argparse.Namespace, work: Sequence[Batch], counts: Mapping[int, PairingTally]
) -> Iterator[list[GameRecord]]:
    """Play every batch and count the results; yield the records as they finish, in order."""
    shown = ProgressLine(sum(batch.games for batch in work))
    for records in _played(work, args.jobs, args.dask):
        for record in records:
            counts[record.pairing].add(record)
        if records:
            yield sorted(records, key=lambda record: record.number)
        shown.add(len(records))


def _played(
    work: Sequence[Batch], jobs: int | None, dask: str | None
) -> Iterator[list[GameRecord]]:
    """Yield the records from a cluster, from local processes, or from this one."""
    if dask is not None:
        return games_on_cluster(work, dask)
    if jobs is not None and jobs > most_processes():
        progress(message("arena.jobs", count=jobs, most=most_processes()))
    size = pool_size(jobs, len(work))
    if size == 1:
        return play_all(work)
    return Experiment(work, lambda: ProcessPool(size)).run(size)


def run_arena(args: argparse.Namespace) -> int:
    """Run the command `arena`: every player against every other, or all in the same positions."""
    if args.positions is not None:
        return _positions(args)
    options, games = dict(args.option), args.games or GAMES_OF_A_PAIR
    pairs = pairings(args.game, options, args.players, _start(args))
    bags, own = _memory(args, args.game, args.players)
    rest = (games, args.seed, bags, args.judge, own)
    work = in_turn([b for p in pairs for b in batches(p, *rest)])
    counts = tallies(pairs)
    if args.csv is not None and not args.force:
        check_new(args.csv)
    file = None if args.csv is None else GamesFile(args.csv, pairs)
    for records in play(args, work, counts):
        if file is not None:
            file.write(records)
            _rows_stay("arena")
    data = {
        "game": args.game,
        "games": games,
        "seed": args.seed,
        "pairs": [tally.as_json() for tally in counts.values()],
        "hashes": hashes(own),
    }
    return print_report(args, data, _arena_lines([*counts.values()], args.judge))


def _arena_lines(counts: Sequence[PairingTally], judged: bool) -> Iterator[str]:
    """Yield the results of each pairing, and the ranking where it says more."""
    for tally in counts:
        yield _line(tally)
        yield from _thrown_lines(tally)
        yield from _fault_lines(tally)
    if len(counts) > 1 or judged:
        yield from _ranking_lines(ranked(standings(counts)))


def _rows_stay(command: str) -> None:
    """Let an interrupt say from now on that the rows written so far stay."""
    interrupt.installed().line = f"{program()} {command}: {message('cli.stopped_rows')}"


def _start(args: argparse.Namespace) -> Start:
    return Start(args.position, args.openings or 0)


def _ranking_lines(ranking: Sequence[Standing]) -> Iterator[str]:
    judged = any(each.thrown is not None for each in ranking)
    columns = ("player", "score", "elo", *(("thrown",) if judged else ()), "ms")
    rows = [[str(message(f"cli.column.{name}")) for name in columns]]
    for each in ranking:
        score = f"{figure(each.score, '.3f')} {between(each.interval, each.score, '.2f')}"
        cells = [each.text, score, str(each.rating.full_message)]
        if judged:
            whole = each.thrown or Regret()
            cells.append(_share(whole, each.regret_interval(whole)))
        rows.append([*cells, _milliseconds(each.milliseconds)])
    yield from table(rows)


def _milliseconds(time: float) -> str:
    return f"{figure(time, '.2f')} ms"


def _share(regret: Regret, interval: tuple[float, float]) -> str:
    """Return the error rate in percent with its interval, or a dash if no move was judged."""
    if regret.fraction is None:
        return "-"
    return f"{figure(regret.fraction, '.1%')} {between(interval, regret.fraction, '.1%')}"


def _line(tally: PairingTally) -> str:
    repeated = f"  {tally.repeated}" if tally.repeated else ""
    return (
        f"{tally.pairing.a} - {tally.pairing.b}: +{tally.wins} ={tally.draws} -{tally.losses}  "
        f"{figure(tally.score, '.3f')} {between(tally.interval, tally.score, '.3f')}  "
        f"Elo {tally.rating.full_message}{repeated}  {_milliseconds(tally.milliseconds)}"
    )


def _thrown_lines(tally: PairingTally) -> Iterator[str]:
    names = (tally.pairing.a, tally.pairing.b)
    for name, whole in zip(names, tally.thrown or (), strict=False):
        share = whole.fraction or 0.0
        low, high = rounded_interval(*tally.regret_interval(whole), share, 3)
        key = "arena.thrown_away" if whole.judged else "arena.nothing_judged"
        values = {"share": share, "low": low, "high": high, "errors": whole.errors}
        yield f"  {message(key, player=name, judged=whole.judged, **values)}"


def _fault_lines(tally: PairingTally) -> Iterator[str]:
    """Yield the faults of each of the two players, with the first sentence."""
    names = (tally.pairing.a, tally.pairing.b)
    for name, count, first in zip(names, tally.faults, tally.first_faults, strict=True):
        if first is not None:
            yield "  " + str(message("arena.faults", player=name, count=count, first=first))


def run_sweep(args: argparse.Namespace, plot: Plot | None) -> int:
    """Run the command `sweep`: a player with several budgets against one opponent."""
    preset = _preset(args)
    csv_path = args.csv or Path(sweep_file(preset.name))
    if args.plot is not None and _same_file(args.plot, csv_path):
        raise OptionError("arena.same_file", file=str(args.plot))
    options = dict(args.option)
    pairs = sweep_pairings(
        preset.game, options, preset.template, preset.opponent, preset.values, _start(args)
    )
    players = [pairs[0].b, *(pair.a for pair in pairs)]
    bags, own = _memory(args, preset.game, players)
    rest = (preset.games, args.seed, bags, args.judge, own)
    work = [b for p in pairs for b in batches(p, *rest)]
    for path in filter(None, () if args.force else (csv_path, args.plot)):
        check_new(path)
    if args.plot is not None:
        check_writable(args.plot)
    counts = tallies(pairs)
    settings = list(zip(counts.values(), preset.values, strict=True))
    file = SweepFile(csv_path, settings, preset.games)

    shown = iter(counts.values())
    say(_sweep_heading(args.judge))
    for _ in play(args, work, counts):
        for row in file.complete():
            _rows_stay("sweep")
            say(_sweep_line(row, next(shown)))
    say(message("arena.written", file=str(csv_path)))
    if args.plot is not None and plot is not None:
        plot([sweep_row(*setting) for setting in settings], args.plot, preset)
        say(message("arena.written", file=str(args.plot)))
    return 0


def _same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file, links included."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)


def _sweep_heading(judged: bool) -> str:
    value, *results, score, seconds = (
        str(message(f"cli.column.{name}")) for name in ("value", *RESULTS, "score", "seconds")
    )
    thrown = f"  {message('cli.column.thrown')}" if judged else ""
    parts = " ".join(f"{text:>{_result_width()}}" for text in results)
    return f"{value:>8}  {parts}  {score:<14}  {seconds:>8}{thrown}".rstrip()


def _result_width() -> int:
    """Return the width of the columns of results: of the longest heading or share."""
    heads = (str(message(f"cli.column.{name}")) for name in RESULTS)
    return max(map(len, (*heads, figure(1.0, ".1%"))))


def _sweep_line(row: SweepRow, tally: PairingTally) -> str:
    whole = tally.thrown[0] if tally.thrown is not None else None
    thrown = f"  {_share(whole, tally.regret_interval(whole))}" if whole is not None else ""
    repeated = f"  {tally.repeated}" if tally.repeated else ""
    shares = (figure(share, ".1%") for share in (row.won, row.drawn, row.lost))
    parts = " ".join(f"{text:>{_result_width()}}" for text in shares)
    interval = between((row.low, row.high), tally.score, ".3f")
    seconds = figure(row.seconds, ".2f")
    return f"{row.value:>8}  {parts}  {interval}  {seconds:>8}{thrown}{repeated}"


def _preset(args: argparse.Namespace) -> Preset:
    """Return the requested sweep; its name is that of its file."""
    if args.preset is not None:
        if args.preset not in PRESETS:
            raise OptionError("arena.preset", text=args.preset, accepted=", ".join(PRESETS))
        if args.game or args.template or args.opponent:
            raise OptionError("arena.preset_alone", preset=args.preset)
        preset = PRESETS[args.preset]
        values, games = tuple(args.values or preset.values), args.games or preset.games
        return replace(preset, values=values, games=games)
    if not (args.game and args.template and args.opponent):
        raise OptionError("arena.sweep_use")
    if not args.values:
        raise OptionError("arena.no_values")
    games = args.games or GAMES_OF_A_SWEEP
    plain = f"{args.game}-{args.template}-{args.opponent}".replace("{}", "X")
    name = "".join(c if c.isalnum() or c == "-" else "_" for c in plain)
    return Preset(name, args.game, args.template, args.opponent, tuple(args.values), games)


def _positions(args: argparse.Namespace) -> int:
    """Print how often each player was right. Raises OptionError for options of games."""
    of_games = (args.position, args.openings, args.games, args.csv, args.dask)
    if args.judge or any(each is not None for each in of_games):
        raise OptionError("arena.positions_alone")
    options, wanted = dict(args.option), args.positions
    bags, own = _memory(args, args.game, args.players)
    work = blocks(args.game, options, args.players, wanted, args.seed, bags, own)
    results = _asked(args, work)
    marks = marks_of(work[0].players, results)
    data = {
        "game": args.game,
        "positions": len(results),
        "seed": args.seed,
        "hashes": hashes(own),
        "players": [each.as_json() for each in marks],
    }
    fewer = message("arena.fewer_positions", count=len(results), wanted=wanted)
    head = [fewer] if len(results) < wanted else []
    return print_report(args, data, (*head, *_mark_lines(marks)))


def _asked(args: argparse.Namespace, work: Sequence[PositionBlock]) -> list[PositionResult]:
    """Find the positions and ask every player. Raises PuzzleError when there is no position."""
    shown = ProgressLine(args.positions, "arena.asking")
    sorter = ResultSorter(args.positions)
    results: list[PositionResult] = []
    size = pool_size(args.jobs, len(work))
    runner = Runner(work, lambda: ProcessPool(size), ask_block)
    here = (ask_block(block) for block in work)
    with closing(runner.run(size) if size > 1 else here) as source:
        for block in chain.from_iterable(source):
            new = sorter.take(block)
            results += new
            shown.add(len(new))
            if not sorter.left:
                break
    if not results:
        game = make_game(args.game, dict(args.option))
        raise PuzzleError("arena.no_positions", game=game_name(game))
    return results


def _mark_lines(marks: Sequence[PlayerScore]) -> Iterator[str]:
    players = [each.player for each in marks]
    player, right, time = (str(message(f"cli.column.{name}")) for name in ("player", "right", "ms"))
    faulty = [str(message("cli.column.faults"))] if any(map(is_own, players)) else []
    rows = [[player, right, time, *faulty]]
    for each in marks:
        fraction = f"{figure(each.fraction, '.1%')} {between(each.interval, each.fraction, '.1%')}"
        faults = [str(each.faults) if is_own(each.player) else "–"] if faulty else []
        rows.append([each.player, fraction, _milliseconds(each.milliseconds), *faults])
    yield from table(rows)
