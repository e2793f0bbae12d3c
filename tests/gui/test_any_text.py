"""Any text can be measured, broken, cut and drawn; none ends the window."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages import LANGUAGES, catalogue
from gui.kit import Label, ListRow, TextField, Widget, wrap
from gui.kit.fields import MAX_TEXT, FieldFault
from gui.kit.lists import ListBox
from gui.kit.text_wrap import shorten, shorten_start
from gui.services import Services
from gui.theme import LENDER, TEXT_CACHE_BYTES, Theme, _font_with, asset
from tests.full import examples
from tests.gui.driver import click

HOSTILE = {
    "half a character": "\ud800",
    "a file name that is not utf-8": "caf\udce9.jouons",
    "no width: grapheme joiner": "\u034f",
    "no width: variation selector": "\ufe0f",
    "no width: joiners": "\u200d\u200c\u200b",
    "no width: tag": "\U000e0001",
    "NUL": "a\x00b",
    "escape sequence": "\x1b[31mred\x07",
    "lines": "one\ntwo\r\nthree",
    "right to left": "\u202egnp.exe\u202c \u200f\u05d0\u05d1\u05d2",
    "very long": "W" * 1_000_000,
    "very long, in words": "a bc " * 100_000,
    "hundred marks on one letter": "e" + "\u0301" * 100,
    "beyond the plane": "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0010ffff",
}


@pytest.fixture
def theme() -> Theme:
    return Theme()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bold", [False, True])
def test_every_sign_of_the_texts_is_drawn(theme: Theme, language: str, bold: bool) -> None:
    """The signs of at least and at most were empty boxes."""

    def picture(sign: str) -> bytes:
        return pygame.image.tobytes(theme.text(sign, 40, bold=bold), "RGBA")

    box = picture("\u6f22")  # no font here has this sign
    signs = set("".join(catalogue(language).values())) - {" ", "\n"}
    assert [sign for sign in sorted(signs) if picture(sign) == box] == []
    line = "at \u2265 400"
    drawn = theme.text(line, 40, bold=bold).get_width()
    assert drawn == theme.width(line, 40, bold)


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("mono", [False, True])
def test_no_text_ends_the_window(theme: Theme, words: str, mono: bool) -> None:
    surface = pygame.Surface((400, 100))
    for size in (10, 44):
        assert theme.width(words, size, mono=mono) >= 0
        assert theme.text(words, size, mono=mono).get_width() <= 16_000
        theme.blit_text(surface, words, size, (0, 50), mono=mono)
    for line in wrap(theme, words, 16, 300, maximum=3, mono=mono):
        assert theme.width(line, 16, mono=mono) <= 300
    assert theme.width(shorten(theme, words, 16, 300, mono=mono), 16, mono=mono) <= 300
    assert theme.width(shorten_start(theme, words, 16, 300), 16) <= 300


@examples
@given(st.text(st.characters(codec=None), max_size=60))
def test_no_random_text_ends_the_window(words: str) -> None:
    theme = Theme()
    wide = theme.width(words, 16)
    assert theme.text(words, 16).get_width() == wide
    wrap(theme, words, 16, 200)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_widget_with_text_draws_it(services: Services, words: str) -> None:
    surface, place = pygame.Surface((400, 200)), pygame.Rect(10, 10, 200, 40)
    words = words[:MAX_TEXT]
    field = TextField(words)
    field.set_focus(True)
    rows = ListBox([ListRow(words, words)], 40, lambda _: None)
    widgets: list[Widget] = [Label(words, maximum=2), field, FieldFault(words), rows]
    for widget in widgets:
        widget.rect = place
        widget.draw(services.ui, surface)


def test_a_click_finds_the_nearest_gap_and_the_caret_stays_in_sight(services: Services) -> None:
    surface, theme = pygame.Surface((1280, 100)), services.ui.theme
    text = "".join(chr(ord("a") + index % 26) for index in range(500))
    field = TextField(text)
    field.rect = pygame.Rect(10, 10, 300, 44)
    field.set_focus(True)
    field.draw(services.ui, surface)  # the caret stands at the end, in sight
    click(field, (1000, field.rect.centery))
    assert field.caret == 500
    inner = field.rect.inflate(-2 * theme.tx(12), -4)
    click(field, (inner.x, field.rect.centery))
    first = field.caret
    assert 450 < first < 500
    for index in (first + 3, first + 10):
        gap = inner.x + theme.width(text[first:index], 16, mono=True)
        for near in (gap - 2, gap + 2):
            click(field, (near, field.rect.centery))
            assert field.caret == index
    field.draw(services.ui, surface)
    press = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_HOME, mod=0, unicode="")
    field.handle(press)
    field.draw(services.ui, surface)
    click(field, (inner.x, field.rect.centery))
    assert field.caret == 0


def test_a_path_keeps_its_end(theme: Theme) -> None:
    path = "/home/" + "folder/" * 40 + "game.jouons"
    words = shorten_start(theme, path, 16, 300)
    assert words.startswith("…") and words.endswith("folder/game.jouons")
    assert theme.width(words, 16) <= 300


def test_the_kept_texts_are_bounded_by_their_size(theme: Theme) -> None:
    for index in range(3000):
        theme.text(f"{index} " + "wide " * 60, 22)
    kept = sum(s.get_width() * s.get_height() * 4 for s in theme._texts.values())
    assert kept == theme._texts_bytes <= TEXT_CACHE_BYTES


@pytest.mark.parametrize(("name", "letter"), [("NotoSans-Bold", "→"), ("FiraCode-Regular", "ọ")])
def test_a_letter_that_a_font_lacks_is_lent_by_another_one(
    name: str, letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = str(asset("fonts/NotoSans-Regular.ttf"))
    monkeypatch.setattr("gui.theme._substitutes", lambda: [system])
    _font_with.cache_clear()
    lent = _font_with(letter, name)
    _font_with.cache_clear()
    assert lent == (LENDER if name != LENDER else system)
    assert _font_with("é", name) == name
    assert _font_with("\U0010fffd", name) == name, "no font has it"
