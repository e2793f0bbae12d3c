"""The command `play`: a match in the terminal, answered line by line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.store.store import Store
from tests.commands import refused, run
from tests.own.files import write


def played(folder: Path, answers: str, *line: str) -> str:
    """What a match prints that gets these answers, one a line."""
    given = io.StringIO("".join(f"{each}\n" for each in answers.split()))
    with patch("sys.stdin", given):
        ended = run("play", *line, "--data-dir", str(folder))
    assert (ended.code, ended.err) == (0, "")
    return ended.out


def test_a_match_shows_the_board_asks_again_and_offers_a_new_game(tmp_path: Path) -> None:
    line = ("tictactoe", "--second", "first")
    out = played(tmp_path, "9 4 4 x 2 6 maybe y 4 2 6 n", *line)
    assert out.startswith("0 1 2\n3 4 5\n6 7 8\nThe first player (X) is to move.\nj ? ")
    assert out.count("The game is over: the first player won.") == 2
    assert "Square 4 is taken; free squares: 1 2 3 5 6 7 8" in out
    assert "‘x’ is not a square" in out and "‘9’" in out
    assert out.count("New game (y/n)? ") == 3  # maybe, y and n
    assert "played square 0. " in out and out.endswith("Goodbye.\n")


@pytest.mark.parametrize("answers", ["", "3", "3 3 nonsense"])
def test_the_end_of_the_input_ends_a_match_politely(answers: str, tmp_path: Path) -> None:
    out = played(tmp_path, answers, "connect4", "--second", "easy")
    assert out.endswith("j ? \nGoodbye.\n")
    assert "playouts" not in out, "a level says its move and nothing else"
    assert out == played(tmp_path, answers, "connect4", "--second", "easy")


@pytest.mark.parametrize(
    ("language", "yes", "question"),
    [("fr", "o", "Nouvelle partie (o/n)"), ("de", "j", "Neues Spiel (j/n)?")],
)
def test_a_match_speaks_three_languages(
    language: str, yes: str, question: str, tmp_path: Path
) -> None:
    answers = f"1 1 1 {yes} 1 1 1 n"
    line = ("matches", "--option", "start=3", "--second", "human", "--lang", language)
    out = played(tmp_path, answers, *line)
    assert out.count(question) == 2 and "  3  |||" in out


def test_bots_play_each_other_and_a_learner_learns_from_its_win(tmp_path: Path) -> None:
    line = ("nim", "--option", "heaps=1,2", "--first", "learner", "--second", "first")
    for seed in range(6):
        out = played(tmp_path, "", *line, "--seed", str(seed))
        assert "j ?" not in out and "New game" not in out
    store = Store(tmp_path)
    bags = store.load_bags("nim heaps=1,2 misere=false")
    store.close()
    assert any(count > 1 for bag in bags.values() for count in bag.values())


def test_a_player_that_cannot_play_is_refused(tmp_path: Path) -> None:
    for line in (("tictactoe", "--second", "dfs"), ("tiles",), ("nim", "--first", "nobody")):
        assert refused("play", *line, "--data-dir", str(tmp_path))


def test_a_bot_that_learns_draws_anew_after_each_game(tmp_path: Path) -> None:
    """It drew the same numbers after every game of a match."""
    text = """
        def choose(game, state, think):
            return game.moves(state)[0]
        def finished(game, moves, result, side, think):
            think.memory.setdefault("drawn", []).append(float(think.rng.random()))
    """
    write(tmp_path / "bots", "drawer", text)
    played(tmp_path, "3 4 8 y 3 4 8 n", "tictactoe", "--second", "own:drawer")
    store = Store(tmp_path)
    first, second = json.loads(store.own_memory("drawer"))["drawn"]
    store.close()
    assert first != second
