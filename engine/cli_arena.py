"""The commands arena and sweep: processes or a cluster, progress, files."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from engine.arena import (
    Bags,
    Batch,
    Experiment,
    Pairing,
    batches,
    pairings,
    play_all,
    sweep_pairings,
)
from engine.cli_console import print_json, progress, say
from engine.folders import Folders
from engine.messages import JouonsError, message
from engine.protocols import OptionError, game_key
from engine.registry import make_game
from engine.report import (
    PRESETS,
    GamesFile,
    Preset,
    SweepRow,
    Tally,
    sweep_file,
    sweep_row,
    tallies,
    write_sweep,
)

DASK_SECONDS = 10
PROGRESS_SECONDS = 1.0


class ArenaError(JouonsError):
    """An experiment that cannot be run; the message says why."""


def process_pool(jobs: int) -> Executor:
    """Processes of our own, spawned everywhere alike."""
    return ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_parent,
    )


def _end_with_parent() -> None:
    """Run in each process: a killed program must not leave its processes waiting for ever."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def cluster(address: str) -> tuple[Executor, int]:
    """The executor of a Dask cluster and how many threads it has. ArenaError when there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise ArenaError("arena.no_dask") from None
    try:
        client = Client(address, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ArenaError("arena.no_cluster", address=address, reason=str(error)[:80]) from None
    threads = sum(client.nthreads().values())
    return client.get_executor(pure=False), max(1, threads)


def learner_bags(pairs: Sequence[Pairing], data_dir: Path | None) -> Bags | None:
    """What the learner knows, read once; None when no learner plays."""
    if not any("learner" in (pairing.a, pairing.b) for pairing in pairs):
        return None
    from engine.store import Store

    store = Store(Folders.find(data_dir).data)
    try:
        keys = {game_key(make_game(p.game, dict(p.options))) for p in pairs}
        return {key: store.load_bags(key) for key in keys}
    finally:
        store.close()


def play(
    work: Sequence[Batch],
    counts: dict[int, Tally],
    file: GamesFile | None,
    jobs: int | None,
    dask: str | None,
) -> None:
    """Play every batch, count and write as games finish."""
    total = sum(batch.count for batch in work)
    shown = _Progress(total)
    if dask is not None:
        executor, workers = cluster(dask)
        source = Experiment(work, lambda: executor).run(workers)
    else:
        workers = jobs or os.cpu_count() or 1
        if workers == 1 or len(work) == 1:
            source = play_all(work)
        else:
            pool = min(workers, len(work))
            source = Experiment(work, lambda: process_pool(pool)).run(pool)
    for records in source:
        for record in records:
            counts[record.pairing].add(record)
        if file is not None and records:
            file.write(sorted(records, key=lambda record: record.number))
        shown.add(len(records))


class _Progress:
    """A line a second on stderr."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.started = self.last = time.monotonic()

    def add(self, games: int) -> None:
        """Count games and perhaps say so."""
        self.done += games
        now = time.monotonic()
        if now - self.last >= PROGRESS_SECONDS and self.done:
            self.last = now
            left = (now - self.started) * (self.total - self.done) / self.done
            progress(
                message("arena.progress", done=self.done, whole=self.total, seconds=round(left))
            )


def run(found: argparse.Namespace, plot: Callable[[Any, Any], None] | None) -> int:
    """The command arena or sweep."""
    return _arena(found) if found.command == "arena" else _sweep(found, plot)


def _arena(found: argparse.Namespace) -> int:
    options = dict(found.option)
    pairs = pairings(found.game, options, found.players)
    bags = learner_bags(pairs, found.data_dir)
    work = [batch for p in pairs for batch in batches(p, found.games, found.seed, bags)]
    counts = tallies(pairs)
    file = GamesFile(found.csv) if found.csv is not None else None
    try:
        play(work, counts, file, found.jobs, found.dask)
    finally:
        if file is not None:
            file.close()
    if found.json:
        print_json(
            {
                "game": found.game,
                "games": found.games,
                "seed": found.seed,
                "pairs": [tally.as_json() for tally in counts.values()],
            }
        )
        return 0
    for tally in counts.values():
        say(_line(tally))
    return 0


def _line(tally: Tally) -> str:
    low, high = tally.interval
    elo_low, elo_high = tally.elo_interval
    return (
        f"{tally.pairing.a} - {tally.pairing.b}: +{tally.wins} ={tally.draws} -{tally.losses}  "
        f"{tally.score:.3f} [{low:.3f}, {high:.3f}]  "
        f"Elo {tally.elo:+.0f} [{elo_low:+.0f}, {elo_high:+.0f}]  "
        f"{tally.milliseconds:.2f} ms"
    )


def _sweep(found: argparse.Namespace, plot: Callable[[Any, Any], None] | None) -> int:
    preset, name = _preset(found)
    csv_path = found.csv or Path(sweep_file(name))
    if found.plot is not None and found.plot == csv_path:
        raise OptionError("arena.same_file", file=str(found.plot))
    pairs = sweep_pairings(
        preset.game, dict(found.option), preset.template, preset.opponent, preset.values
    )
    bags = learner_bags(pairs, found.data_dir)
    work = [batch for p in pairs for batch in batches(p, preset.games, found.seed, bags)]
    _try_to_write(csv_path)
    counts = tallies(pairs)
    try:
        play(work, counts, None, found.jobs, found.dask)
    finally:
        rows = [
            sweep_row(tally, value)
            for tally, value in zip(counts.values(), preset.values, strict=True)
            if tally.games
        ]
        write_sweep(csv_path, rows)
    for row in rows:
        say(_sweep_line(row))
    say(message("arena.written", file=str(csv_path)))
    if found.plot is not None and plot is not None:
        plot(rows, found.plot)
        say(message("arena.written", file=str(found.plot)))
    return 0


def _try_to_write(path: Path) -> None:
    """Say before a minute of games that the file cannot be written."""
    write_sweep(path, [])


def _sweep_line(row: SweepRow) -> str:
    return (
        f"{row.value:>8}  {row.won:6.1%} {row.drawn:6.1%} {row.lost:6.1%}  "
        f"[{row.low:.3f}, {row.high:.3f}]  {row.seconds:.2f} s"
    )


def _preset(found: argparse.Namespace) -> tuple[Preset, str]:
    """The sweep asked for, and the name of its file."""
    if found.preset is not None:
        if found.preset not in PRESETS:
            raise OptionError("arena.preset", text=found.preset, accepted=", ".join(PRESETS))
        known = PRESETS[found.preset]
        return known, known.name
    if not (found.game and found.template and found.opponent):
        raise OptionError("arena.sweep_use")
    if not found.values:
        raise OptionError("arena.no_values")
    made = Preset("", found.game, found.template, found.opponent, tuple(found.values), found.games)
    plain = f"{found.template}-{found.opponent}".replace("{}", "X")
    name = "".join(c if c.isalnum() or c == "-" else "_" for c in plain)
    return made, name
