"""The controls of a player choice: its kind, the form of the kind, its number.

`after` wraps a change so that the screen shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.protocols import Game
from engine.registry import BOTS, player_key
from gui.kit import Button, Label, Segments
from gui.kit.command import AndRefresh
from gui.kit.forms import number_row, slider_values
from gui.kit.layout import Box, Column, FirstFit, Flexible, Grid, Layout, NoShrink, Row, tx
from gui.players.choice import PlayerChoice
from gui.theme import Theme
from gui.ui import Ui

NUMBER = 110  # the width of the number field
FORM = 48  # the height of the forms


def kind_buttons(
    ui: Ui,
    chosen: str,
    kinds: Sequence[str],
    game: Game[Any],
    choose: Callable[[str], None],
    columns: int,
    key: str,
) -> Layout:
    """Return one button for each kind of player with its sentence; its key is `key kind`."""
    buttons: list[Layout] = []
    for kind in kinds:
        words = player_key(kind, game)
        label, sentence = ui.tr(f"{words}.name"), ui.tr(f"{words}.sentence")
        on, take = kind == chosen, partial(choose, kind)
        button = Button(label, take, on=on, key=f"{key} {kind}", tooltip=sentence)
        buttons.append(Box(button, least_width=partial(_on_one_line, label)))
    return Grid(*buttons, columns=columns)


def _on_one_line(label: str, theme: Theme) -> int:
    return theme.width(label, 16, True) + theme.px(20)


def kind_sentence(ui: Ui, choice: PlayerChoice, game: Game[Any]) -> Layout:
    """Return the description of the kind in this game, two lines high to keep the layout still."""

    def two_lines(theme: Theme) -> int:
        return 2 * theme.line_height(14)

    sentence = ui.tr(f"{player_key(choice.spec.kind, game)}.sentence")
    return Box(Label(sentence, 14, quiet=True), height=two_lines)


def form_choice(
    ui: Ui, choice: PlayerChoice, forms: Sequence[tuple[str, str]], after: AndRefresh, key: str
) -> Layout | None:
    """Return the forms of the chosen kind side by side, or None if there is only one."""
    if len(forms) < 2:
        return None
    texts = [text for _, text in forms]
    now = texts.index(choice.spec.text) if choice.spec.text in texts else 0
    labels = [ui.tr(label) for label, _ in forms]
    take = after(lambda index: choice.take(texts[index]))
    usual, small = (Segments(labels, now, take, key, size=size) for size in (16, 14))
    return Box(FirstFit(usual, small), height=FORM)


def number_choice(
    ui: Ui,
    choice: PlayerChoice,
    after: AndRefresh,
    keys: tuple[str, str],
    highest: int,
    *,
    typed: str | None = None,
    one_line: bool = False,
) -> Layout | None:
    """Return slider (to `highest`) and field of the bot's number beside or below its name.

    `typed` is the invalid text of the field; on `one_line` they always stand beside the name. None
    is returned for a bot without a number.
    """
    spec, entry = choice.spec, BOTS.get(choice.spec.kind)
    if entry is None or entry.number is None or spec.number is None:
        return None
    values = slider_values(entry.number.low, min(entry.number.high, highest), entry.logarithmic)
    change = after(choice.set_number)
    row = number_row(ui, values, spec.number, change, keys, width=NUMBER, typed=typed)
    label = Label(ui.tr(f"player.{spec.kind}.number"), 16, middle=True)
    beside = Row(NoShrink(label), Flexible(row), gap=16)
    if one_line:
        return beside
    return FirstFit(beside, Column(Box(label, height=24), row, gap=tx(2)))
