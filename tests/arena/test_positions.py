"""Critical positions: the same whoever asks, right answers counted by the exact solvers."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.arena.critical_positions import (
    BLOCK,
    TRIES,
    BlockResult,
    BotAnswer,
    PlayerScore,
    PositionResult,
    ResultSorter,
    ask_block,
    blocks,
    marks_of,
)
from engine.context import Context
from engine.protocols import OptionError
from engine.registry import make_game, oracle_for
from tests.commands import printed, refused, reported
from tests.full import few_or_full


def asked(
    game: str, players: list[str], number: int, seed: int = 1, **options: str
) -> list[PositionResult]:
    sorter, found = ResultSorter(number), []
    for block in blocks(game, options, players, number, seed):
        for part in ask_block(block):
            found += sorter.take(part)
        if not sorter.left:
            break
    return found


def test_the_time_of_a_player_is_the_mean_of_its_answers() -> None:
    answers = [BotAnswer("5", True, seconds) for seconds in (0.001, 0.003)]
    assert PlayerScore("first", answers).milliseconds == pytest.approx(2)
    assert PlayerScore("first", []).milliseconds == 0


@pytest.fixture
def one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels, which decide nothing here, are found by fewer tries, in this process alone."""
    monkeypatch.setattr("engine.puzzles.problems.TRIES", 1)


@pytest.mark.usefixtures("one_try")
@pytest.mark.parametrize("game", ["tictactoe", "nim", "connect4"])
def test_an_answer_is_right_when_it_alone_keeps_the_value(game: str) -> None:
    found = asked(game, ["optimal", "random", "mc:20"], 8)
    assert len(found) == 8 and len({each.key for each in found}) == 8
    for each in found:
        rules = make_game(each.problem.game, each.problem.options)
        state = rules.parse(each.problem.position)
        values = {
            rules.move_text(state, e.move): e.value
            for e in oracle_for(rules).values(state, Context(0)).estimates
        }
        best = max(value for value in values.values() if value is not None)
        for answer in each.answers:
            assert answer.right == (values[answer.move] is best)
            assert answer.seconds >= 0
    marks = marks_of(["optimal", "random", "mc:20"], found)
    assert marks[0].right == 8 and marks[1].right < 8
    for mark in marks:
        assert len(mark.answers) == 8
        assert mark.interval[0] <= mark.fraction <= mark.interval[1]


@pytest.mark.usefixtures("one_try")
def test_the_order_of_the_blocks_does_not_matter_and_none_comes_twice() -> None:
    work = blocks("tictactoe", {}, ["first"], 12, 5)[:8]
    found = [part for block in work for part in ask_block(block)]
    results = []
    for order in (found, found[::-1], found[3:] + found[:3]):
        sorter = ResultSorter(12)
        results.append([each.key for part in order for each in sorter.take(part)])
    assert results[0] == results[1] == results[2]
    assert len(results[0]) == len(set(results[0])) == 12
    assert max(Counter(each.key for part in found for each in part.asked).values()) > 1


def test_a_block_without_positions_holds_nobody_up() -> None:
    sorter = ResultSorter(BLOCK)
    full = ask_block(blocks("tictactoe", {}, ["first"], BLOCK, 5)[1])
    assert sorter.take(full[0]) == []
    assert len(sorter.take(BlockResult(0, ()))) == BLOCK


@pytest.mark.usefixtures("one_try")
def test_rules_that_are_said_are_the_rules_of_every_position() -> None:
    found = asked("nim", ["first"], 6, heaps="3,4,5", misere="true")
    assert {each.problem.options["heaps"] for each in found} == {"3,4,5"}
    assert {each.problem.options["misere"] for each in found} == {"true"}


def test_the_command_prints_what_the_specification_says() -> None:
    command = ("arena", "tictactoe", "mc:10", "optimal", "--positions", "9", "--seed", "4")
    found = [reported(*command, "--jobs", jobs) for jobs in ("1", "2")]
    for each in found:
        assert {"game", "positions", "seed", "players"} <= set(each)
        assert (each["game"], each["positions"], each["seed"]) == ("tictactoe", 9, 4)
        for player in each["players"]:
            assert set(player) == {"player", "right", "share", "low", "high", "ms", "faults"}
            assert player["share"] == player["right"] / 9
            player["ms"] = 0
    assert found[0] == found[1]
    assert found[0]["players"][1]["right"] == 9


@pytest.mark.usefixtures("one_try")
def test_the_table_has_headings() -> None:
    command = ("arena", "nim", "first", "kernel", "--option", "heaps=3,4,5", "--positions", "6")
    lines = printed(*command, "--jobs", "1").splitlines()
    assert len(lines) == 3
    assert "time in ms" in lines[0]
    assert lines[2].startswith("kernel") and "100.0%" in lines[2] and lines[2].endswith(" ms")


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (
            ("subtraction", "first", "--option", "takes=1", "--positions", "3"),
            1,
            "No position of Subtraction",
        ),
        (("connect4", "kernel", "--positions", "3"), 2, "cannot play connect4"),
        (("nim", "first", "--positions", "3", "--judge"), 2, "no games are played"),
        (("nim", "first", "--positions", "3", "--games", "4"), 2, "no games are played"),
        (("nim", "human", "--positions", "3"), 2, "A person cannot play here"),
    ],
)
@few_or_full("tries", 60, TRIES)  # the search gives up sooner
def test_what_cannot_be_asked_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], code: int, words: str, tries: int
) -> None:
    monkeypatch.setattr("engine.arena.critical_positions.TRIES", tries)
    assert words in refused("arena", *command, "--jobs", "1", code=code)


@pytest.mark.usefixtures("one_try")
@few_or_full("tries", 60, TRIES)
def test_fewer_positions_than_wanted_are_said(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    monkeypatch.setattr("engine.arena.critical_positions.TRIES", tries)
    command = ("arena", "subtraction", "first", "--option", "start=6", "--positions", "30")
    assert "different positions were found" in printed(*command, "--jobs", "1").splitlines()[0]


def test_no_position_or_no_player_is_refused() -> None:
    for number, players in ((0, ["first"]), (10**9, ["first"]), (3, [])):
        with pytest.raises(OptionError):
            blocks("nim", {}, players, number, 1)
