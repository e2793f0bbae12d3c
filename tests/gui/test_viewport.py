"""Windows too small for a screen: they show a part of it, and everything can be scrolled to."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pygame
import pytest

from gui.access.bridge import AccessibilityBridge
from gui.app import App
from gui.kit.screen import Screen
from gui.kit.viewport import BAR, MARGIN, Viewport
from gui.protocols import Open
from gui.theme import page_size
from tests.gui.driver import find, top
from tests.gui.every_screen import EVERY_SCREEN

SMALLEST = (320, 240)
LARGEST = (1400, 900)
TILED = ((200, 800), (30, 30), (1, 1))  # by window managers that let no program choose
WINDOWS = 4  # of each screen

DESIGNED = (
    ((960, 640), 1.0),
    ((1280, 800), 1.25),
    ((1920, 1080), 1.75),
    ((1920, 1200), 2.0),
    ((2560, 1440), 2.0),
    ((720, 450), 0.75),
)


def show_in(app: App, size: tuple[int, int], scale: float) -> Screen:
    """Drag the window to a size and choose the size of its text."""
    app.services.change(replace(app.services.settings, text_scale=scale))
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app._resized()
    app.frame(0.02)
    return top(app, Screen)


def send(app: App, kind: int, **values: Any) -> None:
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(kind, **values))
    app.frame(0.02)


@pytest.mark.parametrize(("size", "scale"), DESIGNED)
def test_a_designed_room_is_its_own_page(size: tuple[int, int], scale: float) -> None:
    assert page_size(size, scale) == size


@pytest.mark.parametrize("name", EVERY_SCREEN)
def test_every_part_of_a_screen_can_be_reached_in_a_window_of_any_size(app: App, name: str) -> None:
    dice = random.Random(name)
    app.apply(Open(name, EVERY_SCREEN[name]))
    sizes = [tuple(map(dice.randint, SMALLEST, LARGEST)) for _ in range(WINDOWS)]
    for size in (*sizes, dice.choice(TILED)):
        screen = show_in(app, (size[0], size[1]), dice.choice((0.75, 1.0, 1.5, 2.0)))
        view, window = app.viewport, pygame.display.get_surface()
        assert window is not None and window.get_size() == size
        assert view.page.get_size() == screen.size == app.services.size
        page = view.page.get_rect()
        view.scroll(*page.size)
        assert view.shown.bottomright == page.bottomright
        view.scroll(-page.w, -page.h)
        assert view.shown.topleft == (0, 0)
        group = screen.widget_group
        for key in [each.key for each in group.widgets if each.focusable and each.enabled]:
            view.to_start()
            group.focus_key(key)
            app.frame(0.02)
            widget = group.focus
            if widget is not None:  # what has been computed meanwhile may have replaced it
                body = page if widget.scroller is None else widget.scroller.body
                assert page.contains(body) and widget.rect.colliderect(body), key
                assert view.shown.colliderect(widget.focus_rect() or widget.rect), key
        assert not app.services.notices or not app.services.notices[-1].fault


def test_the_window_shows_the_part_of_the_page_it_is_scrolled_to(app: App) -> None:
    show_in(app, (400, 300), 1.0)
    view = app.viewport
    assert view.partial and view.shown.topleft == (0, 0)
    send(app, pygame.MOUSEWHEEL, x=0, y=-2)
    below = view.shown.y
    assert below > 0 and view.shown.x == 0
    send(app, pygame.MOUSEWHEEL, x=1, y=0)
    assert view.shown.topleft == (view.shown.x, below) and view.shown.x > 0
    shown = view.page.subsurface(view.shown)
    window = view.window.subsurface((0, 0), view.shown.size)
    assert pygame.image.tobytes(window, "RGB") == pygame.image.tobytes(shown, "RGB")


def test_a_bar_is_dragged_to_the_end_of_the_page(app: App) -> None:
    show_in(app, (400, 300), 1.0)
    view = app.viewport
    send(app, pygame.MOUSEBUTTONDOWN, pos=(395, 20), button=1)
    send(app, pygame.MOUSEMOTION, pos=(200, 299), rel=(0, 0), buttons=(1, 0, 0))
    assert view.shown.bottom == view.page.get_height()
    send(app, pygame.MOUSEBUTTONUP, pos=(200, 299), button=1)
    send(app, pygame.MOUSEMOTION, pos=(200, 20), rel=(0, 0), buttons=(0, 0, 0))
    assert view.shown.bottom == view.page.get_height(), "the bar has been let go"


def test_a_click_presses_what_stands_under_it_in_the_window(app: App) -> None:
    app.apply(Open("help", {}))
    screen = show_in(app, (400, 300), 1.0)
    gear = find(screen, "gear")
    app.viewport.follow(gear.rect)
    x, y = app.viewport.shown.topleft
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        send(app, kind, pos=(gear.rect.centerx - x, gear.rect.centery - y), button=1)
    assert type(app.scenes[-1]).__name__ == "PreferencesScreen"
    assert app.viewport.shown.topleft == (0, 0), "a new screen is shown from its beginning"


def test_a_screen_reader_finds_a_part_where_the_window_shows_it(app: App) -> None:
    app.apply(Open("help", {}))
    screen = show_in(app, (400, 300), 1.0)
    gear = find(screen, "gear")
    app.viewport.follow(gear.rect)
    reader = AccessibilityBridge(app.services)
    reader.see(app.viewport.shown.topleft)
    place = next(n.place for n in reader.read(screen).nodes.values() if n.widget is gear)
    assert place == (*gear.rect.move(-app.viewport.shown.x, -app.viewport.shown.y),)


def test_a_part_larger_than_the_view_is_shown_from_its_beginning() -> None:
    view = Viewport(pygame.Surface((300, 200)), (900, 700))
    assert view.shown.size == (300 - BAR, 200 - BAR)
    assert view.follow(pygame.Rect(400, 300, 500, 50))
    assert view.shown.x == 400 - MARGIN
    assert not view.follow(pygame.Rect(400, 300, 500, 50)), "only once: the person may scroll away"
