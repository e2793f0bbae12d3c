"""The hint of the first start: one card in the menu, closed for good by one click."""

from __future__ import annotations

from collections.abc import Callable

from gui.kit import Button, Kind, Label
from gui.kit.layout import Box, Card, Column, Fill, Layout, Row, Whole
from gui.shortcuts import Action
from gui.theme import Theme
from gui.ui import Ui


def strip_height(theme: Theme) -> int:
    """The height between the paddings of what stands above the tiles."""
    return theme.px(24) + theme.tx(56) - 2 * theme.px(12)


def welcome_card(ui: Ui, open_help: Callable[[], None], close: Callable[[], None]) -> Layout:
    """A sentence, the way to the help, and the button that closes the card."""
    tr = ui.tr
    title = Label(tr("welcome.title"), 18, bold=True, maximum=1, middle=True)
    sentence = tr("welcome.words", key=ui.keys.label(Action.HELP))
    text = Column(Box(title, height=28), Label(sentence, 14, quiet=True), gap=0)
    buttons = (
        Button(tr("welcome.help"), open_help, key="welcome help"),
        Button(tr("welcome.close"), close, kind=Kind.PRIMARY, key="welcome close"),
    )
    answers = Row(*[Whole(Box(button, height=44, at=0.5)) for button in buttons])
    content = Row(Fill(Box(text, least_width=120, at=0.5)), answers, gap=24, height=strip_height)
    return Card(content, head=12, foot=12)
