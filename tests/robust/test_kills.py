"""Killed a hundred times at random moments: a match, a training, an arena run. Nothing is damaged.

Each of the three keeps one data folder through all its kills, so that every start after the first
is also a resume.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.protocols import game_key
from engine.registry import make_game
from engine.saves import from_json
from engine.session import Session
from engine.store import FILE_NAME, Store

ROOT = Path(__file__).resolve().parents[2]
QUIET = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

pytestmark = pytest.mark.slow


def killed(folder: Path, seconds: float, *arguments: str) -> None:
    """Start the program, kill it so long after its store is there."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *arguments, "--data-dir", str(folder)],
        env=QUIET,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + 20
    while not (folder / FILE_NAME).exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    time.sleep(seconds)
    assert process.poll() is None, "it ended by itself"
    process.kill()
    process.wait(timeout=10)
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()


def sound(folder: Path) -> Store:
    """The store, after its file has been found whole."""
    database = sqlite3.connect(folder / FILE_NAME)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    store = Store(folder)
    assert store.notice is None
    return store


def moves_of(text: str) -> list[str]:
    """The moves of a kept game, which must be legal from its start."""
    saved = from_json(text)
    game = make_game(saved.game, saved.options)
    return Session.replay(game, saved.start, saved.moves).move_texts()


def test_matches(tmp_path: Path) -> None:
    """Two bots at play in the window; finished games stay, and the one in progress goes on."""
    rng, finished, seen = random.Random(1), 0, 0
    for _ in range(40):
        killed(
            tmp_path, rng.uniform(0.6, 2.2),
            "--game", "tictactoe", "--first", "first", "--second", "random", "--frames", "9999",
        )  # fmt: skip
        store = sound(tmp_path)
        games = store.games()
        assert len(games) >= finished
        finished = len(games)
        for game in games:
            assert len(moves_of(game.saved)) == game.plies
        seen += sum(bool(moves_of(kept.saved)) for kept in store.unfinished("tictactoe"))
        store.close()
    assert finished + seen > 5


def test_training(tmp_path: Path) -> None:
    """What was learned and kept never gets less."""
    rng, learned = random.Random(2), 0
    for _ in range(30):
        killed(tmp_path, rng.uniform(0.3, 1.0), "train", "tictactoe", "--games", "100000000")
        store = sound(tmp_path)
        bags = store.load_bags(game_key(make_game("tictactoe")))
        store.close()
        total = sum(sum(counts.values()) for counts in bags.values())
        assert total >= learned
        assert all(count >= 1 for counts in bags.values() for count in counts.values())
        learned = total
    assert learned > 10_000


def processes_of(folder: Path) -> list[int]:
    """The processes that run in this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if Path(os.readlink(entry / "cwd")) == folder:
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.linux("looks for processes in /proc")
def test_arena_runs(tmp_path: Path) -> None:
    """Every row is whole, and no process of the pool is left behind."""
    rng, rows = random.Random(3), 0
    Store(tmp_path).close()
    for _ in range(30):
        killed(
            tmp_path, rng.uniform(0.3, 2.2), "arena", "connect4", "mc:4", "random",
            "--games", "1000000", "--jobs", "2", "--csv", str(tmp_path / "games.csv"),
        )  # fmt: skip
        file = tmp_path / "games.csv"
        if file.exists():
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            assert all(line.count(",") == 6 and line.endswith("\n") for line in lines)
            rows += len(lines[1:])
        end = time.monotonic() + 10
        while processes_of(tmp_path):
            assert time.monotonic() < end, "processes were left behind"
            time.sleep(0.05)
        sound(tmp_path).close()
    assert rows > 100
