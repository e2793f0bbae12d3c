"""Machines that are not as one would like: no screen, no sound, nothing may be written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from engine.saves import SavedGame
from engine.store.store import Store
from engine.store.store_file import FILE_NAME as STORE_NAME
from engine.store.store_file import StoreError
from gui.settings import FILE_NAME, Settings, SettingsFile
from tests.forked import PROGRAM, Alone

ROOT = Path(__file__).resolve().parents[2]
SAVED = SavedGame("matches", {}, "16 0", "human", "random", 5, ("1", "3")).to_json()


class Run(Protocol):
    """Runs the program without a screen to its end; an empty value removes a variable."""

    def __call__(self, *arguments: str, **env: str) -> Ended: ...


class Ended(NamedTuple):
    """Exit code and what the program wrote."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(starts: Alone, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The program of one who has no rights but his own."""

    def begin(*arguments: str, **env: str) -> Ended:
        whole = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **env}
        streams = tmp_path_factory.mktemp("streams")
        paths = [streams / name for name in ("output", "errors")]
        with paths[0].open("wb") as output, paths[1].open("wb") as errors:
            kept = {name: value for name, value in whole.items() if value}
            starts.start(PROGRAM, arguments, ROOT, kept, (output, errors))
            code = starts.wait()
        return Ended(code, *(path.read_text() for path in paths))

    return begin


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A data folder with settings and a store, all of it read-only."""
    folder = tmp_path / "locked"
    assert SettingsFile(folder).save(Settings()) is None
    store = Store(folder)
    store.keep_unfinished(None, "matches", SAVED)
    store.close()
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    folder.chmod(0o755)


def test_no_screen_is_one_sentence(run: Run, tmp_path: Path) -> None:
    done = run("--frames", "5", "--data-dir", str(tmp_path), SDL_VIDEODRIVER="x11", DISPLAY="")
    assert done.returncode == 1
    assert done.stderr.startswith("jouons: the window cannot be opened")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("driver", ["alsa", "nothing-like-this"])
def test_no_sound_device_is_no_reason_to_stop(run: Run, tmp_path: Path, driver: str) -> None:
    done = run(
        "--game", "tictactoe", "--first", "first", "--second", "first", "--frames", "60",
        "--data-dir", str(tmp_path), SDL_AUDIODRIVER=driver,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    store = Store(tmp_path)
    assert store.unfinished() or store.games()
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")
def test_a_locked_folder_can_still_be_played_in(run: Run, locked: Path) -> None:
    before = (locked / FILE_NAME).read_text(encoding="utf-8")
    for more in (["--game", "nim"], ["--scene", "preferences"], ["--scene", "arena"], []):
        done = run("--frames", "8", "--data-dir", str(locked), *more)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert (locked / FILE_NAME).read_text(encoding="utf-8") == before


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")
def test_a_game_that_could_not_be_saved_is_said_after_the_window_closed(
    run: Run, locked: Path
) -> None:
    begun = ("--game", "tictactoe", "--moves", "0 4")
    done = run(*begun, "--frames", "5", "--data-dir", str(locked))
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]  # the log has no file here: its line comes before
    assert last.startswith("jouons: The window closed before the last state of a game was saved.")
    assert "it and its folder are read-only." in last


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")
def test_a_locked_store_is_refused_in_one_line_and_left_as_it_is(run: Run, locked: Path) -> None:
    before = {path.name: path.read_bytes() for path in locked.iterdir()}
    for command in ("history --json", "train matches --games 9", "arena nim learner random"):
        done = run(*command.split(), "--data-dir", str(locked))
        assert (done.returncode, done.stdout) == (1, "")
        assert "are read-only." in done.stderr and done.stderr.count("\n") == 1
    assert {path.name: path.read_bytes() for path in locked.iterdir()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_a_store_that_may_not_even_be_read_is_said(run: Run, locked: Path) -> None:
    (locked / STORE_NAME).chmod(0)
    done = run("history", "--data-dir", str(locked))
    assert (done.returncode, done.stdout) == (1, "")
    assert "the system does not allow it" in done.stderr and done.stderr.count("\n") == 1


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("not a folder")
    with pytest.raises(StoreError, match="taken"):
        Store(tmp_path / "taken")
    assert SettingsFile(tmp_path / "taken").save(Settings()) is not None


@pytest.mark.parametrize("option", ["--screenshot", "--timings"])
def test_a_picture_that_cannot_be_written_is_said_and_is_no_fault_of_the_program(
    run: Run, tmp_path: Path, option: str
) -> None:
    wanted = tmp_path / "missing" / "file"
    done = run("--frames", "2", option, str(wanted), "--data-dir", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == f"jouons: The file {wanted} cannot be written: its path does not exist.\n"
