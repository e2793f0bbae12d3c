"""The players of an experiment over all its games: score, common Elo, regret."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.arena.elo import Rating, common_elo
from engine.arena.report import CountedGames, PairingTally
from engine.puzzles.review import Regret


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
