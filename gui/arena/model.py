"""The arena without a window: what is asked for, what is being played, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from engine.arena import GameRecord, Pairing
from engine.files import reason
from engine.messages import JouonsError, Message
from engine.report import GamesFile, SweepRow, Tally, sweep_row, write_sweep
from engine.store import Store
from gui.arena.form import FIRST_TEXTS, Form
from gui.arena.run import Run
from gui.worker import Worker

TIMES = ("seconds_a", "moves_a")
LARGEST = 10**12  # no kept number is larger
Keep = Callable[[Message, object], None]  # a title and data that JSON can hold, for later


class State(Enum):
    """How far the experiment is; the value is the key of the words."""

    READY = "arena.ready"
    RUNNING = "arena.running"
    PAUSED = "arena.paused"
    STOPPED = "arena.stopped"
    DONE = "arena.done"


@dataclass(frozen=True)
class Seen:
    """What the screen shows of the arena at one moment."""

    form: Form
    played: Form  # what picture and table are of: the run, or the form before the first one
    fault: Message | None = None
    state: State = State.READY
    done: int = 0
    total: int = 0
    elapsed: float = 0.0
    seconds_left: int | None = None
    jobs: int = 0
    lost: int = 0  # processes that died
    tallies: tuple[Tally, ...] = ()
    playing: int = -1  # the index of the pairing under way, -1 for none

    @property
    def running(self) -> bool:
        """Whether an experiment is under way."""
        return self.state in (State.RUNNING, State.PAUSED)

    @property
    def values(self) -> tuple[int, ...]:
        """The budgets that are played; none of a tournament, or before the first run."""
        return self.played.values() if self.tallies else ()

    @property
    def rows(self) -> list[SweepRow]:
        """The picture's rows: the budgets of a sweep, the pairs of a tournament."""
        values = self.values or (0,) * len(self.tallies)
        return [sweep_row(tally, value) for tally, value in zip(self.tallies, values, strict=True)]

    @property
    def title(self) -> Message:
        """What was or is played."""
        texts = self.played.texts
        game = Message(f"game.{self.played.game}.name")
        if not self.played.sweep:
            return Message("arena.tournament_title", {"players": texts["players"], "game": game})
        names = {"bot": texts["template"], "opponent": texts["opponent"], "game": game}
        return Message("arena.sweep_title", names)

    @property
    def axis(self) -> Message:
        """What stands below the picture."""
        if not self.played.sweep:
            return Message("arena.pairs_axis")
        return Message("arena.axis_of", {"bot": self.played.texts["template"].replace("{}", "N")})


def kept_data(seen: Seen) -> dict[str, Any]:
    """A result as it is kept: plain data, for JSON."""
    return {
        "game": seen.played.game,
        "sweep": seen.played.sweep,
        "fields": dict(seen.played.texts),
        "tallies": [
            tally.as_json() | {name: getattr(tally, name) for name in ("games", *TIMES)}
            for tally in seen.tallies
        ],
    }


def past_result(data: Any) -> Seen:
    """A kept result, to be shown again. JouonsError when it is damaged."""
    try:
        texts = {name: str(data["fields"][name]) for name in FIRST_TEXTS}
        form = Form(bool(data["sweep"]), str(data["game"]), texts=texts)
        tallies = tuple(
            _past_tally(Pairing(number, form.game, (), str(each["a"]), str(each["b"])), each)
            for number, each in enumerate(data["tallies"])
        )
        if not tallies or len(form.values() or tallies) != len(tallies):
            raise ValueError
    except (KeyError, TypeError, ValueError, JouonsError):
        raise JouonsError("arena.past_damaged") from None
    games = sum(tally.games for tally in tallies)
    return Seen(form, form, state=State.DONE, done=games, total=games, tallies=tallies)


