"""The sizes that containers and buttons are asked for are those they take."""

from __future__ import annotations

import pygame
import pytest

from gui.kit import Button, Icon, Label
from gui.kit.buttons import CONTROL, IconButton, Segments
from gui.kit.forms import named, tab_rows
from gui.kit.layout import ROOMY, Box, Centred, Column, Gap, Layout, Pad, Row, Wrap, arrange
from gui.theme import SMALLEST_TARGET
from tests.gui.test_layout_laws import SCALES, make_ui, nothing

HIGH = 96  # higher than any of the parts here


@pytest.mark.parametrize("scale", SCALES)
def test_a_box_and_a_row_are_at_least_as_high_and_as_wide_as_asked(scale: float) -> None:
    ui, part = make_ui(scale, "en"), Label("Word")
    high, wide = ui.theme.tx(HIGH), ui.theme.tx(300)
    least = part.measure(ui, ROOMY)
    assert Box(part, height=HIGH).measure(ui, ROOMY) == (least[0], high)
    assert Row(part, height=HIGH).measure(ui, ROOMY) == (least[0], high)
    assert Box(part, 300).measure(ui, ROOMY) == (wide, least[1])
    assert Box(part, least_width=300).measure(ui, 0) == (wide, least[1])
    assert Box(part, 1, 1).measure(ui, ROOMY) == least, "never so small that its part is cut"


@pytest.mark.parametrize("scale", SCALES)
def test_gaps_and_edges_are_counted(scale: float) -> None:
    ui = make_ui(scale, "en")
    parts = [Label("One"), Label("Two"), Label("Three")]
    sizes = [part.measure(ui, ROOMY) for part in parts]
    gap, edge = ui.theme.px(30), ui.theme.px(7)
    across, down = sum(w for w, _ in sizes), sum(h for _, h in sizes)
    assert Row(*parts, gap=30).measure(ui, ROOMY)[0] == across + 2 * gap
    assert Wrap(*parts, gap=30).measure(ui, ROOMY)[0] == across + 2 * gap
    assert Column(*parts, gap=30).measure(ui, ROOMY)[1] == down + 2 * gap
    assert Row(Gap(30), parts[0]).measure(ui, ROOMY)[0] == sizes[0][0] + gap + ui.theme.px(8)
    padded = Pad(parts[0], 7).measure(ui, ROOMY)
    assert padded == (sizes[0][0] + 2 * edge, sizes[0][1] + 2 * edge)


def test_a_part_stands_where_its_container_says() -> None:
    ui, room = make_ui(1.0, "en"), pygame.Rect(100, 50, 600, 300)

    def placed(layout: Layout) -> pygame.Rect:
        (widget,) = arrange(ui, layout, room)
        return widget.rect.copy()

    middle = placed(Centred(Button("Undo", nothing), 200))
    assert (middle.w, middle.centerx) == (200, room.centerx)
    high = Button("Undo", nothing).measure(ui, 600)[1]
    for at, top in ((0.0, 50), (0.5, 50 + (300 - high) // 2), (1.0, 350 - high)):
        assert placed(Box(Button("Undo", nothing), at=at)) == pygame.Rect(100, top, 600, high)
    assert placed(Row(Button("Undo", nothing), align=0.5)).centerx == room.centerx
    assert placed(Pad(Button("Undo", nothing), 10, 20, 30, 40)) == pygame.Rect(110, 70, 560, 240)


@pytest.mark.parametrize("scale", SCALES)
def test_controls_are_never_too_small_to_hit(scale: float) -> None:
    ui = make_ui(scale, "en")
    icon = IconButton(Icon.UNDO, "undo", nothing, "Undo")
    assert icon.measure(ui, ROOMY) == (ui.theme.tx(CONTROL), ui.theme.tx(CONTROL))
    labels = ["a", "b", "c", "d"]
    wide, high = Segments(labels, 0, nothing).measure(ui, 0)
    assert wide >= 4 * SMALLEST_TARGET + 8 and high >= ui.theme.tx(CONTROL)
    assert tab_rows(labels, 0, nothing, "tab").measure(ui, ROOMY)[1] >= ui.theme.tx(48)
    field = named("Name", Button("Undo", nothing))
    assert field.measure(ui, ROOMY)[1] >= ui.theme.tx(CONTROL)
