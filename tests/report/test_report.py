"""Intervals, percentages, Elo and its ratings, and files."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from engine.arena.elo import common_elo, elo
from engine.arena.experiment import batches, pairings, play_batch
from engine.arena.report import (
    PRESETS,
    SWEEP_HEADER,
    ReportError,
    SweepRow,
    sweep_file,
    write_sweep,
)
from engine.arena.results import (
    PairingTally,
    kept_sums,
    ranked,
    standings,
    take_faults,
    tallies,
    with_chance,
)
from engine.arena.start import Start
from engine.context import Context
from engine.intervals import percent, rounded_interval, whole_percent, wilson
from engine.messages import LANGUAGES, catalogue, message, render, spoken_in
from engine.registry import make_bot, make_game
from engine.store.experiments import GameRecord
from tests.benchmarks.interval_coverage import (
    RANDOM,
    common_elo_coverage,
    league,
    random_coverage,
    repeated_coverage,
    score_coverage,
)
from tests.cases import in_one_test


@in_one_test(
    "score, games, low, high",
    [
        (0.0, 10, 0.0, 0.2775),  # Newcombe 1998 and the usual tables
        (0.5, 10, 0.2366, 0.7634),
        (81 / 263, 263, 0.2553, 0.3662),
        (15 / 148, 148, 0.0624, 0.1605),
        (1.0, 300, 0.9874, 1.0),
    ],
)
def test_the_wilson_interval_has_its_published_values(
    score: float, games: int, low: float, high: float
) -> None:
    assert wilson(score, games) == pytest.approx((low, high), abs=6e-5)


def test_wilson_without_games_says_nothing() -> None:
    assert wilson(0.5, 0) == (0.0, 1.0)


@in_one_test("score", [0.5, 0.7, 0.9, 0.95, 0.98, 0.985, 0.99])
@in_one_test("games", [1, 2, 10, 20, 100])
def test_the_intervals_of_score_and_elo_hold_the_truth(score: float, games: int) -> None:
    """Of all results that can be, by their chances; Wilson's own dips to 84 % close to the ends."""
    for drawn in (0.0, 0.5, 1.0):
        assert score_coverage(score, drawn, games) > 0.915


@in_one_test("score", [0.5, 0.8, 0.95])
@in_one_test("lines, steep", [(2, 0.0), (5, 0.0), (20, 1.0)])
def test_repeated_games_do_not_make_an_interval_short(
    score: float, lines: int, steep: float
) -> None:
    assert repeated_coverage(score, lines, steep, 100, 500) > 0.9


def test_intervals_hold_the_truth_over_random_mixed_and_deterministic_players() -> None:
    scores = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
    for by_chance in (0, 50, 90):
        shares = [repeated_coverage(s, 5, 0.0, 100, 400, by_chance) for s in scores]
        assert 0.93 <= sum(shares) / len(shares) <= 0.975
    shares = [random_coverage(game, options, 30, 80) for game, options in RANDOM]
    assert 0.93 <= sum(shares) / len(shares) <= 0.975


def record(number: int, score: int) -> GameRecord:
    return GameRecord(0, number, number % 2, score, 9, None, 7, "", 1.0, 0.5, 5)


def tally_of(records: Iterable[GameRecord], player: str = "random") -> PairingTally:
    """The results of a pairing with these games, of a player against the first legal move."""
    tally = PairingTally(pairings("nim", {}, (player, "first"))[0])
    for each in records:
        tally.add(each)
    return tally


