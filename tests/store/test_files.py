"""Files: opened, bounded, replaced, tried again; saved games and settings go through there."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.files import alone, parse_json, read_regular, replace_file, with_patience
from engine.games.pocket_cube import STATES
from engine.messages import JouonsError, Message, render
from engine.options import LARGEST_COUNT
from engine.registry import make_game
from engine.saves import (
    LARGEST_FILE,
    SavedGame,
    SaveError,
    from_json,
    load,
    path_from,
    replay,
    save,
)
from engine.solvers.cube_table import _read
from gui.settings import FILE_NAME, GameSetup, Settings, SettingsFile
from gui.settings import from_json as settings_from_json
from tests.robust.test_conditions import as_a_person

ROOT = Path(__file__).resolve().parents[2]
GOOD = SavedGame("nim", {"heaps": "3,4,5"}, "3,4,5 0", "human", "random", 5, ("1-2",), wins=(1, 2))
unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


class HeldError(OSError):
    """What Windows raises; `winerror` cannot be given elsewhere."""

    winerror = 32


def held(times: int, error: OSError, act: Callable[..., Any]) -> Callable[..., Any]:
    """`act` as it goes while another program holds the file so many times."""
    left = [times]

    def try_it(*arguments: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            raise error
        return act(*arguments, **more)

    return try_it


def one_sentence(fault: JouonsError | Message) -> None:
    for language in ("en", "fr"):
        text = render(fault if isinstance(fault, Message) else fault.message, language)
        assert "\n" not in text and "Errno" not in text and len(text) < 400, text
        text.encode("utf-8")


# -- reading ---------------------------------------------------------------------------------------


@unix
@pytest.mark.timeout(10)
@pytest.mark.parametrize("kind", ["pipe", "zero", "folder"])
def test_b14_only_regular_files_are_read(tmp_path: Path, kind: str) -> None:
    """A pipe as .jouons, settings or cache held the program up for ever; /dev/zero filled it."""
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
    with pytest.raises(SaveError):
        save(path, GOOD)
    assert _read(path) is None
    path.rename(tmp_path / FILE_NAME)
    settings, notice = SettingsFile(tmp_path).load()
    assert settings == Settings() and notice is not None
    one_sentence(notice)
    assert SettingsFile(tmp_path).save(Settings(muted=True)) is not None


def test_b14_what_is_read_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_regular(path, 100) == b"x" * 100
    with pytest.raises(OSError) as fault:
        read_regular(path, 99)
    assert fault.value.errno == errno.EFBIG
    path.write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(SaveError, match="too large"):
        load(path)
    path.write_bytes(b" " * (STATES + 5))
    assert _read(path) is None


# -- replacing -------------------------------------------------------------------------------------


@unix
def test_c6_a_symbolic_link_is_written_through(tmp_path: Path) -> None:
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
def test_c6_nobody_else_reads_what_is_kept(tmp_path: Path) -> None:
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
def test_c6_a_full_disk_leaves_the_old_file_and_no_other(
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


def test_c6_two_windows_do_not_share_a_partial_file(tmp_path: Path) -> None:
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
def test_d12_a_file_that_a_scanner_holds_for_a_moment_is_written(tmp_path: Path, code: int) -> None:
    error = HeldError(errno.EACCES, "held")
    error.winerror = code
    waits: list[float] = []
    assert with_patience(held(16, error, lambda: "done"), waits.append) == "done"
    assert sum(waits) == pytest.approx(0.8)
    with pytest.raises(HeldError):
        with_patience(held(17, error, lambda: "done"), waits.append)


def test_d12_other_faults_are_said_at_once() -> None:
    waits: list[float] = []
    with pytest.raises(PermissionError):
        with_patience(held(1, PermissionError(13, "no"), lambda: None), waits.append)
    assert waits == []


def test_d12_saves_settings_and_damaged_files_wait(
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


# -- text ------------------------------------------------------------------------------------------


def test_b10_numbers_of_any_length_cost_nothing() -> None:
    """`wins` of 4,300 digits ended the window, 4,000 took 1.3 s at each rebuild."""
    started = time.perf_counter()
    text = json.dumps(json.loads(GOOD.to_json()) | {"wins": "W"})
    for digits in (20, 4_000, 4_300, 900_000):
        with pytest.raises(SaveError) as fault:
            from_json(text.replace('"W"', f"[{'9' * digits}, 0]"))
        one_sentence(fault.value)
    assert time.perf_counter() - started < 0.5
    assert parse_json("[9223372036854775807, -9223372036854775808]") == [2**63 - 1, -(2**63)]
    assert parse_json("[9223372036854775808, NaN, 1e999]")[:2] == [None, None]


def test_b10_counters_are_bounded_and_the_next_game_can_be_read() -> None:
    """`number` 2^63-1 made the next game of the series unreadable."""
    data = json.loads(GOOD.to_json())
    for name in ("number", "draws"):
        saved = from_json(json.dumps(data | {name: 2**63 - 1}))
        assert getattr(saved, name) == LARGEST_COUNT
        again = from_json(replace(saved, **{name: getattr(saved, name) + 1}).to_json())
        assert getattr(again, name) == LARGEST_COUNT
    assert from_json(json.dumps(data | {"wins": [2**62, 3]})).wins == (LARGEST_COUNT, 3)
    for wrong in ({"wins": [-1, 0]}, {"wins": [True, 0]}, {"draws": -1}, {"number": 1.5}):
        with pytest.raises(SaveError):
            from_json(json.dumps(data | wrong))


def test_a2_a_seed_is_what_the_store_can_hold() -> None:
    data = json.loads(GOOD.to_json())
    assert from_json(json.dumps(data | {"seed": 2**63 - 1})).seed == 2**63 - 1
    for seed in (2**63, 2**64, -1, True, 1.0):
        with pytest.raises(SaveError, match="seed"):
            from_json(json.dumps(data | {"seed": seed}))


@pytest.mark.parametrize(
    "name", ["game", "start", "options", "players", "moves", "extra", "\udfff"]
)
def test_a4_half_a_surrogate_pair_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    data = json.loads(GOOD.to_json())
    values = {"options": {"heaps": "\ud800"}, "players": ["\ud800", "human"], "moves": ["\udcff"]}
    path = tmp_path / "x.jouons"
    path.write_text(json.dumps(data | {name: values.get(name, "\ud800")}))
    with pytest.raises(SaveError) as fault:
        load(path)
    one_sentence(fault.value)


def test_d18_notepads_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "x.jouons"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.to_json().encode())
    assert load(path) == GOOD
    SettingsFile(tmp_path).save(Settings(muted=True))
    kept = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(b"\xef\xbb\xbf" + kept)
    assert SettingsFile(tmp_path).load() == (Settings(muted=True), None)


# -- names -----------------------------------------------------------------------------------------

NAMES = [
    "~nobody1/x", "x" * 242, "y" * 247, "z" * 256, "é" * 200, "a\0b", "\udcff.jouons", "\ud800",
    "/dev/null/x", "none/x.jouons", "//", "x" * 5000, "a\nb/c", "/" + "d/" * 3000 + "x",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a5_no_name_ends_the_program(tmp_path: Path, name: str) -> None:
    for act in (load, lambda path: save(path, GOOD)):
        try:
            act(path_from(name, tmp_path))
        except SaveError as fault:
            one_sentence(fault)
    assert not list(tmp_path.glob(".*.partial"))


@unix
def test_a5_names_as_long_as_the_system_allows_can_be_saved(tmp_path: Path) -> None:
    """From 242 characters on the partial file's name was too long."""
    for length in (241, 242, 247, 255):
        path = path_from("n" * length, tmp_path)
        save(path, GOOD)
        assert load(path) == GOOD


