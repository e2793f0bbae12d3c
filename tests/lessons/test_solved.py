"""What the chapter on solved games says is true."""

from __future__ import annotations

import pytest

from engine.context import Context
from engine.lessons.live import read
from engine.protocols import Value
from engine.registry import make_game, oracle_for
from gui.inspector.small_boards import symmetric_positions
from tests.lessons.claims import exactly, lasting, lost, moves_with, nearest, text_of, values, won
from tests.lessons.places import (
    after,
    asked,
    data_of,
    experiment,
    live,
    position_of,
    question_of,
    step_of,
)
from tests.lessons.test_texts import check_told


def losing(game_id: str, position: str, options: dict[str, str] | None = None) -> bool:
    """Whether the player to move loses."""
    game = make_game(game_id, options or {})
    return oracle_for(game).values(game.parse(position), Context(0)).value is Value.LOSS


def test_nim() -> None:
    """15 first moves, of which one pebble of the heaps of five, three and one wins, in 15."""
    assert won("solved/nim") == {"1-1": 15, "3-1": 15, "5-1": 15}
    assert live("solved/nim", "1-1")["moves"] == len(values("solved/nim")) == 15


def test_end() -> None:
    """Only leaving 1 and 1 wins; after the other moves one heap is left."""
    assert [*won("solved/end")] == ["1-1"]
    assert losing("nim", "1,1 0", {"heaps": "2,1"})
    game, state = position_of(step_of("solved/end").place)
    for move in lost("solved/end"):
        assert sorted(after(game, state, [move]).heaps)[0] == 0


def test_zugzwang() -> None:
    """All six moves lose."""
    assert [*values("solved/zugzwang").values()] == [Value.LOSS] * 6
    assert live("solved/zugzwang") == {"moves": 6}
    assert question_of("solved/zugzwang").right == ("let",)


def test_fours() -> None:
    """Only 1 wins, to 20; the answer to the others leads to 16; lost are the multiples of four."""
    assert [*won("solved/fours")] == ["1"]
    decision, _ = asked("solved/fours")
    assert decision.move is not None
    assert text_of("solved/fours", decision.move) == "1"
    for left in range(1, 22):
        assert losing("subtraction", f"{left} 0") is (left % 4 == 0)
    for take in ("2", "3"):
        assert 1 <= 21 - int(take) - 16 <= 3


def test_no_draws() -> None:
    """All nine first moves lose, with a full board."""
    assert lost("solved/no_draws") == dict.fromkeys("012345678", 9)
    assert question_of("solved/no_draws").right == ("nowhere",)


def test_corner() -> None:
    """Only the centre draws; the seven others lose in six moves."""
    assert moves_with("solved/corner", Value.DRAW) == ["4"]
    assert [*lost("solved/corner").values()] == [6] * 7
    shown = question_of("solved/corner").show
    assert shown.keys() == lost("solved/corner").keys()
    for target in shown.values():  # both play best: each move comes one nearer to the end
        game, state = position_of(step_of("solved/corner").place)
        for left, text in zip(range(6, 0, -1), target.played.split(), strict=True):
            values = oracle_for(game).values(state, Context(0)).estimates
            move = game.parse_move(state, text)
            assert [each.remoteness for each in values if each.move == move] == [left]
            state = game.play(state, move)
        assert game.outcome(state).score(0) == 1
    decision, _ = asked("solved/corner")
    assert decision.move == 4


def test_turned() -> None:
    assert live("solved/turned") == {"all": 5_478, "half": 2_739, "left": 765}
    assert 7 < 5_478 / 765 < 8
    game, _ = position_of(step_of("solved/turned").place)
    boards = [game.parse(text) for text in symmetric_positions()]
    assert len({*boards}) == 8 and len({game.canonical(board) for board in boards}) == 1
    right = exactly("solved/turned", 765, data_of("solved/turned"))
    assert question_of("solved/turned").right == right


def test_pebble() -> None:
    """One pebble of the two wins, in four moves; without misère both of them would."""
    assert won("solved/pebble") == {"1-1": 4}
    decision, _ = asked("solved/pebble")
    assert decision.move is not None
    assert text_of("solved/pebble", decision.move) == "1-1"
    usual = make_game("nim", {})
    found = oracle_for(usual).values(usual.parse("2,1,1 0"), Context(0)).estimates
    state = usual.parse("2,1,1 0")
    assert [usual.move_text(state, each.move) for each in found if each.value is Value.WIN] == [
        "1-2"
    ]
    assert {*lasting("solved/pebble").values()} == {3, 4}


@pytest.mark.slow
def test_mastery() -> None:
    """Mastery 5 scores about two thirds against chance, 10 all, and 0 is chance itself."""
    data = experiment("solved/mastery")
    check_told("solved/mastery", data)
    none, half, full = data.tallies
    assert none.interval[0] <= 0.5 <= none.interval[1]
    assert full.losses == 0
    right = nearest("solved/mastery", 100 * half.score, data)
    assert question_of("solved/mastery").right == right
    there = read(step_of("solved/mastery"), data)
    assert there["m5"] == half.score == pytest.approx(0.7, abs=0.05)
