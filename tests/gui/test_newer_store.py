"""The window over a store that a newer version wrote, or that may not be written."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.store.store import Store
from engine.store.store_file import ReadOnlyStoreError
from gui import app
from gui.match.screen import MatchScreen
from gui.match.table import Players
from gui.pages.menu import MenuScreen
from gui.services import STANDING, Services
from gui.training.screen import TrainingScreen
from gui.write_queue import AGAIN_SECONDS
from tests.gui.driver import enter, wait
from tests.home import new_table
from tests.store.test_newer_store import KINDS, files, filled, locked

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)


def begun(services: Services) -> MatchScreen:
    """A game of two people after its first move."""
    scene = enter(MatchScreen(services, new_table("nim", {}, Players("human", "human"), seed=1)))
    scene.play(0)
    return scene


def told(services: Services) -> list[str]:
    return [notice.text for notice in services.notices]


@pytest.mark.parametrize("kind", KINDS)
def test_one_plays_without_a_store_and_hears_it_once(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """It may be dismissed, as no later try will do better; leaving waits for none either."""
    KINDS[kind](tmp_path, 99)
    before = files(tmp_path)
    MenuScreen(services).enter(SIZE)
    services.notices.clear()
    scene = begun(services)
    assert len(told(services)) == 1 and "format 99" in told(services)[0]
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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes no open file")
@pytest.mark.parametrize("harm", ["deleted", "exchanged", "emptied"])
def test_a_store_gone_under_the_window_is_said_once_and_not_rebuilt(
    services: Services, tmp_path: Path, harm: str
) -> None:
    path = services.store.path
    scene = begun(services)
    path.rename(tmp_path / "aside")
    if harm == "exchanged":
        with closing(Store(tmp_path)) as other:
            other.keep_unfinished(None, "nim", "another game")
    elif harm == "emptied":
        (tmp_path / "aside").rename(path)
        os.truncate(path, 0)
    there = path.read_bytes() if path.exists() else None
    scene.play(0)
    services.write_queue.update(AGAIN_SECONDS)
    with pytest.raises(ReadOnlyStoreError, match="deleted or replaced"):
        services.own_store()
    assert len(told(services)) == 1 and "deleted or replaced" in told(services)[0]
    services.close()
    if harm == "emptied":
        with closing(Store(tmp_path)) as after:
            assert after.notice is not None and after.notice.key == "store.set_aside"
    else:
        assert (path.read_bytes() if path.exists() else None) == there


def test_a_locked_store_is_refused_and_it_is_said_once(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    before = files(tmp_path)
    locked(tmp_path, monkeypatch)
    scene = enter(MenuScreen(services))
    assert scene.model.games == []
    begun(services)
    assert len(told(services)) == 1 and "are read-only." in told(services)[0]
    assert files(tmp_path) == before


@pytest.mark.parametrize("kind", KINDS)
def test_training_says_that_nothing_could_be_kept(
    services: Services, tmp_path: Path, kind: str
) -> None:
    KINDS[kind](tmp_path, 99)
    before = files(tmp_path)
    scene = enter(TrainingScreen(services, "matches", {}))
    services.notices.clear()
    scene.model.start(1)
    wait(scene, lambda: scene.model.job is None)
    assert any("format 99" in text for text in told(services))
    assert files(tmp_path) == before


@pytest.mark.one_of(3)
@pytest.mark.parametrize("scene", ["menu", "match", "cube", "arena"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_program_runs_and_leaves_a_newer_store_alone(
    tmp_path: Path, kind: str, scene: str
) -> None:
    KINDS[kind](tmp_path, 99)
    before = files(tmp_path)
    bots = ["--first", "first", "--second", "first"] if scene == "match" else []
    asked = ["--scene", scene, "--frames", "60", "--data-dir", str(tmp_path), *bots]
    assert app.main(asked) == 0
    assert files(tmp_path) == before
