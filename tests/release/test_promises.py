"""What 1.0.0 wrote is read by every later version: a store and a saved game of each game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.registry import GAMES, make_game
from engine.saves import load
from engine.session import Session
from engine.store.store import FILE_NAME, Store

WRITTEN = Path(__file__).with_name("of_1_0_0")
SAVES = sorted(WRITTEN.glob("*.jouons"))


@pytest.mark.parametrize("file", SAVES, ids=[file.stem for file in SAVES])
def test_a_game_saved_by_1_0_0_is_replayed(file: Path) -> None:
    saved = load(file)
    game = make_game(saved.game, saved.options)
    session = Session.replay(game, saved.start, list(saved.moves))
    assert session.move_texts() == list(saved.moves) and saved.moves
    assert (saved.first, saved.second, saved.seed, saved.wins) == ("human", "optimal", 7, (1, 0))
    assert '"written_by": "1.0.0"' in file.read_text("utf-8")


def test_there_is_a_save_of_every_game() -> None:
    assert {file.stem for file in SAVES} == set(GAMES)


def test_a_store_of_1_0_0_is_opened_with_all_that_is_in_it(tmp_path: Path) -> None:
    shutil.copy(WRITTEN / FILE_NAME, tmp_path / FILE_NAME)
    store = Store(tmp_path)
    assert store.notice is None
    assert {kept.game for kept in store.unfinished()} == set(GAMES) - {"tictactoe"}
    (game,) = store.games()
    assert (game.game, game.first, game.result) == ("tictactoe", "human", "draw")
    assert [*store.names().values()] == [("Ada", "")]
    assert store.load_bags("matches")["16"][3] == 2  # one bead from the start, one won
    assert store.rung("Ada", "nim") == 4
    assert store.solved(739947) == {"nim": 2}
    assert [each.saved for each in store.mistakes("nim")] == ["nim 3,5,4 0"]
    assert [each.scramble for each in store.fewest_moves("quarter", 5)] == ["R U F'"]
    store.add_solved(739948, "nim", 1)  # and it can be written
    assert store.solved(739948) == {"nim": 1}
    store.close()
