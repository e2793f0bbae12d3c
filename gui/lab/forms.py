"""The small forms of the lab: a scramble by length and seed, a position as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from engine.messages import JouonsError, Message
from engine.options import LARGEST_SEED
from engine.protocols import LONGEST_SCRAMBLE, OptionError
from gui.i18n import typed_number
from gui.kit import Button, ButtonKind, Label, TextField
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Pad, Row, exactly
from gui.kit.popup import Popup
from gui.kit.widget import key_pressed
from gui.lab.model import PuzzleLab
from gui.lab.texts import HIGHEST_SEED
from gui.ui import Ui

Accept = Callable[[list[str]], Message | None]


@dataclass
class FormField:
    """A labelled text field."""

    label: str
    text: str
    hint: str = ""


class TextForm(Popup):
    """Form of a few texts; `accept` takes them or returns the fault."""

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        title: str,
        text: str,
        fields: Sequence[FormField],
        accept: Accept,
        fault: Message | None = None,
    ) -> None:
        super().__init__(ui, modal=True)
        self.size = size
        self.title, self.text = title, text
        self.fields = fields
        self.accept = accept
        self.fault = ui.tr(fault) if fault is not None else ""
        self._build()
        self.widget_group.focus_key("field0", ring=False)

    def _build(self) -> None:
        self.show_centred(Pad(self._content(), 24), self.size, self.ui.theme.tx(520))

    def _content(self) -> Layout:
        tr = self.ui.tr
        title = Box(Label(self.title, 22, bold=True, maximum=1), height=44)
        cancel = Button(tr("gui.cancel"), self._cancel, key="cancel")
        apply = Button(tr("cube_lab.apply"), self.confirm, kind=ButtonKind.PRIMARY, key="apply")
        return Column(
            Column(title, Label(self.text, 16), gap=0),
            *[self._field(index, field) for index, field in enumerate(self.fields)],
            FieldFault(self.fault) if self.fault else None,
            Row(Flexible(), NoShrink(cancel), NoShrink(apply), gap=exactly(8), height=44),
            gap=12,
        )

    def _field(self, index: int, field: FormField) -> Layout:
        def changed(text: str) -> None:
            field.text = text

        text = TextField(
            field.text,
            change=changed,
            key=f"field{index}",
            faulty=bool(self.fault),
            hint=field.hint,
        )
        label = Label(field.label, 14, quiet=True, maximum=1)
        return Column(label, Box(text, height=44), gap=4)

    def _cancel(self) -> None:
        self.closed = True

    def confirm(self) -> None:
        """Submit the texts; a fault is shown below the fields."""
        fault = self.accept([field.text for field in self.fields])
        if fault is None:
            self.closed = True
            return
        self.fault = self.ui.tr(fault)
        self._build()

    def handle(self, event: pygame.event.Event) -> None:
        focus = self.widget_group.focus
        typing = focus is not None and focus.key.startswith("field")
        if typing and key_pressed(event, pygame.K_RETURN, pygame.K_KP_ENTER):
            self.confirm()
            return
        super().handle(event)


def scramble_form(ui: Ui, size: tuple[int, int], lab: PuzzleLab) -> TextForm:
    """Build the form of a scramble: length and seed."""

    def accept(values: list[str]) -> Message | None:
        try:
            length = typed_number(values[0], 0, LONGEST_SCRAMBLE)
            seed = typed_number(values[1], 0, LARGEST_SEED) if values[1].strip() else None
        except OptionError as error:
            return error.message
        lab.new_scramble(length, seed)
        return None

    tr = ui.tr
    fields = [
        FormField(tr("cube_lab.field.length"), str(lab.choices.length)),
        FormField(tr("cube_lab.field.seed"), "", tr("cube_lab.field.seed_hint", most=HIGHEST_SEED)),
    ]
    title, sentence = tr("cube_lab.scramble"), tr("cube_lab.scramble_words")
    return TextForm(ui, size, title, sentence, fields, accept)


def position_form(
    ui: Ui, size: tuple[int, int], lab: PuzzleLab, text: str, fault: Message | None
) -> TextForm:
    """Build the form of a position or of moves, with the fault of the present text."""

    def accept(values: list[str]) -> Message | None:
        typed = values[0].strip()
        return read_or_paint(lab, typed) if typed else Message("cube_lab.paste_empty")

    tr = ui.tr
    field = FormField(tr("cube_lab.paste_field"), " ".join(text.split()), tr("cube_lab.paste_hint"))
    title, sentence = tr("cube_lab.paste_title"), tr("cube_lab.paste_words")
    return TextForm(ui, size, title, sentence, [field], accept, fault)


def read_or_paint(lab: PuzzleLab, text: str) -> Message | None:
    """Read a position or moves; the setting up of an impossible position shows its fault.

    Returns the fault of any other text.
    """
    try:
        lab.read(text)
    except JouonsError as error:
        handling = lab.handling
        marks = handling.paintable(text) if handling.is_position(text) else None
        if marks is None:
            return error.message
        lab.start_painting(marks)
    return None
