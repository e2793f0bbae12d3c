"""What stays where it is while a game goes on, and what goes as soon as it is no longer true."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from gui.kit import Button
from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import click, find, send, wait

Match = Callable[..., MatchScreen]

BELOW = ("undo", "redo", "hint", "look", "analysis")
LOST = "1 6 3 1 3 2 3 3 1 2 6 2 0 2"  # a game of Connect Four that the first side loses


def places(scene: MatchScreen) -> dict[str, tuple[int, ...]]:
    """Where the buttons below the board are, and how large."""
    found = {name: scene.widget_group.find(name) for name in BELOW}
    return {name: tuple(each.rect) for name, each in found.items() if each is not None}


def holding(scene: MatchScreen) -> list[str]:
    """The notices that are still up a frame later."""
    for notice in scene.services.notices:
        notice.pass_time(0.02, scene)
    return [notice.text for notice in scene.services.notices if not notice.over]


@pytest.mark.parametrize("size", [(1280, 800), (960, 640)])
def test_a_second_click_on_undo_takes_another_move_back(
    match: Match, size: tuple[int, int]
) -> None:
    """The buttons stood elsewhere after the first one, and Redo where Undo had been."""
    scene = match("--game", "connect4", "--second", "medium", "--moves", "3 3 2 4")
    scene.services.resize(size)
    scene.enter(size)
    before = places(scene)
    assert set(before) == set(BELOW)
    undo = find(scene, "undo")
    right = undo.rect.right - 4, undo.rect.centery
    click(scene, right)
    assert scene.table.session.ply == 2 and places(scene) == before
    click(scene, right)
    assert scene.table.session.ply == 0 and places(scene) == before
    click(scene, "redo")
    assert scene.table.session.ply == 2 and places(scene) == before
    scene.callbacks.inspector.show_ply(1)  # looked at in the list of moves
    assert places(scene) == before


def test_a_hint_is_given_after_moves_were_taken_back(match: Match) -> None:
    """Whoever takes a bad move back is the one who wants a hint; at the end of a game as well."""
    for moves, left in (("3 3 2 4", 2), (LOST, 12)):
        scene = match("--game", "connect4", "--second", "medium", "--moves", moves)
        scene.undo()
        assert scene.table.session.ply == left
        assert find(scene, "hint").enabled
        click(scene, "hint")
        wait(scene, lambda scene=scene: scene.match.hint is not None)  # type: ignore[misc]
        scene.leave()


def test_it_is_not_your_turn_goes_when_it_is(match: Match, services: Services) -> None:
    scene = match("--game", "connect4", "--second", "mc:1000000000")
    scene.play(1)
    wait(scene, lambda: scene.match.decision is not None and scene.match.bots.thinking)
    send(scene, pygame.KEYDOWN, key=pygame.K_3, mod=0, unicode="3")
    assert (
        [notice.text for notice in services.notices] == holding(scene) == ["It is not your turn."]
    )
    scene.match.play_now()
    wait(scene, lambda: scene.table.human_turn)
    assert holding(scene) == []


def test_the_advice_of_a_hint_goes_with_its_position(match: Match) -> None:
    scene = match("--game", "tictactoe", "--second", "human")
    click(scene, "hint")
    wait(scene, lambda: scene.match.hint is not None)
    assert "Try this" in holding(scene)[0]
    assert scene.match.hint is not None
    scene.play(scene.match.hint)
    assert holding(scene) == []


def test_the_menu_of_levels_begins_at_the_one_that_is_played(match: Match) -> None:
    """L and Enter lowered the level."""
    scene = match("--game", "connect4", "--second", "medium")
    scene.ask_level()
    assert scene.popup is not None and scene.popup.widget_group.focus is not None
    assert scene.popup.widget_group.focus.accessible(scene.ui).name == "Medium"  # type: ignore[union-attr]
    send(scene, pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    assert scene.popup is None and scene.match.level == "medium"
    assert not scene.services.notices


def test_bots_that_are_held_go_on_by_a_button_that_says_so(match: Match) -> None:
    scene = match("--game", "tictactoe", "--first", "random", "--second", "random")
    for said in ("Pause", "Resume", "Pause"):
        assert find(scene, "pause", Button).label == said
        click(scene, "pause")
    assert scene.view_model.bubble is not None
    assert str(scene.view_model.status.text) == "Paused" != str(scene.view_model.bubble.text)