def test_a_repeated_game_counts_anew_where_chance_had_a_part() -> None:
    """The interval of 20,000 random games was that of two."""
    tally = tally_of(
        record(number, number // 2 % 2 * 2)._replace(by_chance=True) for number in range(100)
    )
    assert (tally.different, tally.effective, tally.repeated) == (100, 100, None)
    same = (record(number, number % 2 * 2)._replace(by_chance=False) for number in range(100))
    alone = tally_of(same, "first")
    assert (alone.different, alone.effective) == (1, 1)


def test_random_games_with_many_draws_have_a_short_interval() -> None:
    pairing = pairings("tictactoe", {}, ("random", "random"), Start("O.XXXOO.. X"))[0]
    tally = PairingTally(pairing)
    for batch in batches(pairing, 2000, 0):
        for each in play_batch(batch):
            assert each.by_chance
            tally.add(each)
    low, high = tally.interval
    assert low < 0.5 < high and high - low == pytest.approx(2 * 1.96 * 0.2887 / 2000**0.5, rel=0.05)


def test_bots_say_whether_chance_had_a_part_in_their_move() -> None:
    game = make_game("tictactoe")
    one_win, free = game.parse("XX.OO.... X"), game.initial()
    always = {"random", "mc:20", "mastery:5", "learner"}
    never = {"first", "mc:exact"}
    searches = {"alphabeta:2", "optimal", "mastery:10", "mcts:50"}  # from the empty board only
    for player in always | never | searches:
        bot = make_bot(player)
        assert bot.choose(game, free, Context(1)).by_chance == (player not in never), player
        if player not in searches or player == "alphabeta:2":
            drawn = bot.choose(game, one_win, Context(1)).by_chance
            assert drawn == (player in always), player
    last = game.parse("XOXXOOO.X X")
    assert not any(make_bot(p).choose(game, last, Context(1)).by_chance for p in always | searches)
    matches = make_game("matches", {"start": "4"})
    assert not make_bot("kernel").choose(matches, matches.initial(), Context(0)).by_chance
    lost = make_game("matches", {"start": "5"})
    assert make_bot("kernel").choose(lost, lost.initial(), Context(0)).by_chance


def test_stored_games_that_differ_from_one_start_tell_that_chance_had_a_part() -> None:
    games = [record(number, 2)._replace(moves=str(number % 4)) for number in range(8)]
    assert [each.by_chance for each in with_chance(games, None)] == [True] * 8
    same = [record(number, 2) for number in range(8)]
    assert [each.by_chance for each in with_chance(same, 8)] == [True] * 8
    assert [each.by_chance for each in with_chance(same, 0)] == [False] * 8


def test_an_interval_is_printed_so_that_its_value_lies_in_it() -> None:
    """299 of 300 stood beside 98 to 99."""
    low, high = wilson(299 / 300, 300)
    assert rounded_interval(low, high, 299 / 300, 2) == (0.98, 1.0)
    assert rounded_interval(0.5035, 0.5045, 0.504, 2) == (0.5, 0.51)
    assert rounded_interval(*wilson(1.0, 2), 1.0, 3) == (0.224, 1.0)


def test_elo_follows_its_formula() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.25) == -(elo(0.75) or 0)
    assert elo(1.0) is None and elo(0.0) is None


def test_one_game_won_of_one_is_a_bound_and_no_number() -> None:
    tally = tally_of([record(0, 2)])
    assert (tally.rating.elo, tally.rating.high) == (None, None)
    assert str(tally.rating.full_message) == "-512 or more"
    data = tally.as_json()
    assert data["elo"] is None and data["elo_high"] is None and data["elo_low"] < 0


def test_all_won_names_the_lower_bound_alone() -> None:
    tally = tally_of(record(number, 2)._replace(moves=str(number)) for number in range(100))
    assert str(tally.rating.full_message) == "+566 or more"
    assert tally.repeated is None


def test_repeated_games_count_once() -> None:
    tally = tally_of(record(number, 2) for number in range(100))
    assert (tally.games, tally.different, tally.effective) == (100, 2, 2)
    assert tally.interval == wilson(1.0, 2)
    assert str(tally.repeated) == "2 different games"
    assert tally.as_json()["different"] == 2


def test_games_repeated_unequally_count_less_than_they_are() -> None:
    tally = tally_of(
        record(0, 2)._replace(moves="" if number < 8 else str(number)) for number in range(10)
    )
    assert tally.different == 3
    assert tally.effective == pytest.approx(100 / (64 + 1 + 1))


def test_faults_of_the_store_that_cannot_be_are_refused() -> None:
    tally = tally_of(record(number, 2) for number in range(6))
    for wrong in (
        {"faults": [-1, 0]},
        {"faults": [4, 3]},
        {"faults": [0]},
        {"fault_kinds": [[[1]], []]},
    ):
        with pytest.raises(ValueError):
            take_faults(tally, {**kept_sums(tally), **wrong})
    assert tally.faults == [0, 0]


def test_faults_are_told_apart_with_the_first_game_of_each_in_any_order() -> None:
    tally = PairingTally(pairings("nim", {}, ("random", "first"))[0])
    texts = [message("own.fault", text=f"fault {number}") for number in range(30)]
    for number in (*range(29, -1, -1), *range(30, 35)):
        tally.add(record(number, 0)._replace(fault=texts[number % 30]))
    assert tally.faults == [35, 0]
    kinds = sorted(tally.fault_kinds[0], key=lambda each: each.number)
    assert [each.number for each in kinds] == list(range(20))
    assert [each.times for each in kinds] == [2] * 5 + [1] * 15
    assert tally.first_faults == (texts[0], None)
    again = tally_of(record(number, 0) for number in range(35))
    take_faults(again, json.loads(json.dumps(kept_sums(tally))))
    assert (again.faults, again.fault_kinds) == (tally.faults, tally.fault_kinds)


