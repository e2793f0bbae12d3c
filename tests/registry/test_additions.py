"""A seventh game and an eleventh bot, added as contributing.md says, serve everywhere at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import registry
from engine.arena.experiment import batches, pairings, play_all
from engine.context import Context
from engine.levels import GENERAL, LADDERS, ladder_for, make_ladder
from engine.registry import (
    BotEntry,
    GameEntry,
    make_bot,
    make_game,
    oracle_for,
    player_name,
    supported_players,
)
from tests.commands import reported
from tests.registry.added import Hundred, Last


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line in each table."""
    entry = GameEntry("hundred", (), lambda options: Hundred())
    monkeypatch.setitem(registry.GAMES, "hundred", entry)
    bot = BotEntry("last", lambda spec, *_: Last())
    monkeypatch.setitem(registry.BOTS, "last", bot)


@pytest.mark.usefixtures("grown")
def test_the_game_is_played_solved_and_analysed() -> None:
    game = make_game("hundred")
    exact = oracle_for(game).values(game.initial(), Context(0))
    assert exact.value == -1
    assert reported("analyse", "hundred", "--position", "1 0")["best"] == "3"


@pytest.mark.usefixtures("grown")
@pytest.mark.parametrize(
    "text", ["first", "random", "mc:20", "mcts:40", "alphabeta:4", "optimal", "easy", "fit:3"]
)
def test_every_general_bot_plays_the_game(text: str) -> None:
    game = make_game("hundred")
    state = game.initial()
    bot = make_bot(text)
    assert bot.supports(game) is None
    while game.outcome(state) is None:
        move = bot.choose(game, state, Context(1)).move
        assert move is not None and move in game.moves(state)
        state = game.play(state, move)


@pytest.mark.usefixtures("grown")
def test_the_game_has_the_general_ladder_until_it_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = make_game("hundred")
    assert ladder_for(game) == GENERAL
    own = make_ladder(("first", "random", "alphabeta:2", "optimal"), "first " * 13)
    monkeypatch.setitem(LADDERS, "hundred", own)
    assert ladder_for(game) == own
    unsolved = replace(registry.GAMES["hundred"], is_solved=lambda game: False)
    monkeypatch.setitem(registry.GAMES, "hundred", unsolved)
    assert ladder_for(game) == own
    assert str(player_name("perfect", game)) == "Nearly perfect"


@pytest.mark.usefixtures("grown")
def test_the_bot_plays_every_game_and_in_the_arena() -> None:
    for name in registry.GAMES:
        assert "last" in supported_players(make_game(name))
    pair = pairings("nim", {}, ("last", "random"))[0]
    records = [r for part in play_all(batches(pair, 6, 1)) for r in part]
    assert len(records) == 6
