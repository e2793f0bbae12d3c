"""Which buttons of a match are lit and filled."""

from __future__ import annotations

import pytest

from engine.registry import make_game
from gui.kit import Button, ButtonKind
from gui.match.screen import MatchScreen
from gui.match.start import new_match
from gui.services import Services
from tests.gui.driver import wait, widgets_of
from tests.gui.lab import SIZE
from tests.screen import the_screen


def match_of(services: Services, *players: str) -> MatchScreen:
    screen = new_match(services, make_game("connect4", {}), (players[0], players[1]))
    assert isinstance(screen, MatchScreen)
    screen.enter(SIZE)
    return screen


def filled(screen: MatchScreen) -> list[str]:
    screen.rebuild()
    screen.draw(the_screen())
    buttons = widgets_of(screen, Button)
    return [each.key for each in buttons if each.kind is ButtonKind.PRIMARY and each.enabled]


def test_between_two_thinking_bots_one_button_is_filled(services: Services) -> None:
    screen = match_of(services, "mc:1000000000", "mc:1000000000")
    wait(screen, lambda: screen.match.bots.thinking)
    assert filled(screen) == ["play_now"]
    screen.match.toggle_inspector()
    assert len(filled(screen)) <= 1


@pytest.mark.parametrize("command", ["new", "restart"])
def test_undo_is_lit_where_a_move_or_a_game_can_be_brought_back(
    services: Services, command: str
) -> None:
    screen = match_of(services, "human", "human")
    assert not screen.commands()["undo"].enabled
    screen.play(3)
    assert screen.commands()["undo"].enabled
    screen.offered().do(command)
    assert screen.table.session.ply == 0
    screen.offered().do("undo")
    assert screen.table.session.ply == 1
