"""Files: what Save and Open list and accept, and files dropped on any screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from engine.messages import LANGUAGES, JouonsError
from engine.saves import SavedGame, save
from gui.app import App
from gui.arena.screen import ArenaScreen
from gui.kit import Button, ButtonKind
from gui.kit.popup import Choice
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.pages.file_choice import FileEntry, FileModel, listing, path_to_save, written_path
from gui.pages.files import OpenScreen, SaveScreen
from gui.pages.help import HelpScreen
from gui.pages.preferences import PreferencesScreen
from gui.pages.statistics import StatisticsScreen
from gui.services import Services
from gui.setup.screen import SetupScreen
from gui.system import Platform, System
from gui.training.screen import TrainingScreen
from tests.cases import in_one_test
from tests.gui.driver import click, find, follow, send, there, top, widgets_of
from tests.gui.matches import asked_match, entered_match
from tests.gui.scenes import entered_popup

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (1280, 800)
GAME = SavedGame("nim", {}, "3 4 5", "human", "human", 5, ("0:1", "1:2"))


@pytest.fixture
def game(services: Services, tmp_path: Path) -> SavedGame:
    """A game of two plies as a file would hold it."""
    scene = entered_match(services, "--game", "tictactoe", "--first", "human", "--second", "human")
    for move in (0, 4):
        scene.play(move)
    scene.offered().do("save")
    saving = follow(services, scene.next, SaveScreen)
    return saving.saved


# -- D11: names and folders ----------------------------------------------------------------------


def names(folder: Path) -> list[str]:
    entries, fault = listing(folder)
    assert fault is None
    return [entry.name for entry in entries]


@pytest.mark.skipif(sys.platform == "win32", reason="making links needs a right there")
def test_an_entry_that_cannot_be_looked_at_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.jouons", "locked", "z.jouons"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    real = os.stat

    def stat(path: object, *more: object, **keys: object) -> os.stat_result:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Access is denied")
        return real(path, *more, **keys)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat)
    assert names(tmp_path) == ["sub", "a.jouons", "z.jouons"]


def test_a_game_is_listed_however_its_ending_is_written(tmp_path: Path) -> None:
    for name in ("GAME.JOUONS", "other.Jouons", "more.jouons", "no.txt", ".hidden.jouons"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert names(tmp_path) == ["GAME.JOUONS", "more.jouons", "other.Jouons"]


@in_one_test(
    "written, name",
    [
        ("GAME.JOUONS", "GAME.JOUONS"),
        ("game.jouons", "game.jouons"),
        ("game", "game.jouons"),
        ("game.txt", "game.txt.jouons"),
        ("une partie à deux", "une partie à deux.jouons"),
        ("constant", "constant.jouons"),
        ("com", "com.jouons"),
        ("com10", "com10.jouons"),
    ],
)
def test_the_ending_is_added_once(tmp_path: Path, written: str, name: str) -> None:
    assert path_to_save(written_path(written, tmp_path)) == tmp_path / name


SIGNS = ("game:1", "a<b", "a>b", 'a"b', "a|b", "a?b", "a*b", "a\\b")
DEVICES = "nul NUL nul.jouons con Con.x.jouons prn aux com1 COM9.jouons lpt1 lpt³ com0 conin$"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_windows_makes_something_else_of_are_refused(
    services: Services, game: SavedGame, tmp_path: Path, language: str
) -> None:
    services.change(replace(services.settings, language=language))
    scene = SaveScreen(services, game)
    scene.model.folder = tmp_path
    scene.enter(SIZE)
    before = set(tmp_path.iterdir())
    for name in (*SIGNS, *DEVICES.split(), "nul .jouons"):
        scene.model.text, scene.model.fault = name, None
        scene.confirm()
        assert scene.model.fault is not None, name
        assert scene.model.fault.key in ("files.sign", "files.device")
        words = services.tr(scene.model.fault)
        assert name in words and words.count("\n") == 0
        assert set(tmp_path.iterdir()) == before


def test_a_game_from_a_system_that_allows_the_name_is_still_opened(
    services: Services, game: SavedGame, tmp_path: Path
) -> None:
    file = tmp_path / "Sonntag 14:30.jouons"
    save(file, game)
    scene = OpenScreen(services)
    scene.model.folder = tmp_path
    scene.enter(SIZE)
    scene.model.text = file.name
    scene.confirm()
    assert scene.model.fault is None and scene.next is not None


@pytest.mark.parametrize("words", ["", "   ", "~nobody-of-this-name/x"])
def test_what_is_no_path_is_one_sentence(tmp_path: Path, words: str) -> None:
    with pytest.raises(JouonsError):
        written_path(words, tmp_path)


@pytest.fixture
def on_windows(services: Services) -> Services:
    """What the scenes share, on a Windows with drives C and D."""
    calls = SimpleNamespace(kernel32=SimpleNamespace(GetLogicalDrives=lambda: 0b1100))
    services.system = System(Platform.WINDOWS, windows=calls)
    return services


def test_every_drive_can_be_reached_with_the_mouse(on_windows: Services) -> None:
    scene = OpenScreen(on_windows)
    scene.go_to(Path(os.sep))
    scene.enter(SIZE)
    click(scene, "up")
    assert scene.model.entries == [
        FileEntry(Path("C:\\"), "C:\\", True),
        FileEntry(Path("D:\\"), "D:\\", True),
    ]
    files = find(scene, "files")
    row = (files.rect.x + 40, files.rect.y + on_windows.ui.theme.tx(40) * 3 // 2)
    click(scene, row)
    click(scene, row)
    assert scene.model.folder == Path("D:\\")


def test_a_name_alone_is_no_file_above_the_drives(on_windows: Services, game: SavedGame) -> None:
    scene = SaveScreen(on_windows, game)
    scene.go_to(None)
    scene.model.text = "game"
    scene.confirm()
    assert scene.model.fault is not None and scene.model.fault.key == "files.no_drive"


def test_elsewhere_there_is_nothing_above_the_root(services: Services) -> None:
    scene = OpenScreen(services)
    scene.go_to(Path(os.sep))
    scene.enter(SIZE)
    assert not find(scene, "up").enabled


# -- D5: files dropped, or double-clicked on a Mac -----------------------------------------------


def drop(app: App, file: Path) -> None:
    send(app, pygame.DROPFILE, file=str(file))


def open_match(app: App) -> MatchScreen:
    arguments = ["--game", "connect4", "--first", "human", "--second", "human"]
    scene = asked_match(app.services, *arguments)
    app.push(scene)
    for move in (3, 3, 4):
        scene.play(move)
    return scene


SCREENS = {
    "menu": None,
    "setup": lambda s: SetupScreen(s, "nim"),
    "cube": lambda services: LabScreen(services, "pocketcube"),
    "arena": ArenaScreen,
    "preferences": PreferencesScreen,
    "help": HelpScreen,
    "statistics": lambda s: StatisticsScreen(s, "nim"),
    "open": OpenScreen,
    "save": lambda s: SaveScreen(s, GAME),
    "training": lambda s: TrainingScreen(s, "nim", {}),
}


@pytest.mark.one_of(3)
@pytest.mark.parametrize("popup", [False, True])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_dropped_game_opens_on_every_screen(
    app: App, game: SavedGame, tmp_path: Path, screen: str, popup: bool
) -> None:
    save(tmp_path / "file.jouons", game)
    make = SCREENS[screen]
    if make is not None:
        app.push(make(app.services))
    below = top(app, Screen)
    if popup:
        below.ask("title", "words", [Choice("yes", lambda: None, primary=True)])
    drop(app, tmp_path / "file.jouons")
    opened = top(app, MatchScreen)
    assert tuple(opened.table.session.move_texts()) == game.moves
    assert app.scenes[-2] is below


@pytest.mark.parametrize("kind", ["picture", "missing", "folder", "text", "empty"])
def test_any_other_file_is_one_sentence(app: App, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"a {kind}.png"
    if kind == "picture":
        pygame.image.save(pygame.Surface((3, 3)), file)
    elif kind == "folder":
        file.mkdir()
    elif kind != "missing":
        file.write_text("hello" if kind == "text" else "", encoding="utf-8")
    match = open_match(app)
    app.services.notices = []
    drop(app, file)
    assert app.scenes[-1] is match
    assert len(app.services.notices) == 1
    notice = app.services.notices[0]
    assert notice.fault and notice.text.endswith(".") and "\n" not in notice.text
    assert len(match.table.session.all_moves) == 3


def test_a_tournament_is_not_stopped_by_a_dropped_file(
    app: App, game: SavedGame, tmp_path: Path
) -> None:
    save(tmp_path / "file.jouons", game)
    scene = TrainingScreen(app.services, "nim", {})
    app.push(scene)
    scene.start()
    job = there(scene.model.job)
    drop(app, tmp_path / "file.jouons")
    assert app.scenes[-1] is scene
    assert not job.cancelled
    assert [notice.fault for notice in app.services.notices] == [True]


# -- D19: digits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("focus", ["board", "menu", "analysis", "help"])
def test_digits_play_on_a_french_keyboard_wherever_the_focus_is(app: App, focus: str) -> None:
    """Without Shift the upper row writes é where 2 is printed; the key is that of the digit."""
    match = open_match(app)
    match.widget_group.focus_key(focus)
    assert match.widget_group.focus is not None and match.widget_group.focus.key == focus
    press = {"key": pygame.K_2, "mod": 0, "unicode": "é", "scancode": 0}
    app._event(pygame.event.Event(pygame.KEYDOWN, press))
    assert len(match.table.session.all_moves) == 4


DESTROYING = ["replace a file", "forget everything"]


@pytest.mark.parametrize("popup", DESTROYING)
def test_a_question_that_would_destroy_something_offers_to_keep_it(
    services: Services, popup: str
) -> None:
    """Enter at once changes nothing; the filled button is the harmless one."""
    with entered_popup(services, popup) as scene:
        assert scene.popup is not None
        focus = scene.popup.widget_group.focus
        filled = [
            each for each in widgets_of(scene.popup, Button) if each.kind is ButtonKind.PRIMARY
        ]
        assert filled == [focus]
        assert isinstance(focus, Button) and focus.label == "Cancel"


def nowhere() -> Sequence[Path]:
    return []


def test_a_folder_is_listed_when_one_goes_there_and_not_again(tmp_path: Path) -> None:
    model = FileModel(tmp_path, nowhere)
    assert model.entries == []
    (tmp_path / "one.jouons").touch()
    assert model.entries == []
    model.go_to(tmp_path)
    assert [entry.name for entry in model.entries] == ["one.jouons"]


def test_a_game_pointed_at_is_written_below_and_ends_a_fault(tmp_path: Path) -> None:
    (tmp_path / "Games").mkdir()
    (tmp_path / "one.jouons").touch()
    model = FileModel(tmp_path, nowhere, "mine")
    model.text = " "
    model.confirm(lambda _: None)
    assert model.fault is not None and model.fault.key == "files.no_name"
    assert not model.choose(0) and model.fault is not None
    assert model.choose(1) and model.text == "one.jouons"
    assert model.fault is None and model.chosen == 1


def test_a_written_folder_is_gone_to_and_a_file_is_handed_over(tmp_path: Path) -> None:
    (tmp_path / "Games").mkdir()
    handed: list[Path] = []
    model = FileModel(tmp_path, nowhere, "Games")
    model.confirm(handed.append)
    assert model.folder == tmp_path / "Games" and handed == []
    model.text = "mine"
    model.confirm(handed.append)
    assert handed == [tmp_path / "Games" / "mine"]
