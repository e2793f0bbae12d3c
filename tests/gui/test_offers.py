"""Where moves are few each has a button below the board, beside what is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.kit import Button
from gui.match.screen import MatchScreen
from gui.services import Services
from tests.gui.driver import click, labels_of
from tests.gui.questions import entered_match


def opened(services: Services, *options: str) -> MatchScreen:
    return entered_match(services, *options, "--second", "human")


def labels(scene: MatchScreen) -> list[str]:
    buttons = (scene.widget_group.find(f"offer{number}") for number in range(5))
    return [button.label for button in buttons if isinstance(button, Button)]


@pytest.mark.parametrize(
    ("game", "said", "left"),
    [
        ("matches", ["Take 1", "Take 2", "Take 3"], "16 matches left"),
        ("subtraction", ["1 step", "2 steps", "3 steps"], "21 steps to go"),
    ],
)
def test_each_amount_has_a_button_that_plays_it(
    services: Services, game: str, said: list[str], left: str
) -> None:
    scene = opened(services, "--game", game)
    assert labels(scene) == said
    texts = labels_of(scene)
    assert left in texts
    click(scene, "offer1")
    assert scene.table.session.move_texts() == ["2"]


def test_what_cannot_be_taken_is_disabled(services: Services) -> None:
    scene = opened(services, "--game", "matches", "--position", "2 0")
    able = [
        getattr(scene.widget_group.find(f"offer{number}"), "enabled", None) for number in range(3)
    ]
    assert able == [True, True, False]


def test_no_game_with_many_moves_has_them(services: Services, tmp_path: Path) -> None:
    scene = opened(services, "--game", "nim")
    assert labels(scene) == []
