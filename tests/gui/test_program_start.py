"""The whole program as it starts: its arguments, its faults, its first frame."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from engine.cli.console import COMMANDS
from engine.saves import SavedGame, save
from engine.store.store import Store
from gui.app import App, main, quiet_libraries
from gui.process import CrashGuard
from gui.worker import Job
from tests.waiting import wait_for
from tests.window.conftest import ROOT

MAIN = str(ROOT / "main.py")


def program(folder: Path, *arguments: str, code: str = "") -> subprocess.Popen[str]:
    start = ["-c", code] if code else [MAIN]
    return subprocess.Popen(
        [sys.executable, *start, "--data-dir", str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def test_the_first_frame_is_drawn_before_the_worker_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day's puzzles read the opening book while the menu was built: slower, and 17 MB more."""
    order: list[str] = []
    frame = App.frame

    def drawn(self: App, dt: float) -> None:
        frame(self, dt)
        self.running = "job" not in order
        order.append("frame")

    monkeypatch.setattr(Job, "run", lambda self: order.append("job"))
    monkeypatch.setattr(App, "frame", drawn)
    assert main(["--scene", "menu", "--data-dir", str(tmp_path)]) == 0
    assert order[0] == "frame" and "job" in order


@pytest.mark.linux("Windows sends no such signal to one process, and macOS was not tried")
def test_an_interrupt_ends_the_window_with_one_line(tmp_path: Path) -> None:
    game = ("--game", "connect4", "--first", "random", "--second", "mc:1000000000")
    store = Store(tmp_path)
    process = program(tmp_path, *game, "--lang", "de")
    wait_for(store.unfinished, pause=0.05)  # the other bot thinks when the first move is kept
    store.close()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    told = "jouons: beendet; alles ist gespeichert\n"
    assert (process.returncode, errors) == (130, told), "in the language of the window"


BROKEN_MENU = """
import sys
from gui import app
from gui.pages.menu import MenuScreen
def view(self):
    raise ZeroDivisionError("in build")
MenuScreen.view = view
sys.exit(app.main(sys.argv[1:]))
"""


def test_a_fault_that_ends_the_program_is_not_called_a_missing_window(tmp_path: Path) -> None:
    process = program(tmp_path, "--frames", "3", code=BROKEN_MENU)
    _, errors = process.communicate()
    assert process.returncode == 1
    (line,) = errors.splitlines()
    assert "cannot be opened" not in line and "error in the program" in line
    log = tmp_path / "log" / "jouons.log"
    assert str(log) in line
    assert "ZeroDivisionError: in build" in log.read_text(encoding="utf-8")


def test_only_a_missing_window_is_called_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nothing_of_that_name")
    process = program(tmp_path, "--frames", "3")
    _, errors = process.communicate()
    assert process.returncode == 1
    (line,) = errors.splitlines()
    assert line.startswith("jouons: the window cannot be opened: ")


NONSENSE = [
    (["--game", "wrong"], "There is no game ‘wrong’"),
    (["--scene", "setup", "--game", "wrong"], "There is no game ‘wrong’"),
    (["--game", "nim", "--option", "nothing=1"], "no option ‘nothing’"),
    (["--game", "nim", "--first", "nobody"], "‘nobody’"),
    (["--game", "nim", "--moves", "9-9"], "There is no heap 9"),
    (["--scene", "cube", "--moves", "R Q"], "‘Q’"),
    (["--game", "pocketcube", "--option", "metric=third"], "metric=third"),
    (["--first", "foo"], "--first does not work with ‘menu’"),
    (["--option", "rows=7"], "--option does not work with ‘menu’"),
    (["--scene", "setup", "--second", "foo"], "--second does not work with ‘setup’"),
    (["--scene", "arena", "--first", "foo"], "--first does not work with ‘arena’"),
    (["--scene", "help", "--moves", "3"], "--moves does not work with ‘help’"),
    (["--scene", "puzzles", "a.jouons"], "FILE.jouons does not work with ‘puzzles’"),
    (["--scene", "cube", "--first", "foo"], "accepted there: --option, --position, --moves"),
    (["--scene", "arena", "--game", "pocketcube"], "choose from tictactoe"),
    (["--game", "pocketcube", "--first", "bar"], "--first does not work with ‘cube’"),
]


@pytest.mark.parametrize(("arguments", "named"), NONSENSE, ids=[named for _, named in NONSENSE])
def test_what_is_wrong_with_the_arguments_is_said_where_there_is_no_display_too(
    arguments: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They are checked before the display is opened."""

    def no_display() -> None:
        raise pygame.error("no display")

    monkeypatch.setattr(pygame.display, "init", no_display)
    monkeypatch.setattr("gui.app.start_log", lambda folder: CrashGuard())
    assert main([*arguments, "--data-dir", str(tmp_path)]) == 2
    *usage, last = capsys.readouterr().err.splitlines()
    assert usage[0].startswith("usage: ")
    assert last.startswith("jouons: ") and named in last


@pytest.mark.parametrize("language, sentence", [("fr", "Il n’y a pas"), ("de", "gibt es nicht")])
def test_a_fault_at_the_start_is_said_in_the_language_asked_for(
    language: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nowhere.jouons", "--lang", language, "--data-dir", str(tmp_path)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert sentence in said


@pytest.mark.parametrize(
    "more",
    [
        ["--first", "random"],
        ["--moves", "1-1"],
        ["--option", "misere=true"],
        ["--position", "3,4,5 0", "--game", "nim"],
        ["--game", "connect4"],
    ],
)
def test_options_that_a_saved_game_would_ignore_are_refused(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They passed in silence, and the saved game was opened as it was."""
    path = tmp_path / "x.jouons"
    save(path, SavedGame("nim", {}, "5,4,3,2,1 0", "human", "random", 1, ()))
    assert main([str(path), *more, "--data-dir", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(f"jouons: {more[0]} does not work with a saved game")


@pytest.mark.parametrize("more", [[], ["tictactoe"], ["--lang", "de"]])
def test_a_misspelt_command_is_wrong_use(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was taken for a file: exit code 1, and no word of the commands."""
    with pytest.raises(SystemExit) as ended:
        main(["analyze", *more, "--data-dir", str(tmp_path)])
    assert ended.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "analyze" in said and ", ".join(COMMANDS) in said


def test_libraries_print_nothing_while_the_display_opens(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Without a session, Wayland's library wrote a line of its own before our sentence."""
    with quiet_libraries():
        os.write(2, b"error: XDG_RUNTIME_DIR is invalid")
    os.write(2, b"ours")
    assert capfd.readouterr().err == "ours"


@pytest.mark.parametrize("moves", ['["9-9"]', "[5]", '["1-1"], "moves": 7'])
def test_a_file_with_a_fault_is_one_line_without_the_usage(
    moves: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command is right, the file is not: as with the commands that read one."""
    path = tmp_path / "x.jouons"
    path.write_text(
        '{"format": 1, "game": "nim", "options": {}, "start": "5,4,3,2,1 0",'
        f' "players": ["human", "random"], "seed": 1, "moves": {moves}}}'
    )
    assert main([str(path), "--data-dir", str(tmp_path)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("jouons: ")


def test_a_folder_without_room_for_a_log_is_said_too(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file in its place", encoding="utf-8")
    process = program(tmp_path, "--frames", "3", code=BROKEN_MENU)
    _, errors = process.communicate()
    assert process.returncode == 1
    assert errors.splitlines()[-1].startswith("jouons: An error in the program")
