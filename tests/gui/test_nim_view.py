"""Wide boards of Nim: nothing under the mouse leaves the board or touches its neighbours."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.boards.nim import NimView
from gui.boards.pebbles import HALF_HEIGHT
from gui.match.screen import MatchScreen
from tests.screen import the_screen

Match = Callable[..., MatchScreen]


def test_pebbles_under_the_mouse_stay_on_the_board(match: Match) -> None:
    """A heap of 99 rose over the top edge, and its `99 - 41` touched the counts beside it."""
    heaps = f"heaps={','.join(['99'] * 12)}"
    scene = match("--game", "nim", "--option", heaps, "--first", "human", "--second", "human")
    scene.draw(the_screen())
    view = scene.board
    assert isinstance(view, NimView)
    for _ in range(20):
        spot = view.centre(5, 58)
        motion = pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))
        scene.handle(motion)
        view.update(0.1)
        scene.draw(the_screen())
    assert view.rising.height((5, 98)) == 1
    top = view.centre(5, 98)[1] - view._rise(5) - round(HALF_HEIGHT * view.unit)
    assert top >= view.rect.top
    assert not any(" \u2013 " in text for text in scene.widget_group.find("board").drawn_texts)  # type: ignore[union-attr]
