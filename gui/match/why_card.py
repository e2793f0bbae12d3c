"""The card that explains a position: the sentences of its plan, each beside its mark."""

from __future__ import annotations

from gui.boards.plan_marks import plan_heading, plan_lines
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
    answer, step, lost = view_model.why, view_model.why_step, view_model.why_lost
    heading: Layout
    if answer is None:
        text: list[Layout] = []
        heading = Row(Box(Spinner("planning"), 24, at=0.5), Label(ui.tr("match.planning")), gap=12)
        if view_model.why_value is not None:
            text.append(heading)
            heading = Label(ui.tr(view_model.why_value), 16, bold=True)
    else:
        heading = plan_heading(view_model.game, answer, ui)
        text = list(plan_lines(view_model.game, answer, ui, token, step))
    if answer is not None and "plan_on" in offered.made:
        counted = ui.tr("match.plan_step", n=step, count=len(answer.levels))
        text.insert(0, Label(counted, 14, bold=True))
        ways = [offered.button(f"plan_{way}", labelled=False, quiet=True) for way in ("back", "on")]
        heading = Row(Flexible(Box(heading, at=0.5)), *ways)
    if lost is not None:
        text.insert(0, heading)
        heading = Label(ui.tr(lost), 16, bold=True)
    side_by_side = Row(Flexible(Box(NoShrink(heading), at=0.5)), NoShrink(switch), gap=12)
    buttons = [offered.button(name, size=14) for name in BUTTONS if name in offered.made]
    foot = Row(*map(Flexible, buttons), gap=8) if buttons else None
    head = FirstFit(side_by_side, Column(switch, heading, gap=8))
    return Card(
        Column(head, Flexible(Scroll(Column(*text, gap=8), "why")), foot, gap=8),
        pad=12,
        head=10,
        foot=12,
    )
