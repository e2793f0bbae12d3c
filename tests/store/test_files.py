"""Files: opened, bounded, replaced, tried again; whatever the program keeps goes through there."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.arena.report import ReportError, ResultFile
from engine.files import alone, parse_json, read_regular, replace_file, with_patience
from engine.saves import LARGEST_FILE, SavedGame, SaveError, from_json, load, save
from gui.settings import FILE_NAME, Settings, SettingsFile
from gui.settings import from_json as settings_from_json
from tests.forked import ROOT
from tests.hostile import HeldError, held, one_sentence, unix

GOOD = SavedGame("nim", {"heaps": "3,4,5"}, "3,4,5 0", "human", "random", 5, ("1-2",), wins=(1, 2))


# -- reading ---------------------------------------------------------------------------------------


@unix
@pytest.mark.timeout(10)
@pytest.mark.parametrize("kind", ["pipe", "zero", "folder"])
def test_only_regular_files_are_read(tmp_path: Path, kind: str) -> None:
    """A pipe as .jouons or settings held the program up for ever; /dev/zero filled it."""
    path = tmp_path / "x.jouons"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(OSError):
        read_regular(path, 10)
    with pytest.raises(SaveError) as fault:
        load(path)
    one_sentence(fault.value)
    why = "it is a folder" if kind == "folder" else "it is not an ordinary file"
    assert str(fault.value).endswith(f"{why}.")
    with pytest.raises(SaveError):
        save(path, GOOD)
    path.rename(tmp_path / FILE_NAME)
    settings, notice = SettingsFile(tmp_path).load()
    assert settings == Settings() and notice is not None
    one_sentence(notice)
    assert SettingsFile(tmp_path).save(Settings(muted=True)) is not None


def test_what_is_read_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_regular(path, 100) == b"x" * 100
    with pytest.raises(OSError) as fault:
        read_regular(path, 99)
    assert fault.value.errno == errno.EFBIG
    path.write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(SaveError, match="at most 1,000,000 characters"):
        load(path)


# -- replacing -------------------------------------------------------------------------------------


@unix
def test_a_symbolic_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "home").mkdir()
    target = tmp_path / "kept" / "mine.json"
    target.write_text(json.dumps({"format": 1, "muted": True}))
    (tmp_path / "home" / FILE_NAME).symlink_to(target)
    file = SettingsFile(tmp_path / "home")
    settings, _ = file.load()
    file.changed(settings, replace(settings, volume=0.25))
    assert file.save(replace(settings, volume=0.25)) is None
    assert (tmp_path / "home" / FILE_NAME).is_symlink()
    kept = settings_from_json(target.read_bytes())
    assert (kept.muted, kept.volume) == (True, 0.25)


@unix
def test_nobody_else_reads_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        SettingsFile(tmp_path / "new").save(Settings())
        save(tmp_path / "shared.jouons", GOOD)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "shared.jouons").stat().st_mode) == 0o644
    (tmp_path / "shared.jouons").chmod(0o640)
    save(tmp_path / "shared.jouons", GOOD)
    assert stat.S_IMODE((tmp_path / "shared.jouons").stat().st_mode) == 0o640


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "x.jouons"
    save(path, GOOD)
    full = OSError(errno.ENOSPC, "full")
    monkeypatch.setattr(os, step, held(10**6, full, getattr(os, step)))
    with pytest.raises(SaveError, match="the disk is full") as fault:
        save(path, replace(GOOD, seed=6))
    one_sentence(fault.value)
    monkeypatch.undo()
    assert load(path) == GOOD
    assert list(tmp_path.iterdir()) == [path]


def test_two_windows_do_not_share_a_partial_file(tmp_path: Path) -> None:
    (tmp_path / f".jouons-{os.getpid()}-0.partial").write_text("another thread's")
    replace_file(tmp_path / "x", b"mine")
    assert (tmp_path / "x").read_bytes() == b"mine"
    assert (tmp_path / f".jouons-{os.getpid()}-0.partial").read_text() == "another thread's"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_saved_game_is_on_the_disk_before_it_replaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def step(*arguments: Any, name: str = name, real: Any = real) -> None:
            steps.append(name)
            real(*arguments)

        monkeypatch.setattr(os, name, step)
    save(tmp_path / "x.jouons", GOOD)
    assert steps == ["fsync", "replace"]


# -- tried again -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [5, 32, 33])
def test_a_file_that_a_scanner_holds_for_a_moment_is_written(
    code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = HeldError(errno.EACCES, "held")
    error.winerror = code
    waits: list[float] = []
    monkeypatch.setattr("engine.files.time.sleep", waits.append)
    assert with_patience(held(16, error, lambda: "done")) == "done"
    assert sum(waits) == pytest.approx(0.8)
    with pytest.raises(HeldError):
        with_patience(held(17, error, lambda: "done"))


def test_other_faults_are_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("engine.files.time.sleep", waits.append)
    with pytest.raises(PermissionError):
        with_patience(held(1, PermissionError(13, "no"), lambda: None))
    assert waits == []


def test_saves_settings_and_damaged_files_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WinError 32 from the replacement, and again from taking the partial file away."""
    real = os.replace
    monkeypatch.setattr(os, "replace", held(3, HeldError(errno.EACCES, "held"), real))
    save(tmp_path / "x.jouons", GOOD)
    monkeypatch.setattr(os, "replace", held(3, HeldError(errno.EACCES, "held"), real))
    assert SettingsFile(tmp_path).save(Settings(muted=True)) is None
    (tmp_path / FILE_NAME).write_text("no settings")
    monkeypatch.setattr(os, "replace", held(3, HeldError(errno.EACCES, "held"), real))
    notice = SettingsFile(tmp_path).load()[1]
    assert notice is not None and notice.key == "gui.settings_damaged"
    monkeypatch.setattr(os, "replace", held(10**6, HeldError(errno.EACCES, "held"), real))
    monkeypatch.setattr(Path, "unlink", held(3, HeldError(errno.EACCES, "held"), Path.unlink))
    with pytest.raises(SaveError) as fault:
        save(tmp_path / "x.jouons", GOOD)
    one_sentence(fault.value)
    monkeypatch.undo()
    assert not list(tmp_path.glob(".*.partial"))


