"""Rows of buttons that lose their words where room is short, all but the primary ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from gui.kit.buttons import Button, ButtonKind
from gui.kit.layout import Box, FirstFit, Layout, NoShrink, Row, TallestVariant, icon_only

HEIGHT = 44  # of a button, and the least width of one without words


def button_groups(
    groups: Sequence[Sequence[Button]],
    icons: Collection[str],
    gap: float,
    variants: Sequence[Sequence[Button]] = (),
) -> Layout:
    """Lay out groups of buttons in the middle of a row.

    Short of room the buttons with the keys `icons` lose their words, then all but the primary ones.
    `variants` are the groups at another time, one for each: they have the same room, so that no
    button moves away from under the pointer.
    """
    keys = [button.key for group in (*groups, *variants) for button in group]

    def shown(button: Button, wordless: Collection[str]) -> Layout:
        small = button.key in wordless and button.kind is not ButtonKind.PRIMARY
        button = icon_only(button) if small else button
        return NoShrink(Box(button, least_width=0 if button.label else HEIGHT))

    def row(wordless: Collection[str], between: float, within: float) -> Layout:
        def together(group: Sequence[Button]) -> Layout:
            buttons = (shown(button, wordless) for button in group)
            return Row(*buttons, gap=8, least_gap=within, align=0.5)

        buttons = (
            TallestVariant(*map(together, pair))
            for pair in (zip(groups, variants, strict=True) if variants else zip(groups))
            if pair[0]
        )
        return Row(*buttons, gap=gap, least_gap=between, height=HEIGHT, align=0.5)

    return FirstFit(row((), 16, 8), partial(row, icons, 16, 8), partial(row, keys, 4, 4))
