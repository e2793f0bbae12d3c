"""Tree search: sound proofs, nothing missed at once, budgets kept, stopped anywhere."""

from __future__ import annotations

import gc
import random
import time
import weakref
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest

from engine.bots.mcts import ASK_FROM, POSITIONS_EACH, Mcts, ProofSearch, SearchTree
from engine.bots.tree_nodes import ROOT, SearchNode, SearchNodes
from engine.context import Cancelled, Context
from engine.games.connect4 import ConnectFour
from engine.protocols import Decision, Game, OptionError, Value
from engine.recording import Recorder
from engine.registry import make_bot, make_game
from engine.solvers.connect4 import Connect4Prover
from engine.solvers.oracle import Prover, ProverAnswer
from engine.trace.tree import PlayedOut
from tests.effort import slowness
from tests.full import few_or_full
from tests.interrupted import StopAt
from tests.solvers.slow_values import slow_values

LATE = "......./......./......./....Y../..R.RYY/RRYRYRY R"  # not decided at a glance
EVERY_GAME: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"misere": "true"}),
    ("tictactoe", {"draw": "second"}),
    ("connect4", {}),
    ("connect4", {"columns": "4", "rows": "4"}),
    ("nim", {"heaps": "3,4,5"}),
    ("subtraction", {}),
    ("matches", {}),
]
WIDE: tuple[str, dict[str, str]] = ("nim", {"heaps": "99,99,99,99,99,99"})


def some_states(game: Game[Any], count: int, seed: int, plies: int = 30) -> list[Any]:
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = game.initial()
        for _ in range(rng.randrange(plies)):
            legal = game.moves(state)
            if not legal:
                break
            state = game.play(state, rng.choice(legal))
        if game.moves(state):
            found.append(state)
    return found


def grown(
    game: Game[Any],
    state: Any,
    playouts: int,
    seed: int = 1,
    prover: Prover[Any] | None = None,
) -> SearchTree[Any]:
    tree = SearchTree(Mcts(playouts), game, state, Context(seed), prover)
    tree.run(lambda: None)
    return tree


def every_node(nodes: SearchNodes[Any], number: int = ROOT) -> list[SearchNode]:
    children = nodes.children(number)
    return [nodes.node(number)] + [
        below for child in children for below in every_node(nodes, child)
    ]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("case", [*EVERY_GAME, WIDE], ids=str)
@pytest.mark.parametrize("playouts", [1, 60, 400])
def test_moves_are_legal_and_budgets_kept(case: tuple[str, dict[str, str]], playouts: int) -> None:
    game = make_game(*case)
    for state in some_states(game, 4, 1):
        decision = Mcts(playouts).choose(game, state, Context(1))
        assert decision.move in game.moves(state)
        assert decision.effort <= playouts == decision.budget
        if all(e.value is None for e in decision.estimates):
            assert decision.effort == playouts


@pytest.mark.parametrize("case", [case for case in EVERY_GAME if case[0] != "connect4"], ids=str)
def test_what_is_proved_anywhere_in_the_tree_is_true(case: tuple[str, dict[str, str]]) -> None:
    game = make_game(*case)
    slow, proofs = slow_values(game), 0
    for state in some_states(game, 6, 2):
        nodes = grown(game, state, 600).nodes
        for node in every_node(nodes):
            if node.proven is not None:
                assert node.proven == -slow(nodes.state(node.number))[0]
                proofs += 1
    assert proofs > 10


def assert_in_order(nodes: SearchNodes[Any], node: SearchNode) -> None:
    assert not nodes.pending[node.number]
    assert -1e-6 <= node.wins <= node.visits + 1e-6


def test_positions_searched_to_the_end_are_proved_rightly_and_in_time() -> None:
    """What the searches found out is true, as is how long the game lasts at most."""
    game = ConnectFour(5, 4)
    slow, searched = slow_values(game), 0
    for state in [s for s in some_states(game, 20, 3, 14) if s.all.bit_count() >= 7]:
        nodes = grown(game, state, 1500, 1, Connect4Prover(game)).nodes
        for node in every_node(nodes):
            assert_in_order(nodes, node)
            if node.proven is not None:
                value, plies = slow(nodes.state(node.number))
                assert node.proven == -value
                if node.proven is Value.WIN:
                    assert plies <= node.plies
                # A search proves what the rules have not proved by looking at its moves.
                below = nodes.below(node.number)
                searched += bool(node.plies) and any(each.proven is None for each in below)
    assert searched > 10


