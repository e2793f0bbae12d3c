"""Rows and cards of forms, rows of buttons and of dots."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import pygame

from gui.kit import Button, ButtonKind, Icon, Label, NumberField, Segments, Slider
from gui.kit.accessible import AccessibleInfo, Role, sentence
from gui.kit.buttons import Pressable
from gui.kit.layout import (
    Box,
    Card,
    Column,
    FirstFit,
    Flexible,
    Layout,
    Length,
    NoShrink,
    Row,
    TallestVariant,
    icon_only,
)
from gui.kit.ranges import Scale, nearest
from gui.kit.widget import Size
from gui.theme import Theme, mix
from gui.ui import Ui

CONTROL = 44  # the height of a control, and the least width of a button without words
LEAST_SLIDER = 90  # a shorter one is hard to set
SHORT_NAME = 120  # the least width of a name

# Opens a menu below the button of a key: the labels, the present one, and what chooses another.
AskChoice = Callable[[str, Sequence[str], int, Callable[[int], None]], None]


def widest(theme: Theme) -> int:
    """Return the maximum width of a form in pixels; it grows with the text."""
    return max(theme.px(1240), theme.tx(1240))


def named(name: str, control: Layout, note: str = "", *, height: float = CONTROL) -> Layout:
    """Lay out a control right of its name, or below it when narrow, with a small note below."""
    label = Label(name, 16, middle=True)

    def least(theme: Theme) -> int:
        return min(theme.width(name, 16), theme.tx(SHORT_NAME))

    boxed = Box(control, height=height)
    row = FirstFit(
        Row(Flexible(Box(label, least_width=least)), NoShrink(Box(boxed, at=0.5)), gap=16),
        Column(label, boxed, gap=4),
    )
    return Column(row, Label(note, 14, quiet=True), gap=2) if note else row


def facts_card(title: str, rows: Mapping[str, str], below: Layout | None = None) -> Layout:
    """Lay out names with their values, one a line."""
    lines = [
        Row(Flexible(Label(name, 14, quiet=True)), Label(value, 14, bold=True, align=1), gap=16)
        for name, value in rows.items()
    ]
    return Card(Column(Column(*lines, gap=4), below, gap=12), title, foot=12)


def sheet(title: str, *rows: Layout, gap: Length = 10, foot: Length = 24) -> Card:
    """Return a card of rows under a heading."""

    def head(theme: Theme) -> int:
        return theme.px(8) + theme.tx(36) + theme.px(4)

    return Card(Column(*rows, gap=gap), title, pad=24, head=head, foot=foot)


def tab_row(
    labels: Sequence[str],
    chosen: int,
    choose: Callable[[int], None],
    key: str,
    ask: AskChoice | None = None,
) -> Layout:
    """Lay out choices in a row; without room and with `ask`, a button that opens them as a menu."""
    segments = Segments(labels, chosen, choose, key)
    segments.called = sentence(labels)
    if ask is None:
        return Row(Box(segments, height=48))
    menu = f"{key} menu"
    show = partial(ask, menu, labels, chosen, choose)
    button = Button(labels[chosen], show, image=Icon.DOWN, key=menu)
    forms = (NoShrink(Box(each, height=48)) for each in (segments, button))
    return FirstFit(*(Row(form, Flexible()) for form in forms))


# -- numbers ---------------------------------------------------------------------------------------


def slider_values(low: int, high: int, logarithmic: bool) -> list[int]:
    """Return the values of a slider's steps: every number, or 1 2 5 10 20 50 ..."""
    if not logarithmic:
        return list(range(low, high + 1))
    values = []
    for power in range(int(math.log10(high)) + 1):
        values += [n * 10**power for n in (1, 2, 5) if low <= n * 10**power <= high]
    return values


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
    confirm: Callable[[], None] | None = None,
) -> Layout:
    """Lay out a slider over usual numbers and a field for any number; `keys` are theirs in order.

    `typed` is the text of the field while it is invalid; `confirm` is called at Enter in it.
    """
    slider = Slider(
        nearest(values, now), len(values) - 1, lambda i: change(str(values[i])), keys[0]
    )
    text, faulty = (ui.tr.number(now), False) if typed is None else (typed, True)
    field = NumberField(text, commit=change, confirm=confirm, key=keys[1], align=1.0, faulty=faulty)
    slider.scale = Scale(values, lambda value: ui.tr.number(round(value)))
    slider.enabled = field.enabled = enabled
    return Row(Flexible(Box(slider, least_width=LEAST_SLIDER)), Box(field, width), gap=12)


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
        return NoShrink(Box(button, least_width=0 if button.label else CONTROL))

    def row(wordless: Collection[str], between: float, within: float) -> Layout:
        def together(group: Sequence[Button]) -> Layout:
            buttons = (shown(button, wordless) for button in group)
            return Row(*buttons, gap=8, least_gap=within, align=0.5)

        buttons = (
            TallestVariant(*map(together, pair))
            for pair in (zip(groups, variants, strict=True) if variants else zip(groups))
            if pair[0]
        )
        return Row(*buttons, gap=gap, least_gap=between, height=CONTROL, align=0.5)

    return FirstFit(row((), 16, 8), partial(row, icons, 16, 8), partial(row, keys, 4, 4))


# -- the steps of something longer -----------------------------------------------------------------


DOT, GAP, WIDE = 8, 6, 14


class StepDot(Pressable):
    """The dot of one step; `here` marks the present one. Keys have their own way to the steps."""

    focusable = False

    def __init__(self, title: str, action: Callable[[], None], *, done: bool, here: bool) -> None:
        super().__init__(action, tooltip=title)
        self.done = done
        self.here = here

    def accessible(self, ui: Ui) -> AccessibleInfo | None:
        return AccessibleInfo(Role.BUTTON, self.tooltip, on=self.done, press=self.action)

    def size_hint(self, ui: Ui, width: int) -> Size:
        return dots_width(ui.theme, 1, 0 if self.here else None), ui.theme.tx(20)

    def draw(self, ui: Ui, target: pygame.Surface) -> None:
        at = 0 if self.here else None
        draw_dots(ui, target, self.rect, (self.done,), at, hovered=self.hovered)


def step_dots(
    done: Sequence[bool], at: int | None, titles: Sequence[str], on_step: Callable[[int], None]
) -> Row:
    """Lay out a dot for each step; a click calls `on_step` with its index."""
    dots = [
        StepDot(title, partial(on_step, index), done=over, here=index == at)
        for index, (over, title) in enumerate(zip(done, titles, strict=True))
    ]
    return Row(*dots, gap=0)


def dots_width(theme: Theme, count: int, at: int | None) -> int:
    """Return the width of a row of dots; the one at index `at` is wide."""
    wide = theme.tx(WIDE) if at is not None else 0
    return count * (theme.tx(DOT) + theme.tx(GAP)) + wide


def draw_dots(
    ui: Ui,
    target: pygame.Surface,
    rect: pygame.Rect,
    done: Sequence[bool],
    at: int | None,
    *,
    hovered: bool = False,
) -> None:
    """Draw a dot for each step: brass where it is done, wide and bright at index `at`."""
    theme, c, side = ui.theme, ui.theme.colours, ui.theme.tx(DOT)
    x = rect.x
    for index, over in enumerate(done):
        here = index == at
        ink = c.accent if here else mix(c.panel, c.accent, 0.62) if over else c.line
        box = pygame.Rect(x, 0, side + theme.tx(WIDE) * here, side)
        box.centery = rect.centery
        ui.brush.rounded(target, box, side // 2, c.text if hovered else ink)
        x = box.right + theme.tx(GAP)
