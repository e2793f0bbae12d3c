"""Everybody asked about one position: who answers, in which order, and what is true of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from engine.arena.survey import Clock, Survey, Surveyor, clocks_of, ladder
from engine.context import Cancelled, Context
from engine.protocols import Value
from engine.registry import bot_for, make_game, make_oracles, parse_player, supported_players
from engine.solvers.oracle import ExactValue
from tests.solvers.slow_values import slow_values

POSITIONS = [
    ("tictactoe", {}, "X...O...X O"),
    ("tictactoe", {"misere": "true"}, "XO..X.... O"),
    ("connect4", {"columns": "4", "rows": "4"}, "..../R.../YY../RRY. R"),
    ("nim", {"heaps": "3,2,1"}, "3,2,1 0"),
    ("subtraction", {"start": "9", "takes": "2,3"}, "9 0"),
    ("matches", {"start": "9"}, "9 0"),
]


def ticks() -> Iterator[float]:
    """A clock that goes on by a quarter of a second each time it is read."""
    at = 0.0
    while True:
        yield at
        at += 0.25


def surveyed(game: Any, state: Any, seed: int = 3) -> tuple[Survey, list[Survey]]:
    """A whole survey and its reports."""
    reports: list[Survey] = []
    surveyor = Surveyor(game)
    surveyor.clocks = lambda kind: (ticks().__next__, ticks().__next__)
    return surveyor.ask(state, seed, Context(0, reports.append)), reports


@pytest.mark.parametrize(("game_id", "options", "position"), POSITIONS)
def test_everybody_answers_as_if_asked_alone_and_is_judged_truly(
    game_id: str, options: dict[str, str], position: str
) -> None:
    game = make_game(game_id, options)
    state = game.parse(position)
    survey, _ = surveyed(game, state)
    value = slow_values(game)
    worth = {move: value(game.play(state, move)) for move in game.moves(state)}
    top = max(-theirs for theirs, _ in worth.values())
    assert {parse_player(player).kind for player in survey.players} == set(supported_players(game))
    assert set(survey.answers) == set(survey.players) and survey.progress is None
    for player, answer in survey.answers.items():
        alone = bot_for(game, player, once=True).choose(game, state, Context(3))
        assert (answer.move, answer.note) == (alone.move, alone.note)
        truth, (theirs, plies) = survey.truth(answer), worth[answer.move]
        assert truth is not None and (truth.value, truth.remoteness) == (-theirs, plies + 1)
        assert survey.review(answer).lost == (top + theirs) / 2
        shared = player != "optimal" and parse_player(player).kind == "mastery"
        solved = any(each.value is not None for each in alone.estimates)
        assert answer.seconds == (None if shared and solved else 0.25)
    assert survey.best is not None and survey.best.value == top
    assert survey.answers["optimal"].belief.value == top


def test_a_bot_that_finds_the_values_of_another_has_no_time() -> None:
    """The clock counts what the oracle works out: its second answer would take nothing."""
    game = make_game("nim", {"heaps": "3,2,1"})
    oracle = make_oracles().of(game)
    spent = [0.0]

    class Slow:
        """An oracle that works a second for a position it has not answered before."""

        def __init__(self, _: object) -> None:
            self.notice = None
            self.known: set[object] = set()

        def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
            spent[0] += state not in self.known
            self.known.add(state)
            return oracle.values(state, context, measured)

        def is_quick(self, state: Any) -> bool:
            return True

        def is_near(self, state: Any) -> bool:
            return True

    surveyor = Surveyor(game)
    surveyor.clocks = lambda kind: (lambda: spent[0],) * 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.registry.oracle_for", Slow)
        for position, works in (("3,2,1 0", True), ("3,1,1 0", True), ("3,1,1 0", False)):
            found = surveyor.ask(game.parse(position), 4, Context(0))
            times = {player: found.answers[player].seconds for player in found.players}
            spent_on_proof = times.pop("optimal")
            assert spent_on_proof if works else spent_on_proof is None
            assert times.pop("mastery:5") in (None, 0.0)
            assert set(times.values()) == {0.0}


def test_the_time_of_an_answer_is_that_of_the_processor() -> None:
    """On a busy machine a thousand playouts seemed to take longer than ten thousand."""
    game = make_game("nim", {"heaps": "3,2,1"})

    def busy(kind: str) -> tuple[Clock, Clock]:
        wall, processor = count(), count()
        return lambda: 2.0 * next(wall), lambda: 0.125 * next(processor)

    surveyor = Surveyor(game)
    surveyor.clocks = busy
    found = surveyor.ask(game.initial(), 4, Context(0))
    assert {answer.seconds for answer in found.answers.values()} <= {0.125, None}
    # Windows counts processor time in steps, of which a quick answer takes none.
    surveyor = Surveyor(game)
    surveyor.clocks = lambda kind: (count(0, 0.002).__next__, lambda: 0.0)
    quick = surveyor.ask(game.initial(), 4, Context(0))
    assert {answer.seconds for answer in quick.answers.values()} <= {0.002, None}
    assert clocks_of("mcts") == (time.perf_counter, time.thread_time)
    assert clocks_of("optimal") == (time.perf_counter, time.process_time), "on several threads"


def test_perfect_play_comes_first_where_it_is_quick_else_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game("matches", {"start": "7"})

    def order() -> list[str]:
        _, reports = surveyed(game, game.initial())
        asked = [each.progress.player for each in reports if each.progress is not None]
        return list(dict.fromkeys(asked))

    assert order()[0] == "optimal"
    slow = "engine.solvers.heap_theory.HeapOracle.is_quick"
    monkeypatch.setattr(slow, lambda self, state: False)
    assert order()[-1] == "optimal" and set(order()) == set(ladder(game))


def test_a_bot_that_cannot_answer_here_stays_with_its_reason() -> None:
    """`mc:exact` counts every game from here on, which are too many on the empty board."""
    game = make_game("connect4", {"columns": "5", "rows": "4"})
    assert "mc:exact" in ladder(game)
    survey, reports = surveyed(game, game.initial())
    assert survey.players == ladder(game) and not survey.unasked
    assert survey.able == len(survey.answers) == len(ladder(game)) - 1
    assert {bot: reason.key for bot, reason in survey.refusals.items()} == {
        "mc:exact": "playout.too_large"
    }
    asked = [each.progress.player for each in reports if each.progress is not None]
    others = [player for player in dict.fromkeys(asked) if player != "optimal"]
    assert others[-1] == "mc:exact", "nobody waits for it"
    counts = [len(each.answers) for each in reports]
    assert counts == sorted(counts) and counts[0] == 0


def test_a_survey_can_be_cancelled_between_two_answers_and_within_one() -> None:
    game = make_game("connect4")
    for stop_at in (0, 4):
        context: Context[Survey]

        def report(survey: Survey, stop_at: int = stop_at) -> None:
            if len(survey.answers) == stop_at:
                context.cancel()  # noqa: B023 - the context of this round

        context = Context(0, report)
        with pytest.raises(Cancelled):
            Surveyor(game).ask(game.initial(), 1, context)


def test_a_game_of_very_many_moves_is_asked_less() -> None:
    wide = ladder(make_game("nim", {"heaps": "99,98,97"}))
    usual = ladder(make_game("nim"))
    assert "mc:exact" not in wide and "dfs:improved" in wide and "mc:exact" in usual
    assert "alphabeta:8" in usual and "alphabeta:2" in wide and "alphabeta:8" not in wide
    assert len(set(usual)) == len(usual)


def test_a_survey_without_an_exact_value_judges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("matches", {"start": "5"})
    survey, _ = surveyed(game, game.initial())
    blind = Survey(survey.players, survey.answers)
    for answer in blind.answers.values():
        assert blind.truth(answer) is None and blind.review(answer).lost is None
    assert blind.best is None and survey.best is not None and survey.best.value is Value.LOSS
