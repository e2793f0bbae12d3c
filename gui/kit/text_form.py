"""A popup of a few text fields, whose fault stands below them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.messages import JouonsError, Message
from gui.kit import Button, ButtonKind, Label, TextField
from gui.kit.fields import FieldFault
from gui.kit.layout import Box, Column, Flexible, Layout, NoShrink, Pad, Row, exactly
from gui.kit.popup import Popup
from gui.ui import Ui

WIDEST = 520


@dataclass
class FormField:
    """A text field, labelled where there are several."""

    label: str
    text: str
    hint: str = ""


class TextForm(Popup):
    """Form of a few texts; Enter and the button hand them to `accept`, Esc discards them.

    `texts` are its title, the words of its button, and a sentence if any. A JouonsError of `accept`
    is shown below the fields.
    """

    def __init__(
        self,
        ui: Ui,
        size: tuple[int, int],
        texts: Sequence[str],
        fields: Sequence[FormField],
        accept: Callable[[list[str]], object],
        fault: Message | None = None,
    ) -> None:
        super().__init__(ui, modal=True)
        self.size, self.fields, self.accept = size, fields, accept
        self.title, self.words, *self.sentences = texts
        self.fault = ui.tr(fault) if fault is not None else ""
        self._build()
        self.widget_group.focus_key("field0", ring=False)

    def _build(self) -> None:
        title = Box(Label(self.title, 22, bold=True, maximum=1), height=44)
        cancel = Button(self.ui.tr("gui.cancel"), self._cancel, key="cancel")
        apply = Button(self.words, self.confirm, kind=ButtonKind.PRIMARY, key="apply")
        content = Column(
            Column(title, *(Label(each, 16) for each in self.sentences), gap=0),
            *[self._field(index, field) for index, field in enumerate(self.fields)],
            FieldFault(self.fault) if self.fault else None,
            Row(Flexible(), NoShrink(cancel), NoShrink(apply), gap=exactly(8), height=44),
            gap=12,
        )
        self.show_centred(Pad(content, 24), self.size, self.ui.theme.tx(WIDEST))

    def _field(self, index: int, field: FormField) -> Layout:
        def changed(text: str) -> None:
            field.text = text

        text = TextField(
            field.text,
            change=changed,
            confirm=self.confirm,
            key=f"field{index}",
            faulty=bool(self.fault),
            hint=field.hint,
        )
        label = Label(field.label, 14, quiet=True, maximum=1) if field.label else None
        return Column(label, Box(text, height=44), gap=4)

    def _cancel(self) -> None:
        self.closed = True

    def confirm(self) -> None:
        """Submit the texts; a fault is shown below the fields."""
        try:
            self.accept([field.text for field in self.fields])
            self.closed = True
        except JouonsError as error:
            self.fault = self.ui.tr(error.message)
            self._build()
