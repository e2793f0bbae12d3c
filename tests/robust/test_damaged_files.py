"""Missing or damaged files of the program: it goes on without, or says so in one sentence."""

from __future__ import annotations

import logging
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store_file import _fault
from gui.crash_guard import CrashGuard, LogFile
from gui.theme import FONTS, asset, is_sound_font
from tests.window.conftest import ROOT

FULL = Path("/dev/full")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program whose files may be damaged."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("engine", "gui", "assets"):
        shutil.copytree(ROOT / name, folder / name)  # what is compiled, too
    shutil.copy(ROOT / "main.py", folder)
    return folder


def run(program: Path, data: Path, *arguments: str) -> tuple[int, list[str]]:
    """The exit code and the lines on stderr of three frames of the window."""
    done = subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=program,
        env={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr.splitlines()


DAMAGED = (
    *("locale/de/shell.json", "fonts/NotoSans-Regular.ttf", "locale/de/language.json"),
    *("fonts/FiraCode-Regular.ttf", "sounds/win.wav", "icon/jouons-64.png", "books/connect4.book"),
)


@pytest.mark.parametrize(
    ("file", "language", "missing"),
    [
        pytest.param(file, language, missing, marks=() if default else pytest.mark.full)
        for number, file in enumerate(DAMAGED)
        for turn, language in enumerate(("de", "en"))
        for missing in (False, True)
        for default in [turn == number % 2 and missing == (number % 4 > 1)]
    ],
)
def test_d2_the_window_goes_on_without_a_file(
    program: Path, tmp_path: Path, file: str, language: str, missing: bool
) -> None:
    """Once the file has been cut in half or taken away."""
    path = program / "assets" / file
    whole = path.read_bytes()
    window = ("--data-dir", str(tmp_path), "--lang", language, "--frames", "3")
    try:
        path.unlink()
        if not missing:
            path.write_bytes(whole[: len(whole) // 2])
        code, lines = run(program, tmp_path, *window)
        said = [line for line in lines if not line.startswith("libpng")]  # which speaks itself
        assert (code, said) == (0, [])
    finally:
        path.write_bytes(whole)


def flipped(data: bytes) -> bytes:
    """The same file with one bit changed in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("name", FONTS)
def test_d2_a_damaged_font_is_never_given_to_the_renderer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """SDL_ttf opened such files, and crashed or drew nothing when it rendered them."""
    file = asset(f"fonts/{name}.ttf")
    whole = file.read_bytes()
    assert is_sound_font.__wrapped__(name)
    monkeypatch.setattr("gui.theme.asset", lambda _: tmp_path / "font.ttf")
    noise = random.Random(1).randbytes(3_000)
    damages = (b"", b"\0" * 20, noise, whole[:3_000], whole[: len(whole) // 2], flipped(whole))
    for damaged in damages:
        (tmp_path / "font.ttf").write_bytes(damaged)
        assert not is_sound_font.__wrapped__(name)
    (tmp_path / "font.ttf").unlink()
    assert not is_sound_font.__wrapped__(name)


def test_d2_damaged_english_texts_are_one_sentence(program: Path, tmp_path: Path) -> None:
    path = program / "assets" / "locale" / "en" / "shell.json"
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    try:
        for arguments in (("--data-dir", str(tmp_path), "--frames", "3"), ("games",)):
            code, (line,) = run(program, tmp_path, *arguments)
            assert code == 1 and "en/shell.json" in line and "install" in line
    finally:
        path.write_bytes(whole)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_d1_a_log_on_a_full_disk_is_silent_and_the_sentence_claims_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    handler = LogFile(FULL, encoding="utf-8")
    logging.getLogger().addHandler(handler)
    try:
        fault = CrashGuard(FULL, handler).run(lambda: [][1])
    finally:
        logging.getLogger().removeHandler(handler)
    assert fault is not None and fault.key == "gui.fault_unlogged"
    assert "Logging error" not in capsys.readouterr().err


def test_d1_a_full_disk_is_called_one_where_sqlite_speaks_of_input_and_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert "the disk does not respond" in str(_fault("store.unusable", error, tmp_path))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4096))
    assert "the disk is full" in str(_fault("store.unusable", error, tmp_path))
