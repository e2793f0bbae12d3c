"""Experiments that begin elsewhere: from a position, from random openings, with other rules."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable

import pytest

from engine.arena.experiment import batches, pairings, play_batch, sweep_pairings
from engine.arena.start import Start
from engine.protocols import MAX_PLIES, OptionError, PositionError
from engine.registry import make_game
from engine.session import Session
from engine.store.game_records import GameRecord
from tests.commands import printed, refused


def games(
    game: str, players: tuple[str, ...], start: Start, number: int = 8, seed: int = 3
) -> list[GameRecord]:
    pairs = pairings(game, {}, players, start)
    return [r for p in pairs for b in batches(p, number, seed, None, True) for r in play_batch(b)]


@pytest.mark.parametrize("players", [("mc:5", "random"), ("alphabeta:2", "random")])
def test_both_games_of_a_pair_begin_with_the_same_random_moves(players: tuple[str, str]) -> None:
    found = games("connect4", players, Start(plies=5))
    openings = defaultdict(list)
    for record in found:
        assert record.opened == 5 and record.plies >= 6
        assert record.verdicts is None or len(record.verdicts) == record.plies - 5
        openings[record.number // 2].append(record.moves.split()[:5])
    assert all(len(pair) == 2 and pair[0] == pair[1] for pair in openings.values())
    assert len({tuple(pair[0]) for pair in openings.values()}) > 1
    game = make_game("connect4")
    for record in found:
        last = Session.replay(game, None, record.moves.split())
        outcome = game.outcome(last.state)
        assert outcome is not None and 2 * outcome.score(record.starter) == record.score


def test_every_pairing_gets_the_same_openings_and_another_seed_others() -> None:
    by_pairing = defaultdict(list)
    for record in games("tictactoe", ("first", "random", "mc:3"), Start(plies=3)):
        by_pairing[record.pairing].append(record.moves.split()[:3])
    assert len(by_pairing) == 3 and len({str(each) for each in by_pairing.values()}) == 1
    other = games("tictactoe", ("first", "random"), Start(plies=3), seed=4)
    assert [r.moves.split()[:3] for r in other] != by_pairing[0]


def test_games_from_a_position_begin_there_whoever_moves() -> None:
    position = "X...O.... X"
    game = make_game("tictactoe")
    for record in games("tictactoe", ("optimal", "random"), Start(position)):
        session = Session.replay(game, position, record.moves.split())
        outcome = game.outcome(session.state)
        assert outcome is not None and 2 * outcome.score(record.starter) == record.score
        assert record.moves_a == sum(
            game.to_move(state) == record.starter for state in session.all_states[:-1]
        )
    second = games("tictactoe", ("optimal", "random"), Start("X........ O"), 2)
    assert [record.moves_a for record in second] != [0, 0]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (Start("XXXOO.... O"), "already over"),
        (Start("nonsense"), ""),
        (Start(plies=9), "hardly any game of Tic-tac-toe"),
        (Start(plies=MAX_PLIES + 1), "not possible"),
        (Start("X........ O", 2), "not from both"),
    ],
)
def test_a_start_from_which_nothing_can_be_played_is_one_sentence(start: Start, words: str) -> None:
    makers: list[Callable[[], object]] = [
        lambda: pairings("tictactoe", {}, ("random", "first"), start),
        lambda: sweep_pairings("tictactoe", {}, "mc:{}", "random", (1,), start),
    ]
    for make in makers:
        with pytest.raises((OptionError, PositionError)) as fault:
            make()
        assert words in str(fault.value) and "\n" not in str(fault.value)


def test_a_start_is_kept_and_read_again() -> None:
    for start in (Start(), Start("4 0"), Start(plies=6)):
        assert Start.from_json(json.loads(json.dumps(start.as_json()))) == start
    with pytest.raises(ValueError):
        Start.from_json({"position": 5})


def test_position_and_openings_exclude_each_other() -> None:
    command = ["arena", "nim", "random", "first", "--position", "1 0", "--openings", "2"]
    assert "not allowed with" in refused(*command)


def test_a_preset_obeys_values_and_games_and_refuses_players(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    command = ["sweep", "--preset", "McX-Random", "--values", "1,3", "--games", "4", "--jobs", "1"]
    lines = printed(*command).splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == ["1", "3"]
    with open("out-test1-McX-Random.csv", encoding="utf-8") as table:
        assert [row.split()[-2:] for row in table][1:] == [["4", "1"], ["4", "3"]]
    assert "already sets the game" in refused("sweep", "nim", "--preset", "McX-Random")


def test_a_judged_sweep_says_what_was_thrown_away(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    command = ("sweep", "nim", "mc:{}", "random", "--values", "2,200", "--games", "30", "--judge")
    lines = printed(*command, "--jobs", "1").splitlines()
    assert "given up" in lines[0]
    few, many = (float(line.split("]  ")[1].split()[1].rstrip("%")) for line in lines[1:3])
    assert few > many
