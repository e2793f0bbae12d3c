"""The level Perfect, and perfect play, against values from elsewhere: no mistake, no false name."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.bots.optimal import Optimal
from engine.context import Context
from engine.games.connect4 import ConnectFour, Stones
from engine.levels import LEVELS
from engine.messages import LANGUAGES, message, render
from engine.protocols import Decision, Estimate, Game, Outcome, Value
from engine.registry import is_solved, make_bot, make_game, player_key, player_name
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.exact import Oracles
from engine.solvers.oracle import ExactValue
from tests.solvers.slow_values import reachable, slow_values

PERFECT = LEVELS[-1]
SIZES = [
    (columns, rows) for columns in range(4, 9) for rows in range(4, 8) if columns * (rows + 1) <= 64
]
SOLVED = {(7, 6)} | {size for size in SIZES if size[0] * size[1] <= 36}


def plain_result(game: ConnectFour) -> Callable[[Stones], int]:
    """Who wins, -1, 0 or 1 for the player to move, by trying every move in turn by the rules."""

    @cache
    def result(state: Stones) -> int:
        outcome = game.outcome(state)
        if outcome is not None:
            return 0 if outcome is Outcome.DRAW else -1
        best = -1
        for move in game.moves(state):
            best = max(best, -result(game.play(state, move)))
            if best == 1:
                break
        return best

    return result


def critical(
    game: Game[Any], plies: int, value: Callable[[Any], int], rng: random.Random
) -> tuple[Any, dict[int, int]]:
    """A random position whose moves are not all worth the same, and what each is worth."""
    while True:
        state = game.initial()
        for _ in range(plies):
            legal = game.moves(state)
            if not legal:
                break
            state = game.play(state, rng.choice(legal))
        worth = {move: -value(game.play(state, move)) for move in game.moves(state)}
        if len(set(worth.values())) > 1:
            return state, worth


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    ("columns", "rows"), [(4, 4), (5, 4), (4, 6), (4, 7), (6, 5), (5, 6), (7, 5), (8, 4), (6, 6)]
)
def test_perfect_errs_in_no_critical_position(columns: int, rows: int) -> None:
    game = ConnectFour(columns, rows)
    value, rng = plain_result(game), random.Random(6)
    bot = make_bot(PERFECT)
    for number in range(8):
        plies = max(0, columns * rows - 10 - number % 3)
        state, worth = critical(game, plies, value, rng)
        decision = bot.choose(game, state, Context(number))
        assert worth[decision.move or 0] == max(worth.values()), game.text(state)
        for estimate in decision.estimates:
            assert estimate.value == worth[estimate.move], game.text(state)


@pytest.mark.parametrize(
    ("columns", "rows", "moves", "right"),
    [(6, 5, "4 3 0 5 0 2 1 5", {2}), (7, 5, "2 6 4 5 0 4 6 0 1 3", {2}),
     (7, 5, "4 4 6 0 6 2 1 5 3 1", {3, 6})],
)  # fmt: skip
def test_perfect_finds_what_tree_search_missed(
    columns: int, rows: int, moves: str, right: set[int]
) -> None:
    game = ConnectFour(columns, rows)
    state = game.initial()
    for text in moves.split():
        state = game.play(state, game.parse_move(state, text))
    for seed in range(2):
        assert make_bot(PERFECT).choose(game, state, Context(seed)).move in right


OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {"draw": "second"}),
    ("tictactoe", {"misere": "true"}),
    ("nim", {"heaps": "2,3,4,5", "misere": "true"}),
    ("nim", {"heaps": "7,9,8"}),
    ("subtraction", {"takes": "2,5,6", "start": "40"}),
    ("matches", {"takes": "3,4,9", "start": "40", "misere": "false"}),
]


@pytest.mark.one_of(2)
@pytest.mark.parametrize("case", OPTIONS, ids=str)
def test_perfect_errs_with_no_option(case: tuple[str, dict[str, str]]) -> None:
    game: Game[Any] = make_game(*case)
    value, rng = slow_values(game), random.Random(1)
    every = [state for state in reachable(game, game.initial()) if game.moves(state)]
    every = rng.sample(every, min(len(every), 250))
    bot = make_bot(PERFECT)
    for state in every:
        worth = {move: -value(game.play(state, move))[0] for move in game.moves(state)}
        move = bot.choose(game, state, Context(3)).move
        assert move is not None and worth[move] == max(worth.values()), game.text(state)


def test_perfect_leaves_an_xor_of_zero_on_the_widest_nim() -> None:
    game: Game[Any] = make_game("nim", {"heaps": ",".join(["99", "98", "77", "1"] * 3)})
    rng, bot = random.Random(2), make_bot(PERFECT)
    assert is_solved(game)
    seen = 0
    while seen < 10:
        state = game.initial()
        for _ in range(rng.randrange(9)):
            state = game.play(state, rng.choice(game.moves(state)))
        if _xor(state.heaps):
            seen += 1
            move = bot.choose(game, state, Context(seen)).move
            assert move is not None and not _xor(game.play(state, move).heaps)


def _xor(heaps: tuple[int, ...]) -> int:
    found = 0
    for heap in heaps:
        found ^= heap
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_who_solves_every_position_is_called_perfect(language: str) -> None:
    for columns, rows in SIZES:
        game = make_game("connect4", {"columns": str(columns), "rows": str(rows)})
        assert is_solved(game) is ((columns, rows) in SOLVED)
        for kind in ("optimal", PERFECT):
            plain = render(message(f"player.{kind}.name"), language)
            called = render(player_name(kind, game), language)
            assert (called == plain) is is_solved(game)
            sentence = render(message(f"{player_key(kind, game)}.sentence"), language)
            promised = render(message(f"player.{kind}.sentence"), language)
            assert (sentence == promised) is is_solved(game)
    for game_id, options in OPTIONS:
        assert player_key(PERFECT, make_game(game_id, options)) == "player.perfect"


def test_where_it_cannot_solve_tree_search_plays_and_it_says_so() -> None:
    game = make_game("connect4", {"columns": "8", "rows": "7"})

    def limited(game: Any) -> Connect4Oracle:
        return Connect4Oracle(game, node_limit=4_096)

    kept = Optimal(Oracles(limited))
    state = game.initial()
    for ply in range(2):
        decision = kept.choose(game, state, Context(ply))
        assert decision == Optimal(Oracles(limited)).choose(game, state, Context(ply))
        assert decision.note.key == "bot.beyond"
        state = game.play(state, decision.move or 0)


class OnlySome:
    """An oracle of one answer, in which not every move is proved."""

    notice = None

    def __init__(self, exact: Any) -> None:
        self.exact = exact

    def values(self, state: Any, context: Context[Any], measured: bool) -> Any:
        """That answer."""
        return self.exact

    def is_near(self, state: Any) -> bool:
        """No trap is looked for."""
        return False


@pytest.mark.parametrize(
    ("proved", "searched", "chosen"),
    [
        ({0: Value.LOSS, 1: None, 2: None}, (0, 0.9, 0.4, 0.6), 2),
        ({0: None, 1: Value.DRAW, 2: None}, (0, 0.3, 0.9, 0.2), 1),
        ({0: None, 1: Value.DRAW, 2: None}, (0, 0.7, 0.4, 0.2), 0),
        ({0: Value.DRAW, 1: None, 2: Value.LOSS}, (0, 0.6, 0.8, 0.9), 1),
        ({0: None, 1: Value.WIN, 2: None}, (0, 0.9, 0.1, 0.9), 1),
    ],
)  # fmt: skip
def test_what_is_proved_of_some_moves_corrects_the_search(
    proved: dict[int, Value | None], searched: tuple[float, ...], chosen: int
) -> None:
    class Searched:
        def supports(self, game: Any) -> None:
            return None

        def choose(self, game: Any, state: Any, context: Any) -> Decision:
            estimates = tuple(Estimate(i, score) for i, score in enumerate(searched[1:]))
            return Decision(int(searched[0]), estimates, message("bot.partly"))

    game = make_game("connect4", {"columns": "4", "rows": "4"})
    estimates = tuple(Estimate(move, None, value) for move, value in proved.items())
    value = Value.WIN if Value.WIN in proved.values() else None
    oracle: Any = OnlySome(ExactValue(value, None, estimates))
    bot = Optimal(Oracles(lambda game: oracle), Searched())
    decision = bot.choose(game, game.initial(), Context(1))
    assert decision.move == chosen
    # A corrected move is not the search's, and not said to be.
    if value is None:
        assert decision.note.key == "bot.beyond" + "_corrected" * (chosen != searched[0])
