"""No screen and no sound: set before pygame opens anything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pygame
import pytest

import engine.arena.pool
from gui.app import App
from gui.arena.form import ExperimentForm
from gui.lab.screen import LabScreen
from gui.lessons.screen import LessonScreen
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.pages.menu import MenuScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.lessons import Asked, ready, step_named
from tests.gui.matches import entered_match
from tests.gui.own_scenes import Against, began_against
from tests.gui.rooms import Matches, ServicesIn, services_of

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import gc
from collections.abc import Sequence
from types import SimpleNamespace

import engine.cli.experiments
from engine.context import Context
from engine.puzzles.problems import Problem, day_problem
from engine.store.store import Store
from engine.store.store_file import FILE_NAME, StoreFile
from gui import app as app_module
from gui import write_queue
from gui.arena.form import FIRST_TEXTS
from gui.arena.model import ArenaModel
from gui.arena.screen import ArenaScreen
from gui.exercises import today
from gui.lab.snapshot import PuzzleSnapshot
from gui.match.autosave import AutoSave
from gui.process import CrashGuard, LogFile
from gui.ui import Ui
from tests.gui.arenas import SMALL, SMALL_SWEEP
from tests.gui.autosaves import table
from tests.gui.kept_searches import KeptSearches
from tests.gui.lab import SCRAMBLE, SIZE, USUAL, read_cube
from tests.gui.shared_brush import SharedBrush, share_texts, without_shapes
from tests.own.files import bots_folder


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Letters can be drawn from the first test of a worker on, whoever closed a window before."""
    pygame.font.init()


@pytest.fixture(autouse=True, scope="session")
def shared_pictures() -> Iterator[None]:
    """Windows share the shapes and texts they have drawn, from one test to the next."""
    with pytest.MonkeyPatch.context() as patch:
        make_ui = Services._make_ui

        def made(services: Services) -> Ui:
            if not isinstance(services._brush, SharedBrush):
                services._brush = SharedBrush(services.settings)
            ui = make_ui(services)
            share_texts(ui.theme)
            return ui

        close = Services.close

        def closed(services: Services) -> None:
            close(services)
            services.ui.ground = None  # up to fifteen megabytes, which would wait for the collector

        patch.setattr(Services, "_make_ui", made)
        patch.setattr(Services, "close", closed)
        yield


@pytest.fixture(autouse=True, scope="session")
def no_freezing() -> Iterator[None]:
    """A window that runs keeps nothing from the collector: in the end tests leave it as garbage."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_module, "gc", SimpleNamespace(collect=gc.collect, freeze=lambda: None))
        yield


@pytest.fixture(scope="module")
def no_shapes() -> Iterator[None]:
    """The tests of a module look at texts and rectangles: no picture is painted for them."""
    with without_shapes():
        yield


@pytest.fixture(scope="session")
def blank_store(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a store in which nothing is kept."""
    folder = tmp_path_factory.mktemp("blank")
    Store(folder).close()
    return (folder / FILE_NAME).read_bytes()


@pytest.fixture(autouse=True, scope="module")
def ready_stores(blank_store: bytes) -> Iterator[None]:
    """A new store begins with the file of a blank one: each change of it waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StoreFile, "_create", lambda file: file.path.write_bytes(blank_store))
        yield


@pytest.fixture(autouse=True, scope="session")
def shared_days() -> Iterator[None]:
    """The puzzles of a day are made once, for all the menus and pages that show them."""
    kept: dict[tuple[str, int, Sequence[int]], Problem] = {}

    def made(game: str, day: int, levels: Sequence[int], context: Context[Any]) -> Problem:
        context.check()
        key = game, day, levels
        if key not in kept:
            kept[key] = day_problem(game, day, levels, context)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(today, "day_problem", made)
        yield


@pytest.fixture(scope="session")
def kept_searches() -> KeptSearches:
    """The searches from both ends and the tables of puzzles that were made so far."""
    return KeptSearches()


@pytest.fixture(autouse=True, scope="module")
def shared_searches(kept_searches: KeptSearches) -> Iterator[None]:
    """The labs of all tests here search each position once, and build each table once."""
    with kept_searches.shared():
        yield


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """What the scenes share, in English and without animations, over an empty data folder."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    settings = Settings(muted=True, motion="NONE")
    made = Services(settings, SettingsFile(tmp_path), tmp_path, SIZE, "en", 7)
    yield made
    made.close()


