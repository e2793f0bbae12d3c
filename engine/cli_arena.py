"""The commands arena and sweep: processes or a cluster, progress, files."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from engine.arena import (
    TRIES,
    Bags,
    Batch,
    Experiment,
    GameRecord,
    Pairing,
    WorkersError,
    batches,
    pairings,
    play_all,
    sweep_pairings,
)
from engine.arena_pool import ProcessPool, most_processes, pool_size
from engine.cli_console import print_json, progress, say
from engine.cli_kept import opened_store
from engine.messages import JouonsError, message
from engine.protocols import OptionError, game_key
from engine.registry import learns, make_game
from engine.report import (
    PRESETS,
    GamesFile,
    Preset,
    SweepFile,
    SweepRow,
    Tally,
    check_writable,
    sweep_file,
    sweep_row,
    tallies,
)

DASK_SECONDS = 10
PROGRESS_SECONDS = 1.0
Plot = Callable[[Sequence[SweepRow], Path, str], None]


class ArenaError(JouonsError):
    """An experiment that cannot be run; the message says why."""


def cluster(address: str) -> tuple[Executor, int]:
    """The executor of a Dask cluster and how many threads it has. ArenaError when there is none."""
    try:
        import asyncio  # the packaged program has neither

        from distributed import Client
    except ImportError:
        raise ArenaError("arena.no_dask") from None
    try:
        asyncio.run(_knock(address))
        client = Client(address, timeout=DASK_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        raise ArenaError("arena.no_cluster", address=address, reason=str(error)[:80]) from None
    threads = sum(client.nthreads().values())
    return client.get_executor(pure=False), max(1, threads)


async def _knock(address: str) -> None:
    """Raise what is wrong with an address: a client that fails so hangs when it is thrown away."""
    from distributed.comm.core import connect
    from distributed.security import Security

    secrets = Security().get_connection_args("client")
    (await connect(address, timeout=DASK_SECONDS, **secrets)).abort()


def games_on_cluster(work: Sequence[Batch], address: str) -> Iterator[list[GameRecord]]:
    """The records from a cluster; when it goes away it is looked for once more."""
    executor, workers = cluster(address)
    from distributed.scheduler import KilledWorker

    unused = [executor]
    experiment = Experiment(work, lambda: unused.pop() if unused else cluster(address)[0])
    try:
        yield from experiment.run(workers)
    except KilledWorker:  # the cluster itself has tried again
        raise WorkersError("arena.workers_die", tries=TRIES) from None


def learner_bags(pairs: Sequence[Pairing], data_dir: Path | None) -> Bags | None:
    """What the learner knows, read once; None when no learner plays."""
    if not any(learns(text) for pairing in pairs for text in (pairing.a, pairing.b)):
        return None
    keys = {game_key(make_game(p.game, dict(p.options))) for p in pairs}
    with opened_store(data_dir) as store:
        return {key: store.load_bags(key) for key in keys}


def play(
    work: Sequence[Batch],
    counts: dict[int, Tally],
    jobs: int | None,
    dask: str | None,
    keep: Callable[[list[GameRecord]], None],
) -> None:
    """Play every batch, count, and let the games be kept as they finish."""
    shown = _Progress(sum(batch.games for batch in work))
    for records in _played(work, jobs, dask):
        for record in records:
            counts[record.pairing].add(record)
        if records:
            keep(sorted(records, key=lambda record: record.number))
        shown.add(len(records))


def _played(
    work: Sequence[Batch], jobs: int | None, dask: str | None
) -> Iterator[list[GameRecord]]:
    """The records from a cluster, from processes of our own, or from this one."""
    if dask is not None:
        return games_on_cluster(work, dask)
    if jobs is not None and jobs > most_processes():
        progress(message("arena.jobs", count=jobs, most=most_processes()))
    size = pool_size(jobs, len(work))
    if size == 1:
        return play_all(work)
    return Experiment(work, lambda: ProcessPool(size)).run(size)


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


def run(found: argparse.Namespace, plot: Plot | None) -> int:
    """The command arena or sweep."""
    return _arena(found) if found.command == "arena" else _sweep(found, plot)


def _arena(found: argparse.Namespace) -> int:
    options = dict(found.option)
    pairs = pairings(found.game, options, found.players)
    bags = learner_bags(pairs, found.data_dir)
    work = [
        batch for p in pairs for batch in batches(p, found.games, found.seed, bags, found.judge)
    ]
    counts = tallies(pairs)
    file = GamesFile(found.csv) if found.csv is not None else None
    play(work, counts, found.jobs, found.dask, _forget if file is None else file.write)
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
        for line in _thrown_lines(tally):
            say(line)
    return 0


def _forget(records: list[GameRecord]) -> None:
    """Nobody asked for the single games."""


def _line(tally: Tally) -> str:
    low, high = tally.interval
    elo_low, elo_high = tally.elo_interval
    return (
        f"{tally.pairing.a} - {tally.pairing.b}: +{tally.wins} ={tally.draws} -{tally.losses}  "
        f"{tally.score:.3f} [{low:.3f}, {high:.3f}]  "
        f"Elo {tally.elo:+.0f} [{elo_low:+.0f}, {elo_high:+.0f}]  "
        f"{tally.milliseconds:.2f} ms"
    )


def _thrown_lines(tally: Tally) -> Iterator[str]:
    """What each of the two threw away, where moves were judged."""
    names = (tally.pairing.a, tally.pairing.b)
    for name, whole in zip(names, tally.thrown or (), strict=False):
        low, high = whole.interval
        yield "  " + str(
            message(
                "arena.thrown_away" if whole.judged else "arena.nothing_judged",
                player=name,
                share=whole.share or 0.0,
                low=low,
                high=high,
                errors=whole.errors,
                judged=whole.judged,
            )
        )


def _sweep(found: argparse.Namespace, plot: Plot | None) -> int:
    preset, name = _preset(found)
    csv_path = found.csv or Path(sweep_file(name))
    if found.plot is not None:
        if _same_file(found.plot, csv_path):
            raise OptionError("arena.same_file", file=str(found.plot))
        check_writable(found.plot)
    pairs = sweep_pairings(
        preset.game, dict(found.option), preset.template, preset.opponent, preset.values
    )
    bags = learner_bags(pairs, found.data_dir)
    work = [batch for p in pairs for batch in batches(p, preset.games, found.seed, bags)]
    counts = tallies(pairs)
    settings = list(zip(counts.values(), preset.values, strict=True))
    file = SweepFile(csv_path, settings, preset.games)

    def keep(records: list[GameRecord]) -> None:
        for row in file.complete():
            say(_sweep_line(row))

    say(_sweep_heading())
    play(work, counts, found.jobs, found.dask, keep)
    say(message("arena.written", file=str(csv_path)))
    if found.plot is not None and plot is not None:
        plot([sweep_row(*setting) for setting in settings], found.plot, preset.template)
        say(message("arena.written", file=str(found.plot)))
    return 0


def _same_file(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, by whatever folders and links."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)


def _sweep_heading() -> str:
    value, won, drawn, lost, score, seconds = (
        str(message(f"cli.column.{name}"))
        for name in ("value", "won", "drawn", "lost", "score", "seconds")
    )
    return f"{value:>8}  {won:>6} {drawn:>6} {lost:>6}  {score:<14}  {seconds}"


def _sweep_line(row: SweepRow) -> str:
    return (
        f"{row.value:>8}  {row.won:6.1%} {row.drawn:6.1%} {row.lost:6.1%}  "
        f"[{row.low:.3f}, {row.high:.3f}]  {row.seconds:.2f}"
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
