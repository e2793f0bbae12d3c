"""The comparisons at the end of a chapter have one right answer, proved by their intervals."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.arena.comparisons import Comparison, ComparisonKind, comparisons, games_needed
from engine.context import Context
from engine.intervals import wilson
from tests.full import few_or_full


def drawn(seed: int) -> list[Comparison]:
    return list(islice(comparisons(seed, Context(0)), 3))


@few_or_full("seed", 1, *range(2, 12))
def test_one_of_two_experiments_answers(seed: int) -> None:
    kinds = []
    for each in drawn(seed):
        kinds.append(each.kind)
        sure = [tally.interval[0] > 0.5 for tally in each.tallies]
        needed = [games_needed(tally.score) for tally in each.tallies]
        if each.kind is ComparisonKind.BELIEVE:
            assert sure[each.right] and not sure[1 - each.right]
        else:
            assert not any(sure) and needed[each.right] >= 2 * needed[1 - each.right]
        assert all(tally.games == tally.wins + tally.losses for tally in each.tallies)
    assert kinds == [ComparisonKind.BELIEVE, ComparisonKind.MORE, ComparisonKind.BELIEVE]


def test_a_seed_plays_the_same_experiments_and_another_one_others() -> None:
    first, again, other = (
        [[(tally.pairing, tally.wins, tally.games) for tally in each.tallies] for each in drawn(n)]
        for n in (3, 3, 4)
    )
    assert first == again != other


@pytest.mark.parametrize("score", [0.52, 0.6, 0.75])
def test_so_many_games_are_needed_and_no_fewer(score: float) -> None:
    games = games_needed(score)
    assert wilson(score, games)[0] > 0.5 >= wilson(score, games - 1)[0]
