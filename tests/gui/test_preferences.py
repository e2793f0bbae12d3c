"""Preferences: seen at once, kept at once, reachable by keyboard, back to defaults on request."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from gui.app import App
from gui.kit import Button, Slider, Stepper, Switch, Widget
from gui.kit.text_wrap import wrap
from gui.pages.menu import MenuScreen
from gui.pages.preferences import PreferencesScreen
from gui.settings import TEXT_SCALES, Settings
from gui.theme import ThemeName, palette
from tests.gui.driver import find, of, press, there

pytestmark = pytest.mark.usefixtures("no_shapes")


class Page:
    """The preferences in a window."""

    def __init__(self, app: App, **settings: Any) -> None:
        self.app, self.services, self.file = app, app.services, app.services.file
        self.services.change(replace(self.services.settings, **settings))
        app._resized()
        self.scene = PreferencesScreen(self.services)
        app.push(self.scene)

    @property
    def settings(self) -> Settings:
        return self.services.settings

    @property
    def kept(self) -> Settings:
        return self.file.load()[0]

    def find(self, key: str) -> Widget:
        return find(self.app, key)

    def press(self, key: int, mod: int = 0) -> None:
        press(self.app, key, mod)

    def on(self, key: str) -> None:
        """Give the focus to a control."""
        self.scene.widget_group.focus_key(key)
        assert self.scene.widget_group.focus is self.find(key)


@pytest.fixture
def page(app: App) -> Page:
    return Page(app)


def test_the_language_switches_live(page: Page) -> None:
    page.on("language")
    page.press(pygame.K_RIGHT)
    assert page.services.tr("preferences.title") == "Préférences"
    titles = [getattr(w, "text", "") for w in page.scene.widget_group.widgets]
    assert "Préférences" in titles
    assert page.kept.language == "fr"
    page.press(pygame.K_LEFT)
    assert page.services.tr("preferences.title") == "Preferences"


def test_the_text_grows_and_shrinks_to_both_ends(page: Page) -> None:
    page.on("text_scale")
    seen = [page.settings.text_scale]
    for _ in range(len(TEXT_SCALES)):
        page.press(pygame.K_RIGHT)
        seen.append(page.settings.text_scale)
    assert page.settings.text_scale == 2.0 == page.services.ui.theme.text_scale
    stepper = of(Stepper, page.find("text_scale"))
    assert stepper.text == "200%"
    assert page.scene.widget_group.focus is stepper, (
        "the focus stays while everything is laid out anew"
    )
    for _ in range(len(TEXT_SCALES)):
        page.press(pygame.K_LEFT)
    assert page.settings.text_scale == 0.75 == page.kept.text_scale
    assert seen == sorted(seen)


@pytest.mark.parametrize(("steps", "look"), list(enumerate(ThemeName)))
def test_each_theme_is_shown_and_kept(page: Page, steps: int, look: ThemeName) -> None:
    page.on("look")
    for _ in range(steps):
        page.press(pygame.K_RIGHT)
    assert page.services.ui.theme.look is look
    assert page.kept.look == look.value


def test_safe_colours_reach_the_drawing_and_forget_old_pictures(page: Page) -> None:
    page.on("safe_palette")
    page.app._frame(0.02)
    page.press(pygame.K_SPACE)
    theme = page.services.ui.theme
    assert theme.colours == palette(ThemeName.DARK, safe=True) != palette(ThemeName.DARK)
    assert theme.colours.win != palette(ThemeName.DARK).win
    assert page.kept.safe_palette


def test_the_amount_of_motion_is_applied_and_kept(page: Page) -> None:
    page.on("motion")
    page.press(pygame.K_RIGHT)
    assert page.services.ui.theme.seconds(400) == 0.12
    page.press(pygame.K_RIGHT)
    assert page.services.ui.theme.seconds(400) == 0.4
    assert page.kept.motion == "FULL"


def test_sound_and_volume(page: Page) -> None:
    page.on("sounds")
    page.press(pygame.K_RETURN)
    assert not page.kept.muted
    page.on("volume")
    page.press(pygame.K_END)
    assert page.services.sounds.volume == 1.0 == page.kept.volume
    page.press(pygame.K_HOME)
    assert page.kept.volume == 0.0 == page.services.sounds.volume


def test_the_slider_says_its_value_while_it_moves(page: Page) -> None:
    page.on("bot_delay")
    page.press(pygame.K_END)
    assert page.kept.bot_delay == 5.0
    assert "5.0 s" in [getattr(w, "text", "") for w in page.scene.widget_group.widgets]
    slider = of(Slider, page.find("bot_delay"))
    assert slider.position == slider.steps


@pytest.mark.parametrize("name", ["teaching", "cube_letters"])
def test_a_switch_is_turned_on_and_kept(page: Page, name: str) -> None:
    page.on(name)
    page.press(pygame.K_SPACE)
    assert getattr(page.kept, name) is True
    switch = of(Switch, page.find(name))
    assert switch.on


def test_every_control_is_reached_by_tab_and_comes_into_sight(app: App) -> None:
    page = Page(app, text_scale=2.0)
    wanted = {w.key for w in page.scene.widget_group.widgets if w.focusable and w.enabled}
    reached: set[str] = set()
    for _ in range(len(wanted)):
        page.press(pygame.K_TAB)
        focus = there(page.scene.widget_group.focus)
        body = page.scene.widget_group.scrollers[0].body
        assert focus.scroller is None or body.contains(focus.rect), focus.key
        reached.add(focus.key)
    assert reached == wanted
    assert page.scene.widget_group.scrollers[0].maximum > 0


def test_the_folders_are_shown_in_full(page: Page) -> None:
    words = "".join(getattr(w, "text", "") for w in page.scene.widget_group.widgets)
    assert str(page.services.folder) in words
    long = "/a/very/long/folder/" + "x" * 400
    parts = wrap(page.services.ui.theme, long, 14, 300, mono=True)
    assert "".join(parts) == long
    assert all(page.services.ui.theme.width(part, 14, mono=True) <= 300 for part in parts)


@pytest.mark.usefixtures("leaving_at_once")
def test_a_folder_that_cannot_be_written_is_said_and_the_change_still_shows(
    page: Page, tmp_path: Path
) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    page.file.path = blocker / "settings.json"
    page.on("safe_palette")
    page.press(pygame.K_SPACE)
    assert page.services.ui.theme.safe_palette
    assert page.services.notices[-1].fault


def test_the_gear_and_escape_close(page: Page) -> None:
    of(Button, page.find("gear")).action()
    page.app.apply(page.scene.update(0.0))
    assert isinstance(page.app.scenes[-1], MenuScreen)
