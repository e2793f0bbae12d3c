"""Boards of Nim: every move has its value there, and nothing under the mouse leaves the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.protocols import Estimate
from gui.boards.nim import NimView
from gui.boards.pebbles import HALF_HEIGHT
from gui.match.screen import MatchScreen
from tests.gui.driver import of, wait
from tests.screen import the_screen

Match = Callable[..., MatchScreen]


def test_pebbles_under_the_mouse_stay_on_the_board(match: Match) -> None:
    """A heap of 99 rose over the top edge, and its `99 - 41` touched the counts beside it."""
    heaps = f"heaps={','.join(['99'] * 12)}"
    scene = match("--game", "nim", "--option", heaps, "--first", "human", "--second", "human")
    scene.draw(the_screen())
    view = of(NimView, scene.board)
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


def valued(match: Match, heaps: str) -> tuple[MatchScreen, NimView, tuple[Estimate, ...]]:
    """A match with the values of all moves on the board."""
    options = ("--option", f"heaps={heaps}", "--first", "human", "--second", "human")
    scene = match("--game", "nim", *options, "--analysis")
    view = of(NimView, scene.board)
    wait(scene, lambda: len(view.shown.estimates) == sum(view.shown.state.heaps))
    scene.draw(the_screen())
    return scene, view, tuple(view.shown.estimates)


@pytest.mark.parametrize("heaps", ["5,4,3,2,1", "9,7,4"])
def test_every_pebble_shows_the_value_of_taking_it(
    match: Match, heaps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five cards stood for fifteen moves: the best take of each heap."""
    scene, view, estimates = valued(match, heaps)
    drawn: list[tuple[str, int, int]] = []
    monkeypatch.setattr(
        scene.ui.theme,
        "blit_text",
        lambda target, text, size, at, *more, **named: drawn.append((text, *at)),
    )
    view.paint(the_screen())
    for each in estimates:
        heap, amount = view.game.split(each.move)
        x, y = view.centre(heap, view.shown.state.heaps[heap] - amount)
        here = [text for text, *at in drawn if pygame.Rect(x - 40, y - 16, 80, 32).collidepoint(at)]
        assert str(each.remoteness) in here, (heap, amount)
