"""Whatever other programs do with the clipboard, the window goes on and says what it could not."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pygame
import pytest

from engine.texts import REPLACEMENT, clean, clean_lines
from gui import clipboard
from gui.kit import TextField
from gui.services import Services
from tests.cases import in_one_test
from tests.gui.driver import press, send

HOSTILE = b"\xff\xfe\x80abc"


def undecodable() -> str:
    """What pygame does with the bytes of another program."""
    return HOSTILE.decode("utf-8")


def held(*_: object) -> NoReturn:
    """Another program holds the clipboard."""
    raise pygame.error("Couldn't open the clipboard")


@pytest.fixture
def field(services: Services) -> Callable[[str], TextField]:
    """Makes a field that has been drawn and has the focus."""

    def make(text: str) -> TextField:
        made = TextField(text)
        made.rect = pygame.Rect(10, 10, 300, 44)
        made.draw(services.ui, pygame.display.set_mode((640, 480)))
        made.set_focus(True)
        return made

    return make


def test_a_clipboard_that_is_not_utf8_is_read_with_replacement(
    field: Callable[[str], TextField], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", undecodable)
    assert clipboard.get_text() == 3 * REPLACEMENT + "abc"
    made = field("")
    press(made, pygame.K_v, pygame.KMOD_CTRL)
    assert made.text == 3 * REPLACEMENT + "abc"


def test_a_held_clipboard_is_said_and_ends_nothing(
    field: Callable[[str], TextField], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "put_text", held)
    monkeypatch.setattr(pygame.scrap, "get_text", held)
    assert clipboard.get_text() == ""
    made = field("not to be lost")
    press(made, pygame.K_x, pygame.KMOD_CTRL)
    assert made.text == "not to be lost"
    assert "clipboard" in services.notices[-1].text and services.notices[-1].fault
    press(made, pygame.K_v, pygame.KMOD_CTRL)
    assert made.text == ""


def test_copying_nothing_leaves_the_clipboard_as_it_is(
    field: Callable[[str], TextField], monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", put.append)
    made = field("abc")
    press(made, pygame.K_END, 0)
    press(made, pygame.K_c, pygame.KMOD_CTRL)
    press(made, pygame.K_x, pygame.KMOD_CTRL)
    assert put == [] and made.text == "abc"


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_z, pygame.K_c, pygame.K_x, pygame.K_v])
@pytest.mark.parametrize("altgr", [pygame.KMOD_LCTRL | pygame.KMOD_RALT, pygame.KMOD_MODE])
def test_altgr_writes_letters_and_commands_nothing(
    field: Callable[[str], TextField], key: int, altgr: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", used.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "pasted")
    made = field("zażółć")
    press(made, pygame.K_END, 0)
    assert press(made, key, altgr, "ą"), "its letter must not become a shortcut"
    send(made, pygame.TEXTINPUT, text="ą")
    assert made.text == "zażółćą" and used == []


@in_one_test(
    "text, kept",
    [
        (b"\xff\xfe\x80abc", 3 * REPLACEMENT + "abc"),
        ("\ud800", REPLACEMENT),
        ("a\udc80\udcffb", f"a{REPLACEMENT}b"),
        ("\u034f\ufe0f", ""),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("one\r\ntwo\u2028three\tfour", "one two three four"),
        ("\u202efdp.exe\u200f", "fdp.exe"),
        ("é" * 50, "é" * 20),
        ("a" * 1_000_000, "a" * 20),
        ("Zoë \U0001f600", "Zoë \U0001f600"),
        (" \t ", "   "),
    ],
)
def test_text_from_outside_is_decoded_shown_and_bounded(text: str | bytes, kept: str) -> None:
    assert clean(text, 20) == kept
    clean(text, 20).encode("utf-8")


def test_text_of_many_lines_keeps_them() -> None:
    assert clean_lines("a\r\nb\rc\x00\td", 100) == "a\nb\nc\td"
