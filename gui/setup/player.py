"""The card of one player in the settings: kind, number and explanation."""

from __future__ import annotations

from functools import partial

from engine.registry import learns
from gui.boards.sides import side_words
from gui.boards.token import Token, TokenMark
from gui.kit import Button, Label
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, NoShrink, Pad, Row
from gui.own.bot_list import own_choice
from gui.players.choice import BY_NAME, YOURS
from gui.players.controls import (
    constant_choice,
    form_choice,
    group_choice,
    kind_buttons,
    kind_sentence,
    number_choice,
)
from gui.setup.callbacks import SetupCallbacks
from gui.setup.model import SetupModel
from gui.theme import Theme
from gui.ui import Ui

LARGEST_SLIDER = 1_000_000
COLUMNS = 3  # columns of kinds


def player_card(ui: Ui, model: SetupModel, side: int, token: Token, do: SetupCallbacks) -> Layout:
    """Return the choice of a player: its group, the players of that group, their settings."""

    def above(theme: Theme) -> int:
        return theme.px(8) + theme.px(6)

    player = model.players[side]
    parts: list[Layout] = [
        Pad(_head(ui, model, side, token, do), 0, 0, 0, 8 if player.group == BY_NAME else 16)
    ]
    if player.group == YOURS:
        choose = do.and_refresh(player.take)
        entries = model.files.entries(model.game())
        parts.append(own_choice(ui, entries, player.text, choose, do.own, f"player{side}_"))
    else:
        parts.append(Pad(_kinds(ui, model, side, do), 0, 0, 0, above))
        parts += _settings(ui, model, side, do)
    return Card(Column(*parts, gap=0), pad=24, head=16, foot=16)


def _head(ui: Ui, model: SetupModel, side: int, token: Token, do: SetupCallbacks) -> Layout:
    """Return the mark and name of the side, the turn order, and the groups of players."""

    def closer(theme: Theme) -> int:
        return -theme.tx(2)

    player = model.players[side]
    name = Label(ui.tr(side_words(model.game())[side]), 16, bold=True, maximum=1)
    order = Label(ui.tr(f"setup.moves_{'second' if side else 'first'}"), 14, quiet=True)
    show = do.and_refresh(partial(model.show_group, side))
    groups = group_choice(ui, player, show, f"group{side}", do.ask_choice)
    named = Pad(Column(name, order, gap=closer), 0, closer, 0, 0)
    mark = TokenMark(token, side, 40)
    return FirstFit(
        Row(mark, NoShrink(named), Flexible(), Box(groups, height=40, at=0.5), gap=16),
        Column(Row(mark, Flexible(named), gap=16), Row(Box(groups, height=40), Flexible()), gap=8),
    )


def _kinds(ui: Ui, model: SetupModel, side: int, do: SetupCallbacks) -> Layout:
    """Return the choice of a person and the levels, with the sentence of the chosen one below it.

    The bots may need so many rows that their sentence stands above them.
    """

    def choose(kind: str) -> None:
        model.players[side].choose(kind)

    player = model.players[side]
    by_name = player.group == BY_NAME
    buttons = kind_buttons(
        ui,
        player.spec.kind,
        model.bots() if by_name else model.kinds(),
        model.game(),
        do.and_refresh(choose),
        COLUMNS,
        f"player{side}",
        small=by_name,
    )
    parts = [buttons, kind_sentence(ui, player, model.game())]
    return Column(*(reversed(parts) if by_name else parts), gap=8)


def _settings(ui: Ui, model: SetupModel, side: int, do: SetupCallbacks) -> list[Layout]:
    """Return the forms of the bot, its number and exploration, and why it cannot play."""
    parts: list[Layout] = []
    player = model.players[side]
    forms = form_choice(ui, player, player.forms(model.game()), do.and_refresh, f"form{side}")
    if forms is not None:
        parts.append(Pad(forms, 0, 0, 0, 8))
    number = number_choice(ui, player, do.and_refresh, f"player{side}_", LARGEST_SLIDER)
    constant = constant_choice(ui, player, do.and_refresh, f"player{side}_")
    parts += [Pad(part, 0, 0, 0, 4) for part in (number, constant) if part is not None]
    if learns(player.text):
        button = Button(ui.tr("match.train"), do.train, key=f"train{side}")
        parts.append(Pad(Row(button), 0, 0, 0, 8))
    if "game" in player.faults:
        parts.append(Pad(FieldFault(ui.tr(player.faults["game"])), 0, 0, 0, 4))
    return parts
