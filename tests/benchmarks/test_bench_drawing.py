"""The work of a frame while a layer turns, and while a tree of 2,000 nodes is drawn along.

Prints; asserts nothing about time, which noise could fail.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games.cube_facelets import Turn
from gui.inspector.tree_picture import TreePicture
from gui.kit.screen import Screen
from gui.lab.screen import LabScreen
from gui.options import parse_window
from gui.services import Services
from gui.settings import Settings
from tests.gui.driver import wait
from tests.gui.lab import read_cube
from tests.gui.matches import match_from_options
from tests.gui.scenes import make_services
from tests.screen import the_screen


@pytest.fixture(params=[(1280, 800), (2560, 1440)], ids=str)
def services(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Services]:
    """A window in the two sizes of the targets."""
    with contextmanager(make_services)(tmp_path, request.param, 1.0, "en") as made:
        made.settings = replace(made.settings, motion=Settings().motion, inspector=True)
        yield made


def draw_frames(scene: Screen, act: Callable[[int], object], number: int) -> None:
    """Print what frames take, each after something that was done."""
    scene.draw(the_screen())
    gc.collect()
    gc.freeze()  # as the window does when it begins
    times = []
    for frame in range(number):
        began = time.thread_time()
        act(frame)
        scene.update(1 / 60)
        scene.draw(the_screen())
        times.append(1000 * (time.thread_time() - began))
    gc.unfreeze()
    times.sort()
    print(f"\nmedian {times[number // 2]:.1f} ms, 99 % {times[int(number * 0.99)]:.1f} ms")


def test_layers_that_turn(services: Services) -> None:
    scene = LabScreen(services, "pocketcube", read_cube("R U F2 R'"))
    scene.enter(services.size)

    def turn(frame: int) -> None:
        if frame % 18 == 0:
            scene.lab.move(Turn("URFDLB"[frame // 18 % 6], 1))

    draw_frames(scene, turn, 432)
    assert scene.puzzle_view.target == scene.lab.now.position


def test_a_tree_of_two_thousand_nodes_drawn_along(services: Services) -> None:
    line = ["--game", "connect4", "--moves", "3 3 4 2"]
    scene = match_from_options(services, parse_window(line))
    inspector = scene.match.inspector
    scene.match.inspected.ask("mcts:4000")
    wait(scene.match, lambda: not inspector.busy and inspector.frame() is not None)
    scene.match.analyzer.stop()  # nothing but the window works while frames are counted
    inspector.toggle(())
    scene.enter(services.size)
    picture = scene.widget_group.find("tree")
    assert isinstance(picture, TreePicture) and picture.tree is not None
    assert sum(len(shown.replies) or 1 for shown in picture.tree.nodes) == 2_000

    def roll(frame: int) -> None:
        picture.scroll_to(6 * min(frame, 120 - frame))

    draw_frames(scene, roll, 120)
