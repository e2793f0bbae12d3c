"""The card that explains a position: the sentences of its plan, each beside its mark."""

from __future__ import annotations

from gui.boards.plan_text import plan_lines
from gui.kit import Label, Spinner
from gui.kit.command import Commands
from gui.kit.layout import Box, Card, Column, Flexible, Layout, NoShrink, Row, Scroll
from gui.match.view_model import MatchViewModel
from gui.ui import Ui

BUTTONS = ("search_longer", "follow_plan", "attack_plan")


def why_card(view_model: MatchViewModel, ui: Ui, offered: Commands, switch: Layout) -> Layout:
    """Return the card with the switch to the values in its title row."""
    answer = view_model.why
    if answer is None:
        looking = Row(Box(Spinner("planning"), 24, at=0.5), Label(ui.tr("match.planning")), gap=12)
        return Card(Column(switch, looking, Flexible(), gap=12), pad=12, head=10, foot=8)
    lines = plan_lines(view_model.game, answer, ui)
    buttons = [offered.button(name, size=14) for name in BUTTONS if name in offered.made]
    row = Row(*(Flexible(NoShrink(each)) for each in buttons), gap=8) if buttons else None
    text = Flexible(Scroll(Column(*lines, gap=8), "why"))
    return Card(Column(switch, text, row, gap=8), pad=12, head=10, foot=12)
