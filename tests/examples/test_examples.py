"""What each example says of its position is true: by the exact solvers, and by asking its bot."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.context import Context
from engine.examples import EXAMPLES, Example
from engine.games.cube_notation import parse_turns
from engine.messages import LANGUAGES, catalogue
from engine.protocols import Decision, Game, Value
from engine.recording import Recorder, Recording
from engine.registry import ALL_GAMES, GAMES, bot_for, make_game, oracle_for
from engine.solvers.cube import cube_report
from engine.solvers.oracle import ExactValue
from engine.trace.windows import Cutoff
from tests.watch.events import events_of

BY_ID = {example.id: example for example in EXAMPLES}
PLAYED = [example for example in EXAMPLES if example.game in GAMES]
WITHOUT = {"tiles"}  # its lab shows the ways to search, from any position
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


def place(example: Example) -> tuple[Game[Any], Any]:
    game = make_game(example.game, example.options)
    return game, game.parse(example.position) if example.position else game.initial()


def exact(name: str, *moves: int) -> ExactValue:
    """The proved values after some moves."""
    game, state = place(BY_ID[name])
    for move in moves:
        state = game.play(state, move)
    return oracle_for(game).values(state, Context(0))


def values(name: str) -> dict[str, Value | None]:
    game, state = place(BY_ID[name])
    return {game.move_text(state, each.move): each.value for each in exact(name).estimates}


def ends(name: str) -> dict[str, int | None]:
    game, state = place(BY_ID[name])
    return {game.move_text(state, each.move): each.remoteness for each in exact(name).estimates}


def asked(name: str, player: str = "") -> tuple[str, Decision, Recording]:
    """What the example's player (or another) does there, from the example's seed."""
    example = BY_ID[name]
    game, state = place(example)
    recorder = Recorder()
    seed = np.random.SeedSequence((*example.decision_seed, game.to_move(state)))
    bot = bot_for(game, player or example.player)
    decision = bot.choose(game, state, Context(seed, recorder=recorder))
    assert decision.move is not None
    return game.move_text(state, decision.move), decision, recorder.recording()


def chances_of(decision: Decision) -> dict[int, float]:
    """Each move's score, as the player believes it."""
    return {each.move: each.score for each in decision.estimates if each.score is not None}


def only(found: dict[str, Value | None], value: Value) -> list[str]:
    return [move for move, each in found.items() if each is value]


# -- all of them -----------------------------------------------------------------------------------


