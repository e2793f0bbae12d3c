"""The small forms of the lab: a scramble by length and seed, a position as text."""

from __future__ import annotations

from engine.messages import JouonsError, Message
from engine.options import LARGEST_SEED
from engine.protocols import LONGEST_SCRAMBLE
from gui.i18n import typed_number
from gui.kit.popup import FormField, TextForm
from gui.lab.model import PuzzleLab
from gui.lab.texts import HIGHEST_SEED
from gui.ui import Ui


def scramble_form(ui: Ui, size: tuple[int, int], lab: PuzzleLab) -> TextForm:
    """Build the form of a scramble: length and seed."""

    def accept(values: list[str]) -> None:
        length = typed_number(values[0], 0, LONGEST_SCRAMBLE)
        seed = typed_number(values[1], 0, LARGEST_SEED) if values[1].strip() else None
        lab.new_scramble(length, seed)

    tr = ui.tr
    fields = [
        FormField(tr("cube_lab.field.length"), str(lab.choices.length)),
        FormField(tr("cube_lab.field.seed"), "", tr("cube_lab.field.seed_hint", most=HIGHEST_SEED)),
    ]
    texts = [tr(f"cube_lab.{name}") for name in ("scramble", "apply", "scramble_words")]
    return TextForm(ui, size, texts, fields, accept)


def position_form(
    ui: Ui, size: tuple[int, int], lab: PuzzleLab, text: str, fault: Message | None
) -> TextForm:
    """Build the form of a position or of moves, with the fault of the present text."""

    def accept(values: list[str]) -> None:
        typed = values[0].strip()
        if not typed:
            raise JouonsError("cube_lab.paste_empty")
        read_or_paint(lab, typed)

    tr = ui.tr
    field = FormField(tr("cube_lab.paste_field"), " ".join(text.split()), tr("cube_lab.paste_hint"))
    texts = [tr(f"cube_lab.{name}") for name in ("paste_title", "apply", "paste_words")]
    return TextForm(ui, size, texts, [field], accept, fault)


def read_or_paint(lab: PuzzleLab, text: str) -> None:
    """Read a position or moves; the setting up of an impossible position shows its fault.

    Raises JouonsError for any other text.
    """
    try:
        lab.read(text)
    except JouonsError:
        handling = lab.handling
        marks = handling.paintable(text) if handling.is_position(text) else None
        if marks is None:
            raise
        lab.start_painting(marks)
