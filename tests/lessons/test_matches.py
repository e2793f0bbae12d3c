"""What the chapter on sixteen matches says is true."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.bots.learner import Learner
from engine.context import Context
from engine.lessons.live import read
from engine.messages import Message
from engine.protocols import Value
from engine.registry import make_game, oracle_for
from engine.trace.heaps import KernelResult
from tests.lessons.claims import lost, nearest, numbers, values, won
from tests.lessons.places import (
    after,
    after_session,
    asked,
    bags_of,
    data_of,
    experiment,
    live,
    position_of,
    question_of,
    rules_of,
    step_of,
    trained,
)
from tests.lessons.test_texts import check_told


def best_take(game_id: str, left: int) -> list[str]:
    """The takes that win from a number."""
    game = make_game(game_id, {})
    state = game.parse(f"{left} 0")
    estimates = oracle_for(game).values(state, Context(0)).estimates
    return [game.move_text(state, each.move) for each in estimates if each.value is Value.WIN]


def test_sixteen() -> None:
    """Only 3 wins, and leaves 13; after the others the opponent can leave 13."""
    assert won("matches/sixteen") == {"3": 8}
    assert lost("matches/sixteen") == {"1": 9, "2": 9}
    assert [best_take("matches", left) for left in (16, 15, 14)] == [["3"], ["2"], ["1"]]


def played_line(name: str) -> Any:
    """The outcome of the line that the depth-first search has found."""
    game, state = position_of(step_of(name).place)
    line = live(name)["line"]
    assert isinstance(line, str)
    return game.outcome(after(game, state, line.split(", ")))


def test_hope() -> None:
    """It follows 3 3 1 1, in which the other takes the last match; 3 is right from 8."""
    assert live("matches/hope") == {"line": "3, 3, 1, 1", "move": "3"}
    assert played_line("matches/hope").score(0) == 1
    assert len("3311") % 2 == 0  # the other makes the last move
    assert question_of("matches/hope").right == ("second",)
    assert [*won("matches/hope")] == ["3"]


def test_deep() -> None:
    """The whole tree counts its start, too; a move tried reaches each of the positions."""
    assert live("matches/deep") == {"whole": 177, "deep": 5, "wide": 27, "straight": 4}
    tried = [event for event in asked("matches/deep")[1].events if event.line]
    assert len(tried) == live("matches/deep")["deep"]
    assert numbers("matches/deep", "wide", data_of("matches/deep")) == [27]
    assert question_of("matches/deep").right == ("wide",)


def test_a_search_that_never_takes_all_while_it_may_leave_some_tries_four_moves() -> None:
    game, state = position_of(step_of("matches/deep").place)

    def tried(state: Any, hopes: int) -> tuple[int, bool]:
        """The moves tried depth first, the largest first, until the line suits the first player."""
        outcome = game.outcome(state)
        if outcome is not None:
            return 0, outcome.score(hopes) == 1
        after = [game.play(state, move) for move in reversed(game.moves(state))]
        count = 0
        for each in [each for each in after if game.moves(each)] or after:
            more, suits = tried(each, hopes)
            count += 1 + more
            if suits:
                return count, True
        return count, False

    assert tried(state, game.to_move(state)) == (live("matches/deep")["straight"], True)


def test_naive() -> None:
    """It finds 3 2 1 1 and takes 3, which loses; only 2 wins, and leaves 5."""
    assert live("matches/naive") == {"line": "3, 2, 1, 1", "move": "3", "plies": None}
    assert played_line("matches/naive").score(0) == 1
    assert won("matches/naive") == {"2": 4}
    assert best_take("matches", 4) == ["3"]
    assert best_take("matches", 6) == ["1"]


def test_kernel() -> None:
    """No move joins two numbers of the kernel, and one leads in from each other number."""
    places = (("matches/kernel", 14, (1, 5, 9, 13)), ("matches/twin", 12, (0, 4, 8, 12)))
    for name, largest, members in places:
        _, recording = asked(name)
        assert isinstance(recording.result, KernelResult)
        kernel, takes = recording.result.kernel, recording.result.takes
        assert tuple(number for number in kernel if number <= largest) == members
        assert takes == (1, 2, 3)
        for number in range(largest + 1):  # 0 is drawn too, and no arrow leaves it
            into = [take for take in takes if number - take in kernel]
            assert bool(into) is (number not in kernel and number > 0)
        assert live(name)["kernel"] == ", ".join(map(str, kernel))
    assert [*won("matches/kernel")] == ["1"]
    assert [*values("matches/twin").values()] == [Value.LOSS] * 3
    assert question_of("matches/twin").right == ("let",)


def test_the_numbers_of_the_kernel_follow_one_another() -> None:
    """From 13 each reply leads to the numbers that the step of the kernel names."""
    assert live("matches/kernel") == {"kernel": "1, 5, 9, 13"}
    for number, reached in ((13, "9"), (9, "5"), (5, "1")):
        for take in (1, 2, 3):
            (back,) = best_take("matches", number - take)
            assert str(number - take - int(back)) == reached


def learner_draws(state: Any, ply: int) -> Any:
    """The position after the draw of the step's learner from its fresh bags."""
    place, game = step_of("matches/session").place, make_game("matches", {})
    seed = np.random.SeedSequence((place.seed, 0, ply, 0))
    move = Learner().choose(game, state, Context(seed)).move
    assert move is not None
    return game.play(state, move)


