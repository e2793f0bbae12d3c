"""Lines of Python in the window: their tints, the mark of a fault, copying."""

from __future__ import annotations

import pygame
import pytest

from gui.kit.accessible import Role
from gui.kit.code import CodeBlock, Word, ink_of, spans_of
from gui.kit.widget import key_down
from gui.theme import ThemeName, palette
from tests.gui.driver import click
from tests.gui.test_kit_parts import placed, texts_drawn
from tests.gui.test_layout_laws import make_ui
from tests.gui.test_views_pictures import contrast

TEXT = '''def choose(game, state, think):
    """The first move."""
    # no thought
    return game.moves(state)[10] if "a" else None
'''


def words_of(text: str, line: int) -> list[tuple[str, Word]]:
    shown = text.split("\n")[line - 1]
    return [(shown[begin:end], word) for begin, end, word in spans_of(text, line).get(line, ())]


def test_words_of_python_have_their_tints() -> None:
    assert words_of(TEXT, 1) == [("def", Word.KEYWORD)]
    assert words_of(TEXT, 2) == [('"""The first move."""', Word.NOTE)]
    assert words_of(TEXT, 3) == [("# no thought", Word.NOTE)]
    assert [word for _, word in words_of(TEXT, 4)] == [
        *(Word.KEYWORD, Word.NUMBER, Word.KEYWORD, Word.TEXT, Word.KEYWORD, Word.KEYWORD)
    ]


def test_a_text_over_several_lines_is_tinted_in_each() -> None:
    text = 'x = """one\n  two\nthree"""\n'
    assert [words_of(text, line) for line in (1, 2, 3)] == [
        [('"""one', Word.TEXT)],
        [("  two", Word.TEXT)],
        [('three"""', Word.TEXT)],
    ]


@pytest.mark.parametrize(
    "broken", ("def f(:\n  return (", "'''open\n", "  x\n y\n", "x = $\n\0", "\x0c\\")
)
def test_any_text_is_drawn_line_by_line(broken: str) -> None:
    block = CodeBlock(broken, faulty=1, name="x")
    with texts_drawn() as drawn:
        placed(block, make_ui(1.0, "en"), 400, 200)
    assert str(len(block.lines)) in [text for text, _ in drawn]


def test_a_part_of_a_file_keeps_its_numbers_and_shows_the_faulty_line() -> None:
    text = "\n".join(f"line_{number} = {number}" for number in range(1, 60))
    block = CodeBlock(text, 20, 50, faulty=45, name="line_45")
    with texts_drawn() as drawn:
        placed(block, make_ui(1.0, "en"), 400, 240)
    shown = [word for word, _ in drawn]
    assert "line_45" in shown and "45" in shown
    assert "line_19" not in shown and "line_51" not in shown


def test_a_click_and_enter_hand_the_text_on_and_a_reader_hears_it() -> None:
    copied: list[str] = []
    block, ui = CodeBlock(TEXT, copy=copied.append), make_ui(1.0, "en")
    placed(block, ui, 600, 200)
    click(block, block.rect.center)
    block.handle(key_down(pygame.K_RETURN))
    info = block.accessible(ui)
    assert copied == [TEXT.rstrip("\n")] * 2
    assert info is not None and info.role is Role.BUTTON and info.name == copied[0]


@pytest.mark.parametrize("safe", (False, True))
@pytest.mark.parametrize("look", ThemeName)
def test_every_tint_is_read_in_every_theme(look: ThemeName, safe: bool) -> None:
    colours = palette(look, safe)
    assert all(contrast(ink_of(colours, word), colours.table2) >= 5.7 for word in (*Word, None))
