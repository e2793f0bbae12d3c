"""Rows of buttons that lose their words where room is short, some before others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from gui.kit.buttons import Button
from gui.kit.layout import Box, FirstFit, Layout, NoShrink, Row, icon_only

HEIGHT = 44  # of a button, and the least width of one without words


class RowForm(NamedTuple):
    """A form of a row: the buttons that are icons in it, and the least gaps."""

    wordless: Callable[[Button], bool]
    between: float = 4  # groups
    within: float = 4  # a group


def button_groups(
    groups: Sequence[Sequence[Button]], forms: Sequence[RowForm], gap: float
) -> Layout:
    """Lay out groups of buttons in the middle of a row, in the first of the forms that fits."""

    def shown(button: Button, form: RowForm) -> Layout:
        made = icon_only(button) if form.wordless(button) else button
        return NoShrink(Box(made, least_width=0 if made.label else HEIGHT))

    def row(form: RowForm) -> Layout:
        made = (
            Row(*(shown(button, form) for button in group), gap=8, least_gap=form.within)
            for group in filter(None, groups)
        )
        return Row(*made, gap=gap, least_gap=form.between, height=HEIGHT, align=0.5)

    return FirstFit(*(partial(row, form) for form in forms))
