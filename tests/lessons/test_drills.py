"""The positions and comparisons at the end of a chapter are of its kind, and proved."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest

from engine.arena.comparisons import Comparison, ComparisonKind, comparisons, games_needed
from engine.context import Context
from engine.intervals import wilson
from engine.lessons.chapters import CHAPTERS
from engine.lessons.drills import POSITIONS, chances, drill
from engine.protocols import Game, Outcome, Value
from engine.puzzles.problems import Problem
from engine.registry import make_game, oracle_for
from gui.exercises.problem import misleading_exercise
from tests.claims.truth import Truth
from tests.full import few_or_full

BY_ID = {chapter.id: chapter for chapter in CHAPTERS}


@cache
def drawn(chapter: str, seed: int) -> list[Problem]:
    return list(islice(drill(BY_ID[chapter], seed, Context(0)), POSITIONS))


def place(problem: Problem) -> tuple[Game[Any], Any]:
    game = make_game(problem.game, problem.options)
    return game, game.parse(problem.position)


def keeping(problem: Problem) -> list[str]:
    """The moves with the best exact value."""
    game, state = place(problem)
    estimates = oracle_for(game).values(state, Context(0)).estimates
    best = max(each.value for each in estimates if each.value is not None)
    assert best is not Value.LOSS
    return [game.move_text(state, each.move) for each in estimates if each.value is best]


def chance(game: Game[Any], state: Any, player: int) -> float:
    """The expected score of a player under random play, by plain recursion."""
    first, draw, second = Truth(game).chances(state)
    return float((first, second)[player] + draw / 2)


def won_by(game: Game[Any], state: Any, player: int) -> bool:
    return game.outcome(state) is Outcome.win_of(player)


@few_or_full("seed", 2, 1, 3, 4)
@pytest.mark.parametrize("chapter", [name for name in BY_ID if name not in ("compare", "ends")])
def test_a_position_of_a_game_has_one_good_move(chapter: str, seed: int) -> None:
    found = drawn(chapter, seed)
    assert len({(each.position, *each.options.items()) for each in found}) == POSITIONS
    assert all(keeping(each) == list(each.solution) for each in found)


@few_or_full("seed", 2, 1)
def test_random_games_mislead_after_monte_carlo_and_no_plain_block_comes(seed: int) -> None:
    """The positions were plain blocks, in which nothing of the chapter was needed."""
    for problem in drawn("montecarlo", seed):
        assert problem.options == {"draw": "draw", "misere": "false"}
        game, state = place(problem)
        player = game.to_move(state)
        after = {game.move_text(state, move): game.play(state, move) for move in game.moves(state)}
        scores = {text: chance(game, each, player) for text, each in after.items()}
        (right,) = problem.solution
        assert max(scores.values()) > scores[right]
        wins = {text for text, each in after.items() if won_by(game, each, player)}
        loses = {
            text
            for text, each in after.items()
            if any(won_by(game, game.play(each, reply), 1 - player) for reply in game.moves(each))
        }
        assert not wins and right not in loses
        assert loses != after.keys() - {right}, "a plain block"


def test_the_chances_that_mislead_are_those_of_all_random_games() -> None:
    for problem in drawn("montecarlo", 2):
        game, state = place(problem)
        player, rated = game.to_move(state), chances(BY_ID["montecarlo"], problem, Context(0))
        exact = {move: chance(game, game.play(state, move), player) for move in game.moves(state)}
        assert {each.move: each.score for each in rated} == pytest.approx(exact)
        exercise = misleading_exercise(problem, rated)
        assert exercise.detail is not None and exercise.right[0] not in [
            move for move, each in exact.items() if each == exercise.detail.values["score"]
        ]
    assert chances(BY_ID["solved"], drawn("solved", 2)[0], Context(0)) == ()


def test_cubes_get_farther_after_the_two_ends() -> None:
    assert [(each.game, each.plies) for each in drawn("ends", 1)] == [
        ("pocketcube", 2),
        ("pocketcube", 3),
        ("pocketcube", 4),
    ]


def test_each_rule_comes_once_after_the_solved_games() -> None:
    nim, misere, board = drawn("solved", 2)
    assert (nim.game, nim.options["misere"]) == ("nim", "false")
    assert (misere.game, misere.options["misere"]) == ("nim", "true")
    assert (board.game, board.options["draw"]) == ("tictactoe", "second")


def test_matches_are_those_of_the_chapter() -> None:
    for problem in drawn("matches", 2):
        assert (problem.game, problem.options["takes"]) == ("matches", "1,2,3")


def test_a_seed_draws_the_same_positions_and_another_one_others() -> None:
    again = list(islice(drill(BY_ID["solved"], 2, Context(0)), POSITIONS))
    assert again == drawn("solved", 2)
    assert again != list(islice(drill(BY_ID["solved"], 3, Context(0)), POSITIONS))


def compared(seed: int) -> list[Comparison]:
    return list(islice(comparisons(seed, Context(0)), 3))


@few_or_full("seed", 1, *range(2, 12))
def test_one_of_two_experiments_answers(seed: int) -> None:
    kinds = []
    for each in compared(seed):
        kinds.append(each.kind)
        sure = [tally.interval[0] > 0.5 for tally in each.tallies]
        needed = [games_needed(tally.score) for tally in each.tallies]
        if each.kind is ComparisonKind.BELIEVE:
            assert sure[each.right] and not sure[1 - each.right]
        else:
            assert not any(sure) and needed[each.right] >= 2 * needed[1 - each.right]
        assert all(tally.games == tally.wins + tally.losses for tally in each.tallies)
    assert kinds == [ComparisonKind.BELIEVE, ComparisonKind.MORE, ComparisonKind.BELIEVE]


def test_a_seed_plays_the_same_experiments_and_another_one_others() -> None:
    first, again, other = (
        [
            [(tally.pairing, tally.wins, tally.games) for tally in each.tallies]
            for each in compared(n)
        ]
        for n in (3, 3, 4)
    )
    assert first == again != other


@pytest.mark.parametrize("score", [0.52, 0.6, 0.75])
def test_so_many_games_are_needed_and_no_fewer(score: float) -> None:
    games = games_needed(score)
    assert wilson(score, games)[0] > 0.5 >= wilson(score, games - 1)[0]
