"""What came of an experiment: tables, intervals, Elo, files."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engine.arena import GameRecord, Pairing
from engine.messages import JouonsError

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many deviations
SWEEP_HEADER = "winR WinY tie ry ryt dt nGames value"
GAME_FIELDS = ("seed", "starter", "players", "result", "plies", "moves", "seconds")


class ReportError(JouonsError):
    """A file that cannot be written; the message says why."""


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a mean score 0 .. 1 over a number of games (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    square = Z * Z
    middle = (score + square / (2 * games)) / (1 + square / games)
    spread = score * (1 - score) / games + square / (4 * games * games)
    reach = Z / (1 + square / games) * math.sqrt(spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(score: float, games: int) -> float:
    """The Elo difference that a score stands for, kept finite by half a game at either end."""
    least = 0.5 / max(1, games)
    kept = min(1 - least, max(least, score))
    return 400 * math.log10(kept / (1 - kept))


@dataclass
class Tally:
    """The results of one pairing so far, from player a's side; index 1 of pairs is a's starts."""

    pairing: Pairing
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    starts: int = 0
    wins_starting: int = 0
    losses_starting: int = 0
    plies: int = 0
    seconds: float = 0.0
    seconds_a: float = 0.0
    moves_a: int = 0

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.games += 1
        self.wins += record.score == 1
        self.draws += record.score == 0.5
        self.losses += record.score == 0
        if record.starter == 0:
            self.starts += 1
            self.wins_starting += record.score == 1
            self.losses_starting += record.score == 0
        self.plies += record.plies
        self.seconds += record.seconds
        self.seconds_a += record.seconds_a
        self.moves_a += record.moves_a

    @property
    def score(self) -> float:
        """The mean score of player a; 1/2 before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return wilson(self.score, self.games)

    @property
    def elo(self) -> float:
        """The Elo difference of a to b."""
        return elo(self.score, self.games)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences at the ends of the score's interval."""
        low, high = self.interval
        return elo(low, self.games), elo(high, self.games)

    @property
    def milliseconds(self) -> float:
        """Player a's time for a move."""
        return 1000 * self.seconds_a / self.moves_a if self.moves_a else 0.0

    def as_json(self) -> dict[str, Any]:
        """The entry of `arena --json`."""
        low, high = self.interval
        return {
            "a": self.pairing.a,
            "b": self.pairing.b,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "low": low,
            "high": high,
            "elo": self.elo,
        }


def tallies(pairs: Sequence[Pairing]) -> dict[int, Tally]:
    """An empty tally for each pairing, by its number."""
    return {pairing.number: Tally(pairing) for pairing in pairs}


class GamesFile:
    """A row a game, written as games finish, so that an interrupted run loses nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file: IO[str] = path.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise ReportError("arena.file", file=str(path), reason=error.strerror or "") from None
        self._writer = csv.writer(self._file)
        self._writer.writerow(GAME_FIELDS)
        self._file.flush()

    def write(self, records: Iterable[GameRecord]) -> None:
        """Add complete rows and hand them to the system."""
        try:
            for record in records:
                first, second = (record.a, record.b)[:: 1 if record.starter == 0 else -1]
                side = record.score if record.starter == 0 else 1 - record.score
                result = {1: "first", 0.5: "draw", 0: "second"}[side]
                starter = record.a if record.starter == 0 else record.b
                self._writer.writerow(
                    [
                        record.seed,
                        starter,
                        f"{first} {second}",
                        result,
                        record.plies,
                        record.moves,
                        f"{record.seconds:.6f}",
                    ]
                )
            self._file.flush()
        except OSError as error:
            reason = error.strerror or ""
            raise ReportError("arena.file", file=str(self.path), reason=reason) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@dataclass(frozen=True)
class SweepRow:
    """One budget of a sweep, or a pair (value 0): shares of games, seconds, games."""

    value: int
    won: float
    lost: float
    drawn: float
    seconds: float
    games: int
    low: float = 0.0
    high: float = 1.0

    def line(self) -> str:
        """The row of the CSV: winR WinY tie ry ryt dt nGames value."""
        both = self.won + self.lost
        numbers = (self.won, self.lost, self.drawn, both, both + self.drawn, self.seconds)
        return " ".join(
            [*(f"{number:.6f}" for number in numbers), str(self.games), str(self.value)]
        )


def sweep_row(tally: Tally, value: int) -> SweepRow:
    """The row of a budget; shares are 0 before the first game."""
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


def write_sweep(path: Path, rows: Sequence[SweepRow]) -> None:
    """The CSV of a sweep, columns separated by single spaces. ReportError when it cannot be."""
    text = "\n".join([SWEEP_HEADER, *(row.line() for row in rows)]) + "\n"
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ReportError("arena.file", file=str(path), reason=error.strerror or "") from None


@dataclass(frozen=True)
class Preset:
    """A sweep with a name."""

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
    """The file name of a sweep's CSV."""
    return f"out-test1-{name}.csv"
