"""Layout containers: they measure their parts and give each widget its rectangle.

A screen describes its content as a nest of layouts; `arrange` turns that into placed widgets.
Every widget is a layout. Only `place` writes a widget's rectangle, once a build.

    Column(heading, Row(Flexible(name), button), Scroll(Pad(Centred(Column(*cards), 880), 24, 20)))

A part that is None is left out, so `fault and FieldFault(fault)` may be passed as a part.
A number is a length of the mockups (1280x800 at 100 %): gaps and pads scale with the window (`px`),
widths and heights with the text (`tx`). Pass a function of the theme for any other: `tx(12)`.

Laws every layout keeps (tests/gui/test_layout_laws.py tries them on random nests)

1. `min_width` is the width below which something is cut. `preferred_width` is the width at which no
   line is broken and no part squeezed. A cap that is a fraction of the width must therefore be part
   of the preferred width.
2. `height_at(ui, width)` is the height needed when `place` gives that width.
3. `measure(ui, width)` follows from these: its width is `preferred_width` if that fits, else the
   larger of `width` and `min_width`; its height is `height_at` of that.
4. `place` may get more room than was measured; parts then stretch. It never asks its parent.

How to make a screen

1. Record pictures before and after each step and compare (`python -m tests.gui.pictures`): equal
   at 1280x800 and 100 %; elsewhere the same widgets in the same order. Check each difference.
2. Put state that is no widget (choices, faults, typed texts) into a model that imports no pygame.
3. Subclass `gui.kit.screen.Screen`; its `view() -> Layout` returns
   `Column(self.bar(title), Flexible(Scroll(Pad(Centred(cards, widest), 24, 20))), gap=0)`. Write
   cards as functions of their content and of callbacks, never of the screen.
4. Do no arithmetic; the layout computes every rectangle:
   - an item beside another, else below it: `FirstFit(Row(a, NoShrink(b)), Column(a, b))`
   - a threshold: `Box(least_width=)`
   - items that continue on the next line: `Wrap` (a group that stays together is a Wrap in it)
   - neighbours of equal height: `Row(Flexible(a), Flexible(b))`
   - labels that drop when room is short: `FirstFit(Row(*buttons), Row(*map(icon_only, buttons)))`
   - cards, else tabs: `FirstFit(Column(*cards), Tabs(...))`
5. Put moving content in a `Scroll` and keep the rest outside. Put the margin inside it
   (`Scroll(Pad(...))`), else its edge cuts the shadows of cards.
6. Declare undo, hint and the like once, in `commands()` (gui.kit.command).
7. Open other screens with `self.go(Open("setup", {"game_id": game}))`; add yours to gui/screens.py.
8. A build takes 4 ms at most. A screen has two forms at most, `FirstFit(roomy, compact)`; the
   compact one fits the smallest page (`gui.theme.page_size`), with a `Scroll` where it must.
9. Run tests/gui/test_layout.py for your screen.

Examples: gui/pages/preferences.py (a form, with gui/kit/forms.py), gui/setup (model, cards as
functions, screen).

How to make a container or a widget

- A container subclasses `Layout` and computes `measure_min_width`, `measure_preferred_width` and
  `measure_height` from its parts. `Layout` caches the results.
- A `Measured`, which every widget is, implements one method instead: `size_hint(ui, width)`. It is
  called more often.
- A kind of Button or Label with another size overrides the three `measure_` methods.
- Pass a costly, seldom visible part as a function: a choice of `FirstFit`, or a page of `Tabs`.

Traps

- A widget without `size_hint` gets 0 x 0. It must be honest: for width 0 it returns the min width.
- A constructor knows no rectangle yet: `place` sets it.
- Never change a widget for one of two choices of a `FirstFit`: both hold the same object. Copy it,
  as `icon_only` does.
- A widget that outlives a build (a board) and changes its size must not rely on the size cache,
  which is cleared only when the theme changes.
- A `Row` shrinks its parts down to their min widths before it fails to fit: a Button then wraps
  into two lines. `NoShrink` keeps the preferred width.
- `Tabs` builds all pages though it shows one, unless a page is passed as a function.
- `px(12) * 2` is not `px(24)`: where a pixel matters, use the same call everywhere.
"""

from __future__ import annotations

import pygame

from gui.kit.layout.containers import (
    Column,
    Grid,
    Grouped,
    Over,
    Row,
    TallestVariant,
    Wrap,
)
from gui.kit.layout.frames import (
    Card,
    FirstFit,
    Page,
    Scroll,
    Tabs,
    icon_only,
    smaller,
    two_columns,
)
from gui.kit.layout.wrappers import (
    NOTHING,
    Box,
    Centred,
    FixedHeight,
    Flexible,
    Gap,
    Length,
    NoShrink,
    Pad,
    exactly,
    px,
    tx,
)
from gui.kit.widget import ROOMY, Layout, Measured, Widget
from gui.ui import Ui

__all__ = [
    "NOTHING",
    "ROOMY",
    "Box",
    "Card",
    "Centred",
    "Column",
    "FirstFit",
    "FixedHeight",
    "Flexible",
    "Gap",
    "Grid",
    "Grouped",
    "Layout",
    "Length",
    "Measured",
    "NoShrink",
    "Over",
    "Pad",
    "Page",
    "Row",
    "Scroll",
    "Tabs",
    "TallestVariant",
    "Ui",
    "Widget",
    "Wrap",
    "arrange",
    "exactly",
    "icon_only",
    "px",
    "smaller",
    "two_columns",
    "tx",
]


def arrange(ui: Ui, layout: Layout, rect: pygame.Rect) -> list[Widget]:
    """Place a layout and return its widgets in the order of Tab."""
    widgets = list(layout.place(ui, rect))
    assert len({id(widget) for widget in widgets}) == len(widgets), "a widget is placed twice"
    return widgets