def test_moves_of_repeated_games_count_once_too() -> None:
    tally = tally_of(record(number, 2)._replace(verdicts="Kx") for number in range(100))
    assert tally.thrown is not None
    low, high = tally.regret_interval(tally.thrown[0])
    assert (low, high) == wilson(1.0, 2)


def test_tally_counts_by_starter() -> None:
    tally = tally_of(record(number, score) for number, score in enumerate((2, 0, 1, 2, 0)))
    assert (tally.wins, tally.draws, tally.losses) == (2, 1, 2)
    assert tally.won_beginning == 2  # the first game by a, the second by b
    whoever_begins = tally_of(record(number, score) for number, score in enumerate((2, 0, 1, 0)))
    assert whoever_begins.won_beginning == 3
    assert tally.score == 0.5
    assert tally.milliseconds == pytest.approx(100)


def test_the_table_of_a_sweep_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / sweep_file("McX-Random")
    write_sweep(path, [SweepRow(4, 0.75, 0.2, 0.05, 1.5, 300), SweepRow(8, 1, 0, 0, 2, 300)])
    assert path.name == "out-test1-McX-Random.csv"
    assert path.read_bytes() == (
        b"winR WinY tie ry ryt dt nGames value\n"
        b"0.750000 0.200000 0.050000 0.950000 1.000000 1.500000 300 4\n"
        b"1.000000 0.000000 0.000000 1.000000 1.000000 2.000000 300 8\n"
    )
    assert SWEEP_HEADER.split(" ") == ["winR", "WinY", "tie", "ry", "ryt", "dt", "nGames", "value"]


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(ReportError, match=r"y\.csv"):
        write_sweep(tmp_path / "x" / "y.csv", [])


def test_the_picture_of_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from gui.arena.results import save_sweep

    path = tmp_path / "sweep.png"
    preset = PRESETS["McX-Random"]
    rows = [SweepRow(4, 0.75, 0.2, 0.05, 1.5, 300, 0.7, 0.8)]
    with spoken_in("de"):
        save_sweep(rows, path, preset)
    german = path.read_bytes()
    save_sweep(rows, path, preset)
    assert path.read_bytes() != german, "its words are those of the command"
    head = german[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1000, 600)


ROOT = Path(__file__).resolve().parents[2]
CLOSE = (1e-6, 1e-4, 1 / 300)
# A share that is rounded by hand; a share of the room on the screen is none.
BY_HAND = re.compile(r"(share|low|high)=round\(100|share=100 \*|round\(100 \* \w*fraction")


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_only_nothing_and_all_are_0_and_100(digits: int) -> None:
    assert (percent(0.0, digits), percent(1.0, digits)) == (0, 100)
    for share in CLOSE:
        assert 0 < percent(share, digits) <= 1
        assert 99 <= percent(1 - share, digits) < 100


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_all_others_are_rounded(digits: int) -> None:
    for share in np.random.default_rng(1).uniform(0.02, 0.98, 500).tolist():
        assert abs(percent(share, digits) - 100 * share) <= 0.5 / 10**digits + 1e-6
    assert (percent(0.125, 0), percent(0.0625, 1), whole_percent(0.335)) == (13, 6.3, 34)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_with_shares_keep_the_rule(language: str) -> None:
    texts = [key for key, text in catalogue(language).items() if re.search(r"\{\w+:\.\d%\}", text)]
    assert {"note.mc", "watch.chances", "arena.thrown_away"} <= set(texts)
    for share in CLOSE:
        values = {"win": 1 - share, "draw": 0.5, "loss": share, "move": "1"}
        told = render(message("watch.chances", **values), language)
        assert not re.search(r"\b100|\b0[.,]0\D", told), told
    whole = render(message("watch.chances", win=1.0, draw=0.0, loss=0.0, move="1"), language)
    assert "100" in whole


def test_no_share_is_rounded_by_hand() -> None:
    for path in [*(ROOT / "gui").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]:
        if path.name != "intervals.py":
            assert not BY_HAND.search(path.read_text(encoding="utf-8")), path


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