def _past_tally(pairing: Pairing, data: Any) -> Tally:
    """The numbers of a pairing; ValueError when they cannot be. Older ones have no times."""
    counts = {name: data[name] for name in ("games", "wins", "draws", "losses")}
    times = {name: data.get(name, 0) for name in TIMES}
    numbers = [*counts.values(), times["moves_a"]]
    sound = all(type(number) is int for number in numbers) and all(
        isinstance(number, int | float) and 0 <= number < LARGEST
        for number in [*numbers, times["seconds_a"]]
    )
    if not sound or counts["wins"] + counts["draws"] + counts["losses"] != counts["games"]:
        raise ValueError
    return Tally(pairing, **counts, **times)


class ArenaModel:
    """The form and the experiment; both outlive the screen. `keep` takes each result, once.

    The store is only opened when a bot that learns plays.
    """

    def __init__(self, worker: Worker, store: Callable[[], Store], keep: Keep) -> None:
        self._worker = worker
        self._store = store
        self._keep = keep
        self.form = Form()
        self.run: Run | None = None
        self.fault: Message | None = None
        self._played = self.form
        self._kept = False
        self._shown = (-1, False)

    @property
    def running(self) -> bool:
        """Whether an experiment is under way."""
        return self.run is not None and self.run.running

    def edit(self, change: Callable[[Form], Form]) -> None:
        """Change the form; what is in it is checked at the start."""
        self.form = change(self.form)
        self.fault = None

    # -- the experiment --------------------------------------------------------------------------

    def start(self) -> None:
        """Check the form and begin; a fault is kept and nothing is lost."""
        self.fault = None
        try:
            pairs = self.form.pairs()
            work = self.form.work(pairs, self._store)
        except JouonsError as error:
            self.fault = error.message
            return
        if self.run is not None:
            self.run.cancel()
        self._played, self._kept = self.form, False
        self.run = Run(self._worker, pairs, work)
        self._shown = (-1, False)

    def pause(self) -> None:
        """Hold, or go on."""
        if self.run is not None:
            self.run.pause(not self.run.paused)

    def stop(self) -> None:
        """End the experiment; what was played stays."""
        if self.run is not None:
            self.run.stop()

    def leave(self) -> None:
        """Nobody looks any more: nothing goes on, what was played is kept and stays."""
        if self.run is not None and self.run.running:
            self.run.cancel()
            self._finished(self.run)

    def poll(self) -> bool:
        """Look at the run; whether there is something new to see."""
        run = self.run
        if run is None:
            return False
        now = (run.done, run.running)
        if now == self._shown:
            return False
        self._shown = now
        if not run.running:
            self._finished(run)
        return True

    def _finished(self, run: Run) -> None:
        if run.job.error is not None:
            self.fault = run.job.error
        if self._kept or not run.done:
            return
        self._kept = True
        seen = self.seen()
        self._keep(seen.title, kept_data(seen))

    # -- what is shown ---------------------------------------------------------------------------

    def seen(self) -> Seen:
        """All that can be seen now."""
        run = self.run
        if run is None:
            return Seen(self.form, self.form, self.fault)
        state = State.DONE if run.done == run.total else State.STOPPED
        if run.running:
            state = State.PAUSED if run.paused else State.RUNNING
        return Seen(
            self.form,
            self._played,
            self.fault,
            state,
            done=run.done,
            total=run.total,
            elapsed=run.elapsed,
            seconds_left=run.seconds_left,
            jobs=run.jobs,
            lost=run.experiment.lost,
            tallies=tuple(run.snapshot()),
            playing=run.playing,
        )

    def games(self) -> list[GameRecord]:
        """Every game of the run in the order of the pairings."""
        records = list(self.run.records) if self.run is not None else []
        return sorted(records, key=lambda record: (record.pairing, record.number))

    def export(self, folder: Path, draw: Callable[[Path, Seen], None]) -> None:
        """Write the games, and of a sweep the table and the picture `draw` makes, to a folder.

        JouonsError when there is nothing to write, or when it cannot be written.
        """
        seen, stem = self.seen(), self._played.stem()
        if not seen.done:
            raise JouonsError("arena.nothing_to_export")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JouonsError("arena.file", file=str(folder), reason=reason(error)) from None
        GamesFile(folder / f"{stem}-games.csv").write(self.games())
        if seen.played.sweep:
            write_sweep(folder / f"{stem}.csv", seen.rows)
            draw(folder / f"{stem}.png", seen)
