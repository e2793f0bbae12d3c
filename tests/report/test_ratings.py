"""Common Elo: known cases, intervals that hold, and what each player is told over all games."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.arena import batches, pairings, play_batch
from engine.report import tallies
from engine.report_ratings import ranked, ratings, standings


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    (first, _), (second, _) = ratings(2, [(0, 1, 750.0, 1000)])
    assert first - second == pytest.approx(400 * math.log10(3), abs=1.5)
    assert first + second == pytest.approx(0, abs=1e-9)


def test_who_won_everything_has_a_finite_number_and_nobody_played_is_even() -> None:
    (best, reach), *rest = ratings(3, [(0, 1, 50, 50), (0, 2, 50, 50), (1, 2, 25, 50)])
    assert 300 < best < 1500 and math.isfinite(reach)
    assert rest[0][0] == pytest.approx(rest[1][0])
    assert [elo for elo, _ in ratings(3, [])] == [0, 0, 0]


def test_a_player_met_by_nobody_else_is_placed_through_the_others() -> None:
    """a beats b, b beats c: a is above c though the two never met."""
    found = [elo for elo, _ in ratings(3, [(0, 1, 70, 100), (1, 2, 70, 100)])]
    assert found[0] > found[1] > found[2]
    assert found[0] - found[2] == pytest.approx(2 * 400 * math.log10(7 / 3), rel=0.05)


def test_the_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    rng = np.random.Generator(np.random.PCG64(5))
    truth = np.array([120.0, 20.0, -40.0, -100.0])
    inside = tried = 0
    for _ in range(150):
        results = []
        for a in range(4):
            for b in range(a + 1, 4):
                chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
                results.append((a, b, float(rng.binomial(40, chance)), 40))
        for (elo, reach), true in zip(ratings(4, results), truth, strict=True):
            inside += abs(elo - true) <= reach
            tried += 1
    assert 0.92 <= inside / tried <= 0.985


def test_standings_count_every_game_once_and_rank_by_elo() -> None:
    pairs = pairings("tictactoe", {}, ("random", "optimal", "mc:20"))
    counts = tallies(pairs)
    for pairing in pairs:
        for batch in batches(pairing, 20, 7, None, True):
            for record in play_batch(batch):
                counts[record.pairing].add(record)
    found = standings([*counts.values()])
    assert [each.text for each in found] == ["random", "optimal", "mc:20"]
    assert [each.games for each in found] == [40, 40, 40]
    assert sum(each.points for each in found) == 60
    assert [each.text for each in ranked(found)] == ["optimal", "mc:20", "random"]
    assert sum(each.elo for each in found) == pytest.approx(0, abs=1e-6)
    for each in found:
        assert each.thrown is not None
        assert each.thrown.judged == sum(
            tally.thrown[side].judged
            for tally in counts.values()
            for side, text in enumerate((tally.pairing.a, tally.pairing.b))
            if text == each.text and tally.thrown is not None
        )
    assert found[1].thrown is not None and found[1].thrown.errors == 0
