"""The results of an experiment: of each pairing, and of each player over all its games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from engine.arena.elo import Rating, common_elo, rating_of
from engine.arena.experiment import Pairing
from engine.arena.judge import thrown_in
from engine.intervals import effective, wilson, without_draws
from engine.messages import Message, message, message_data, message_from
from engine.puzzles.review import Regret
from engine.store.experiments import GameRecord

MOST_FAULT_KINDS = 20  # of a player in a pairing that are told apart


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


# -- players ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing(CountedGames):
    """One player of a tournament over all games; `player` is its index in the list of players."""

    player: int
    text: str
    games: int
    wins: int
    draws: int
    different: int
    squares: int
    rating: Rating
    thrown: Regret | None  # None if no game was judged
    milliseconds: float
    faults: int = 0  # games lost by a fault


def seats_of(players: int) -> list[tuple[int, int]]:
    """Return the two players of each pairing of a tournament, in the order of `arena.pairings`."""
    return list(combinations(range(players), 2))


def standings(tallies: Sequence[PairingTally]) -> list[Standing]:
    """Return the players of a tournament, in the order of the list of players.

    `tallies` are those of all its pairings, in the order of `arena.pairings`.
    """
    count = (1 + math.isqrt(1 + 8 * len(tallies))) // 2
    seats = seats_of(count)
    results = [
        (a, b, tally.score * tally.decisive, tally.decisive)
        for (a, b), tally in zip(seats, tallies, strict=True)
        if tally.games
    ]
    rows = []
    for player, rating in enumerate(common_elo(count, results)):
        own = [
            (tally, seat.index(player))
            for seat, tally in zip(seats, tallies, strict=True)
            if player in seat
        ]
        counts = zip(*(tally.results_of(at) for tally, at in own), strict=True)
        wins, draws, _ = map(sum, counts)
        thrown = [tally.thrown[side] for tally, side in own if tally.thrown is not None]
        pairing, side = own[0][0].pairing, own[0][1]
        moves = sum(tally.moves_of(at) for tally, at in own)
        rows.append(
            Standing(
                player,
                (pairing.a, pairing.b)[side],
                sum(tally.games for tally, _ in own),
                wins,
                draws,
                sum(tally.different for tally, _ in own),
                sum(tally.squares for tally, _ in own),
                rating,
                sum(thrown, Regret()) if thrown else None,
                1000 * sum(tally.seconds_of(at) for tally, at in own) / moves if moves else 0.0,
                sum(tally.faults[side] for tally, side in own),
            )
        )
    return rows


def ranked(standings: Sequence[Standing]) -> list[Standing]:
    """Return the standings, strongest first; ties keep the order of the list of players."""
    return sorted(standings, key=lambda each: (-each.rating.rank_by, each.player))
