"""The card that explains a position: the sentences of its plan, each beside its mark."""

from __future__ import annotations

from gui.boards.plan_text import plan_heading, plan_lines
from gui.boards.token import Token
from gui.kit import Label, Spinner
from gui.kit.command import Commands
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    NoShrink,
    Row,
    Scroll,
)
from gui.match.view_model import MatchViewModel
from gui.ui import Ui

BUTTONS = ("search_longer", "show_end", "follow_plan", "attack_plan", "play_line")


def why_card(
    view_model: MatchViewModel, ui: Ui, offered: Commands, switch: Layout, token: Token
) -> Layout:
    """Return the card with the switch to the values in its title row."""
    answer = view_model.why
    if answer is None:
        waiting = Row(Box(Spinner("planning"), 24, at=0.5), Label(ui.tr("match.planning")), gap=12)
        return Card(Column(switch, waiting, Flexible(), gap=12), pad=12, head=10, foot=8)
    heading = plan_heading(view_model.game, answer, ui)
    side_by_side = Row(Flexible(Box(NoShrink(heading), at=0.5)), NoShrink(switch), gap=12)
    text = Column(*plan_lines(view_model.game, answer, ui, token), gap=8)
    buttons = [offered.button(name, size=14) for name in BUTTONS if name in offered.made]
    foot = Row(*map(Flexible, buttons), gap=8) if buttons else None
    head = FirstFit(side_by_side, Column(switch, heading, gap=8))
    return Card(Column(head, Flexible(Scroll(text, "why")), foot, gap=8), pad=12, head=10, foot=12)
