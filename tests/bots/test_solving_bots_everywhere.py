"""The players of this room over every game that they support."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.context import Cancelled, Context
from engine.messages import LANGUAGES, catalogue, render
from engine.protocols import Bot, Decision, Game
from engine.registry import make_bot, make_game
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
]
PAIRS = [
    (make_game(*board), player)
    for board in BOARDS
    for player in PLAYERS
    if make_bot(player).supports(make_game(*board)) is None
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sentence_needs_is_there_in_every_language(language: str) -> None:
    variant = re.compile(r"\.(=\d+|one)$")  # for some numbers; test_locale compares them
    keys = [key for key in catalogue("en") if key.startswith(("bot.", "dfs.", "solver."))]
    keys = [key for key in keys if not variant.search(key)]
    assert len(keys) > 30
    other = catalogue(language)
    for key in keys:
        fields = {part.split("}")[0].split(":")[0] for part in catalogue("en")[key].split("{")[1:]}
        theirs = {part.split("}")[0].split(":")[0] for part in other[key].split("{")[1:]}
        assert fields == theirs, key