def test_on_the_usual_board_searches_begin_with_the_eighth_stone() -> None:
    """As the help page and docs/bots.md tell it."""
    game = ConnectFour()
    state = game.initial()
    prover = Connect4Prover(game)
    for number, move in enumerate((3, 3, 3, 3, 2, 2, 2, 2)):
        assert not prover.promising(state), number
        state = game.play(state, move)
    assert prover.promising(state)


def test_a_position_is_searched_again_once_its_playouts_have_grown_fourfold() -> None:
    game = ConnectFour()
    near, far = SearchNodes(game, game.parse(LATE)), SearchNodes(game, game.initial())
    late, early = (ProofSearch(each, Connect4Prover(game), lambda: None) for each in (near, far))
    claimed = []
    for visits in range(ASK_FROM, 5000):
        near.visits[0] = far.visits[0] = visits
        assert not early.claim(ROOT)
        if late.claim(ROOT):
            claimed.append(visits)
    assert claimed == [64, 256, 1024, 4096]


def test_a_search_to_the_end_is_bought_with_playouts_alone() -> None:
    """A small budget buys none, so that a weak player stays weak."""
    game = ConnectFour()
    asked: list[int] = []

    class Asked(Connect4Prover):
        def reaches(
            self, state: Any, goal: Value, positions: int, check: Any
        ) -> ProverAnswer | None:
            asked.append(positions)
            return super().reaches(state, goal, positions, check)

    late = game.parse(LATE)
    Mcts(60, lambda _: Asked(game)).choose(game, late, Context(1))
    assert asked == []
    grown(game, game.initial(), 3000, 1, Asked(game))  # far from the end
    assert asked == []
    grown(game, late, 3000, 1, Asked(game))
    assert asked
    assert max(asked) <= 3000 * POSITIONS_EACH


