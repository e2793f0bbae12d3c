"""Looking inside in a small window with large letters: what one came for is seen at once."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from gui.match.screen import MatchScreen
from gui.options import parse_window
from gui.services import Services
from gui.settings import Settings, SettingsFile
from tests.gui.driver import press, wait
from tests.gui.questions import match_from_options
from tests.gui.test_look_inside import whole

pytestmark = pytest.mark.usefixtures("no_shapes")

SIZE = (960, 640)
LEAST = 120  # pixels of a picture that are seen without scrolling the panel
CASES = [
    ("connect4", "mcts:100", "3 2", "tree"),
    ("connect4", "alphabeta:3", "3 2", "inspector picture"),
    ("connect4", "mc:100", "3 2", "plots"),
    ("tictactoe", "mastery:10", "4 0", "inspector picture"),
    ("matches", "dfs", "2", "inspector picture"),
    ("nim", "kernel", "1-1", "inspector picture"),
    ("subtraction", "learner", "", "inspector picture"),
]


@pytest.mark.one_of(3)
@pytest.mark.parametrize("scale", [1.5])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_picture_is_seen_at_once_in_a_small_window_with_large_letters(
    case: tuple[str, str, str, str], scale: float, tmp_path: Path
) -> None:
    game, player, moves, key = case
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    settings = Settings(muted=True, motion="NONE", text_scale=scale, language="fr")
    services = Services(settings, SettingsFile(tmp_path), tmp_path, SIZE, "fr", 7)
    given = ["--game", game, "--first", "human", "--second", "human", "--moves", moves]
    scene = match_from_options(services, parse_window(given if moves else given[:-2]))
    assert isinstance(scene, MatchScreen)
    scene.enter(SIZE)
    press(scene, pygame.K_i)
    scene.match.ask(player)
    scene.show()
    wait(scene, lambda: whole(scene))
    picture, foot = scene.widget_group.find(key), scene.widget_group.find("to_start")
    board = scene.widget_group.find("board")
    assert picture is not None and foot is not None and board is not None
    assert min(picture.rect.bottom, foot.rect.top) - picture.rect.top >= LEAST
    assert min(board.rect.size) >= 160, "a board one can read"
    scene.leave()
    services.close()
