"""Results of an experiment: tables, intervals, files."""

from __future__ import annotations

import csv
import errno
import io
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.arena.elo import Rating, rating_of
from engine.arena.experiment import Pairing
from engine.arena.judge import thrown_in
from engine.files import reason, replace_file, with_patience
from engine.interrupt import InterruptShield
from engine.intervals import effective, wilson, without_draws
from engine.messages import JouonsError, Message, message, message_data, message_from
from engine.protocols import OptionError
from engine.puzzles.review import Regret
from engine.store.experiments import GameRecord

SWEEP_HEADER = "winR WinY tie ry ryt dt nGames value"
GAME_FIELDS = ("seed", "starter", "players", "result", "plies", "moves", "seconds", "fault")


MOST_FAULT_KINDS = 20  # of a player in a pairing that are told apart


class ReportError(JouonsError):
    """A file that cannot be written; the message gives the reason."""


class CountedGames:
    """Games of which some may be equal, and the intervals they allow.

    A game in which chance had a part is a new draw, whatever its moves. Two others differ if
    another player began or another move was made; a player who meets itself is the same on both
    sides. Such a game gives no new information when it is repeated, so the intervals take the
    effective number of games.
    """

    games: int
    wins: int
    draws: int
    different: int
    squares: int  # sum over the different games of how often each was played, squared

    @property
    def losses(self) -> int:
        """The number of lost games."""
        return self.games - self.wins - self.draws

    @property
    def score(self) -> float:
        """The mean score; 1/2 before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return wilson(self.score, self.decisive)

    @property
    def decisive(self) -> float:
        """The number of games without draws or repeats that would tell as much."""
        return without_draws(self.score, self.draws / max(1, self.games), self.effective)

    @property
    def effective(self) -> float:
        """The effective number of different games."""
        return effective(self.games, self.squares)

    @property
    def repeated(self) -> Message | None:
        """The number of different games as a sentence; None if all differ."""
        if self.different == self.games:
            return None
        return message("arena.different", count=self.different)

    def regret_interval(self, regret: Regret) -> tuple[float, float]:
        """Return the 95 % interval of an error rate in these games."""
        return regret.interval_of(self.effective / self.games if self.games else 1.0)


@dataclass
class FaultCount:
    """One fault of a player in the games of a pairing: the first game with it, and how many."""

    text: Message
    number: int
    times: int = 1


@dataclass
class PairingTally(CountedGames):
    """The results of one pairing so far, from player a's side."""

    pairing: Pairing
    games: int = 0
    wins: int = 0
    draws: int = 0
    won_beginning: int = 0  # by whoever began
    plies: int = 0
    seconds: float = 0.0
    seconds_a: float = 0.0
    moves_a: int = 0
    opened: int = 0  # random plies
    by_chance: int = 0  # games in which chance had a part
    different: int = 0
    squares: int = 0
    thrown: tuple[Regret, Regret] | None = None  # a's and b's, once a judged game was counted
    faults: list[int] = field(default_factory=lambda: [0, 0])  # a's and b's
    fault_kinds: tuple[list[FaultCount], list[FaultCount]] = field(default_factory=lambda: ([], []))
    _times: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.games += 1
        self.wins += record.score == 2
        self.draws += record.score == 1
        self.won_beginning += record.score == (2, 0)[record.starter]
        self.plies += record.plies
        self.seconds += record.seconds
        self.seconds_a += record.seconds_a
        self.moves_a += record.moves_a
        self.opened += record.opened
        self._add_fault(record)
        before = 0
        if record.by_chance:
            self.by_chance += 1
        else:
            starter = record.starter if self.pairing.a != self.pairing.b else 0
            key = hash((starter, record.moves))
            before = self._times.get(key, 0)
            self._times[key] = before + 1
        self.different += not before
        self.squares += 2 * before + 1
        if record.verdicts is not None:
            thrown = thrown_in(record.verdicts)
            first, second = self.thrown or (Regret(), Regret())
            self.thrown = (first + thrown[0], second + thrown[1])

    def _add_fault(self, record: GameRecord) -> None:
        if record.fault is None or record.faulty is None:
            return
        self.faults[record.faulty] += 1
        kinds = self.fault_kinds[record.faulty]
        same = next((each for each in kinds if each.text == record.fault), None)
        if same is not None:
            same.times, same.number = same.times + 1, min(same.number, record.number)
            return
        kinds.append(FaultCount(record.fault, record.number))
        if len(kinds) > MOST_FAULT_KINDS:  # those of the first games stay, in whatever order
            kinds.remove(max(kinds, key=lambda each: each.number))

    @property
    def first_faults(self) -> tuple[Message | None, Message | None]:
        """The fault of each player's first faulty game."""
        first, second = (
            min(kinds, key=lambda each: each.number).text if kinds else None
            for kinds in self.fault_kinds
        )
        return first, second

    def results_of(self, side: int) -> tuple[int, int, int]:
        """Return the games that player a (0) or b (1) won, drew and lost."""
        won, lost = (self.wins, self.losses) if side == 0 else (self.losses, self.wins)
        return won, self.draws, lost

    def seconds_of(self, side: int) -> float:
        """Return the thinking time of player a (0) or b (1)."""
        return self.seconds_a if side == 0 else self.seconds - self.seconds_a

    def moves_of(self, side: int) -> int:
        """Return the number of moves that player a (0) or b (1) chose."""
        return self.moves_a if side == 0 else self.plies - self.opened - self.moves_a

    @property
    def rating(self) -> Rating:
        """The Elo difference of a to b with its interval."""
        return rating_of(self.score, self.interval)

    @property
    def milliseconds(self) -> float:
        """The mean time of player a for a move, in milliseconds."""
        return 1000 * self.seconds_a / self.moves_a if self.moves_a else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the entry of `arena --json`."""
        low, high = self.interval
        rating = self.rating
        data = {
            "a": self.pairing.a,
            "b": self.pairing.b,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "low": low,
            "high": high,
            "elo": rating.elo,
            "elo_low": rating.low,
            "elo_high": rating.high,
            "different": self.different,
            "faults": dict(zip("ab", self.faults, strict=True)),
            "first_fault": {
                name: None if first is None else str(first)
                for name, first in zip("ab", self.first_faults, strict=True)
            },
        }
        if self.thrown is not None:
            data["thrown_away"] = {
                name: {"judged": each.judged, "errors": each.errors}
                for name, each in zip("ab", self.thrown, strict=True)
            }
        return data


def kept_sums(tally: PairingTally) -> dict[str, Any]:
    """Return what the stored games of a pairing do not tell, as data for the store."""
    return {
        "by_chance": tally.by_chance,
        "faults": [*tally.faults],
        "fault_kinds": [
            [[each.number, each.times, message_data(each.text)] for each in kinds]
            for kinds in tally.fault_kinds
        ],
    }


def take_faults(tally: PairingTally, data: Any) -> None:
    """Take the faults of `kept_sums`; ValueError and the like for invalid data."""
    faults = [int(each) for each in data["faults"]]
    first, second = (
        [FaultCount(message_from(text), int(at), int(times)) for at, times, text in each]
        for each in data["fault_kinds"]
    )
    if len(faults) != 2 or min(faults) < 0 or sum(faults) > tally.games:
        raise ValueError
    tally.faults, tally.fault_kinds = faults, (first, second)


def with_chance(records: Sequence[GameRecord], by_chance: object) -> Iterator[GameRecord]:
    """Yield the stored games of one pairing, each with whether chance had a part in it.

    Players who draw nothing play the same game from the same start, so games that differ from one
    start tell it. Where all are equal, `by_chance` decides, the number of such games that was
    stored with them: all, or none. None if it is not known: such games count once.
    """
    lines: dict[tuple[int, str], set[str]] = {}
    starts = []
    for record in records:
        opening = " ".join(record.moves.split()[: record.opened])
        starts.append((record.starter, opening))
        lines.setdefault(starts[-1], set()).add(record.moves)
    for record, start in zip(records, starts, strict=True):
        yield record._replace(by_chance=by_chance == len(records) or len(lines[start]) > 1)


def tallies(pairs: Sequence[Pairing]) -> dict[int, PairingTally]:
    """Return an empty tally for each pairing, by its number."""
    return {pairing.number: PairingTally(pairing) for pairing in pairs}


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
