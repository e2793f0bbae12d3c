"""Missing or damaged files of the program: it goes on without, or says so in one sentence."""

from __future__ import annotations

import json
import logging
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path

import pygame
import pytest

from engine.store.store_file import _fault
from gui.process import CrashGuard, LogFile
from gui.theme import FONTS, asset, damaged_fonts, is_sound_font, load_font
from tests.forked import ROOT, Starts, program_of
from tests.full import few_or_full

FULL = Path("/dev/full")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program whose files may be damaged."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("engine", "gui", "assets"):
        shutil.copytree(ROOT / name, folder / name)  # what is compiled, too
    shutil.copy(ROOT / "main.py", folder)
    return folder


def quiet(home: Path) -> dict[str, str]:
    """An environment without screen, sound or anything else."""
    return {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": str(home)}


def run(program: Path, data: Path, *arguments: str) -> tuple[int, str, list[str]]:
    """The exit code of the program, what it prints, and the lines on stderr."""
    done = subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=program,
        env=quiet(data),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.splitlines()


DAMAGED = (
    *("locale/de/shell.json", "fonts/NotoSans-Regular.ttf", "locale/de/language.json"),
    *("fonts/FiraCode-Regular.ttf", "sounds/win.wav", "icon/jouons-64.png", "books/connect4.book"),
)


Case = tuple[str, str, bool]  # file, language of the window, whether it is missing
CASES = [(*case, missing) for case in product(DAMAGED, ("de", "en")) for missing in (False, True)]
ONE_OF_EACH = [CASES[4 * number + (0, 2, 1, 3)[number % 4]] for number in range(len(DAMAGED))]


@contextmanager
def changed(path: Path, change: Callable[[bytes], bytes | None]) -> Iterator[None]:
    """A file with another content, or missing, and then as it was."""
    whole = path.read_bytes()
    content = change(whole)
    try:
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        yield
    finally:
        path.write_bytes(whole)


def spoiled(missing: bool) -> Callable[[bytes], bytes | None]:
    """Take a file away, or cut it in half."""
    return lambda whole: None if missing else whole[: len(whole) // 2]


def with_text(key: str, text: str) -> Callable[[bytes], bytes]:
    """Give a file of texts another one."""
    return lambda whole: json.dumps(json.loads(whole) | {key: text}).encode()


def said(lines: list[str]) -> list[str]:
    """The lines that are not of libpng, which speaks itself."""
    return [line for line in lines if not line.startswith("libpng")]


@few_or_full("cases", ONE_OF_EACH, CASES)
def test_the_window_goes_on_without_a_file(
    program: Path, tmp_path: Path, cases: list[Case]
) -> None:
    """Once the file has been cut in half or taken away."""
    starts = Starts(folder=program)
    for file, language, missing in cases:
        path, errors = program / "assets" / file, tmp_path / "errors"
        window = ("--data-dir", str(tmp_path), "--lang", language, "--frames", "3")
        with changed(path, spoiled(missing)), errors.open("wb") as stream:
            starts.start(program_of(program), window, program, quiet(tmp_path), (stream, stream))
            code = starts.wait()
        assert (code, said(errors.read_text().splitlines())) == (0, []), (file, missing)
    starts.close()


def test_the_window_goes_on_without_any_of_them(program: Path, tmp_path: Path) -> None:
    """Nor does a module read one of them while it is imported."""
    with ExitStack() as damages:
        for number, file in enumerate(DAMAGED):
            damages.enter_context(changed(program / "assets" / file, spoiled(number % 2 > 0)))
        window = ("--data-dir", str(tmp_path), "--lang", "de", "--frames", "3")
        code, _, lines = run(program, tmp_path, *window)
        assert (code, said(lines)) == (0, [])


def flipped(data: bytes) -> bytes:
    """The same file with one bit changed in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("name", FONTS)
def test_a_damaged_font_is_never_given_to_the_renderer(
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
    monkeypatch.setattr("gui.theme.is_sound_font", is_sound_font.__wrapped__)
    pygame.font.init()
    assert load_font(name, 20).size("Wi") == pygame.font.Font(None, 20).size("Wi")
    assert damaged_fonts() == [f"fonts/{each}.ttf" for each in FONTS]
    (tmp_path / "font.ttf").unlink()
    assert not is_sound_font.__wrapped__(name)


@pytest.mark.parametrize("damage", ["half", "gone", "field"])
def test_damaged_english_texts_are_one_sentence(program: Path, tmp_path: Path, damage: str) -> None:
    """Without a file its keys stood in place of its sentences."""
    path = program / "assets" / "locale" / "en" / "shell.json"
    field = with_text("gui.fault", "{file")
    with changed(path, field if damage == "field" else spoiled(damage == "gone")):
        for arguments in (("--data-dir", str(tmp_path), "--frames", "3"), ("games",)):
            code, _, (line,) = run(program, tmp_path, *arguments)
            assert code == 1 and "en/shell.json" in line and "install" in line


@pytest.mark.parametrize("text", ["Geh {unknown} {", "Geh {unknown}", "Nimm {count:zz}"])
def test_a_text_that_cannot_be_filled_in_is_english_and_its_file_is_named(
    program: Path, tmp_path: Path, text: str
) -> None:
    """It ended in an error of the program."""
    path = program / "assets" / "locale" / "de" / "cli.json"
    analyse = ("analyse", "tictactoe", "--position", "XXOOO.X.. X", "--lang", "de")
    with changed(path, with_text("cli.value", text)):
        code, _, lines = run(program, tmp_path, *analyse)
    assert code == 0 and len(lines) == 1 and "de/cli.json" in lines[0]


def test_a_text_that_a_language_lacks_is_english(program: Path, tmp_path: Path) -> None:
    """It printed its key: cli.value."""

    def without_values(whole: bytes) -> bytes:
        texts = json.loads(whole).items()
        return json.dumps({key: text for key, text in texts if key[:5] != "cli.v"}).encode()

    with changed(program / "assets" / "locale" / "fr" / "cli.json", without_values):
        code, out, _ = run(program, tmp_path, "analyse", "nim", "--lang", "fr")
    assert code == 0 and "cli." not in out and "for the player to move" in out
    assert "gagne" in out  # what French has stays French


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_log_on_a_full_disk_is_silent_and_the_sentence_claims_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    handler = LogFile(FULL, encoding="utf-8")
    logging.getLogger().addHandler(handler)
    try:
        fault = CrashGuard(handler).run(lambda: [][1])
    finally:
        logging.getLogger().removeHandler(handler)
    assert fault is not None and fault.key == "gui.fault_unlogged"
    assert "Logging error" not in capsys.readouterr().err


def test_a_full_disk_is_called_one_where_sqlite_speaks_of_input_and_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert "the disk does not respond" in str(_fault("store.unusable", error, tmp_path))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4096))
    assert "the disk is full" in str(_fault("store.unusable", error, tmp_path))
