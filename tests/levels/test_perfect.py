"""The level Perfect, and perfect play, against values from elsewhere: no mistake, no false name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.optimal import Optimal
from engine.context import Context
from engine.levels import LEVELS
from engine.messages import LANGUAGES, message, render
from engine.protocols import Decision, Estimate, Value
from engine.registry import is_solved, make_game, player_key, player_name
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.oracle import ExactValue, Oracles
from tests.solvers.unable import Unable

PERFECT = LEVELS[-1]
SIZES = [
    (columns, rows) for columns in range(4, 9) for rows in range(4, 8) if columns * (rows + 1) <= 64
]
SOLVED = {(7, 6)} | {size for size in SIZES if size[0] * size[1] <= 36}


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
    for game_id in ("tictactoe", "nim", "subtraction", "matches"):
        game = make_game(game_id, {"misere": "true"})
        assert player_key(PERFECT, game) == "player.perfect"


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


class OnlySome(Unable):
    """An oracle of one answer, in which not every move is proved; no trap is looked for."""

    def __init__(self, exact: ExactValue) -> None:
        self.exact = exact

    def values(self, state: Any, context: Context[Any], measured: bool = True) -> ExactValue:
        return self.exact

    def is_near(self, state: Any) -> bool:
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
    oracle = OnlySome(ExactValue(value, None, estimates))
    bot = Optimal(Oracles(lambda game: oracle), Searched())
    decision = bot.choose(game, game.initial(), Context(1))
    assert decision.move == chosen
    # A corrected move is not the search's, and not said to be.
    if value is None:
        assert decision.note.key == "bot.beyond" + "_corrected" * (chosen != searched[0])
