"""Pages open at their title, bars and tabs keep their words, and a scroll bar covers nothing."""

from __future__ import annotations

import pygame
import pytest

from gui.boards.move_list import MoveList
from gui.exercises.puzzle_cards import solved_row
from gui.kit import Label
from gui.kit.chart import ChartAxis, PlotArea, StackedBar, StackedBars
from gui.kit.layout import Scroll, arrange
from gui.kit.screen import Screen
from gui.kit.text_wrap import shorten, shorten_name, wrap
from gui.lab.screen import LabScreen
from gui.lab.widgets import MovesWell
from gui.theme import Theme
from tests.gui.driver import find, of, widgets_of
from tests.gui.rooms import Size, services_of
from tests.gui.scene_makers import match
from tests.gui.scenes import SCENES
from tests.gui.test_layout_laws import make_ui
from tests.screen import the_screen


def entered(name: str, size: Size, scale: float, language: str) -> Screen:
    """A scene of the layout tests in a window; it needs its services no longer."""
    with services_of(size, scale, language) as services:
        scene = SCENES[name](services)
        scene.enter(size)
        return scene


def lines_of(theme: Theme, label: Label) -> int:
    """The lines that the whole text of a label takes in its place."""
    return len(wrap(theme, label.text, label.size, label.rect.w, label.bold))


@pytest.mark.parametrize("name", ["statistics", "training"])
def test_a_page_opens_at_its_title_and_tab_brings_its_list_in_sight(name: str) -> None:
    """The focus on the list scrolled the page down, so that its tabs were out of sight."""
    scene = entered(name, (960, 640), 1.5, "de")
    group = scene.widget_group
    assert group.scrollers[0].maximum > 0 and group.focus is not None
    assert [each.offset for each in group.scrollers] == [0] * len(group.scrollers)
    group.move_focus(1)
    home = group.focus
    assert home is not None and home.key == scene.HOME and home.scroller is not None
    body = home.scroller.body
    assert body.clip(home.rect).h >= min(home.rect.h, body.h - 40)


def test_a_name_keeps_the_number_that_tells_it_from_another() -> None:
    ui, name = make_ui(1.0, "en"), "Recherche en arbre 100\u00a0000"
    whole = ui.theme.width(name, 14)
    assert shorten_name(ui.theme, name, 14, whole) == name
    for width in (whole - 1, 2 * whole // 3):
        short = shorten_name(ui.theme, name, 14, width)
        assert short.endswith("100\u00a0000") and "…" in short
        assert ui.theme.width(short, 14) <= width
    assert shorten_name(ui.theme, "100", 14, 10) == shorten(ui.theme, "100", 14, 10)


def test_the_interval_of_a_bar_does_not_cross_out_its_figure() -> None:
    ui, drawn = make_ui(1.0, "en"), []
    area = pygame.Rect(0, 0, 120, 300)
    axes = ChartAxis(0, 1), ChartAxis(0, 1)
    for interval in (None, (0.02, 0.98)):
        target = pygame.Surface(area.size)
        parts = [(0.5, (200, 80, 70)), (0.5, (80, 140, 200))]
        bars = StackedBars([StackedBar(0.5, parts, interval, "33 %")])
        bars.draw(ui, target, PlotArea(area, *axes))
        (box,) = bars.boxes(ui, PlotArea(area, *axes))
        high = ui.theme.tx(20)
        figure = pygame.Rect(box.x, box.bottom - ui.theme.tx(22) - high // 2, box.w, high)
        drawn.append(pygame.image.tobytes(target.subsurface(figure), "RGB"))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("width", [150, 190, 260, 500])
def test_a_solved_puzzle_is_told_whole(width: int) -> None:
    """Its aim ended in an ellipsis beside the number of tries."""
    ui = make_ui(1.5, "fr")
    ui.theme.heard = []
    row = solved_row("Morpion", "X joue et sauve la nulle", "1 essai", 2)
    least = row.measure(ui, max(width, row.min_width(ui)))
    for widget in arrange(ui, row, pygame.Rect((0, 0), least)):
        widget.draw(ui, pygame.Surface(least))
    told = " ".join(ui.theme.heard).split()
    assert " ".join(sorted(told)) == "1 Morpion X essai et joue la nulle sauve"


@pytest.mark.parametrize(("scale", "language"), [(1.0, "en"), (1.0, "fr"), (1.5, "de")])
def test_the_moves_of_nim_are_written_whole(scale: float, language: str) -> None:
    """In a small window they ended in an ellipsis."""
    with services_of((960, 640), scale, language) as services:
        scene = match("nim", "--second", "human", "--moves", "1-4 2-3 5-1")(services)
        scene.enter((960, 640))
        scene.draw(the_screen())
        moves = next(w for w in scene.widget_group.widgets if isinstance(w, MoveList))
        assert not moves._cut
        scene.leave()


def test_every_face_of_a_painted_cube_has_its_name() -> None:
    scene = entered("cube lab painted", (1280, 800), 1.0, "de")
    net = find(scene, "net")
    scene.ui.theme.heard = []
    net.draw(scene.ui, pygame.Surface((1280, 800)))
    assert {"Oben", "Links", "Vorn", "Rechts", "Hinten", "Unten"} <= set(scene.ui.theme.heard)


def test_a_scroll_bar_stands_beside_the_content() -> None:
    """It lay over the last figures of the arena's table."""
    ui, text = make_ui(1.0, "en"), " ".join(["word"] * 400)
    for height in (100, 4000):
        (label,) = arrange(ui, Scroll(Label(text)), pygame.Rect(0, 0, 300, height))
        assert label.scroller is not None
        if height == 4000:
            assert label.rect.w == 300 and not label.scroller.maximum
        else:
            assert label.rect.right <= label.scroller.thumb().left


@pytest.mark.parametrize(
    ("size", "scale"),
    [((960, 640), 1.0), ((1280, 800), 1.0), ((1280, 800), 1.25)],
    ids=str,
)
def test_the_whole_scramble_is_in_sight(size: Size, scale: float) -> None:
    scene = of(LabScreen, entered("cube lab", size, scale, "fr"))
    if not scene.lab.whole:  # it begins with the levels
        scene.lab.toggle_whole()
    scene.lab.new_scramble(60, seed=1)
    scene.show()
    (well,) = widgets_of(scene, MovesWell)
    scene.draw(the_screen())
    assert len(well.moves) == 60 and well.content_extent() <= well.view.h
