"""Where moves are few each has a button below the board, beside what is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.kit import Button, Label
from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.services import Services
from tests.gui.driver import click
from tests.gui.questions import match_from_options


def opened(services: Services, *options: str) -> MatchScreen:
    scene = match_from_options(services, parse_window([*options, "--second", "human"]))
    scene.enter(services.size)
    return scene


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
    texts = [widget.text for widget in scene.widget_group.widgets if isinstance(widget, Label)]
    assert left in texts
    click(scene, "offer1")
    assert scene.table.session.move_texts() == ["2"]
    scene.leave()


def test_what_cannot_be_taken_is_disabled(services: Services) -> None:
    scene = opened(services, "--game", "matches", "--position", "2 0")
    able = [
        getattr(scene.widget_group.find(f"offer{number}"), "enabled", None) for number in range(3)
    ]
    assert able == [True, True, False]
    scene.leave()


def test_no_game_with_many_moves_has_them(services: Services, tmp_path: Path) -> None:
    scene = opened(services, "--game", "nim")
    assert labels(scene) == []
    scene.leave()
