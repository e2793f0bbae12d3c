"""The settings of a game: what is chosen is kept and reaches the match."""

from __future__ import annotations

import pygame
import pytest

from engine.registry import GAMES
from gui.controls.base import Widget
from gui.scenes.setup import SetupScene
from gui.services import Services

SIZE = (1280, 800)


def opened(services: Services, game: str) -> SetupScene:
    scene = SetupScene(services, game)
    scene.enter(SIZE)
    return scene


def press(scene: SetupScene, key: str) -> None:
    """Focus a control and press Space on it."""
    scene.desk.focus_key(key)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        scene.handle(pygame.event.Event(kind, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))
    scene.update(0.02)


def find(scene: SetupScene, key: str) -> Widget:
    widget = scene.desk.find(key)
    assert widget is not None, key
    return widget


@pytest.mark.parametrize("game", list(GAMES))
def test_everything_is_in_sight_at_1280x800(services: Services, game: str) -> None:
    """No scrolling for the usual window, whoever plays."""
    scene = opened(services, game)
    assert scene.body is not None and scene.content_height <= scene.body.h
    for widget in scene.desk.widgets:
        assert widget.rect.right <= SIZE[0] and widget.rect.bottom <= SIZE[1]


@pytest.mark.parametrize("switch", ["hints", "analysis"])
def test_a_switch_is_kept_for_the_game_when_it_is_played(services: Services, switch: str) -> None:
    scene = opened(services, "nim")
    before = getattr(scene.setup, switch)
    press(scene, switch)
    assert getattr(scene.setup, switch) is not before
    scene.play()
    assert getattr(services.settings.setup("nim"), switch) is not before
    assert getattr(services.settings.setup("matches"), switch) is before


def test_without_hints_the_match_gives_none(services: Services) -> None:
    from gui.scenes.match import MatchScene
    from gui.table import Players, Table

    scene = opened(services, "matches")
    press(scene, "hints")
    scene.play()
    match = MatchScene(services, Table(scene.game(), Players("human", "human"), seed=1))
    match.enter(SIZE)
    assert find(match, "hint").enabled is False  # type: ignore[arg-type]
    match.hints.ask()
    assert "Hints are off" in services.notices[0].words
    assert not match.hints.wanted
    match.leave()


def test_a_wrong_position_is_said_below_its_field_and_a_right_one_starts(
    services: Services,
) -> None:
    scene = opened(services, "nim")
    scene._toggle_position()
    for wrong in ("5,4,x 0", "1,2", "9" * 200):
        scene.type_position(wrong)
        scene.play()
        assert "position" in scene.faults
    scene.type_position("3,2 1")
    assert "position" not in scene.faults
    scene.play()
    assert not scene.faults


def test_swap_and_defaults(services: Services) -> None:
    scene = opened(services, "connect4")
    texts = [pane.text for pane in scene.panes]
    scene.swap()
    assert [pane.text for pane in scene.panes] == texts[::-1]
    scene.set_option("columns", "5")
    assert scene.game().columns == 5
    scene.defaults()
    assert scene.game().columns == 7
    assert [pane.text for pane in scene.panes] == ["human", GAMES["connect4"].opponent]


def test_an_option_that_cannot_be_stops_play_and_is_said(services: Services) -> None:
    scene = opened(services, "nim")
    scene.set_option("heaps", "5,x")
    assert "rules" in scene.faults
    scene.play()
    assert services.settings.setup("nim").options == {}
    scene.set_option("heaps", "5,4")
    assert not scene.faults
