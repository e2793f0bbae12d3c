"""Regret in the arena: what every player threw away, judged by exact values."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.arena.experiment import batches, pairings, play_batch
from engine.arena.judge import judge_of, thrown_in
from engine.registry import make_game
from engine.session import Session
from tests.commands import printed, reported
from tests.solvers.slow_values import slow_values


def arena(*arguments: str) -> Any:
    return reported("arena", *arguments, "--judge")["pairs"]


@pytest.mark.parametrize(
    ("game_id", "players"),
    [
        ("tictactoe", ("random", "mc:20")),
        ("matches", ("dfs", "random")),
        ("nim", ("mc:5", "first")),
    ],
)
def test_every_judged_game_is_judged_as_by_plain_recursion(
    game_id: str, players: tuple[str, str]
) -> None:
    options = {"heaps": "3,2,2"} if game_id == "nim" else {}
    pairing = pairings(game_id, options, players)[0]
    game = make_game(game_id, options)
    value = slow_values(game)
    for batch in batches(pairing, 12, 3, judge=True):
        for record in play_batch(batch):
            judged: Counter[int] = Counter()
            errors: Counter[int] = Counter()
            session = Session.replay(game, None, record.moves.split())
            for state, move in zip(session.all_states, session.all_moves, strict=False):
                values = {m: -value(game.play(state, m))[0] for m in game.moves(state)}
                who = game.to_move(state) ^ record.starter
                judged[who] += len(set(values.values())) > 1
                errors[who] += values[move] < max(values.values())
            assert record.verdicts is not None
            for who, thrown in enumerate(thrown_in(record.verdicts)):
                assert (thrown.judged, thrown.errors) == (judged[who], errors[who])


def test_perfect_play_throws_nothing_away_and_random_play_much() -> None:
    pair = arena("tictactoe", "optimal", "random", "--games", "40", "--jobs", "1")[0]
    assert pair["thrown_away"]["a"]["errors"] == 0
    assert pair["thrown_away"]["a"]["judged"] > 20
    assert pair["thrown_away"]["b"]["errors"] > 10


def test_judging_changes_no_game_and_adds_up_whatever_the_processes() -> None:
    command = ("connect4", "mc:20", "random", "--games", "8", "--seed", "5")
    alone = arena(*command, "--jobs", "1")
    both = arena(*command, "--jobs", "2")
    assert alone == both
    assert alone[0]["thrown_away"]["b"]["judged"] > 0
    plain = reported("arena", *command)["pairs"][0]
    assert "thrown_away" not in plain
    assert plain == {key: alone[0][key] for key in plain}


def test_the_terminal_says_what_was_thrown_away() -> None:
    command = ("arena", "matches", "kernel", "random", "--games", "10", "--judge")
    lines = printed(*command).splitlines()
    assert len(lines) == 6
    assert "random gave up a win or a draw in" in lines[2]
    assert "given up" in lines[3]
    assert lines[4].startswith("kernel") and lines[5].startswith("random")


def test_where_nobody_had_a_choice_nothing_was_at_stake() -> None:
    command = ("arena", "nim", "optimal", "first", "--games", "2", "--option", "heaps=1", "--judge")
    assert printed(*command).count("nothing was at stake in any judged move") == 2


def test_verdicts_are_counted_for_each_player() -> None:
    thrown, other = thrown_in("kX.KxXk..")
    assert (thrown.judged, thrown.errors) == (3, 1) and thrown.fraction == 1 / 3
    assert (other.judged, other.errors) == (3, 2)
    assert thrown_in("")[0].judged == 0


def test_of_connect_four_what_is_judged_hangs_on_no_other_game() -> None:
    pairing = pairings("connect4", {}, ("alphabeta:1", "random"))[0]
    work = batches(pairing, 24, 3, judge=True)
    judge_of.cache_clear()
    alone = [record.verdicts for batch in work for record in play_batch(batch)]
    judge_of.cache_clear()
    turned = [record.verdicts for batch in work[::-1] for record in play_batch(batch)]
    assert sorted(map(str, alone)) == sorted(map(str, turned))
    lengths = [len((verdicts or "").rstrip(".")) for verdicts in alone]
    assert max(lengths) > 14, "the end is judged too"
