"""The cube in three dimensions: turns, drags, the end of an animation, the net."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.cube_facelets import FACES, PLACES, SOLVED, TURNING, VERTICES, Turn, apply
from engine.games.pocket_cube import PocketCube
from gui.boards.handling import BLANK, DraftPosition
from gui.boards.pocketcube.board import CubeHandling, Net, cell_of
from gui.boards.pocketcube.paint import CubePainter, Pose, tiles_in_sight, turn_matrix
from gui.boards.pocketcube.view import CubeView, angle_of, decided, tile_under
from gui.geometry3d import Camera, painters_order, rotation
from gui.i18n import Translator
from gui.pads import PadButton
from gui.paint import Brush
from gui.settings import Settings
from gui.theme import Motion, Theme, ThemeName
from gui.ui import Ui
from tests.cases import in_one_test
from tests.gui.driver import drag, hold, let_go, point, send
from tests.gui.lab import USUAL

RECT = pygame.Rect(24, 84, 832, 604)
TURNS = st.tuples(st.sampled_from(TURNING), st.sampled_from((1, -1, 2)))


@pytest.fixture(autouse=True)
def window() -> Iterator[pygame.Surface]:
    pygame.display.init()
    yield pygame.display.set_mode((1280, 800))


def make(motion: Motion = Motion.FULL) -> CubeView:
    ui = Ui(Theme(motion=motion), Brush(), Translator("en"))
    view = CubeView(CubeHandling(PocketCube()), ui)
    view.place(RECT, ui)
    return view


def drag_by(view: CubeView, start: tuple[int, int], way: tuple[int, int]) -> Turn | None:
    turn: Turn | None = drag(view, start, (start[0] + way[0], start[1] + way[1]), steps=10)
    return turn


def middle_of(view: CubeView, facelet: int) -> tuple[int, int]:
    camera = view.camera()
    tile = next(t for t in tiles_in_sight(camera, view.pose()) if t.facelet == facelet)
    x, y = camera.project(tile.centre)
    return round(float(x)), round(float(y))


# -- where a turn takes the stickers -----------------------------------------------------------


@in_one_test("quarters", [1, 2, 3])
@in_one_test("name", TURNING)
def test_a_turn_ends_in_the_picture_where_the_rules_say(name: str, quarters: int) -> None:
    turn = Turn(name, quarters)
    stickers = "ABCDEFGHIJKLMNOPQRSTUVWX"
    after = apply(stickers, name, quarters)
    pose = Pose(SOLVED, name, angle_of(turn))
    for sticker, (corner, normal) in zip(stickers, PLACES, strict=True):
        matrix = turn_matrix(pose, corner)
        goal = [tuple(int(x) for x in np.rint(matrix @ np.array(v))) for v in (corner, normal)]
        facelet = next(i for i, place in enumerate(PLACES) if list(place) == goal)
        assert after[facelet] == sticker


# -- animation ---------------------------------------------------------------------------------


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(TURNS, st.floats(0, 0.2)), max_size=12), st.floats(0.004, 0.05))
def test_an_animation_ends_on_exactly_what_the_turns_give(
    turns: list[tuple[tuple[str, int], float]], frame: float
) -> None:
    view, expected = make(), SOLVED
    for (face, quarters), wait in turns:
        expected = apply(expected, face, quarters)
        view.play(Turn(face, quarters % 4), expected)
        assert view.target == expected
        passed = 0.0
        while passed < wait:
            view.update(frame)
            passed += frame
    for _ in range(2000):
        if not view.moving:
            break
        view.update(frame)
    assert not view.moving
    assert view.position == expected
    assert view.pose().angle == 0.0


def test_a_turn_passes_through_the_middle_and_takes_its_time() -> None:
    view = make()
    view.play(Turn("R", 1))
    view.update(0.11)
    assert view.pose().angle == pytest.approx(-np.pi / 4, abs=0.02)
    assert view.turning == Turn("R", 1)
    view.update(0.12)
    assert not view.moving
    assert view.position == apply(SOLVED, "R", 1)


def test_without_motion_a_turn_is_there_at_once() -> None:
    view = make(Motion.NONE)
    view.play(Turn("F", 3))
    assert not view.moving
    assert view.position == apply(SOLVED, "F", -1)


def test_showing_a_cube_ends_what_was_turning() -> None:
    view = make()
    view.play(Turn("U", 1))
    view.play(Turn("R", 1))
    view.update(0.05)
    view.show(SOLVED)
    assert not view.moving
    assert view.position == SOLVED
    view.update(0.5)
    assert view.position == SOLVED


# -- the hand ----------------------------------------------------------------------------------


@in_one_test(
    "facelet, way, expected",
    [
        (8, (90, 20), Turn("U", 3)),  # F's upper left sticker to the right: the U layer
        (8, (-90, -20), Turn("U", 1)),
        (10, (90, 20), Turn("D", 1)),
        (9, (0, -110), Turn("R", 1)),
        (9, (0, 110), Turn("R", 3)),
        (8, (0, 110), Turn("L", 1)),
        (4, (0, -110), Turn("F", 3)),
    ],
)
def test_dragging_a_sticker_turns_its_layer_that_way(
    facelet: int, way: tuple[int, int], expected: Turn
) -> None:
    view = make()
    turn = drag_by(view, middle_of(view, facelet), way)
    assert turn == expected


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
    st.integers(-160, 160),
    st.integers(-160, 160),
)
def test_a_dragged_sticker_goes_where_the_mouse_went(facelet: int, dx: int, dy: int) -> None:
    view = make()
    start = middle_of(view, facelet)
    hold(view, start)
    point(view, (start[0] + dx // 3, start[1] + dy // 3), held=True)
    pose, camera = view.pose(), view.camera()
    if pose.turning:
        centre = np.array(
            next(t.centre for t in tiles_in_sight(camera, Pose(SOLVED)) if t.facelet == facelet)
        )
        axis = {"R": 0, "L": 0, "U": 1, "D": 1, "F": 2, "B": 2}[pose.turning]
        now = camera.project(rotation(axis, pose.angle * 0.2) @ centre)
        before = camera.project(centre)
        assert float((now - before) @ np.array([dx, dy])) >= -1e-9


def test_a_layer_follows_the_mouse_and_snaps_from_where_it_is() -> None:
    view = make()
    start = middle_of(view, 9)
    hold(view, start)
    point(view, (start[0], start[1] - 60), held=True)
    held = view.pose()
    assert held.turning == "R"
    assert held.angle < -0.2
    turn = let_go(view, (start[0], start[1] - 60))
    assert turn == Turn("R", 1)
    view.play(turn)
    assert view.pose().angle == pytest.approx(held.angle)
    for _ in range(40):
        view.update(1 / 60)
    assert view.position == apply(SOLVED, "R", 1)


def test_a_drag_that_decides_nothing_leaves_the_cube_as_it_was() -> None:
    view = make()
    start = middle_of(view, 9)
    hold(view, start)
    assert let_go(view, start) is None
    assert view.pose() == Pose(SOLVED)


def test_slow_drags_need_to_go_farther_than_flicks() -> None:
    assert decided("R", -0.15, 0.1) == Turn("R", 1)
    assert decided("R", -0.15, 1.0) is None
    assert decided("L", -0.15, 0.1) == Turn("L", 3)
    assert decided("U", 3.1, 1.0) == Turn("U", 2)
    assert decided("U", 1.4, 1.0) == Turn("U", 3)


def test_grasping_a_turning_cube_finishes_the_turn_first() -> None:
    view = make()
    view.play(Turn("U", 1))
    view.update(0.05)
    turn = drag_by(view, middle_of(view, 10), (0, 110))
    assert turn == Turn("L", 1)
    assert view.position == apply(SOLVED, "U", 1)


def test_dragging_the_background_orbits() -> None:
    view = make()
    before = (view.yaw, view.pitch)
    corner = (RECT.x + 40, RECT.bottom - 40)
    assert tile_under(view, corner) is None
    assert drag_by(view, corner, (120, -60)) is None
    assert view.yaw != before[0]
    assert view.pitch < before[1]
    view.reset_camera()
    assert (view.yaw, view.pitch) == before


@pytest.mark.parametrize(
    ("key", "look", "yaw", "pitch"),
    [
        (pygame.K_RIGHT, PadButton.LOOK_RIGHT, 12, 0),
        (pygame.K_LEFT, PadButton.LOOK_LEFT, -12, 0),
        (pygame.K_UP, PadButton.LOOK_UP, 0, 8),
        (pygame.K_DOWN, PadButton.LOOK_DOWN, 0, -8),
    ],
)
def test_an_arrow_and_the_stick_orbit_the_same_way(
    key: int, look: PadButton, yaw: int, pitch: int
) -> None:
    view = make()
    before = (view.yaw, view.pitch)
    assert view.arrow(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert (view.yaw - before[0], view.pitch - before[1]) == (yaw, pitch)
    view.steer(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", pad=look))
    assert (view.yaw - before[0], view.pitch - before[1]) == (2 * yaw, 2 * pitch)


def test_the_pitch_has_limits() -> None:
    view = make()
    view.orbit(0, 500)
    assert view.pitch < 90
    view.orbit(0, -500)
    assert view.pitch > -90


# -- drawing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("look", list(ThemeName))
def test_every_visible_sticker_has_its_colour(look: ThemeName, window: pygame.Surface) -> None:
    ui = Ui(Theme(look), Brush(), Translator("en"))
    view = CubeView(CubeHandling(PocketCube()), ui)
    view.place(RECT, ui)
    view.show(SOLVED)
    view.draw(window)
    for facelet, channel in ((8, 1), (4, 0)):  # F is green, R is red
        colour = window.get_at(middle_of(view, facelet))
        assert colour[channel] == max(colour[:3])
    upper = window.get_at(middle_of(view, 3))
    assert min(upper[:3]) > 190  # U is white


def test_nothing_is_drawn_outside_the_view(window: pygame.Surface) -> None:
    window.fill((1, 2, 3))
    view = make()
    view.orbit(40, 50)
    view.play(Turn("R", 1))
    view.update(0.1)
    view.draw(window)
    mask = np.ones(window.get_size(), bool)
    mask[RECT.x : RECT.right, RECT.y : RECT.bottom] = False
    assert (pygame.surfarray.array3d(window)[mask] == (1, 2, 3)).all()


def test_letters_and_safe_colours_change_the_picture() -> None:
    camera = make().camera()
    plain = len(CubePainter(camera, Pose(SOLVED)).shapes())
    letters = len(CubePainter(camera, Pose(SOLVED, letters=True)).shapes())
    safe = len(CubePainter(camera, Pose(SOLVED, safe=True)).shapes())
    assert plain < letters == safe


def test_the_settings_choose_letters_and_safe_colours() -> None:
    view = make()
    for letters, safe in ((True, False), (False, True), (False, False)):
        view.adopt(Settings(cube_letters=letters, safe_palette=safe))
        assert view.pose() == Pose(SOLVED, letters=letters, safe=safe)


# -- geometry ----------------------------------------------------------------------------------


def test_the_far_layer_comes_first_whatever_the_distances() -> None:
    camera = Camera(-34, 26, 8.6, 1000)
    centres = np.array(VERTICES, float) / 2
    order = painters_order(camera, centres, 0, [c[0] > 0 for c in VERTICES])
    assert all(VERTICES[i][0] < 0 for i in order[:4])
    assert sorted(order) == list(range(8))


# -- the net -----------------------------------------------------------------------------------


def make_net(marks: tuple[str, ...] = (BLANK,) * 24) -> tuple[Net, list[tuple[int, str]]]:
    """A net, and what was painted on it, the newest at the end."""
    strokes: list[tuple[int, str]] = []
    net = Net(
        DraftPosition(marks, *USUAL.fault(marks)),
        False,
        lambda facelet, letter: strokes.append((facelet, letter)),
    )
    net.rect = pygame.Rect(0, 0, 800, 600)
    return net, strokes


def test_the_net_has_the_usual_unfolding() -> None:
    assert cell_of(0) == (2, 0)
    assert cell_of(FACES.index("F") * 4) == (2, 2)
    assert cell_of(FACES.index("L") * 4) == (0, 2)
    assert cell_of(FACES.index("B") * 4 + 3) == (7, 3)
    assert len({cell_of(facelet) for facelet in range(24)}) == 24


def test_a_click_paints_with_the_colour_chosen_in_the_palette() -> None:
    net, strokes = make_net()
    for face in "DB":
        hold(net, net.swatch(face).center)
        assert (13, face) not in strokes
        hold(net, net.box(13).center)
        assert strokes[-1] == (13, face)


def test_letters_paint_and_go_on_and_backspace_clears() -> None:
    net, strokes = make_net()
    marks = net.cells
    for key in (pygame.K_u, pygame.K_r, pygame.K_f):
        send(net, pygame.KEYDOWN, key=key, mod=0)
        cell, mark = strokes[-1]
        marks = (*marks[:cell], mark, *marks[cell + 1 :])
        again, strokes = make_net(marks)
        again.adopt_state(net)
        net = again
    assert net.cells[:4] == ("U", "R", "F", BLANK)
    send(net, pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0)
    assert strokes == [(2, BLANK)]


def test_arrows_reach_every_facelet_of_the_net() -> None:
    reached, border = {0}, [0]
    net, _ = make_net()
    while border:
        net.cursor = start = border.pop()
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            net.cursor = start
            send(net, pygame.KEYDOWN, key=key, mod=0)
            if net.cursor not in reached:
                reached.add(net.cursor)
                border.append(net.cursor)
    assert reached == set(range(24))
