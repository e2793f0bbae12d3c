"""The text of a puzzle: short, without its answer, and the same puzzle again wherever it opens."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.context import Cancelled, Context
from engine.protocols import Estimate, Game, Unsolvable
from engine.puzzles.problems import PuzzleError, PuzzleJudge, problems
from engine.puzzles.text import code_of, find_code, problem_of
from engine.registry import ALL_GAMES
from tests.cases import in_one_test
from tests.full import few_or_full
from tests.puzzles.samples import FEW, MANY, some

LONGEST_CODE = 64


@few_or_full("count", 4, MANY)
@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_a_puzzle_comes_back_from_its_text(game_id: str, count: int) -> None:
    for problem in some(game_id, count):
        text = f"Jouons 21 Nov: anything, 3 stars. {code_of(problem)}"
        assert find_code(text)
        assert problem_of(text, Context(0)) == problem


@few_or_full("count", FEW, MANY)
@pytest.mark.parametrize("game_id", ALL_GAMES)
def test_the_text_of_a_puzzle_is_short_and_never_says_the_answer(game_id: str, count: int) -> None:
    for problem in some(game_id, count):
        code = code_of(problem)
        assert len(code) <= LONGEST_CODE
        # Nothing but the game, the position and the rules stands in it.
        other = problem.__class__(**{**vars(problem), "solution": ("x",), "level": 5})
        assert code_of(other) == code


@in_one_test(
    "text",
    [
        *("", "hello", "nim", "connect4 xxx", "connect4 .99/.99 R", "nim 3,5,4 0 heaps=a"),
        *("nim 0 0", "tictactoe ......... X", "pocketcube " + "U" * 24, "chess 8/8"),
        *("nim " + "9" * 499, "tictactoe XXXOO.... X", "nim 3,5,4 0 colour=red"),
        *("pocketcube UUUURRRRFFFFDDDDLLLLBBBB", "nim 99999999999999999999,1 0"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        problem_of(text, Context(0))
    said = str(refused.value.message)
    assert said.startswith("This ")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nim 1,0,0 0 heaps=3,5,4", "puzzle.no_choice"),
        ("tictactoe XXX.OO... O", "puzzle.over"),
        ("nim 3,0,0 0 heaps=3,5,4", "puzzle.not_one"),
    ],
)
def test_a_refused_position_hears_its_own_reason(text: str, reason: str) -> None:
    """The only legal move was told to be one of several."""
    with pytest.raises(PuzzleError) as refused:
        problem_of(text, Context(0))
    assert refused.value.message.key == reason


def test_a_position_beyond_the_solver_is_asked_once_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was solved a second time, for seconds, to find the reason why it is no puzzle."""
    asked: list[Any] = []

    def beyond(judge: PuzzleJudge, game: Game[Any], state: Any) -> tuple[Estimate, ...]:
        asked.append(state)
        raise Unsolvable("puzzle.too_large", limit=1)

    monkeypatch.setattr(PuzzleJudge, "values", beyond)
    with pytest.raises(PuzzleError) as refused:
        problem_of("connect4 .8/.8/.8/.8/.8/.8/.8 R columns=8 rows=7", Context(0))
    assert refused.value.message.key == "puzzle.unsolved" and len(asked) == 1


def test_an_option_that_is_given_twice_is_refused() -> None:
    """The last one counted, and the other passed in silence."""
    code = "nim 3,5,4 0 heaps=3,5,4"
    assert problem_of(code, Context(0)).game == "nim"
    for second in ("heaps=3,5,4", "heaps=9,9"):
        with pytest.raises(PuzzleError, match="‘heaps’ is given twice"):
            problem_of(f"{code} {second}", Context(0))


@given(st.text(max_size=80), st.sampled_from(ALL_GAMES))
def test_any_text_is_a_puzzle_or_refused(text: str, game_id: str) -> None:
    for each in (text, f"{game_id} {text[:12]}"):
        try:
            problem_of(each, Context(0))
        except PuzzleError:
            continue


def test_the_search_for_a_puzzle_stops_when_it_is_told_to() -> None:
    context: Context[object] = Context(0)
    threading.Timer(0.1, context.cancel).start()
    with pytest.raises(Cancelled):
        for _ in problems("connect4", 3, [5], context):
            pass


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("pocketcube UUUURRRRFFFFDDDDLLLLBBBB", "takes 2 to "),  # solved
        ("tiles 8 6 7/2 5 4/3 0 1", "takes 4 to "),  # 31 moves away
    ],
)
def test_a_refused_solo_puzzle_hears_its_own_reason(text: str, bounds: str) -> None:
    """A solved cube was told that exactly one move must be good."""
    with pytest.raises(PuzzleError) as refused:
        problem_of(text, Context(0))
    assert bounds in str(refused.value)
