"""The cards of a game's settings: its rules, and the start position of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.options import Option, OptionKind, is_number
from engine.protocols import Game
from engine.registry import entry_of, rule_text
from engine.session import Session
from gui.kit import Button, Label, Segments, Stepper, Switch, TextField
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Row,
    Wrap,
    icon_only,
    tx,
)
from gui.setup.callbacks import SetupCallbacks
from gui.setup.model import SetupModel
from gui.theme import Theme
from gui.ui import Ui

FEW = 20  # up to this many numbers get a stepper, more a text field


def rules_card(ui: Ui, model: SetupModel, do: SetupCallbacks) -> Layout:
    """Return a control for each option, the presets, the alternation of sides, and switches."""

    def apart(theme: Theme) -> int:
        return theme.tx(8) + theme.px(8)

    def above_foot(theme: Theme) -> int:
        return theme.tx(8) + theme.px(6)

    entry = entry_of(model.game_id)
    options = [_option(ui, model, option, do) for option in entry.options]
    controls = Wrap(
        Wrap(*options, gap=28, row_gap=apart) if options else None,
        Wrap(*_presets(ui, model, do), gap=8, row_gap=tx(8)) if entry.presets else None,
        gap=28,
        row_gap=tx(8),
    )
    fault = model.faults.get("rules")
    foot = Column(
        FieldFault(ui.tr(fault)) if fault is not None else None,
        Wrap(*_foot(ui, model, do), gap=28, row_gap=4),
        gap=tx(4),
    )
    # A summary of the chosen options, beside the heading where it fits.
    title, rule = ui.tr("setup.rules"), ui.tr(rule_text(model.game()))
    beside = Column(controls, foot, gap=above_foot)
    below = Column(controls, Label(rule, 14, quiet=True), foot, gap=above_foot)
    return FirstFit(
        Card(beside, title, rule, pad=24, head=tx(48), foot=8),
        Card(below, title, pad=24, head=tx(48), foot=8),
    )


def _option(ui: Ui, model: SetupModel, option: Option, do: SetupCallbacks) -> Layout:
    """Return an option beside its name."""
    name = Label(ui.tr(f"game.option.{option.name}"), 16, middle=True)
    control = _control(ui, model, option, do.and_refresh(partial(model.set_option, option.name)))
    return Row(NoShrink(name), NoShrink(control), gap=12, height=40)


def _control(ui: Ui, model: SetupModel, option: Option, change: Callable[..., None]) -> Layout:
    """Return segments for a choice, a stepper for few numbers, a field for other options."""
    text, key = model.options[option.name], f"option {option.name}"
    if option.kind in (OptionKind.CHOICE, OptionKind.BOOL):
        labels = [ui.tr(f"game.option.{option.name}.{choice}") for choice in option.choices]
        chosen = option.choices.index(text) if text in option.choices else 0
        return Segments(labels, chosen, lambda i: change(option.choices[i]), key)
    if option.kind is OptionKind.RANGE and option.high - option.low <= FEW:
        number = int(text if is_number(text) else option.default)
        return Stepper(number, option.low, option.high, lambda n: change(str(n)), key)
    field = TextField(text, commit=change, key=key, faulty="rules" in model.faults)
    return Box(field, 96 if option.kind is OptionKind.RANGE else 200)


def _presets(ui: Ui, model: SetupModel, do: SetupCallbacks) -> list[Layout]:
    """Return a button for each preset, which sets the options of a known game."""
    return [
        Button(
            " · ".join(preset.values()),
            do.and_refresh(partial(model.use, preset)),
            on=model.uses(preset),
            key=f"preset{number}",
        )
        for number, preset in enumerate(entry_of(model.game_id).presets)
    ]


def _foot(ui: Ui, model: SetupModel, do: SetupCallbacks) -> list[Layout]:
    """Return the alternation of sides, and the switches for help."""

    def setter(name: str) -> Callable[..., None]:
        return do.and_refresh(lambda now: setattr(model, name, bool(now)))

    labels = [ui.tr("setup.stay"), ui.tr("setup.take_turns")]
    sides = Segments(labels, int(model.alternate), setter("alternate"), "sides")
    sides.tooltip = ui.tr("setup.sides_tip")
    controls: list[tuple[str, Layout]] = [("sides", sides)]
    for name, on in (("hints", model.hints), ("analysis", model.analysis)):
        controls.append((name, Box(Switch(on, setter(name), name), 60)))
    rows: list[Layout] = []
    for name, control in controls:
        label = Label(ui.tr(f"setup.{name}"), 16, middle=True)
        rows.append(Row(label, NoShrink(control), gap=12, height=44))
    return rows


def _some_moves(game: Game[Any]) -> str:
    """Return two moves from the initial position as text, those in the middle."""
    session = Session(game)
    for _ in range(2):
        legal = game.moves(session.state)
        if legal:
            session.play(legal[len(legal) // 2])
    return " ".join(session.move_texts())


def start_card(ui: Ui, model: SetupModel, do: SetupCallbacks, on_board: Button | None) -> Layout:
    """Return a field for the start position, its fault, and the board itself."""
    game, fault = model.game(), model.faults.get("position")
    position = str(game.text(game.initial()))
    field = TextField(
        model.position,
        change=do.type_position,
        key="position",
        faulty=fault is not None,
        hint=ui.tr("setup.position_hint", moves=_some_moves(game), example=position),
    )
    content = Column(
        FirstFit(
            Row(Flexible(field), on_board and NoShrink(on_board), height=44),
            Row(Flexible(field), on_board and icon_only(on_board), height=44),
        ),
        FieldFault(ui.tr(fault)) if fault is not None else None,
        gap=4,
    )
    return Box(Card(content, pad=24, head=12, foot=12), height=84)
