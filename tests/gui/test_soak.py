"""Thousands of random actions on the real scenes: nothing breaks, the game stays sound."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.registry import GAMES
from engine.saves import from_json
from engine.session import Session
from gui.app import App
from gui.lab.screen import LabScreen
from gui.lessons.match import LessonMatch
from gui.match.autosave import saved_game
from gui.match.screen import MatchScreen
from tests.full import few_or_full
from tests.gui.restless import LEAVES, restless

FEW_STEPS, STEPS = 150, 600
MAX_MEGABYTES = 250
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def memory_told(actions: int, folder: Path) -> list[float]:
    """The memory of a program of its own after every 250 random actions, in MB."""
    command = [sys.executable, "-m", "tests.gui.restless", str(actions), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told: list[float] = json.loads(done.stdout.splitlines()[-1])
    return told


def check(app: App) -> None:
    """What must hold whatever was done."""
    assert app.viewport.page.get_size() == app.services.size
    scene = app.scenes[-1]
    if isinstance(scene, MatchScreen):
        session = scene.table.session
        again: Session[object] = Session(session.game, session.start)
        for move in session.all_moves:
            again.play(move)
        again.jump(session.ply)
        assert again.state == session.state
    elif isinstance(scene, LabScreen):
        assert sorted(scene.puzzle_view.target) == sorted(scene.lab.handling.goal)


def check_kept(left: App, now: App) -> None:
    """Whoever comes back finds the settings and the games that were on the tables."""
    settings = left.services.settings
    if left.options.text_scale is not None:  # an option is for its own window
        settings = replace(settings, text_scale=now.services.settings.text_scale)
    assert now.services.settings == settings
    kept = now.services.write_queue.unfinished(now.services.store)
    found = {(game.game, from_json(game.saved).moves) for game in kept if game.game in GAMES}
    for scene in left.scenes:
        guest = isinstance(scene, LessonMatch)  # what is played in a lesson is not kept
        if isinstance(scene, MatchScreen) and not guest and scene.table.main_line is None:
            table, session = scene.table, scene.table.session
            if not table.finished and table.record.begun(session.all_moves):
                moves = saved_game(table, len(session.all_moves)).moves
                assert (session.game.id, moves) in found


@few_or_full("steps", FEW_STEPS, STEPS)
@pytest.mark.parametrize(
    ("seed", "start"),
    [(1, []), (3, ["--lesson", "montecarlo/4", "--text-size", "200"]), (4, ["--scene", "arena"])],
)
def test_a_restless_person(
    tmp_path: Path, seed: int, steps: int, start: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard = [""]
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: clipboard.__setitem__(0, text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[0])
    visited, came_back = set(), 0
    before: App | None = None
    for app in restless(tmp_path, seed, steps, *start):
        if before is not None and app is not before:
            came_back += 1
            check_kept(before, app)
        before = app
        if app.scenes:
            check(app)
            visited.add(type(app.scenes[-1]).__name__)
    assert len(visited) >= 4, visited
    assert came_back >= round(steps * LEAVES), "leaving it did not end the window"


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux counts")
@pytest.mark.full
def test_memory_stays_level(tmp_path: Path) -> None:
    """After 20,000 actions it is what it is here: see tests/benchmarks/test_bench_memory.py."""
    told = memory_told(6000, tmp_path)
    assert max(told) < MAX_MEGABYTES, told
    # Screens and searches come and go by 60 MB: means of many samples, and of the least held.
    quarter = len(told) // 4  # until then tables, fonts and pictures are made for the first time
    before, after = told[quarter : 2 * quarter], told[2 * quarter :]
    assert statistics.mean(after) < statistics.mean(before) + 40, told
    assert min(after) < min(before) + 30, told
