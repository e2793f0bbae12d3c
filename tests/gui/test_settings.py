"""The file of settings: two windows share it, whatever stands in it."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.folders import Folders
from gui.app import make_services, read_settings
from gui.options import parse_window
from gui.settings import FILE_NAME, GameSetup, LessonProgress, Settings, SettingsFile
from gui.system import System
from tests.hostile import held, hostile, one_sentence
from tests.waiting import HANG


def test_two_windows_keep_each_others_settings_lessons_and_names(tmp_path: Path) -> None:
    one, two = SettingsFile(tmp_path), SettingsFile(tmp_path)
    ours = theirs = one.load()[0]
    for volume, step in ((0.1, "first"), (0.2, "second"), (0.3, "third")):
        changed = replace(ours, volume=volume).with_setup("nim", GameSetup(first="random"))
        changed = replace(changed, people=(f"Ann {step}", ""))
        changed = replace(changed, lessons={"montecarlo": LessonProgress(step, (step,))})
        one.changed(ours, changed)
        assert one.save(changed) is None
        ours = changed
        changed = replace(theirs, look="light").with_setup("matches", GameSetup(second="random"))
        changed = replace(changed, people=("", f"Bob {step}"))
        changed = replace(changed, lessons={"matches": LessonProgress(step, (), (step,), 2)})
        two.changed(theirs, changed)
        assert two.save(changed) is None
        theirs = changed
    kept = one.load()[0]
    assert (kept.volume, kept.look, kept.text_scale) == (0.3, "light", 1.0)
    assert kept.setups == {"nim": GameSetup(first="random"), "matches": GameSetup(second="random")}
    assert kept.people == ("Ann third", "Bob third")
    assert kept.lessons == {
        "montecarlo": LessonProgress("third", ("third",)),
        "matches": LessonProgress("third", (), ("third",), 2),
    }


def test_the_last_window_in_a_chapter_decides_about_its_progress(tmp_path: Path) -> None:
    windows = SettingsFile(tmp_path), SettingsFile(tmp_path)
    start = windows[0].load()[0]
    for number, window in enumerate(windows):
        changed = replace(start, lessons={"matches": LessonProgress("deep", right=number)})
        window.changed(start, changed)
        assert window.save(changed) is None
    assert windows[0].load()[0].lessons == {"matches": LessonProgress("deep", right=1)}


def _change_settings(folder: Path, number: int) -> None:
    file = SettingsFile(folder)
    settings = file.load()[0]
    for step in range(40):
        changed = settings.with_setup(f"game {number} {step}", GameSetup())
        file.changed(settings, changed)
        while file.save(changed) is not None:  # the lock was held too long on a busy machine
            pass
        settings = changed


def test_what_a_command_line_says_is_for_its_window_and_not_kept(tmp_path: Path) -> None:
    """Without a settings file the first change saved its theme and text size, too."""
    file = SettingsFile(Folders.find(tmp_path).config)
    line = ["--data-dir", str(tmp_path), "--theme", "light", "--text-size", "150", "--lang", "de"]
    for there in (False, True):
        if there:
            assert file.save(Settings(text_scale=1.1)) is None
        options = parse_window([*line, "--size", "1000x700"])
        startup = read_settings(options)
        services = make_services(options, System(), startup)
        assert (services.settings.look, services.settings.text_scale) == ("light", 1.5)
        services.change(replace(services.settings, muted=True))
        services.close()
        expected = Settings(muted=True, text_scale=1.1 if there else 1.0)
        assert file.load() == (expected, None)
    services = make_services(options, System(), read_settings(options))
    services.change(replace(services.settings, look="contrast"))  # what a person chooses is
    services.close()
    assert file.load()[0].look == "contrast"


def test_settings_changed_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    windows = [context.Process(target=_change_settings, args=(tmp_path, n)) for n in range(2)]
    for window in windows:
        window.start()
    for window in windows:
        window.join(HANG)
    assert [window.exitcode for window in windows] == [0, 0]
    assert len(SettingsFile(tmp_path).load()[0].setups) == 80


def test_what_could_not_be_written_is_written_with_the_next_change(
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


@pytest.mark.parametrize("step", ["make_private_folder", "alone", "replace_file"])
def test_settings_of_a_locked_folder_are_said_and_written_once_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def refused(*_: object, **more: object) -> None:
        raise PermissionError(errno.EACCES, "locked")

    file, chosen = SettingsFile(tmp_path), replace(Settings(), volume=0.1)
    file.changed(Settings(), chosen)
    monkeypatch.setattr(f"gui.settings.{step}", refused)
    fault = file.save(chosen)
    assert fault is not None and fault.key == "gui.settings_not_saved"
    assert fault.values == {"file": str(tmp_path / FILE_NAME)}
    monkeypatch.undo()
    assert file.save(chosen) is None
    assert file.load()[0] == chosen


def test_settings_of_a_newer_format_are_said_and_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    for version in (2, 99):
        newer = b'{"format": %d,  "muted": true, "unknown": [1]}' % version
        path.write_bytes(newer)
        file = SettingsFile(tmp_path)
        settings, notice = file.load()
        assert settings == Settings()
        assert notice is not None and notice.key == "settings.newer"
        assert notice.values["version"] == version
        one_sentence(notice)
        assert file.save(settings) is None
        file.changed(settings, replace(settings, volume=0.1))
        assert file.save(replace(settings, volume=0.1)) is None
        assert path.read_bytes() == newer
        assert not list(tmp_path.glob("*.damaged-*"))


def test_settings_that_a_newer_version_saves_meanwhile_are_left_as_they_are(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    assert file.save(Settings()) is None
    (tmp_path / FILE_NAME).write_bytes(b'{"format": 2}')
    file.changed(Settings(), Settings(muted=True))
    assert file.save(Settings(muted=True)) is None
    assert (tmp_path / FILE_NAME).read_bytes() == b'{"format": 2}'


def test_a_value_of_another_kind_is_its_default_and_leaves_the_others(tmp_path: Path) -> None:
    """True is no number, and 1 is not true."""
    flags = {"muted": True, "puzzle_level": True, "volume": True, "teaching": 1, "look": 3}
    texts = {"text_scale": "1", "window": [1280], "people": ["Ann"], "last_game": "chess"}
    parts = {
        "setups": {"nim": {"first": 3, "hints": False, "options": {"heaps": 1}}, "matches": 5},
        "lessons": {"matches": {"at": "deep", "done": [1], "right": True}},
    }
    (tmp_path / FILE_NAME).write_text(json.dumps({"format": 1, **flags, **texts, **parts}))
    setups, lessons = {"nim": GameSetup(hints=False)}, {"matches": LessonProgress("deep")}
    kept, notice = SettingsFile(tmp_path).load()
    assert (kept, notice) == (Settings(muted=True, setups=setups, lessons=lessons), None)
    assert type(kept.puzzle_level) is int and type(kept.volume) is float


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
