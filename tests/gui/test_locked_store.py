"""Another program holds the store: no frame waits for it, and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.protocols import game_key
from engine.saves import from_json
from engine.store.store import Store
from engine.store.store_file import FILE_NAME, StoreBusy
from gui.kit.screen import Screen
from gui.match.screen import MatchScreen
from gui.match.table import Players
from gui.pages.menu import MenuScreen
from gui.pages.statistics import StatisticsScreen
from gui.pages.unfinished import UnfinishedScreen
from gui.services import PATIENCE, STANDING, Services
from gui.settings import Settings, SettingsFile
from gui.training.screen import TrainingScreen
from tests.gui.driver import enter
from tests.home import new_table
from tests.screen import the_screen
from tests.waiting import let_pass

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
LONGEST_DELAY = 0.050
HOLDER = """
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("PRAGMA locking_mode = " + sys.argv[2])
store.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(folder: Path, mode: str = "NORMAL") -> Iterator[None]:
    """While this lasts, another process has the store to itself."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder / FILE_NAME), mode],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdin is not None and other.stdout is not None
    try:
        assert other.stdout.readline() == "held\n"
        yield
    finally:
        other.communicate()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that has a store."""
    Store(tmp_path).close()
    return tmp_path


@pytest.fixture
def open_services(folder: Path, services: Services) -> Iterator[Callable[[], Services]]:
    """Fresh services over the folder, whose store is not open yet."""
    made: list[Services] = []

    def make() -> Services:
        settings = Settings(muted=True, motion="NONE")
        made.append(Services(settings, SettingsFile(folder), folder, SIZE, "en", 7))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every call of the store that waited in vain, as long as the window's patience lasts."""
    found: list[str] = []
    begin = StoreBusy.__init__

    def begun(self: StoreBusy, *texts: Any, **values: Any) -> None:
        found.append(texts[0])
        begin(self, *texts, **values)

    monkeypatch.setattr(StoreBusy, "__init__", begun)
    return found


def frame(scene: Screen) -> None:
    scene.update(1 / 60)
    if scene.dirty:
        scene.draw(the_screen())


def a_match(services: Services, first: str, second: str) -> MatchScreen:
    return enter(MatchScreen(services, new_table("tictactoe", {}, Players(first, second), seed=3)))


def played(services: Services, refused: list[str]) -> dict[str, int]:
    """How often the store is waited for in each thing a person does, and in every frame between."""
    found: dict[str, int] = {}

    def counted(name: str, step: Callable[[], object]) -> None:
        before = len(refused)
        step()
        found[name] = len(refused) - before

    menu = MenuScreen(services)
    counted("start", lambda: menu.enter(SIZE))
    counted("tile", lambda: menu.open_game("tictactoe"))
    counted("list", lambda: UnfinishedScreen(services).enter(SIZE))
    counted("results", lambda: StatisticsScreen(services, "nim").enter(SIZE))
    match = a_match(services, "human", "human")
    for number, move in enumerate((0, 3, 1, 4, 2)):
        counted(f"move {number}", partial(match.play, move))
        for count in range(70):  # one of them tries again
            counted(f"frame {count} after move {number}", lambda: frame(match))
    counted("leave", match.leave)
    return found


@pytest.mark.parametrize("mode", ["NORMAL", "EXCLUSIVE"])
def test_a_locked_store_delays_no_frame(
    folder: Path, open_services: Callable[[], Services], refused: list[str], mode: str
) -> None:
    """At start, at a tile, at a move and in each frame between; no wait outlasts the patience,
    as test_store_attacked.py finds."""
    free = open_services()
    assert max(played(free, refused).values()) == 0
    free.close()
    with held(folder, mode):
        waits = played(open_services(), refused)
    print(f"waits: { {name: count for name, count in waits.items() if count} }")
    assert any(waits.values()), "the store was not locked"
    assert max(waits.values()) * PATIENCE < LONGEST_DELAY, waits


def test_what_another_program_held_up_is_written_when_it_lets_go(
    folder: Path, open_services: Callable[[], Services]
) -> None:
    services = open_services()
    match = a_match(services, "learner", "human")
    match.table.paused = True
    with held(folder):
        for move in (0, 3, 1, 4, 2):
            match.play(move)
        for _ in range(100):
            frame(match)
        assert [notice.left for notice in services.notices].count(STANDING) == 1
        assert services.store.games() == []
        words = services.notices[0].text
        assert "another program" in words
    for _ in range(70):
        frame(match)
    assert STANDING not in [notice.left for notice in services.notices]
    assert [from_json(game.saved).moves for game in services.store.games()] == [tuple("03142")]
    assert services.store.load_bags(game_key(match.table.game))
    match.leave()


def test_leaving_waits_for_the_other_program(
    folder: Path, open_services: Callable[[], Services]
) -> None:
    services = open_services()
    match = a_match(services, "human", "human")
    with held(folder):
        match.play(4)
        match.leave()
    services.close()
    store = Store(folder)
    assert [from_json(kept.saved).moves for kept in store.unfinished()] == [("4",)]
    store.close()


def test_a_learner_whose_memory_cannot_be_opened_is_said(
    tmp_path: Path, services: Services
) -> None:
    (tmp_path / "taken").write_text("no folder")
    services.folder = tmp_path / "taken"
    scene = a_match(services, "learner", "human")
    for _ in range(5):
        frame(scene)
    assert scene.match.bots.fault is not None
    assert scene.table.waiting


def test_training_waits_for_the_other_program(
    folder: Path, open_services: Callable[[], Services]
) -> None:
    services = open_services()
    scene = enter(TrainingScreen(services, "matches", {}))
    scene.model.games = 20
    with held(folder):
        scene.start()
        frames = iter(range(30))
        let_pass(lambda: scene.update(0.02), lambda: next(frames, None) is None)
    let_pass(lambda: scene.update(0.02), lambda: scene.model.job is None)
    assert scene.model.report is not None and scene.model.report.games == 20
    assert not any(notice.fault for notice in services.notices)
    assert services.store.load_bags(game_key(scene.model.game))
