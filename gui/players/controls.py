"""The controls of a player choice: its kind, the form of the kind, its number, its exploration.

`after` wraps a change so that the screen shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.levels import LEVELS
from engine.messages import Message
from engine.protocols import Game
from engine.registry import BOTS, is_own, player_key, player_name
from gui.kit import Button, Label, Segments, Slider, TextField
from gui.kit.command import AndRefresh
from gui.kit.fields import FieldFault
from gui.kit.forms import LEAST_SLIDER, number_row, slider_values
from gui.kit.layout import Box, Column, FirstFit, Flexible, Grid, Layout, NoShrink, Row, tx
from gui.kit.ranges import Scale, nearest
from gui.kit.text_wrap import two_lines
from gui.players.choice import CONSTANT, GROUPS, NUMBER, PlayerChoice
from gui.theme import Theme
from gui.ui import Ui

FIELD, SHORT_FIELD = 110, 72  # the widths of the fields of the number and of the constant
UNMEASURED = LEVELS[:-1]  # perfect play needs no measurement
FORM = 48  # the height of the forms
CONSTANTS = [step / 10 for step in range(41)]  # of the slider: 0 .. 4


def group_choice(ui: Ui, choice: PlayerChoice, show: Callable[[str], None], key: str) -> Layout:
    """Return the groups of players side by side."""
    labels = [ui.tr(f"player.group.{group}") for group in GROUPS]
    at = GROUPS.index(choice.group)

    def pick(index: int) -> None:
        show(GROUPS[index])

    segments = Segments(labels, at, pick, key, size=14)
    segments.called = ui.tr("player.groups")
    return segments


def kind_buttons(
    ui: Ui,
    chosen: str,
    kinds: Sequence[str],
    game: Game[Any],
    choose: Callable[[str], None],
    columns: int,
    key: str,
    *,
    small: bool = False,
) -> Layout:
    """Return one button for each kind of player with its sentence; its key is `key kind`.

    `small` ones may have two lines.
    """
    buttons: list[Layout] = []
    size, least = (14, _in_two_lines) if small else (16, _on_one_line)
    for kind in kinds:
        label, sentence = ui.tr(kind_name(kind, game)), ui.tr(_sentence(kind, game))
        on, take = kind == chosen, partial(choose, kind)
        button = Button(label, take, on=on, key=f"{key} {kind}", tooltip=sentence, size=size)
        buttons.append(Box(button, least_width=partial(least, label)))
    return Grid(*buttons, columns=columns)


def kind_name(kind: str, game: Game[Any]) -> Message:
    """Return the name of a kind of player; an own bot is a kind of its own."""
    return player_name(kind) if is_own(kind) else Message(f"{player_key(kind, game)}.name")


def _sentence(kind: str, game: Game[Any]) -> Message:
    """Return what a kind of player does; in an own game the strength of a level is not measured."""
    kind = kind.partition(":")[0]
    if is_own(game.id) and kind in UNMEASURED:
        return Message("own.not_measured")
    return Message(f"{player_key(kind, game)}.sentence")


def _on_one_line(label: str, theme: Theme) -> int:
    return theme.width(label, 16, True) + theme.px(20)


def _in_two_lines(label: str, theme: Theme) -> int:
    return two_lines(theme, label, 14, bold=True) + theme.px(20)


def kind_sentence(ui: Ui, choice: PlayerChoice, game: Game[Any]) -> Layout:
    """Return the description of the kind in this game, two lines high to keep the layout still."""
    sentence = ui.tr(_sentence(choice.spec.kind, game))
    return Box(Label(sentence, 14, quiet=True), height=lambda theme: 2 * theme.line_height(14))


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
    return Box(Segments(labels, now, take, key), height=FORM)


def number_choice(
    ui: Ui,
    choice: PlayerChoice,
    after: AndRefresh,
    key: str,
    highest: int,
    *,
    confirm: Callable[[], None] | None = None,
) -> Layout | None:
    """Return slider (to `highest`) and field of the bot's number beside or below its name.

    None is returned for a bot without a number. `key` begins the keys of slider and field;
    `confirm` is called at Enter.
    """
    spec, entry = choice.spec, BOTS.get(choice.spec.kind)
    if entry is None or entry.number is None or spec.number is None:
        return None
    values = slider_values(entry.number.low, min(entry.number.high, highest), entry.logarithmic)
    change, keys = after(choice.set_number), (f"{key}slider", f"{key}number")
    typed = choice.typed.get(NUMBER)
    row = number_row(
        ui, values, spec.number, change, keys, width=FIELD, typed=typed, confirm=confirm
    )
    name = ui.tr(f"player.{spec.kind}.number")
    return _named(ui, choice, NUMBER, name, row)


def constant_choice(
    ui: Ui,
    choice: PlayerChoice,
    after: AndRefresh,
    key: str,
    *,
    confirm: Callable[[], None] | None = None,
) -> Layout | None:
    """Return slider and field of the exploration constant as those of the number.

    None is returned for a bot without such a constant.
    """
    if choice.constants is None or choice.spec.number is None:
        return None
    now, usual = choice.constants

    def text(constant: float) -> str:
        return ui.tr("ask.constant", c=constant)

    change, at = after(choice.set_constant), nearest(CONSTANTS, now)
    slider = Slider(
        at, len(CONSTANTS) - 1, lambda i: change(f"{CONSTANTS[i]:g}"), f"{key}constant_slider"
    )
    slider.scale = Scale(CONSTANTS, text)
    slider.usual, slider.tooltip = nearest(CONSTANTS, usual), ui.tr("ask.usual", c=text(usual))
    typed = choice.typed.get(CONSTANT, text(now))
    faulty = CONSTANT in choice.faults
    field = TextField(
        typed, commit=change, confirm=confirm, key=f"{key}constant", align=1.0, faulty=faulty
    )
    row = Row(Flexible(Box(slider, least_width=LEAST_SLIDER)), Box(field, SHORT_FIELD), gap=12)
    return _named(ui, choice, CONSTANT, ui.tr("ask.exploration"), row)


def _named(ui: Ui, choice: PlayerChoice, field: str, name: str, row: Layout) -> Layout:
    """Lay out slider and field with their name and, below them, the fault of the field."""
    label = Label(name, 16, middle=True)
    beside = Row(NoShrink(label), Flexible(row), gap=16)
    form = FirstFit(beside, Column(Box(label, height=24), row, gap=tx(2)))
    if not choice.faults:
        return form
    fault = choice.faults.get(field)  # one beside a faulty one stays in line with it, at the top
    return Column(form, None if fault is None else FieldFault(ui.tr(fault)), gap=4)
