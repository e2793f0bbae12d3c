"""What the chapter on comparing players says is true."""

from __future__ import annotations

import pytest

from engine.arena.report import PRESETS
from engine.intervals import wilson
from engine.lessons.live import find_moment, read
from engine.protocols import Value
from engine.trace.choice import preferred, preferred_in_tree
from engine.trace.tree import BackedUp
from tests.full import few_or_full
from tests.lessons.claims import exactly, line_of, lost, moves_with, nearest, text_of, won
from tests.lessons.places import (
    after,
    asked,
    experiment,
    first_game,
    live,
    played_at,
    position_of,
    question_of,
    step_of,
    tallies,
)
from tests.lessons.test_texts import check_told


def test_first() -> None:
    """Red wins after 19 moves, with four in the bottom row."""
    game, state = position_of(step_of("compare/first").place)
    end = after(game, state, first_game())
    assert game.text(end).startswith("YYY..../RRR..../YYY..../RRR..../YYY..../RRRR...")
    outcome = game.outcome(end)
    assert outcome is not None
    assert (outcome.score(0), len(first_game())) == (1, 19)
    assert question_of("compare/first").right == ("red",)


def test_block() -> None:
    """0 alone stops four in column 0, and even wins; after the others Red wins at once there."""
    assert won("compare/block") == {"0": 33}
    assert {*lost("compare/block").values()} == {2}
    game, state = position_of(step_of("compare/block").place)
    assert game.null_move_wins(state) == [0]


def test_coin() -> None:
    """The bots win about half each, and it helps to begin."""
    there = read(step_of("compare/coin"), experiment("compare/coin"))
    check_told("compare/coin", experiment("compare/coin"))
    assert there["games"] == 1_000
    tally = tallies("compare/coin")[0]
    right = nearest("compare/coin", tally.wins, experiment("compare/coin"))
    assert question_of("compare/coin").right == right
    assert tally.games == 1_000
    assert there["began"] == tally.won_beginning
    low, _ = wilson(there["began"] / 1_000, 1_000)  # type: ignore[operator]
    assert low > 0.5


def test_sure() -> None:
    """The interval of the seed misses one half, as those of about one of twenty seeds do."""
    low, high = tallies("compare/sure")[0].interval
    assert not low <= 0.5 <= high
    assert read(step_of("compare/sure"), experiment("compare/sure")) == {"low": low, "high": high}
    check_told("compare/sure", experiment("compare/sure"))
    assert question_of("compare/sure").right == ("luck",)
    tally = tallies("compare/sure")[0]
    assert tally.pairing.a == tally.pairing.b == "random"


@few_or_full("seeds", range(18, 22), range(1, 41))
def test_about_one_of_twenty_intervals_misses_the_truth(seeds: range) -> None:
    step = step_of("compare/coin")
    missed = []
    for seed in seeds:
        low, high = played_at(step, seed)[0].interval
        if not low <= 0.5 <= high:
            missed.append(seed)
    assert missed == [seed for seed in (13, 20) if seed in seeds]


@pytest.mark.slow
def test_single() -> None:
    """One game a column wins far more than half against chance, and 64 nearly all."""
    there = read(step_of("compare/single"), experiment("compare/single"))
    check_told("compare/single", experiment("compare/single"))
    assert there == {"w1": pytest.approx(230, abs=20), "l64": pytest.approx(1, abs=3), "games": 300}
    right = nearest(
        "compare/single", tallies("compare/single")[0].wins, experiment("compare/single")
    )
    assert question_of("compare/single").right == right
    assert [tally.games for tally in tallies("compare/single").values()] == [300] * 7
    assert PRESETS["McX-Random"].values[-1] == 64


@pytest.mark.slow
def test_a_hundred_games_tell_sixty_per_cent_from_half_and_ten_do_not() -> None:
    data = experiment("compare/mc32")
    check_told("compare/mc32", data)
    outside = [games for games in (10, 100, 1000) if wilson(0.6, games)[0] > 0.5]
    assert outside == [100, 1000] and wilson(0.6, 90)[0] < 0.5
    assert question_of("compare/mc32").right == exactly("compare/mc32", 100, data)
    assert data.tallies[4].pairing.a == "mc:64/move"
    assert data.tallies[4].interval[0] > 0.5


def test_thousand() -> None:
    """Column 2 has the best random games and loses; only 4 draws, and gets less."""
    assert moves_with("compare/thousand", Value.DRAW) == ["4"]
    assert len(lost("compare/thousand")) == 6
    decision, _ = asked("compare/thousand")
    assert decision.move is not None
    assert text_of("compare/thousand", decision.move) == "2"
    there = live("compare/thousand", "2")
    assert there["n"] == 1_000
    assert there["c4"] < there["c2"]  # type: ignore[operator]


def test_thousand_loses_to_a_row_with_both_ends_open() -> None:
    """After 1, 3, 5 and 6 Yellow takes 2 and threatens 0 and 4; after 2 it threatens 1 and 3."""
    game, state = position_of(step_of("compare/thousand").place)
    for move in "1356":
        assert game.null_move_wins(after(game, state, [move, "2"])) == [0, 4]
    assert game.null_move_wins(after(game, state, ["2", "2"])) == [1, 3]
    assert game.null_move_wins(after(game, state, ["0", "2"])) == [4]
    row = after(game, state, ["4"])
    assert all(len(game.null_move_wins(game.play(row, move))) < 2 for move in game.moves(row))
    assert line_of(game, after(game, state, ["0"]))[0] == "4"


def test_late() -> None:
    """For more than half of its games column 5 leads, which loses; it ends with 3, which wins."""
    assert [*won("compare/late")] == ["3"]
    assert "5" in lost("compare/late")
    decision, recording = asked("compare/late")
    game, state = position_of(step_of("compare/late").place)
    assert decision.move == game.parse_move(state, "3")
    leads = {each.effort: preferred(recording.kind, each) for each in recording.samples}
    there = live("compare/late", "3")
    assert there["all"] == max(leads) == 3_000
    turn = there["turn"]
    assert isinstance(turn, int)
    assert turn > 1_500
    assert leads[max(effort for effort in leads if effort <= turn)] == 5
    assert {lead for effort, lead in leads.items() if effort > turn} == {3}
    moment = find_moment(step_of("compare/late").at, game, state, recording)
    assert moment is not None and moment.event is not None
    moves = [belief.move for belief in recording.samples[0].moves]
    roots = {
        number: preferred_in_tree(moves, each.root)
        for number, each in enumerate(recording.events)
        if isinstance(each, BackedUp)
    }
    assert roots[moment.event] == 5
    assert {root for number, root in roots.items() if number > moment.event} == {3}
