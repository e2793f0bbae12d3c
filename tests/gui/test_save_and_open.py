"""Save and Open by keyboard alone, with names and folders of every kind."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.saves import SavedGame, load, save
from gui.app import App
from gui.match.screen import MatchScreen
from gui.pages.files import ExportScreen, FileScreen, OpenScreen, SaveScreen
from gui.pages.menu import MenuScreen
from tests.gui.driver import press, send, top

pytestmark = pytest.mark.usefixtures("no_shapes", "folder")

GAME = SavedGame("nim", {}, "5,4,3,2,1 0", "human", "human", 5, ("1-2", "2-1"))
LONG_FOLDER = "Été à la maison d’Åsa Ünlü — " + "très très loin d’ici " * 4 + "fin"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Save and Open begin: no folder of this machine."""
    made = tmp_path / LONG_FOLDER
    made.mkdir()
    monkeypatch.setattr("gui.system.System.documents", lambda _: made)
    return made


def write(app: App, words: str) -> None:
    """Every letter as a keyboard sends it: the key, then what it writes."""
    for letter in words:
        code = ord(letter) if ord(letter) < 127 else 0
        down = pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=letter, scancode=0)
        app._event(down)
        send(app, pygame.TEXTINPUT, text=letter)
    app._frame(0.02)


def open_scene(app: App, make: Callable[[], FileScreen]) -> FileScreen:
    scene = make()
    app.push(scene)
    app._frame(0.02)
    return scene


def test_a_name_can_be_written_at_once_and_enter_saves(app: App, folder: Path) -> None:
    open_scene(app, lambda: SaveScreen(app.services, GAME))
    write(app, "mm my game")
    press(app, pygame.K_RETURN)
    assert os.listdir(folder) == ["mm my game.jouons"]
    assert load(folder / "mm my game.jouons") == GAME
    assert isinstance(app.scenes[-1], MenuScreen)
    assert app.services.settings.muted, "as the fixture has it"


def test_writing_a_name_from_the_list_mutes_nothing(app: App, folder: Path) -> None:
    save(folder / "other.jouons", GAME)
    scene = open_scene(app, lambda: SaveScreen(app.services, GAME))
    press(app, pygame.K_DOWN)
    assert (
        scene.widget_group.focus is scene.widget_group.find("files")
        and scene.model.text == "other.jouons"
    )
    write(app, "m")
    assert scene.model.text == "m" and app.services.settings.muted
    assert not app.services.notices


def test_a_game_is_opened_by_keys_alone(app: App, folder: Path) -> None:
    for name in ("one.jouons", "two.jouons"):
        save(folder / name, replace(GAME, seed=len(name)))
    open_scene(app, lambda: OpenScreen(app.services))
    press(app, pygame.K_DOWN)
    press(app, pygame.K_DOWN)
    press(app, pygame.K_RETURN)
    scene = top(app, MatchScreen)
    assert scene.table.session.move_texts() == ["1-2", "2-1"]


def test_a_written_name_is_opened_by_enter(app: App, folder: Path) -> None:
    save(folder / "mine.jouons", GAME)
    open_scene(app, lambda: OpenScreen(app.services))
    write(app, "mine.jouons")
    press(app, pygame.K_RETURN)
    assert isinstance(app.scenes[-1], MatchScreen)


def test_replacing_a_file_is_asked_and_answered_by_keys(app: App, folder: Path) -> None:
    save(folder / "mine.jouons", replace(GAME, seed=1))
    scene = open_scene(app, lambda: SaveScreen(app.services, GAME))
    write(app, "mine")
    press(app, pygame.K_RETURN)
    assert scene.popup is not None
    press(app, pygame.K_RETURN)  # the answer that harms nothing has the focus
    assert load(folder / "mine.jouons").seed == 1
    press(app, pygame.K_RETURN)
    assert scene.popup is not None
    press(app, pygame.K_TAB)
    press(app, pygame.K_RETURN)
    assert load(folder / "mine.jouons").seed == GAME.seed


def test_escape_leaves_from_the_field(app: App) -> None:
    open_scene(app, lambda: SaveScreen(app.services, GAME))
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scenes[-1], MenuScreen)


WRONG = [
    "~nobody1/x", "x" * 256, *("x" * length for length in range(240, 256)), "é" * 128, "a/" * 3000,
    "\ud800", "caf\udce9", "a\x00b", "\u034f", "\ufe0f", "/proc/nowhere/x", "missing/x",
    "/dev/null/x", "x" * 20_000, "..", "/", ".", "   ",
]  # fmt: skip


def nothing_written(_: Path) -> list[Path]:
    return []


@pytest.mark.parametrize("kind", [SaveScreen, OpenScreen, ExportScreen])
def test_a_wrong_name_is_one_sentence(app: App, kind: type[FileScreen]) -> None:
    """The first sign of a path, a slash, ended the screen of an export with a fault."""
    arguments: tuple[Any, ...] = (app.services,)
    if kind is SaveScreen:
        arguments = (app.services, GAME)
    elif kind is ExportScreen:
        arguments = (app.services, "results", (".csv",), nothing_written)
    for words in WRONG:
        scene = open_scene(app, lambda: kind(*arguments))
        scene.model.text = words
        scene.rebuild()
        press(app, pygame.K_RETURN)
        fault, same = scene.model.fault, os.path.normpath(words.strip() or "x")
        if app.scenes[-1] is scene and same not in ("..", "/", "."):
            assert fault is not None, words
            assert len(scene.tr(fault).splitlines()) == 1, words


def test_a_folder_without_permission_is_one_sentence(
    app: App, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests may run as root, who may do everything: so the system's answer is made."""
    scene = open_scene(app, lambda: OpenScreen(app.services))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    scene.go_to(folder)
    app._frame(0.02)
    assert scene.model.fault is not None
    # In our words, not in those of the system, which speaks a language of its own.
    assert scene.tr("file.forbidden") in scene.tr(scene.model.fault)


def test_a_file_name_that_is_not_utf8_is_listed_and_opened(app: App, folder: Path) -> None:
    data = GAME.to_json().encode()
    with open(os.fsencode(folder) + b"/caf\xe9.jouons", "wb") as file:
        file.write(data)
    open_scene(app, lambda: OpenScreen(app.services))
    press(app, pygame.K_DOWN)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scenes[-1], MatchScreen)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("words", ["\\ud800", "\\u034f", "\\u0000", "\\u202e", "W" * 100_000])
@pytest.mark.parametrize("field", ["game", "players", "moves", "start", "options"])
def test_a_hostile_saved_game_is_refused_in_a_sentence_that_can_be_drawn(
    app: App, folder: Path, field: str, words: str
) -> None:
    text = GAME.to_json()
    old = {"game": '"nim"', "players": '"human"', "moves": '"1-2"', "start": '"5,4,3,2,1 0"'}
    if field == "options":
        text = text.replace('"options": {}', f'"options": {{"heaps": "{words}"}}')
    else:
        text = text.replace(old[field], f'"{words}"', 1)
    (folder / "hostile.jouons").write_text(text, encoding="utf-8")
    scene = open_scene(app, lambda: OpenScreen(app.services))
    write(app, "hostile.jouons")
    press(app, pygame.K_RETURN)
    assert app.scenes[-1] is scene
    assert scene.model.fault is not None or app.services.notices
