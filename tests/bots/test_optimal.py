"""Perfect play, and the dial that mixes it with chance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.bots.mcts import Mcts
from engine.bots.optimal import STAND_IN_PLAYOUTS, Mastery, Optimal, best_moves
from engine.context import Context
from engine.messages import message, render
from engine.protocols import Decision, Estimate, Game, Outcome, Value, Variation
from engine.recording import Recorder
from engine.registry import make_bot, make_game
from engine.solvers.heap_theory import HeapTheory
from engine.solvers.oracle import Oracles
from tests.cases import in_one_test
from tests.claims.truth import Truth
from tests.full import few_or_full
from tests.solvers.slow_values import reachable
from tests.solvers.unable import Unable

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


def known(*pairs: tuple[Value | None, int | None]) -> list[Estimate]:
    return [Estimate(i, None, value, plies) for i, (value, plies) in enumerate(pairs)]


@in_one_test(
    "pairs, best",
    [
        ([(WIN, 5), (WIN, 3), (DRAW, 1), (LOSS, 9), (WIN, 3)], [1, 4]),
        ([(DRAW, 9), (LOSS, 12), (DRAW, 3)], [0, 2]),
        ([(LOSS, 2), (LOSS, 8), (LOSS, 8)], [1, 2]),
        ([(WIN, None), (WIN, None), (LOSS, None)], [0, 1]),
        ([(WIN, None), (WIN, 7)], [1]),
        ([(None, None), (LOSS, 30)], [0]),
        ([(None, None), (DRAW, 30)], [1]),
        ([(None, None), (WIN, 30)], [1]),
    ],
)  # fmt: skip
def test_which_moves_perfect_play_may_choose(
    pairs: list[tuple[Value | None, int | None]], best: list[int]
) -> None:
    assert best_moves(known(*pairs)) == best


CASES: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"draw": "second"}),
    ("tictactoe", {"misere": "true"}),
    ("nim", {"heaps": "3,4,5"}),
    ("nim", {"heaps": "1,3,5", "misere": "true"}),
    ("subtraction", {}),
    ("matches", {}),
]


def test_equal_traps_are_all_played_sometimes() -> None:
    game = make_game("tictactoe")
    bot = make_bot("optimal")
    played = Counter(bot.choose(game, game.initial(), Context(seed)).move for seed in range(200))
    assert set(played) == {0, 2, 6, 8}  # the corners, of which none is a better trap
    assert max(played.values()) < 80


@pytest.mark.one_of(2)
@few_or_full("every", 9, 1)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_trap_costs_value_or_remoteness_anywhere(
    case: tuple[str, dict[str, str]], every: int
) -> None:
    game = make_game(*case)
    truth = Truth(game)
    bot = make_bot("optimal")
    for seed, state in enumerate(list(reachable(game, game.initial()))[::every]):
        if game.moves(state):
            decision = bot.choose(game, state, Context(seed))
            assert decision.move in truth.best(state)


def score_against_random(game: Game[Any], player: int) -> float:
    """Exactly: every move of a random opponent, and of the bot those it can be made to play."""
    bot = make_bot("optimal")
    known: dict[Any, float] = {}

    def score(state: Any) -> float:
        if state not in known:
            outcome = game.outcome(state)
            if outcome is not None:
                known[state] = outcome.score(player)
            elif game.to_move(state) == player:
                seeds = range(4)
                moves = {bot.choose(game, state, Context(seed)).move for seed in seeds}
                known[state] = min(score(game.play(state, move or 0)) for move in moves)
            else:
                after = [score(game.play(state, move)) for move in game.moves(state)]
                known[state] = sum(after) / len(after)
        return known[state]

    return score(game.initial())


def test_traps_win_at_tictactoe_against_random_play_from_both_sides() -> None:
    game = make_game("tictactoe")
    first, second = score_against_random(game, 0), score_against_random(game, 1)
    assert first > 0.995
    assert second > 0.955
    assert (first + second) / 2 > 0.975  # without traps 0.936


def test_in_connect_four_a_lost_position_is_made_hard_to_win() -> None:
    game = make_game("connect4")
    state = game.parse("......./......./......./...Y..Y/R..R..Y/RY.YR.R R")
    bot = make_bot("optimal")
    notes = {bot.choose(game, state, Context(seed)).note.key for seed in range(4)}
    assert notes == {"bot.optimal.trap_seen"}
    assert {bot.choose(game, state, Context(seed)).move for seed in range(8)} == {0}


def test_twelve_heaps_of_ninety_nine_are_won_by_the_xor_at_once() -> None:
    game = make_game("nim", {"heaps": ",".join(["99"] * 11 + ["98"]), "misere": "true"})
    bot, rival = make_bot("optimal"), make_bot("random")
    state, context = game.initial(), Context[Decision](4)
    assert HeapTheory.of(game).nim_sum(state.heaps) == 99 ^ 98
    while game.moves(state):
        player = bot if game.to_move(state) == 0 else rival
        move = player.choose(game, state, context).move
        assert move is not None
        state = game.play(state, move)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.score(0) == 1


def test_it_shows_the_line_it_expects() -> None:
    game = make_game("tictactoe")
    decision = make_bot("optimal").choose(game, game.initial(), Context(3))
    assert isinstance(decision.detail, Variation)
    assert decision.detail.moves[0] == decision.move
    assert len(decision.detail.moves) == 9
    state = game.initial()
    for move in decision.detail.moves:
        assert move in game.moves(state)
        state = game.play(state, move)
    assert game.outcome(state) is Outcome.DRAW


def test_beyond_its_means_it_says_so_and_plays_on() -> None:
    game = make_game("tictactoe")
    decision = Optimal(Oracles(lambda game: Unable())).choose(game, game.initial(), Context(1))
    searched = Mcts(STAND_IN_PLAYOUTS).choose(game, game.initial(), Context(1))
    assert (decision.move, decision.estimates) == (searched.move, searched.estimates)
    assert "12,345" in render(decision.note)
    assert "arbre" in render(decision.note, "fr")


def test_hurried_it_answers_and_says_so() -> None:
    game = make_game("tictactoe")
    hurried: Context[Decision] = Context(1)
    hurried.ask_hurry()
    decision = make_bot("optimal").choose(game, game.initial(), hurried)
    assert decision.move in range(9)
    assert decision.note.values["reason"] == message("bot.hurried")


def test_mastery_plays_the_perfect_move_as_often_as_its_number_says() -> None:
    game = make_game("matches")
    best = 2  # take three, down to thirteen
    for tenths in (0, 3, 10):
        bot = make_bot(f"mastery:{tenths}")
        hits = sum(
            bot.choose(game, game.initial(), Context(seed)).move == best for seed in range(900)
        )
        expected = 900 * (tenths / 10 + (1 - tenths / 10) / 3)
        assert abs(hits - expected) <= 4 * 15


def test_mastery_outside_its_dial_is_refused() -> None:
    with pytest.raises(ValueError, match="11"):
        Mastery(11)


def test_connect_four_is_opened_in_the_middle_and_won_at_once_where_it_can_be() -> None:
    game = make_game("connect4")
    assert make_bot("optimal").choose(game, game.initial(), Context(1)).move == 3
    state = game.initial()
    for move in (0, 6, 1, 6, 2, 5):
        state = game.play(state, move)
    decision = make_bot("optimal").choose(game, state, Context(1))
    assert decision.move == 3
    assert render(decision.note) == "column 3 wins at once"


@pytest.mark.slow
@few_or_full("playouts", 2_000, 20_000)
def test_the_first_player_of_connect_four_wins_against_a_deep_tree_search(playouts: int) -> None:
    """The empty board is won, against many playouts a move too, in at most 41 plies."""
    game, perfect, rival = make_game("connect4"), make_bot("optimal"), make_bot(f"mcts:{playouts}")
    games = set()
    for seed in range(2):
        state = game.initial()
        moves: list[int] = []
        while game.outcome(state) is None:
            player = (perfect, rival)[game.to_move(state)]
            move = player.choose(game, state, Context(100 * seed + len(moves))).move
            assert move is not None
            moves.append(move)
            state = game.play(state, move)
        assert game.outcome(state) is Outcome.FIRST_WINS, moves
        assert len(moves) <= 41
        games.add(tuple(moves))
    assert len(games) > 1


def test_the_line_of_best_play_ends_where_another_move_may_hold_out_longer() -> None:
    """It went on with a move that loses in two, beside one whose late loss was not measured."""
    game = make_game("connect4", {"begins": "yellow"})
    state = game.parse("......./......./......./...Y.../...R.../Y.RRRYY Y")
    context: Context[Decision] = Context(0)
    recorder = context.recorder = Recorder()
    make_bot("optimal").choose(game, state, context)
    events = [event for event in recorder.recording().events if event.text.key == "watch.line"]
    assert len(events) > 3
    line = max((event.line for event in events), key=len)
    for move in line:
        state = game.play(state, move)
        replies = [game.play(state, reply) for reply in game.moves(state)]
        assert all(game.outcome(reply) is None for reply in replies), "nobody may win at once"
