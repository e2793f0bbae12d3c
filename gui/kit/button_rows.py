"""Rows of buttons that lose their words where room is short, some before others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from gui.kit.buttons import Button
from gui.kit.layout import Box, FirstFit, Layout, NoShrink, Row, TallestVariant, icon_only

HEIGHT = 44  # of a button, and the least width of one without words


class RowForm(NamedTuple):
    """A form of a row: the buttons that are icons in it, and the least gaps."""

    wordless: Callable[[Button], bool]
    between: float = 4  # groups
    within: float = 4  # a group


def button_groups(
    groups: Sequence[Sequence[Button]],
    forms: Sequence[RowForm],
    gap: float,
    variants: Sequence[Sequence[Button]] = (),
) -> Layout:
    """Lay out groups of buttons in the middle of a row, in the first of the forms that fits.

    `variants` are the groups at another time, one for each: they have the same room, so that no
    button moves away from under the pointer.
    """

    def shown(button: Button, form: RowForm) -> Layout:
        small = icon_only(button) if form.wordless(button) else button
        return NoShrink(Box(small, least_width=0 if small.label else HEIGHT))

    def together(group: Sequence[Button], form: RowForm) -> Layout:
        buttons = (shown(button, form) for button in group)
        return Row(*buttons, gap=8, least_gap=form.within, align=0.5)

    def row(form: RowForm) -> Layout:
        buttons = (
            TallestVariant(*(together(each, form) for each in pair))
            for pair in (zip(groups, variants, strict=True) if variants else zip(groups))
            if pair[0]
        )
        return Row(*buttons, gap=gap, least_gap=form.between, height=HEIGHT, align=0.5)

    return FirstFit(*(partial(row, form) for form in forms))
