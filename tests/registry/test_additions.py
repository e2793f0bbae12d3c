"""A seventh game and an eleventh bot, added as README says, serve everywhere at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from engine import cli, registry
from engine.arena import batches, pairings, play_all
from engine.context import Context
from engine.messages import Message, message
from engine.protocols import Decision, Estimate, Game, MoveError, Outcome, PositionError
from engine.registry import BotEntry, GameEntry, make_bot, make_game, oracle_for, supported_players


class Count(NamedTuple):
    """How far the count has come, and who counts."""

    number: int
    mover: int


class Hundred:
    """Count on by 1 to 3 in turn; who says 12 wins. A file in engine/games would hold this."""

    id = "hundred"
    num_moves = 3
    options: Mapping[str, str] = {}

    def initial(self) -> Count:
        return Count(0, 0)

    def to_move(self, state: Count) -> int:
        return state.mover

    def moves(self, state: Count) -> Sequence[int]:
        return [move for move in range(3) if state.number + move + 1 <= 12]

    def play(self, state: Count, move: int) -> Count:
        return Count(state.number + move + 1, 1 - state.mover)

    def outcome(self, state: Count) -> Outcome | None:
        return Outcome.win_of(1 - state.mover) if state.number == 12 else None

    def canonical(self, state: Count) -> Count:
        return state

    def symmetry_of_move(self, state: Count, move: int) -> int:
        return move

    def move_text(self, state: Count, move: int) -> str:
        return str(move + 1)

    def parse_move(self, state: Count, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise MoveError("move.take", text=text, takes="1, 2, 3")
        return int(text) - 1

    def text(self, state: Count) -> str:
        return f"{state.number} {state.mover}"

    def parse(self, text: str) -> Count:
        number, _, mover = text.partition(" ")
        if not number.isdigit() or mover not in ("0", "1"):
            raise PositionError("position.heaps.number", text=text)
        return Count(int(number), int(mover))


class Last:
    """Plays the last legal move. A file in engine/bots would hold this."""

    def supports(self, game: Game[Any]) -> Message | None:
        return None

    def choose(self, game: Game[Any], state: Any, context: Context[Decision]) -> Decision:
        moves = game.moves(state)
        return Decision(moves[-1], tuple(Estimate(move) for move in moves), message("note.first"))


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line in each table."""
    entry = GameEntry("hundred", (), lambda options: Hundred())
    monkeypatch.setitem(registry.GAMES, "hundred", entry)
    bot = BotEntry("last", lambda spec, memory: Last())
    monkeypatch.setitem(registry.BOTS, "last", bot)


@pytest.mark.usefixtures("grown")
def test_the_game_is_played_solved_and_analysed(capsys: pytest.CaptureFixture[str]) -> None:
    game = make_game("hundred")
    exact = oracle_for(game).values(game.initial(), Context(0))
    assert exact.value == -1
    assert cli.main(["analyse", "hundred", "--position", "1 0", "--json"]) == 0
    assert '"best": "3"' in capsys.readouterr().out


@pytest.mark.usefixtures("grown")
@pytest.mark.parametrize("text", ["first", "random", "mc:20", "mcts:40", "alphabeta:4", "optimal"])
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
def test_the_bot_plays_every_game_and_in_the_arena() -> None:
    for name in registry.GAMES:
        assert "last" in supported_players(make_game(name))
    pair = pairings("nim", {}, ("last", "random"))[0]
    records = [r for part in play_all(batches(pair, 6, 1)) for r in part]
    assert len(records) == 6
