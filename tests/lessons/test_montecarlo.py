"""What the chapter on Monte Carlo says is true: by exact solvers, and by asking its bots."""

from __future__ import annotations

import pytest

from engine.context import Context
from engine.protocols import Value
from engine.recording import Recording
from engine.registry import oracle_for
from engine.solvers.playout import exact_outcomes
from engine.trace.playouts import ChancesResult, GamePlayed
from tests.lessons.claims import chances, lasting, line_of, lost, moves_with, values
from tests.lessons.places import after, asked, live, position_of, question_of, step_of


def test_cells() -> None:
    """Only 5 wins at once; 2 and 6 win two moves later by two threats, 1 and 8 only draw."""
    assert lasting("montecarlo/cells") == {"1": 5, "2": 3, "5": 1, "6": 3, "8": 5}
    assert moves_with("montecarlo/cells", Value.DRAW) == ["1", "8"]
    game, state = position_of(step_of("montecarlo/cells").place)
    for slow in "26":
        assert len(game.null_move_wins(after(game, state, [slow]))) == 2
    for gone in "18":
        assert game.null_move_wins(after(game, state, [gone])) == [5]
    assert game.text(after(game, state, ["5"])) == "O..XXX.O. O"


@pytest.mark.parametrize("first", "1268")
def test_every_reply_to_an_answer_without_a_row_stops_a_row(first: str) -> None:
    game, state = position_of(step_of("montecarlo/cells").place)
    threatened = after(game, state, [first])
    reply = int(line_of(game, threatened)[0])
    assert reply in game.null_move_wins(threatened)


def test_three() -> None:
    """X wins half of the random games after 1 and 7, none after 8, and draws with best play."""
    assert chances("montecarlo/three") == {"1": (0.5, 0.5, 0), "7": (0.5, 0.5, 0), "8": (0, 1, 0)}
    game, state = position_of(step_of("montecarlo/three").place)
    shown = question_of("montecarlo/three").show
    results = {
        move: game.outcome(after(game, state, at.played.split())) for move, at in shown.items()
    }
    assert {move: result.score(0) for move, result in results.items() if result is not None} == {
        "1": 1,
        "7": 1,
        "8": 0.5,
    }


def test_tree() -> None:
    """16 positions and six games, of which X wins two: 7 8 1 and 1 8 7."""
    _, recording = asked("montecarlo/tree")
    assert isinstance(recording.result, ChancesResult)
    tree = recording.result.tree
    assert len(tree) == 16
    assert [node.line for node in tree if node.over and node.chances[0] == 1] == [
        (1, 8, 7),
        (7, 8, 1),
    ]
    assert live("montecarlo/tree") == {"games": 6, "wins": 2}
    assert question_of("montecarlo/tree").right == ("twice",)
    assert {node.line for node in tree} >= {(7, 8, 1), (1, 8, 7), (7, 1, 8)}


def test_toss() -> None:
    """One reply of two wins."""
    assert live("montecarlo/toss") == {"p": 0.5}
    assert question_of("montecarlo/toss").right == ("half",)
    game, state = position_of(step_of("montecarlo/toss").place)
    chance = exact_outcomes(game, after(game, state, ["7"]), lambda: None)
    assert chance == {1: (0, 1, 0), 8: (1, 0, 0)}


def games_after(recording: Recording, *line: int) -> list[GamePlayed]:
    played = (each for each in recording.events if isinstance(each, GamePlayed))
    return [each for each in played if each.line == line]


def test_dice() -> None:
    """X wins the first game shown; the first without a row after 7 is 7 1 8, a few steps on."""
    _, recording = asked("montecarlo/dice")
    won = games_after(recording, 7, 8, 1)[0]
    assert won.outcome == 0
    drawn = [each for each in recording.events if isinstance(each, GamePlayed) and each.move == 7]
    first = next(each for each in drawn if each.outcome != 0)
    assert first == games_after(recording, 7, 1, 8)[0]
    assert drawn[0] == won
    assert step_of("montecarlo/dice").place.options == {"draw": "second"}
    assert 3 <= recording.events.index(first) - recording.events.index(won) <= 6
    assert live("montecarlo/dice") == {"n": first.games, "all": 30, "share": 15 / 30}


def test_thousands() -> None:
    """Near 5,000 of 10,000, not 4,965; nothing for 8; the same seed gives the same again."""
    values_there = live("montecarlo/thousands")
    assert values_there["all"] == 10_000
    assert values_there["w8"] == 0
    for name in ("w1", "w7"):
        won = values_there[name]
        assert isinstance(won, int)
        assert abs(won - 5_000) <= 4 * 50  # four standard deviations
        assert won != 4_965
    assert question_of("montecarlo/thousands").right == ("near",)
    asked.cache_clear()
    assert live("montecarlo/thousands") == values_there


def test_half() -> None:
    """Square 7 has three quarters of the points but half of the wins; 8 draws every game."""
    decision, _ = asked("montecarlo/half")
    scores = live("montecarlo/half")
    assert scores == {"s7": pytest.approx(0.75, abs=0.02), "s8": 0.5}
    assert question_of("montecarlo/half").right == ("draws",)
    shares = {each.move: each.outcomes for each in decision.estimates}
    assert shares[8] == (0, 1, 0)
    assert shares[7] is not None and shares[7][0] == pytest.approx(0.5, abs=0.02)


def test_chances() -> None:
    """The free corners have the best chances, 7/12, and lose in four; the edges draw."""
    assert moves_with("montecarlo/chances", Value.DRAW) == ["1", "3", "5", "7"]
    assert lost("montecarlo/chances") == {"2": 4, "6": 4}
    believed = {
        move: win + draw / 2 for move, (win, draw, _) in chances("montecarlo/chances").items()
    }
    assert [believed["2"], believed["6"]] == pytest.approx([7 / 12, 7 / 12])
    assert max(score for move, score in believed.items() if move not in "26") < 7 / 12
    assert live("montecarlo/chances")["best"] == pytest.approx(7 / 12)
    game, state = position_of(step_of("montecarlo/chances").place)
    for corner in "26":  # X answers in the last corner and threatens twice
        threat = after(game, state, [corner])
        reply = line_of(game, threat)[0]
        assert reply in "26"
        assert len(game.null_move_wins(after(game, threat, [reply]))) == 2
    for edge in "1357":  # X has to answer
        assert len(game.null_move_wins(after(game, state, [edge]))) == 1


def test_search() -> None:
    """With fewer than its 300 games every move is proved as it really is."""
    decision, _ = asked("montecarlo/search")
    there = live("montecarlo/search")
    assert there["budget"] == 300
    assert decision.effort < 300
    assert question_of("montecarlo/search").right == ("fewer",)
    game, state = position_of(step_of("montecarlo/search").place)
    assert {game.move_text(state, each.move): each.value for each in decision.estimates} == values(
        "montecarlo/search"
    )
    assert there["move"] in moves_with("montecarlo/search", Value.DRAW)
    assert oracle_for(game).values(state, Context(0)).value is Value.DRAW
