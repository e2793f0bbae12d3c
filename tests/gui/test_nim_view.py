"""Boards of Nim: every move has its value there, and nothing under the mouse leaves the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from engine.protocols import Estimate
from gui.boards.nim import NimView
from gui.match.screen import MatchScreen
from tests.gui.driver import of, wait
from tests.screen import the_screen

Match = Callable[..., MatchScreen]


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
