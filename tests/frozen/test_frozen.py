"""The packaged program, without Python on the path, in a folder with spaces and accents."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pygame
import pytest

from engine.saves import SavedGame
from engine.version import version
from tests.access.reader import ask_until, heard
from tests.packaging import packaged, packaged_once
from tests.programs import PACKAGER, READER

START = "......... X"
LARGEST_FOLDER = 110_000_000  # bytes

pytestmark = [
    pytest.mark.frozen,
    pytest.mark.slow,
    pytest.mark.linux("the packaged program is started as on Linux"),
    pytest.mark.needs(*PACKAGER),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged folder, built once for all workers."""
    return packaged_once(tmp_path_factory)


def run(
    folder: Path, program: str, *arguments: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a program of the folder from another folder, with an empty PATH."""
    env = {"HOME": str(folder.parent), "PATH": "", "SDL_AUDIODRIVER": "dummy", **more}
    return subprocess.run(
        [str(folder / program), *arguments],
        env=env,
        cwd=os.sep,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_packaged_program_passes_its_own_test(folder: Path) -> None:
    done = run(folder, "jouons-cli", "selftest")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAIL" not in done.stdout
    assert "pocketcube" in done.stdout


def test_the_arena_plays_in_processes(folder: Path) -> None:
    done = run(
        folder, "jouons-cli", "arena", "connect4", "mc:4/move", "random", "--games", "120",
        "--jobs", "2", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    pair = json.loads(done.stdout)["pairs"][0]
    assert pair["wins"] + pair["draws"] + pair["losses"] == 120
    assert pair["score"] > 0.7


def test_a_persons_own_bot_plays(folder: Path, tmp_path: Path) -> None:
    data = ("--data-dir", str(tmp_path))
    done = run(folder, "jouons-cli", "bots", "new", "mine", "--like", "montecarlo", *data)
    assert done.returncode == 0, done.stderr
    bots = tmp_path / "bots"
    (bots / "library.py").write_text(
        "import csv, decimal, http.client, multiprocessing, sqlite3, statistics, wave\n"
        "def choose(game, state, think):\n    print(hash('a'))\n    return game.moves(state)[0]\n"
    )
    prints = set()
    for _ in range(2):
        done = run(folder, "jouons-cli", "think", "nim", "--player", "own:library", "--json", *data)
        assert done.returncode == 0, done.stderr
        prints.add(json.loads(done.stdout)["steps"][0]["output"])
    assert len(prints) == 1  # sets have the same order each time
    words = ("arena", "tictactoe", "own:mine", "random", "--games", "20", "--jobs", "2", "--json")
    done = run(folder, "jouons-cli", *words, *data)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pairs"][0]["low"] > 0.5


def test_the_window_opens_and_plays(folder: Path, display: str, tmp_path: Path) -> None:
    picture = tmp_path / "une image.png"
    done = run(
        folder, "Jouons", "--game", "tictactoe", "--first", "random", "--second", "optimal",
        "--frames", "60", "--screenshot", str(picture), "--size", "960x640",
        "--data-dir", str(tmp_path / "donn\u00e9es"), DISPLAY=display,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    shot = pygame.image.load(picture)
    assert shot.get_size() == (960, 640)
    colours = {tuple(shot.get_at((x, y)))[:3] for x in range(0, 960, 7) for y in range(0, 640, 7)}
    assert len(colours) > 20


@pytest.mark.needs(*READER)
def test_screen_readers_are_let_in(folder: Path, display: str) -> None:
    """Somebody who only hears the packaged program finds the way out of it."""

    def packaged_window(kept: Path) -> list[str]:
        return [str(folder / "Jouons"), "--data-dir", str(kept), "--lang", "en"]

    with heard(display, packaged_window) as (program, listener):
        ask_until(lambda: "Quit" in listener.names(), "the menu is not told")
        listener.press("Quit")
        program.close()
        assert program.process.returncode == 0


def test_it_says_its_version_whatever_project_lies_beside_it(folder: Path) -> None:
    beside = folder / "pyproject.toml"
    beside.write_text("[project\0")
    try:
        assert run(folder, "jouons-cli", "--version").stdout == f"Jouons {version()}\n"
    finally:
        beside.unlink()


def test_it_opens_the_game_that_is_given_to_it(folder: Path, display: str, tmp_path: Path) -> None:
    game = tmp_path / "partie.jouons"
    kept = tmp_path / "donn\u00e9es"
    game.write_text(SavedGame("tictactoe", {}, START, "human", "human", 1, ("4", "0")).to_json())
    window = (str(game), "--frames", "30", "--data-dir", str(kept))
    done = run(folder, "Jouons", *window, DISPLAY=display)
    assert done.returncode == 0, done.stderr
    listed = run(folder, "jouons-cli", "history", "--json", "--data-dir", str(kept))
    assert [game["moves"] for game in json.loads(listed.stdout)["games"]] == [["4", "0"]]


def test_wrong_use_is_one_clear_answer(folder: Path) -> None:
    done = run(folder, "jouons-cli", "analyse", "chess")
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_packaged_folder_is_small(folder: Path) -> None:
    files = [path.stat() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    sizes = {each.st_ino: each.st_size for each in files}  # one file may have two names
    assert sum(sizes.values()) < LARGEST_FOLDER


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder with its checksum; links with what they point to."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


@pytest.mark.full
def test_made_twice_it_is_equal_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    first, second = contents(folder), contents(packaged(tmp_path))
    assert len(first) > 100
    assert first == second
