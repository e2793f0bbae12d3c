"""Numbers as people type them: thousands apart or not, and what only looks like digits."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from engine.messages import LANGUAGES, excerpt
from engine.protocols import OptionError
from gui.arena.cards import game_total
from gui.arena.form import FIRST_TEXTS, ExperimentForm
from gui.i18n import Translator, typed_number
from gui.kit.fields import NumberField
from gui.kit.forms import number_row
from gui.kit.layout import arrange
from gui.players.choice import NUMBER, PlayerChoice
from gui.services import Services
from gui.settings import GameSetup
from gui.setup.screen import SetupScreen
from tests.cases import in_one_test
from tests.gui.driver import enter, press, send, widgets_of
from tests.screen import the_screen


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
    assert field(screen).text == apart != "10000"
    screen.widget_group.focus_key(field(screen).key)
    assert field(screen).text == "10000"
    press(screen, pygame.K_END)
    send(screen, pygame.TEXTINPUT, text="0")
    press(screen, pygame.K_RETURN)
    assert screen.model.players[1].text == "mc:100000/move"
    assert not screen.model.faults
    assert field(screen).text == "100000", "it still has the keyboard"
    press(screen, pygame.K_TAB)
    assert field(screen).text == services.ui.tr.number(100_000)


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


def field(screen: SetupScreen) -> NumberField:
    found = widgets_of(screen, NumberField)
    assert len(found) == 1
    return found[0]
