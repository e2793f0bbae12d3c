"""Flat Monte Carlo: what it answers, what it says, how it is stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.arena.survey import ladder
from engine.bots.monte_carlo import (
    FIRST_ROUND,
    ExactMonteCarlo,
    MonteCarlo,
    best_index,
    choose_many,
    split_budget,
)
from engine.context import Cancelled, Context
from engine.messages import render
from engine.naming import named_move
from engine.protocols import Decision, Game, OptionError, Unsolvable
from engine.registry import bot_for, make_bot, make_game
from tests.cases import in_one_test
from tests.interrupted import StopAt

GAMES = ["tictactoe", "connect4", "nim", "subtraction", "matches"]
HUGE = 1_000_000_000


def decide(game: Game[Any], text: str, state: Any | None = None, seed: int = 1) -> Decision:
    context: Context[Decision] = Context(seed)
    return make_bot(text).choose(game, game.initial() if state is None else state, context)


@in_one_test(
    "playouts, moves, expected",
    [
        (7, 7, [1] * 7),
        (1, 7, [1] * 7),  # at least one each
        (10, 4, [3, 3, 2, 2]),
        (33_000, 7, [4715, 4715, 4714, 4714, 4714, 4714, 4714]),
    ],
)
def test_a_total_is_split_evenly(playouts: int, moves: int, expected: list[int]) -> None:
    assert split_budget(playouts, moves, per_move=False) == expected
    assert sum(expected) == max(playouts, moves)


def test_a_budget_for_each_move_is_not_split() -> None:
    assert split_budget(5, 3, per_move=True) == [5, 5, 5]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("playouts", [1, 30, 1000, FIRST_ROUND + 7, 200_000])
def test_the_whole_budget_is_spent_and_no_more(name: str, playouts: int) -> None:
    game = make_game(name)
    moves = game.moves(game.initial())
    decision = decide(game, f"mc:{playouts}")
    assert [estimate.move for estimate in decision.estimates] == list(moves)
    assert [e.effort for e in decision.estimates] == split_budget(playouts, len(moves), False)
    assert decision.effort == decision.budget == max(playouts, len(moves))
    assert decision.move in moves


@pytest.mark.parametrize("name", GAMES)
def test_the_best_mean_wins_and_scores_are_the_shares(name: str) -> None:
    game = make_game(name)
    decision = decide(game, "mc:500/move")
    scores = []
    for estimate in decision.estimates:
        assert estimate.effort == 500
        assert estimate.outcomes is not None
        assert estimate.score == pytest.approx(estimate.outcomes[0] + estimate.outcomes[1] / 2)
        assert sum(estimate.outcomes) == pytest.approx(1)
        assert estimate.score is not None
        scores.append(estimate.score)
    assert decision.move == decision.estimates[scores.index(max(scores))].move


def test_the_lowest_move_on_a_tie() -> None:
    assert best_index([0.25, 0.5, 0.5]) == 1
    assert best_index([None, None]) == 0
    game = make_game("tictactoe")
    # Both free cells lead to a draw, whoever plays them.
    state = game.parse("OX.X.OXOX O")
    assert {e.score for e in decide(game, "mc:50", state).estimates} == {0.5}
    assert decide(game, "mc:50", state).move == 2


@pytest.mark.parametrize("seed", range(5))
def test_scores_belong_to_the_player_who_moves(seed: int) -> None:
    """The second player at the board, and a win at once is worth exactly 1."""
    game = make_game("connect4")
    state = game.parse("......./......./......./......./RR...../RRYYY.. Y")
    decision = decide(game, "mc:700", state, seed)
    assert decision.move == 5
    best = next(e for e in decision.estimates if e.move == 5)
    assert best.score == 1
    assert best.outcomes == (1, 0, 0)


def test_the_last_take_of_misere_is_worth_nothing() -> None:
    game = make_game("matches", {"start": "3"})
    scores = {e.move: e.score for e in decide(game, "mc:900").estimates}
    texts = {game.move_text(game.initial(), move): score for move, score in scores.items()}
    assert texts["3"] == 0
    assert texts["2"] == 1
    assert texts["1"] == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "connect4"])
def test_the_exact_answer_is_what_large_budgets_tend_to(name: str) -> None:
    game = make_game(name)
    exact = decide(game, "mc:exact").estimates
    sampled = decide(game, "mc:20000/move").estimates
    for one, other in zip(exact, sampled, strict=True):
        assert one.score is not None
        assert other.score is not None
        assert abs(one.score - other.score) < 5 * (0.25 / 20_000) ** 0.5


def test_the_exact_answer_is_refused_where_it_cannot_be_had() -> None:
    game = make_game("connect4")
    assert "Connect Four" in str(ExactMonteCarlo().supports(game))
    with pytest.raises(Unsolvable, match="200,000"):
        ExactMonteCarlo().choose(game, game.initial(), Context(1))


LATE = "...R..Y/Y..Y..R/R..Y..Y/RR.YR.R/YYYRYRY/YRRRYRR Y"


def test_the_exact_answer_is_given_late_in_connect_four() -> None:
    """It refused every position of the game; beside the estimates it was missing there too."""
    game = make_game("connect4")
    state = game.parse(LATE)
    exact = bot_for(game, "mc:exact", once=True).choose(game, state, Context(1)).estimates
    sampled = decide(game, "mc:20000/move", state).estimates
    assert len({round(each.score or 0, 6) for each in exact}) > 1
    for one, other in zip(exact, sampled, strict=True):
        assert one.score is not None and other.score is not None
        assert abs(one.score - other.score) < 5 * (0.25 / 20_000) ** 0.5
    with pytest.raises(OptionError, match="Connect Four"):
        bot_for(game, "mc:exact")
    assert "mc:exact" in ladder(game)


def test_reports_grow_and_the_last_is_the_answer() -> None:
    reports: list[Decision] = []
    context: Context[Decision] = Context(3, on_report=reports.append)
    game = make_game("connect4")
    decision = MonteCarlo(400_000).choose(game, game.initial(), context)
    efforts = [report.effort for report in reports]
    assert efforts == sorted(set(efforts))
    assert len(efforts) >= 3
    assert reports[-1] == decision
    assert all(report.budget == 400_000 for report in reports)


def test_the_note_names_the_move_its_score_and_the_playouts() -> None:
    game = make_game("connect4")
    decision = decide(game, "mc:10010")
    assert decision.move == 3
    score = decision.estimates[3].score
    assert score is not None
    told = f"column 3: {score:.0%} over 1,430 playouts (won "
    assert str(decision.note).startswith(told)
    assert str(decide(game, "mc:1").note).endswith("over 1 playout")
    won = decide(make_game("nim", {"heaps": "2"}), "mc:10/move").note  # "100%, all won or lost"
    assert str(won) == "2 from heap 1: won 100% of 10 playouts"


def test_a_move_chosen_for_its_draws_says_so() -> None:
    game = make_game("tictactoe")
    # The best move never wins a random game: the choice goes by wins and half the draws.
    state = game.parse("X..OO.XOX X")
    for seed, text in enumerate(["mc:exact", "mc:1000"]):
        decision = decide(game, text, state, seed)
        best = next(each for each in decision.estimates if each.move == decision.move)
        assert best.outcomes is not None
        win, draw, loss = best.outcomes
        assert best.score == win + draw / 2
        words = render(decision.note)
        assert draw > 0
        for share in (win, draw, loss):
            assert f"{share:.1%}" in words
        assert "draw counts half" in words
        assert "nulle" in render(decision.note, "fr")


INTERRUPTED: list[tuple[str, dict[str, str]]] = [(name, {}) for name in GAMES] + [
    ("nim", {"heaps": ",".join(["99"] * 12)}),
    ("subtraction", {"start": "999", "takes": "1"}),
]


@pytest.mark.one_of(3)
@pytest.mark.parametrize(("name", "options"), INTERRUPTED, ids=str)
@pytest.mark.parametrize("text", [f"mc:{HUGE}", f"mc:{HUGE // 100}/move"])
def test_hurry_gives_the_best_so_far(name: str, options: dict[str, str], text: str) -> None:
    game = make_game(name, options)
    decision = make_bot(text).choose(game, game.initial(), StopAt(50, True, 9))
    assert decision.move in game.moves(game.initial())
    assert all(estimate.effort for estimate in decision.estimates)
    assert decision.effort < (decision.budget or 0)


@pytest.mark.parametrize(("name", "options"), INTERRUPTED, ids=str)
def test_cancel_leaves_no_answer(name: str, options: dict[str, str]) -> None:
    game = make_game(name, options)
    with pytest.raises(Cancelled):
        make_bot(f"mc:{HUGE}").choose(game, game.initial(), StopAt(50, False, 9))


@pytest.mark.parametrize("name", GAMES)
def test_asked_to_hurry_before_it_begins_it_still_answers(name: str) -> None:
    game = make_game(name)
    context: Context[Decision] = Context(2)
    context.ask_hurry()
    decision = MonteCarlo(HUGE).choose(game, game.initial(), context)
    assert decision.move in game.moves(game.initial())
    assert all(estimate.effort == 1 for estimate in decision.estimates)


@pytest.mark.parametrize("name", GAMES)
def test_many_decisions_at_once_are_as_good_as_one_by_one(name: str) -> None:
    """On clear cases both find the same move; a seed reproduces; budgets may differ."""
    game = make_game(name)
    rng = np.random.Generator(np.random.PCG64(31))
    states: list[Any] = []
    while len(states) < 12:
        state = game.initial()
        for _ in range(int(rng.integers(8))):
            moves = game.moves(state)
            state = game.play(state, moves[int(rng.integers(len(moves)))]) if moves else state
        if game.moves(state):
            states.append(state)
    budgets = [40_000 + 10 * number for number in range(len(states))]
    runs = [
        choose_many(
            game, states, budgets, False, np.random.Generator(np.random.PCG64(8)), Context(0)
        )
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    clear = 0
    for state, move in zip(states, runs[0], strict=True):
        decision = decide(game, "mc:40000", state)
        assert move in game.moves(state)
        scores = sorted((e.score or 0.0 for e in decision.estimates), reverse=True)
        if len(scores) == 1 or scores[0] - scores[1] > 0.05:
            clear += 1
            assert move == decision.move
    assert clear


def test_a_move_of_nim_is_named_in_words_and_written_short_in_files() -> None:
    game = make_game("nim", {})
    state = game.initial()
    move = game.parse_move(state, "4-1")
    assert game.move_text(state, move) == "4-1"
    assert render(named_move(game, state, move), "en") == "1 from heap 4"
    assert render(named_move(game, state, move), "fr") == "1 du tas 4"
