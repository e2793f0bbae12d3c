"""The card of the players: one person and the computer's level, or two people."""

from __future__ import annotations

from collections.abc import Callable

from gui.kit import Button, Icon, Label, Segments
from gui.kit.layout import Box, Card, Column, Flexible, Layout, NoShrink, Row
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
    *,
    compact: bool = False,
) -> Layout:
    """Return the card of the players.

    A compact card is one row without headings, with a button that opens a menu of the levels.
    `choices` take the number of people (0 for one), the index of a level, and open that menu.
    """
    tr, two = ui.tr, settings.two_players
    choose_people, choose_level, ask_level = choices
    one_or_two = Segments(
        [tr("who.alone_choice"), tr("who.both_choice")], int(two), choose_people, "people"
    )
    one_or_two.called = tr("who.title")
    if compact:
        words = tr(f"player.{settings.level}.name")
        level = Button(words, ask_level, image=Icon.DOWN, key="level", enabled=not two)
        controls = (NoShrink(Box(each, height=CHOICE)) for each in (one_or_two, level))
        return Card(Row(*controls, gap=16), pad=16, head=10, foot=10)
    levels = Segments(
        [tr(f"player.{name}.name") for name in CHOICES],
        CHOICES.index(settings.level),
        choose_level,
        "levels",
    )
    levels.enabled, levels.called = not two, tr("who.computer")
    sentence = tr("who.two_sentence" if two else f"level.{settings.level}.sentence")
    who = _named(tr("who.title"), "", Box(one_or_two, ONE_OR_TWO, CHOICE))
    computer = _named(tr("who.computer"), sentence, Box(levels, LEVEL_CHOICE, CHOICE))
    return Card(Row(who, Flexible(computer), gap=24), pad=20, head=10, foot=14)


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
