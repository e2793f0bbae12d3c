"""A solution is played, scrubbed, folded and followed by hand."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.games.cube_facelets import HeldCube
from engine.games.cube_notation import parse_turns
from gui.scenes.cube_history import Metric, Solver, folded
from gui.scenes.cube_lab import CubeLabScene
from gui.scenes.cube_panels import SolutionList
from tests.gui.lab import click, click_on, press, settle, solve, wait
from tests.screen import the_screen


def test_playing_ends_on_a_solved_cube(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    press(scene, pygame.K_SPACE)
    assert scene.playing
    settle(scene)
    assert scene.now.ply == 10
    assert scene.now.solved
    assert scene.view.facelets == scene.now.facelets


def test_first_back_forward_last_and_the_scrubber(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    base = scene.now.facelets
    for key, ply in (
        ("transport next", 1),
        ("transport last", 10),
        ("transport previous", 9),
        ("transport first", 0),
    ):
        click_on(scene, key)
        assert scene.now.ply == ply
    assert scene.now.facelets == base
    scrubber = scene.desk.find("scrubber")
    assert scrubber is not None
    click(scene, (scrubber.rect.centerx, scrubber.rect.centery))
    assert scene.now.ply == 5
    settle(scene)
    assert scene.view.facelets == scene.now.facelets


def test_dragging_the_scrubber_goes_on_through_rebuilds(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    rect = scene.desk.find("scrubber").rect  # type: ignore[union-attr]
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.midleft, button=1))
    for x in range(rect.x, rect.right, 7):
        event = pygame.event.Event(
            pygame.MOUSEMOTION, pos=(x, rect.centery), rel=(7, 0), buttons=(1, 0, 0)
        )
        scene.handle(event)
        scene.update(0.016)
    scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=rect.midright, button=1))
    assert scene.now.ply == 10
    assert scene.now.solved


def test_a_click_on_a_move_jumps_there(lab: Callable[..., CubeLabScene]) -> None:
    scene = lab()
    solve(scene)
    scene.draw(the_screen())
    box = scene.desk.find("solutions")
    assert isinstance(box, SolutionList)
    across, width, height = box._geometry(scene.ui)
    assert across == 10
    x = box.rect.x + scene.ui.theme.tx(8) + round(width * 6.5)
    click(scene, (x, box.rect.y + height * 2 + height // 2))
    assert (scene.now.choice, scene.now.ply) == (2, 7)
    expected = HeldCube(scene.now.answer.base if scene.now.answer else "")
    line = " ".join(turn.text for turn in scene.now.solution[:7])
    assert scene.now.facelets == expected.turns(parse_turns(line)).facelets


def test_following_a_solution_by_hand_walks_along_it_and_leaving_asks_again(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    solve(scene)
    for turn in scene.now.answer.solutions[3][:4]:  # type: ignore[union-attr]
        scene.turn(turn)
    assert (scene.now.choice, scene.now.ply) == (3, 4)
    solved = scene.now
    press(scene, pygame.K_d)
    assert scene.now.answer is None
    assert scene.now.left
    assert scene.desk.find("solve") is not None
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.now == solved


def test_folding_shows_half_turns_once_and_the_count_stays(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab("R2 U F")
    solve(scene)
    answer = scene.now.answer
    assert answer is not None
    every = scene.builder.cards.shown(answer)
    scene.place(every[-1], 2)
    scene.menu._toggle_fold()
    kept = scene.builder.cards.shown(answer)
    assert scene.now.choice in kept
    assert scene.now.ply == 2
    assert len(kept) < len(every) == answer.count
    assert folded(answer.solutions) == kept


def test_the_table_shows_the_histogram_with_the_present_cube(
    lab: Callable[..., CubeLabScene],
) -> None:
    scene = lab()
    scene.choose_solver(Solver.TABLE)
    wait(scene, lambda: scene.solving.distances(Metric.QUARTER) is not None)
    counts = scene.solving.distances(Metric.QUARTER)
    assert counts is not None
    assert sum(counts) == 3_674_160
    assert counts[:4] == [1, 6, 27, 120]
    assert scene.solving.distance_of(scene.now.facelets, Metric.QUARTER) == 10
    scene.rebuild()
    assert scene.desk.find("histogram") is not None
