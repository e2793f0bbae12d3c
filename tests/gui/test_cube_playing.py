"""A solution is played, scrubbed, folded and followed by hand."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from engine.games.cube_facelets import HeldCube, parse_turns
from gui.lab.screen import LabScreen
from gui.lab.widgets import SolutionList
from tests.gui.driver import click, find, press, send
from tests.gui.lab import cube_view, settle, solve
from tests.screen import the_screen


def test_playing_ends_on_a_solved_cube(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    solve(scene)
    press(scene, pygame.K_SPACE)
    assert scene.lab.playing
    settle(scene)
    assert scene.lab.now.ply == 10
    assert scene.lab.is_solved
    assert cube_view(scene).position == scene.lab.now.position


def test_first_back_forward_last_and_the_scrubber(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    solve(scene)
    base = scene.lab.now.position
    for key, ply in (
        ("next", 1),
        ("last", 10),
        ("previous", 9),
        ("first", 0),
    ):
        click(scene, key)
        assert scene.lab.now.ply == ply
    assert scene.lab.now.position == base
    scrubber = find(scene, "scrubber")
    click(scene, (scrubber.rect.centerx, scrubber.rect.centery))
    assert scene.lab.now.ply == 5
    settle(scene)
    assert cube_view(scene).position == scene.lab.now.position


def test_dragging_the_scrubber_goes_on_through_rebuilds(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    solve(scene)
    rect = scene.widget_group.find("scrubber").rect  # type: ignore[union-attr]
    send(scene, pygame.MOUSEBUTTONDOWN, pos=rect.midleft, button=1)
    for x in range(rect.x, rect.right, 7):
        event = pygame.event.Event(
            pygame.MOUSEMOTION, pos=(x, rect.centery), rel=(7, 0), buttons=(1, 0, 0)
        )
        scene.handle(event)
        scene.update(0.016)
    send(scene, pygame.MOUSEBUTTONUP, pos=rect.midright, button=1)
    assert scene.lab.now.ply == 10
    assert scene.lab.is_solved


def test_a_click_on_a_move_jumps_there(lab: Callable[..., LabScreen]) -> None:
    scene = lab()
    solve(scene)
    scene.draw(the_screen())
    box = find(scene, "solutions", SolutionList)
    assert len(box.starts) == 10
    x, height = box.rect.x + round(box.starts[6] + box.cell / 2), box.row_height
    click(scene, (x, box.rect.y + height * 2 + height // 2))
    assert (scene.lab.now.choice, scene.lab.now.ply) == (2, 7)
    expected = HeldCube(scene.lab.now.answer.base if scene.lab.now.answer else "")
    line = " ".join(turn.text for turn in scene.lab.now.solution[:7])
    assert scene.lab.now.position == expected.turns(parse_turns(line)).facelets
    click(scene, (box.rect.x + 2, box.rect.y + height * 2 + height // 2))  # on no move
    assert (scene.lab.now.choice, scene.lab.now.ply) == (2, 7)


def test_following_a_solution_by_hand_walks_along_it_and_leaving_asks_again(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab()
    for turn in solve(scene).solutions[3][:4]:
        scene.lab.move(turn)
    assert (scene.lab.now.choice, scene.lab.now.ply) == (3, 4)
    solved = scene.lab.now
    press(scene, pygame.K_d)
    assert scene.lab.now.answer is None
    assert scene.widget_group.find("solve") is not None
    press(scene, pygame.K_z, pygame.KMOD_CTRL)
    assert scene.lab.now == solved


def test_the_list_stays_scrolled_until_another_solution_is_chosen(
    lab: Callable[..., LabScreen],
) -> None:
    scene = lab("R2 F2 U2 R2 F2")
    answer = solve(scene)

    def rows() -> SolutionList:
        return find(scene, "solutions", SolutionList)

    most = rows().max_scroll
    assert most > 0
    rows().scroll = most
    scene.lab.step(1)
    scene.update(0.02)
    assert rows().scroll == most
    scene.lab.jump(0, 0)
    scene.lab.jump(len(answer.solutions) - 1, 0)
    scene.update(0.02)
    assert rows().scroll == most
    scene.lab.jump(0, 0)
    scene.update(0.02)
    assert rows().scroll == 0


def test_frames_of_a_turn_show_all_that_lies_on_the_cube(lab: Callable[..., LabScreen]) -> None:
    """They draw the cube's part of the window alone; the same as all of it drawn anew."""
    scene = lab()
    solve(scene)
    for ply in (4, 5):
        scene.lab.step(ply)
        scene.update(0.02)
    screen, frames = the_screen(), 0
    scene.draw(screen)
    while scene.puzzle_view.moving:
        scene.update(0.05)
        partly = not scene.widget_group.dirty and bool(scene.widget_group.damage)
        scene.draw(screen)
        alone = screen.copy()
        scene.touch()
        scene.draw(screen)
        assert pygame.image.tobytes(alone, "RGB") == pygame.image.tobytes(screen, "RGB")
        frames += partly
    assert frames >= 2