BELOW = """
import sys
from pathlib import Path
from engine.saves import SaveError, load, save
from tests.store.test_files import GOOD, one_sentence
for act in (load, lambda path: save(path, GOOD)):
    try:
        act(Path(sys.argv[1]) / "secret" / "x.jouons")
    except SaveError as fault:
        one_sentence(fault)
        print(fault)
"""


@unix
def test_a5_a_folder_without_permission_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir(mode=0o000)
    done = subprocess.run(
        [sys.executable, "-c", BELOW, str(tmp_path)],
        cwd=ROOT,
        preexec_fn=as_a_person,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the system does not allow it") == 2


# -- settings --------------------------------------------------------------------------------------


def test_b16_two_windows_keep_each_others_settings(tmp_path: Path) -> None:
    one, two = SettingsFile(tmp_path), SettingsFile(tmp_path)
    ours = theirs = one.load()[0]
    for volume in (0.1, 0.2, 0.3):
        changed = replace(ours, volume=volume).with_setup("nim", GameSetup(first="random"))
        one.changed(ours, changed)
        assert one.save(changed) is None
        ours = changed
        changed = replace(theirs, look="light").with_setup("matches", GameSetup(second="random"))
        two.changed(theirs, changed)
        assert two.save(changed) is None
        theirs = changed
    kept = one.load()[0]
    assert (kept.volume, kept.look) == (0.3, "light")
    assert kept.setups == {
        "nim": GameSetup(first="random"),
        "matches": GameSetup(second="random"),
    }
    assert kept.text_scale == 1.0


def _change_settings(folder: Path, number: int) -> None:
    file = SettingsFile(folder)
    settings = file.load()[0]
    for step in range(40):
        changed = settings.with_setup(f"game {number} {step}", GameSetup())
        file.changed(settings, changed)
        assert file.save(changed) is None
        settings = changed


def test_b16_settings_changed_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    windows = [context.Process(target=_change_settings, args=(tmp_path, n)) for n in range(2)]
    for window in windows:
        window.start()
    for window in windows:
        window.join(60)
    assert [window.exitcode for window in windows] == [0, 0]
    assert len(SettingsFile(tmp_path).load()[0].setups) == 80


def test_b16_what_could_not_be_written_is_written_with_the_next_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SettingsFile(tmp_path)
    first = Settings()
    file.save(first)
    second = replace(first, volume=0.1).with_setup("nim", GameSetup())
    monkeypatch.setattr(os, "replace", held(10**6, OSError(errno.ENOSPC, ""), os.replace))
    file.changed(first, second)
    assert file.save(second) is not None
    monkeypatch.undo()
    third = replace(second, muted=True)
    file.changed(second, third)
    SettingsFile(tmp_path).save(replace(first, look="light"))
    assert file.save(third) is None
    assert file.load()[0] == replace(third, look="light")


def test_a_lock_that_another_program_holds_is_waited_for_a_moment_only(tmp_path: Path) -> None:
    waits: list[float] = []
    with alone(tmp_path / "lock"):
        with pytest.raises(OSError), alone(tmp_path / "lock", waits.append):
            raise AssertionError("two were alone")
        assert sum(waits) == pytest.approx(0.8)
    with alone(tmp_path / "lock", waits.append):
        assert sum(waits) == pytest.approx(0.8)


# -- hostile content -------------------------------------------------------------------------------

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0.5, 2**63, 10**400, "", "\0", "\ud800", "x" * 5000, "\u034f\u202e", [], {},
    [[]], {"a": {}}, [None] * 3, ["3", "9"], "nim", "human", "mcts:" + "9" * 50, [1, 2], [-1, -2],
    {"heaps": "9" * 5000}, {"\ud800": "x"}, float("inf"), float("nan"), "9" * 4300, [0] * 20_000,
)  # fmt: skip


