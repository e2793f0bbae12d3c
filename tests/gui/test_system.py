"""What differs between Windows, macOS and Linux, each branch on whatever machine this is."""

from __future__ import annotations

import io
import locale
import os
import queue
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from engine.context import Context
from gui.app import App
from gui.i18n import Translator
from gui.options import parse_window
from gui.pages.help import HelpScreen
from gui.pages.menu import MenuScreen
from gui.services import Services
from gui.settings import Settings, SettingsFile
from gui.shortcuts import MAC_SHORTCUTS, SHORTCUTS, Action, HeldKeys, ShortcutNames, Where
from gui.system import Platform, System, leads_nowhere, preferred_languages
from gui.worker import Job, Worker
from tests.cases import in_one_test
from tests.gui.driver import enter, send, there
from tests.waiting import HANG, wait_for

MAC = System(Platform.MACOS)
LINUX = System(Platform.LINUX)
SIZE = (1280, 800)


def windows(dots: int = 96, drives: int = 0, **more: Any) -> System:
    """A Windows that answers this when it is asked."""
    named: list[str] = more.setdefault("named", [])
    calls = SimpleNamespace(
        user32=SimpleNamespace(GetDpiForSystem=lambda: dots),
        kernel32=SimpleNamespace(GetLogicalDrives=lambda: drives),
        shell32=SimpleNamespace(SetCurrentProcessExplicitAppUserModelID=named.append),
    )
    return System(Platform.WINDOWS, more.get("packaged", False), windows=calls)


