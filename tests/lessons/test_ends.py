"""What the chapter on the two ends says is true."""

from __future__ import annotations

from itertools import product
from typing import Any

from engine.context import Context
from engine.lessons.live import find_moment
from engine.messages import catalogue
from engine.protocols import Value
from engine.registry import make_puzzle
from engine.solvers.bidirectional import End, solve
from engine.trace.puzzle_search import BothEndsResult, layers_of
from engine.trace.windows import Cutoff, WindowsResult
from tests.lessons.claims import exactly, lost, moves_with, text_of
from tests.lessons.places import (
    after,
    asked,
    data_of,
    live,
    position_of,
    question_of,
    search_of,
    step_of,
)
from tests.watch.events import events_of


def reached(puzzle: Any, state: Any, turns: int) -> list[Any]:
    """The cubes after every sequence of so many turns."""
    moves = puzzle.moves(state)
    found = []
    for line in product(moves, repeat=turns):
        position = state
        for move in line:
            position = puzzle.play(position, move)
        found.append(position)
    return found


def test_width() -> None:
    """36 ways: six back to the start, three cubes twice, and 24 others."""
    puzzle, state = position_of(step_of("ends/width").place)
    ends = reached(puzzle, state, 2)
    assert live("ends/width") == {"turns": 6, "pairs": len(ends), "layer": len({*ends} - {state})}
    times = sorted(ends.count(end) for end in {*ends} - {state})
    assert (ends.count(state), times) == (6, [1] * 24 + [2] * 3)
    right = exactly("ends/width", len(times), data_of("ends/width"))
    assert question_of("ends/width").right == right


def test_twins() -> None:
    """The right pair gives the same cube as U U, the others give others."""
    puzzle, solved = position_of(step_of("ends/twins").place)
    twice = after(puzzle, solved, ["U", "U"])
    shown = {answer: at.played for answer, at in question_of("ends/twins").show.items()}
    same = {answer: after(puzzle, solved, line.split()) for answer, line in shown.items()}
    right = tuple(answer for answer, position in same.items() if position == twice)
    assert question_of("ends/twins").right == right == ("back",)
    assert same["undo"] == solved
    texts = catalogue("en")
    assert {answer: texts[f"lesson.ends.twins.{answer}"] for answer in shown} == shown
    for turn in "RF":
        assert after(puzzle, solved, [turn] * 2) == after(puzzle, solved, [f"{turn}'"] * 2)


def test_once() -> None:
    assert live("ends/once") == {"all": 6**10, "layer": 930_588, "each": 65}
    assert round(6**10 / 930_588) == 65
    assert question_of("ends/once").right == ("rare",)


def test_halves() -> None:
    assert live("ends/halves") == {
        "full": 2**20,
        "half": 2**19,
        "both": 2 * 2**10,
        "alone": 2**10,
        "ratio": 512,
    }
    right = exactly("ends/halves", 2 * 2**10, data_of("ends/halves"))
    assert question_of("ends/halves").right == right


def test_sixty() -> None:
    """Its sixty turns are those the lab draws from the seed; ten solve it, and none need more."""
    puzzle, state = position_of(step_of("ends/sixty").place)
    assert len(step_of("ends/sixty").place.position.split()) == 60
    assert live("ends/sixty") == {"n": 10, "most": 14}
    length = solve(puzzle, state, Context(0)).length
    right = exactly("ends/sixty", length, data_of("ends/sixty"))
    assert question_of("ends/sixty").right == right


def test_ways() -> None:
    """Every shortest solution passes through one of the cubes in the middle."""
    puzzle, state = position_of(step_of("ends/ways").place)
    middle, lines = set(), set()
    found = solve(puzzle, state, Context(0))
    for line in found.lines():
        position = state
        for move in line[: found.length // 2]:
            position = puzzle.play(position, move)
        middle.add(position)
        lines.add(line)
        for move in line[found.length // 2 :]:
            position = puzzle.play(position, move)
        assert position == puzzle.goal()
    assert live("ends/ways") == {"n": 10, "ways": len(lines), "met": len(middle)}
    right = exactly("ends/ways", len(lines), data_of("ends/ways"))
    assert question_of("ends/ways").right == right


def test_meet() -> None:
    """Both ends take five layers of 1, 6, 27, 120, 534 and 2,256 cubes; one end far more."""
    searched = layers_of(search_of("ends/meet"))
    layers = [1, 6, 27, 120, 534, 2_256]
    for end in End:
        assert [each.positions for each in searched if each.end is end] == layers
    assert live("ends/meet") == {
        "n": 10,
        "both": 2 * sum(layers),
        "half": 725_108,
        "alone": 1_450_216,
        "deep": 5,
    }
    right = exactly("ends/meet", 2 * sum(layers), data_of("ends/meet"))
    assert question_of("ends/meet").right == right
    assert sum(make_puzzle("pocketcube", {}).positions_at[:11]) == 1_450_216  # type: ignore[attr-defined]


def test_course() -> None:
    """The cube of the first steps: ten turns, five ways, as many cubes from both ends."""
    search = search_of("ends/once")
    found = search.result
    assert isinstance(found, BothEndsResult)
    assert (found.length, found.count, sum(found.one_way)) == (10, 5, 1_450_216)
    assert sum(each.positions for each in layers_of(search)) == 5_888


def test_cut() -> None:
    """The largest of 899 cuts comes after 0 and 2, and leaves six moves; Yellow has better."""
    decision, recording = asked("ends/cut")
    cuts = events_of(recording, Cutoff)
    assert recording.left_out == 0
    largest = max(cuts, key=lambda step: step.saved)
    assert [text_of("ends/cut", move) for move in largest.line] == ["0", "2"]
    assert live("ends/cut") == {
        "beta": largest.beta,
        "score": largest.score,
        "left": len(largest.rest),
        "saved": 2_400,
        "cuts": len(cuts),
        "effort": decision.effort,
    }
    assert (len(cuts), decision.effort, len(largest.rest)) == (899, 5_350, 6)
    assert [text_of("ends/cut", move) for move in largest.reply] == ["0", "3"]
    assert largest.score >= largest.beta
    assert question_of("ends/cut").right == ("no",)
    game, state = position_of(step_of("ends/cut").place)
    moment = find_moment(step_of("ends/cut").at, game, state, recording)
    assert moment is not None and moment.event is not None
    assert recording.events[moment.event] is largest
    assert round(largest.score, 2) > round(largest.beta, 2)  # as it is told
    assert moves_with("ends/cut", Value.WIN) == ["3"]


def test_horizon() -> None:
    """One to seven moves ahead it likes 4 alone, which loses; eight ahead 2, the only draw."""
    _, recording = asked("ends/horizon")
    assert isinstance(recording.result, WindowsResult)
    best = []
    for iteration in recording.result.depths:
        top = max(each.score for each in iteration.moves)
        best.append([text_of("ends/horizon", e.move) for e in iteration.moves if e.score == top])
    assert best == [["4"]] * 7 + [["2"]]
    assert moves_with("ends/horizon", Value.DRAW) == ["2"]
    ends = lost("ends/horizon")
    assert len(ends) == 5 and min(plies or 0 for plies in ends.values()) > 8
    assert live("ends/horizon", "2")["before"] == "4" and "4" in ends
