"""The cards of the arena: what is running, the form, the presets, the picture and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from engine.report import PRESETS
from gui.arena.form import Form
from gui.arena.model import Seen, State
from gui.arena.results import ResultsTable, SweepPicture
from gui.kit import Button, Ground, Label, Progress, Segments, TextField, Widget
from gui.kit.command import Commands
from gui.kit.fields import FieldFault
from gui.kit.layout import (
    Box,
    Card,
    Column,
    Fill,
    Layout,
    Measured,
    Over,
    Pad,
    Pairs,
    Row,
    Scroll,
    exactly,
    tx,
)
from gui.kit.widget import Size
from gui.ui import Ui

Edit = Callable[[Form], Form]  # what a person does to the form
STACKED_PICTURE = 467
FIELD = 36  # the height of a field: there are six of them


class Low(Measured):
    """A control a little lower than it would like, where many stand below one another."""

    def __init__(self, control: Widget) -> None:
        self.control = control

    def wanted(self, ui: Ui, width: int) -> Size:
        return self.control.measure(ui, width)[0], ui.theme.tx(FIELD)

    def place(self, ui: Ui, rect: pygame.Rect) -> Iterator[Widget]:
        yield from self.control.place(ui, rect)


# -- at the right ----------------------------------------------------------------------------------


def running_card(ui: Ui, seen: Seen, offered: Commands) -> Layout:
    """How far the experiment is, and the buttons that begin, hold and end it."""
    left = seen.seconds_left
    note = ui.tr("arena.left", seconds=left) if left is not None else ""
    share = seen.done / seen.total if seen.total else None
    count = Label(ui.tr.number(seen.done), 32, bold=True, middle=True)
    whole = ui.tr("arena.of_games", count=seen.total)
    beside = Label(whole, 14, quiet=True, maximum=1, middle=True)
    counted = Row(count, Fill(Pad(beside, 0, tx(8), 0, 0)), gap=tx(12))
    content = Column(
        Pad(counted, 0, -1, 0, -1),  # the lines of large digits are higher than the digits
        Pad(Progress(share), 0, 0, 0, 2),
        Box(Label(_pace(ui, seen), 14, quiet=True, maximum=1), height=24),
        _run_buttons(seen, offered),
        gap=tx(6),
    )
    return Card(content, ui.tr(seen.state.value), note)


def _pace(ui: Ui, seen: Seen) -> str:
    if not seen.done:
        return ""
    rate = round(seen.done / max(0.01, seen.elapsed))
    pace = ui.tr("arena.pace", rate=rate, count=seen.jobs)
    if seen.lost:
        pace += " " + ui.tr("arena.lost", count=seen.lost)
    return pace


def _run_buttons(seen: Seen, offered: Commands) -> Layout:
    names = ("hold", "stop") if seen.running else ("start",)
    return Row(*(Fill(Box(offered.button(name), height=44)) for name in names))


def form_card(
    ui: Ui,
    seen: Seen,
    type_text: Callable[[Edit], None],
    edit: Callable[[Edit], None],
    choose_game: Callable[[], None],
) -> Layout:
    """What is to be played; it cannot be changed while something is.

    Both take a change of the form; `edit` shows it as well.
    """
    form, free = seen.form, not seen.running
    faulty = form.faulty() if seen.fault else ""
    kinds = [ui.tr("arena.sweep"), ui.tr("arena.tournament")]

    def choose_kind(index: int) -> None:
        edit(partial(Form.as_sweep, sweep=index == 0))

    kind = Segments(kinds, 0 if form.sweep else 1, choose_kind, "mode")
    kind.enabled = free

    def field(name: str) -> Widget:
        if name == "game":
            label = ui.tr(f"game.{form.game}.name")
            return Button(label, choose_game, enabled=free, key="game")

        def typed(text: str) -> None:
            type_text(partial(Form.typed, name=name, text=text))

        made = TextField(form.texts[name], change=typed, key=name, faulty=name == faulty)
        made.enabled = free
        return made

    pairs = [
        (Label(ui.tr(f"arena.field.{name}"), 16, quiet=True, middle=True, maximum=2), name)
        for name in form.names
    ]
    fault = Pad(FieldFault(ui.tr(seen.fault)), 0, -4, 0, 4) if seen.fault else None
    content = Column(
        Box(kind, height=44),
        Pairs(*((label, Low(field(name))) for label, name in pairs)),
        fault,
        gap=tx(8),
    )
    note = "" if free else ui.tr("arena.locked")
    return Card(content, ui.tr("arena.experiment"), note, head=tx(40), foot=14)


def presets_card(ui: Ui, offered: Commands) -> Layout:
    """Experiments with a name."""
    buttons = [Fill(Box(offered.button(name), height=44)) for name in PRESETS]
    return Card(Row(*buttons), ui.tr("arena.presets"))


# -- at the left -----------------------------------------------------------------------------------


def picture_card(ui: Ui, seen: Seen) -> Layout:
    """The picture, or how to begin."""
    empty = Label(ui.tr("arena.empty"), 16, quiet=True, align=0.5, middle=True)
    return Over(
        Ground(),
        Pad(SweepPicture(seen), 20, 14),
        Pad(empty, tx(90), 60) if seen.state is State.READY else None,
    )


def table_card(seen: Seen) -> Layout:
    """The table, as high as it needs."""
    return Over(Ground(), Pad(ResultsTable(seen), 16, 6))


def results(ui: Ui, seen: Seen, height: int) -> Layout:
    """The picture above the table in a given height; a table of more than half of it scrolls."""
    table: Layout = table_card(seen)
    needed = table.measure(ui, 0)[1]
    if needed > height // 2:
        rows = Scroll(Pad(ResultsTable(seen), 8, 4), "table")
        table, needed = Over(Ground(), Pad(rows, 8, 2)), height // 2
    return Column(Fill(picture_card(ui, seen)), Box(table, height=exactly(needed)))


def stacked_results(ui: Ui, seen: Seen) -> Layout:
    """The picture above the whole table, for a page that scrolls."""
    return Column(Box(picture_card(ui, seen), height=STACKED_PICTURE), table_card(seen))
