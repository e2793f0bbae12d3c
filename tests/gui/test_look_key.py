"""The key I opens a look inside at any moment of a match, and what it shows explains itself."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import press, wait
from tests.gui.questions import entered_match

pytestmark = pytest.mark.usefixtures("no_shapes")


Moment = Callable[[MatchScreen], bool]
MOMENTS: dict[str, Moment] = {
    "a person to move": lambda scene: scene.table.human_turn and scene.table.session.ply == 0,
    "the bot begins to think": lambda scene: not scene.table.human_turn,
    "the bot has just moved": lambda scene: scene.table.session.ply == 2,
    "some time after": lambda scene: scene.table.human_turn and scene.table.session.ply == 2,
}


@pytest.mark.one_of(3)
@pytest.mark.parametrize("bot", ["mcts:300", "alphabeta:4", "random"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_key_i_opens_a_look_inside_at_any_moment(
    services: Services, moment: str, bot: str
) -> None:
    scene = entered_match(services, "--game", "connect4", "--first", "human", "--second", bot)
    if moment != "a person to move":
        scene.play(3)
    wait(scene, lambda: MOMENTS[moment](scene))
    assert scene.widget_group.find("close_look") is None
    press(scene, pygame.K_i)
    assert scene.widget_group.find("close_look") is not None
    wait(scene, lambda: scene.table.human_turn)
    assert scene.widget_group.find("close_look") is not None, "it stays open while the bot moves"


def test_the_key_i_opens_a_look_inside_when_the_game_is_over(services: Services) -> None:
    moves = "0 3 1 4 2"
    scene = entered_match(services, "--game", "tictactoe", "--moves", moves, "--second", "human")
    assert scene.table.outcome is not None
    press(scene, pygame.K_i)
    assert scene.widget_group.find("close_look") is not None
