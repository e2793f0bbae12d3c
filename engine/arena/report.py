"""Files of results: the games of an experiment, the table of a sweep and its presets."""

from __future__ import annotations

import csv
import errno
import io
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.arena.experiment import Pairing
from engine.arena.results import PairingTally
from engine.files import reason, replace_file, with_patience
from engine.interrupt import InterruptShield
from engine.messages import JouonsError
from engine.protocols import OptionError
from engine.store.experiments import GameRecord

SWEEP_HEADER = "winR WinY tie ry ryt dt nGames value"
GAME_FIELDS = ("seed", "starter", "players", "result", "plies", "moves", "seconds", "fault")


class ReportError(JouonsError):
    """A file that cannot be written; the message gives the reason."""


class ResultFile:
    """A table on disk. An older file of that name is replaced with the first row.

    Rows are written in one piece, which no interrupt cuts but on the way into a pipe. Raises
    ReportError, at once or later, if the file cannot be written.
    """

    def __init__(self, path: Path, header: str) -> None:
        self.path = path
        self._header = header
        self._begun = False
        self._pipe: int | None = None  # kept open: its reader stops when it is closed
        check_writable(path)

    def add(self, rows: str) -> None:
        """Append whole rows; the first ones replace the older file."""
        data = (rows if self._begun else self._header + rows).encode()
        with _named(self.path):
            if self.path.is_fifo():
                self._send(data)
            else:
                with InterruptShield():
                    (_append if self._begun else _replace)(self.path, data)
        self._begun = True

    def _send(self, data: bytes) -> None:
        """Write to the pipe, which waits for its reader; an interrupt ends the wait."""
        if self._pipe is None:
            self._pipe = os.open(self.path, os.O_WRONLY)
        while data:
            data = data[os.write(self._pipe, data) :]


def check_new(path: Path) -> None:
    """Raise OptionError if a file would be replaced; a pipe or a device never is."""
    if os.path.isfile(path):  # False for a name that no file can have
        raise OptionError("arena.there_already", file=str(path))


def check_writable(path: Path) -> None:
    """Raise ReportError before the games if the file cannot be written; changes nothing."""
    with _named(path):
        if _is_special(path):
            return
        if path.exists():
            path.open("ab").close()
        folder = Path(os.path.realpath(path)).parent
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically. Raises ReportError if it cannot be written."""
    with _named(path), InterruptShield():
        _replace(path, data)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Convert OSError to ReportError, which names the file."""
    try:
        yield
    except OSError as error:
        raise ReportError("arena.file", file=str(path), reason=reason(error)) from None


def _is_special(path: Path) -> bool:
    """Return whether a path is a device or pipe, which is written to but never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _append(path: Path, data: bytes) -> None:
    with with_patience(lambda: path.open("ab", buffering=0)) as file:
        size = file.tell() if file.seekable() else None
        try:
            while data:  # after a partial write, the next one names the fault
                data = data[file.write(data) :]
        except OSError:
            if size is not None:
                with suppress(OSError):  # a device
                    file.truncate(size)  # no partial row
            raise


def _replace(path: Path, data: bytes) -> None:
    if _is_special(path):
        _append(path, data)
    else:
        replace_file(path, data)


class GamesFile:
    """A CSV file with a row for each game, written as games finish.

    An interrupted run keeps the finished games. `pairs` name the players of the games.
    """

    def __init__(self, path: Path, pairs: Iterable[Pairing]) -> None:
        self._players = {pair.number: (pair.a, pair.b) for pair in pairs}
        self._file = ResultFile(path, _csv_row(GAME_FIELDS))

    def write(self, records: Iterable[GameRecord]) -> None:
        """Append complete rows."""
        rows = (_game_row(record, *self._players[record.pairing]) for record in records)
        self._file.add("".join(map(_csv_row, rows)))


def _csv_row(values: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(values)
    return text.getvalue()


def _game_row(record: GameRecord, a: str, b: str) -> list[object]:
    first, second = (a, b) if record.starter == 0 else (b, a)
    side = record.score if record.starter == 0 else 2 - record.score
    result = ("second", "draw", "first")[side]
    players = f"{first} {second}"
    seconds = f"{record.seconds:.6f}"
    fault = "" if record.fault is None else str(record.fault)
    return [record.seed, first, players, result, record.plies, record.moves, seconds, fault]


@dataclass(frozen=True)
class SweepRow:
    """One budget of a sweep: fractions of games, seconds, games."""

    value: int
    won: float
    lost: float
    drawn: float
    seconds: float
    games: int
    low: float = 0.0
    high: float = 1.0

    def line(self) -> str:
        """Return the row of the CSV: winR WinY tie ry ryt dt nGames value."""
        both = self.won + self.lost
        numbers = (self.won, self.lost, self.drawn, both, both + self.drawn, self.seconds)
        return " ".join(
            [*(f"{number:.6f}" for number in numbers), str(self.games), str(self.value)]
        )


def sweep_row(tally: PairingTally, value: int) -> SweepRow:
    """Return the row of a budget; fractions are 0 before the first game."""
    games = max(1, tally.games)
    low, high = tally.interval
    return SweepRow(
        value,
        tally.wins / games,
        tally.losses / games,
        tally.draws / games,
        tally.seconds,
        tally.games,
        low,
        high,
    )


class SweepFile:
    """The CSV of a sweep, separated by single spaces, with a row for each complete setting.

    Rows keep the order of the settings, whichever is complete first.
    """

    def __init__(
        self, path: Path, settings: Sequence[tuple[PairingTally, int]], games: int
    ) -> None:
        self._file = ResultFile(path, SWEEP_HEADER + "\n")
        self._waiting = list(settings)
        self._games = games

    def complete(self) -> list[SweepRow]:
        """Write the rows of newly completed settings and return them."""
        rows = []
        while self._waiting and self._waiting[0][0].games >= self._games:
            rows.append(sweep_row(*self._waiting.pop(0)))
        if rows:
            self._file.add("".join(row.line() + "\n" for row in rows))
        return rows


def write_sweep(path: Path, rows: Sequence[SweepRow]) -> None:
    """Write the CSV of a sweep at once. Raises ReportError if it cannot be written."""
    text = "\n".join([SWEEP_HEADER, *(row.line() for row in rows)]) + "\n"
    write_whole(path, text.encode())


@dataclass(frozen=True)
class Preset:
    """A named sweep."""

    name: str
    game: str
    template: str
    opponent: str
    values: tuple[int, ...]
    games: int = 300


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("McX-Random", "connect4", "mc:{}/move", "random", (1, 2, 4, 8, 16, 32, 64)),
        Preset("McX-Mc32", "connect4", "mc:{}/move", "mc:32/move", (4, 8, 16, 32, 64)),
    )
}


def sweep_file(name: str) -> str:
    """Return the file name of the CSV of a preset, or of GAME-NAME."""
    return f"out-test1-{name}.csv"
