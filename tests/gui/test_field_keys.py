"""The keys of a text field, as people know them from their system."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from gui.kit import TextField
from gui.services import Services
from gui.system import Platform, System
from tests.gui.driver import press, send

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
