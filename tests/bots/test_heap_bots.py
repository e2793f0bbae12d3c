"""The kernel player and the depth-first search that trusts its opponent."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from engine.bots.heaps import DepthFirst, KernelBot, set_text
from engine.bots.search_trace import ExistenceSearch, explore_lines, takes_of
from engine.context import Context
from engine.messages import LANGUAGES, render
from engine.protocols import TRACED_DEPTH, Decision, Game, Outcome, Trace, Unsolvable, Value
from engine.registry import bot_for, make_game, oracle_for
from engine.solvers.heap_theory import HeapTheory
from gui.boards.nim import nim_words
from tests.cases import in_one_test


def note(decision: Decision) -> str:
    return render(decision.note)


def decide(bot: KernelBot | DepthFirst, game: Game[Any], text: str, seed: int = 0) -> Decision:
    return bot.choose(game, game.parse(text), Context(seed))


# -- kernel --------------------------------------------------------------------------------------


def test_it_stays_in_the_kernel() -> None:
    decision = decide(KernelBot(), make_game("matches"), "16 0")
    assert note(decision) == "taking 3 leads into the kernel {1,5,9,13}"
    assert decision.move == 2


def test_it_reads_the_xor() -> None:
    decision = decide(KernelBot(), make_game("nim"), "5,3,3 0")
    assert note(decision) == "the xor is 5, so heap 1 goes down to 0"


@in_one_test(
    "game_id, options",
    [
        ("nim", {"heaps": "3,4,2", "misere": "false"}),
        ("nim", {"heaps": "3,4,2", "misere": "true"}),
        ("matches", {"start": "30", "takes": "1,2,3"}),
        ("subtraction", {"start": "30", "takes": "2,3,7"}),
    ],
)
def test_it_wins_from_every_position_that_can_be_won(game_id: str, options: dict[str, str]) -> None:
    game, bot = make_game(game_id, options), KernelBot()
    oracle = oracle_for(game)
    for heaps in product(*(range(heap + 1) for heap in game.initial().heaps)):
        state = game.parse(f"{','.join(map(str, heaps))} 0")
        if not game.moves(state):
            continue
        exact = oracle.values(state, Context())
        decision = bot.choose(game, state, Context(7))
        assert [e.value for e in decision.estimates] == [e.value for e in exact.estimates]
        if exact.value is Value.WIN:
            assert next(e.value for e in exact.estimates if e.move == decision.move) is Value.WIN


def test_near_the_end_of_misere_the_theory_leaves_ones_not_zero() -> None:
    game: Any = make_game("nim", {"misere": "true"})
    theory = HeapTheory.of(game)
    for heaps, plan in {
        (3, 1): "leave_ones",  # the xor of 1-2 would be 0, and that loses
        (5, 1, 1): "leave_ones",
        (1, 1): "leave_ones",
        (1, 1, 1): "lost_ones",
        (2, 2): "lost_zero",
        (3, 2, 1): "lost_zero",
        (3, 2): "leave_zero",
        (0, 0): "over",
    }.items():
        assert theory.plan(heaps) == plan
        if plan == "leave_ones":
            text = f"{','.join(map(str, heaps))} 0"
            assert "odd number" in note(decide(KernelBot(), game, text))
            assert "xor" in render(nim_words(game, game.parse(text)))
    assert HeapTheory.of(make_game("nim")).plan((3, 1)) == "leave_zero"


def test_out_of_reach_it_draws_lots() -> None:
    game = make_game("matches")
    played = {decide(KernelBot(), game, "13 0", seed).move for seed in range(40)}
    assert played == {0, 1, 2}
    assert note(decide(KernelBot(), game, "13 0")).startswith("13 is in the kernel")


def test_a_long_kernel_is_shortened_in_the_sentence() -> None:
    assert set_text((0, 4, 8), 7) == "{0,4}"
    decision = decide(KernelBot(), make_game("subtraction", {"start": "999"}), "999 0")
    assert "{0,4,8,…,988,992,996}" in note(decision)


def test_other_games_are_declined() -> None:
    refusal = DepthFirst().supports(make_game("tictactoe"))
    assert refusal is not None
    assert "Nim" in render(refusal)
    assert DepthFirst().supports(make_game("nim")) is None


# -- depth first ---------------------------------------------------------------------------------


def first_line(game: Game[Any], state: Any, player: int) -> list[int] | None:
    """The first line that ends well for `player`, by plain recursion in the same order."""
    outcome = game.outcome(state)
    if outcome is not None:
        return [] if outcome is Outcome.win_of(player) else None
    for _, move in takes_of(game, state):
        rest = first_line(game, game.play(state, move), player)
        if rest is not None:
            return [move, *rest]
    return None


@in_one_test("improved", [False, True])
@in_one_test(
    "game_id, options",
    [
        ("nim", {"heaps": "3,2,2", "misere": "false"}),
        ("nim", {"heaps": "3,2,2", "misere": "true"}),
        ("matches", {"start": "18", "takes": "1,2,3"}),
        ("subtraction", {"start": "18", "takes": "2,4"}),
    ],
)
def test_it_plays_the_first_hopeful_branch_else_the_smallest_take(
    game_id: str, options: dict[str, str], improved: bool
) -> None:
    game = make_game(game_id, options)
    for heaps in product(*(range(heap + 1) for heap in game.initial().heaps)):
        state = game.parse(f"{','.join(map(str, heaps))} 1")
        if not game.moves(state):
            continue
        line = first_line(game, state, 1)
        decision = DepthFirst(improved).choose(game, state, Context())
        if line:
            assert decision.move == line[0]
        else:
            smallest = min(take for take, _ in takes_of(game, state))
            assert decision.move == min(m for t, m in takes_of(game, state) if t == smallest)


def test_it_is_naive() -> None:
    # From fourteen matches only one leaves the opponent in the kernel; it trusts in three.
    decision = decide(DepthFirst(), make_game("matches"), "14 0")
    assert decision.move == 2


def test_the_improved_search_skips_its_own_blunder() -> None:
    game = make_game("matches")
    naive, better = (decide(DepthFirst(improved), game, "15 0") for improved in (False, True))
    assert naive.move == better.move
    assert better.effort < naive.effort


def chosen_path(trace: Trace) -> list[str]:
    path = []
    node: Trace | None = trace
    while node is not None:
        path.append(node.move_text)
        node = next((child for child in node.children if child.chosen), None)
    return path[1:]


def test_the_trace_tells_the_search() -> None:
    decision = decide(DepthFirst(), make_game("matches"), "7 0")
    assert isinstance(decision.detail, Trace)
    assert chosen_path(decision.detail) == ["3", "2", "1", "1"]
    # Three, three, one loses: that branch is there, given up.
    assert [child.move_text for child in decision.detail.children[0].children] == ["3", "2"]
    assert not decision.detail.children[0].children[0].chosen


def test_all_ones_do_not_explode() -> None:
    game = make_game("nim", {"heaps": ",".join(["1"] * 12)})
    search: ExistenceSearch[Any] = ExistenceSearch(game, game.initial())
    assert search.run() == []
    assert search.positions < 200


def test_a_search_999_deep_is_cut_in_the_record_only() -> None:
    game = make_game("subtraction", {"start": "999", "takes": "1"})
    search: ExistenceSearch[Any] = ExistenceSearch(game, game.initial())
    assert len(search.run()) == 999
    assert len(chosen_path(search.trace)) == TRACED_DEPTH
    with pytest.raises(Unsolvable) as fault:
        explore_lines(game, game.initial())
    assert "999" in str(fault.value)


@pytest.mark.parametrize("misere", ["false", "true"])
def test_kernel_plays_any_solved_game_without_draws(misere: str) -> None:
    """It leads to a position that the player to move loses wherever there is one."""
    game = make_game("tictactoe", {"draw": "second", "misere": misere})
    bot, oracle = KernelBot(), oracle_for(game)
    assert bot.supports(game) is None
    state, into = game.initial(), 0
    for seed in range(200):
        moves = game.moves(state)
        values = {move: oracle.values(game.play(state, move), Context(0)).value for move in moves}
        decision = bot.choose(game, state, Context(seed))
        assert decision.move is not None
        winning = [move for move in moves if values[move] is Value.LOSS]
        assert not winning or decision.move in winning
        assert {e.move for e in decision.estimates if e.value is Value.WIN} == set(winning)
        into += bool(winning)
        state = game.play(state, moves[seed % len(moves)])
        state = state if game.moves(state) else game.initial()
    assert into > 20


def test_kernel_refuses_games_with_draws_and_those_too_large() -> None:
    for game, why in (("tictactoe", "without draws"), ("connect4", "too many")):
        fault = KernelBot().supports(make_game(game))
        assert fault is not None and why in render(fault)


def test_explore_prints_the_tree() -> None:
    game = make_game("matches", {"start": "3"})
    assert explore_lines(game, game.initial()) == [
        "* 3 0  a line that can win is found",
        "  - 3 > 0 1  the game is lost here",
        "  * 2 > 1 1  leads to a win, if the opponent helps",
        "    * 1 > 0 0  the game is won here, with the opponent’s help",
    ]
    improved = explore_lines(game, game.initial(), improved=True)
    assert improved[1] == "  - 3 > 0 1  skipped, because it loses at once"
    assert explore_lines(game, game.parse("0 1")) == ["* 0 1  the game is over here"]


NIM_PLAYERS = (
    *("first", "random", "mc:60", "mc:exact", "mcts:60", "alphabeta:3", "alphabeta:9", "optimal"),
    *("mastery:5", "kernel", "dfs", "dfs:improved", "learner", "easy", "fit"),
)


@in_one_test("player", NIM_PLAYERS)
def test_a_note_on_nim_names_heap_and_take_in_words(player: str) -> None:
    """`4-1`, as files have it, would be read as a sum: take 1 from heap 4 is what is meant."""
    game = make_game("nim", {"heaps": "3,2,1"})
    for state in (game.initial(), game.parse("2,2 1"), game.parse("1 0")):
        note = bot_for(game, player).choose(game, state, Context(4)).note
        for language in LANGUAGES:
            told = render(note, language)
            assert not re.search(r"\b\d+-\d+\b", told), told
