"""Common Elo: known cases, intervals that hold, and what each player is told over all games."""

from __future__ import annotations

import math

import pytest

from engine.arena.elo import common_elo
from engine.arena.experiment import batches, pairings, play_batch
from engine.arena.ratings import ranked, standings
from engine.arena.report import tallies
from engine.arena.start import Start
from tests.benchmarks.interval_coverage import common_elo_coverage, league


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    first, second = common_elo(2, [(0, 1, 750.0, 1000)])
    assert first.elo is not None and second.elo is not None
    assert first.elo - second.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    assert first.elo + second.elo == pytest.approx(0, abs=1e-3)
    # Half of the difference each, and so is half of the interval: the curve of one share.
    assert first.low is not None and first.high is not None
    reach = 1.96 * 400 / math.log(10) / math.sqrt(1000 * 0.75 * 0.25) / 2
    assert first.high - first.low == pytest.approx(2 * reach, rel=0.01)


def test_who_won_everything_has_a_lower_bound_alone() -> None:
    best, *rest = common_elo(3, [(0, 1, 50, 50), (0, 2, 50, 50), (1, 2, 25, 50)])
    assert best.elo is None and best.high is None
    assert best.low is not None and 400 < best.low < 900
    assert str(best.message) == str(best.full_message) == f"+{best.low:.0f} or more"
    for other in rest:  # who are as strong as one another: zero is their mean
        assert other.elo == pytest.approx(0, abs=0.01)
        assert (
            other.low is not None and other.high is not None and other.low < -20 < 20 < other.high
        )


def test_nobody_played_says_nothing() -> None:
    found = common_elo(3, [])
    assert [str(each.message) for each in found] == ["–", "+0", "–"]
    assert common_elo(0, []) == []


def test_one_game_won_of_one_bounds_one_end() -> None:
    """The bound is the difference under which the result comes once in twenty."""
    first, second = common_elo(2, [(0, 1, 1, 1)])
    assert (first.elo, first.high, second.elo, second.low) == (None, None, None, None)
    assert first.low is not None and second.high is not None
    assert str(first.short_message) == f"≥ {first.low:+.0f}"
    assert str(second.short_message) == f"≤ {second.high:+.0f}"
    share = 1 / (1 + 10 ** ((second.high - first.low) / 400))
    assert share == pytest.approx(0.05, abs=1e-3)


def test_a_player_met_by_nobody_else_is_placed_through_the_others() -> None:
    """a beats b, b beats c: a is above c though the two never met."""
    found = [each.elo for each in common_elo(3, [(0, 1, 70, 100), (1, 2, 70, 100)])]
    first, second, third = (each for each in found if each is not None)
    assert first > second > third
    assert first - third == pytest.approx(2 * 400 * math.log10(7 / 3), rel=0.01)


@pytest.mark.parametrize("step", [60, 400, 800])
def test_the_interval_of_common_elo_holds_the_truth(step: int) -> None:
    assert common_elo_coverage(league(step), 20, 150) >= 0.93


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
    assert sum(each.score * each.games for each in found) == 60
    assert [each.text for each in ranked(found)] == ["optimal", "mc:20", "random"]
    for each in found:
        assert each.thrown is not None
        assert each.thrown.judged == sum(
            tally.thrown[side].judged
            for tally in counts.values()
            for side, text in enumerate((tally.pairing.a, tally.pairing.b))
            if text == each.text and tally.thrown is not None
        )
    assert found[1].thrown is not None and found[1].thrown.errors == 0


def test_the_random_moves_of_an_opening_are_nobodys() -> None:
    (pairing,) = pairings("tictactoe", {}, ("first", "optimal"), Start(plies=2))
    tally = tallies([pairing])[0]
    (record,) = play_batch(batches(pairing, 1, 7)[0])
    tally.add(record)
    made = len(record.moves.split()) - 2
    assert (tally.moves_of(0), tally.moves_of(1)) == ((made + 1) // 2, made // 2)