def test_a_lock_that_another_program_holds_is_waited_for_a_moment_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("engine.files.time.sleep", waits.append)
    with alone(tmp_path / "lock"):
        with pytest.raises(OSError), alone(tmp_path / "lock"):
            raise AssertionError("two were alone")
        assert sum(waits) == pytest.approx(0.8)
    with alone(tmp_path / "lock"):
        assert sum(waits) == pytest.approx(0.8)


# -- text ------------------------------------------------------------------------------------------


def test_numbers_of_any_length_are_refused_in_a_sentence() -> None:
    """`wins` of 4,300 digits ended the window, 4,000 took 1.3 s at each rebuild."""
    text = json.dumps(json.loads(GOOD.to_json()) | {"wins": "W"})

    for digits in (20, 4_000, 4_300, 900_000):
        with pytest.raises(SaveError) as fault:
            from_json(text.replace('"W"', f"[{'9' * digits}, 0]"))
        one_sentence(fault.value)
    assert parse_json("[9223372036854775807, -9223372036854775808]") == [2**63 - 1, -(2**63)]
    assert parse_json("[9223372036854775808, NaN, 1e999]")[:2] == [None, None]


def test_a_file_that_is_no_game_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "x.jouons"
    for text, why in (
        ("hello", "it is not JSON text"),
        ("[" * 100_000 + "]" * 100_000, "its JSON is nested too deeply"),
        ('{"game": "\\ud800"}', "it holds half of a character (a lone surrogate)"),
    ):
        path.write_text(text)
        with pytest.raises(SaveError) as fault:
            load(path)
        assert str(fault.value) == f"This is not a game saved by Jouons: {why}."
    path.unlink()
    path.symlink_to(tmp_path / "nothing")
    with pytest.raises(SaveError, match="it is a link to a file that does not exist"):
        load(path)


@unix
def test_a_limit_on_the_size_of_files_is_named(tmp_path: Path) -> None:
    """The disk did not respond, or was full."""
    # Under the limit Python itself would write its compiled modules by halves, hence -B.
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192));"
    limited += "from engine.cli import command_line; sys.exit(command_line.main(sys.argv[1:]))"
    table, folder = str(tmp_path / "x.csv"), str(tmp_path / "data")
    arena = ["arena", "nim", "random", "first", "--games", "200", "--jobs", "1", "--csv", table]
    for command in (arena, ["train", "matches", "--games", "1", "--data-dir", folder]):
        done = subprocess.run(
            [sys.executable, "-B", "-c", limited, *command],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1 and "(ulimit -f)" in done.stderr.splitlines()[-1], done.stderr
    assert Path(table).read_text().endswith("\n")  # whole rows
    if Path("/dev/full").exists():
        with pytest.raises(ReportError, match="the disk is full"):
            ResultFile(Path("/dev/full"), "head\n").add("row\n")


def test_notepads_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "x.jouons"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.to_json().encode())
    assert load(path) == GOOD
    SettingsFile(tmp_path).save(Settings(muted=True))
    kept = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(b"\xef\xbb\xbf" + kept)
    assert SettingsFile(tmp_path).load() == (Settings(muted=True), None)