def test_the_searches_are_the_same_with_and_without_a_recorder_and_stop_when_asked_to() -> None:
    game = ConnectFour()
    late = game.parse(LATE)
    bot = make_bot("mcts:3000")
    plain = bot.choose(game, late, Context(5))
    assert plain == bot.choose(game, late, Context(5))
    assert plain == bot.choose(game, late, Context(5, recorder=Recorder()))
    counter = StopAt(-1, False, 5)
    bot.choose(game, late, counter)
    checks = -1 - counter.left
    for at in range(1, checks + 1, 1 + checks // 6):
        with pytest.raises(Cancelled):
            bot.choose(game, late, StopAt(at, False, 5))
        assert bot.choose(game, late, StopAt(at, True, 5)).move in game.moves(late)


@pytest.mark.one_of(2)
@pytest.mark.parametrize("case", [*EVERY_GAME, WIDE], ids=str)
def test_a_full_tree_grows_no_more_and_the_search_goes_on(
    case: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, went_on = make_game(*case), 0
    monkeypatch.setattr("engine.bots.mcts.MAX_NODES", 250)
    # The root and, before the first playout, its moves are opened however many they are.
    room = 250 + game.num_moves if case is WIDE else 400
    for state in some_states(game, 2, 4):
        tree = grown(game, state, 1_500)
        nodes = every_node(tree.nodes)
        assert len(tree.nodes) == len(nodes) <= room
        for node in nodes:
            assert_in_order(tree.nodes, node)
        went_on += len(nodes) >= 250 and tree.done == 1_500
        assert tree.settled or tree.done == 1_500
        assert Mcts(300).choose(game, state, Context(2)).move in game.moves(state)
    assert went_on or case[0] not in ("connect4", "nim")


def test_a_full_tree_is_told_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bots.mcts.MAX_NODES", 60)
    game = ConnectFour()
    recorder = Recorder()
    watched = Mcts(600).choose(game, game.initial(), Context(1, recorder=recorder))
    assert watched == Mcts(600).choose(game, game.initial(), Context(1))
    steps = recorder.recording().events
    full = [number for number, step in enumerate(steps) if step.text.key == "watch.mcts.full"]
    assert full
    for number in full:
        played = steps[number + 1]
        assert played.phase == "playout"
        state = game.initial()
        for move in played.line:
            assert move in game.moves(state)
            state = game.play(state, move)


def test_a_full_tree_still_tells_good_moves_from_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bots.mcts.MAX_NODES", 60)
    game = ConnectFour()
    decision = Mcts(3_000).choose(game, game.initial(), Context(1))
    assert decision.move == 3
    assert decision.effort == 3_000


@pytest.mark.one_of(3)
@pytest.mark.parametrize("playouts", [1, 40, pytest.param(200, marks=pytest.mark.full)])
@pytest.mark.parametrize("case", EVERY_GAME, ids=str)
def test_a_win_at_once_is_taken_and_a_loss_at_once_avoided(
    case: tuple[str, dict[str, str]], playouts: int
) -> None:
    game, found = make_game(*case), 0
    for state in some_states(game, 60, 5):
        winning = [m for m in game.moves(state) if won_by(game, game.play(state, m), state)]
        safe = [m for m in game.moves(state) if not loses_at_once(game, state, m)]
        move = Mcts(playouts).choose(game, state, Context(2)).move
        if winning:
            assert move in winning
            found += 1
        elif safe:
            assert move in safe
            found += len(safe) < len(game.moves(state))
    assert found > 5


def won_by(game: Game[Any], after: Any, before: Any) -> bool:
    outcome = game.outcome(after)
    return outcome is not None and outcome.score(game.to_move(before)) == 1


def loses_at_once(game: Game[Any], state: Any, move: int) -> bool:
    child = game.play(state, move)
    outcome = game.outcome(child)
    if outcome is not None:
        return outcome.score(game.to_move(state)) == 0
    return any(won_by(game, game.play(child, reply), child) for reply in game.moves(child))


@few_or_full("stops", 6, 60)
@pytest.mark.parametrize("name", ["connect4", "tictactoe", "nim"])
def test_stopped_at_any_check(name: str, stops: int) -> None:
    game = make_game(name)
    Mcts(600).choose(game, game.initial(), Context(3))  # its tables are made only once
    counter = StopAt(-1, False, 3)
    Mcts(600).choose(game, game.initial(), counter)
    checks = -1 - counter.left
    assert checks > 10
    for at in range(1, checks + 1, 1 + checks // stops):
        with pytest.raises(Cancelled):
            Mcts(600).choose(game, game.initial(), StopAt(at, False, 3))
        hurried = StopAt(at, True, 3)
        decision = Mcts(600).choose(game, game.initial(), hurried)
        assert decision.move in game.moves(game.initial())
        assert sum(e.effort or 0 for e in decision.estimates) <= decision.effort
        assert all(0 <= (e.score or 0) <= 1 for e in decision.estimates)


def test_a_playout_cut_off_by_one_proof_is_not_taken_back_by_the_next() -> None:
    """Two proofs in one batch counted it twice, and a move scored more than it was played."""
    game = make_game("subtraction", {"misere": "true"})
    state = game.parse("10 0")
    for seed in range(60):
        listener = StopAt(-1, False, seed)
        last = Mcts(200).choose(game, state, listener)
        for decision in (*listener.reports, last):
            assert all(0 <= (each.score or 0) <= 1 for each in decision.estimates)


def test_the_playouts_of_a_move_proved_to_draw_count_as_draws_above_it() -> None:
    game, drawn = ConnectFour(4, 4), 0
    nodes = grown(game, game.parse("R.../Y.../R.../YRYR Y"), 700).nodes
    for node in every_node(nodes):
        below = [each for each in nodes.below(node.number) if each.proven is not Value.LOSS]
        if node.proven is None and any(each.visits for each in below):
            draws = [each.visits for each in below if each.proven is Value.DRAW]
            open_wins = sum(each.wins for each in below if each.proven is None)
            # The scores of both players add up to the playouts; the first was not of a move.
            assert abs(node.visits - node.wins - open_wins - sum(draws) / 2) <= 1
            drawn += any(draws)
    assert drawn > 3


def test_it_reports_while_it_thinks() -> None:
    game, listener = ConnectFour(), StopAt(-1, False, 3)
    last = Mcts(3000).choose(game, game.initial(), listener)
    efforts = [report.effort for report in listener.reports]
    assert len(efforts) > 10
    assert efforts == sorted(efforts)
    assert efforts[-1] == last.effort == 3000


def test_matches_are_proved_to_the_end() -> None:
    game = make_game("matches", {"start": "12"})
    decision = Mcts(50_000).choose(game, game.initial(), Context(1))
    assert decision.move == 2
    assert decision.estimates[2].value is Value.WIN
    assert all(e.value in (None, Value.LOSS) for e in decision.estimates[:2])
    assert decision.effort < 50_000


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(OptionError):
        Mcts(0)


# -- stopping --------------------------------------------------------------------------------------


class Timed(Context[Decision]):
    """Stops a search after some work; `longest` is what it worked between two checks."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1)
        self.longest = 0.0
        self.last = time.thread_time()
        self._end = self.last + seconds

    def check(self) -> None:
        self.longest = max(self.longest, time.thread_time() - self.last)
        if time.thread_time() > self._end:
            self.cancel()
        self.last = time.thread_time()
        super().check()


@pytest.mark.parametrize(
    "game,options", [("nim", {"heaps": "9,9,9,9,9,9"}), ("connect4", {}), ("tictactoe", {})]
)
@few_or_full("seconds", 0.6, 3.5)
def test_a_search_without_end_checks_every_20_ms_while_its_tree_grows_and_stops_at_once(
    game: str, options: dict[str, str], seconds: float
) -> None:
    """The collector of garbage walked through the tree, and then it was freed in one go."""
    gc.collect()  # what the tests before have left is no part of the search
    gc.freeze()
    found = []
    for _ in range(3):  # the machine may be busy with other things
        rules, context = make_game(game, options), Timed(seconds)
        slow = slowness()
        with suppress(Cancelled):
            Mcts(10_000_000).choose(rules, rules.initial(), context)
        left = time.thread_time() - context.last
        slow = max(slow, slowness())
        found.append((context.longest / slow, left / slow))
        if found[-1][0] < 0.020 and found[-1][1] < 0.020:
            return
    pytest.fail(f"between checks, and after the last one: {found}")


CASES_GROWING = [("nim", {"heaps": "9,9,9,9,9"}), ("connect4", {}), ("tictactoe", {})]


def test_a_tree_is_freed_without_the_collector_of_garbage() -> None:
    alive: list[weakref.ref[object]] = []

    class Watched(SearchNodes[Any]):
        def __init__(self, game: Game[Any], state: Any) -> None:
            super().__init__(game, state)
            alive.append(weakref.ref(self))

    gc.disable()
    try:
        with patch("engine.bots.mcts.SearchNodes", Watched):
            for game, options in CASES_GROWING:
                rules = make_game(game, options)
                make_bot("mcts:2000").choose(rules, rules.initial(), Context(1))
        assert len(alive) == 3 and not any(each() for each in alive)
    finally:
        gc.enable()


def test_the_textbooks_pace_plays_one_game_from_one_leaf_a_step() -> None:
    """Every back-up carries one result, and the first playouts try each move once."""
    game, recorder = make_game("connect4"), Recorder(10_000)
    context = Context[Decision](3, recorder=recorder)
    decision = make_bot("mcts:40/leaf").choose(game, game.initial(), context)
    assert decision.effort == 40 == sum(each.effort or 0 for each in decision.estimates)
    events = recorder.recording().events
    played = [event for event in events if isinstance(event, PlayedOut)]
    assert [event.games for event in played] == [1] * 40
    assert [event.line[0] for event in played[:7]] == list(range(7))
    assert not any("batch" in str(event.text) for event in events)


def test_a_larger_constant_of_exploration_spreads_the_playouts() -> None:
    """At 0 the best mean gets nearly all; the usual text is the constant 0.5."""
    game = make_game("connect4")
    shares = []
    for text in ("mcts:150/leaf/c0", "mcts:150/leaf", "mcts:150/leaf/c4"):
        found = make_bot(text).choose(game, game.initial(), Context[Decision](3))
        shares.append(max(each.effort or 0 for each in found.estimates) / 150)
    assert shares[0] > shares[1] > shares[2] and shares[2] < 0.25
    same = [
        make_bot(text).choose(game, game.initial(), Context[Decision](3)).estimates
        for text in ("mcts:100", "mcts:100/c0.5")
    ]
    assert same[0] == same[1]
