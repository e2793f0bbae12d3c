"""Rows and cards of screens that are filled in."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from gui.kit import Label, NumberField, Segments, Slider
from gui.kit.accessible import sentence
from gui.kit.layout import Box, Card, Column, FirstFit, Flexible, Layout, Length, NoShrink, Row
from gui.kit.ranges import Scale
from gui.theme import Theme
from gui.ui import Ui

CONTROL = 44  # the height of a control in a form
SHORT_NAME = 120  # a name is not squeezed below this


def widest(theme: Theme) -> int:
    """How wide such a screen gets: larger text needs longer lines."""
    return max(theme.px(1240), theme.tx(1240))


def named(name: str, control: Layout, note: str = "", *, height: float = CONTROL) -> Layout:
    """A control at the right of its name, below it when narrow; a note in small text below."""
    label = Label(name, 16, middle=True)

    def least(theme: Theme) -> int:
        return min(theme.width(name, 16), theme.tx(SHORT_NAME))

    boxed = Box(control, height=height)
    row = FirstFit(
        Row(Flexible(Box(label, least_width=least)), NoShrink(Box(boxed, at=0.5)), gap=16),
        Column(label, boxed, gap=4),
    )
    return Column(row, Label(note, 14, quiet=True), gap=2) if note else row


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

    def row(first: int, length: int) -> Layout:
        last = min(first + length, len(labels))
        here = chosen - first if first <= chosen < last else -1

        def pick(index: int) -> None:
            choose(index + first)

        segments = Segments(labels[first:last], here, pick, f"{key}{first // length}")
        segments.called = sentence(segments.labels)
        return NoShrink(Box(segments, height=48))

    def rows(length: int) -> Layout:
        made = [row(first, length) for first in range(0, len(labels), length)]
        return Row(*made) if len(made) == 1 and not stretch else Column(*made, gap=8)

    lengths = {-(-len(labels) // count) for count in range(1, len(labels) + 1)}
    return FirstFit(*[partial(rows, length) for length in sorted(lengths, reverse=True)])


# -- numbers ---------------------------------------------------------------------------------------


def slider_values(low: int, high: int, logarithmic: bool) -> list[int]:
    """What the steps of a slider stand for: each number, or 1 2 5 10 20 50..."""
    if not logarithmic:
        return list(range(low, high + 1))
    values = []
    for power in range(int(math.log10(high)) + 1):
        values += [n * 10**power for n in (1, 2, 5) if low <= n * 10**power <= high]
    return values


def nearest(values: Sequence[float], wanted: float) -> int:
    """The index of the value closest to the one wanted."""
    return min(range(len(values)), key=lambda index: abs(values[index] - wanted))


def number_row(
    ui: Ui,
    values: Sequence[int],
    now: int,
    change: Callable[[str], None],
    keys: tuple[str, str],
    *,
    width: float,
    typed: str | None = None,
    enabled: bool = True,
) -> Layout:
    """A slider over usual numbers and, at its right, a field for any; the keys are theirs.

    `typed` is what stands in the field in the place of the number while it is faulty.
    """
    slider = Slider(
        nearest(values, now), len(values) - 1, lambda i: change(str(values[i])), keys[0]
    )
    text, faulty = (ui.tr.number(now), False) if typed is None else (typed, True)
    field = NumberField(text, commit=change, key=keys[1], align=1.0, faulty=faulty)
    slider.scale = Scale(values, lambda value: ui.tr.number(round(value)))
    slider.enabled = field.enabled = enabled
    return Row(Flexible(slider), Box(field, width), gap=12)
