"""Real clicks and keys in a real window."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest

from engine.saves import from_json
from engine.store.store import Store
from gui.settings import Settings, SettingsFile
from tests.database import assert_whole
from tests.window.conftest import Window

pytestmark = [pytest.mark.window, pytest.mark.slow, pytest.mark.needs("Xvfb", "xdotool")]
SIZE = ("--size", "1280x800")
STILL = Settings(language="en", motion="NONE")  # frames without number are not what is looked at


def finished(folder: Path) -> list[tuple[str, ...]]:
    """(result, moves...) of the finished games kept in a data folder."""
    store = Store(folder)
    games = [(game.result, *from_json(game.saved).moves) for game in store.games()]
    store.close()
    return games


def in_progress(folder: Path, game: str) -> tuple[str, ...]:
    """The moves of the game in progress."""
    store = Store(folder)
    kept = store.unfinished(game)
    store.close()
    return from_json(kept[0].saved).moves if kept else ()


def answered(folder: Path, plies: int) -> bool:
    """Whether a game has come so far, or is over."""
    return bool(finished(folder)) or len(in_progress(folder, "connect4")) >= plies


def cell(index: int) -> tuple[int, int]:
    """The middle of a tic-tac-toe cell at 1280x800: the board is centred left of the cards."""
    row, column = divmod(index, 3)
    return 440 + (column - 1) * 190, 396 + (row - 1) * 190


def test_a_whole_game_by_mouse(window: Window) -> None:
    window.start("--game", "tictactoe", "--first", "human", "--second", "human", *SIZE)
    for index in (4, 0, 4, 1, 8, 2):  # the second 4 is refused; O has the upper row
        window.click(*cell(index))
    window.until(lambda: len(in_progress(window.folder, "tictactoe")) == 5)
    assert window.close() == 0
    assert finished(window.folder) == []
    assert in_progress(window.folder, "tictactoe") == ("4", "0", "1", "8", "2")


def test_closing_while_a_bot_thinks_ends_at_once(window: Window) -> None:
    """It would think for hours."""
    thinks = ("--first", "mc:1000000000", "--second", "random")
    window.start("--game", "connect4", *thinks, *SIZE, rests=False)
    time.sleep(1.0)
    assert window.close() == 0


def test_a_person_beats_the_first_legal_move(window: Window) -> None:
    SettingsFile(window.folder).save(STILL)
    window.start("--game", "connect4", "--first", "human", "--second", "first", *SIZE)
    for played in range(1, 5):
        window.key("3")
        window.until(partial(answered, window.folder, 2 * played))
    assert window.close() == 0
    result, *moves = finished(window.folder)[0]
    assert result == "first"
    assert moves[0::2] == ["3", "3", "3", "3"]


def test_a_game_by_keys_is_killed_resumed_from_the_menu_and_won(window: Window) -> None:
    SettingsFile(window.folder).save(STILL)
    window.start("--game", "connect4", "--first", "human", "--second", "human", *SIZE)
    for column in "343435":
        window.key(column)
    window.until(lambda: len(in_progress(window.folder, "connect4")) == 6)
    window.key("ctrl+z")  # takes the 5 back
    window.key("4")
    played = ("3", "4", "3", "4", "3", "4")
    window.until(lambda: in_progress(window.folder, "connect4") == played)
    assert window.process is not None
    window.process.kill()
    window.process.wait()
    assert in_progress(window.folder, "connect4") == played
    assert_whole(window.folder)
    window.start(*SIZE)
    window.click(487, 300)  # the tile of Connect Four, which goes on
    window.key("3")
    window.until(lambda: bool(finished(window.folder)))
    assert window.close() == 0
    assert in_progress(window.folder, "connect4") == ()
    assert finished(window.folder) == [("first", *played, "3")]


def test_the_first_window_fits_and_a_held_f11_is_one_press(window: Window) -> None:
    window.start()
    small = window.size()
    assert small[0] <= 1280 and small[1] <= 720
    window.xdotool("keydown", "F11")
    window.until(lambda: window.size() == (1280, 800))
    time.sleep(1.5)  # the screen repeats a key that is held after 0.66 s
    window.xdotool("keyup", "F11")
    window.release_worker()
    assert window.size() == (1280, 800)
    window.key("F11")
    window.until(lambda: window.size() == small)
    assert window.close() == 0
    assert not (window.folder / "settings.json").exists(), "nobody chose a size"