def hostile(good: dict[str, Any], seed: int) -> Iterator[bytes]:
    """300 files near a good one: values replaced, names lost, bytes flipped, cut, put in."""
    rng = random.Random(seed)
    for number in range(300):
        data: Any = dict(good)
        for _ in range(rng.randint(1, 3)):
            data[rng.choice(sorted(good))] = rng.choice(STRANGE)
        if number % 3 == 1:
            data.pop(rng.choice(sorted(data)))
        whole = bytearray(json.dumps(data).replace(" " * 4, " ").encode())
        if number % 3 == 2:
            for _ in range(rng.randint(1, 20)):
                at = rng.randrange(len(whole))
                whole[at : at + rng.randint(0, 9)] = rng.randbytes(rng.randint(0, 4))
        yield bytes(whole)


def test_300_hostile_saves_are_taken_or_refused_in_a_sentence(tmp_path: Path) -> None:
    path, refused = tmp_path / "x.jouons", 0
    for content in hostile(json.loads(GOOD.to_json()), 1):
        path.write_bytes(content)
        try:
            saved = load(path)
            replay(saved, make_game(saved.game, saved.options))
            save(path, saved)
            assert load(path) == saved
        except JouonsError as fault:
            refused += 1
            one_sentence(fault)
    assert 150 < refused < 300


def test_300_hostile_settings_are_taken_or_set_aside(tmp_path: Path) -> None:
    good = json.loads(json.dumps(vars(Settings(muted=True)) | {"format": 1}))
    aside = 0
    for content in hostile(good, 2):
        (tmp_path / FILE_NAME).write_bytes(content)
        file = SettingsFile(tmp_path)
        settings, notice = file.load()
        if notice is not None:
            aside += 1
            one_sentence(notice)
        file.changed(settings, replace(settings, teaching=True))
        assert file.save(replace(settings, teaching=True)) is None
        assert file.load() == (replace(settings, teaching=True), None)
    assert aside == len(list(tmp_path.glob("*.damaged-*"))) > 50
