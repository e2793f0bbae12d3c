"""Text fields: keys as people know them, the clipboard of other programs, typed numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import pygame
import pytest

from engine.messages import LANGUAGES, excerpt
from engine.protocols import OptionError
from engine.texts import REPLACEMENT, clean, clean_lines
from gui import clipboard
from gui.arena.cards import game_total
from gui.arena.form import FIRST_TEXTS, ExperimentForm
from gui.i18n import Translator, typed_number
from gui.kit import TextField
from gui.kit.fields import NumberField
from gui.kit.forms import number_row
from gui.kit.layout import arrange
from gui.players.choice import NUMBER, PlayerChoice
from gui.services import Services
from gui.settings import GameSetup
from gui.setup.screen import SetupScreen
from gui.system import Platform, System
from tests.cases import in_one_test
from tests.gui.driver import enter, press, send, widgets_of
from tests.screen import the_screen

TEXT = "one two, three"
LEFT, RIGHT, UP, DOWN = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN
CMD, OPTION, CTRL, SHIFT = (
    pygame.KMOD_LMETA, pygame.KMOD_LALT, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT,
)  # fmt: skip


@pytest.fixture
def field(services: Services) -> TextField:
    """A field with the focus; a person wrote the text and stands at its end."""
    made = TextField(TEXT)
    made.rect = pygame.Rect(100, 100, 400, 44)
    made.draw(services.ui, pygame.display.get_surface() or pygame.Surface((1, 1)))
    made.set_focus(True)
    made.anchor = made.caret
    return made


def on(field: TextField, platform: Platform, services: Services) -> TextField:
    ui = replace(services.ui, system=System(platform))
    field.draw(ui, pygame.display.get_surface() or pygame.Surface((1, 1)))
    return field


@pytest.mark.parametrize(
    ("key", "mod", "caret"),
    [
        (LEFT, CMD, 0), (RIGHT, CMD, 14), (UP, CMD, 0), (DOWN, CMD, 14),
        (LEFT, OPTION, 4), (RIGHT, OPTION, 7), (LEFT, 0, 5), (RIGHT, 0, 7),
        (pygame.K_HOME, 0, 0), (pygame.K_END, 0, 14),
    ],
)  # fmt: skip
def test_arrows_of_a_mac_move_by_letters_words_and_to_the_ends(
    services: Services, field: TextField, key: int, mod: int, caret: int
) -> None:
    on(field, Platform.MACOS, services)
    field.caret = field.anchor = 6
    assert press(field, key, mod)
    assert (field.caret, field.anchor) == (caret, caret)


def test_with_shift_they_select(services: Services, field: TextField) -> None:
    on(field, Platform.MACOS, services)
    press(field, LEFT, CMD | SHIFT)
    assert (field.caret, field.anchor) == (0, len(TEXT))
    press(field, RIGHT, OPTION | SHIFT)
    assert (field.caret, field.anchor) == (3, len(TEXT))


@pytest.mark.parametrize(
    ("key", "mod", "left"),
    [
        (pygame.K_BACKSPACE, CMD, "o, three"), (pygame.K_BACKSPACE, OPTION, "one o, three"),
        (pygame.K_BACKSPACE, 0, "one to, three"), (pygame.K_DELETE, OPTION, "one tw, three"),
        (pygame.K_DELETE, CMD, "one tw"),
    ],
)  # fmt: skip
def test_cmd_backspace_deletes_to_the_start_and_option_backspace_a_word(
    services: Services, field: TextField, key: int, mod: int, left: str
) -> None:
    on(field, Platform.MACOS, services)
    field.caret = field.anchor = 6
    assert press(field, key, mod)
    assert field.text == left
    press(field, pygame.K_z, CMD)
    assert field.text == TEXT


@pytest.mark.parametrize("platform", [Platform.WINDOWS, Platform.LINUX])
def test_elsewhere_ctrl_moves_and_deletes_by_words(
    services: Services, field: TextField, platform: Platform
) -> None:
    on(field, platform, services)
    press(field, LEFT, CTRL)
    assert field.caret == 9
    press(field, LEFT, CTRL)
    assert field.caret == 4
    press(field, RIGHT, CTRL)
    assert field.caret == 7
    press(field, pygame.K_BACKSPACE, CTRL)
    assert field.text == "one , three"


def test_the_ends_of_the_text_are_ends(services: Services, field: TextField) -> None:
    for platform in Platform:
        on(field, platform, services)
        for key, end in ((LEFT, 0), (RIGHT, len(TEXT))):
            for mod in (0, OPTION, CTRL, CMD, SHIFT):
                field.caret = field.anchor = end
                press(field, key, mod)
                assert field.caret == end
    field.show("")
    press(field, pygame.K_BACKSPACE, CMD)
    assert field.text == ""


def test_option_writes_letters_on_a_mac(services: Services, field: TextField) -> None:
    on(field, Platform.MACOS, services)
    assert press(field, pygame.K_a, OPTION, "å")
    send(field, pygame.TEXTINPUT, text="å")
    assert field.text == TEXT + "å"


HOSTILE = b"\xff\xfe\x80abc"


def undecodable() -> str:
    """What pygame does with the bytes of another program."""
    return HOSTILE.decode("utf-8")


def held(*_: object) -> NoReturn:
    """Another program holds the clipboard."""
    raise pygame.error("Couldn't open the clipboard")


@pytest.fixture
def make_field(services: Services) -> Callable[[str], TextField]:
    """Makes a field that has been drawn and has the focus."""

    def make(text: str) -> TextField:
        made = TextField(text)
        made.rect = pygame.Rect(10, 10, 300, 44)
        made.draw(services.ui, pygame.display.set_mode((640, 480)))
        made.set_focus(True)
        return made

    return make


def test_a_clipboard_that_is_not_utf8_is_read_with_replacement(
    make_field: Callable[[str], TextField], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", undecodable)
    assert clipboard.get_text() == 3 * REPLACEMENT + "abc"
    made = make_field("")
    press(made, pygame.K_v, pygame.KMOD_CTRL)
    assert made.text == 3 * REPLACEMENT + "abc"


def test_a_held_clipboard_is_said_and_ends_nothing(
    make_field: Callable[[str], TextField], services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "put_text", held)
    monkeypatch.setattr(pygame.scrap, "get_text", held)
    assert clipboard.get_text() == ""
    made = make_field("not to be lost")
    press(made, pygame.K_x, pygame.KMOD_CTRL)
    assert made.text == "not to be lost"
    assert "clipboard" in services.notices[-1].text and services.notices[-1].fault
    press(made, pygame.K_v, pygame.KMOD_CTRL)
    assert made.text == ""


def test_copying_nothing_leaves_the_clipboard_as_it_is(
    make_field: Callable[[str], TextField], monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", put.append)
    made = make_field("abc")
    press(made, pygame.K_END, 0)
    press(made, pygame.K_c, pygame.KMOD_CTRL)
    press(made, pygame.K_x, pygame.KMOD_CTRL)
    assert put == [] and made.text == "abc"


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_z, pygame.K_c, pygame.K_x, pygame.K_v])
@pytest.mark.parametrize("altgr", [pygame.KMOD_LCTRL | pygame.KMOD_RALT, pygame.KMOD_MODE])
def test_altgr_writes_letters_and_commands_nothing(
    make_field: Callable[[str], TextField], key: int, altgr: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", used.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "pasted")
    made = make_field("zażółć")
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


@in_one_test("text", ["1000", "1,000", "1 000", "1\u202f000", "1.000", " 01000 "])
def test_thousands_may_stand_apart(text: str) -> None:
    assert typed_number(text, 1, 5000) == 1000


@in_one_test("text", ["", "²", "٣", "-1", "1.5", "1,5", "10.00", "1e3", "5001", "9" * 1_000_000])
def test_anything_else_is_one_sentence_with_the_bounds(text: str) -> None:
    with pytest.raises(OptionError) as fault:
        typed_number(text, 0, 5000)
    assert str(fault.value) == f"‘{excerpt(text)}’ is not a whole number from 0 to 5,000."


@pytest.mark.parametrize("text", ["20000", "20,000", "20\u202f000", "20 000", "20.000"])
def test_a_strength_is_typed_as_any_language_writes_it(text: str) -> None:
    choice = PlayerChoice("mc:500/move")
    choice.set_number(text)
    assert choice.text == "mc:20000/move" and choice.fault is None


@in_one_test("text", ["1,5", "2.5", "1,0,0,0", "20.00", "0", "many", ""])
def test_a_strength_that_is_no_whole_number_is_refused_and_not_guessed(text: str) -> None:
    choice = PlayerChoice("mc:500")
    choice.set_number(text)
    assert choice.text == "mc:500" and choice.typed == {NUMBER: text}
    assert choice.fault is not None and choice.fault.key == "option.whole"


@pytest.mark.parametrize("text", ["1000", "1,000", "1.000"])
def test_the_arena_counts_before_the_start_what_it_will_play(text: str) -> None:
    form = ExperimentForm(texts={**FIRST_TEXTS, "values": "1"}).typed("games", text)
    assert game_total(form) == form.count() == 1000
    assert game_total(form.typed("games", "1,5")) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_digit_typed_behind_a_number_makes_it_ten_times_as_large(
    services: Services, language: str
) -> None:
    """The field shows digits alone while it is edited, whatever sign stands between thousands."""
    services.ui.tr = Translator(language)
    services.change(
        replace(
            services.settings.with_setup("connect4", GameSetup({}, "human", "mc:10000/move")),
            language=language,
        )
    )
    screen = enter(SetupScreen(services, "connect4"))
    screen.draw(the_screen())
    apart = services.ui.tr.number(10_000)
    assert number_field(screen).text == apart != "10000"
    screen.widget_group.focus_key(number_field(screen).key)
    assert number_field(screen).text == "10000"
    press(screen, pygame.K_END)
    send(screen, pygame.TEXTINPUT, text="0")
    press(screen, pygame.K_RETURN)
    assert screen.model.players[1].text == "mc:100000/move"
    assert not screen.model.faults
    assert number_field(screen).text == "100000", "it still has the keyboard"
    press(screen, pygame.K_TAB)
    assert number_field(screen).text == services.ui.tr.number(100_000)


def test_a_number_looked_at_and_left_stands_as_it_stood(services: Services) -> None:
    taken: list[str] = []
    row = number_row(services.ui, [1, 10_000], 10_000, taken.append, ("slider", "field"), width=99)
    typed = next(
        widget
        for widget in arrange(services.ui, row, pygame.Rect(0, 0, 400, 44))
        if isinstance(widget, NumberField)
    )
    typed.draw(services.ui, the_screen())
    typed.set_focus(True)
    typed.set_focus(False)
    assert (typed.text, taken) == ("10,000", [])
    typed.set_focus(True)
    typed.write("1.5")
    typed.set_focus(False)
    assert (typed.text, taken) == ("1.5", ["1.5"]), "what is no number stays to be put right"


def number_field(screen: SetupScreen) -> NumberField:
    found = widgets_of(screen, NumberField)
    assert len(found) == 1
    return found[0]
