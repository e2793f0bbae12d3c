"""What judging costs a sweep, and whether ten thousand games scroll without a late frame."""

from __future__ import annotations

import time

import pygame
import pytest

from engine.arena.experiment import batches, play_batch, sweep_pairings
from gui.arena.lists import ArenaGamesList
from gui.services import Services
from tests.gui import arenas
from tests.gui.conftest import services  # noqa: F401 - a fixture
from tests.screen import the_screen

ROUNDS = 5
MOST_OF_A_SWEEP = 0.05
FRAME = 1 / 60


def seconds(game: str, judge: bool) -> float:
    """Processor time of a sweep."""
    pairs = sweep_pairings(game, {}, "mc:{}/move", "random", (1, 8, 64))
    work = [batch for pair in pairs for batch in batches(pair, 150, 1, None, judge)]
    began = time.process_time()
    for batch in work:
        play_batch(batch)
    return time.process_time() - began


@pytest.mark.parametrize("game", ["tictactoe", "nim", "subtraction", "matches"])
def test_judging_costs_a_twentieth_of_a_sweep_of_a_small_game(game: str) -> None:
    """Each round plays both ways, so that what else the machine does hits both alike."""
    seconds(game, True)  # what is computed once for a game
    plain, judged = [], []
    for _ in range(ROUNDS):
        plain.append(seconds(game, False))
        judged.append(seconds(game, True))
    cost = min(judged) / min(plain) - 1
    print(f"{game}: judging costs {cost:+.1%}")
    assert cost <= MOST_OF_A_SWEEP


def test_ten_thousand_games_scroll_without_a_late_frame(services: Services) -> None:  # noqa: F811
    scene = arenas.shown(services, arenas.sweep(1, 10_000), 10_000)
    scene.enter((1280, 800))
    surface = the_screen()
    games = next(each for each in scene.widget_group.widgets if isinstance(each, ArenaGamesList))
    for _ in range(5):  # letters and shapes are drawn once
        scene.touch()
        scene.draw(surface)
    times = []
    for step in range(300):
        began = time.process_time()
        games.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-37 if step % 3 else -500, x=0))
        scene.touch()
        scene.draw(surface)
        times.append(time.process_time() - began)
    times.sort()
    late = sum(each > FRAME for each in times)
    print(f"median {1000 * times[150]:.1f} ms, largest {1000 * times[-1]:.1f} ms, {late} late")
    assert late == 0
