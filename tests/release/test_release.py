"""One version everywhere; the workflows, the notes and the archive of a release."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import release
from engine import saves, version
from engine.registry import GAMES, make_game
from engine.saves import load
from engine.session import Session
from engine.store.store import Store
from engine.store.store_file import FILE_NAME

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
NUMBER = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the project with this Python."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_every_place_names_the_version_of_the_project() -> None:
    metainfo = ElementTree.parse(ROOT / "assets" / "linux" / "org.jouons.jouons.metainfo.xml")
    newest = metainfo.find("releases/release")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## \[(.+?)\] - (.+)$", changes, re.M)
    assert newest is not None
    assert [(newest.get("version"), newest.get("date"))] == headings[:1]
    assert newest.get("version") == version.version() == NUMBER
    assert run("main.py", "--version").stdout == f"Jouons {NUMBER}\n"
    assert run("main.py", "--lang", "fr", "--version").stdout == f"Jouons {NUMBER}\n"


def test_a_saved_game_names_the_version_that_wrote_it() -> None:
    game = saves.SavedGame("nim", {}, "5,4,3,2,1 0", "human", "easy", 1, ())
    data = json.loads(game.to_json())
    assert data["written_by"] == NUMBER
    data |= {"format": saves.FORMAT + 1, "written_by": "2.0.0"}
    with pytest.raises(saves.SaveError) as refused:
        saves.from_json(json.dumps(data))
    assert "2.0.0" in str(refused.value) and NUMBER in str(refused.value)


@pytest.mark.parametrize("damage", ['version = "9.9.9"\n', "\0\0", "[project\n"])
def test_a_package_reads_its_own_version_and_no_project_beside_it(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "version.txt").write_text(NUMBER)
    (tmp_path / "pyproject.toml").write_text(damage)
    monkeypatch.setattr(version, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    version.version.cache_clear()
    try:
        assert version.version() == NUMBER
    finally:
        monkeypatch.undo()
        version.version.cache_clear()


def test_the_workflows_pass_their_linter() -> None:
    """It asks no network."""
    linter = Path(sys.executable).with_name("zizmor" + (".exe" if os.name == "nt" else ""))
    command = [str(linter), "--offline", "--strict-collection", str(ROOT / ".github")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflows_call_what_readme_says() -> None:
    """Windows and macOS install and test by README's own lines."""
    readme = (ROOT / "README.md").read_text("utf-8")
    workflow = (WORKFLOWS / "tests.yml").read_text("utf-8")
    windows = re.findall(
        r"^(?:python -m venv|\.venv\\).*(?:requirements-dev|pytest).*$", readme, re.M
    )
    unix = re.search(r"<!-- tests -->\n```sh\n(.+)\n", readme)
    assert len(windows) == 2 and unix is not None
    for line in (*windows, *unix[1].rsplit(" && ", 1)):
        assert line in workflow, line
    assert "bash .ci/run" in workflow


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    notes = run("release.py", "notes").stdout
    assert notes.startswith("### Added") and "]: " not in notes
    assert run("release.py", "check", f"v{NUMBER}").returncode == 0
    wrong = run("release.py", "check", "v0.9.0")
    assert wrong.returncode == 1 and "v0.9.0" in wrong.stderr and NUMBER in wrong.stderr


@pytest.mark.linux("modes and links are kept as on Linux")
def test_an_archive_made_twice_is_equal_and_keeps_what_can_be_started(tmp_path: Path) -> None:
    folder = tmp_path / "Jouons"
    (folder / "_internal").mkdir(parents=True)
    (folder / "Jouons").write_text("#!/bin/sh\n")
    (folder / "Jouons").chmod(0o755)
    (folder / "_internal" / "à lire.txt").write_text("text")
    (folder / "library").symlink_to("_internal/à lire.txt")
    first, second = tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"
    release.make_archive(folder, first)
    os.utime(folder / "Jouons", (1, 1))
    release.make_archive(folder, second)
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as tar:
        tar.extractall(tmp_path / "out", filter="data")
    out = tmp_path / "out" / "Jouons"
    assert os.access(out / "Jouons", os.X_OK) and (out / "library").is_symlink()
    assert (out / "_internal" / "à lire.txt").read_text() == "text"


def test_archives_are_named_by_version_system_and_machine() -> None:
    assert release.archive_name("linux", "x86_64") == f"jouons-{NUMBER}-linux-x86_64.tar.gz"
    assert release.archive_name("darwin", "arm64") == f"jouons-{NUMBER}-macos-arm64.tar.gz"
    assert release.archive_name("win32", "AMD64") == f"jouons-{NUMBER}-windows-x86_64.zip"


WRITTEN = Path(__file__).with_name("of_1_0_0")
SAVES = sorted(WRITTEN.glob("*.jouons"))


@pytest.mark.parametrize("file", SAVES, ids=[file.stem for file in SAVES])
def test_a_game_saved_by_1_0_0_is_replayed(file: Path) -> None:
    saved = load(file)
    game = make_game(saved.game, saved.options)
    session = Session.replay(game, saved.start, list(saved.moves))
    assert session.move_texts() == list(saved.moves) and saved.moves
    assert (saved.first, saved.second, saved.seed, saved.wins) == ("human", "optimal", 7, (1, 0))
    assert '"written_by": "1.0.0"' in file.read_text("utf-8")


def test_there_is_a_save_of_every_game() -> None:
    assert {file.stem for file in SAVES} == set(GAMES)


def test_a_store_of_1_0_0_is_opened_with_all_that_is_in_it(tmp_path: Path) -> None:
    shutil.copy(WRITTEN / FILE_NAME, tmp_path / FILE_NAME)
    store = Store(tmp_path)
    assert store.notice is None
    assert {kept.game for kept in store.unfinished()} == set(GAMES) - {"tictactoe"}
    (game,) = store.games()
    assert (game.game, game.first, game.result) == ("tictactoe", "human", "draw")
    assert [*store.names().values()] == [("Ada", "")]
    assert store.load_bags("matches")["16"][3] == 2  # one bead from the start, one won
    assert store.rung("Ada", "nim") == 4
    assert store.solved(739947) == {"nim": 2}
    assert [each.saved for each in store.mistakes("nim")] == ["nim 3,5,4 0"]
    assert [each.scramble for each in store.best_results("quarter", 5)] == ["R U F'"]
    store.add_solved(739948, "nim", 1)  # and it can be written
    assert store.solved(739948) == {"nim": 1}
    store.close()
