"""Where Lua or a piece of the search is missing: one sentence that says which and what to do."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from engine.context import Context
from engine.games.connect4 import ConnectFour
from engine.messages import Message
from engine.registry import make_bot
from engine.solvers import connect4_search
from engine.solvers.connect4 import Connect4Oracle
from engine.solvers.connect4_search import Searcher, SearchUnusableError
from engine.solvers.connect4_threats import geometry_of
from gui.worker import Worker
from tests.commands import refused, run
from tests.waiting import let_pass

PIECES = ("connect4_search.lua", "connect4_zugzwang.lua")
BEHIND_THE_BOOK = "3 3 3 3 3 3 2 2 2 2 2 2 4 4"


@pytest.fixture
def without_lua(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an old environment is after an update: the package was never installed."""
    monkeypatch.setitem(sys.modules, "lupa", None)


@pytest.mark.usefixtures("without_lua")
def test_what_the_book_answers_alone_needs_no_lua() -> None:
    ended = run("analyse", "connect4", "--json")
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.usefixtures("without_lua")
@pytest.mark.parametrize("asked", [["--moves", BEHIND_THE_BOOK], ["--player", "mcts:1000"]])
def test_without_lua_one_sentence_names_the_package_and_the_command(asked: list[str]) -> None:
    sentence = refused("analyse", "connect4", *asked, code=1)
    assert "‘lupa’" in sentence and "pip install -r requirements.txt" in sentence


@pytest.mark.usefixtures("without_lua")
def test_the_worker_says_so_too_and_works_on() -> None:
    game, worker = ConnectFour(), Worker()
    state = game.initial()
    for move in map(int, BEHIND_THE_BOOK.split()):
        state = game.play(state, move)
    failing = worker.submit(lambda context: Connect4Oracle(game).values(state, context))
    player = worker.submit(lambda context: make_bot("mcts:100").choose(game, state, context))
    next_one = worker.submit(lambda context: 7)
    let_pass(lambda: None, lambda: next_one.done)
    assert failing.error == player.error == Message("connect4.no_lua")
    assert next_one.result == 7


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("fault", ["missing", "empty", "cut", "not Lua", "not UTF-8"])
def test_a_damaged_piece_of_the_search_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: str, fault: str
) -> None:
    home = Path(connect4_search.__file__)
    for name in PIECES:
        shutil.copy(home.with_name(name), tmp_path)
    monkeypatch.setattr(connect4_search, "__file__", str(tmp_path / home.name))
    Searcher(geometry_of(5, 4))  # whole, it works from here
    file = tmp_path / piece
    data = file.read_bytes()
    contents = {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "not Lua": b"nothing that makes sense",
        "not UTF-8": b"\xff" + data,
    }
    file.unlink()
    if fault in contents:
        file.write_bytes(contents[fault])
    with pytest.raises(SearchUnusableError, match=piece):
        Searcher(geometry_of(5, 4))
    with pytest.raises(SearchUnusableError, match=piece):
        state = ConnectFour(5, 4).initial()
        Connect4Oracle(ConnectFour(5, 4)).values(state, Context(0, threads=3))


@pytest.mark.slow
@pytest.mark.usefixtures("without_lua")
def test_without_lua_selftest_goes_on_and_says_once_what_is_missing() -> None:
    code, out, err = run("selftest")
    lines = out.splitlines()
    failed = [line for line in lines if line.startswith("FAIL")]
    assert failed and all(line.split()[1] == "connect4" for line in failed)
    assert "ok   connect4 random" in lines and "ok   nim optimal" in lines
    assert lines.index(failed[-1]) < lines.index("ok   nim optimal")
    assert "ok   pocketcube" in lines
    assert lines[-1] == f"{len(failed)} checks failed."
    assert code == 1 and err.count("\n") == 1
    assert "‘lupa’" in err and "pip install -r requirements.txt" in err