def test_there_are_a_dozen_of_every_kind_of_game_and_of_looking() -> None:
    assert len(EXAMPLES) >= 12
    assert len(BY_ID) == len(EXAMPLES)
    assert {example.game for example in EXAMPLES} == set(ALL_GAMES) - WITHOUT
    kinds = {asked(example.id)[2].kind for example in PLAYED if example.player != "learner"}
    assert {kind.value for kind in kinds} == {
        *("playouts", "layers", "tree", "windows", "kernel", "trace"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_title_and_a_sentence(language: str) -> None:
    texts = catalogue(language)
    for example in EXAMPLES:
        assert texts[f"example.{example.id}"]
        assert texts[f"example.{example.id}.sentence"].endswith(".")


@pytest.mark.parametrize("example", PLAYED, ids=lambda example: example.id)
def test_its_position_is_one_and_goes_on(example: Example) -> None:
    game, state = place(example)
    assert game.outcome(state) is None
    assert not example.position or game.text(state) == example.position
    assert game.moves(state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_are_called_by_the_numbers_printed_below_them(language: str) -> None:
    printed = {"many_games": ["5", "4"], "late": ["3"], "horizon": ["3", "4", "1"]}
    for name, columns in printed.items():
        sentence = catalogue(language)[f"example.{name}.sentence"]
        assert re.findall(r"(?:column|colonne|spalte) (\d)", sentence.lower()) == columns


# -- one by one ------------------------------------------------------------------------------------


def test_chances() -> None:
    """The two corners have the best chances, 58 %, and lose in four moves; an edge draws."""
    move, decision, _ = asked("chances")
    scores = chances_of(decision)
    assert move in ("2", "6")
    assert [scores[2], scores[6]] == pytest.approx([7 / 12, 7 / 12])
    assert max(score for cell, score in scores.items() if cell not in (2, 6)) == pytest.approx(0.55)
    assert only(values("chances"), LOSS) == ["2", "6"]
    assert [ends("chances")[cell] for cell in ("2", "6")] == [4, 4]
    assert only(values("chances"), DRAW) == ["1", "3", "5", "7"]


def test_corner() -> None:
    """Of eight answers only the centre holds the draw; the others lose in six moves."""
    assert only(values("corner"), DRAW) == ["4"]
    assert len(only(values("corner"), LOSS)) == 7
    assert {end for cell, end in ends("corner").items() if cell != "4"} == {6}
    assert asked("corner")[0] == "4"


def test_centre() -> None:
    """Misère: only the centre draws, and by chances it is the worst of all cells."""
    assert only(values("centre"), DRAW) == ["4"]
    assert len(only(values("centre"), LOSS)) == 8
    move, decision, _ = asked("centre")
    scores = chances_of(decision)
    others = [score for cell, score in scores.items() if cell != 4]
    assert scores[4] == pytest.approx(0.25)
    assert min(others) > 0.3
    assert move != "4"


def test_first_move() -> None:
    """The middle wins in 41 moves; the columns beside it draw, the outer four lose."""
    assert list(values("first_move").values()) == [LOSS, LOSS, DRAW, WIN, DRAW, LOSS, LOSS]
    assert exact("first_move").remoteness == 41
    assert asked("first_move")[0] == "3"


def test_many_games() -> None:
    """Column 5 wins about two thirds of a thousand random games and loses; only 4 draws."""
    move, decision, _ = asked("many_games")
    score = chances_of(decision)[5]
    assert move == "5"
    assert 0.6 < score < 0.7
    assert only(values("many_games"), DRAW) == ["4"]
    assert len(only(values("many_games"), LOSS)) == 6


def test_late() -> None:
    """For more than half of 3,000 games another column leads; only 3 wins, and is played."""
    assert only(values("late"), WIN) == ["3"]
    assert len(only(values("late"), LOSS)) == 6
    move, _, recording = asked("late")
    assert move == "3"
    leads = {
        sample.effort: max(sample.moves, key=lambda belief: belief.visits).move
        for sample in recording.samples
    }
    assert all(lead != 3 for effort, lead in leads.items() if 300 < effort <= 1500)
    assert max(effort for effort, lead in leads.items() if lead != 3) > 1500
    assert max(leads) == 3000


def test_horizon() -> None:
    """Four moves ahead it plays column 3, six ahead 4, both lost; eight ahead 1, the only draw."""
    assert [asked("horizon", f"alphabeta:{depth}")[0] for depth in (4, 6, 8)] == ["3", "4", "1"]
    assert only(values("horizon"), DRAW) == ["1"]
    assert len(only(values("horizon"), LOSS)) == 6


def test_cut() -> None:
    """899 cut-offs; the largest, after two moves, saves 2,400 positions; 5,350 are looked at."""
    _, decision, recording = asked("cut")
    cuts = events_of(recording, Cutoff)
    largest = max(cuts, key=lambda step: step.saved)
    assert recording.left_out == 0
    assert (len(cuts), largest.saved, len(largest.line)) == (899, 2400, 2)
    assert decision.effort == 5350


def test_zugzwang() -> None:
    """Each of the six moves loses: whoever has to move has lost."""
    assert list(values("zugzwang").values()) == [LOSS] * 6
    game, state = place(BY_ID["zugzwang"])
    heaps = [3, 2, 1]
    assert game.text(state) == "3,2,1 0"
    assert heaps[0] ^ heaps[1] ^ heaps[2] == 0


def test_last_pebble() -> None:
    """Who takes the last pebble loses: one pebble of the two wins; else both of them would."""
    assert only(values("last_pebble"), WIN) == ["1-1"]
    assert asked("last_pebble")[0] == "1-1"
    usual = make_game("nim", {})
    state = usual.parse(BY_ID["last_pebble"].position)
    found = oracle_for(usual).values(state, Context(0)).estimates
    assert [usual.move_text(state, e.move) for e in found if e.value is WIN] == ["1-2"]


def test_kernel() -> None:
    """From 21 only taking 1 wins: it leads to 20, and every multiple of four is lost."""
    assert only(values("kernel"), WIN) == ["1"]
    assert asked("kernel")[0] == "1"
    game = make_game("subtraction", {})
    oracle = oracle_for(game)
    for left in range(1, 22):
        value = oracle.values(game.parse(f"{left} 0"), Context(0)).value
        assert value is (LOSS if left % 4 == 0 else WIN)


def test_naive() -> None:
    """It finds 3 2 1 1, which wins if the other helps, and takes 3, which loses; 2 wins."""
    move, decision, recording = asked("naive")
    assert move == "3"
    assert only(values("naive"), WIN) == ["2"]
    assert only(values("naive"), LOSS) == ["1", "3"]
    assert recording.kind.value == "trace"
    game, state = place(BY_ID["naive"])
    for take in "3211":
        state = game.play(state, game.parse_move(state, take))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.score(0) == 1
    assert "3 2 1 1" in str(decision.note)


def test_bags() -> None:
    """From 16 only taking 3 wins; a learner begins with as many beads of each."""
    assert only(values("bags"), WIN) == ["3"]
    assert only(values("bags"), LOSS) == ["1", "2"]
    game, state = place(BY_ID["bags"])
    bot = bot_for(game, "learner")
    assert isinstance(bot, Learner)
    assert len({count for _, count in bot.bag(game, state).counts}) == 1


def test_course() -> None:
    """Ten quarter turns, five ways; 5,888 positions from both ends, 1,450,216 from one."""
    scramble = BY_ID["course"].position
    assert len(parse_turns(scramble)) == 12
    found = cube_report(scramble, None, None, 0, "quarter", "bidirectional", True, Context(0))
    assert (found["length"], found["count"]) == (10, 5)
    assert (sum(found["visited"]), found["one_way"]) == (5_888, 1_450_216)
