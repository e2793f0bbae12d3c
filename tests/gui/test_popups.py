"""Popups and the short menu of a board: within reach, and closed without choosing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.registry import GAMES, make_game
from gui.kit import Button
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen, new_match
from gui.pages.help import HelpScreen
from gui.services import Services
from tests.gui.driver import enter, of, send, widgets_of
from tests.gui.restless import Way, close_popup, opened
from tests.gui.scenes import POPUPS, SCENES

pytestmark = pytest.mark.usefixtures("no_shapes")


@pytest.mark.one_of(3)
@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("name", POPUPS)
def test_a_popup_goes_away_and_chooses_nothing(tmp_path: Path, name: str, way: Way) -> None:
    app = opened(tmp_path)
    try:
        screen, open_it = POPUPS[name]
        made: Any = SCENES[screen](app.services)
        app.push(made)
        settings, popup = app.services.settings, open_it(made) or made.popup
        assert popup is not None
        close_popup(app, popup, way)
        if popup.modal and way is Way.BESIDE:
            assert made.popup is popup, "a question waits for its answer"
            close_popup(app, popup, Way.ESCAPE)
        app._frame(0.016)
        assert made.popup is None
        assert app.scenes[-1] is made, "only the popup was closed"
        assert app.services.settings == settings
        send(app, pygame.KEYDOWN, key=pygame.K_F1, mod=0, unicode="")
        assert isinstance(app.scenes[-1], HelpScreen), "the screen obeys again"
    finally:
        app.close()


MOST = 7  # lines that one reads at a glance


def lines_of(screen: MatchScreen | LabScreen, names: tuple[str, ...] = ()) -> list[str]:
    screen.show_menu(names)
    assert screen.popup is not None
    lines = [each.label for each in widgets_of(screen.popup, Button)]
    screen.close_popup()
    return lines


@pytest.mark.parametrize("players", [("human", "medium"), ("learner", "human"), ("mc:9", "mc:9")])
@pytest.mark.parametrize("game", GAMES)
def test_the_menu_of_a_match_has_at_most_seven_lines(
    services: Services, game: str, players: tuple[str, str]
) -> None:
    if "learner" in players and game == "connect4":
        return  # it has no bags for so many positions
    screen = enter(of(MatchScreen, new_match(services, make_game(game, {}), players)))
    assert len(lines_of(screen)) <= MOST
    assert "Position and files…" in lines_of(screen)
    assert lines_of(screen, screen.SHARING)[-2:] == ["Save…", "Open…"]


@pytest.mark.parametrize("puzzle", ["pocketcube", "tiles"])
@pytest.mark.parametrize("whole", [False, True])
def test_the_menu_of_a_lab_has_at_most_seven_lines(
    services: Services, puzzle: str, whole: bool
) -> None:
    screen = enter(LabScreen(services, puzzle))
    screen.lab.whole = whole
    lines = lines_of(screen)
    assert len(lines) <= MOST
    assert lines[-1].startswith("Copy the ")
