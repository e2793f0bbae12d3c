"""The card of the players: one person and the computer's level, or two people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gui.kit import Button, Icon, Label, Segments
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, NoShrink, Row
from gui.people import CHOICES
from gui.settings import Settings
from gui.ui import Ui

ONE_OR_TWO = 256  # the width of the choice of one or two players
LEVEL_CHOICE = 472
CHOICE = 44  # the height of the choices


def who_card(
    ui: Ui,
    settings: Settings,
    choices: tuple[Callable[[int], None], Callable[[int], None], Callable[[], None]],
    compact: Literal["", "levels", "menu"] = "",
) -> Layout:
    """Return the card of the players; levels that do not fit become a button with a menu.

    A compact card is one row without headings, with all levels or with the button. `choices` take
    the number of people (0 for one), the index of a level, and open that menu.
    """
    tr, two = ui.tr, settings.two_players
    choose_people, choose_level, ask_level = choices
    one_or_two = Segments(
        [tr("who.alone_choice"), tr("who.both_choice")], int(two), choose_people, "people"
    )
    levels = Segments(
        [tr(f"player.{name}.name") for name in CHOICES],
        CHOICES.index(settings.level),
        choose_level,
        "levels",
    )
    levels.enabled = not two
    one_or_two.called, levels.called = tr("who.title"), tr("who.computer")
    sentence = tr("who.two_sentence" if two else f"level.{settings.level}.sentence")
    alone = Box(one_or_two, ONE_OR_TWO, CHOICE)
    who = _named(tr("who.title"), "", alone)
    computer = tr("who.computer")

    def chosen_level() -> Layout:
        words = tr(f"player.{settings.level}.name")
        button = Button(words, ask_level, image=Icon.DOWN, key="level", enabled=not two)
        return NoShrink(Box(button, height=CHOICE))

    if compact:
        pair = NoShrink(Box(one_or_two, height=CHOICE))
        control = chosen_level() if compact == "menu" else NoShrink(Box(levels, height=CHOICE))
        return Card(Row(pair, control, gap=16), pad=16, head=10, foot=10)

    def chip() -> Layout:
        return _named(computer, "", Row(chosen_level(), Flexible()))

    def wide(note: str) -> Layout:
        right = _named(computer, note, Box(levels, LEVEL_CHOICE, CHOICE))
        return Row(who, Flexible(right), gap=24)

    def below() -> Layout:
        return Column(Row(who, Flexible(chip()), gap=24), Label(sentence, 14, quiet=True), gap=8)

    stacked = Column(who, chip(), Label(sentence, 14, quiet=True), gap=8)
    return Card(FirstFit(wide(sentence), below, stacked), pad=20, head=10, foot=14)


def _named(title: str, note: str, control: Layout) -> Layout:
    """Lay out a quiet heading above a control, with a note at the heading's right."""
    heading = Label(title, 14, quiet=True, maximum=1)
    row = (
        Row(
            NoShrink(heading),
            Flexible(NoShrink(Label(note, 14, quiet=True, align=1, maximum=1))),
            gap=12,
        )
        if note
        else heading
    )
    return Column(row, control, gap=6)
