"""The players over every game that they support, and which of them are stronger."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.messages import LANGUAGES, catalogue, render
from engine.protocols import Bot, Decision, Game
from engine.registry import make_bot, make_game
from tests.benchmarks.levels_table import score_of_game
from tests.cases import in_one_test
from tests.full import few_or_full

PLAYERS = [
    "optimal", "mastery:0", "mastery:4", "mastery:10", "kernel", "dfs", "dfs:improved", "learner",
]  # fmt: skip
BOARDS: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("tictactoe", {"draw": "second", "misere": "true"}),
    ("nim", {}),
    ("nim", {"heaps": "1,3,5,7", "misere": "true"}),
    ("nim", {"heaps": "99"}),
    ("nim", {"heaps": ",".join(["50"] * 12)}),
    ("subtraction", {}),
    ("subtraction", {"start": "50", "takes": "2,5"}),
    ("subtraction", {"start": "40", "misere": "true"}),
    ("matches", {}),
    ("matches", {"misere": "false"}),
    ("connect4", {}),
    ("connect4", {"columns": "5", "rows": "4"}),
]
SIMPLE = ["first", "random", "mc:40", "mcts:60", "alphabeta:3"]


def is_quick(game: Game[Any], player: str) -> bool:
    """Whether the player soon answers anywhere in the game."""
    return game.num_moves < 100 if player in SIMPLE else game.id != "connect4"


PAIRS = [
    (game, player)
    for game in [make_game(*board) for board in BOARDS]
    for player in (*PLAYERS, *SIMPLE)
    if is_quick(game, player) and make_bot(player).supports(game) is None
]


def label(case: tuple[Game[Any], str]) -> str:
    """The name of a case."""
    game, player = case
    return " ".join([game.id, *game.options.values(), player])


def game_of(bot: Bot, game: Game[Any], seed: int, plies: int) -> list[Decision]:
    """The bot against itself from one generator; at most so many plies."""
    context: Context[Decision] = Context(seed)
    state, decisions = game.initial(), list[Decision]()
    while game.moves(state) and len(decisions) < plies:
        decision = bot.choose(game, state, context)
        assert decision.move in game.moves(state)
        assert [e.move for e in decision.estimates] == list(game.moves(state))
        assert decision.note.key != "note.first" or decision.move == game.moves(state)[0]
        for language in LANGUAGES:
            assert decision.note.key in catalogue(language)
            assert "{" not in render(decision.note, language).replace("{0", "").replace("{1", "")
        decisions.append(decision)
        state = game.play(state, decision.move)  # type: ignore[arg-type]
    return decisions


@few_or_full("plies", 8, 40)
@in_one_test("game, player", PAIRS, label)
def test_its_moves_are_legal_and_the_seed_repeats_the_game(
    game: Game[Any], player: str, plies: int
) -> None:
    bot = make_bot(player)
    first = game_of(bot, game, 11, plies)
    moves = [decision.move for decision in first]
    # The same bot, whose caches are warm now, and a new one: the answers are the same.
    assert [decision.move for decision in game_of(bot, game, 11, plies)] == moves
    assert [decision.move for decision in game_of(make_bot(player), game, 11, plies)] == moves


@in_one_test("game, player", PAIRS, label)
def test_a_cancel_is_obeyed(game: Game[Any], player: str) -> None:
    context: Context[Decision] = Context(1)
    context.cancel()
    with pytest.raises(Cancelled):
        make_bot(player).choose(game, game.initial(), context)


@in_one_test("game, player", PAIRS, label)
def test_a_hurry_is_answered(game: Game[Any], player: str) -> None:
    context: Context[Decision] = Context(1)
    context.ask_hurry()
    decision = make_bot(player).choose(game, game.initial(), context)
    assert decision.move in game.moves(game.initial())


@dataclass
class Sequential:
    """Score `low` or `high`, told from as few games as it takes (Wald 1945).

    Either answer is wrong at most with probability `error`.
    A score between the two takes longest; a draw counts as half a win and half a loss.
    """

    low: float = 0.5
    high: float = 0.8
    error: float = 0.05
    games: int = 0
    total: float = 0.0

    def add(self, score: float) -> None:
        """One more game, 0 for a loss .. 1 for a win."""
        self.games += 1
        self.total += score

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the games are with `high` than with `low`."""
        lost = self.games - self.total
        win, loss = math.log(self.high / self.low), math.log((1 - self.high) / (1 - self.low))
        return self.total * win + lost * loss

    @property
    def answer(self) -> bool | None:
        """Whether the score is rather `high`; None as long as that is open."""
        enough = math.log((1 - self.error) / self.error)
        return None if abs(self.evidence) < enough else self.evidence > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("alphabeta:4", "alphabeta:1"),
        ("alphabeta:3", "mc:300"),
        ("mcts:100", "mc:100"),
        pytest.param("mcts:2000", "mc:2000", marks=pytest.mark.full),
    ],
)
def test_looking_ahead_beats_looking_less_far_and_random_games(stronger: str, weaker: str) -> None:
    """It scores 0.8 rather than 0.5: a bot no better would pass once in twenty times."""
    players, game, test = (
        (make_bot(stronger), make_bot(weaker)),
        make_game("connect4"),
        Sequential(),
    )
    while test.answer is None and test.games < 60:
        test.add(score_of_game(game, players, test.games))
    assert test.answer, f"{test.total} of {test.games}"
