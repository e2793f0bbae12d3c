"""One player's card in the settings: kind, number, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.registry import BOTS, learns
from gui.boards.sides import side_words
from gui.boards.token import Token, TokenMark
from gui.kit import Button, Label, Segments, Switch
from gui.kit.fields import FieldFault
from gui.kit.forms import number_row, slider_values
from gui.kit.layout import Box, Card, Column, Fill, Fit, Grid, Keep, Layout, Pad, Row, Whole, tx
from gui.setup.model import SetupModel
from gui.setup.rules import After
from gui.theme import Theme
from gui.ui import Ui

LARGEST_SLIDER = 1_000_000
NUMBER = 110  # the width of the field of a number


def player_card(
    ui: Ui,
    model: SetupModel,
    side: int,
    token: Token,
    after: After,
    train: Callable[[], None],
    keep: Keep,
) -> Layout:
    """Who plays a side: the kinds to choose from and what the chosen one can be told."""

    def two_lines(theme: Theme) -> int:
        return 2 * theme.line_height(14)

    def above(theme: Theme) -> int:
        return theme.px(8) + theme.px(6)

    sentence = ui.tr(f"player.{model.spec(side).kind}.sentence")
    text = Box(Label(sentence, 14, quiet=True), height=two_lines)

    def kinds() -> Layout:
        return Pad(_kinds(ui, model, side, after), 0, 0, 0, above)

    chosen = (model, model.game(), model.spec(side).kind, model.advanced[side])
    content = Column(
        Pad(_head(ui, model, side, token), 0, 0, 0, 16),
        keep(f"kinds{side}", chosen, kinds),
        Pad(text, 0, 0, 0, 8),
        *_settings(ui, model, side, after, train),
        gap=0,
    )
    return Card(content, pad=24, head=16, foot=16)


def _head(ui: Ui, model: SetupModel, side: int, token: Token) -> Layout:
    """The stone, the name of the side, who begins, and the player's text at the right."""

    def closer(theme: Theme) -> int:
        return -theme.tx(2)

    name = Label(ui.tr(side_words(model.game_id)[side]), 16, bold=True, maximum=1)
    code = model.players[side] if model.advanced[side] else ""
    text = Label(code, 14, mono=True, quiet=True, align=1, maximum=1)
    order = ui.tr(f"setup.moves_{'second' if side else 'first'}")
    lines = Column(
        Row(name, Fill(text), gap=16, height=24),
        Label(order, 14, quiet=True),
        gap=closer,
    )
    return Row(TokenMark(token, side, 40), Fill(Pad(lines, 0, closer, 0, 0)), gap=16)


def _kinds(ui: Ui, model: SetupModel, side: int, after: After) -> Layout:
    """A person and the levels; the bots by name, the weakest first, behind Advanced."""
    parts: list[Layout] = [_choices(ui, model, side, after, model.kinds())]
    words = Label(ui.tr("setup.advanced"), 14, quiet=True, middle=True)
    shown = model.advanced[side]
    key = f"advanced{side}"
    switch = Switch(shown, after(lambda wanted: model.show_advanced(side, wanted)), key)
    parts.append(Row(Fill(words), Whole(switch), gap=12))
    if shown:
        parts.append(_choices(ui, model, side, after, model.bots()))
    return Column(*parts, gap=8)


def _choices(ui: Ui, model: SetupModel, side: int, after: After, kinds: Sequence[str]) -> Layout:
    """One button for each kind of player, with its sentence."""
    chosen = model.spec(side).kind
    buttons: list[Layout] = []
    for kind in kinds:
        label, told = ui.tr(f"player.{kind}.name"), ui.tr(f"player.{kind}.sentence")
        choose = after(partial(model.choose, side, kind))
        on = kind == chosen
        button = Button(label, choose, on=on, key=f"player{side} {kind}", tooltip=told)
        buttons.append(Box(button, least_width=partial(_on_one_line, label)))
    return Grid(*buttons, columns=3)


def _on_one_line(label: str, theme: Theme) -> int:
    return theme.width(label, 16, True) + theme.px(20)


def _settings(
    ui: Ui, model: SetupModel, side: int, after: After, train: Callable[[], None]
) -> list[Layout]:
    """The forms of the bot, its number as slider and field, what is wrong with it."""
    parts: list[Layout] = []
    forms, spec = model.forms(side), model.spec(side)
    if len(forms) > 1:
        texts = [text for _, text in forms]
        chosen = texts.index(model.players[side]) if model.players[side] in texts else 0

        def take(index: int) -> None:
            model.players[side] = texts[index]

        labels = [ui.tr(key) for key, _ in forms]
        segments = Segments(labels, chosen, after(take), f"form{side}")
        parts.append(Pad(Box(segments, height=48), 0, 0, 0, 8))
    if spec.kind in BOTS and BOTS[spec.kind].number is not None and spec.number is not None:
        parts.append(Pad(_number(ui, model, side, after), 0, 0, 0, 4))
    if learns(spec.text):
        button = Button(ui.tr("match.train"), train, key=f"train{side}")
        parts.append(Pad(Row(button), 0, 0, 0, 8))
    fault = model.faults.get(f"player{side}")
    if fault is not None:
        parts.append(Pad(FieldFault(ui.tr(fault)), 0, 0, 0, 4))
    return parts


def _number(ui: Ui, model: SetupModel, side: int, after: After) -> Layout:
    """Label, slider and field of the bot's number; the label above them when narrow."""
    spec = model.spec(side)
    entry = BOTS[spec.kind]
    assert entry.number is not None and spec.number is not None
    number, now = entry.number, spec.number
    values = slider_values(number.low, min(number.high, LARGEST_SLIDER), entry.logarithmic)
    change = after(partial(model.set_number, side))
    typed = ui.tr.number(now) if f"player{side}" in model.faults else None
    keys = (f"slider{side}", f"number{side}")
    both = number_row(ui, values, now, change, keys, width=NUMBER, typed=typed)
    label = Label(ui.tr(f"player.{spec.kind}.number"), 16, middle=True)
    return Fit(
        Row(Whole(label), Fill(both), gap=16), Column(Box(label, height=24), both, gap=tx(2))
    )
