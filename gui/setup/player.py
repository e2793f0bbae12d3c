"""The card of one player in the settings: kind, number and explanation."""

from __future__ import annotations

from functools import partial

from engine.protocols import HUMAN
from engine.registry import learns
from gui.boards.sides import side_words
from gui.boards.token import Token, TokenMark
from gui.kit import Button, Label, Switch
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, NoShrink, Pad, Row
from gui.kit.text_wrap import two_lines
from gui.players.controls import (
    constant_choice,
    form_choice,
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
    """Return the choice of a player: its kind, and the settings of that kind.

    Under Advanced the bots by name stand in place of the levels, so that the settings of the chosen
    one are still in sight below them.
    """

    def above(theme: Theme) -> int:
        return theme.px(8) + theme.px(6)

    player = model.players[side]
    content = Column(
        Pad(_head(ui, model, side, token, do), 0, 0, 0, 8 if player.advanced else 16),
        Pad(_kinds(ui, model, side, do), 0, 0, 0, above),
        *_settings(ui, model, side, do),
        gap=0,
    )
    return Card(content, pad=24, head=16, foot=16)


def _head(ui: Ui, model: SetupModel, side: int, token: Token, do: SetupCallbacks) -> Layout:
    """Return the mark and name of the side, the turn order, and the switch of Advanced.

    Under Advanced the player's text stands beside the turn order.
    """

    def closer(theme: Theme) -> int:
        return -theme.tx(2)

    player = model.players[side]
    name = Label(ui.tr(side_words(model.game())[side]), 16, bold=True, maximum=1)
    order = Label(ui.tr(f"setup.moves_{'second' if side else 'first'}"), 14, quiet=True)
    words = ui.tr("setup.advanced")
    label = Label(words, 14, quiet=True, middle=True, maximum=2)
    show = do.and_refresh(partial(model.show_advanced, side))
    switch = Row(
        Flexible(Box(label, least_width=partial(two_lines, text=words, size=14))),
        NoShrink(Switch(player.advanced, show, f"advanced{side}")),
        gap=12,
    )
    code: Layout | None = None
    if player.advanced:
        code = Label(player.text, 14, mono=True, quiet=True, align=1, maximum=1)

    def named(code: Layout | None) -> Layout:
        above = Row(NoShrink(name), Flexible(code), gap=16, height=24)
        return Pad(Column(above, order, gap=closer), 0, closer, 0, 0)

    def row(*parts: Layout) -> Layout:
        return Row(TokenMark(token, side, 40), *parts, gap=16)

    def below() -> Layout:
        return Column(row(Flexible(named(code))), switch, gap=8)

    beside, title = Column(switch, code, gap=0), NoShrink(named(None))
    wide = row(Flexible(title), NoShrink(beside))
    return FirstFit(wide, row(title, Flexible(beside)), below)


def _kinds(ui: Ui, model: SetupModel, side: int, do: SetupCallbacks) -> Layout:
    """Return the choice of a person and the levels, with the sentence of the chosen one below it.

    The bots may need so many rows that their sentence stands above them.
    """

    def choose(kind: str) -> None:
        model.players[side].choose(kind)

    player = model.players[side]
    buttons = kind_buttons(
        ui,
        player.spec.kind,
        (HUMAN, *model.bots()) if player.advanced else model.kinds(),
        model.game(),
        do.and_refresh(choose),
        COLUMNS,
        f"player{side}",
        small=player.advanced,
    )
    parts = [buttons, kind_sentence(ui, player, model.game())]
    return Column(*(reversed(parts) if player.advanced else parts), gap=8)


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
