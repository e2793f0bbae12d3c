"""The strip above the stage where the card is out of sight: question or answer, the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gui.kit import Background, Button, Icon, Label, Shortened
from gui.kit.command import Commands
from gui.kit.layout import (
    Box,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Over,
    Pad,
    Row,
    icon_only,
)
from gui.kit.text_wrap import two_lines
from gui.lessons.card import FOOT, VerdictMark, answer_buttons, joined, verdict_text
from gui.lessons.step_state import CardViewModel
from gui.ui import Ui

SLIM = 3  # the most lines of the text beside small buttons


def with_strip(
    card: CardViewModel, ui: Ui, offered: Commands, forms: Sequence[Callable[[], Layout]]
) -> Layout:
    """Lay out the stage in the first of its forms that fits, below the larger strip that fits."""

    def page(strip: Callable[..., Layout], form: Callable[[], Layout]) -> Layout:
        return Column(strip(card, ui, offered), Flexible(form()), gap=12)

    strips = _answering if card.answers else _telling, _slim
    return FirstFit(*(partial(page, strip, form) for form in forms for strip in strips))


def _answering(card: CardViewModel, ui: Ui, offered: Commands) -> Layout:
    answers = map(Flexible, answer_buttons(card, ui, offered))
    row = Row(*answers, *_ways(offered), gap=8)
    return Over(Background(), Pad(Column(_told(card, ui), row, gap=8), 20, 10, 12, 10))


def _telling(card: CardViewModel, ui: Ui, offered: Commands) -> Layout:
    words = _told(card, ui, in_two_lines=True)
    row = Row(Flexible(Box(words, at=0.5)), *_ways(offered))
    return Over(Background(), Pad(row, 20, 10, 12, 10))


def _slim(card: CardViewModel, ui: Ui, offered: Commands) -> Layout:
    text = Shortened(joined(card.brief, ui.tr), 14, maximum=SLIM, middle=True)
    back = offered.button("lesson_card", labelled=False)
    back.tells_at_focus = False  # it would cover the end of the text
    on = _forward(offered) if offered.made["lesson_next"].primary else None
    ways = [NoShrink(Box(each, height=FOOT)) for each in (back, on) if each is not None]
    return Row(_verdict(card, ui), Flexible(text), *ways, gap=12)


def _forward(offered: Commands) -> Button:
    """Return Next as an arrow."""
    word = offered.button("lesson_next")
    word.image = Icon.FORWARD
    on = icon_only(word)
    on.tells_at_focus = False
    return on


def _told(card: CardViewModel, ui: Ui, *, in_two_lines: bool = False) -> Layout:
    """Lay out verdict and text, wide enough for `in_two_lines`."""
    words = joined(card.brief, ui.tr)
    text: Layout = Label(words, 16, middle=True)
    if in_two_lines:
        text = Box(text, least_width=lambda theme: two_lines(theme, words, 16))
    return Row(_verdict(card, ui), Flexible(text), gap=16)


def _verdict(card: CardViewModel, ui: Ui) -> Layout | None:
    text = verdict_text(card.verdict, ui.tr)
    return NoShrink(Box(VerdictMark(text, card.verdict), at=0.5)) if text else None


def _ways(offered: Commands) -> list[Layout]:
    """Return the buttons of the way back to the card and, once nothing is left to do, on."""
    on = offered.made["lesson_next"].primary
    buttons = [offered.button(name) for name in ("lesson_card", "lesson_next")[: 1 + on]]
    return [NoShrink(Box(each, height=FOOT, at=0.5)) for each in buttons]
