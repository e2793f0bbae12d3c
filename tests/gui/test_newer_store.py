"""The window over a store that a newer version wrote: what is there is seen, nothing is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui import app
from gui.match.screen import MatchScreen
from gui.match.table import Players
from gui.pages.menu import MenuScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen
from gui.services import STANDING, Services
from gui.training.screen import TrainingScreen
from gui.write_queue import AGAIN_SECONDS
from tests.gui.lab import wait
from tests.store.test_newer_store import EVERY, NEWER, READABLE, files, filled, locked, unreadable
from tests.tables import new_table

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)


def told(services: Services) -> list[str]:
    return [notice.text for notice in services.notices]


@pytest.mark.parametrize("version", NEWER)
@pytest.mark.parametrize("kind", READABLE)
def test_the_games_of_a_newer_store_are_listed(
    services: Services, tmp_path: Path, kind: str, version: int
) -> None:
    READABLE[kind](tmp_path, version)
    before = files(tmp_path)
    scene = MenuScreen(services)
    scene.enter(SIZE)
    assert [resume.entry.game for resume in scene.model.games] == ["tictactoe"]
    assert len(told(services)) == 1 and f"format {version}" in told(services)[0]
    for other in (UnfinishedScreen(services), StatisticsScreen(services, "tictactoe")):
        other.enter(SIZE)
    assert files(tmp_path) == before


@pytest.mark.parametrize("version", NEWER)
@pytest.mark.parametrize("kind", EVERY)
def test_one_plays_without_a_store_and_hears_it_once(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, version: int
) -> None:
    """It may be dismissed, as no later try will do better; leaving waits for none either."""
    EVERY[kind](tmp_path, version)
    before = files(tmp_path)
    MenuScreen(services).enter(SIZE)
    services.notices.clear()
    scene = MatchScreen(services, new_table("nim", {}, Players("human", "human"), seed=1))
    scene.enter(SIZE)
    scene.play(0)
    assert len(told(services)) == 1 and f"format {version}" in told(services)[0]
    assert services.notices[0].left != STANDING and services.notices[0].close()
    services.notices.clear()
    scene.play(0)
    services.write_queue.update(AGAIN_SECONDS)
    assert told(services) == []

    def no_wait(seconds: float) -> None:
        raise AssertionError("leaving waits in vain")

    monkeypatch.setattr("time.sleep", no_wait)
    services.write_queue.close()
    assert files(tmp_path) == before


def test_a_newer_store_that_cannot_be_read_is_looked_at_once(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable(tmp_path, 99)
    MenuScreen(services).enter(SIZE)

    def again(path: Path, known: int) -> None:
        raise AssertionError("the whole file is copied once more")

    monkeypatch.setattr("engine.store.store_file.newer_store", again)
    MenuScreen(services).enter(SIZE)
    assert "format 99" in told(services)[0]


def test_the_games_of_a_locked_store_are_listed_and_it_is_said_once(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    before = files(tmp_path)
    locked(tmp_path, monkeypatch)
    scene = MenuScreen(services)
    scene.enter(SIZE)
    assert [resume.entry.game for resume in scene.model.games] == ["tictactoe"]
    assert len(told(services)) == 1 and "is read-only." in told(services)[0]
    match = MatchScreen(services, new_table("nim", {}, Players("human", "human"), seed=1))
    match.enter(SIZE)
    match.play(0)
    assert len(told(services)) == 1 and "is read-only." in told(services)[0]
    assert services.notices[0].left != STANDING
    assert files(tmp_path) == before


@pytest.mark.parametrize("kind", EVERY)
def test_training_says_that_nothing_could_be_kept(
    services: Services, tmp_path: Path, kind: str
) -> None:
    EVERY[kind](tmp_path, 99)
    before = files(tmp_path)
    scene = TrainingScreen(services, "matches", {})
    scene.enter(SIZE)
    services.notices.clear()
    scene.model.start(1)
    wait(scene, lambda: scene.model.job is None)
    assert any("format 99" in text for text in told(services))
    assert files(tmp_path) == before


@pytest.mark.one_of(3)
@pytest.mark.parametrize("scene", ["menu", "match", "cube", "arena"])
@pytest.mark.parametrize("kind", EVERY)
def test_the_program_runs_and_leaves_a_newer_store_alone(
    tmp_path: Path, kind: str, scene: str
) -> None:
    EVERY[kind](tmp_path, 99)
    before = files(tmp_path)
    bots = ["--first", "first", "--second", "first"] if scene == "match" else []
    asked = ["--scene", scene, "--frames", "60", "--data-dir", str(tmp_path), *bots]
    assert app.main(asked) == 0
    assert files(tmp_path) == before