class Window:
    """The window of a system over an empty data folder."""

    def __init__(self, folder: Path, system: System, size: tuple[int, int] = SIZE) -> None:
        pygame.display.init()
        pygame.font.init()
        settings = Settings(muted=True, motion="NONE")
        self.file = SettingsFile(folder)
        self.services = Services(settings, self.file, folder, size, "en", 7, system)
        self.app = App(self.services, parse_window([]))
        self.app.push(MenuScreen(self.services))

    def resize(self, size: tuple[int, int]) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        send(self.app, pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    def key(self, key: int, mod: int = 0, kind: int = pygame.KEYDOWN) -> None:
        send(self.app, kind, key=key, mod=mod, unicode="", scancode=0)


@pytest.fixture
def screen() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    yield


# -- D2: sharp on Windows ------------------------------------------------------------------------


def test_windows_is_told_that_we_draw_in_real_pixels_before_the_display_opens() -> None:
    environment: dict[str, str] = {}
    windows().prepare_display(environment)
    assert environment["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"
    for system in (MAC, LINUX):
        environment = {}
        system.prepare_display(environment)
        assert "SDL_WINDOWS_DPI_AWARENESS" not in environment


@pytest.mark.parametrize(("dots", "size"), [(96, (1280, 800)), (144, (1920, 1200))])
def test_the_first_window_is_enlarged_as_windows_enlarges_everything(
    dots: int, size: tuple[int, int]
) -> None:
    system = windows(dots).with_display("windows", [(3840, 2160)])
    assert system.first_size((1280, 800)) == size
    assert system.kept_size(size) == (1280, 800)


def test_an_old_windows_that_does_not_know_the_question_enlarges_nothing() -> None:
    old = System(Platform.WINDOWS, windows=SimpleNamespace(user32=SimpleNamespace()))
    assert old.with_display("windows", [(1920, 1080)]).scale == 1.0


# -- D4: the first window fits -------------------------------------------------------------------


@in_one_test(
    "system, desktop",
    [
        (windows(), (1366, 768)),
        (windows(144), (1920, 1080)),
        (windows(192), (2560, 1440)),
        (MAC, (1440, 900)),
        (MAC, (1280, 800)),
        (LINUX, (1366, 768)),
    ],
)
def test_the_first_window_leaves_room_for_title_and_bars(
    system: System, desktop: tuple[int, int]
) -> None:
    seen = system.with_display("a real one", [desktop])
    width, height = seen.first_size((1280, 800))
    assert width <= desktop[0]
    assert height <= desktop[1] - 64 * seen.scale
    assert min(width, height) >= 480


def test_without_a_real_desktop_the_size_is_as_wished() -> None:
    assert LINUX.with_display("dummy", [(1024, 768)]).first_size((1280, 800)) == (1280, 800)


def test_a_size_kept_is_given_back_at_every_enlargement() -> None:
    for dots in (96, 120, 144, 168, 192):
        system = windows(dots).with_display("windows", [(7680, 4320)])
        kept = (1333, 777)
        for _ in range(5):
            kept = system.kept_size(system.first_size(kept))
        assert kept == (1333, 777)


def test_a_maximised_window_is_not_the_size_of_the_next_start(tmp_path: Path) -> None:
    window = Window(tmp_path, LINUX.with_display("x11", [(1920, 1080)]))
    window.resize((1000, 700))
    window.resize((1920, 1040))
    assert window.services.size == (1920, 1040)
    window.app.close()
    assert window.file.load()[0].window == (1000, 700)


def test_a_size_that_nobody_chose_is_not_kept(tmp_path: Path) -> None:
    window = Window(tmp_path, LINUX.with_display("x11", [(1366, 768)]), (1280, 672))
    window.app.close()
    assert window.file.load()[0].window == Settings().window


# -- D9: keys on a Mac ---------------------------------------------------------------------------


@pytest.mark.usefixtures("screen")
def test_a_mac_says_cmd_where_others_say_ctrl() -> None:
    mac, french = ShortcutNames(MAC, Translator("en")), ShortcutNames(MAC, Translator("fr"))
    assert mac.label(Action.UNDO) == "Cmd+Z"
    assert french.label(Action.COPY_GAME) == "Cmd+Maj+C"
    assert mac.label(Action.HELP) == "Cmd+?"
    assert mac.label(Action.FULL_SCREEN) == "Ctrl+Cmd+F"
    assert ShortcutNames(LINUX, Translator("fr")).label(Action.COPY_GAME) == "Ctrl+Maj+C"
    assert ShortcutNames(LINUX, Translator("de")).label(Action.COPY_GAME) == "Strg+Umschalt+C"


@pytest.mark.usefixtures("screen")
def test_no_key_of_a_mac_says_ctrl_but_the_systems_own() -> None:
    keys = ShortcutNames(MAC, Translator("en"))
    said = [label for where in Where for labels in keys.labels(where).values() for label in labels]
    assert [label for label in said if "Ctrl" in label] == ["Ctrl+Cmd+F"]
    assert "F11" not in said
    for where in Where:
        here = [label for labels in keys.labels(where).values() for label in labels]
        assert len(here) == len(set(here)), where


@in_one_test("entry", MAC_SHORTCUTS)
def test_the_keys_a_mac_has_do_what_the_missing_ones_do(entry: Any) -> None:
    mod = pygame.KMOD_LMETA * entry.ctrl | pygame.KMOD_LSHIFT * entry.shift
    event = pygame.event.Event(pygame.KEYDOWN, key=entry.key, mod=mod, unicode="")
    found = ShortcutNames(MAC).action_of(event, entry.where)
    # Ctrl+Cmd+F is obeyed by the menu bar; taken here too, it would go to and fro.
    assert found is (None if entry.action is Action.FULL_SCREEN else entry.action)
    assert ShortcutNames(LINUX).action_of(event, entry.where) is None


def test_the_system_changes_to_full_screen_and_its_size_is_not_kept(tmp_path: Path) -> None:
    window = Window(tmp_path, MAC.with_display("cocoa", [(1440, 900)]))
    window.resize((1440, 900))
    assert window.services.size == (1440, 900)
    assert window.app.window_size == SIZE
    window.app.close()
    assert window.file.load()[0].window == Settings().window


def test_help_menu_and_tooltips_name_the_keys_of_a_mac(tmp_path: Path) -> None:
    window = Window(tmp_path, MAC)
    page = enter(HelpScreen(window.services, 2))
    shown = {cap for where in Where for _, caps in page.shortcuts(where) for cap in caps}
    assert {"Cmd+Z", "Cmd+Up", "Cmd+?"} <= shown
    tips = [widget.tooltip for widget in page.widget_group.widgets]
    assert any("Cmd+?" in tip for tip in tips)
    assert not any("F1" in tip for tip in tips)
    window.app.close()


# -- D10, D13, D17, D19, D20 ---------------------------------------------------------------------


def test_the_dock_keeps_the_programs_own_picture() -> None:
    assert System(Platform.MACOS, packaged=True).icon() is None
    for system in (MAC, LINUX, windows(), windows(packaged=True)):
        name = there(system.icon())
        assert (Path(__file__).resolve().parents[2] / "assets" / name).is_file()


@pytest.mark.parametrize("fault", [ValueError("unknown locale: en_150"), TypeError("none")])
def test_a_region_that_python_does_not_know_is_no_reason_to_stop(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def refuse() -> None:
        raise fault

    monkeypatch.setattr("pygame.system.get_pref_locales", list)
    monkeypatch.setattr(locale, "getlocale", refuse)
    assert preferred_languages() == []
    assert System().language() == "en"


def test_python_is_not_asked_where_sdl_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pygame.system.get_pref_locales", lambda: [{"language": "fr"}])
    monkeypatch.setattr(locale, "getlocale", lambda: pytest.fail("asked"))
    assert System().language() == "fr"


@in_one_test(
    "preferred, spoken",
    [
        *(([], "en"), ([""], "en"), (["es_ES"], "en")),
        *((["es", "fr_CA"], "fr"), (["FR"], "fr"), (["de_DE", "fr"], "de")),
    ],
)
def test_the_first_language_that_we_speak(preferred: list[str], spoken: str) -> None:
    assert System().language(lambda: preferred) == spoken


def test_windows_switches_threads_after_a_whole_millisecond() -> None:
    assert windows().switch_seconds == 0.001
    assert LINUX.switch_seconds == MAC.switch_seconds == 0.0005
    before = sys.getswitchinterval()
    worker = Worker(windows().switch_seconds)
    try:
        worker.submit(lambda context: None)
        assert round(sys.getswitchinterval() * 1_000_000) // 1000 == 1
    finally:
        worker.close()
        sys.setswitchinterval(before)


def test_the_task_bar_knows_the_program_when_it_runs_from_its_sources() -> None:
    named: list[str] = []
    windows(named=named).prepare_display({})
    assert named == ["org.jouons.Jouons"]
    windows(named=named, packaged=True).prepare_display({})
    assert len(named) == 1
    System(Platform.WINDOWS, windows=SimpleNamespace()).prepare_display({})


def test_a_held_f11_toggles_once(tmp_path: Path) -> None:
    window = Window(tmp_path, LINUX)
    for _ in range(6):
        window.key(pygame.K_F11)
    assert window.app.full_screen
    window.key(pygame.K_F11, kind=pygame.KEYUP)
    window.key(pygame.K_F11)
    assert not window.app.full_screen
    window.app.close()


def test_a_key_held_while_the_window_is_made_anew_is_one_press() -> None:
    """As seen under X11: the new window gets a release and a press that nobody made."""
    now = [10.0]
    keys = HeldKeys(lambda: now[0])

    def told(*kinds: int) -> None:
        for kind in kinds:
            keys.note(pygame.event.Event(kind, key=pygame.K_F11))

    told(pygame.KEYDOWN)
    assert keys.is_new(pygame.K_F11)
    for _ in range(3):
        told(pygame.KEYUP, pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED, pygame.KEYDOWN)
        assert not keys.is_new(pygame.K_F11)
    assert keys.is_new(pygame.K_ESCAPE)  # another key is pressed
    assert not keys.is_new(pygame.K_ESCAPE)
    now[0] += 0.5  # Windows begins to repeat
    told(pygame.KEYDOWN)
    assert not keys.is_new(pygame.K_F11)
    told(pygame.KEYUP)
    now[0] += 0.5
    told(pygame.KEYDOWN)
    assert keys.is_new(pygame.K_F11)


def test_every_shortcut_is_the_same_on_every_other_system() -> None:
    assert ShortcutNames(windows()).table == ShortcutNames(LINUX).table == SHORTCUTS


# -- folders -------------------------------------------------------------------------------------


def test_save_and_open_begin_in_the_systems_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloud = tmp_path / "OneDrive" / "Dokumente"
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: cloud)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert windows().documents() == tmp_path
    cloud.mkdir(parents=True)
    assert windows().documents() == cloud


def test_without_any_home_save_begins_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr("platformdirs.user_documents_path", homeless)
    assert System().documents().is_dir()


def test_the_drives_of_windows() -> None:
    assert [str(drive) for drive in windows(drives=0b10_1100).drives()] == ["C:\\", "D:\\", "F:\\"]
    assert MAC.drives() == LINUX.drives() == []
    assert System(Platform.WINDOWS, windows=SimpleNamespace()).drives() == []


# -- D6: who hears a refusal ---------------------------------------------------------------------


def test_only_a_windowed_program_that_nobody_reads_is_unheard(tmp_path: Path) -> None:
    packaged = System(Platform.WINDOWS, packaged=True)
    with open(os.devnull, "w", encoding="utf-8") as lost:
        assert packaged.is_unheard([None, lost], "C/Jouons.exe")
        assert not packaged.is_unheard([None, lost], "C/jouons-cli.exe")
        assert not System().is_unheard([None, lost], "C/Jouons.exe")
        with (tmp_path / "out").open("w", encoding="utf-8") as file:
            assert not packaged.is_unheard([file, lost], "C/Jouons.exe")
    assert leads_nowhere(lost)  # it is closed now
    assert not leads_nowhere(io.StringIO())


def test_a_closed_worker_leaves_no_thread_and_takes_work_again() -> None:
    def endless(context: Context[Any]) -> None:
        while True:
            context.check()

    worker = Worker()
    running, waiting = worker.submit(endless), worker.submit(lambda context: 1)
    thread = there(worker._thread)
    worker.close()
    thread.join(HANG)
    assert running.cancelled and waiting.cancelled
    again = worker.submit(lambda context: 2)
    wait_for(lambda: again.done)
    assert again.result == 2
    worker.close()


def test_a_job_begins_between_two_frames_only() -> None:
    waiting, worker = threading.Event(), Worker()

    class Gate(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waiting.set()
            return super().wait(timeout)

    worker._gate = Gate()
    first, second = worker.submit(lambda context: 1), worker.submit(lambda context: 2)
    thread = there(worker._thread)
    wait_for(lambda: waiting.is_set() or first.done)
    assert waiting.is_set() and first.started is None
    worker.give_way(False)
    wait_for(lambda: second.done)
    assert (first.result, second.result) == (1, 2)
    worker.give_way(True)
    held = worker.submit(lambda context: 3)
    worker.close()
    thread.join(HANG)
    assert held.cancelled and held.result is None


def test_a_job_that_the_thread_takes_while_the_worker_closes_is_cancelled() -> None:
    """Between its queue and its first step it was neither queued nor running, and ran for ever."""
    taken, closed = threading.Event(), threading.Event()

    class SlowQueue(queue.SimpleQueue[Job[Any] | None]):
        def get(self, block: bool = True, timeout: float | None = None) -> Job[Any] | None:
            job = super().get(block, timeout)
            taken.set()
            closed.wait(HANG)
            return job

    def endless(context: Context[Any]) -> None:
        while True:
            context.check()

    worker = Worker()
    worker._queue = SlowQueue()
    job = worker.submit(endless)
    taken.wait(HANG)
    worker.close()
    closed.set()
    wait_for(lambda: job.done)
    assert job.cancelled
