"""What a move threw away is what plain recursion says it threw away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.context import Context
from engine.protocols import Estimate, Value
from engine.puzzles.review import MoveReview, Regret, Reviewer, judge, regret
from engine.registry import GAMES, make_game, oracle_for
from engine.saves import SavedGame, save
from engine.session import Session
from tests.cases import in_one_test
from tests.commands import printed, refused, reported
from tests.full import few_or_full
from tests.solvers.slow_values import slow_values
from tests.solvers.unable import Unable


def random_game(game: Any, rng: np.random.Generator) -> Session[Any]:
    session = Session(game)
    while moves := game.moves(session.state):
        session.play(int(moves[int(rng.integers(len(moves)))]))
    return session


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("tictactoe", {}),
        ("tictactoe", {"draw": "second"}),
        ("tictactoe", {"misere": "true"}),
        ("nim", {"heaps": "3,2,2", "misere": "true"}),
        ("matches", {}),
        ("subtraction", {}),
    ],
)
def test_every_move_of_random_games_is_judged_as_by_plain_recursion(
    game_id: str, options: dict[str, str]
) -> None:
    game = make_game(game_id, options)
    value_of = slow_values(game)
    reviewer: Reviewer[Any] = Reviewer(game, oracle_for(game))
    rng = np.random.default_rng(1)
    critical = errors = 0
    for _ in range(30):
        session = random_game(game, rng)
        judged = list(reviewer.review(session.all_states, session.all_moves, Context(0)))
        assert [each.ply for each in judged] == list(range(1, len(session.all_moves) + 1))
        for state, each in zip(session.all_states, judged, strict=False):
            values = {m: -value_of(game.play(state, m))[0] for m in game.moves(state)}
            best = max(values.values())
            assert each.player == game.to_move(state)
            assert each.value == best
            assert each.lost == (best - values[each.move]) / 2
            write_queue = tuple(move for move, value in values.items() if value == best)
            assert each.better == (write_queue if each.lost else ())
            assert each.critical is (len(set(values.values())) > 1)
            critical += each.critical
            errors += bool(each.lost)
        whole = regret(judged, 0) + regret(judged, 1)
        critical -= whole.judged
        errors -= whole.errors
    assert (critical, errors) == (0, 0)


def test_a_move_is_judged_where_enough_is_known_only() -> None:
    win, loss, unknown = Value.WIN, Value.LOSS, None

    def estimates(*values: Value | None) -> list[Estimate]:
        return [Estimate(move, value=value) for move, value in enumerate(values)]

    # A win is the best there is: what else is not known does not matter.
    assert judge(1, 0, 1, estimates(win, loss, unknown)).lost == 1
    assert judge(1, 0, 2, estimates(win, loss, unknown)).lost is None
    # The unknown move might win.
    assert judge(1, 0, 1, estimates(loss, loss, unknown)).lost is None
    assert judge(1, 0, 1, estimates(loss, loss, unknown)).critical is False
    # Everything loses: nothing could be lost.
    assert judge(1, 0, 0, estimates(loss, loss)).critical is False


def test_regret_adds_up_and_has_its_interval() -> None:
    whole = Regret(10, 3) + Regret(30, 7)
    assert (whole.judged, whole.errors) == (40, 10)
    assert whole.fraction == 0.25
    low, high = whole.interval_of(1.0)
    assert low < 0.25 < high
    assert Regret().fraction is None


def test_review_of_moves_as_json() -> None:
    data = reported("review", "tictactoe", "--moves", "0 1 4 8 3")
    assert data["game"] == "tictactoe"
    assert data["moves"][1] == {
        "ply": 2, "player": 1, "move": "1", "value": "draw", "lost": 0.5, "better": ["4"],
        "missed": None,
    }  # fmt: skip
    assert data["moves"][0] == {
        "ply": 1, "player": 0, "move": "0", "value": "draw", "lost": 0.0, "better": [],
        "missed": None,
    }  # fmt: skip
    assert data["thrown_away"][1]["errors"] == 1


def test_review_of_a_saved_game_says_what_was_better(tmp_path: Path) -> None:
    file = tmp_path / "game.jouons"
    save(file, SavedGame("tictactoe", {}, "......... X", "human", "random", 1, ("0", "1", "4")))
    out = printed("review", str(file))
    assert "gives up a draw; better: 4" in out
    assert "Second player: something was at stake in 1 move; mistakes among them: 1." in out


def test_what_each_player_overlooked_is_counted() -> None:
    out = printed("review", "tictactoe", "--moves", "0 1 4 2 3")
    assert out.count("player: wins or losses in one move overlooked: 1.") == 2


def test_connect4_opening_is_judged_from_the_book() -> None:
    first = reported("review", "connect4", "--moves", "0 3 3")["moves"][0]
    assert (first["value"], first["lost"], first["better"]) == ("win", 1.0, ["3"])


def test_only_what_is_not_known_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """It said "as far as is known" where everything was known."""
    out = printed("review", "matches", "--option", "start=2", "--moves", "1 1")
    assert "known" not in out and "at stake in 1 move" in out
    assert out.splitlines()[-1] == "Second player: nothing was at stake in any move."
    monkeypatch.setattr("engine.cli.review.oracle_for", lambda game: Unable())
    out = printed("review", "connect4", "--moves", "3")
    assert "First player: nothing was at stake in any move, as far as is known." in out


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"moves": ("4", "4")}, "Move 2: Square 4 is taken"),
        ({"options": {"draw": "x"}}, "draw=x is not possible"),
        ({"game": "chess"}, "no game ‘chess’"),
        ({"first": "nobody"}, "‘nobody’ is not a player"),
        ({"second": "kernel"}, "‘kernel’ cannot play tictactoe"),
    ],
)
def test_a_file_with_a_fault_is_no_wrong_use(
    part: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    """The usage was printed for a move in a file, and a player that does not exist passed."""
    good = SavedGame("tictactoe", {}, "......... X", "human", "random", 1, ("0", "1", "4"))
    file = tmp_path / "game.jouons"
    save(file, replace(good, **part))
    sentence = refused("review", str(file), code=1)
    assert sentence.startswith("main.py review: ") and fault in sentence


@in_one_test(
    "opponent, lost_in, win_in, taught",
    [
        *(("easy", 20, None, True), ("easy", 22, None, False), ("easy", 22, 3, False)),
        *(("easy", None, 19, True), ("easy", None, 21, False), ("easy", None, None, True)),
        *(("medium", 22, None, True), ("perfect", 40, None, True), ("human", 40, None, True)),
    ],
)
def test_a_level_says_how_far_a_mistake_is_worth_showing(
    opponent: str, lost_in: int | None, win_in: int | None, taught: bool
) -> None:
    review = MoveReview(1, 0, 0, Value.WIN, 1.0, (1,), True, lost_in, win_in)
    assert review.is_taught(opponent) is taught


TURNED = [
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("nim", {"misere": "true"}),
    ("subtraction", {"misere": "true"}),
    ("subtraction", {"takes": "2,3"}),
    ("matches", {"misere": "false"}),
    ("connect4", {"columns": "4", "rows": "4"}),
]


def winner(game: Any, state: Any) -> int | None:
    """The winner of a finished game, by the score of its outcome."""
    outcome = game.outcome(state)
    if outcome is None or outcome.score(0) == 0.5:
        return None
    return 0 if outcome.score(0) == 1 else 1


def missed(game: Any, state: Any, move: int) -> str | None:
    """The definition, word for word."""
    me = game.to_move(state)
    after = {each: game.play(state, each) for each in game.moves(state)}
    wins = {each for each in after if winner(game, after[each]) == me}

    def opponent_can_win(each: int) -> bool:
        replies = [game.play(after[each], reply) for reply in game.moves(after[each])]
        return any(winner(game, reply) == 1 - me for reply in replies)

    if wins:
        return None if move in wins else "win"
    if game.outcome(after[move]) is not None or not opponent_can_win(move):
        return None
    saving = [
        each for each in after if winner(game, after[each]) != 1 - me and not opponent_can_win(each)
    ]
    return "block" if saving else None


@few_or_full("games", 20, 200)
@pytest.mark.parametrize(("game_id", "options"), [*((each, {}) for each in GAMES), *TURNED])
def test_every_missed_win_and_block_of_random_games_is_marked_and_no_other(
    game_id: str, options: dict[str, str], games: int
) -> None:
    game = make_game(game_id, options)
    reviewer: Reviewer[Any] = Reviewer(game, Unable())
    rng = np.random.default_rng(41)
    met = set()
    for _ in range(games):
        session = Session(game)
        while moves := game.moves(session.state):
            session.play(int(rng.choice(moves)))
        judged = reviewer.review(session.all_states, session.all_moves, Context(0))
        for state, each in zip(session.all_states, judged, strict=False):
            expected = missed(game, state, each.move)
            assert each.missed == expected, (game.text(state), each.move)
            assert each.is_mistake is (expected is not None)
            if each.missed is not None:
                assert each.good
                assert all(missed(game, state, move) is None for move in each.good)
            met.add(expected)
    misere = game.options.get("misere") == "true"
    assert met == {None} if misere else met >= {None, "win", "block"}


def test_a_block_missed_in_a_lost_position_is_printed_and_loses_nothing() -> None:
    moves = "1 0 3 0 0 0 2 4 6 4 6 4 5 4"
    told = reported("review", "connect4", "--moves", moves)["moves"]
    assert [each["ply"] for each in told if each["missed"]] == [13]
    assert (told[12]["missed"], told[12]["lost"], told[12]["better"]) == ("block", 0.0, [])