@pytest.fixture
def services_in() -> Iterator[ServicesIn]:
    """Makes what scenes share in a window of a size, with a size of text and a language."""
    with ExitStack() as stack:
        yield lambda *window: stack.enter_context(services_of(*window))


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[Services]:
    """What the scenes share, in English and with animations."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZE)
    made = Services(Settings(muted=True), SettingsFile(tmp_path), tmp_path, SIZE, "en", 7)
    yield made
    made.close()


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[Path]:
    """An empty folder of own bots."""
    with bots_folder(tmp_path / "data") as folder:
        yield folder


@pytest.fixture
def against(services: Services) -> Iterator[Against]:
    """Begins tic-tac-toe against an own bot, perhaps looking inside; left in the end."""
    made: list[MatchScreen] = []

    def make(player: str = "own:bad", looking: bool = False) -> MatchScreen:
        made.append(began_against(services, player, looking))
        return made[-1]

    yield make
    for each in made:
        each.leave()


@pytest.fixture
def leaving_at_once() -> Iterator[None]:
    """A window that closes does not wait for what cannot be written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write_queue, "LEAVING_SECONDS", 0.0)
        yield


@pytest.fixture
def listening(services: Services) -> None:
    """Somebody has the window read to them."""
    services.listen(True)


@pytest.fixture
def match(services: Services) -> Callable[..., MatchScreen]:
    """Opens a match as the command line asks for it."""

    def make(*arguments: str) -> MatchScreen:
        return entered_match(services, *arguments)

    return make


@pytest.fixture
def lab(moving: Services) -> Callable[..., LabScreen]:
    """Opens a cube lab with its animations."""

    def make(text: str = SCRAMBLE, size: tuple[int, int] = SIZE) -> LabScreen:
        moving.resize(size)
        cube = read_cube(text) if text else PuzzleSnapshot(USUAL.goal)
        scene = LabScreen(moving, "pocketcube", cube)
        scene.enter(size)
        return scene

    return make


@pytest.fixture
def scene(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[ArenaScreen]:
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
    made = ArenaScreen(services)
    made.model.form = ExperimentForm(game="tictactoe", texts={**FIRST_TEXTS, **SMALL})
    made.enter(SIZE)
    yield made
    made.model.stop()
    made.leave()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def arena(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ArenaModel]:
    """An arena whose games are played in this process, with a small sweep in its form."""
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))
    made = ArenaModel(lambda: store, lambda: Store(tmp_path))
    made.form = ExperimentForm(game="tictactoe", texts={**FIRST_TEXTS, **SMALL_SWEEP})
    yield made
    made.close()


@pytest.fixture
def app(services: Services, tmp_path: Path) -> Iterator[App]:
    made = App(
        services, parse_window([]), CrashGuard(LogFile(tmp_path / "log" / "jouons.log", delay=True))
    )
    made.push(MenuScreen(services))
    yield made
    made.close()


@pytest.fixture
def autosave(services: Services) -> AutoSave:
    return AutoSave(services, table())


@pytest.fixture
def lesson(services: Services) -> Iterator[Asked]:
    """Opens a step by its name, at its moment."""
    made: list[LessonScreen] = []

    def open_it(name: str, kind: Any = LessonScreen) -> Any:
        screen = step_named(services, name)
        made.append(screen)
        screen.enter(services.size)
        ready(screen)
        assert isinstance(screen, kind)
        return screen

    yield open_it
    for screen in made:
        screen.leave()


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments run in a thread of this process."""
    monkeypatch.setattr(engine.arena.pool, "ProcessPool", lambda jobs: ThreadPoolExecutor(1))


@pytest.fixture(scope="module")
def matches() -> Iterator[Matches]:
    made = Matches()
    yield made
    made.close()
