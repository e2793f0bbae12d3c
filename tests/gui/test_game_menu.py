"""The menu of a screen with a board: short, and everything that was in it within reach."""

from __future__ import annotations

import pytest

from engine.registry import GAMES, make_game
from gui.kit import Button
from gui.lab.commands import SHARING
from gui.lab.screen import LabScreen
from gui.match.screen import MatchScreen
from gui.match.start import new_match
from gui.services import Services
from tests.gui.driver import enter, of, widgets_of

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
    assert 3 <= len(lines_of(screen)) <= MOST
    assert "Copy and paste…" in lines_of(screen)
    assert len(lines_of(screen, SHARING)) == 4
