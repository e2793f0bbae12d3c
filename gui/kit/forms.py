"""Rows and cards of screens that are filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gui.controls import Label, Segments
from gui.controls.base import ANYWHERE
from gui.kit.layout import Box, Card, Column, Fill, Fit, Layout, Length, Row, Whole
from gui.theme import Theme

CONTROL = 44  # the height of a control in a form
SHORT_NAME = 120  # a name is not squeezed below this


def widest(theme: Theme) -> int:
    """How wide such a screen gets: larger text needs longer lines."""
    return max(theme.px(1240), theme.tx(1240))


def named(name: str, control: Layout, note: str = "") -> Layout:
    """A control at the right of its name, below it when narrow; a note in small text below."""
    label = Label(ANYWHERE, name, 16, middle=True)

    def least(theme: Theme) -> int:
        return min(theme.width(name, 16), theme.tx(SHORT_NAME))

    high = Box(control, height=CONTROL)
    row = Fit(
        Row(Fill(Box(label, least_width=least)), Whole(Box(high, at=0.5)), gap=16),
        Column(label, high, gap=4),
    )
    return Column(row, Label(ANYWHERE, note, 14, quiet=True), gap=2) if note else row


def sheet(title: str, *rows: Layout, gap: Length = 10, foot: Length = 24) -> Card:
    """A card of rows under a heading."""

    def head(theme: Theme) -> int:
        return theme.px(8) + theme.tx(36) + theme.px(4)

    return Card(Column(*rows, gap=gap), title, pad=24, head=head, foot=foot)


def tab_rows(
    labels: Sequence[str],
    chosen: int,
    choose: Callable[[int], None],
    key: str,
    *,
    stretch: bool = False,
) -> Layout:
    """Choices in one row, in more where a label would be cut; `stretch` makes one row wide too."""

    def row(first: int, last: int) -> Layout:
        here = chosen - first if first <= chosen < last else -1

        def pick(index: int) -> None:
            choose(index + first)

        segments = Segments(ANYWHERE, labels[first:last], here, pick, f"{key}{first // length}")
        return Box(segments, height=48)

    choices: list[Layout] = []
    lengths = sorted({-(-len(labels) // rows) for rows in range(1, len(labels) + 1)}, reverse=True)
    for length in lengths:
        rows = [row(n, min(n + length, len(labels))) for n in range(0, len(labels), length)]
        alone = len(rows) == 1 and not stretch
        choices.append(Row(Whole(rows[0])) if alone else Column(*map(Whole, rows), gap=8))
    return Fit(*choices)