def test_session() -> None:
    """The article's replies bring its game about; after each first reply one can still win."""
    game, played = make_game("matches", {}), step_of("matches/bags").place.moves.split()
    state = game.initial()
    for ply, text in enumerate(played):
        drawn = learner_draws(state, ply) if game.to_move(state) == 0 else None
        state = after(game, state, [text])
        assert drawn in (None, state)

    def wins(state: Any, ply: int) -> bool:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.score(1) == 1
        if game.to_move(state) == 0:
            return wins(learner_draws(state, ply), ply + 1)
        return any(wins(game.play(state, move), ply + 1) for move in game.moves(state))

    first = learner_draws(game.initial(), 0)
    assert game.text(first) == "13 1" and not best_take("matches", 13)
    assert all(wins(game.play(first, move), 2) for move in game.moves(first))
    assert live("matches/session") == {"drew": None, "result": None}


@pytest.mark.parametrize(
    ("line", "result"), [("3 3 1 2 1 1 3 2", "lesson.lost"), ("3 3 1 2 1 1 3 1 1", "lesson.won")]
)
def test_the_result_of_the_session_is_that_of_the_person(line: str, result: str) -> None:
    game, state = position_of(step_of("matches/session").place)
    over = replace(data_of("matches/session"), played=tuple(line.split()), over=True)
    told = read(step_of("matches/session"), over)["result"]
    assert isinstance(told, Message) and told.key == result
    outcome = game.outcome(after(game, state, line.split()))
    assert outcome is not None and outcome.score(1) == (result == "lesson.won")
    check_told("matches/session", over)


def test_bags() -> None:
    """Its own four moves are rewarded and nothing else; the third threw the win away."""
    bags = bags_of(rules_of(step_of("matches/bags").place), after_session())
    grown = {name: bag for name, bag in bags.items() if {count for _, count in bag} != {1}}
    one_more = {"16": "3", "10": "1", "7": "1", "5": "3"}
    assert {name: [take for take, count in bag if count == 2] for name, bag in grown.items()} == {
        name: [take] for name, take in one_more.items()
    }
    assert len(bags) == 16
    assert "1" not in best_take("matches", 7)
    assert best_take("matches", 7) == ["2"]
    data = data_of("matches/bags")
    assert live("matches/bags") == {"b16": "1 2 3 3"}
    (right,) = question_of("matches/bags").right
    assert {str(number) for number in numbers("matches/bags", right, data)} == grown.keys()
    # The last move of a game from 16 is never its first or second: it comes from another bag.
    assert 16 - 2 * max(int(take) for bag in bags.values() for take, _ in bag) > 0


def test_train() -> None:
    """A thousand games later it beats chance nearly always, and bag 16 holds 3 most often."""
    check_told("matches/train", experiment("matches/train"))
    report, bags = trained(step_of("matches/train").place.seed)
    assert report.games == 1_000
    assert report.before is not None and abs(report.before - 0.5) < 0.05
    assert report.after is not None and report.after > 0.9
    right = nearest("matches/train", 100 * report.after, experiment("matches/train"))
    assert question_of("matches/train").right == right
    counts = dict(bags["16"])
    assert counts["3"] > counts["2"] > counts["1"]
